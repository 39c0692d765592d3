"""Content of files in gzip members or zstd frames; what is behind a broken one is found again."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, BinaryIO, NamedTuple, Protocol

from zlib_ng import zlib_ng

from app.messages import Message

# The bytes of a web archive file, plain or in compressed members, with offsets to report and to come back to.
#
# Members are the gzip members or zstd frames of a file. Most writers give every record its own, which is what
# makes a damaged file readable behind the damage; some compress the whole file as one, or cut it into members
# anywhere.

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
    reason: Message
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
        """The lines that follow, up to and with the empty one; None without one in `limit` bytes. Nothing
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
        if (
            self._marks[0][0] > 0
        ):  # taken from a member that was joined to this one: its own offset is forgotten
            self._marks[0] = (0, self._marks[0][1])
        self._position = 0

    def advance(self) -> bool:
        """Go on from the end of a member to the next one; False at the end of the file."""
        return self.have(1)

    def recover(self) -> bool:
        """Go on behind a broken member to the next one that begins with a record; False without one."""
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


if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

GZIP_MAGIC = b"\x1f\x8b"
ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
_ZLIB_ERROR: type[Exception] = zlib_ng.error  # type: ignore[assignment]  # its stub calls it an instance
_SKIPPABLE = re.compile(rb"[\x50-\x5f]\x2a\x4d\x18")
_OUT = 1024 * 1024  # bytes inflated at a time: a bomb must not fill the memory
_SEEN = 64 * 1024  # bytes at the beginning of a file that show its compression
_MAX_TRIED = 50_000  # places that look like a member; a file with more false ones is made to be slow
_STEP = 256  # bytes of a damaged piece inflated at a time
_WINDOW_LOG = 27  # 128 MiB, as the zstd program has it
_FIRST = 64  # bytes that show whether a member begins a record
_TRIED = (512, PIECE, 2 * PIECE)  # bytes read to see what begins at a place; most places show it soon


class Machine(Protocol):
    """Inflates one member. `rest` is input not used yet: after `eof` it belongs to the next member."""

    rest: bytes
    eof: bool
    long: bool  # whether it was fed more than once

    def feed(self, data: bytes) -> bytes: ...


class _Gzip:
    magic = re.compile(rb"\x1f\x8b\x08[\x00-\x1f]")
    name = Message("gzip-member")

    def __init__(self) -> None:
        self._machine: Any = zlib_ng.decompressobj(31)
        self.rest, self.eof = b"", False
        self.long = self._fed = False
        self._failed: Exception | None = None

    def feed(self, data: bytes) -> bytes:
        if self._failed is not None:
            raise self._failed
        self.long = self._fed
        before = self._machine.copy() if self.long else None  # records have short members, and no copy
        self._fed = True
        try:
            piece: bytes = self._machine.decompress(data, _OUT)
        except _ZLIB_ERROR as error:
            piece = _sound_part(before or zlib_ng.decompressobj(31), data)
            if not piece:
                raise
            self._failed, self.rest = error, b""
            return piece
        self.eof = self._machine.eof
        self.rest = self._machine.unused_data if self.eof else self._machine.unconsumed_tail
        return piece


def _sound_part(machine: Any, data: bytes) -> bytes:
    """What comes out of a member before the damage, to the byte."""
    parts: list[bytes] = []
    at, step = 0, _STEP
    while at < len(data) and sum(map(len, parts)) < _OUT:
        before = machine.copy()
        try:
            parts.append(machine.decompress(data[at : at + step], _OUT))
            at += step
        except _ZLIB_ERROR:
            if step == 1:
                break
            machine, step = before, step // 2  # each copy has the whole window: as few as there can be
    return b"".join(parts)


class _Zstd:
    magic = re.compile(rb"\x28\xb5\x2f\xfd")
    name = Message("zstd-frame")

    def __init__(self) -> None:
        self._machine = zstd.ZstdDecompressor(
            options={zstd.DecompressionParameter.window_log_max: _WINDOW_LOG}
        )
        self.rest, self.eof = b"", False
        self.long = self._fed = False

    def feed(self, data: bytes) -> bytes:
        self.long, self._fed = self._fed, True
        piece: bytes = self._machine.decompress(data, _OUT)
        self.eof = self._machine.eof
        self.rest = self._machine.unused_data if self.eof else b""
        return piece


