"""A large field of bits in a sparse file: written through, read by memory map, cheap to check as a whole."""

from __future__ import annotations

import errno
import mmap
import os
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

PAGE = 4096
"""Bytes that are told apart as written or never written."""

_PIECE = 1 << 20
_FLAGS = getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)  # a link would lead out of the archive
_NOTHING = bytes(PAGE)
_NO_PIECE = bytes(_PIECE)

if sys.platform == "win32":

    def _write_at(handle: int, data: bytes, offset: int) -> int:
        os.lseek(handle, offset, os.SEEK_SET)
        return os.write(handle, data)

    def _read_at(handle: int, size: int, offset: int) -> bytes:
        os.lseek(handle, offset, os.SEEK_SET)
        return os.read(handle, size)
else:
    _write_at, _read_at = os.pwrite, os.pread


class BitFile:
    """`bits` bits (a multiple of 8 pages' worth) behind `start` bytes of header, as 32-bit little-endian words.

    Bits are only ever set. Writing goes through `pwrite`, so that a full disk is an OSError; storing to a map of a
    sparse file would end the process instead. For the same reason the map is read only where something was written:
    on a file system in memory even reading a hole takes a page of the disk. `marked` counts the bits that are set.
    """

    def __init__(self, path: Path, bits: int, start: int = 0) -> None:
        """Opens a file made by `create`. OSError; ValueError when it has not the right size."""
        self.path, self.bits, self.start = path, bits, start
        self.marked = 0
        self._handle = os.open(path, os.O_RDWR | _FLAGS)
        try:
            size = start + bits // 8
            if os.fstat(self._handle).st_size != size:
                raise ValueError(f"{path} has not {size} bytes")
            self._map = mmap.mmap(self._handle, size, access=mmap.ACCESS_READ)
            self._written = bytearray(-(-size // PAGE))
            for number, page in _pages(self._handle, size):
                self._written[number] = 1
                self.marked += _count(number, page, start)
        except BaseException:
            os.close(self._handle)
            raise

    @classmethod
    def create(cls, path: Path, bits: int, fill: Callable[[mmap.mmap], bool], header: bytes = b"") -> BitFile:
        """Makes or replaces a file in one step, with the bits that `fill` sets, which says whether there are any.
        OSError."""
        # a mapping takes memory only where it is written; nothing is looked for in the empty one of a new archive
        with mmap.mmap(-1, bits // 8) as field:
            return cls._made(path, field, len(field) if fill(field) else 0, header)

    @classmethod
    def _made(cls, path: Path, field: mmap.mmap, end: int, header: bytes) -> BitFile:
        new = path.with_name(path.name + ".new")
        try:
            handle = os.open(new, os.O_RDWR | os.O_CREAT | os.O_TRUNC | _FLAGS, 0o644)
            try:
                os.ftruncate(handle, len(header) + len(field))
                _write_whole(handle, header, 0)
                for at in range(0, end, _PIECE):
                    piece = field[at : at + _PIECE]
                    if piece == _NO_PIECE:
                        continue
                    for inside in range(0, len(piece), PAGE):
                        page = piece[inside : inside + PAGE]
                        if page != _NOTHING:
                            _write_whole(handle, bytes(page), len(header) + at + inside)
                os.fsync(handle)
            finally:
                os.close(handle)
            new.replace(path)
        except OSError:
            with suppress(OSError):
                new.unlink()
            raise
        return cls(path, len(field) * 8, len(header))

    def header(self) -> bytes:
        """What stands before the bits."""
        return self._map[: self.start]

    def test(self, bit: int) -> bool:
        at = self.start + (bit >> 3)
        return bool(self._written[at >> 12] and self._map[at] >> (bit & 7) & 1)

    def set(self, bit: int) -> None:
        """Set a bit, at once and in the file. OSError."""
        at = self.start + (bit >> 5 << 2)
        page = at >> 12
        word = int.from_bytes(self._map[at : at + 4], "little") if self._written[page] else 0
        mask = 1 << (bit & 31)
        if not word & mask:
            _write_whole(self._handle, (word | mask).to_bytes(4, "little"), at)
            self._written[page] = 1
            self.marked += 1

    def sync(self) -> None:
        """Make all set bits survive a power cut. OSError."""
        os.fsync(self._handle)

    def checksum(self) -> int:
        """CRC-32 over the pages that hold anything, each with its number; holes cost nothing. OSError, also when the
        file no longer has as many bits set as were set in it."""
        value = marked = 0
        for number, page in _pages(self._handle, self.start + self.bits // 8):
            value = zlib.crc32(page, zlib.crc32(number.to_bytes(4, "little"), value))
            marked += _count(number, page, self.start)
        if marked != self.marked:
            raise OSError(errno.EIO, "somebody else changed its bits", str(self.path))
        return value

    def close(self) -> None:
        if self._handle >= 0:
            self._map.close()
            os.close(self._handle)
            self._handle = -1


def _count(number: int, page: bytes, start: int) -> int:
    """Bits set in a page, none in one of the header."""
    return int.from_bytes(page, "little").bit_count() if number * PAGE >= start else 0


def _write_whole(handle: int, data: bytes, offset: int) -> None:
    if _write_at(handle, data, offset) != len(data):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _pages(handle: int, size: int) -> Iterator[tuple[int, bytes]]:
    """(number, bytes) of every page that is not empty."""
    for start, end in _ranges(handle, size):
        for at in range(start, end, _PIECE):
            piece = _read_at(handle, min(_PIECE, end - at), at)
            for inside in range(0, len(piece), PAGE):
                page = piece[inside : inside + PAGE]
                if page != _NOTHING:
                    yield (at + inside) // PAGE, page


def _ranges(handle: int, size: int) -> Iterator[tuple[int, int]]:
    """Parts of a file that are no holes, in whole pages; all of it where the system cannot tell."""
    if not hasattr(os, "SEEK_DATA"):
        yield 0, size
        return
    at = 0
    while at < size:
        try:
            start = os.lseek(handle, at, os.SEEK_DATA) // PAGE * PAGE
            end = min(size, -(-os.lseek(handle, start, os.SEEK_HOLE) // PAGE) * PAGE)
        except OSError as error:
            if error.errno == errno.ENXIO:  # only a hole is left
                return
            yield at, size
            return
        yield max(start, at), end
        at = end
