"""The records of old PowerPoint files ([MS-PPT] 2.3.1), and where the newest version of each object lies (2.1.2)."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import NamedTuple

_HEADER = struct.Struct("<HHI")
_CONTAINER = 0xF
_USER_EDIT, _DIRECTORY = 0x0FF5, 0x1772
_MAX_EDITS = 10_000
_MAX_OBJECTS = 200_000
_MAX_DEPTH = 40
_MAX_RECORDS = 2_000_000


class Record(NamedTuple):
    """A record: `body` lies from `start` to `end` in the stream; a container's body is made of records."""

    kind: int
    instance: int
    container: bool
    start: int
    end: int


class Stream:
    """The stream “PowerPoint Document”. Records that reach beyond what holds them are cut to its end."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self._read = 0

    def record(self, at: int, end: int | None = None) -> Record | None:
        """The record whose header begins at a position."""
        limit = len(self.data) if end is None else min(end, len(self.data))
        if at < 0 or at + 8 > limit:
            return None
        first, kind, size = _HEADER.unpack_from(self.data, at)
        return Record(kind, first >> 4, first & 15 == _CONTAINER, at + 8, min(at + 8 + size, limit))

    def children(self, parent: Record) -> Iterator[Record]:
        """The records in a container, in their order."""
        yield from self.between(parent.start, parent.end)

    def between(self, start: int, end: int) -> Iterator[Record]:
        while start + 8 <= end and self._read < _MAX_RECORDS:
            found = self.record(start, end)
            if found is None:
                return
            self._read += 1
            yield found
            start = found.end

    def find(self, parent: Record, *path: int) -> Record | None:
        """The first record reached by a path of kinds."""
        for kind in path:
            found = next((child for child in self.children(parent) if child.kind == kind), None)
            if found is None:
                return None
            parent = found
        return parent

    def all(self, parent: Record, *kinds: int, depth: int = 0) -> Iterator[Record]:
        """The records of these kinds below a container, at any depth; what is in them is not searched."""
        for child in self.children(parent):
            if child.kind in kinds:
                yield child
            elif child.container and depth < _MAX_DEPTH:
                yield from self.all(child, *kinds, depth=depth + 1)

    def body(self, record: Record, limit: int = 1 << 22) -> bytes:
        return self.data[record.start : min(record.end, record.start + limit)]

    def numbers(self, record: Record, form: str, offset: int = 0) -> tuple[int, ...]:
        """Numbers from the body of a record; zeros when it is too short."""
        size = struct.calcsize(form)
        raw = self.data[record.start + offset : min(record.end, record.start + offset + size)]
        return struct.unpack(form, raw.ljust(size, b"\0"))


class Directory(NamedTuple):
    """Where the objects are: number → position of their header; the number of the document."""

    offsets: dict[int, int]
    document: int


def directory(stream: Stream, newest: int) -> Directory | None:
    """Follow the chain of edits from the newest one; None when it leads nowhere."""
    offsets: dict[int, int] = {}
    document = 0
    seen: set[int] = set()
    at = newest
    while at not in seen and len(seen) < _MAX_EDITS:
        seen.add(at)
        edit = stream.record(at)
        if edit is None or edit.kind != _USER_EDIT:
            break
        _, _, before, places, number = stream.numbers(edit, "<5I")
        document = document or number
        table = stream.record(places)
        if table is not None and table.kind == _DIRECTORY:
            _entries(stream.body(table), offsets)
        if not before or len(offsets) > _MAX_OBJECTS:
            break
        at = before
    return Directory(offsets, document) if document in offsets else None


def _entries(body: bytes, offsets: dict[int, int]) -> None:
    at = 0
    while at + 4 <= len(body):
        first = struct.unpack_from("<I", body, at)[0]
        number, count = first & 0xFFFFF, first >> 20
        at += 4
        for index in range(min(count, (len(body) - at) // 4)):
            offsets.setdefault(number + index, struct.unpack_from("<I", body, at + 4 * index)[0])
        at += 4 * count
