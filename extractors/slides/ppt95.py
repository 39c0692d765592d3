"""Presentations of PowerPoint 95, whose records have another form than those of later versions.

Nothing about it is published; what is read here was found by looking: a record has a head of four numbers (kind, a mark
0xFFFF when it holds records, length, reference), and many kinds have the numbers they kept in PowerPoint 97.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import NamedTuple

from extractors.office import properties as ole_properties
from extractors.slides import ppt_text
from extractors.slides.deck import Deck, Role, Shape, Slide
from extractors.slides.ppt_text import Text

_BEGINNING = struct.pack("<II", 0x03, 0xFFFF)
_HOLDS_RECORDS = 0xFFFF
_SLIDE, _NOTES, _SHAPES, _POSITION = 0x03EE, 0x03F0, 0x0BB8, 0x0BC1
_TEXT_KIND, _TEXT, _CHARACTERS = 0x0FA3, 0x0FE0, 0x07EE
_MAX_DEPTH = 40
_MAX_RECORDS = 1_000_000
_HEIGHT = 4320
_ROLES: dict[int, Role] = {
    **dict.fromkeys(ppt_text.TITLES, "title"),
    **dict.fromkeys(ppt_text.BODIES, "body"),
    ppt_text.CENTRE_BODY: "subtitle",
}


class _Record(NamedTuple):
    kind: int
    holds: bool
    start: int
    end: int


def is_ppt95(data: bytes) -> bool:
    """Is this the main stream of PowerPoint 95?"""
    return data.startswith(_BEGINNING)


def read(data: bytes, deck: Deck) -> None:
    """Add the slides in the order of the file."""
    reader = _Reader(data)
    whole = _Record(0, True, 0, len(data))
    for record in reader.all(whole, _SLIDE, 0):
        if not deck.add(reader.slide(record)):
            return


class _Reader:
    def __init__(self, data: bytes) -> None:
        self._data = data
        self._left = _MAX_RECORDS

    def children(self, parent: _Record) -> Iterator[_Record]:
        at = parent.start
        while at + 16 <= parent.end and self._left > 0:
            kind, mark, size, _ = struct.unpack_from("<4I", self._data, at)
            end = min(at + 16 + size, parent.end)
            self._left -= 1
            yield _Record(kind, mark == _HOLDS_RECORDS, at + 16, end)
            at = end

    def all(self, parent: _Record, kind: int, depth: int) -> Iterator[_Record]:
        for child in self.children(parent):
            if child.kind == kind:
                yield child
            elif child.holds and depth < _MAX_DEPTH:
                yield from self.all(child, kind, depth + 1)

    def slide(self, record: _Record) -> Slide:
        slide = Slide()
        for child in self.children(record):
            if child.kind == _SHAPES:
                for shape in self.children(child):
                    slide.shapes += self._shape(shape)
            elif child.kind == _NOTES:
                for shapes in self.all(child, _SHAPES, 0):
                    for shape in self.children(shapes):
                        slide.notes += [text for found in self._shape(shape) for text, _ in found.paragraphs]
        slide.sort()
        return slide

    def _shape(self, record: _Record) -> Iterator[Shape]:
        place = next(self.all(record, _POSITION, 0), None)
        left, top = self._numbers(place, "<ii", 12) if place is not None else (0, 0)
        for holder in self.all(record, _TEXT, 0):
            raw = next((child for child in self.children(holder) if child.kind == _CHARACTERS), None)
            about = next(self.all(record, _TEXT_KIND, 0), None)
            kind = self._numbers(about, "<I", 0)[0] if about is not None else ppt_text.OTHER
            characters = ole_properties.text(self._data[raw.start : raw.end], 1252) if raw is not None else ""
            paragraphs = Text(kind, characters).paragraphs()
            if paragraphs:
                # the middle of the slide is where both coordinates are 0
                yield Shape(
                    _ROLES.get(kind, "other"), paragraphs, (), (), 0.5 + top / _HEIGHT, 0.5 + left / _HEIGHT
                )

    def _numbers(self, record: _Record, form: str, offset: int) -> tuple[int, ...]:
        size = struct.calcsize(form)
        raw = self._data[record.start + offset : min(record.end, record.start + offset + size)]
        return struct.unpack(form, raw.ljust(size, b"\0"))
