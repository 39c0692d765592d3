"""Excel workbooks of today (XLSX, XLSM, XLTX; ECMA-376 part 1, chapter 18)."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice

from lxml import etree

from extractors import drawingml, ooxml, sheet_titles
from extractors.date_formats import serial
from extractors.number_formats import exact, shown, shown_text
from extractors.packages import Package, done, stream
from extractors.sheets import PLAIN, Book, Cell, Look, Sheet, header_parts, one_line
from extractors.types import Document, Link, Source, Unreadable
from extractors.xlsx_drawings import beside
from extractors.xlsx_formulas import SheetFormulas, other_books
from extractors.xlsx_styles import looks, shared_strings, string, unescape

_MAX_SHEET = 256 << 20
_MAX_COLUMNS = 16_384
_MAX_LINKS = 20_000
_MAX_EXTRAS = 20_000
_TRUE = ("1", "true")
_DIGITS = "0123456789"
_STRINGS = ("s", "str", "inlineStr")
_WANTED = ("{*}row", "{*}col", "{*}mergeCell", "{*}headerFooter")
_ROLES = {
    **dict.fromkeys(("oddHeader", "evenHeader", "firstHeader"), "header"),
    **dict.fromkeys(("oddFooter", "evenFooter", "firstFooter"), "footer"),
}
_SHEET = re.compile(r"xl/worksheets/sheet\d*\.xml", re.IGNORECASE)
_RANGE = re.compile(r"([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})")


def extract(source: Source) -> Document:
    document = source.document()
    package = ooxml.open_package(source.data)
    reader = _Reader(package)
    titled = ooxml.fill_properties(document, package)
    reader.read()
    if package.damaged and not any(sheet.rows or sheet.extras for sheet in reader.book.sheets):
        raise Unreadable("The file is damaged: its content cannot be read.")
    if package.damaged:
        reader.book.warn("The file is damaged: a part of it could not be read.")
    reader.book.fill(document)
    document.links = tuple(reader.links)
    sheet_titles.choose(document, reader.book.sheets, titled, source.name)
    return document


class _Reader:
    def __init__(self, package: Package) -> None:
        self.package = package
        self.book = Book()
        self.links: dict[Link, None] = {}
        self.main = ooxml.main_part(package, "xl/workbook.xml")
        relations = package.relations(self.main)
        self.targets = {key: target for key, (kind, target) in relations.items()}
        named = dict(relations.values())
        self.looks = looks(package.tree(named.get("styles", "xl/styles.xml")))
        strings = named.get("sharedStrings", "xl/sharedStrings.xml")
        self.strings = [one_line(text) for text in shared_strings(package.read(strings, _MAX_SHEET))]
        self.since_1904 = False
        self.books: list[str] = []

    def read(self) -> None:
        workbook = self.package.tree(self.main)
        if workbook is None:
            self._unlisted()
            return
        about = workbook.find("{*}workbookPr")
        self.books = other_books(self.package, self.main, workbook)
        self.since_1904 = about is not None and about.get("date1904") in ("1", "true")
        view = workbook.find("{*}bookViews/{*}workbookView")
        active = view.get("activeTab") if view is not None else None
        for index, element in enumerate(workbook.iterfind("{*}sheets/{*}sheet")):
            if self.book.full:
                break
            hidden = element.get("state") in ("hidden", "veryHidden")
            target = next((self.targets.get(value) for key, value in element.items() if key.endswith("}id")), None)
            sheet = self.book.add(element.get("name") or "", active=str(index) == (active or "0"), hidden=hidden)
            if target:
                self._sheet(sheet, target)

    def _unlisted(self) -> None:
        """Read the sheets that are there where the part that lists them is lost."""
        if self.main.endswith(".bin"):
            raise Unreadable("The workbook is in Excel's binary form (XLSB), which is not read.")
        names = sorted((name for name in self.package.names() if _SHEET.fullmatch(name)), key=lambda n: (len(n), n))
        if not names:
            raise Unreadable("The file is damaged: its list of sheets cannot be read.")
        self.book.warn("The file is damaged: a part of it could not be read.")
        for name in names:
            if self.book.full:
                break
            self._sheet(self.book.add("", active=not self.book.sheets), name)

    def _sheet(self, sheet: Sheet, name: str) -> None:
        relations = self.package.relations(name)
        codes: list[tuple[str, str]] = []
        number = 0
        formulas = SheetFormulas(self.book, sheet, self.books)
        # In the order of the file: the columns stand before the rows, all else behind them.
        for element in stream(self.package.read(name, _MAX_SHEET), *_WANTED):
            local = drawingml.local(element)
            if local == "row":
                said = element.get("r")
                number = int(said) if said and said.isdecimal() else number + 1
                cells = self._cells(element, number, formulas)
                if not self.book.row(sheet, number, cells, hidden=element.get("hidden") in _TRUE):
                    break
                done(element)
            elif local == "col" and element.get("hidden") in _TRUE:
                sheet.columns.update(_columns(element))
            elif local == "mergeCell":
                _merge(sheet, element.get("ref") or "")
            elif local == "headerFooter":
                codes += [(_ROLES[drawingml.local(child)], child.text or "") for child in element if _role(child)]
        sheet.extras += islice(beside(self.package, relations), _MAX_EXTRAS)
        sheet.extras += header_parts(codes)
        for kind, target in relations.values():
            if kind == "hyperlink:external" and len(self.links) < _MAX_LINKS:
                self.links[Link(target.partition("#")[0], "a", "", False)] = None

    def _cells(self, row: etree._Element, number: int, formulas: SheetFormulas) -> list[Cell]:
        cells: list[Cell] = []
        column = -1
        for element in row:
            reference = element.get("r")
            column = _column(reference.rstrip(_DIGITS)) if reference else column + 1
            style, kind = element.get("s"), element.get("t")
            text = value = None
            for child in element:
                tag = child.tag if isinstance(child.tag, str) else ""  # an entity nobody knows has no name
                if tag.endswith("}v"):
                    value = child.text
                elif tag.endswith("}f"):
                    self.book.formulas += 1
                    formulas.add(child, number - 1, column)
                elif tag.endswith("}is"):
                    text = one_line(string(child))
            if text or value:
                cell = self._cell(column, text, value or "", kind, self._look(style))
                if cell.value:
                    cells.append(cell)
        return cells

    def _cell(self, column: int, text: str | None, value: str, kind: str | None, look: Look) -> Cell:
        if text is None and kind in _STRINGS:
            text = self._string(value) if kind == "s" else one_line(unescape(value))
        if text is not None:
            return Cell(column, shown_text(text, look.format), text, look)
        if kind == "b":
            value = "TRUE" if value.strip() in _TRUE else "FALSE"
        number = None if kind in ("b", "e") else self._number(value, kind)
        if number is None:
            return Cell(column, one_line(value), one_line(value), look, False)
        exact_value = exact(number, look.format, since_1904=self.since_1904)
        if not look.format:
            return Cell(column, exact_value, exact_value, look, False)
        seen = shown(number, look.format, since_1904=self.since_1904).strip()
        return Cell(column, seen, exact_value, look, False)

    def _string(self, value: str) -> str:
        index = int(value) if value.strip().isdecimal() and len(value) < 12 else -1
        return self.strings[index] if 0 <= index < len(self.strings) else ""

    def _number(self, value: str, kind: str | None) -> float | None:
        if kind == "d":
            return serial(value, since_1904=self.since_1904)
        try:
            return float(value)
        except ValueError:
            return None

    def _look(self, style: str | None) -> Look:
        if not style:
            return self.looks[0] if self.looks else PLAIN
        index = int(style) if style.isdecimal() and len(style) < 10 else -1
        return self.looks[index] if 0 <= index < len(self.looks) else PLAIN


@lru_cache(maxsize=1000)
def _column(letters: str) -> int:
    """The number, from 0, of the column that “AB” names."""
    number = 0
    for character in letters[:3]:
        if not character.isalpha() or not character.isascii():
            break
        number = number * 26 + ord(character.upper()) - 64
    return max(0, number - 1)


def _columns(element: etree._Element) -> range:
    first, last = (element.get(name) or "" for name in ("min", "max"))
    if not first.isdecimal() or not last.isdecimal():
        return range(0)
    return range(int(first) - 1, min(int(last), _MAX_COLUMNS))


def _merge(sheet: Sheet, reference: str) -> None:
    found = _RANGE.fullmatch(reference)
    if found and len(sheet.merged) < _MAX_EXTRAS:
        first, last = _column(found[1]), _column(found[3])
        sheet.merged[int(found[2]), first] = last - first + 1


def _role(element: etree._Element) -> str:
    return _ROLES.get(drawingml.local(element), "")
