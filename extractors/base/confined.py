"""Programs of the system started within limits: memory, size of files, no network, nothing of the person's own.

Used for LibreOffice (`app.exporting.office`) and Tesseract (`extractors.ocr`). Where the system offers no such limits
(all but Linux), the one who waits for the program ends it in time.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import cache

CLOSED = "http://127.0.0.1:9"
"""A proxy that is none."""

_PROXIES = ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ftp_proxy")
_PRIVATE = ("HOME", "TMPDIR", "TEMP", "TMP", "APPDATA", "XDG_RUNTIME_DIR")
_KEPT = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "SYSTEMROOT", "PROGRAMFILES")


@cache
def limits(memory: int, largest: int, seconds: int = 0) -> tuple[str, ...]:
    """What to put before a command: at most `memory` bytes of data, files of `largest` bytes and `seconds` of processor
    time (0: any), no network; as far as this system has that."""
    if not sys.platform.startswith("linux"):
        return ()
    found: tuple[str, ...] = ()
    time = (f"--cpu={seconds}",) if seconds else ()
    for wanted in (
        ("prlimit", f"--data={memory}", f"--fsize={largest}", *time, "--core=0", "--"),
        ("unshare", "--net", "--") if os.geteuid() == 0 else ("unshare", "--map-root-user", "--net", "--"),
    ):
        try:
            done = subprocess.run([*wanted, "true"], capture_output=True, check=False, timeout=10)  # noqa: S603
        except (OSError, subprocess.TimeoutExpired):
            continue
        if done.returncode == 0:
            found += wanted
    return found


def environment(home: str, kept: Sequence[str] = (), **more: str) -> dict[str, str]:
    """The variables of the program: nothing of the person's own but the language and what is to be `kept`; temporary
    files go to `home`."""
    given = {name: os.environ[name] for name in (*_KEPT, *kept) if name in os.environ}
    return {**given, **dict.fromkeys(_PROXIES, CLOSED), **dict.fromkeys(_PRIVATE, home), **more}


def end(process: subprocess.Popen[bytes]) -> None:
    """End a program that leads a group (`start_new_session`), with all that it started."""
    if os.name == "nt":
        if process.returncode is None:
            tree = ["taskkill", "/F", "/T", "/PID", str(process.pid)]
            subprocess.run(tree, capture_output=True, check=False)  # noqa: S603
    else:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()
