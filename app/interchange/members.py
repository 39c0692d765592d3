"""Content of files in gzip members or zstd frames; what is behind a broken one is found again."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, BinaryIO, Protocol

from zlib_ng import zlib_ng

from app.interchange.content import PIECE, Broken, Content, Place

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

GZIP_MAGIC = b"\x1f\x8b"
ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
_ZLIB_ERROR: type[Exception] = zlib_ng.error  # type: ignore[assignment]  # its stub calls it an instance
_SKIPPABLE = re.compile(rb"[\x50-\x5f]\x2a\x4d\x18")
_OUT = 1024 * 1024  # bytes inflated at a time: a bomb must not fill the memory
_SEEN = 64 * 1024  # bytes at the beginning of a file that tell how it is packed
_MAX_TRIED = 50_000  # places that look like a member and are none: more of them are somebody's intention
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
    name = "gzip member"

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
    name = "zstd frame"

    def __init__(self) -> None:
        self._machine = zstd.ZstdDecompressor(options={zstd.DecompressionParameter.window_log_max: _WINDOW_LOG})
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
        self, raw: BinaryIO, starts: Callable[[bytes], bool], base: int = 0, *, kind: type[_Gzip] | type[_Zstd]
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
        """Stand at the beginning of a member; False at the end of the file or where none begins."""
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
            self._break(f"there is no {self._kind.name} here")
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
                self._break(f"the {self._kind.name} is damaged ({error})")
                return b""
            self._input = b"" if machine.eof else machine.rest
            if piece:
                return piece
            if not machine.eof and not self._input:
                self._input = self._read(PIECE)
                if not self._input:
                    self._break(f"the {self._kind.name} is cut: the file ends before it", cut=True)
                    return b""
        return b""

    def _break(self, reason: str, *, cut: bool = False) -> None:
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
        """What the member at an offset begins with, b"" when it is none."""
        self._seek(at)
        machine = self._kind()
        found = b""
        try:
            for size in _TRIED:
                found += machine.feed(machine.rest + self._read(size))
                if len(found) >= _FIRST or machine.eof:
                    break
        except (_ZLIB_ERROR, zstd.ZstdError):
            pass  # what came before the damage is told
        return found[:_FIRST]


def open_content(raw: BinaryIO, starts: Callable[[bytes], bool], base: int = 0) -> Content:
    """The content of a file, whose compression is told by its first bytes."""
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
