"""Stars, tags and notes with archives for other programs: beside their files, and in WACZ files.

An export writes `NAME.notes.jsonl` beside Tianwang and WARC files, and `tianwang/notes.jsonl` in a WACZ file, whose list
of pages names stars, tags and notes as well, for programs that show such a list. An import takes both, and from WACZ
files of others what their lists of pages say.
"""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from app.archive.model import Capture
from app.archive.notes.carrying import carried
from app.archive.notes.lines import FORMAT, Line, moment
from app.archive.notes.marks import NoteTooLong, TagInvalid, Target, note_of, tag_of
from app.archive.notes.notebook import Notebook, notes_of
from app.archive.notes.state import Notes, fold
from app.errors import StorageUnreadable

SUFFIX = ".notes.jsonl"
IN_PACKAGE = "tianwang/notes.jsonl"

_LARGEST = 512 << 20
_NUMBERED = re.compile(r"(?:-\d{5})?(?:\.tw|\.raw|\.warc|\.arc)(?:\.gz|\.xz|\.zst)?", re.IGNORECASE)
_START = re.compile(rb'\s*\{"format": *"' + FORMAT.encode())
_STARRED = ("star", "starred", "favorite")
_NOTE = ("note", "notes")
_LONGEST = 1 << 20  # bytes of a line of a list of pages that are looked at


class Marked:
    """The marks of an archive, and which of them stand on what an export has taken."""

    def __init__(self, archive: Path) -> None:
        try:
            self._notes = Notebook(archive).read()
        except StorageUnreadable:
            self._notes = Notes({})
        self._urls = set[str]()
        self._ids = set[str]()

    def __bool__(self) -> bool:
        return bool(self._notes.fields)

    def add(self, capture: Capture) -> None:
        """A capture that was written."""
        if capture.url in self._notes.urls:
            self._urls.add(capture.url)
            self._ids.add(capture.id)

    def lines(self) -> Iterator[bytes]:
        """The lines of the file with their marks; none where there are none."""
        return carried(self._notes, lambda target, id: id in self._ids if id else target.url in self._urls)

    def fields(self, url: str) -> dict[str, Any]:
        """What a list of pages says of a page."""
        found = self._notes.summary(url) if self else None
        if found is None or not any(found):
            return {}
        notes = "\n\n".join(dict.fromkeys(mark.note for mark in self._notes.of_page(url) if mark.note))
        return {
            **({"star": True} if found.star else {}),
            **({"tags": list(found.tags)} if found.tags else {}),
            **({"note": notes} if notes else {}),
        }


def beside(path: Path) -> Path | None:
    """The file of notes that was exported with a Tianwang or WARC file."""
    stem = _NUMBERED.split(path.name)[0]
    found = path.with_name(f"{stem}{SUFFIX}")
    return found if _NUMBERED.search(path.name) and found.is_file() else None


def is_notes(begin: bytes) -> bool:
    """Whether a file that begins so holds notes."""
    return bool(_START.match(begin))


def in_file(path: Path) -> Notes:
    """The marks in a file of notes. OSError."""
    with path.open("rb") as file:
        return notes_of(file.read(_LARGEST))


def in_package(path: Path) -> Notes:
    """The marks in a WACZ file; none where it cannot be read. OSError."""
    try:
        with zipfile.ZipFile(path) as package:
            names = {info.filename: info for info in package.infolist()}
            own = names.get(IN_PACKAGE)
            if own is not None:
                with package.open(own) as file:
                    return notes_of(file.read(_LARGEST))
            lists = [name for name in names if re.fullmatch(r"pages/[^/]+\.jsonl", name)]
            return fold(line for name in sorted(lists) for line in _listed(package, name))
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, ValueError, EOFError):
        return Notes({})  # whatever is wrong with the file was told when its records were read


def _listed(package: zipfile.ZipFile, name: str) -> Iterator[Line]:
    """What the lines of a list of pages say."""
    read = 0
    with package.open(name) as file:
        while read < _LARGEST and (data := file.readline(_LONGEST)):
            read += len(data)
            with suppress(ValueError, RecursionError):
                row = json.loads(data)
                line = _line(row) if isinstance(row, dict) else None
                if line is not None:
                    yield line


def _line(row: dict[str, Any]) -> Line | None:
    """What one page of a list has; ValueError for what is none."""
    url, tags = row.get("url"), row.get("tags")
    star = any(row.get(name) is True for name in _STARRED)
    note = next((row[name] for name in _NOTE if isinstance(row.get(name), str)), "")
    named = tags.split(",") if isinstance(tags, str) else tags if isinstance(tags, list) else []
    kept = list[str]()
    for tag in named:
        with suppress(TagInvalid):
            kept.append(tag_of(str(tag)))
    with suppress(NoteTooLong):
        note = note_of(note)
    if not isinstance(url, str) or not url or not (star or kept or note):
        return None
    url.encode()
    at = datetime.now(UTC)
    with suppress(ValueError, TypeError):
        at = datetime.fromisoformat(row.get("ts", ""))
    when = moment(at if at.tzinfo else at.replace(tzinfo=UTC))
    return Line("listed", when, Target(url), star or None, tuple(kept), note=note or None)
