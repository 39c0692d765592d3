"""Where the bytes of records come from: a file, or memory; both are read by offset and hold no position."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import BinaryIO, Protocol

from app.tianwang.compressed import CompressedSource, compression_of


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
        self._file: BinaryIO = path.open("rb", buffering=0)
        self._handle = self._file.fileno()
        self.size = self._file.seek(0, 2)
        self._kept = self._kept_before = (0, b"")

    def read(self, offset: int, size: int) -> bytes:
        if offset + size > self.size:  # what was appended since the file was opened is not part of this reading
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
