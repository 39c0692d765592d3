"""Formatting of old Word files: the property modifiers ("sprms") of [MS-DOC] 2.2.5 and of Word 6, as far as they matter
to somebody who wants the text and its title."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

# Operand lengths by the top three bits of a Word 97 opcode; 6 = told by the first byte of the operand.
_LENGTHS = (1, 1, 2, 4, 2, 2, 0, 3)
_TABLE_DEFINITION, _CHANGE_TABS = 0xD608, 0xC615

# Operand lengths of Word 6: one byte unless said otherwise; 0 = told by the first byte.
_OLD_LENGTHS = {
    **dict.fromkeys((3, 12, 15, 23, 81, 103, 108, 188, 190, 191), 0),
    **dict.fromkeys((2, *range(16, 20), 21, 22, 26, 27, 28, *range(30, 37), *range(38, 44), *range(45, 50)), 2),
    **dict.fromkeys((69, 72, 80, 93, 96, 97, 99, 101, 105, 106, 107, 109, 110, 121, 122, 123, 124, 140, 141), 2),
    **dict.fromkeys((144, 145, 148, 149, *range(154, 158), 160, 161, *range(164, 172), 182, 183, 184, 189), 2),
    **dict.fromkeys((195, 197, 198), 2),
    **dict.fromkeys((73, 95, 136, 137), 3),
    **dict.fromkeys((20, 70, 74, 192, 194, 196, 200), 4),
    **dict.fromkeys((193, 199), 5),
    **dict.fromkeys((120, 187), 12),
    68: 4,
}
# Word 6 numbers → those of Word 97, for the modifiers that are used here
_OLD = {
    2: 0x4600, 5: 0x2403, 13: 0x260A, 24: 0x2416, 25: 0x2417, 65: 0x0800, 66: 0x0801, 67: 0x0802, 80: 0x4A30,
    85: 0x0835, 92: 0x083C, 93: 0x4A4F, 98: 0x2A42, 99: 0x4A43, 117: 0x0855,
}  # fmt: skip

_RED = (6, 13)  # red and dark red among the 16 colours


@dataclass(frozen=True, slots=True)
class Character:
    """What a run says of its characters; None = as the style has it. `size` in points."""

    deleted: bool = False
    hidden: int | None = None
    bold: int | None = None
    size: float | None = None
    style: int | None = None
    font: int | None = None
    symbol: tuple[int, int] | None = None  # font, character
    red: bool | None = None


@dataclass(frozen=True, slots=True)
class Paragraph:
    """What a paragraph says of itself; None = as the style has it. `outline` is 1–6 for headings, 0 for text."""

    style: int = 0
    centred: bool | None = None
    in_table: bool = False
    row_end: bool = False
    inner_cell: bool = False
    inner_row: bool = False
    outline: int | None = None
    listed: int | None = None  # number of the list (0 = none)
    level: int = 0


def modifiers(raw: bytes, old: bool) -> Iterator[tuple[int, bytes]]:
    """(opcode of Word 97, operand) pairs; stops where the bytes make no sense."""
    at, end = 0, len(raw)
    while at < end:
        if old:
            number, at = raw[at], at + 1
            length = _OLD_LENGTHS.get(number, 1)
            opcode = _OLD.get(number, 0)
        else:
            if at + 2 > end:
                return
            opcode = raw[at] | raw[at + 1] << 8
            at += 2
            length = _LENGTHS[opcode >> 13]
        if not length:
            if at >= end:
                return
            length = raw[at] + 1
            if opcode == _TABLE_DEFINITION:
                length = int.from_bytes(raw[at : at + 2], "little") + 1
            elif raw[at] == 255 and (opcode == _CHANGE_TABS or old):
                return  # tabs by the hundred: their length is told elsewhere, and nothing that matters follows
        yield opcode, raw[at : at + length]
        at += length


def character(raw: bytes, old: bool) -> Character:
    """The properties of a run from its modifiers."""
    found: dict[str, object] = {}
    for opcode, value in modifiers(raw, old):
        number = int.from_bytes(value[:4], "little")
        if opcode == 0x0800:
            found["deleted"] = bool(number)
        elif opcode == 0x083C:
            found["hidden"] = number
        elif opcode == 0x0835:
            found["bold"] = number
        elif opcode == 0x4A43:
            found["size"] = number / 2
        elif opcode == 0x4A30:
            found["style"] = number
        elif opcode in (0x4A4F, 0x4A3D):
            found["font"] = number
        elif opcode == 0x6A09 and len(value) == 4:
            found["symbol"] = struct.unpack("<HH", value)
        elif opcode == 0x2A42:
            found["red"] = number in _RED
        elif opcode == 0x6870 and len(value) == 4:
            found["red"] = value[0] > 0x80 and value[1] < 0x60 and value[2] < 0x60 and not value[3]
    return Character(**found)  # type: ignore[arg-type]


def paragraph(raw: bytes, old: bool, style: int = 0) -> Paragraph:
    """The properties of a paragraph in a style from its modifiers."""
    found: dict[str, object] = {"style": style}
    for opcode, value in modifiers(raw, old):
        number = int.from_bytes(value[:4], "little")
        if opcode == 0x4600:
            found["style"] = number
        elif opcode in (0x2403, 0x2461):
            found["centred"] = number == 1
        elif opcode == 0x2416:
            found["in_table"] = bool(number)
        elif opcode == 0x2417:
            found["row_end"] = bool(number)
        elif opcode == 0x244B:
            found["inner_cell"] = bool(number)
        elif opcode == 0x244C:
            found["inner_row"] = bool(number)
        elif opcode == 0x6649 and number:
            found["in_table"] = True
        elif opcode == 0x2640:
            found["outline"] = number + 1 if number < 6 else 0
        elif opcode == 0x460B:
            found["listed"] = number
        elif opcode == 0x260A:
            found["level"] = number
    return Paragraph(**found)  # type: ignore[arg-type]


def switched(value: int | None, style: bool) -> bool:
    """A toggle: 0 and 1 are off and on, 0x80 as the style has it, 0x81 the opposite."""
    if value is None or value == 0x80:
        return style
    return not style if value == 0x81 else bool(value)
