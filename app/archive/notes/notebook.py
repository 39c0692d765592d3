"""The file `notes.jsonl` of an archive: read as far as it is whole, appended to under a lock of its own."""

from __future__ import annotations

import os
import secrets
import stat
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import BinaryIO

from app.archive import batches
from app.archive.lock import ShortLock
from app.archive.notes import state
from app.archive.notes.lines import HEADER, Line, moment, moment_of, packed, unpacked
from app.archive.notes.marks import (
    MOST_TAGS,
    Change,
    Target,
    key_of,
    note_of,
    tag_of,
)
from app.archive.notes.state import Notes
from app.errors import StorageUnreadable
from app.messages import Message
from app.tianwang.writer import storing, why

NAME = "notes.jsonl"
LOCK = "notes.lock"

_TICK = timedelta(microseconds=1)
_LAST = 64


@dataclass(frozen=True, slots=True)
class Act:
    """What was written: `id` is "" where nothing had to be. `targets` are the things whose marks are others now,
    `notes` all of them."""

    id: str
    targets: tuple[Target, ...]
    notes: Notes


class Notebook:
    """The notes of one archive. May be used by several threads; several programs may write to one archive."""

    def __init__(self, archive: Path) -> None:
        self.path = archive / NAME
        self._lock = threading.RLock()
        self._notes = Notes({})
        self._state: tuple[int, ...] = ()  # what file that was, its size and time, and how far it was whole
        self._whole = 0
        self._end = b""  # the last bytes of that

    def read(self) -> Notes:
        """All marks as they stand now; what was read before is not read again. StorageUnreadable."""
        with self._lock:
            try:
                return self._read()
            except OSError as error:
                raise StorageUnreadable(path=self.path, detail=why(error)) from error

    def write(self, changes: Iterable[Change]) -> Act:
        """Write what is to become of some marks as one act: it is safe on the disk when this returns. Nothing is written
        for what stands there already. TagInvalid, NoteTooLong, StorageFailed."""
        cleaned = [_cleaned(change) for change in changes]
        return self._appended(lambda notes: [_line(one) for one in _merged(notes, cleaned)])

    def put(self, told: Callable[[Notes], Iterable[Line]]) -> Act:
        """Write lines that say themselves when they were written, as one act: what comes from another archive, made of
        what stands in this one. StorageFailed."""
        return self._appended(lambda notes: list(told(notes)))

    def undo(self, act: str = "") -> Act:
        """Take an act back, or the last one that stands. StorageFailed."""
        return self._turned(lambda every: Line("", "", undo=act or state.last_done(every)))

    def redo(self, act: str = "") -> Act:
        """Do an act again that was taken back, or the one that was taken back last. StorageFailed."""
        return self._turned(lambda every: Line("", "", redo=act or state.last_undone(every)))

    # ---- the file -------------------------------------------------------------------------------------------------

    def _read(self) -> Notes:
        try:
            handle = os.open(self.path, os.O_RDONLY | _PLAIN)
        except FileNotFoundError:
            if self._state:
                self._notes, self._state, self._whole, self._end = Notes({}), (), 0, b""
            return self._notes
        with os.fdopen(handle, "rb") as file:
            about = os.fstat(handle)
            if not stat.S_ISREG(about.st_mode):
                raise OSError(0, Message("notes-no-file"))
            known = (about.st_dev, about.st_ino, about.st_size, about.st_mtime_ns)
            if known == self._state:
                return self._notes
            grown = self._whole if self._state[:2] == known[:2] and self._is_continued(file) else 0
            data = _from(file, grown)
            told, damaged, whole = _told(data)
            notes = state.extended(self._notes, told, damaged, whole < len(data)) if grown else None
            if notes is None:
                if grown:  # what was undone, or comes from elsewhere: all lines count
                    grown, data = 0, _from(file, 0)
                    told, damaged, whole = _told(data)
                notes = state.fold(told, damaged, whole < len(data))
            self._end = data[max(0, whole - _LAST) : whole] if whole else self._end
            self._whole = grown + whole
            self._notes, self._state = notes, known
            return notes

    def _is_continued(self, file: BinaryIO) -> bool:
        """Whether what was read of a file is still what it begins with: a copy may have been put in its place."""
        at = self._whole - len(self._end)
        return bool(self._whole) and _from(file, at, len(self._end)) == self._end

    def _every(self) -> list[Line]:
        """All lines of the file."""
        return _told(self.path.read_bytes())[0] if self.path.is_file() else []

    def _turned(self, made: Callable[[list[Line]], Line]) -> Act:
        """An undo or redo, with the things that it concerns."""
        concerned: list[Target] = []

        def lines_of(_notes: Notes) -> list[Line]:
            every = self._every()
            line = made(every)
            act = line.undo or line.redo
            concerned.extend(one.target for one in every if one.act == act and one.target is not None)
            useful = (act in state.undone(every)) == bool(line.redo)
            return [line] if act and concerned and useful else []

        act = self._appended(lines_of)
        return Act(act.id, tuple(dict.fromkeys(concerned)) if act.id else (), act.notes)

    def _appended(self, made: Callable[[Notes], list[Line]]) -> Act:
        with self._lock, storing(self.path), ShortLock(self.path.with_name(LOCK)):
            notes = self._read()
            wanted = made(notes)
            if not wanted:
                return Act("", (), notes)
            self._mend(notes)
            act, now = secrets.token_hex(8), self._next(notes)
            data = b"".join(packed(_with(line, act, now)) for line in wanted)
            new = not self.path.exists()
            handle = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | _PLAIN, 0o644)
            try:
                begin = os.fstat(handle).st_size
                data = data if begin else HEADER + data
                try:
                    _written(handle, data)
                    os.fsync(handle)
                except OSError:  # a full disk: half a line would only be in the way
                    os.ftruncate(handle, begin)
                    raise
            finally:
                os.close(handle)
            if new:
                batches.sync_folder(self.path.parent)
            targets = dict.fromkeys(line.target for line in wanted if line.target is not None)
            return Act(act, tuple(targets), self._read())

    def _mend(self, notes: Notes) -> None:
        """Move a last line without an end aside: what is appended must not become part of it."""
        if notes.cut:
            batches.trim(self.path, self._whole)
            self._read()

    @staticmethod
    def _next(notes: Notes) -> str:
        """This moment, or the one behind the last line where clocks disagree."""
        now = datetime.now(UTC)
        return moment(max(now, moment_of(notes.last) + _TICK) if notes.last else now)


