"""Old Word files ([MS-DOC], and Word 6/95): where text and formatting lie in the streams of their container."""

from __future__ import annotations

import struct
from bisect import bisect_right
from typing import NamedTuple

from extractors.base import ole
from extractors.base.ole import Container
from extractors.base.sentences import Message
from extractors.base.types import Unreadable

_PAGE = 512
_WORD_97 = 0x00C1
_MAX_PIECES = 1_000_000
# What stands where in the tables of the FIB, the same in Word 6 and later
STYLES, NOTES, COMMENTS, HEADERS, CHARACTERS, PARAGRAPHS, FONTS, PIECES, ANCHORS, BOXES = (
    1,
    3,
    5,
    11,
    12,
    13,
    15,
    33,
    40,
    56,
)
# Windows language (its lowest ten bits, or all) → code page of the text of Word 6 and 95
_LANGUAGES = {
    0x0804: 936,
    0x1004: 936,
    0x0404: 950,
    0x0C04: 950,
    0x11: 932,
    0x12: 949,
    0x1E: 874,
    0x19: 1251,
    0x22: 1251,
    0x02: 1251,
    0x05: 1250,
    0x0E: 1250,
    0x15: 1250,
    0x18: 1250,
    0x1A: 1250,
    0x1B: 1250,
    0x24: 1250,
    0x08: 1253,
    0x1F: 1254,
    0x0D: 1255,
    0x01: 1256,
    0x29: 1256,
    0x20: 1256,
    0x25: 1257,
    0x26: 1257,
    0x27: 1257,
    0x2A: 1258,
}


class Piece(NamedTuple):
    """Characters `start` to `end` of the document lie from byte `offset` on, in two bytes each when `wide`."""

    start: int
    end: int
    offset: int
    wide: bool
    modifiers: bytes = b""


class Runs:
    """Formatting by position in the file: half-open ranges of bytes and what holds there."""

    def __init__(self, found: list[tuple[int, int, int, bytes]]) -> None:
        found.sort(key=lambda run: run[0])
        self._starts = [run[0] for run in found]
        self._runs = found

    def at(self, offset: int) -> tuple[int, int, bytes] | None:
        """(end, style, modifiers) of the run a byte is in; None between runs."""
        index = bisect_right(self._starts, offset) - 1
        if index < 0 or self._runs[index][1] <= offset:
            return None
        return self._runs[index][1:]

    def next_after(self, offset: int) -> int:
        """Where the next run begins; far away when there is none."""
        index = bisect_right(self._starts, offset)
        return self._starts[index] if index < len(self._starts) else 1 << 62


