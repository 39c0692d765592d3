"""The text of WordPerfect files: 4.2 (which has no header), 5 and 6 to X (which begin with \\xFFWPC).

Only what is read is decoded: letters of the Western character sets, line ends, tabs. Fonts, notes and tables are not.
"""

from __future__ import annotations

import struct

from extractors.base import ole
from extractors.base.types import Unreadable

SIGNATURE = b"\xffWPC"
_FIXED_5 = {0xC0: 4, 0xC1: 9, 0xC2: 11, 0xC3: 3, 0xC4: 3, 0xC5: 5, 0xC6: 6, 0xC7: 7}
_FIXED_6 = (4, 5, 3, 3, 3, 3, 4, 4, 4, 5, 5, 6, 6, 8, 8)  # from 0xF0 on
_MULTINATIONAL = {23: "ß"} | dict(
    enumerate("ÁáÂâÄäÀàÅåÆæÇçÉéÊêËëÈèÍíÎîÏïÌìÑñÓóÔôÖöÒòÚúÛûÜüÙùŸÿÃãĐđØøÕõÝý", 26)
)
_TYPOGRAPHIC = {
    0: "●",
    1: "○",
    2: "■",
    3: "•",
    5: "¶",
    6: "§",
    7: "¡",
    8: "¿",
    9: "«",
    10: "»",
    11: "£",
    12: "¥",
    17: "½",
    18: "¼",
    19: "¢",
    20: "²",
    22: "®",
    23: "©",
    25: "¾",
    26: "³",
    28: "’",
    29: "‘",
    31: "”",
    32: "“",
    33: "–",
    34: "—",
    35: "‹",
    36: "›",
}
_USUAL_6 = "åÅæÆäÄáàâãÃçÇëéÉèêíñÑøØõÕöÖüÜúùß"  # the codes 1 to 32
_LINE_ENDS_5 = {
    0x0A: "\n",
    0x0B: " ",
    0x0C: "\n",
    0x0D: " ",
    0x8C: "\n",
    0x99: "\n",
    0xA0: " ",
    0xA9: "-",
    0xAA: "-",
}
_LINE_ENDS_6 = {0x80: " ", 0x81: " ", 0x84: "-", 0x87: "\n", 0xC7: "\n", 0xCC: "\n", 0xCF: " "}
_LEAST = 20  # printable characters a file without a header needs to be taken for one of 4.2


def text(data: bytes) -> str:
    """The text of a file. Raises Unreadable when it needs a password or holds none."""
    if not data.startswith(SIGNATURE):
        return _version_4(data)
    if len(data) < 16:
        raise Unreadable("The file is damaged: it ends in its first part.")
    start, _, kind, major, _, key = struct.unpack_from("<IBBBBH", data, 4)
    if key:
        raise Unreadable(ole.PROTECTED)
    if kind not in (0x0A, 0x2C, 0x2D):
        raise Unreadable("The file is not a WordPerfect document.")
    return _version_6(data[start:]) if major >= 2 else _version_5(data[start:])


def is_version_4(data: bytes) -> bool:
    """Does a file without a header look like WordPerfect 4.2: functions that end with the byte they begin with?"""
    at, functions, letters = 0, 0, 0
    data = data[:20_000]
    while at < len(data):
        byte = data[at]
        if byte >= 0xC0:
            end = data.find(byte, at + 1, at + 300)
            if end < 0:
                return False
            functions += 1
            at = end
        elif 32 <= byte < 127:
            letters += 1
        elif byte < 9:
            return False
        at += 1
    return functions > 0 and letters >= _LEAST


def _version_4(data: bytes) -> str:
    pieces, at = [], 0
    while at < len(data):
        byte = data[at]
        if byte >= 0xC0:
            end = data.find(byte, at + 1, at + 4000)
            if byte == 0xE1 and at + 1 < len(data):
                pieces.append(data[at + 1 : at + 2].decode("cp437"))
            at = at + 1 if end < 0 else end + 1
            continue
        pieces.append(_LINE_ENDS_5.get(byte, "") if byte < 32 or byte > 126 else chr(byte))
        if byte == 9:
            pieces.append("\t")
        at += 1
    return "".join(pieces)


def _version_5(data: bytes) -> str:
    pieces, at = [], 0
    while at < len(data):
        byte = data[at]
        length = 1
        if byte in _FIXED_5:
            length = _FIXED_5[byte]
            if byte == 0xC0 and at + 3 < len(data):
                pieces.append(_character(data[at + 1], data[at + 2]))
            elif byte in (0xC1, 0xC2):
                pieces.append("\t")
        elif byte >= 0xD0:
            if at + 4 > len(data):
                break
            length = 4 + struct.unpack_from("<H", data, at + 2)[0]
            if byte == 0xDC:
                pieces.append("\n")  # a cell or row of a table begins
        elif 32 <= byte < 127:
            pieces.append(chr(byte))
        else:
            pieces.append(_LINE_ENDS_5.get(byte, ""))
        at += length
    return "".join(pieces)


def _version_6(data: bytes) -> str:
    pieces, at = [], 0
    while at < len(data):
        byte = data[at]
        length = 1
        if byte == 0xFF:
            break
        if byte >= 0xF0:
            length = _FIXED_6[byte - 0xF0]
            if byte == 0xF0 and at + 2 < len(data):
                pieces.append(_character(data[at + 1], data[at + 2]))
        elif byte >= 0xD0:
            if at + 4 > len(data):
                break
            group, length = struct.unpack_from("<BH", data, at + 1)
            length = max(length, 4)
            if byte == 0xD0:
                pieces.append(" " if group in (0x01, 0x02, 0x03) else "\n")
            elif byte == 0xE0:
                pieces.append("\t")
        elif 0x21 <= byte < 0x7F:
            pieces.append(chr(byte))
        elif 0 < byte <= 0x20:
            pieces.append(_USUAL_6[byte - 1])
        else:
            pieces.append(_LINE_ENDS_6.get(byte, ""))
        at += length
    return "".join(pieces)


def _character(code: int, charset: int) -> str:
    if charset == 0:
        return chr(code) if 32 <= code < 127 else ""
    return {1: _MULTINATIONAL, 4: _TYPOGRAPHIC}.get(charset, {}).get(code, "")
