"""Where the bytes of records come from: a file, or memory; both are read by offset and hold no position."""

from __future__ import annotations

import lzma
import os
import re
import sys
import threading
from collections import deque
from pathlib import Path
from typing import Any, BinaryIO, Protocol, cast

from zlib_ng import zlib_ng

from app.messages import Message

# zlib streams undone by zlib-ng. (libdeflate is quicker by a third, but takes codes that no stream may
# have.)

InflateError = cast(type[Exception], zlib_ng.error)
"""Raised by zlib-ng for what is no stream. (Its type stub declares the class as an instance.)"""

bytes(4 << 20)
"""Made and dropped: glibc keeps as much memory as the largest piece that was dropped (mallopt(3), M_MMAP_THRESHOLD).
Otherwise it gives the memory of each page back to the system, and the next page takes a page fault for every 4 KiB."""

_EXPANSION = 1032  # bytes that one byte of a deflate stream can stand for
_SHORT = 64 * 1024


def inflate(packed: bytes, size: int) -> bytes | None:
    """A whole zlib stream of exactly `size` bytes content, or None when it has not that size, is cut, or goes on.

    InflateError when it is no such stream. Makes 66 MB at most beyond `size` bytes, whatever the stream holds.
    """
    if size > len(packed) * _EXPANSION:
        return None
    if len(packed) <= _SHORT:
        # Into one piece of memory, which is quicker. A stream ends with its checksum: where that stands only at the
        # end, nothing follows the stream.
        data: bytes = zlib_ng.decompress(packed, 15, size + 1)
        if packed.find(zlib_ng.adler32(data).to_bytes(4, "big")) + 4 == len(packed):
            return data if len(data) == size else None
    machine = zlib_ng.decompressobj()
    data = machine.decompress(packed, size + 1)
    return data if len(data) == size and machine.eof and not machine.unused_data else None


def inflates(packed: bytes, size: int) -> bool:
    """Whether some bytes are a whole zlib stream of exactly `size` bytes content."""
    try:
        return inflate(packed, size) is not None
    except InflateError:
        return False


def inflate_beginning(packed: bytes, size: int) -> tuple[bytes, bool]:
    """(the first `size` bytes at most of a stream's content, whether there is no more to be had)."""
    machine = zlib_ng.decompressobj()
    try:
        return machine.decompress(packed, size), machine.eof
    except InflateError:
        return b"", True


# Files compressed as a whole (.gz, .xz, .zst), read as a stream whose recent part stays at hand.

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

_CHUNK = 64 * 1024  # bytes read from the file at once
_PIECE = 1024 * 1024  # bytes of content made at once, however well they were compressed
_AT_HAND = 4 * 1024 * 1024  # bytes of content that stay at hand behind the place reached
_MOST = 64 * 1024 * 1024  # and at most, for the sake of one large record
_MARKS = 4096

_MAGIC = {
    "gzip": re.compile(rb"\x1f\x8b\x08"),
    "xz": re.compile(rb"\xfd7zXZ\x00"),
    "zstd": re.compile(rb"\x28\xb5\x2f\xfd|[\x50-\x5f]\x2a\x4d\x18"),
}


class Machine(Protocol):
    """Undoes one gzip member, xz stream or zstd frame."""

    @property
    def eof(self) -> bool: ...
    @property
    def needs_input(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, max_length: int = -1) -> bytes: ...


class KeepingInput:
    """A decompressor of zlib or zlib-ng with the manners of those for xz and zstd: it keeps the input that it has not
    used yet."""

    def __init__(self, machine: Any) -> None:
        self._machine = machine
        self.eof, self.needs_input, self.unused_data = False, True, b""

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:
        machine = self._machine
        piece: bytes = machine.decompress(machine.unconsumed_tail + data, max_length)
        self.eof, self.unused_data = machine.eof, machine.unused_data
        # with room left in the piece, nothing can be waiting inside
        self.needs_input = not machine.unconsumed_tail and len(piece) < max_length
        return piece


def zstd_decompressor() -> zstd.ZstdDecompressor:
    """One that also takes what `zstd --long=31` made: it needs up to 2 GB of memory then, as far as the file goes."""
    _, largest = zstd.DecompressionParameter.window_log_max.bounds()
    return zstd.ZstdDecompressor(options={zstd.DecompressionParameter.window_log_max: largest})


def compression_of(beginning: bytes) -> str:
    """The compression of a file with these first bytes: "gzip", "xz", "zstd" or ""."""
    return next((kind for kind, magic in _MAGIC.items() if magic.match(beginning)), "")


