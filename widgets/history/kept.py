"""What was looked at in an archive, in this session and earlier ones: kept for a person on this machine."""

from __future__ import annotations

import hashlib
import json
import logging
import os
import shutil
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from app.personal import config_folder

if TYPE_CHECKING:
    from app.archive.model import Capture

log = logging.getLogger(__name__)
FOLDER = "history"
KEEP = "history/keep"
"""The setting that says whether anything is kept at all."""
MOST = 2000
"""Looks that are kept of an archive."""
_FILES = 120  # that are kept: of the archives looked at last


@dataclass(frozen=True, slots=True)
class Viewing:
    """One capture that somebody looked at. `at` and `date` are ISO 8601 moments: of the look, and of the capture."""

    at: str
    id: str
    url: str
    title: str
    date: str

    @property
    def moment(self) -> datetime:
        """When it was looked at."""
        return datetime.fromisoformat(self.at)

    @property
    def captured(self) -> datetime:
        """When the capture was made."""
        return datetime.fromisoformat(self.date)


class Kept:
    """The list of one archive, oldest first in its file. What cannot be written is not kept; nobody is stopped by that."""

    def __init__(self, archive: Path, folder: Path | None = None) -> None:
        name = hashlib.sha256(os.fsencode(archive.resolve())).hexdigest()[:24]
        self.path = (folder or config_folder() / FOLDER) / f"{name}.jsonl"
        self.tabs = self.path.with_suffix(".tabs.json")
        """Which pages were open the last time."""
        self._last = ""

    def add(self, capture: Capture) -> None:
        """Somebody looks at a capture; the same one again without another between is no second look."""
        if capture.id == self._last:
            return
        self._last = capture.id
        now = datetime.now(UTC).isoformat(timespec="seconds")
        look = Viewing(now, capture.id, capture.url, capture.title, capture.date.isoformat())
        try:
            if not self.path.exists():
                self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
                _tidy(self.path.parent)
            handle = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            with os.fdopen(handle, "a", encoding="utf-8") as file:
                file.write(_line(look))
        except OSError as error:
            log.warning("history is not kept: %s", error)

    def read(self) -> list[Viewing]:
        """The looks, newest first; lines that are no looks are left out. A file that has grown too long is cut."""
        try:
            lines = self.path.read_text("utf-8", errors="replace").splitlines()
        except OSError:
            return []
        looks = [look for look in map(_look, lines) if look is not None]
        if len(lines) > 2 * MOST:
            self._write(looks[-MOST:])
        return looks[: -MOST - 1 : -1]

    def forget(self, unwanted: Callable[[Viewing], bool]) -> None:
        """Take looks off the list."""
        self._last = ""
        self._write([look for look in reversed(self.read()) if not unwanted(look)])

    def clear(self) -> None:
        """Take everything off the list."""
        self._last = ""
        with suppress(OSError):
            self.path.unlink()

    def _write(self, looks: Iterable[Viewing]) -> None:
        fresh = self.path.with_name(f"{self.path.name}.new")
        try:
            handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.writelines(map(_line, looks))
            fresh.replace(self.path)
        except OSError as error:
            log.warning("history is not kept: %s", error)


def clear_all() -> None:
    """Forget what was looked at in every archive."""
    shutil.rmtree(config_folder() / FOLDER, ignore_errors=True)


def _tidy(folder: Path) -> None:
    """Make room for another archive: let go of the lists that were written to the longest time ago."""
    with suppress(OSError):
        files = sorted(folder.iterdir(), key=lambda file: file.stat().st_mtime, reverse=True)
        for file in files[_FILES - 1 :]:
            file.unlink()


def _line(look: Viewing) -> str:
    return json.dumps(asdict(look), ensure_ascii=False) + "\n"


def _look(line: str) -> Viewing | None:
    try:
        look = Viewing(**json.loads(line))
        texts = all(isinstance(value, str) for value in asdict(look).values())
        return look if texts and look.id and look.moment and look.captured else None
    except (TypeError, ValueError, AttributeError):
        return None
