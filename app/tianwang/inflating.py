"""zlib streams undone: by libdeflate where that can be done in one piece, which is quicker by half, else by zlib-ng."""

from __future__ import annotations

from typing import cast

import deflate
from zlib_ng import zlib_ng

InflateError = cast(type[Exception], zlib_ng.error)
"""Raised by zlib-ng for what is no stream. (Its type stub declares the class as an instance.)"""

bytes(4 << 20)
"""Made and dropped: glibc keeps as much memory as the largest piece that was dropped (mallopt(3), M_MMAP_THRESHOLD).
Otherwise it gives the memory of each page back to the system, and the next page takes a page fault for every 4 KiB."""

_EXPANSION = 1032  # bytes that one byte of a deflate stream can stand for
_SHORT = 256 * 1024


def inflate(packed: bytes, size: int) -> bytes | None:
    """A whole zlib stream of exactly `size` bytes content, or None when it has not that size, is cut, or goes on.

    InflateError when it is no such stream. Makes `size` + 1 bytes at most, whatever the stream holds.
    """
    data = _inflated(packed, size)
    return None if data is None else bytes(data)


def inflates(packed: bytes, size: int) -> bool:
    """Whether some bytes are a whole zlib stream of exactly `size` bytes content."""
    try:
        return _inflated(packed, size) is not None
    except InflateError:
        return False


def _inflated(packed: bytes, size: int) -> bytes | bytearray | None:
    if size > len(packed) * _EXPANSION:
        return None
    data: bytes | bytearray
    if len(packed) <= _SHORT:
        try:
            data = deflate.zlib_decompress(packed, size + 1)
        except deflate.DeflateError:
            pass  # damaged, or has more content
        else:
            # A stream ends with its checksum: where that stands only at the end, nothing follows the stream.
            end = packed.find(zlib_ng.adler32(data).to_bytes(4, "big")) + 4
            if end == len(packed):
                return data if len(data) == size else None
    machine = zlib_ng.decompressobj()
    data = machine.decompress(packed, size + 1)
    return data if len(data) == size and machine.eof and not machine.unused_data else None


def inflate_beginning(packed: bytes, size: int) -> tuple[bytes, bool]:
    """(the first `size` bytes at most of a stream's content, whether there is no more to be had)."""
    machine = zlib_ng.decompressobj()
    try:
        return machine.decompress(packed, size), machine.eof
    except InflateError:
        return b"", True
