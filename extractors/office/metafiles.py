"""The words in vector pictures of Windows (EMF, EMF+, WMF; [MS-EMF], [MS-EMFPLUS], [MS-WMF]).

Office shows embedded charts and tables as such pictures, so what stands in them is read by whoever sees the page.
"""

from __future__ import annotations

import gzip
import io
import struct
import zlib
from collections.abc import Iterator
from typing import NamedTuple

_MAX_SIZE = 16 << 20
_MAX_RECORDS = 200_000
_MAX_RUNS = 20_000
_PLACEABLE = b"\xd7\xcd\xc6\x9a"
_EMF_PLUS = b"EMF+"
_TEXT_A, _TEXT_W, _SMALL_TEXT, _COMMENT, _END = 83, 84, 108, 70, 14
_GLYPHS, _NO_RECTANGLE, _SMALL_CHARACTERS = 0x10, 0x100, 0x200
_DRAW_STRING = 0x401C
_WMF_TEXT, _WMF_EXTENDED_TEXT, _WMF_FONT = 0x0521, 0x0A32, 0x02FB
# Character set of a font of Windows → codec
_CHARSETS = {
    77: "mac_roman",
    128: "cp932",
    129: "cp949",
    134: "gb18030",
    136: "big5",
    161: "cp1253",
    162: "cp1254",
    177: "cp1255",
    178: "cp1256",
    186: "cp1257",
    204: "cp1251",
    222: "cp874",
    238: "cp1250",
}
_SYMBOLS = 2


class _Run(NamedTuple):
    x: int
    y: int
    end: int
    """The end of the picture, 0 when the head does not hold it."""
    text: str


def is_metafile(name: str) -> bool:
    return name.lower().endswith((".emf", ".wmf", ".emz", ".wmz"))


def texts(data: bytes) -> list[str]:
    """The lines in a picture, in the order in which they are drawn; [] for anything else and for damage."""
    data = _unpacked(data)
    try:
        if data[40:44] == b" EMF":
            runs = list(_emf(data))
        elif data.startswith(_PLACEABLE):
            runs = list(_wmf(data, 22))
        elif data[:4] in (b"\x01\0\x09\0", b"\x02\0\x09\0"):
            runs = list(_wmf(data, 0))
        else:
            return []
    except (struct.error, IndexError):
        return []
    return _lines(runs)


def _unpacked(data: bytes) -> bytes:
    if data.startswith(b"\x1f\x8b"):
        try:
            with gzip.GzipFile(fileobj=io.BytesIO(data)) as stream:
                return stream.read(_MAX_SIZE)
        except (OSError, EOFError, zlib.error):
            return b""
    return data[:_MAX_SIZE]


def inflated(data: bytes) -> bytes:
    """A picture as old Office files pack it, as far as it can be unpacked."""
    try:
        return zlib.decompressobj().decompress(data, _MAX_SIZE)
    except zlib.error:
        return b""


def _lines(runs: list[_Run]) -> list[str]:
    """Runs that follow one another on the same height are one line."""
    lines: list[str] = []
    before: _Run | None = None
    for run in runs[:_MAX_RUNS]:
        text = "".join(c if c.isprintable() else " " for c in run.text)
        if not text.strip():
            continue
        if before is not None and run.y == before.y and before.end and run.x >= before.x:
            width = max(1, (before.end - before.x) // max(1, len(before.text)))
            gap = run.x - before.end
            if gap < width * 3:
                lines[-1] += (" " if gap > width // 3 else "") + text
                before = run
                continue
        lines.append(text)
        before = run
    return [line for line in (" ".join(line.split()) for line in lines) if line]


def _emf(data: bytes) -> Iterator[_Run]:
    at, end = 0, len(data)
    plus: list[_Run] = []
    found = False
    for _ in range(_MAX_RECORDS):
        if at + 8 > end:
            break
        kind, size = struct.unpack_from("<II", data, at)
        if size < 8 or kind == _END:
            break
        record = data[at : at + size]
        if kind in (_TEXT_W, _TEXT_A):
            run = _emf_text(record, kind == _TEXT_W)
        elif kind == _SMALL_TEXT:
            run = _emf_small_text(record)
        else:
            run = None
            if kind == _COMMENT and record[12:16] == _EMF_PLUS:
                plus += _emf_plus(record[16:])
        if run is not None:
            found = True
            yield run
        at += size
    if not found:
        yield from plus


def _emf_text(record: bytes, wide: bool) -> _Run | None:
    x, y, count, offset, options = struct.unpack_from("<iiIII", record, 36)
    spaces = struct.unpack_from("<I", record, 72)[0]
    if options & _GLYPHS:
        return None
    raw = record[offset : offset + count * (2 if wide else 1)]
    text = raw.decode("utf-16-le", "replace") if wide else raw.decode("cp1252", "replace")
    total = 0
    if spaces and spaces + 4 * count <= len(record):
        total = sum(struct.unpack_from(f"<{count}I", record, spaces))
    return _Run(x, y, x + total if 0 < total < 1 << 30 else 0, text)


def _emf_small_text(record: bytes) -> _Run | None:
    x, y, count, options = struct.unpack_from("<iiII", record, 8)
    at = 36 if options & _NO_RECTANGLE else 52
    if options & _GLYPHS:
        return None
    if options & _SMALL_CHARACTERS:
        return _Run(x, y, 0, record[at : at + count].decode("latin-1"))
    return _Run(x, y, 0, record[at : at + 2 * count].decode("utf-16-le", "replace"))


def _emf_plus(data: bytes) -> Iterator[_Run]:
    at = 0
    while at + 12 <= len(data):
        kind, _, size, _ = struct.unpack_from("<HHII", data, at)
        if size < 12:
            return
        if kind == _DRAW_STRING and at + 40 <= len(data):
            count = struct.unpack_from("<I", data, at + 20)[0]
            text = data[at + 40 : min(at + 40 + 2 * count, at + size)].decode("utf-16-le", "replace")
            yield _Run(0, at, 0, text)
        at += size


def _wmf(data: bytes, start: int) -> Iterator[_Run]:
    at = start + 18
    codec: str | None = "cp1252"
    for _ in range(_MAX_RECORDS):
        if at + 6 > len(data):
            return
        words, kind = struct.unpack_from("<IH", data, at)
        if words < 3 or not kind:
            return
        record = data[at + 6 : at + 2 * words]
        if kind == _WMF_FONT and len(record) > 13:
            codec = None if record[13] == _SYMBOLS else _CHARSETS.get(record[13], "cp1252")
        elif kind == _WMF_TEXT and codec:
            count = struct.unpack_from("<H", record)[0]
            y, x = struct.unpack_from("<hh", record, 2 + count + count % 2)
            yield _Run(x, y, 0, record[2 : 2 + count].decode(codec, "replace"))
        elif kind == _WMF_EXTENDED_TEXT and codec:
            y, x, count, options = struct.unpack_from("<hhHH", record)
            first = 16 if options & 6 else 8
            spaces = first + count + count % 2
            total = 0
            if count and spaces + 2 * count <= len(record):
                total = sum(struct.unpack_from(f"<{count}h", record, spaces))
            if not options & _GLYPHS:
                yield _Run(
                    x,
                    y,
                    x + total if total > 0 else 0,
                    record[first : first + count].decode(codec, "replace"),
                )
        at += 2 * words
