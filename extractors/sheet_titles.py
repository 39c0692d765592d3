"""Which cell of a workbook is its title.

The weighing is that of the catalogue: strings of two or more characters; what stands alone in its row, is large, bold,
centred or merged over several columns weighs more, and the active sheet three times as much. A table without a line
above it has no title.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from extractors import spacing, titles
from extractors.sheets import Cell, Look, Row, Sheet
from extractors.types import Candidate, Document

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
            reason = f"The cell {why} on the sheet “{sheet.name[:60]}”."
            enough = weight >= (_LEAST if sheet.active else _LEAST_ELSEWHERE)
            if sheet.active:
                weight, reason = weight * _ACTIVE, reason[:-1] + ", which is shown first."
            found.append((Candidate(spacing.line(cell.shown)[:300], "sheet", round(weight, 2), reason), enough))
    if titled:
        believed = titles.believable(titled) and _MACHINE.fullmatch(titled) is None
        reason = "The properties name it." if believed else "The properties name it, but a program wrote it."
        found.append((Candidate(titled[:300], "metadata", _PROPERTIES if believed else 0.0, reason), believed))
    if name:
        file = name.partition("?")[0].rpartition("/")[2]
        found.append((Candidate(spacing.line(file)[:300], "file name", 0.0, "The name of the file."), False))
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
        reasons.append("stands alone in its row")
    width = sheet.merged.get((row.number, cell.column), 1)
    wide = [other.cells for other in below if len(other.cells) > 1]
    if wide:
        first = min(cells[0].column for cells in wide)
        span = max(cells[-1].column for cells in wide) - first + 1
        if cell.column <= first + 1 or width * 2 >= span or cell.look.centred:
            weight += 1.0 if len(below) > 1 else 0.5
            reasons.append("stands above a table")
        else:
            weight -= 1.0  # the name of some of its columns
    else:
        weight -= 1.0  # a list, in which every line stands alone
    if cell.look.size > usual.size * 1.08 > 0:
        weight += 1.0 + min(cell.look.size / usual.size, 3.0) / 2
        reasons.append("is written large")
    if cell.look.bold and not usual.bold:
        weight += 0.5
        reasons.append("is bold")
    if cell.look.centred:
        weight += 0.25
        reasons.append("is centred")
    if width > 1:
        weight += 0.5
        reasons.append("is as wide as several columns")
    if cell.shown.rstrip().endswith((":", "：")) or (len(cell.shown) < 4 and cell.shown.isascii()):
        weight -= 0.75  # a label
    return weight, ", ".join(reasons) or "stands at the top"


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
