"""The text of old Word files: characters of the pieces → paragraphs, tables, notes, with what makes them stand out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from extractors.word import doc_styles as sprms
from extractors.word import shared as symbols
from extractors.word.doc_file import Piece, WordFile
from extractors.word.doc_styles import Fonts, Styles

_CONTROL = re.compile("[\0-\x08\x0b-\x1f]")
_NARROW = re.compile(rb"[^\0-\x1f]+|[\0-\x1f]")
_HYPERLINK = re.compile(r'HYPERLINK\s+(?:\\[a-z]\s+)*(?:"([^"]+)"|([^"\s\\]\S*))', re.IGNORECASE)
_SHOWN = {"\x0b": "\n", "\x0e": "\n", "\x1e": "-", "\x1f": ""}
_FIELD_CODE = 4000  # characters kept of what a field says of itself


class Run(NamedTuple):
    """Characters that look the same."""

    text: str
    look: sprms.Character


class Block(NamedTuple):
    """A paragraph or a cell: `end` is the character that ended it ("\\r", "\\x07", "\\x0c")."""

    runs: list[Run]
    look: sprms.Paragraph
    end: str
    known: bool  # did the file say what the paragraph looks like?
    anchors: list[int]  # where in the document drawings hang on it


class Story:
    """One part of the text (the body, the notes …), paragraph by paragraph; `links` grow while it is read."""

    def __init__(self, word: WordFile, styles: Styles, fonts: Fonts) -> None:
        self._word, self._styles, self._fonts = word, styles, fonts
        self.links: list[tuple[str, str]] = []
        self._fields: list[_Field] = []
        self._character = lru_cache(4096)(lambda raw: sprms.character_changes(raw, word.old))
        self._paragraph = lru_cache(4096)(lambda raw, style: sprms.paragraph_changes(raw, word.old, style))

    def blocks(self, start: int, end: int) -> Iterator[Block]:
        """The paragraphs from one position of the document to another."""
        fields = self._balanced(start, end)
        self._fields = []
        runs: list[Run] = []
        anchors: list[int] = []
        for position, text, look, offset, width in self._segments(start, end):
            at = 0
            for found in _CONTROL.finditer(text):
                self._add(runs, text[at : found.start()], look)
                at, character = found.end(), found[0]
                if character in "\r\x07\x0c":
                    if look.deleted:
                        continue
                    known, properties = self._looks(offset + _units(text, found.start()) * width)
                    yield Block(runs, properties, character, known, anchors)
                    runs, anchors = [], []
                elif character in "\x13\x14\x15":
                    if fields:
                        self._field(character)
                elif character == "\x08":
                    anchors.append(position + found.start())
                elif character in _SHOWN:
                    self._add(runs, _SHOWN[character], look)
            self._add(runs, text[at:], look)
        if any(run.text.strip() for run in runs):
            yield Block(runs, sprms.Paragraph(), "\r", False, anchors)

    def _looks(self, offset: int) -> tuple[bool, sprms.Paragraph]:
        found = self._word.paragraphs.at(offset)
        if found is None:
            return False, sprms.Paragraph()
        return True, self._paragraph(found[2], found[1])

    def _add(self, runs: list[Run], text: str, look: sprms.Character) -> None:
        if not text or look.deleted:
            return
        if look.symbol is not None and text == "(":
            font, code = look.symbol
            text = symbols.character(code, self._fonts.names.get(font, ""))
        for field in self._fields:
            if field.in_code:
                field.code = (field.code + text)[:_FIELD_CODE]
                return
        if self._hidden(look):
            return
        if look.font in self._fonts.drawn:
            text = symbols.plain(text, self._fonts.names.get(look.font or 0, ""))
        runs.append(Run(text, look))
        if self._fields:
            self._fields[-1].shown.append(text)

    def _hidden(self, look: sprms.Character) -> bool:
        styled = self._styles[look.style].hidden if look.style is not None else False
        return sprms.switched(look.hidden, styled)

    def _field(self, mark: str) -> None:
        if mark == "\x13":
            if len(self._fields) < 50:
                self._fields.append(_Field())
        elif mark == "\x14" and self._fields:
            self._fields[-1].in_code = False
        elif self._fields:
            field = self._fields.pop()
            found = _HYPERLINK.search(field.code)
            shown = "".join(field.shown)
            if found:
                self.links.append((found[1] or found[2], shown))
            if self._fields:
                self._fields[-1].shown.append(shown)

    def _balanced(self, start: int, end: int) -> bool:
        """Has every field an end? In a damaged file, the rest of the text would be taken for the code of one."""
        depth = 0
        for _, text, _, _, _ in self._segments(start, end):
            depth += text.count("\x13") - text.count("\x15")
        return depth <= 0

    def _segments(self, start: int, end: int) -> Iterator[tuple[int, str, sprms.Character, int, int]]:
        """(position, text, look, byte of its beginning, bytes a character) for every stretch of one look."""
        for piece in self._word.pieces:
            first, last = max(piece.start, start), min(piece.end, end)
            if first < last:
                yield from self._stretches(piece, first, last)

    def _stretches(
        self, piece: Piece, first: int, last: int
    ) -> Iterator[tuple[int, str, sprms.Character, int, int]]:
        width = 2 if piece.wide else 1
        offset = piece.offset + (first - piece.start) * width
        final = min(piece.offset + (last - piece.start) * width, len(self._word.main))
        runs, data = self._word.runs, self._word.main
        while offset < final:
            found = runs.at(offset)
            stop = min(found[0] if found else runs.next_after(offset), final)
            if piece.wide and stop > offset:
                stop += (stop - offset) & 1  # a broken table may cut a character
            look = self._character((found[2] if found else b"") + piece.modifiers)
            raw = data[offset : stop - (stop - offset) % width]
            position = piece.start + (offset - piece.offset) // width
            if piece.wide:
                yield position, raw.decode("utf-16-le", "surrogatepass"), look, offset, 2
            elif not self._word.old:
                yield position, raw.decode("latin-1").translate(_WESTERN), look, offset, 1
            else:  # two bytes may be one character: only between control characters is that of no consequence
                codec = self._fonts.codecs.get(look.font if look.font is not None else -1, self._fonts.usual)
                for part in _NARROW.finditer(raw):
                    yield (
                        position + part.start(),
                        part[0].decode(codec, "replace"),
                        look,
                        offset + part.start(),
                        1,
                    )
            offset = stop


class _Field:
    __slots__ = ("code", "in_code", "shown")

    def __init__(self) -> None:
        self.in_code, self.code = True, ""
        self.shown: list[str] = []


# [MS-DOC] 2.9.73: the bytes 0x80–0x9F that are not what they are in Latin-1
_WESTERN = {
    byte: bytes((byte,)).decode("cp1252")
    for byte in range(0x80, 0xA0)
    if byte not in (0x81, 0x8D, 0x8F, 0x90, 0x9D)
}


def _units(text: str, end: int) -> int:
    """How many 16-bit units the characters before `end` are."""
    before = text[:end]
    return (
        end
        if before.isascii() or max(before) <= "\uffff"
        else len(before.encode("utf-16-le", "surrogatepass")) // 2
    )
