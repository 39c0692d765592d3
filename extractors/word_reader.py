"""Old Word files as parts: body with its tables, notes, comments, text boxes, headers and footers once each."""

from __future__ import annotations

import struct
from collections.abc import Iterator

from extractors import spacing, titles
from extractors import word_sprms as sprms
from extractors.types import Part, PartKind
from extractors.word_file import ANCHORS, BOXES, HEADERS, WordFile
from extractors.word_lists import Lists
from extractors.word_styles import Fonts, Style, Styles
from extractors.word_text import Block, Run, Story

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
        level = _level(block.look, style)
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
        return Part(kind, text, (level or 1) if kind == "heading" else level, role="" if role == "box" else role)

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
        level, listed = _level(block.look, style), bool(block.look.listed)
        self.lines.append(
            titles.Line(text, size, bold, centred, level, style.title, red, self._gap, cell=cell, listed=listed)
        )
        self._gap = 0

    def _character(self, run: Run, style: Style) -> tuple[float, bool]:
        size, bold = style.size, style.bold
        if run.look.style is not None:
            own = self._styles[run.look.style]
            bold = own.bold or bold
        if run.look.size is not None:
            size = run.look.size
        return size, sprms.switched(run.look.bold, bold)

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
        at = {struct.unpack_from("<I", shapes, _SHAPE * n)[0]: anchors[n] for n in range(len(shapes) // _SHAPE)}
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
        """Is a paragraph part of a table? Then it has been put there."""
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
            yield Part(
                "table", "\n".join("\t".join(row) for row in rows), rows=rows, role="" if role == "box" else role
            )


def _level(look: sprms.Paragraph, style: Style) -> int:
    return style.level if look.outline is None else look.outline


def _joined(runs: list[Run]) -> str:
    text = "".join(run.text for run in runs)
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
