"""Files compressed as a whole (.gz, .xz, .zst), read as a stream whose recent part stays at hand."""

from __future__ import annotations

import lzma
import re
import sys
import threading
from collections import deque
from pathlib import Path
from typing import BinaryIO, Protocol

from zlib_ng import zlib_ng

from app.tianwang.inflating import InflateError

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


class _Machine(Protocol):
    """Undoes one gzip member, xz stream or zstd frame."""

    @property
    def eof(self) -> bool: ...
    @property
    def needs_input(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, max_length: int = -1) -> bytes: ...


class _GzipMember:
    """zlib-ng's decompressor with the manners of those for xz and zstd: it keeps the input it has not used yet."""

    def __init__(self) -> None:
        self._machine = zlib_ng.decompressobj(31)
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
    """What a file that begins so is compressed with: "gzip", "xz", "zstd", or "" for none of them."""
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

    def _new_machine(self) -> _Machine:
        if self.compression == "gzip":
            return _GzipMember()
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
                self._begin(*next(mark for mark in reversed(self._marks) if mark[0] <= min(wanted, self._end)))
                return True
            return self._ends(
                f"the {self.compression} data is damaged behind byte {self._end} of its content ({error})"
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
        """Some bytes of content (perhaps none, where a member ends); None when there are no more."""
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
                self._ends("" if self._fresh else f"the {self.compression} data is cut off")
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
