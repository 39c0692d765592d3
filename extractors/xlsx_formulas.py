"""Formulas of the cells of an Excel sheet (ECMA-376 part 1, 18.3.1.40)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import unquote

from lxml import etree

from extractors.formulas import ROWS, Shared, column_number, sheet_prefix, tidy
from extractors.packages import Package
from extractors.sheets import Book, Sheet

_AREA = re.compile(r"([A-Za-z]{1,3})(\d{1,7})(?::([A-Za-z]{1,3})(\d{1,7}))?")
_TRUE = ("1", "true")
_MOST_SHARED = 50_000
_MOST_BOOKS = 1000
_ELSEWHERE = re.compile(
    r"(?P<string>\"[^\"]*\")|'\[(?P<quoted>\d{1,4})\]|(?<![\w\]\[])\[(?P<book>\d{1,4})\](?P<sheets>[\w.:]*)!"
)


def other_books(package: Package, main: str, workbook: etree._Element) -> list[str]:
    """The names of the files that formulas refer to by number, the workbook itself as number 0."""
    relations = package.relations(main)
    names = [""]
    for reference in workbook.iterfind("{*}externalReferences/{*}externalReference"):
        key = next((value for name, value in reference.items() if name.endswith("}id")), "")
        outside = package.relations(relations[key][1]) if key in relations else {}
        target = next((target for kind, target in outside.values() if kind.startswith("externalLinkPath")), "")
        names.append(unquote(target).replace("\\", "/").rpartition("/")[2])
        if len(names) > _MOST_BOOKS:
            break
    return names


class SheetFormulas:
    """Puts the formulas of one sheet into it as they come."""

    def __init__(self, book: Book, sheet: Sheet, books: Sequence[str] = ()) -> None:
        self._book, self._sheet, self._books = book, sheet, books
        self._shared: dict[str, Shared] = {}

    def add(self, element: etree._Element, row: int, column: int) -> None:
        """Take the `f` element of a cell; row and column from 0."""
        if row < 0 or not self._book.keeps_formulas:
            return
        text, kind = self._named(element.text or ""), element.get("t")
        if kind == "shared":
            number = element.get("si") or ""
            if text:
                if len(self._shared) < _MOST_SHARED:
                    self._shared[number] = Shared(text, row, column)
            elif number in self._shared:
                text = self._shared[number].at(row, column)
        elif kind in ("array", "dataTable"):
            text = _table(element) if kind == "dataTable" else text
            if text:
                rows, columns = _extent(element.get("ref") or "")
                self._book.formula(self._sheet, row, column, "{=" + tidy(text) + "}", rows, columns)
            return
        if text:
            self._book.formula(self._sheet, row, column, "=" + tidy(text))

    def _named(self, formula: str) -> str:
        """The formula with the names of other files instead of their numbers."""
        if len(self._books) < 2 and "[0]" not in formula:
            return formula

        def named(found: re.Match[str]) -> str:
            number = int(found["quoted"] or found["book"] or -1)
            if not 0 <= number < len(self._books) or (number and not self._books[number]):
                return found[0]
            name = self._books[number]
            if found["quoted"]:
                return f"'[{name}]" if name else "'"
            return sheet_prefix(found["sheets"], book=name) if found["sheets"] else sheet_prefix(name)

        return _ELSEWHERE.sub(named, formula)


def _table(element: etree._Element) -> str:
    """What one or two changing values make of a formula."""
    inputs = [element.get("r1") or "", element.get("r2") or ""]
    if element.get("dt2D") not in _TRUE:
        inputs = [inputs[0], ""] if element.get("dtr") in _TRUE else ["", inputs[0]]
    return f"TABLE({','.join(inputs)})"


def _extent(reference: str) -> tuple[int, int]:
    """Rows and columns of an area."""
    found = _AREA.fullmatch(reference)
    if found is None or not found[3]:
        return 1, 1
    rows, columns = int(found[4]) - int(found[2]), column_number(found[3]) - column_number(found[1])
    return min(max(0, rows), ROWS - 1) + 1, max(0, columns) + 1
