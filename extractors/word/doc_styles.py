"""Style sheet and fonts of old Word files ([MS-DOC] 2.9.271 STSH, 2.9.285 SttbfFfn)."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass, replace

from extractors.office.properties import codec
from extractors.word.doc_file import FONTS, STYLES, WordFile

# Formatting of old Word files: the property modifiers ("sprms") of [MS-DOC] 2.2.5 and of Word 6, as far as
# they matter to somebody who wants the text and its title.

# Operand lengths by the top three bits of a Word 97 opcode; 6 = in the first byte of the operand.
_LENGTHS = (1, 1, 2, 4, 2, 2, 0, 3)
_TABLE_DEFINITION, _CHANGE_TABS = 0xD608, 0xC615

# Operand lengths of Word 6: one byte unless said otherwise; 0 = in the first byte.
_OLD_LENGTHS = {
    **dict.fromkeys((3, 12, 15, 23, 81, 103, 108, 188, 190, 191), 0),
    **dict.fromkeys(
        (2, *range(16, 20), 21, 22, 26, 27, 28, *range(30, 37), *range(38, 44), *range(45, 50)), 2
    ),
    **dict.fromkeys(
        (69, 72, 80, 93, 96, 97, 99, 101, 105, 106, 107, 109, 110, 121, 122, 123, 124, 140, 141), 2
    ),
    **dict.fromkeys(
        (144, 145, 148, 149, *range(154, 158), 160, 161, *range(164, 172), 182, 183, 184, 189), 2
    ),
    **dict.fromkeys((195, 197, 198), 2),
    **dict.fromkeys((73, 95, 136, 137), 3),
    **dict.fromkeys((20, 70, 74, 192, 194, 196, 200), 4),
    **dict.fromkeys((193, 199), 5),
    **dict.fromkeys((120, 187), 12),
    68: 4,
}
# Word 6 numbers → those of Word 97, for the modifiers that are used here
_OLD = {
    2: 0x4600,
    5: 0x2403,
    13: 0x260A,
    24: 0x2416,
    25: 0x2417,
    65: 0x0800,
    66: 0x0801,
    67: 0x0802,
    80: 0x4A30,
    85: 0x0835,
    92: 0x083C,
    93: 0x4A4F,
    98: 0x2A42,
    99: 0x4A43,
    117: 0x0855,
}

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
                return  # tabs by the hundred: their length stands elsewhere, and nothing that matters follows
        yield opcode, raw[at : at + length]
        at += length


def character_changes(raw: bytes, old: bool) -> Character:
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


def paragraph_changes(raw: bytes, old: bool, style: int = 0) -> Paragraph:
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


_TITLE, _SUBTITLE = 0x3E, 0x4A
_NO_BASE = 0xFFF
_DEEPEST = 12  # styles are based on one another; a broken file may go in circles
# character set of a font → code page
_CHARSETS = {
    77: 10000,
    128: 932,
    129: 949,
    130: 1361,
    134: 936,
    136: 950,
    161: 1253,
    162: 1254,
    163: 1258,
    177: 1255,
    178: 1256,
    186: 1257,
    204: 1251,
    222: 874,
    238: 1250,
}


@dataclass(frozen=True, slots=True)
class Style:
    """What a style gives its text, with what it inherits. `level` is 1–6 for headings; `title` for the Title style."""

    name: str = ""
    size: float = 10.0
    bold: bool = False
    hidden: bool = False
    centred: bool = False
    level: int = 0
    title: bool = False
    listed: int = 0
    list_level: int = 0
    font: int = 0


@dataclass(slots=True)
class _Raw:
    number: int
    base: int
    name: str
    character: Character
    paragraph: Paragraph


class Styles:
    """The styles of a file by their numbers."""

    def __init__(self, word: WordFile) -> None:
        self._old = word.old
        self._raw: list[_Raw | None] = []
        self._made: dict[int, Style] = {}
        try:
            self._read(word.part(STYLES))
        except (struct.error, IndexError):
            word.damaged = True

    def __getitem__(self, number: int) -> Style:
        found = self._made.get(number)
        if found is None:
            found = self._made[number] = self._make(number, 0)
        return found

    def _make(self, number: int, depth: int) -> Style:
        raw = self._raw[number] if 0 <= number < len(self._raw) else None
        if raw is None or depth > _DEEPEST:
            return Style()
        base = self._make(raw.base, depth + 1) if raw.base != _NO_BASE else Style()
        character, paragraph = raw.character, raw.paragraph
        level = paragraph.outline if paragraph.outline is not None else base.level
        if 1 <= raw.number <= 9:
            level = min(raw.number, 6)
        name = raw.name.partition(",")[0]
        return replace(
            base,
            name=name,
            size=character.size or base.size,
            bold=switched(character.bold, base.bold),
            hidden=switched(character.hidden, base.hidden),
            centred=base.centred if paragraph.centred is None else paragraph.centred,
            level=level,
            title=raw.number == _TITLE or name.strip().lower() in ("title", "标题", "titel", "titre"),
            listed=base.listed if paragraph.listed is None else paragraph.listed,
            list_level=paragraph.level or base.list_level,
            font=base.font if character.font is None else character.font,
        )

    def _read(self, raw: bytes) -> None:
        if len(raw) < 8:
            return
        header, count, base_size = struct.unpack_from("<HHH", raw)
        at = 2 + header
        for _ in range(min(count, 4095)):
            if at + 2 > len(raw):
                return
            length = struct.unpack_from("<H", raw, at)[0]
            body = raw[at + 2 : at + 2 + length]
            at += 2 + length
            self._raw.append(self._style(body, base_size) if length > base_size >= 6 else None)

    def _style(self, body: bytes, base_size: int) -> _Raw | None:
        number, second, third = struct.unpack_from("<HHH", body)
        at = base_size
        if self._old:
            length = body[at]
            name = body[at + 1 : at + 1 + length].decode("cp1252", "replace")
            at += length + 2
        else:
            length = struct.unpack_from("<H", body, at)[0]
            name = body[at + 2 : at + 2 + 2 * length].decode("utf-16-le", "replace")
            at += 2 * length + 4
        kind, changes = second & 15, []
        for _ in range(min(third & 15, 2)):
            at += at & 1  # counted from the beginning of the style, whose length does not count
            if at + 2 > len(body):
                break
            size = struct.unpack_from("<H", body, at)[0]
            changes.append(body[at + 2 : at + 2 + size])
            at += 2 + size
        character, paragraph = Character(), Paragraph()
        if kind == 1 and changes:
            paragraph = paragraph_changes(changes[0][2:], self._old)
            character = character_changes(changes[1], self._old) if len(changes) > 1 else character
        elif kind == 2 and changes:
            character = character_changes(changes[0], self._old)
        return _Raw(number & 0xFFF, second >> 4, name, character, paragraph)


class Fonts:
    """The fonts of a file by their numbers: `names`, `codecs` of the 8-bit characters of those that are not Western,
    `drawn` ones whose characters are pictures; `usual` is the codec where no font says better."""

    def __init__(self, word: WordFile) -> None:
        self.names: dict[int, str] = {}
        self.codecs: dict[int, str] = {}
        self.drawn: set[int | None] = set()
        self.usual = codec(word.code_page)
        raw, at = word.part(FONTS), 2 if word.old else 4
        name_at, width = (6, 1) if word.old else (40, 2)
        for number in range(10_000):
            if at + 6 > len(raw):
                break
            end = at + raw[at] + 1
            charset, name = raw[at + 4], raw[at + name_at : end]
            decoded = name.decode("utf-16-le" if width == 2 else "latin-1", "replace").partition("\0")[0]
            self.names[number] = decoded
            if charset in _CHARSETS:
                self.codecs[number] = codec(_CHARSETS[charset])
            elif charset == 2 or decoded.lower().startswith(("symbol", "wingdings", "webdings")):
                self.drawn.add(number)
            at = end
