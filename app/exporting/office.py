"""Office documents as PDF, laid out by LibreOffice where that is installed.

Each document is a file of a private folder for as long as that takes. LibreOffice runs without a window, in a profile of
this program's own in which macros, active content and links to elsewhere are off; on Linux in a network of its own
that leads nowhere, where the system lets anybody have one. It is ended with all its processes when it takes too long
or nobody waits for it any more.
"""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from app.errors import UserError
from app.messages import Message
from extractors.base import confined

FORMATS = frozenset({"doc", "docx", "odt", "rtf", "xls", "xlsx", "ods", "ppt", "pptx", "odp"})
SECONDS = 90.0
"""What one document may take."""

_MEMORY = 3 << 30  # bytes
_LARGEST = 512 << 20  # bytes of a file that it writes
_TICK = 0.1  # seconds between two looks at it
_PLACES = (
    "/Applications/LibreOffice.app/Contents/MacOS/soffice",
    r"C:\Program Files\LibreOffice\program\soffice.com",
    r"C:\Program Files (x86)\LibreOffice\program\soffice.com",
)
_SETTINGS = (
    ("Common/Security/Scripting", "MacroSecurityLevel", "3"),
    ("Common/Security/Scripting", "DisableMacrosExecution", "true"),
    ("Common/Security/Scripting", "DisableActiveContent", "true"),
    ("Common/Security/Scripting", "BlockUntrustedRefererLinks", "true"),
    ("Writer/Content/Update", "Link", "2"),
    ("Calc/Content/Update", "Link", "2"),
    ("Jobs/Jobs/org.openoffice.Office.Jobs:Job['UpdateCheck']/Arguments", "AutoCheckEnabled", "false"),
)
_PROXY = (
    ("ooInetProxyType", "2"),
    ("ooInetHTTPProxyName", "127.0.0.1"),
    ("ooInetHTTPProxyPort", "9"),
    ("ooInetHTTPSProxyName", "127.0.0.1"),
    ("ooInetHTTPSProxyPort", "9"),
)


class NotConverted(UserError):
    """LibreOffice made no PDF of a document; the message says why."""


class Cancelled(Exception):
    """It is not waited for any longer."""


def program() -> str:
    """Where LibreOffice is, or ""."""
    found = shutil.which("soffice") or shutil.which("libreoffice")
    return found or next((place for place in _PLACES if Path(place).is_file()), "")


class Converter:
    """One document at a time; the profile is made with the first and goes with the program."""

    def __init__(self, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self._one = threading.Lock()
        self._folder: Path | None = None

    def to_pdf(self, body: bytes, kind: str, cancelled: Callable[[], bool] = lambda: False) -> bytes:
        """The document, in one of FORMATS, as a PDF. NotConverted, Cancelled. For any thread."""
        while not self._one.acquire(timeout=_TICK):
            if cancelled():
                raise Cancelled
        try:
            return self._converted(body, kind, cancelled)
        finally:
            self._one.release()

    def _converted(self, body: bytes, kind: str, cancelled: Callable[[], bool]) -> bytes:
        office = program()
        if not office:
            raise NotConverted(Message("office-missing"))
        try:
            with tempfile.TemporaryDirectory(dir=self._home()) as inside:
                source = Path(inside, f"document.{kind}")
                source.write_bytes(body)
                said = self._run(_command(office, self._home(), source), Path(inside), cancelled)
                made = source.with_suffix(".pdf")
                if not made.is_file() or not made.stat().st_size:
                    raise NotConverted(Message("office-failed", detail=said or "–"))
                return made.read_bytes()
        except OSError as error:
            raise NotConverted(Message("office-failed", detail=str(error.strerror or error))) from error

    def _home(self) -> Path:
        """The private folder with the profile."""
        if self._folder is None:
            made = Path(tempfile.mkdtemp(prefix="tianwang-office-"))
            user = made / "profile" / "user"
            user.mkdir(parents=True)
            (user / "registrymodifications.xcu").write_text(_registry(), "utf-8")
            atexit.register(shutil.rmtree, made, ignore_errors=True)
            self._folder = made
        return self._folder

    def _run(self, command: list[str], folder: Path, cancelled: Callable[[], bool]) -> str:
        """Let it work within its time; the last that it said."""
        out = folder / "said"
        with out.open("wb") as said:
            process = subprocess.Popen(  # noqa: S603  # our own command; of the document it has a name of ours
                command,
                cwd=folder,
                env=confined.environment(str(self._home()), ("FONTCONFIG_PATH",), SAL_USE_VCLPLUGIN="svp"),
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=subprocess.STDOUT,
                start_new_session=os.name != "nt",
            )
            end = time.monotonic() + self.seconds
            try:
                while process.poll() is None:
                    if cancelled():
                        raise Cancelled
                    if time.monotonic() > end:
                        raise NotConverted(Message("office-slow", seconds=f"{self.seconds:g}"))
                    time.sleep(_TICK)
            finally:
                stopped = process.returncode is None
                confined.end(process)
                if stopped:
                    self._forget()
        lines = out.read_bytes()[-4000:].decode("utf-8", "replace").strip().splitlines()
        return " ".join(lines[-1].split())[:200] if lines else ""

    def _forget(self) -> None:
        """The profile of a process that was killed may be left in any state."""
        if self._folder is not None:
            shutil.rmtree(self._folder / "profile", ignore_errors=True)
            self._folder = None


def _command(office: str, home: Path, source: Path) -> list[str]:
    profile = (home / "profile").as_uri()
    return [
        *confined.limits(_MEMORY, _LARGEST),
        office,
        f"-env:UserInstallation={profile}",
        "--headless",
        "--norestore",
        "--nologo",
        "--nodefault",
        "--nolockcheck",
        "--nofirststartwizard",
        "--convert-to",
        "pdf",
        "--outdir",
        str(source.parent),
        str(source),
    ]


def _registry() -> str:
    """The settings of the profile, as LibreOffice keeps them."""
    items = [(f"/org.openoffice.Office.{path}", name, value) for path, name, value in _SETTINGS]
    items += [("/org.openoffice.Inet/Settings", name, value) for name, value in _PROXY]
    lines = "\n".join(
        f'<item oor:path="{path}"><prop oor:name="{name}" oor:op="fuse"><value>{value}</value></prop></item>'
        for path, name, value in items
    )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<oor:items xmlns:oor="http://openoffice.org/2001/registry" '
        'xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\n'
        f"{lines}\n</oor:items>\n"
    )