_PLAIN = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
# an archive from elsewhere may hold a link or a pipe in the file's place


def _from(file: BinaryIO, at: int, size: int = -1) -> bytes:
    file.seek(at)
    return file.read(size)


def _written(handle: int, data: bytes) -> None:
    while data:
        data = data[os.write(handle, data) :]


def _told(data: bytes) -> tuple[list[Line], int, int]:
    """(Lines, how many are none, where the last whole one ends)."""
    whole = data.rfind(b"\n") + 1
    told, damaged = list[Line](), 0
    for one in data[:whole].split(b"\n"):
        if one.strip():
            try:
                line = unpacked(one)
            except (ValueError, OverflowError):
                damaged += 1
            else:
                if line is not None:
                    told.append(line)
    return told, damaged, whole


def notes_of(data: bytes) -> Notes:
    """The marks in a file that came with another archive."""
    told, damaged, _ = _told(data + b"\n")
    return state.fold(told, damaged)


def _with(line: Line, act: str, now: str) -> Line:
    """A line as it is written: what comes from elsewhere keeps its moment, if that is not still to come."""
    return replace(line, act=act, at=min(line.at, now) if line.at else now)


def _cleaned(change: Change) -> Change:
    add, remove = (tuple(map(tag_of, tags)) for tags in (change.add, change.remove))
    return replace(change, add=add, remove=remove, note=None if change.note is None else note_of(change.note))


def _merged(notes: Notes, changes: Sequence[Change]) -> list[Change]:
    """The changes without what is so already."""
    left = list[Change]()
    for change in changes:
        mark = notes.mark(change.target)
        held = set(map(key_of, mark.tags))
        add = tuple(tag for tag in change.add if key_of(tag) not in held)
        one = replace(
            change,
            star=None if change.star == mark.star else change.star,
            add=add[: max(0, MOST_TAGS - len(held))],
            remove=tuple(tag for tag in change.remove if key_of(tag) in held),
            note=None if change.note == mark.note else change.note,
        )
        if one.star is not None or one.add or one.remove or one.note is not None:
            left.append(one)
    return left


def _line(change: Change) -> Line:
    return Line(
        "",
        "",
        change.target,
        change.star,
        change.add,
        change.remove,
        change.note,
        capture=change.capture,
        date=change.date,
        excerpt=change.excerpt,
    )


def problems(archive: Path) -> list[tuple[int, Message, str]]:
    """What is wrong with the notes of an archive: (offset, sentence, rule)."""
    path = archive / NAME
    if not os.path.lexists(path):
        return []
    try:
        Notebook(archive).read()
        data = path.read_bytes()
    except (OSError, StorageUnreadable) as error:
        return [(0, Message("notes-unreadable", detail=str(error)), "notes-unreadable")]
    found, at = list[tuple[int, Message, str]](), 0
    for one in data.split(b"\n"):
        end = at + len(one)
        if end >= len(data):
            if one:
                found.append((at, Message("notes-cut", size=len(one)), "notes-cut"))
        elif one.strip():
            try:
                unpacked(one)
            except (ValueError, OverflowError):
                found.append((at, Message("notes-line"), "notes-line"))
        at = end + 1
    return found
