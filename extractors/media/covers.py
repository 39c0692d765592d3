"""Pictures stored inside songs and films: kind by content, size from their first bytes, never decoded."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator

from extractors.base.signatures import image_type
from extractors.base.types import Picture

LARGEST = 16 << 20
_MOST = 8
_MOST_BYTES = 32 << 20


def pictures(found: Iterable[tuple[bytes, str]]) -> Iterator[Picture]:
    """Those of some (bytes, caption) that are pictures, each once, few and of bearable size."""
    total, seen = 0, set[bytes]()
    for data, caption in found:
        media_type = image_type(data[:64])
        if not media_type or data in seen or len(data) > LARGEST or total + len(data) > _MOST_BYTES:
            continue
        seen.add(data)
        total += len(data)
        yield Picture(data, media_type, *size(data), caption=caption)
        if len(seen) == _MOST:
            return


def size(data: bytes) -> tuple[int, int]:
    """Width and height in pixels of a PNG, GIF, JPEG, BMP or WebP; (0, 0) when the head does not hold them."""
    try:
        if data.startswith(b"\x89PNG"):
            width, height = struct.unpack(">II", data[16:24])
        elif data.startswith(b"GIF8"):
            width, height = struct.unpack("<HH", data[6:10])
        elif data.startswith(b"\xff\xd8"):
            width, height = _jpeg(data)
        elif data.startswith(b"BM"):
            width, height = struct.unpack("<ii", data[18:26])
        elif data[8:12] == b"WEBP":
            width, height = _webp(data)
        else:
            return 0, 0
    except (struct.error, IndexError):
        return 0, 0
    return int(width), abs(int(height))


def _jpeg(data: bytes) -> tuple[int, int]:
    for marker, content in segments(data):
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", content[1:5])
            return width, height
    return 0, 0


def segments(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Marker and content of the segments of a JPEG before its pixels."""
    at = 2
    for _ in range(2000):
        while data[at : at + 2] == b"\xff\xff":
            at += 1
        if data[at : at + 1] != b"\xff" or at + 4 > len(data) or data[at + 1] in (0xDA, 0xD9):
            return
        size = int.from_bytes(data[at + 2 : at + 4], "big")
        yield data[at + 1], data[at + 4 : at + 2 + size]
        at += 2 + max(size, 2)


def _webp(data: bytes) -> tuple[int, int]:
    kind = data[12:16]
    if kind == b"VP8X":
        return int.from_bytes(data[24:27], "little") + 1, int.from_bytes(data[27:30], "little") + 1
    if kind == b"VP8L":
        bits = int.from_bytes(data[21:25], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    width, height = struct.unpack("<HH", data[26:30])
    return width & 0x3FFF, height & 0x3FFF
