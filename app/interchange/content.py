"""The bytes of a web archive file, plain or in compressed members, with offsets to report and to come back to.

Members are the gzip members or zstd frames of a file. Most writers give every record its own, which is what makes a
damaged file readable behind the damage; some compress the whole file as one, or cut it into members anywhere.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import BinaryIO, NamedTuple

PIECE = 64 * 1024
"""Bytes read from the file at a time; at most 16 times as much is inflated at a time."""


_LONGEST = 1024
_LARGE = 1024 * 1024  # bytes from which on joining pieces would hold them twice


class Place(NamedTuple):
    """Where a byte stands: its member (offset in the file), and how far behind the member's beginning."""

    member: int
    inner: int


@dataclass(frozen=True, slots=True)
class Broken:
    """A member that cannot be read to its end, and where the damage is met: of a member that holds one record, at its
    beginning. `cut` when the file ends before it."""

    offset: int
    member: int
    reason: str
    cut: bool = False


class Content:
    """Decoded bytes of one file: a buffer that goes forward, in constant memory. This one is for plain files.

    `starts` tells whether bytes are the beginning of a record. `base` is added to every offset: where the file itself
    stands inside another one.
    """

    def __init__(self, raw: BinaryIO, starts: Callable[[bytes], bool], base: int = 0) -> None:
        self._raw, self._starts, self.base = raw, starts, base
        self.size = raw.seek(0, 2)
        self._seek(0)
        self._buffer = b""
        self._position = 0
        self._marks: list[tuple[int, int]] = [(0, 0)]  # where in the buffer a member begins, and its offset
        self.broken: Broken | None = None

    # ---- where we are ---------------------------------------------------------------------------------------------

    def place(self) -> Place:
        """The place of the next byte."""
        index, offset = next(mark for mark in reversed(self._marks) if mark[0] <= self._position)
        return Place(offset, self._position - index)

    def offset(self, place: Place) -> int:
        """What to report for a place: a byte of the file at which a program can begin to read."""
        return self.base + place.member + place.inner

    def end(self) -> int:
        """The end of the file, to report."""
        return self.base + self.size

    def left(self) -> int | None:
        """How many bytes follow, where that is known without reading them."""
        return self.size - self._reached + len(self._buffer) - self._position

    def ahead(self, count: int, size: int) -> bytes | None:
        """`size` of the bytes behind the next `count`, where that does not mean to read these; otherwise None."""
        self._raw.seek(self._reached - len(self._buffer) + self._position + count)
        found = self._raw.read(size)
        self._raw.seek(self._reached)
        return found

    def go(self, place: Place) -> None:
        """Back (or forward) to a place."""
        self._seek(place.member + place.inner)
        self._clear(place.member + place.inner)

    def _clear(self, offset: int) -> None:
        self._buffer, self._position, self.broken = b"", 0, None
        self._marks = [(0, offset)]

    # ---- reading --------------------------------------------------------------------------------------------------

    def have(self, count: int) -> bool:
        """Whether `count` bytes follow, before the end or a member that begins a record of its own."""
        while len(self._buffer) - self._position < count:
            if not self._more():
                return False
        return True

    def peek(self, count: int) -> bytes:
        """Up to `count` of the bytes that follow."""
        self.have(count)
        return self._buffer[self._position : self._position + count]

    def take(self, count: int) -> bytes:
        """The next `count` bytes; fewer at the end."""
        if count > _LARGE:
            return self._take_large(count)
        parts: list[bytes] = []
        while count > 0 and self.have(1):
            part = self._buffer[self._position : self._position + count]
            self._position += len(part)
            count -= len(part)
            parts.append(part)
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def _take_large(self, count: int) -> bytes:
        whole = io.BytesIO()  # gives its bytes away without a copy
        while count > 0 and self.have(1):
            part = whole.write(self._buffer[self._position : self._position + count])
            self._position += part
            count -= part
        return whole.getvalue()

    def skip(self, count: int) -> int:
        """Pass over `count` bytes; returns how many there were."""
        passed = 0
        while passed < count and self.have(1):
            step = min(count - passed, len(self._buffer) - self._position)
            self._position += step
            passed += step
        return passed

    def skip_breaks(self) -> int:
        """Pass over line breaks; returns how many bytes there were."""
        passed = 0
        while self.have(1):
            rest = self._buffer[self._position : self._position + 4096]
            step = len(rest) - len(rest.lstrip(b"\r\n"))
            self._position += step
            passed += step
            if step < len(rest):
                break
        return passed

    def head(self, limit: int) -> bytes | None:
        """The lines that follow, up to and with the empty one; None when there is none within `limit` bytes. Nothing
        is taken."""
        count = 1
        while self.have(count):
            seen = max(self._position, self._position + count - 3)
            last = min(len(self._buffer), self._position + limit)
            end = self._buffer.find(b"\n\r\n", seen, last) + 3
            short = self._buffer.find(b"\n\n", seen, end if end > 2 else last) + 2
            if end > 2 or short > 1:
                return self._buffer[self._position : short if short > 1 else end]
            count = len(self._buffer) - self._position + 1
            if count > limit:
                break
        return None

    def line(self, limit: int) -> bytes | None:
        """The line that follows, with its end; None when there is none within `limit` bytes. Nothing is taken."""
        count = 1
        while self.have(count):
            end = self._buffer.find(b"\n", self._position + count - 1, self._position + limit) + 1
            if end:
                return self._buffer[self._position : end]
            count = len(self._buffer) - self._position + 1
            if count > limit:
                break
        return None

    def find(self, pattern: re.Pattern[bytes], hold: int = 0) -> tuple[bytes, int, bool]:
        """Go on to the next match of a pattern (shorter than 1 KiB), or to the end: (the first `hold` of the bytes
        passed, how many there were, whether it was found)."""
        kept = io.BytesIO()
        passed, found = 0, False
        while not found and self.have(1):
            match = pattern.search(self._buffer, self._position)
            found = match is not None
            # what begins at the buffer's end may go on in the next piece
            stop = match.start() if match else max(self._position, len(self._buffer) - _LONGEST)
            if not found and stop == self._position:
                if self._more():
                    continue
                stop = len(self._buffer)
            if passed < hold:
                kept.write(self._buffer[self._position : min(stop, self._position + hold - passed)])
            passed += stop - self._position
            self._position = stop
        return kept.getvalue(), passed, found

    def put_back(self, data: bytes) -> None:
        """Undo the taking of the last bytes."""
        self._buffer = data + self._buffer[self._position :]
        self._marks = [(index - self._position + len(data), offset) for index, offset in self._marks]
        if self._marks[0][0] > 0:  # taken from a member that was joined to this one: its own offset is forgotten
            self._marks[0] = (0, self._marks[0][1])
        self._position = 0

    def advance(self) -> bool:
        """At the end of a member: on to the next one; False when there is none."""
        return self.have(1)

    def recover(self) -> bool:
        """Behind a broken member: on to the next one that begins with a record; False when there is none."""
        return False

    def _more(self) -> bool:
        """Put more bytes behind those in the buffer."""
        piece = self._read(PIECE)
        if piece:
            self._append(piece)
        return bool(piece)

    def _seek(self, offset: int) -> None:
        self._reached = self._raw.seek(offset)

    def _read(self, size: int) -> bytes:
        piece = self._raw.read(size)
        self._reached += len(piece)  # to ask the file each time would cost more than reading it
        return piece

    def _append(self, piece: bytes) -> None:
        if self._position:
            self._buffer = self._buffer[self._position :]
            marks = [(index - self._position, offset) for index, offset in self._marks]
            current = max(at for at, mark in enumerate(marks) if mark[0] <= 0)
            self._marks, self._position = marks[current:], 0
        self._buffer += piece
