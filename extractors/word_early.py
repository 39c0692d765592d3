"""Word before version 6 (for Windows 1 and 2, and Write): their text, which lies in one piece."""

from __future__ import annotations

import re
import struct

from extractors import ole, ole_properties
from extractors.types import Unreadable

WORD_1, WORD_2, WRITE = b"\x9b\xa5", b"\xdb\xa5", b"\x31\xbe"
_PAGE = 128
_CODES = re.compile("\x13[^\x13\x14\x15]*\x14([^\x13\x14\x15]*)\x15|\x13[^\x13\x14\x15]*\x15")
_OTHERS = str.maketrans({"\x07": "\t", "\x0b": "\n", "\x0c": "\n", "\x1e": "-", "\x1f": "", "\x01": "", "\x02": ""})


def text(data: bytes) -> str:
    """The text of a file. Raises Unreadable when it needs a password or is too short."""
    if len(data) < 256:
        raise Unreadable("The file is damaged: it ends in its first part.")
    if data.startswith(WRITE):
        first, last = _PAGE, struct.unpack_from("<I", data, 14)[0]
    else:
        flags = struct.unpack_from("<H", data, 10)[0]
        if flags & 0x0100:
            raise Unreadable(ole.PROTECTED)
        first, last = struct.unpack_from("<II", data, 24)
    raw = data[first : max(first, min(last, len(data)))]
    found = ole_properties.text(raw, 1252)
    for _ in range(10):  # fields in fields, from the innermost out
        found, count = _CODES.subn(lambda field: field[1] or "", found)
        if not count:
            break
    return found.translate(_OTHERS).replace("\r\n", "\n").replace("\r", "\n")
