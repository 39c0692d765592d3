"""Old Word documents (DOC): Word 6 to 2003.

No library for Python reads them: the records of [MS-DOC] are read here, 99.0 % recall at 97.8 % precision on the
samples. Documents of Word before version 6 and of WordPerfect are known by their beginning and not read.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from extractors.base import spacing
from extractors.base.numbering import Counter, Level
from extractors.base.ole import SIGNATURE, Container
from extractors.base.sentences import Message
from extractors.base.types import Document, Part, PartKind, Source, Unreadable, table
from extractors.door import sniffing
from extractors.office.properties import fill
from extractors.titles import first_lines as titles
from extractors.word import doc_styles, docx, shared
from extractors.word.doc_file import ANCHORS, BOXES, HEADERS, Piece, WordFile
from extractors.word.doc_styles import Fonts, Style, Styles

# The text: characters of the pieces → paragraphs, tables, notes, with what makes them stand out.

_CONTROL = re.compile("[\0-\x08\x0b-\x1f]")
_NARROW = re.compile(rb"[^\0-\x1f]+|[\0-\x1f]")
_SHOWN = {"\x0b": "\n", "\x0e": "\n", "\x1e": "-", "\x1f": ""}
_FIELD_CODE = 4000  # characters kept of the code of a field


class Run(NamedTuple):
    """Characters that look the same."""

    text: str
    look: doc_styles.Character


class Block(NamedTuple):
    """A paragraph or a cell: `end` is the character that ended it ("\\r", "\\x07", "\\x0c")."""

    runs: list[Run]
    look: doc_styles.Paragraph
    end: str
    known: bool  # did the file say what the paragraph looks like?
    anchors: list[int]  # where in the document drawings hang on it


class Story:
    """One part of the text (the body, the notes …), paragraph by paragraph; `links` grow while it is read."""

    def __init__(self, word: WordFile, styles: Styles, fonts: Fonts) -> None:
        self._word, self._styles, self._fonts = word, styles, fonts
        self.links: list[tuple[str, str]] = []
        self._fields: list[_Field] = []
        self._character = lru_cache(4096)(lambda raw: doc_styles.character_changes(raw, word.old))
        self._paragraph = lru_cache(4096)(
            lambda raw, style: doc_styles.paragraph_changes(raw, word.old, style)
        )

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
            yield Block(runs, doc_styles.Paragraph(), "\r", False, anchors)

    def _looks(self, offset: int) -> tuple[bool, doc_styles.Paragraph]:
        found = self._word.paragraphs.at(offset)
        if found is None:
            return False, doc_styles.Paragraph()
        return True, self._paragraph(found[2], found[1])

    def _add(self, runs: list[Run], text: str, look: doc_styles.Character) -> None:
        if not text or look.deleted:
            return
        if look.symbol is not None and text == "(":
            font, code = look.symbol
            text = shared.character(code, self._fonts.names.get(font, ""))
        for field in self._fields:
            if field.in_code:
                field.code = (field.code + text)[:_FIELD_CODE]
                return
        if self._hidden(look):
            return
        if look.font in self._fonts.drawn:
            text = shared.plain(text, self._fonts.names.get(look.font or 0, ""))
        runs.append(Run(text, look))
        if self._fields:
            self._fields[-1].shown.append(text)

    def _hidden(self, look: doc_styles.Character) -> bool:
        styled = self._styles[look.style].hidden if look.style is not None else False
        return doc_styles.switched(look.hidden, styled)

    def _field(self, mark: str) -> None:
        if mark == "\x13":
            if len(self._fields) < 50:
                self._fields.append(_Field())
        elif mark == "\x14" and self._fields:
            self._fields[-1].in_code = False
        elif self._fields:
            field = self._fields.pop()
            found = shared.HYPERLINK.search(field.code)
            shown = "".join(field.shown)
            if found:
                self.links.append((found[1] or found[2], shown))
            if self._fields:
                self._fields[-1].shown.append(shown)

    def _balanced(self, start: int, end: int) -> bool:
        """Whether every field has an end; without one, the rest of a damaged file would count as its code."""
        depth = 0
        for _, text, _, _, _ in self._segments(start, end):
            depth += text.count("\x13") - text.count("\x15")
        return depth <= 0

    def _segments(self, start: int, end: int) -> Iterator[tuple[int, str, doc_styles.Character, int, int]]:
        """(position, text, look, byte of its beginning, bytes a character) for every stretch of one look."""
        for piece in self._word.pieces:
            first, last = max(piece.start, start), min(piece.end, end)
            if first < last:
                yield from self._stretches(piece, first, last)

    def _stretches(
        self, piece: Piece, first: int, last: int
    ) -> Iterator[tuple[int, str, doc_styles.Character, int, int]]:
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


# Numbered lists of old Word files: PlfLst and PlfLfo of [MS-DOC] 2.9.202 and 2.9.203.

_LISTS, _OVERRIDES = 73, 74  # where they stand in the table of tables
_LSTF, _LVLF, _LFO = 28, 28, 16
_MOST = 4000
# number format codes ([MS-OSHARED] 2.2.1.3) → names of numbering forms
_FORMS = {
    0: "decimal",
    1: "upperRoman",
    2: "lowerRoman",
    3: "upperLetter",
    4: "lowerLetter",
    5: "ordinal",
    10: "japaneseCounting",
    11: "japaneseCounting",
    14: "decimalFullWidth",
    18: "decimalEnclosedCircle",
    19: "decimalFullWidth2",
    22: "decimalZero",
    23: "bullet",
    28: "decimalEnclosedCircle",
    30: "ideographTraditional",
    31: "ideographZodiac",
    33: "taiwaneseCounting",
    35: "taiwaneseCounting",
    37: "chineseCounting",
    38: "chineseLegalSimplified",
    39: "chineseCounting",
    255: "none",
}


class Lists:
    """Labels of the items of lists, by the list numbers of paragraphs (1 = the first override)."""

    def __init__(self, word: WordFile) -> None:
        self._counter = Counter()
        self._lists: list[
            tuple[int, dict[int, Level], list[int]]
        ] = []  # what counts together, levels, fresh levels
        self._begun: set[int] = set()
        if not word.old:
            try:
                self._read(word)
            except struct.error:
                word.damaged = True

    def label(self, number: int, level: int) -> str:
        """The label of the next item of a list; "" for bullets and unknown lists."""
        if not 1 <= number <= len(self._lists):
            return ""
        key, levels, fresh = self._lists[number - 1]
        if number not in self._begun:
            self._begun.add(number)
            for one in fresh:
                self._counter.restart(key, one)
        return self._counter.label(key, level, levels)

    def _read(self, word: WordFile) -> None:
        kinds = self._kinds(word)
        raw = word.part(_OVERRIDES)
        if len(raw) < 4:
            return
        count = min(struct.unpack_from("<I", raw)[0], _MOST)
        at = 4 + _LFO * count
        for index in range(count):
            if 4 + _LFO * (index + 1) > len(raw):
                break
            key, _, _, changes = struct.unpack_from("<iIIB", raw, 4 + _LFO * index)
            levels, fresh = dict(kinds.get(key, {})), []
            at += 4
            for _ in range(min(changes, 9)):
                if at + 8 > len(raw):
                    break
                start, flags = struct.unpack_from("<iI", raw, at)
                at += 8
                depth = min(flags & 15, 8)
                if flags & 0x20:
                    level, at = _level(raw, at)
                    levels[depth] = level
                    fresh.append(depth)
                elif flags & 0x10:
                    levels[depth] = levels.get(depth, Level())._replace(start=_bounded(start))
                    fresh.append(depth)
            self._lists.append((key, levels, fresh))

    def _kinds(self, word: WordFile) -> dict[int, dict[int, Level]]:
        start, length = word.place(_LISTS)
        raw = word.table[start:]  # the levels follow behind what the length covers
        if length < 2 or len(raw) < 2:
            return {}
        count = min(max(struct.unpack_from("<h", raw)[0], 0), _MOST)
        at = 2 + _LSTF * count
        found: dict[int, dict[int, Level]] = {}
        for index in range(count):
            if 2 + _LSTF * (index + 1) > len(raw):
                break
            key, simple = struct.unpack_from("<i", raw, 2 + _LSTF * index)[0], raw[2 + _LSTF * index + 26] & 1
            levels = {}
            for depth in range(1 if simple else 9):
                if at + _LVLF > len(raw):
                    break
                levels[depth], at = _level(raw, at)
            found[key] = levels
        return found


def _level(raw: bytes, at: int) -> tuple[Level, int]:
    """One LVL, and where the next begins."""
    start, form, flags = struct.unpack_from("<iBB", raw, at)
    characters, paragraphs = struct.unpack_from("<BB", raw, at + 24)
    at += _LVLF + paragraphs + characters
    if at + 2 > len(raw):
        return Level(), len(raw)
    length = struct.unpack_from("<H", raw, at)[0]
    text = raw[at + 2 : at + 2 + 2 * length].decode("utf-16-le", "replace")
    label = "".join(f"%{ord(c) + 1}" if c < "\x09" else c for c in text[:50])
    return Level(_FORMS.get(form, "decimal"), label, _bounded(start), not flags & 8), at + 2 + 2 * length


def _bounded(start: int) -> int:
    return min(max(start, 0), 30_000)


# Old Word files as parts: body with its tables, notes, comments, text boxes, headers and footers once each.

_MAX_LINES = 400  # paragraphs looked at for a title
_SHAPE, _BOX = 26, 22  # bytes of a FSPA and a FTXBXS


class Reader:
    """Reads a whole file; `parts`, `lines` (for the title) and `links` (address, text) are the result."""

    def __init__(self, word: WordFile) -> None:
        self._word = word
        self._styles = Styles(word)
        self._story = Story(word, self._styles, Fonts(word))
        self.links = self._story.links
        self.lines: list[titles.Line] = []
        self._gap = 0
        self._lists = Lists(word)
        self._boxes = self._box_places()
        self._boxes_read: set[int] = set()

    def parts(self) -> Iterator[Part]:
        starts, at = [], 0
        for count in self._word.counts:
            starts.append((at, at + count))
            at += count
        body, notes, headers, _, comments, endnotes, boxes, _ = starts
        if not any(self._word.counts) and self._word.pieces:
            body = (0, self._word.pieces[-1].end)
        yield from self._read(body, "")
        for first, last in self._box_ranges(boxes):
            yield from self._read((first, last), "box")
        yield from self._read(notes, "note")
        yield from self._read(endnotes, "note")
        yield from self._read(comments, "comment")
        yield from self._headers(headers)

    def _read(self, where: tuple[int, int], role: str) -> Iterator[Part]:
        table = _Table()
        for block in self._story.blocks(*where):
            text = spacing.paragraph(_joined(block.runs))
            if table.takes(block, text):
                self._note(block, text, role, cell=True)
                continue
            yield from table.finish(role)
            part = self._part(block, text, role)
            self._note(block, text, role, cell=role == "box")
            if part is not None:
                yield part
            if not role:
                yield from self._anchored(block.anchors)
        yield from table.finish(role)

    def _part(self, block: Block, text: str, role: str) -> Part | None:
        if not text:
            return None
        style = self._styles[block.look.style]
        level = _level_of(block.look, style)
        number = style.listed if block.look.listed is None else block.look.listed
        depth = block.look.level or (style.list_level if block.look.listed is None else 0)
        label = self._lists.label(number, depth) if number else ""
        if label:
            text = f"{label} {text}"
        kind: PartKind = "paragraph"
        if role in ("", "box") and (level or style.title):
            kind = "heading"
        elif number:
            kind, level = "item", min(depth, 8) + 1
        else:
            level = 0
        return Part(
            kind, text, (level or 1) if kind == "heading" else level, role="" if role == "box" else role
        )

    def _note(self, block: Block, text: str, role: str, *, cell: bool = False) -> None:
        """Remember how a paragraph looks: it may be the title."""
        if role not in ("", "box") or len(self.lines) >= _MAX_LINES:
            return
        if not text:
            self._gap += 1
            return
        style = self._styles[block.look.style]
        visible = [run for run in block.runs if run.text.strip()]
        looks = [self._character(run, style) for run in visible]
        size = max((size for size, _ in looks), default=style.size)
        centred = style.centred if block.look.centred is None else block.look.centred
        red = any(run.look.red for run in visible)
        bold = bool(looks) and all(bold for _, bold in looks)
        level, listed = _level_of(block.look, style), bool(block.look.listed)
        self.lines.append(
            titles.Line(
                text, size, bold, centred, level, style.title, red, self._gap, cell=cell, listed=listed
            )
        )
        self._gap = 0

    def _character(self, run: Run, style: Style) -> tuple[float, bool]:
        size, bold = style.size, style.bold
        if run.look.style is not None:
            own = self._styles[run.look.style]
            bold = own.bold or bold
        if run.look.size is not None:
            size = run.look.size
        return size, doc_styles.switched(run.look.bold, bold)

    def _headers(self, where: tuple[int, int]) -> Iterator[Part]:
        """Six stories a section: header of even, odd pages, footer of even, odd pages, header, footer of the first."""
        places, _ = self._word.positions(HEADERS, 0)
        limit = where[1] - where[0]
        seen = set()
        for index in range(6, len(places) - 1):  # the first six are what parts the notes from the text
            first, last = places[index], min(places[index + 1], limit)
            if first >= last:
                continue
            role = "footer" if (index - 6) % 6 in (2, 3, 5) else "header"
            for part in self._read((where[0] + first, where[0] + last), role):
                if part.text not in seen:
                    seen.add(part.text)
                    yield part

    # Text boxes

    def _box_places(self) -> dict[int, list[int]]:
        """Position of the anchor → numbers of the boxes that hang on it."""
        anchors, shapes = self._word.positions(ANCHORS, _SHAPE)
        at = {
            struct.unpack_from("<I", shapes, _SHAPE * n)[0]: anchors[n] for n in range(len(shapes) // _SHAPE)
        }
        _, boxes = self._word.positions(BOXES, _BOX)
        found: dict[int, list[int]] = {}
        for number in range(len(boxes) // _BOX):
            shape = struct.unpack_from("<I", boxes, _BOX * number + 14)[0]
            if shape in at:
                found.setdefault(at[shape], []).append(number)
        return found

    def _anchored(self, anchors: list[int]) -> Iterator[Part]:
        places, _ = self._word.positions(BOXES, _BOX) if anchors and self._boxes else ([], b"")
        start = sum(self._word.counts[:6])
        for anchor in anchors:
            for number in self._boxes.get(anchor, ()):
                if number not in self._boxes_read and number + 1 < len(places):
                    self._boxes_read.add(number)
                    yield from self._read((start + places[number], start + places[number + 1]), "box")

    def _box_ranges(self, where: tuple[int, int]) -> Iterator[tuple[int, int]]:
        """The boxes that hang nowhere in the body."""
        if not self._boxes_read:
            yield where
            return
        places, _ = self._word.positions(BOXES, _BOX)
        for number in range(len(places) - 1):
            if number not in self._boxes_read and places[number] < places[number + 1] <= where[1] - where[0]:
                yield where[0] + places[number], where[0] + places[number + 1]


class _Table:
    """Collects cells until a paragraph outside a table comes."""

    def __init__(self) -> None:
        self._cell: list[str] = []
        self._cells: list[str] = []
        self._rows: list[tuple[str, ...]] = []

    def takes(self, block: Block, text: str) -> bool:
        """Put a paragraph into the table it is part of; False when it is in none."""
        look = block.look
        if block.end == "\x07":
            ends = look.row_end if block.known else not text and not self._cell and bool(self._cells)
            if ends:
                self._row()
            else:
                self._cell.append(text)
                self._cells.append(" ".join(" ".join(self._cell).split()))
                self._cell = []
            return True
        if look.in_table or look.inner_cell or look.inner_row:
            self._cell.append(text)
            return True
        return False

    def _row(self) -> None:
        if any(self._cells):
            self._rows.append(tuple(self._cells))
        self._cells, self._cell = [], []

    def finish(self, role: str) -> Iterator[Part]:
        """The table collected until now."""
        if self._cell and any(self._cell):
            self._cells.append(" ".join(" ".join(self._cell).split()))
        self._row()
        if self._rows:
            rows, self._rows = tuple(self._rows), []
            yield table(rows, "" if role == "box" else role)


def _level_of(look: doc_styles.Paragraph, style: Style) -> int:
    return style.level if look.outline is None else look.outline


def _joined(runs: list[Run]) -> str:
    return shared.joined(run.text for run in runs)


def extract(source: Source) -> Document:
    data = source.data
    if data.startswith(SIGNATURE):
        return _binary(source)
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        return docx.extract(source)  # the XML of Word 2003
    if data.startswith(sniffing.OLD_WORD):
        raise Unreadable(Message("word-old"))
    raise Unreadable(Message("file-not-word"))


def _binary(source: Source) -> Document:
    document = source.document()
    container = Container(source.data)
    if "WordDocument" not in container:
        raise Unreadable(Message("file-damaged-no"))
    word = WordFile(container)
    named = fill(document, container, word.code_page)
    reader = Reader(word)
    parts = list(reader.parts())
    if word.damaged or container.damaged:
        document.warnings = (shared.DAMAGED,)
    return shared.fill(document, parts, reader.links, reader.lines, named, name=source.name)
