"""Which cell of a workbook is its title.

The weighing is that of the catalogue: strings of two or more characters; what stands alone in its row, is large, bold,
centred or merged over several columns weighs more, and the active sheet three times as much. A table without a line
above it has no title.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from extractors.base import spacing
from extractors.base.sentences import Message
from extractors.base.types import Candidate, Document, Part, several
from extractors.sheet import notation as formulas
from extractors.sheet import notation as places
from extractors.titles import first_lines as titles

# What all spreadsheets have in common: cells become rows within limits, sheets become parts.
#
# A table's `rows` hold what a person sees on the sheet: values in their number formats, without hidden rows
# and columns.
# Its text holds the values themselves, all of them: 1337 where the sheet shows $1,337.00, dates as ISO
# 8601, and what is
# hidden; so whoever searches or calculates finds them.

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
    r"(?:sheet|tabelle|feuil(?:le)?|hoja|foglio|folha|planilha|blad|arkusz|лист|工作表|シート)\s*\d{0,3}",
    re.I,
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
        """Are more formulas taken?"""
        if self._formulas < MAX_FORMULAS and self._formula_characters < MAX_FORMULA_CHARACTERS:
            return True
        self.warn(Message("first-formulas-workbook", count=self._formulas))
        return False

    def formula(
        self, sheet: Sheet, row: int, column: int, text: str, rows: int = 1, columns: int = 1
    ) -> None:
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


_HEAD = 12  # filled rows in which a title may stand
_BELOW = 12  # filled rows below in which its table must begin
_LONGEST = 120
_MOST_CANDIDATES = 12
_MOST_SHEETS = 50
_ACTIVE = 3.0  # the sheet that is shown first counts so many times as much
_LEAST, _LEAST_ELSEWHERE = 2.0, 3.0
"""Weight a cell needs: that of standing alone above a table; on other sheets it has to stand out besides."""
_PROPERTIES = 1.5
_MACHINE = re.compile(r"untitled\s+\w+|(?:book|workbook|mappe|classeur|工作簿|ブック)\s*\d*", re.IGNORECASE)
"""What programs call a workbook until somebody gives it a name."""


def choose(document: Document, sheets: Sequence[Sheet], titled: str, name: str | None) -> None:
    """Set title and candidates of a document from its sheets and the title its properties hold."""
    found: list[tuple[Candidate, bool]] = []
    for sheet in sheets[:_MOST_SHEETS]:
        if sheet.hidden:
            continue
        for cell, weight, why in _weighed(sheet)[:4]:
            code = "cell-sheet-shown" if sheet.active else "cell-sheet"
            reason = Message(code, marks=why, sheet=sheet.name[:60])
            enough = weight >= (_LEAST if sheet.active else _LEAST_ELSEWHERE)
            if sheet.active:
                weight *= _ACTIVE
            found.append(
                (Candidate(spacing.line(cell.shown)[:300], "sheet", round(weight, 2), reason), enough)
            )
    if titled:
        believed = titles.believable(titled) and _MACHINE.fullmatch(titled) is None
        reason = Message("properties-name") if believed else Message("properties-name-program")
        found.append(
            (Candidate(titled[:300], "metadata", _PROPERTIES if believed else 0.0, reason), believed)
        )
    if name:
        file = name.partition("?")[0].rpartition("/")[2]
        found.append((Candidate(spacing.line(file)[:300], "file name", 0.0, Message("name-of-file")), False))
    found.sort(key=lambda entry: (not entry[1], -entry[0].score))
    document.candidates = tuple(candidate for candidate, _ in found[:_MOST_CANDIDATES])
    if found and found[0][1]:
        document.title, document.title_source = found[0][0].text, found[0][0].source


def _weighed(sheet: Sheet) -> list[tuple[Cell, float, str]]:
    """The cells that could be the title of a sheet, heaviest first: (cell, weight, what speaks for it)."""
    rows = [row for row in sheet.rows[:400] if not row.hidden]
    if not rows:
        return []
    usual = _usual(rows)
    found = []
    for index, row in enumerate(rows[:_HEAD]):
        words = [cell for cell in row.cells if cell.words]
        cell = words[0] if words else None
        if cell is None or not _sayable(cell.shown) or (len(row.cells) > 1 and not _beside(cell, row.cells)):
            if len(row.cells) > 2 and len(words) * 2 >= len(row.cells):
                break  # the head of the table: titles stand above
            continue
        weight, why = _weigh(sheet, row, cell, usual, rows[index + 1 : index + 1 + _BELOW])
        found.append((cell, weight - 0.15 * index, why))
        if len(found) == 4:
            break
    return sorted(found, key=lambda entry: -entry[1])


def _weigh(sheet: Sheet, row: Row, cell: Cell, usual: Look, below: Sequence[Row]) -> tuple[float, str]:
    weight, reasons = 0.0, []
    if len(row.cells) == 1:
        weight += 1.0
        reasons.append(Message("stands-alone-row"))
    width = sheet.merged.get((row.number, cell.column), 1)
    wide = [other.cells for other in below if len(other.cells) > 1]
    if wide:
        first = min(cells[0].column for cells in wide)
        span = max(cells[-1].column for cells in wide) - first + 1
        if cell.column <= first + 1 or width * 2 >= span or cell.look.centred:
            weight += 1.0 if len(below) > 1 else 0.5
            reasons.append(Message("stands-above-table"))
        else:
            weight -= 1.0  # the name of some of its columns
    else:
        weight -= 1.0  # a list, in which every line stands alone
    if cell.look.size > usual.size * 1.08 > 0:
        weight += 1.0 + min(cell.look.size / usual.size, 3.0) / 2
        reasons.append(Message("written-large"))
    if cell.look.bold and not usual.bold:
        weight += 0.5
        reasons.append(Message("cell-bold"))
    if cell.look.centred:
        weight += 0.25
        reasons.append(Message("cell-centred"))
    if width > 1:
        weight += 0.5
        reasons.append(Message("wide-several-columns"))
    if cell.shown.rstrip().endswith((":", "：")) or (len(cell.shown) < 4 and cell.shown.isascii()):
        weight -= 0.75  # a label
    return weight, several(reasons) or Message("stands-top")


def _beside(cell: Cell, cells: Sequence[Cell]) -> bool:
    """May a title have something beside it? One date, number or short remark, when it is written larger."""
    others = [other for other in cells if other is not cell]
    return len(others) <= 2 and all(cell.look.size > other.look.size * 1.15 > 0 for other in others)


def _usual(rows: Sequence[Row]) -> Look:
    """How most cells look."""
    looks: Counter[tuple[float, bool]] = Counter()
    for row in rows:
        looks.update((cell.look.size, cell.look.bold) for cell in row.cells)
    size, bold = looks.most_common(1)[0][0]
    return Look("", size, bold)


def _sayable(text: str) -> bool:
    letters = sum(1 for character in text if character.isalpha())
    return letters >= 2 and len(text) <= _LONGEST and letters * 3 >= len(text) and "://" not in text
