"""Zips whose table of contents is lost: the members that can still be unpacked, found by their local headers.

PKWARE APPNOTE 4.3.7. What a program cut off or a transfer lost takes the table at the end first; the text of a document
often stands before.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib

_HEADER = b"PK\x03\x04"
_MOST = 64 << 20  # bytes unpacked in all
_MEMBERS = 2000
_STORED, _DEFLATED = 0, 8
_CHUNK = 1 << 16


def readable(data: bytes) -> tuple[bytes, bool]:
    """A zipped document itself, or what could be rescued of one that has lost its table; and whether that was so."""
    if not data.startswith(b"PK"):
        return data, False
    try:
        zipfile.ZipFile(io.BytesIO(data)).close()
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
        found = rescued(data)
        return (data, False) if found is None else (found, True)
    return data, False


def rescued(data: bytes) -> bytes | None:
    """A whole zip of the XML members that could be read (of the last one, its beginning); None when there are none."""
    found: dict[str, bytes] = {}
    at, left = data.find(_HEADER), _MOST
    while at >= 0 and len(found) < _MEMBERS and left > 0:
        name, content = _member(data, at, left)
        if content and name.endswith((".xml", ".rels")) and "\0" not in name:
            found.setdefault(name, content)
        left -= len(content)
        at = data.find(_HEADER, at + 4)
    if not found:
        return None
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, content in found.items():
            archive.writestr(name, content)
    return target.getvalue()


def _member(data: bytes, at: int, limit: int) -> tuple[str, bytes]:
    if at + 30 > len(data):
        return "", b""
    flags, method = struct.unpack_from("<HH", data, at + 6)
    size, _, name_size, extra = struct.unpack_from("<IIHH", data, at + 18)
    start = at + 30 + name_size + extra
    name = data[at + 30 : at + 30 + name_size].decode("utf-8", "replace")
    if flags & 1 or not name.endswith((".xml", ".rels")):
        return name, b""
    if method == _STORED:
        return name, data[start : start + min(size, limit)]
    if method != _DEFLATED:
        return name, b""
    inflater = zlib.decompressobj(-15)
    pieces, total = [], 0
    try:
        for offset in range(start, len(data), _CHUNK):
            pending = data[offset : offset + _CHUNK]
            while pending and total < limit:
                piece = inflater.decompress(pending, _CHUNK)
                pieces.append(piece)
                total += len(piece)
                pending = b"" if inflater.eof else inflater.unconsumed_tail
            if inflater.eof or total >= limit:
                break
    except zlib.error:
        pass  # what came before it is good
    return name, b"".join(pieces)
