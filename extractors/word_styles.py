"""Style sheet and fonts of old Word files ([MS-DOC] 2.9.271 STSH, 2.9.285 SttbfFfn)."""

from __future__ import annotations

import struct
from dataclasses import dataclass, replace

from extractors import word_sprms as sprms
from extractors.ole_properties import codec
from extractors.word_file import FONTS, STYLES, WordFile

_TITLE, _SUBTITLE = 0x3E, 0x4A
_NO_BASE = 0xFFF
_DEEPEST = 12  # styles are based on one another; a broken file may go in circles
# character set of a font → code page
_CHARSETS = {
    77: 10000, 128: 932, 129: 949, 130: 1361, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258, 177: 1255, 178: 1256,
    186: 1257, 204: 1251, 222: 874, 238: 1250,
}  # fmt: skip


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
    character: sprms.Character
    paragraph: sprms.Paragraph


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
            bold=sprms.switched(character.bold, base.bold),
            hidden=sprms.switched(character.hidden, base.hidden),
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
        character, paragraph = sprms.Character(), sprms.Paragraph()
        if kind == 1 and changes:
            paragraph = sprms.paragraph(changes[0][2:], self._old)
            character = sprms.character(changes[1], self._old) if len(changes) > 1 else character
        elif kind == 2 and changes:
            character = sprms.character(changes[0], self._old)
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
