"""zlib streams undone by zlib-ng. (libdeflate is quicker by a third, but takes codes that no stream may have.)"""

from __future__ import annotations

from typing import cast

from zlib_ng import zlib_ng

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
