"""Compressed pieces inside files that would fill the memory when a library unpacks them unasked."""

from __future__ import annotations

import re
import zlib

from extractors.types import Unreadable

MOST_INFLATION = 1032  # what deflate can reach
_LIMIT = 32 << 20
"""Bytes one piece may unpack to. PDFium makes an object of some hundred bytes of every few bytes of content."""

_STREAM = re.compile(rb"(?<!end)stream\r?\n")
_FLATE = re.compile(rb"/(?:FlateDecode|Fl)\b")
# the two bytes every zlib stream begins with: deflate, window size, check bits, no dictionary
_ZLIB = re.compile(
    b"|".join(
        re.escape(bytes((method, flags)))
        for method in range(0x08, 0x80, 0x10)
        for flags in range(256)
        if (method << 8 | flags) % 31 == 0 and not flags & 0x20
    )
)


def check_pdf(data: bytes) -> None:
    """Refuse a PDF of which one part other than a picture unpacks to more than any page holds."""
    for stream in _STREAM.finditer(data):
        about = data[max(0, stream.start() - 2000) : stream.start()]
        about = about[about.rfind(b"obj") + 1 :]
        layers = len(_FLATE.findall(about))
        if layers and b"/Image" not in about:
            end = data.find(b"endstream", stream.end())
            _check(memoryview(data)[stream.end() : end if end >= 0 else len(data)], layers)


def check_id3(data: bytes) -> None:
    """Refuse an ID3 tag in which anything unpacks to more than a tag holds."""
    if not data.startswith(b"ID3") or len(data) < 10:
        return
    size = sum((byte & 127) << shift for byte, shift in zip(data[6:10], (21, 14, 7, 0), strict=True))
    tag = data[10 : 10 + size]
    for form in {tag, tag.replace(b"\xff\x00", b"\xff")}:  # as it is, and without what keeps players in step
        for start in _ZLIB.finditer(form):
            _check(memoryview(form)[start.start() :], 1)


def _check(packed: memoryview, layers: int) -> None:
    if len(packed) * MOST_INFLATION**layers <= _LIMIT:
        return
    inflaters = [zlib.decompressobj() for _ in range(min(layers, 3))]
    total = 0
    try:
        for start in range(0, len(packed), 4096):  # four kibibytes make four mebibytes at most
            piece = bytes(packed[start : start + 4096])
            for inflater in inflaters:
                piece = inflater.decompress(piece, _LIMIT + 1)
            total += len(piece)
            if total > _LIMIT:
                raise Unreadable(f"A part of the file would unpack to more than {_LIMIT >> 20} MiB; it was not opened.")
            if inflaters[0].eof:
                return
    except zlib.error:
        return  # no such stream, or its end: nothing more can come out of it
