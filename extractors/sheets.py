"""What all spreadsheets have in common: cells become rows within limits, sheets become parts.

A table's `rows` hold what a person sees on the sheet: values in their number formats, without hidden rows and columns.
Its text holds the values themselves, all of them: 1337 where the sheet shows $1,337.00, dates as ISO 8601, and what is
hidden; so whoever searches or calculates finds them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from extractors import formulas, places, spacing
from extractors.types import Document, Part

MAX_CELLS = 1_000_000
MAX_CHARACTERS = 48 << 20
MAX_SHEETS = 2000
MAX_FORMULAS = 100_000
MAX_FORMULA_CHARACTERS = 8 << 20
# A table may be this many times as large as its filled cells before its empty ones are left out.
_SPARSE = 12
_LONGEST_HEADER = 2000
_SECTION = re.compile(r"(?<!&)(?:&&)*&[LCR]")
_PAGE_CODES = re.compile(r"&[PN]")
_COMMAND = re.compile(r'&(?:"[^"]*"?|K[0-9A-Fa-f]{6}|\d+|.|\Z)', re.DOTALL)
_FEW_LETTERS = 12
_UNNAMED = re.compile(
    r"(?:sheet|tabelle|feuil(?:le)?|hoja|foglio|folha|planilha|blad|arkusz|лист|工作表|シート)\s*\d{0,3}", re.I
)


class Look(NamedTuple):
    """How cells of a style look: their number format ("" = General), size in points (0.0 = unknown), bold, centred."""

    format: str = ""
    size: float = 0.0
    bold: bool = False
    centred: bool = False


PLAIN = Look()


class Cell(NamedTuple):
    """A filled cell: `column` from 0, its value as it is `shown` and as it is; `words` when it holds a string."""

    column: int
    shown: str
    value: str
    look: Look = PLAIN
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
        self.warnings: list[str] = []
        self.formulas = 0
        self._cells = self._characters = 0
        self._formulas = self._formula_characters = 0

    @property
    def full(self) -> bool:
        return self._cells >= MAX_CELLS or self._characters >= MAX_CHARACTERS or len(self.sheets) >= MAX_SHEETS

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
            self.warn(f"Only the first {self._cells} cells of the workbook are shown.")
            return False
        return True

    @property
    def keeps_formulas(self) -> bool:
        """Are more formulas taken?"""
        if self._formulas < MAX_FORMULAS and self._formula_characters < MAX_FORMULA_CHARACTERS:
            return True
        self.warn(f"Only the first {self._formulas} formulas of the workbook are kept.")
        return False

    def formula(self, sheet: Sheet, row: int, column: int, text: str, rows: int = 1, columns: int = 1) -> None:
        """Take the formula of a cell, or of an area that is worked out at once; row and column from 0."""
        if text and self.keeps_formulas:
            line = f"{formulas.area_name(row, column, rows, columns)}: {text}"
            sheet.formulas.append(line)
            self._formulas += 1
            self._formula_characters += len(line)

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
                parts.append(Part("table", text, rows=rows, role="hidden" if sheet.hidden else "", places=where))
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
    return tuple(filter(None, table)), places.written(numbers, used)


def _row(cells: list[Cell], place: dict[int, int]) -> tuple[str, ...]:
    row = [""] * (max((place[cell.column] for cell in cells if cell.shown), default=-1) + 1)
    for cell in cells:
        if cell.shown:
            row[place[cell.column]] = cell.shown
    return tuple(row)
