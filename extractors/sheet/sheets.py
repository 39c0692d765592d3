"""What all spreadsheets have in common, and which cell of a workbook is its title: strings of two or more characters;
what stands alone in its row, is large, bold, centred or merged over several columns weighs more, and cells of the sheet
that is shown first come before all others. A table without a line above it has no title.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import NamedTuple

from extractors.base import spacing
from extractors.base.sentences import Message
from extractors.base.types import Candidate, Document, Link, Part
from extractors.sheet import notation
from extractors.titles import wording
from extractors.titles.ranking import ENOUGH
from extractors.titles.weigher import Features, Marks, settle, weigh

# What all spreadsheets have in common: cells become rows within limits, sheets become parts.
#
# A table's `rows` hold what a person sees on the sheet: values in their number formats, without hidden rows
# and columns. Its text holds the values themselves, all of them: 1337 where the sheet shows $1,337.00, dates
# as ISO 8601, and what is hidden: a search or a calculation finds them.

MAX_CELLS = 1_000_000
MAX_CHARACTERS = 48 << 20
MAX_SHEETS = 2000
MAX_FORMULAS = 100_000
MAX_LINKS = 20_000
MAX_FORMULA_CHARACTERS = 8 << 20
# A table may be this many times as large as its filled cells before its empty ones are left out.
_SPARSE = 12
_LONGEST_HEADER = 2000
_SECTION = re.compile(r"(?<!&)(?:&&)*&[LCR]")
_PAGE_CODES = re.compile(r"&[PN]")
_COMMAND = re.compile(r'&(?:"[^"]*"?|K[0-9A-Fa-f]{6}|\d+|.|\Z)', re.DOTALL)
_FEW_LETTERS = 12
_UNNAMED = re.compile(
    r"(?:sheet|tabelle|feuil(?:le)?|hoja|foglio|folha|planilha|blad|arkusz|лист|工作表|シート)\s*\d{0,3}",
    re.I,
)


class CellStyle(NamedTuple):
    """How cells of a style look: their number format ("" = General), size in points (0.0 = unknown), bold, centred."""

    format: str = ""
    size: float = 0.0
    bold: bool = False
    centred: bool = False


PLAIN = CellStyle()


class Cell(NamedTuple):
    """A filled cell: `column` from 0, its value as it is `shown` and as it is; `words` when it holds a string."""

    column: int
    shown: str
    value: str
    look: CellStyle = PLAIN
    words: bool = True


class Row(NamedTuple):
    """The filled cells of a row, which is `number` from 1."""

    number: int
    cells: list[Cell]
    hidden: bool = False


@dataclass(slots=True)
class Sheet:
    """One sheet: its filled rows, the columns that are hidden, how many columns merged cells (row, column) are wide,
    what else is written on it, and its formulas, each behind its cell: “A1: =SUM(B1:B3)”."""

    name: str
    active: bool = False
    hidden: bool = False
    rows: list[Row] = field(default_factory=list)
    columns: set[int] = field(default_factory=set)
    merged: dict[tuple[int, int], int] = field(default_factory=dict)
    extras: list[Part] = field(default_factory=list)
    formulas: list[str] = field(default_factory=list)


class Book:
    """The sheets of a workbook as they are read, as long as they are within the limits."""

    def __init__(self) -> None:
        self.sheets: list[Sheet] = []
        self.links: dict[Link, None] = {}
        self.warnings: list[str] = []
        self.formulas = 0
        self._cells = self._characters = 0
        self._formulas = self._formula_characters = 0

    @property
    def full(self) -> bool:
        return (
            self._cells >= MAX_CELLS or self._characters >= MAX_CHARACTERS or len(self.sheets) >= MAX_SHEETS
        )

    def add(self, name: str, *, active: bool = False, hidden: bool = False) -> Sheet:
        sheet = Sheet(spacing.line(name), active, hidden)
        self.sheets.append(sheet)
        return sheet

    def row(self, sheet: Sheet, number: int, cells: list[Cell], *, hidden: bool = False) -> bool:
        """Take a row; False when no more are taken."""
        if cells:
            sheet.rows.append(Row(number, cells, hidden))
            self._cells += len(cells)
            self._characters += sum(len(cell.shown) for cell in cells)
        if self.full:
            self.warn(Message("first-cells-workbook-shown", count=self._cells))
            return False
        return True

    @property
    def keeps_formulas(self) -> bool:
        """Whether more formulas are taken."""
        if self._formulas < MAX_FORMULAS and self._formula_characters < MAX_FORMULA_CHARACTERS:
            return True
        self.warn(Message("first-formulas-workbook", count=self._formulas))
        return False

    def formula(
        self, sheet: Sheet, row: int, column: int, text: str, rows: int = 1, columns: int = 1
    ) -> None:
        """Take the formula of a cell, or of an area that is worked out at once; row and column from 0."""
        if text and self.keeps_formulas:
            line = f"{notation.area_name(row, column, rows, columns)}: {text}"
            sheet.formulas.append(line)
            self._formulas += 1
            self._formula_characters += len(line)

    def link(self, address: str) -> None:
        """Take an address that a cell leads to."""
        if len(self.links) < MAX_LINKS:
            self.links[Link(address.partition("#")[0], "a", "", False)] = None

    def warn(self, sentence: str) -> None:
        if sentence not in self.warnings and len(self.warnings) < 20:
            self.warnings.append(sentence)

    def fill(self, document: Document) -> None:
        """Put parts, text and what is to be said about the workbook into a document; hidden sheets stand last."""
        parts: list[Part] = []
        filled = [sheet for sheet in self.sheets if sheet.rows or sheet.extras or sheet.formulas]
        for sheet in sorted(filled, key=lambda sheet: sheet.hidden):
            if sheet.name and (len(filled) > 1 or not _UNNAMED.fullmatch(sheet.name)):
                parts.append(Part("heading", sheet.name, 2, role="sheet"))
            if sheet.rows:
                text = "\n".join("\t".join(cell.value for cell in row.cells) for row in sheet.rows)
                rows, where = _table(sheet)
                parts.append(
                    Part("table", text, rows=rows, role="hidden" if sheet.hidden else "", places=where)
                )
            if sheet.formulas:
                parts.append(Part("code", "\n".join(sheet.formulas), role="formulas"))
            parts += sheet.extras
        document.parts = tuple(parts)
        document.text = "\n".join(part.text for part in parts if part.role != "formulas")
        document.metadata["sheets"] = str(len(self.sheets))
        hidden = ", ".join(sheet.name for sheet in self.sheets if sheet.hidden)
        if hidden:
            document.metadata["hidden-sheets"] = hidden[:500]
        if self.formulas:
            document.metadata["formulas"] = str(self.formulas)
        document.warnings = (*document.warnings, *self.warnings)
        document.links = tuple(self.links)


def one_line(text: str) -> str:
    """The text of a cell as it stands in a table: line breaks are blanks."""
    return " ".join(text.split()) if not text.isalnum() else text


def header_text(code: str) -> list[str]:
    """The words of a header or footer of Excel (ECMA-376 part 1, 18.3.1.46), left, middle and right; no page numbers,
    dates or names of files."""
    found = []
    for piece in _SECTION.split(code[:_LONGEST_HEADER]):
        text = spacing.line(_COMMAND.sub(lambda command: "&" if command[0] == "&&" else "", piece))
        letters = sum(map(str.isalpha, text))
        if letters > (_FEW_LETTERS if _PAGE_CODES.search(piece) else 0):  # not “Page 1 of 3”
            found.append(text)
    return found


def header_parts(codes: Iterable[tuple[str, str]]) -> list[Part]:
    """Parts for (role, code) of headers and footers, each text once."""
    found: dict[tuple[str, str], None] = {}
    for role, code in codes:
        for text in header_text(code):
            found[role, text] = None
    return [Part("paragraph", text, role=role) for role, text in found]


def _table(sheet: Sheet) -> tuple[tuple[tuple[str, ...], ...], str]:
    """The rows as they are seen, without columns that are empty throughout; where nearly all is empty, without the
    empty cells. The rows of a hidden sheet are as they would be seen. And where rows and columns stand, see places."""
    rows = [[] if row.hidden else row.cells for row in sheet.rows]
    if sheet.columns:
        rows = [[cell for cell in cells if cell.column not in sheet.columns] for cells in rows]
    used = sorted({cell.column for cells in rows for cell in cells if cell.shown})
    if len(used) * sum(map(bool, rows)) > _SPARSE * sum(map(len, rows)) + 10_000:
        used = []
        table = [tuple(cell.shown for cell in cells) for cells in rows]
    else:
        place = {column: index for index, column in enumerate(used)}
        table = [_row(cells, place) for cells in rows]
    numbers = ((row.number, bool(cells)) for row, cells in zip(sheet.rows, table, strict=True))
    return tuple(filter(None, table)), notation.written(numbers, used)


def _row(cells: list[Cell], place: dict[int, int]) -> tuple[str, ...]:
    row = [""] * (max((place[cell.column] for cell in cells if cell.shown), default=-1) + 1)
    for cell in cells:
        if cell.shown:
            row[place[cell.column]] = cell.shown
    return tuple(row)


_HEAD = 12  # filled rows in which a title may stand
_BELOW = 12  # filled rows below in which its table must begin
_LIST = 4  # lone cells in a column that are a list
_LONGEST = 120
_MOST_SHEETS = 50
_ELSEWHERE = 15.0
"""What a cell of a sheet that is not shown first has to have besides standing alone above a table."""


def choose(document: Document, sheets: Sequence[Sheet], titled: str, name: str | None) -> None:
    """Set title and candidates of a document from its sheets and the title its properties hold."""
    shown = [sheet for sheet in sheets[:_MOST_SHEETS] if not sheet.hidden]
    found = [one for sheet in shown if sheet.active for one in _weighed(sheet)]
    enough = any(one.score >= ENOUGH for one in found)
    most = min(one.score for one in found) - 1 if enough else inf
    for sheet in shown:
        if not sheet.active:
            found += [one._replace(score=min(one.score - _ELSEWHERE, most)) for one in _weighed(sheet)]
    settle(document, found, titled, name=name, unseen=ENOUGH)


def _weighed(sheet: Sheet) -> list[Candidate]:
    """The cells that could be the title of a sheet."""
    rows = [row for row in sheet.rows[:400] if not row.hidden]
    if not rows:
        return []
    usual = _usual(rows)
    found: list[Candidate] = []
    listed = _listed(rows[: _HEAD + _LIST])
    for index, row in enumerate(rows[:_HEAD]):
        if index in listed:
            continue
        words = [cell for cell in row.cells if cell.words]
        cell = words[0] if words else None
        if cell is None or not _sayable(cell.shown) or (len(row.cells) > 1 and not _beside(cell, row.cells)):
            if len(row.cells) > 2 and len(words) * 2 >= len(row.cells):
                break  # the head of the table: titles stand above
            continue
        size = cell.look.size / usual.size if usual.size else 1.0
        one = Features(
            spacing.line(cell.shown),
            size=max(1.0, size),
            bold=cell.look.bold and not usual.bold,
            centred=cell.look.centred,
            kind=bool(wording.tells_kind(cell.shown)),
            place=1 + index / 10,
            source="sheet",
            marks=_marks(sheet, row, cell, rows[index + 1 : index + 1 + _BELOW]),
        )
        candidate = weigh(one)
        code = "cell-sheet-shown" if sheet.active else "cell-sheet"
        why = candidate.reason or Message("stands-top")
        found.append(candidate._replace(reason=Message(code, marks=why, sheet=sheet.name[:60])))
        if len(found) == 4:
            break
    return found


def _listed(rows: Sequence[Row]) -> set[int]:
    """The indices of rows in a column of lone cells below the first row: the items of a list, as of a plan."""
    found: set[int] = set()
    run: list[int] = []
    for index, row in enumerate(rows):
        cell = row.cells[0]
        lone = len(row.cells) == 1 and cell.words
        if not (lone and run and rows[run[0]].cells[0].column == cell.column):
            run = []
        if lone:
            run.append(index)
        if len(run) >= _LIST and run[0] > 1:
            found.update(run)
    return found


def _marks(sheet: Sheet, row: Row, cell: Cell, below: Sequence[Row]) -> Marks:
    """What speaks for a cell by its row and the table below."""
    if len(row.cells) == 1:
        yield 15, Message("stands-alone-row")
    width = sheet.merged.get((row.number, cell.column), 1)
    wide = [other.cells for other in below if len(other.cells) > 1]
    if wide:
        first = min(cells[0].column for cells in wide)
        span = max(cells[-1].column for cells in wide) - first + 1
        if cell.column <= first + 1 or width * 2 >= span or cell.look.centred:
            yield 15 if len(below) > 1 else 8, Message("stands-above-table")
        else:
            yield -15, ""  # the name of some of its columns
    else:
        yield -15, ""  # a list, in which every line stands alone
    if wording.captioned(cell.shown):
        yield 85, ""  # what tells a table of a text is the title of a sheet
    if width > 1:
        yield 8, Message("wide-several-columns")
    if len(cell.shown) < 4 and cell.shown.isascii():
        yield -11, Message("label")


def _beside(cell: Cell, cells: Sequence[Cell]) -> bool:
    """Whether a cell may be a title beside others: one date, number or short remark, in smaller letters."""
    others = [other for other in cells if other is not cell]
    return len(others) <= 2 and all(cell.look.size > other.look.size * 1.15 > 0 for other in others)


def _usual(rows: Sequence[Row]) -> CellStyle:
    """How most cells look."""
    looks: Counter[tuple[float, bool]] = Counter()
    for row in rows:
        looks.update((cell.look.size, cell.look.bold) for cell in row.cells)
    size, bold = looks.most_common(1)[0][0]
    return CellStyle("", size, bold)


def _sayable(text: str) -> bool:
    letters = sum(1 for character in text if character.isalpha())
    return letters >= 2 and len(text) <= _LONGEST and letters * 3 >= len(text) and "://" not in text