class CompressedSource:
    """The content of a compressed file. Reading on is fast; going back further than what is at hand starts again at the
    beginning of a member, stream or frame. A damaged or cut file has content up to there, and `failure` says why."""

    def __init__(self, path: Path, kind: str) -> None:
        self.name, self.compression = str(path), kind
        self.size, self.failure = -1, ""
        self._file: BinaryIO = path.open("rb", buffering=0)
        self._file_size = self._file.seek(0, 2)
        self._marks = [(0, 0)]  # (offset in the content, in the file) where a member begins
        self._spacing = _PIECE
        self._careful = self._file_size  # offset in the file from which on it is read byte by byte
        self._turn = threading.RLock()
        self._keep_from = 0
        self._begin(0, 0)

    def read(self, offset: int, size: int) -> bytes:
        with self._turn:
            if offset < self._start:
                self._begin(*next(mark for mark in reversed(self._marks) if mark[0] <= offset))
            while self._end < offset + size and self._more(offset):
                pass
            return self._at_hand(offset, size)

    def _at_hand(self, offset: int, size: int) -> bytes:
        start, found = self._end, []
        for held in reversed(self._held):
            start -= len(held)
            if start < offset + size:
                with memoryview(held) as view:
                    found.append(bytes(view[max(offset - start, 0) : offset + size - start]))
            if start <= offset:
                break
        return b"".join(reversed(found)) if len(found) != 1 else found[0]

    def window(self, offset: int, size: int, keep_from: int) -> bytes:
        self._keep_from = keep_from
        return self.read(offset, size)

    def near(self, offset: int, size: int) -> tuple[bytes, int]:
        return self.read(offset, size), 0

    def position(self) -> tuple[int, int]:
        return self._at, self._file_size

    def close(self) -> None:
        self._file.close()

    def _begin(self, content: int, at: int) -> None:
        """Go on reading at `at` of the file, where a member begins with the byte `content` of the content."""
        self._start = self._end = content
        self._held: deque[bytearray] = deque((bytearray(),))  # the content from _start to _end
        self._at = self._file.seek(at)
        self._chunk_at = at
        self._machine = self._new_machine()
        self._rest = b""  # of the chunk read last, what no machine was given yet
        self._fresh = True  # the machine was given nothing so far

    def _new_machine(self) -> Machine:
        if self.compression == "gzip":
            return KeepingInput(zlib_ng.decompressobj(31))
        return lzma.LZMADecompressor(lzma.FORMAT_XZ) if self.compression == "xz" else zstd_decompressor()

    def _more(self, wanted: int) -> bool:
        """Make the next piece of content; False at the end. Forgets what lies far before `wanted`."""
        if self._end == self.size:
            return False
        try:
            piece = self._piece()
        except (InflateError, lzma.LZMAError, zstd.ZstdError) as error:
            if self._careful > self._chunk_at:
                # the machine gave up within a chunk: byte by byte it tells everything up to the damage
                self._careful = self._chunk_at
                self._begin(
                    *next(mark for mark in reversed(self._marks) if mark[0] <= min(wanted, self._end))
                )
                return True
            return self._ends(
                Message("compression-damaged-behind", kind=self.compression, offset=self._end, detail=error)
            )
        if piece is None:
            return False
        if len(self._held[-1]) > _CHUNK:
            self._held.append(bytearray())
        self._held[-1] += piece
        self._end += len(piece)
        floor = min(wanted, max(min(self._keep_from, self._end - _AT_HAND), self._end - _MOST))
        while self._start + len(self._held[0]) <= floor and len(self._held) > 1:
            self._start += len(self._held.popleft())
        return True

    def _piece(self) -> bytes | None:
        """The next bytes of content, b"" at the end of a member, None at the end of the content."""
        if self._machine.eof:
            self._rest = self._machine.unused_data.lstrip(b"\0")
            self._machine, self._fresh = self._new_machine(), True
            if self._rest:
                self._mark()
        if not self._machine.needs_input:
            return self._machine.decompress(b"", _PIECE)
        while not self._rest:
            chunk = self._file.read(min(_CHUNK, max(self._careful - self._at, 1)))
            if not chunk:
                self._ends("" if self._fresh else Message("compression-cut", kind=self.compression))
                return None
            self._chunk_at, self._at = self._at, self._at + len(chunk)
            self._rest = chunk.lstrip(b"\0") if self._fresh else chunk  # zeros pad the end of some files
            if self._fresh and self._rest:
                self._mark()
        data, self._rest, self._fresh = self._rest, b"", False
        return self._machine.decompress(data, _PIECE)

    def _mark(self) -> None:
        """Remember that a member begins here."""
        if self._end >= self._marks[-1][0] + self._spacing:
            self._marks.append((self._end, self._at - len(self._rest)))
            if len(self._marks) > _MARKS:
                self._marks = self._marks[::2]
                self._spacing *= 2

    def _ends(self, failure: str) -> bool:
        self.size = self._end
        self.failure = failure
        return False