class WordFile:
    """The main stream, its pieces and its formatting. Raises Unreadable with a sentence."""

    def __init__(self, container: Container) -> None:
        self.main = main = container.read("WordDocument")
        if len(main) < 0x80:
            raise Unreadable(Message("file-damaged-no"))
        _, version, _, self.language, _, flags = struct.unpack_from("<6H", main)
        if flags & 0x0100:
            raise Unreadable(ole.PROTECTED)
        self.old = version < _WORD_97
        self._extended = bool(flags & 0x1000)  # in Word 95 for East Asia: two bytes a character
        self.first, self.last = struct.unpack_from("<II", main, 24)
        self.damaged = container.damaged
        self._base, counts = self._layout()
        self.table = main if self.old else self._table_stream(container, flags)
        if len(main) < self._base + 8 * (PIECES + 1):
            raise Unreadable(Message("file-damaged-ends"))
        self.counts = [max(0, n) for n in struct.unpack_from("<8i", main, counts)]
        self.pieces = self._pieces(bool(flags & 4))
        self.code_page = _LANGUAGES.get(self.language) or _LANGUAGES.get(self.language & 0x3FF, 1252)
        self.runs = Runs(self._pages(CHARACTERS, paragraphs=False))
        self.paragraphs = Runs(self._pages(PARAGRAPHS, paragraphs=True))

    def place(self, index: int) -> tuple[int, int]:
        """Where one table begins in the table stream, and how long it is; (0, 0) when the file has none."""
        at = self._base + 8 * index
        if at + 8 > len(self.main) or (self.old and index > PIECES):
            return 0, 0
        start, length = struct.unpack_from("<II", self.main, at)
        return start, length

    def part(self, index: int) -> bytes:
        """The bytes of one table; b"" when the file has none."""
        start, length = self.place(index)
        return self.table[start : start + min(length, len(self.table))]

    def positions(self, index: int, size: int) -> tuple[list[int], bytes]:
        """A table of n + 1 character positions with n records of `size` bytes: the positions, and the records."""
        raw = self.part(index)
        count = max(0, (len(raw) - 4) // (4 + size))
        if not count:
            return [], b""
        return list(struct.unpack_from(f"<{count + 1}I", raw)), raw[4 * (count + 1) :]

    def _layout(self) -> tuple[int, int]:
        """Where the table of tables begins, and where the eight lengths of the parts of the text."""
        if self.old:
            return 0x58, 0x34
        words = struct.unpack_from("<H", self.main, 32)[0]
        longs_at = 34 + 2 * words
        if longs_at + 2 > len(self.main) or words > 100:
            return 154, 76
        longs = struct.unpack_from("<H", self.main, longs_at)[0]
        return (longs_at + 2 + 4 * longs + 2, longs_at + 14) if longs <= 100 else (154, 76)

    def _table_stream(self, container: Container, flags: int) -> bytes:
        names = ("1Table", "0Table") if flags & 0x0200 else ("0Table", "1Table")
        for name in names:
            found = container.read(name)
            if found:
                return found
        return self.main

    def _pieces(self, fast_saved: bool) -> list[Piece]:
        raw = self.part(PIECES)
        if not self.old or (fast_saved and raw):
            found = self._piece_table(raw)
            if found:
                return found
            self.damaged = True
        length = max(0, min(self.last, len(self.main)) - self.first)
        sample = self.main[self.first : self.first + 4096]
        wide = (self._extended or not self.old) and sample[1::2].count(0) * 2 > len(sample) // 2
        return [Piece(0, length // 2 if wide else length, self.first, wide)]

    def _piece_table(self, raw: bytes) -> list[Piece]:
        at, changes = 0, []
        while at + 3 <= len(raw) and raw[at] == 1:  # modifiers that pieces refer to
            length = struct.unpack_from("<H", raw, at + 1)[0]
            changes.append(raw[at + 3 : at + 3 + length])
            at += 3 + length
        if at + 5 > len(raw) or raw[at] != 2:
            return []
        body = raw[at + 5 : at + 5 + struct.unpack_from("<I", raw, at + 1)[0]]
        count = min((len(body) - 4) // 12, _MAX_PIECES)
        if count < 1:
            return []
        places = struct.unpack_from(f"<{count + 1}I", body)
        found, total = [], 0
        for index in range(count):
            _, place, change = struct.unpack_from("<HIH", body, 4 * (count + 1) + 8 * index)
            start, end = places[index], places[index + 1]
            wide = self._extended if self.old else not place & 0x40000000
            offset = place if wide or self.old else (place & 0x3FFFFFFF) // 2
            total += end - start
            if end <= start or offset >= len(self.main) or total > 2 * len(self.main):
                self.damaged = self.damaged or end != start
                continue
            found.append(Piece(start, end, offset, wide, self._change(change, changes)))
        return found

    def _change(self, change: int, changes: list[bytes]) -> bytes:
        """What a piece says of all its characters."""
        if change & 1:
            return changes[change >> 1] if change >> 1 < len(changes) else b""
        number, value = change >> 1 & 0x7F, change >> 8
        if self.old:
            return bytes((number, value)) if number else b""
        opcode = {0x41: 0x0800, 0x5C: 0x083C, 0x55: 0x0835}.get(number)
        return struct.pack("<HB", opcode, value) if opcode else b""

    def _pages(self, index: int, *, paragraphs: bool) -> list[tuple[int, int, int, bytes]]:
        """All runs: (first byte, byte after the last, style, modifiers), from pages of 512 bytes."""
        size = 2 if self.old else 4
        _, records = self.positions(index, size)
        numbers = [
            int.from_bytes(records[at : at + size], "little")
            for at in range(0, len(records) - size + 1, size)
        ]
        found = []
        for number in dict.fromkeys(number & 0x3FFFFF for number in numbers):
            page = self.main[number * _PAGE : (number + 1) * _PAGE]
            if len(page) == _PAGE:
                found += self._page(page, paragraphs)
            else:
                self.damaged = True
        return found

    def _page(self, page: bytes, paragraphs: bool) -> list[tuple[int, int, int, bytes]]:
        count = page[-1]
        step = (7 if self.old else 13) if paragraphs else 1
        if 4 * (count + 1) + step * count > _PAGE:
            return []
        places = struct.unpack_from(f"<{count + 1}I", page)
        found = []
        for index in range(count):
            at = 2 * page[4 * (count + 1) + step * index]
            style, changes = 0, b""
            if at and paragraphs:
                style, changes = self._paragraph(page, at)
            elif at:
                changes = page[at + 1 : at + 1 + page[at]]
            if places[index] < places[index + 1]:
                found.append((places[index], places[index + 1], style, changes))
        return found

    def _paragraph(self, page: bytes, at: int) -> tuple[int, bytes]:
        length = 2 * page[at] - 1
        if self.old:
            length = 2 * page[at]
        elif length < 0 and at + 1 < _PAGE:
            at, length = at + 1, 2 * page[at + 1]
        raw = page[at + 1 : at + 1 + max(0, length)]
        return int.from_bytes(raw[:2], "little"), raw[2:]
