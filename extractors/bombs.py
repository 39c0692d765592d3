"""Compressed pieces inside files that would fill the memory when a library unpacks them unasked."""

from __future__ import annotations

import re
import zlib

from extractors.types import Unreadable

MOST_INFLATION = 1032  # what deflate can reach
_LIMIT = 32 << 20
"""Bytes one piece may unpack to. PDFium makes an object of some hundred bytes of every few bytes of content."""

_STREAM = re.compile(rb"stream\r?\n")
_FLATE = re.compile(rb"/(?:FlateDecode|Fl)\b")


def check_pdf(data: bytes) -> None:
    """Refuse a PDF of which one part other than a picture unpacks to more than any page holds."""
    for stream in _STREAM.finditer(data):
        if data.startswith(b"end", stream.start() - 3):  # a look behind in the pattern would make it ten times slower
            continue
        about = data[max(0, stream.start() - 2000) : stream.start()]
        about = about[about.rfind(b"obj") + 1 :]
        layers = len(_FLATE.findall(about))
        if layers and b"/Image" not in about:
            end = data.find(b"endstream", stream.end())
            _check(memoryview(data)[stream.end() : end if end >= 0 else len(data)], layers)


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