class Members(Content):
    """Content of compressed members. Members that begin no record are joined to those before them."""

    _machine: Machine | None
    _input: bytes
    _member: int
    _pending: bytes | None  # the beginning of a member that starts with a record

    def __init__(
        self,
        raw: BinaryIO,
        starts: Callable[[bytes], bool],
        base: int = 0,
        *,
        kind: type[_Gzip] | type[_Zstd],
    ) -> None:
        super().__init__(raw, starts, base)
        self._kind = kind
        self._clear(0)

    def offset(self, place: Place) -> int:
        return self.base + place.member

    def left(self) -> int | None:
        return None

    def ahead(self, count: int, size: int) -> bytes | None:
        return None

    def go(self, place: Place) -> None:
        self._seek(place.member)
        self._clear(place.member)
        self.skip(place.inner)

    def advance(self) -> bool:
        if self._pending is None:
            return self.have(1)
        self._buffer, self._position = self._pending, 0
        self._marks, self._pending = [(0, self._member)], None
        return True

    def recover(self) -> bool:
        if self.broken is None:
            return False
        for at in islice(self._candidates(self.broken.offset - self.base + 1), _MAX_TRIED):
            if self._starts(self._beginning(at)):
                self._seek(at)
                self._clear(at)
                return True
        return False

    def _clear(self, offset: int) -> None:
        super()._clear(offset)
        self._machine, self._pending = None, None
        self._input, self._member = b"", offset

    def _more(self) -> bool:
        if self._pending is not None or self.broken is not None:
            return False
        if self._machine is not None and not self._machine.eof:
            piece = self._inflate()
            if piece:
                self._append(piece)
                return True
        return self.broken is None and self._next_member()

    def _next_member(self) -> bool:
        """Begin the next member that holds anything: join it, or keep it pending when it begins a record."""
        fresh = not self._buffer and self._marks == [(0, self._member)]
        while self._begin():
            piece = self._inflate()
            while len(piece) < _FIRST and (more := self._inflate()):
                piece += more
            if not piece:
                if self.broken is not None:
                    return False
                continue
            if not fresh and self._starts(piece):
                self._pending = piece
                return False
            self._append(piece)
            self._marks.append((len(self._buffer) - len(piece), self._member))
            return True
        return False

    def _begin(self) -> bool:
        """Stand at the beginning of a member; False at the end of the file or at other bytes."""
        if self._machine is not None:
            self._input, self._machine = self._machine.rest, None
        while True:
            self._fill(8)
            if not self._input:
                return False
            self._member = self._reached - len(self._input)
            if self._kind is _Zstd and _SKIPPABLE.match(self._input) and len(self._input) >= 8:
                self._pass(8 + int.from_bytes(self._input[4:8], "little"))
                continue
            break
        if not self._kind.magic.match(self._input):
            if not self._input.strip(b"\0") and not self._zeros():
                return False  # padding up to the end
            self._break(Message("nothing-here", part=self._kind.name))
            return False
        self._machine = self._kind()
        return True

    def _inflate(self) -> bytes:
        """The next bytes of the member, b"" at its end."""
        machine = self._machine
        while machine is not None and not machine.eof:
            try:
                piece = machine.feed(self._input)
            except (_ZLIB_ERROR, zstd.ZstdError) as error:
                self._break(Message("part-damaged", part=self._kind.name, detail=error))
                return b""
            self._input = b"" if machine.eof else machine.rest
            if piece:
                return piece
            if not machine.eof and not self._input:
                self._input = self._read(PIECE)
                if not self._input:
                    self._break(Message("part-cut", part=self._kind.name), cut=True)
                    return b""
        return b""

    def _break(self, reason: Message, *, cut: bool = False) -> None:
        # what a long member gave before is read already: its damage is where the file was read
        long = self._machine is not None and self._machine.long
        offset = max(self._member, self._reached - PIECE) if long else self._member
        self.broken = Broken(self.base + offset, self.base + self._member, reason, cut)
        self._machine = None

    def _fill(self, count: int) -> None:
        while len(self._input) < count and (piece := self._read(PIECE)):
            self._input += piece

    def _pass(self, count: int) -> None:
        """Pass over bytes of the file."""
        at = min(self._reached - len(self._input) + count, self.size)
        self._seek(at)
        self._input = b""

    def _zeros(self) -> bool:
        """Whether anything but zeros follows in the file."""
        while piece := self._read(PIECE):
            if piece.strip(b"\0"):
                return True
        return False

    def _candidates(self, offset: int) -> Iterator[int]:
        """Offsets from `offset` on at which a member may begin."""
        kept, position = b"", offset
        while True:
            self._seek(position)
            piece = self._read(PIECE)
            if not piece:
                return
            window, start = kept + piece, position - len(kept)
            for found in self._kind.magic.finditer(window):
                yield start + found.start()
            kept = window[-3:]
            position += len(piece)

    def _beginning(self, at: int) -> bytes:
        """The first content of the member at an offset, b"" for other bytes."""
        self._seek(at)
        machine = self._kind()
        found = b""
        try:
            for size in _TRIED:
                found += machine.feed(machine.rest + self._read(size))
                if len(found) >= _FIRST or machine.eof:
                    break
        except (_ZLIB_ERROR, zstd.ZstdError):
            pass  # the content before the damage counts
        return found[:_FIRST]


def open_content(raw: BinaryIO, starts: Callable[[bytes], bool], base: int = 0) -> Content:
    """The content of a file; its first bytes show the compression."""
    raw.seek(0)
    first = raw.read(8)
    raw.seek(0)
    if first.startswith(GZIP_MAGIC):
        return Members(raw, starts, base, kind=_Gzip)
    if first.startswith(ZSTD_MAGIC) or _SKIPPABLE.match(first):
        return Members(raw, starts, base, kind=_Zstd)
    plain = Content(raw, starts, base)
    if not starts(plain.peek(_SEEN)):
        # the damaged beginning of a file in members is followed by sound ones
        packed = Members(raw, starts, base, kind=_Gzip)
        if not packed.have(1) and packed.recover() and packed.place().member < _SEEN:
            packed.go(Place(0, 0))
            return packed
    plain.go(Place(0, 0))
    return plain
