"""Texts of old PowerPoint files: characters, levels and sizes of letters ([MS-PPT] 2.9)."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from extractors.base import spacing
from extractors.office import properties

# The records of old PowerPoint files ([MS-PPT] 2.3.1), and where the newest version of each object lies (2.1.2).

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


HEADER, CHARACTERS, BYTES, STYLE, REFERENCE = 0x0F9F, 0x0FA0, 0x0FA8, 0x0FA1, 0x0F9E
MASTER_STYLE = 0x0FA3
_FIELDS = (
    0x0FD8,
    0x0FF7,
    0x0FF8,
    0x0FF9,
    0x0FFA,
    0x1015,
)  # number, date, header, footer: “*” stands for them
# Kinds of text (TextTypeEnum)
TITLE, BODY, NOTES, OTHER, CENTRE_BODY, CENTRE_TITLE, HALF_BODY, QUARTER_BODY = 0, 1, 2, 4, 5, 6, 7, 8
TITLES = (TITLE, CENTRE_TITLE)
BODIES = (BODY, CENTRE_BODY, HALF_BODY, QUARTER_BODY)
# Which bit of a paragraph's mask announces how many bytes (TextPFException); several bits may share two bytes.
_PARAGRAPH = (
    (0x0F, 2),
    (0x80, 2),
    (0x10, 2),
    (0x40, 2),
    (0x20, 4),
    (0x800, 2),
    (0x1000, 2),
    (0x2000, 2),
    (0x4000, 2),
    (0x100, 2),
    (0x400, 2),
    (0x8000, 2),
)
_TABS, _AFTER_TABS = 0x100000, ((0x10000, 2), (0xE0000, 2), (0x200000, 2))
_SIZE = 0x20000
_BEFORE_SIZE = ((0x3FFF, 2), (0x10000, 2), (0x200000, 2), (0x400000, 2), (0x800000, 2))
_AFTER_SIZE = ((0x40000, 4), (0x80000, 2))


@dataclass(slots=True)
class Text:
    """A text: its kind, its characters (paragraphs end in \\r), levels of its paragraphs, sizes of their largest
    letters in points (0.0 when only its master tells)."""

    kind: int = OTHER
    characters: str = ""
    levels: list[int] = field(default_factory=list)
    sizes: list[float] = field(default_factory=list)

    def paragraphs(self) -> list[tuple[str, int]]:
        """(text, level from 0 on) of the paragraphs that say something."""
        return [(text, self.levels[index] if index < len(self.levels) else 0) for index, text in self._said()]

    def sizes_of(self, usual: float) -> list[float]:
        """The sizes of the paragraphs that say something; `usual` is the size of those that tell none."""
        return [self.sizes[index] or usual if index < len(self.sizes) else usual for index, _ in self._said()]

    def _said(self) -> Iterator[tuple[int, str]]:
        for index, line in enumerate(self.characters.split("\r")):
            text = spacing.paragraph(line.replace("\v", "\n"))
            if text:
                yield index, text


def texts(stream: Stream, records: Iterable[Record]) -> list[Text]:
    """The texts that a series of records holds: each begins with its header."""
    found: list[Text] = []
    fields: list[int] = []
    for record in records:
        if record.kind == HEADER:
            _without(found, fields)
            found.append(Text(stream.numbers(record, "<I")[0]))
            fields = []
        elif record.kind in (CHARACTERS, BYTES):
            if not found or found[-1].characters:
                _without(found, fields)
                found.append(Text(found[-1].kind if found else OTHER))
                fields = []
            found[-1].characters = characters(stream, record)
        elif record.kind == STYLE and found:
            try:
                _styled(found[-1], stream.body(record))
            except struct.error:
                continue  # how it looks is not worth losing what it says
        elif record.kind in _FIELDS:
            fields.append(stream.numbers(record, "<I")[0])
    _without(found, fields)
    return found


def characters(stream: Stream, record: Record) -> str:
    body = stream.body(record)
    if record.kind == BYTES:
        return properties.text(body, 1252)
    return body[: len(body) // 2 * 2].decode("utf-16-le", "replace")


def _without(found: list[Text], fields: list[int]) -> None:
    """Take the characters away that stand for the number of the slide, its date …"""
    if found and fields:
        gone = set(fields)
        found[-1].characters = "".join(c for i, c in enumerate(found[-1].characters) if i not in gone)


def _styled(text: Text, body: bytes) -> None:
    """Levels and sizes from a StyleTextPropAtom: runs of paragraphs, then runs of characters."""
    length = len(text.characters) + 1
    at = covered = 0
    lines = text.characters.split("\r")
    ends: list[int] = []
    total = 0
    for line in lines:
        total += len(line) + 1
        ends.append(total)
    while covered < length and at + 10 <= len(body):
        count, level, mask = struct.unpack_from("<IHI", body, at)
        at = _paragraph(body, at + 10, mask)
        text.levels += [min(level, 8)] * sum(1 for end in ends if covered < end <= covered + count)
        covered += count
    covered = number = 0
    text.sizes = [0.0] * len(lines)
    while covered < length and at + 8 <= len(body):
        count, mask = struct.unpack_from("<II", body, at)
        size, at = _character(body, at + 8, mask)
        end = covered + max(1, count)
        while number < len(lines):
            start = max(covered, ends[number] - len(lines[number]) - 1)
            if size and text.characters[start : min(end, ends[number] - 1)].strip():
                text.sizes[number] = max(text.sizes[number], float(size))
            if ends[number] > end:
                break
            number += 1
        covered = end


def _paragraph(body: bytes, at: int, mask: int) -> int:
    """The position behind the properties of a paragraph."""
    at += sum(size for bits, size in _PARAGRAPH if mask & bits)
    if mask & _TABS:
        at += 2 + 4 * struct.unpack_from("<H", body, at)[0]
    return at + sum(size for bits, size in _AFTER_TABS if mask & bits)


def _character(body: bytes, at: int, mask: int) -> tuple[int, int]:
    """The size that the properties of characters tell (0 = none) and the position behind them."""
    at += sum(size for bits, size in _BEFORE_SIZE if mask & bits)
    size = 0
    if mask & _SIZE:
        size = struct.unpack_from("<H", body, at)[0]
        at += 2
    return size if size <= 4000 else 0, at + sum(step for bits, step in _AFTER_SIZE if mask & bits)


def master_size(stream: Stream, record: Record) -> float:
    """The size of the first level of a kind of text on a master (TextMasterStyleAtom, whose instance is the kind)."""
    body = stream.body(record)
    try:
        at = 4 if record.instance >= CENTRE_BODY else 2
        at = _paragraph(body, at + 4, struct.unpack_from("<I", body, at)[0])
        return float(_character(body, at + 4, struct.unpack_from("<I", body, at)[0])[0])
    except struct.error:
        return 0.0