class Source(Protocol):
    """Bytes addressed by their offset in the content (for compressed files: after decompression)."""

    name: str
    size: int  # bytes of content; -1 while that is not known
    compression: str  # "" for plain content, else "gzip", "xz" or "zstd"
    failure: str  # why the content ends where it does, when that is not its proper end; else ""

    def read(self, offset: int, size: int) -> bytes:
        """The bytes from `offset` on: exactly `size` of them, fewer only where the content ends."""

    def near(self, offset: int, size: int) -> tuple[bytes, int]:
        """A piece that holds the byte at `offset`, and where in it that is: one at hand, or one of `size` bytes."""

    def window(self, offset: int, size: int, keep_from: int) -> bytes:
        """Like `read`, by whoever walks through the content: what stands behind `keep_from` will be wanted again."""

    def position(self) -> tuple[int, int]:
        """(how far, of how much) the file on disk has been read, in bytes."""

    def close(self) -> None: ...


def open_source(path: Path) -> Source:
    """The content of a file, whether it is compressed or not; tells that by its first bytes. OSError as of `open`."""
    plain = PlainSource(path)
    kind = compression_of(plain.read(0, 8))
    if not kind:
        return plain
    plain.close()
    return CompressedSource(path, kind)


class PlainSource:
    """A file read by position; several threads may read at once."""

    compression = failure = ""

    def __init__(self, path: Path) -> None:
        self.name = str(path)
        self._file: BinaryIO = open(path, "rb", buffering=0)  # noqa: PTH123, SIM115 - faster: once a page
        self._handle = self._file.fileno()
        self.size = self._file.seek(0, 2)
        self._kept = self._kept_before = (0, b"")

    def read(self, offset: int, size: int) -> bytes:
        if (
            offset + size > self.size
        ):  # what was appended since the file was opened is not part of this reading
            size = self.size - offset
            if size <= 0:
                return b""
        piece = _pread(self._handle, size, offset)
        if len(piece) == size or not piece:
            return piece
        pieces, got = [piece], len(piece)
        while got < size:  # the system gives at most 2 GiB at once
            piece = _pread(self._handle, size - got, offset + got)
            if not piece:
                break
            pieces.append(piece)
            got += len(piece)
        return b"".join(pieces)

    def window(self, offset: int, size: int, keep_from: int) -> bytes:
        piece = self.read(offset, size)
        self._kept_before = self._kept
        self._kept = (offset, piece)
        return piece

    def near(self, offset: int, size: int) -> tuple[bytes, int]:
        start, window = self._kept_before
        if start <= offset < start + len(window):
            return window, offset - start
        start, window = self._kept
        if start <= offset < start + len(window):
            return window, offset - start
        return self.read(offset, size), 0

    def position(self) -> tuple[int, int]:
        return min(self._kept[0], self.size), self.size

    def close(self) -> None:
        self._file.close()
        self._handle = -1


class MemorySource:
    """Part of a file in memory, addressed by the offsets of the whole."""

    compression = failure = ""

    def __init__(self, data: bytes, start: int = 0, name: str = "") -> None:
        self.name, self.size = name, start + len(data)
        self._data, self._start = data, start

    def read(self, offset: int, size: int) -> bytes:
        at = offset - self._start
        return self._data[at : at + size] if at >= 0 else b""

    def window(self, offset: int, size: int, keep_from: int) -> bytes:
        return self.read(offset, size)

    def near(self, offset: int, size: int) -> tuple[bytes, int]:
        return self._data, offset - self._start

    def position(self) -> tuple[int, int]:
        return len(self._data), len(self._data)

    def close(self) -> None:
        """Nothing is open."""


if hasattr(os, "pread"):
    _pread = os.pread
else:
    _turn = threading.Lock()

    def _pread(handle: int, size: int, offset: int, /) -> bytes:
        """os.pread where the system has none."""
        with _turn:
            os.lseek(handle, offset, os.SEEK_SET)
            return os.read(handle, size)
