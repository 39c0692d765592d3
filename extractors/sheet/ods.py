"""Spreadsheets of OpenDocument (ODS, OTS, FODS) and OpenOffice.org 1 (SXC).

calamine was measured on the samples: 97.5 % recall at 90.1 % precision (in a hundredth of the time), where this reader has
98.3 % at 92.6 %. calamine has no number formats, comments, formulas in our notation, hidden rows, drawings or headers,
so each file would be read twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree

from extractors.base import spacing
from extractors.base.numbering import integer
from extractors.base.sentences import Message
from extractors.base.types import Document, Part, Source
from extractors.office.numbers import general
from extractors.office.opendocument import OpenDocument, page_headers, paragraph_text, q, setting, shape_texts
from extractors.office.packages import done, readable, stream
from extractors.sheet import notation, sheets
from extractors.sheet.sheets import PLAIN, Book, Cell, CellStyle, Sheet, one_line

_TABLE, _ROW, _COLUMN, _STYLE, _SHAPES = map(
    q, ("table:table", "table:table-row", "table:table-column", "style:style", "table:shapes")
)
_CELL, _COVERED, _PARAGRAPH = map(q, ("table:table-cell", "table:covered-table-cell", "text:p"))
_ANNOTATION, _DRAW = q("office:annotation"), q("draw:")
_NAME, _STYLE_NAME, _DEFAULT_STYLE = map(
    q, ("table:name", "table:style-name", "table:default-cell-style-name")
)
_VISIBILITY, _FORMULA = q("table:visibility"), q("table:formula")
_ROWS_REPEATED, _COLUMNS_REPEATED = q("table:number-rows-repeated"), q("table:number-columns-repeated")
_SPANNED = q("table:number-columns-spanned")
_MATRIX_ROWS, _MATRIX_COLUMNS = (
    q("table:number-matrix-rows-spanned"),
    q("table:number-matrix-columns-spanned"),
)
_MAX_ROWS = 10_000  # times one filled row is repeated
_MAX_COLUMNS = 16_384
_MOST_EXTRAS = 20_000
_DAMAGED = Message("file-damaged-part")
_DURATION = re.compile(r"(-?)PT?(?:(\d+)D)?T?(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:[.,]\d+)?S)?")


def extract(source: Source) -> Document:
    document = source.document()
    data, damaged = readable(source.data)
    opened = OpenDocument(data, content=False)
    titled = opened.fill_properties(document)
    document.warnings = (*([_DAMAGED] if damaged else []), *opened.warnings)
    reader = _Reader(opened)
    reader.read()
    reader.book.fill(document)
    sheets.choose(document, reader.book.sheets, titled, source.name)
    return document


class _Reader:
    def __init__(self, opened: OpenDocument) -> None:
        self.opened = opened
        self.book = Book()
        self._active = setting(opened, "ActiveTable")
        self._sheet: Sheet | None = None
        self._table: etree._Element | None = None
        self._number = 0
        self._defaults: list[CellStyle] = []
        self._looks: dict[str | None, CellStyle] = {}

    def read(self) -> None:
        for element in stream(self.opened.content_bytes, _STYLE, _COLUMN, _ROW, _SHAPES, _TABLE):
            if element.tag == _STYLE:
                self.opened.styles.add(element)
            elif element.tag == _COLUMN:
                self._column(element, self._of(element))
            elif element.tag == _ROW:
                if not self._row(element, self._of(element)):
                    break
                done(element)
            elif element.tag == _SHAPES:
                self._extras(self._of(element), shape_texts(self.opened, element))
            else:
                self._of(element.find(_ROW) if element.find(_ROW) is not None else element)
        headers = list(page_headers(self.opened))
        shown_sheets = [sheet for sheet in self.book.sheets if not sheet.hidden and sheet.rows]
        if shown_sheets:
            shown_sheets[0].extras += headers

    def _of(self, element: etree._Element) -> Sheet:
        """The sheet an element belongs to; a new one when its table is a new one."""
        table = element
        for ancestor in element.iterancestors(_TABLE):
            table = ancestor  # the outermost: tables in cells are part of their sheet
        if self._sheet is None or table is not self._table:
            name = table.get(_NAME) or ""
            look = self.opened.styles.look(table.get(_STYLE_NAME), "table")
            active = name == self._active if self._active else not self.book.sheets
            self._table, self._number, self._defaults = table, 0, []
            self._sheet = self.book.add(name, active=active, hidden=look.hidden)
        return self._sheet

    def _column(self, element: etree._Element, sheet: Sheet) -> None:
        repeated = min(_count(element, _COLUMNS_REPEATED), _MAX_COLUMNS - len(self._defaults))
        if element.get(_VISIBILITY) in ("collapse", "filter"):
            sheet.columns.update(range(len(self._defaults), len(self._defaults) + repeated))
        self._defaults += [self._look(element.get(_DEFAULT_STYLE))] * max(0, repeated)

    def _row(self, row: etree._Element, sheet: Sheet) -> bool:
        repeated = _count(row, _ROWS_REPEATED)
        first = self._number + 1
        self._number += repeated
        cells = list(self._cells(row, sheet, first))
        hidden = row.get(_VISIBILITY) in ("collapse", "filter")
        if not cells:
            return True
        return all(
            self.book.row(sheet, first + index, cells, hidden=hidden)
            for index in range(min(repeated, _MAX_ROWS))
        )

    def _cells(self, row: etree._Element, sheet: Sheet, number: int) -> Iterator[Cell]:
        column = 0
        for element in row:
            if element.tag != _CELL and element.tag != _COVERED:
                continue
            repeated = _count(element, _COLUMNS_REPEATED)
            if element.get(_FORMULA):
                self._formula(element, sheet, number - 1, column)
            if len(element) or element.get(q("office:value-type")):
                style = element.get(_STYLE_NAME)
                default = self._defaults[column] if column < len(self._defaults) else PLAIN
                found = self._cell(element, column, self._look(style) if style else default)
                width = _count(element, _SPANNED)
                if width > 1:
                    sheet.merged[number, column] = width
                if found.value or found.shown:
                    for index in range(min(repeated, _MAX_COLUMNS - column)):
                        yield found._replace(column=column + index)
                self._beside(element, sheet)
            column += repeated
            if column >= _MAX_COLUMNS:
                return

    def _cell(self, element: etree._Element, column: int, look: CellStyle) -> Cell:
        styles = self.opened.styles
        seen = one_line(
            " ".join(paragraph_text(child, styles) for child in element if child.tag == _PARAGRAPH)
        )
        value = _value(element)
        return Cell(column, seen, value or seen, look, not value)

    def _formula(self, element: etree._Element, sheet: Sheet, row: int, column: int) -> None:
        self.book.formulas += 1
        if self.book.keeps_formulas:
            text = notation.from_open(element.get(_FORMULA) or "")
            if element.get(_MATRIX_ROWS) or element.get(_MATRIX_COLUMNS):
                rows, columns = _count(element, _MATRIX_ROWS), _count(element, _MATRIX_COLUMNS)
                self.book.formula(sheet, row, column, f"{{{text}}}", rows, columns)
            else:
                self.book.formula(sheet, row, column, text)

    def _beside(self, element: etree._Element, sheet: Sheet) -> None:
        """What lies on a cell: its comment, drawings anchored to it."""
        for child in element:
            if child.tag == _ANNOTATION:
                text = "\n".join(map(paragraph_text, child.iter(_PARAGRAPH)))
                self._extras(
                    sheet,
                    [Part("paragraph", spacing.paragraph(text), role="comment")] if text.strip() else [],
                )
            elif isinstance(child.tag, str) and child.tag.startswith(_DRAW):
                self._extras(sheet, shape_texts(self.opened, child))

    def _extras(self, sheet: Sheet, parts: list[Part]) -> None:
        sheet.extras += parts[: _MOST_EXTRAS - len(sheet.extras)]

    def _look(self, style: str | None) -> CellStyle:
        if style not in self._looks:
            found = self.opened.styles.look(style, "table-cell")
            self._looks[style] = CellStyle("", found.size, found.bold, found.centred)
        return self._looks[style]


def _count(element: etree._Element, attribute: str) -> int:
    return max(1, integer(element.get(attribute), 1))


def _value(element: etree._Element) -> str:
    """The value of a cell that is no string, "" when it is one."""
    attributes: dict[str, str] = {key.rpartition("}")[2]: value for key, value in element.items()}
    kind = attributes.get("value-type")
    if kind in ("float", "currency", "percentage"):
        try:
            number = float(attributes.get("value", ""))
        except ValueError:
            return ""
        return general(round(number * 100, 12)) + "%" if kind == "percentage" else general(number)
    if kind == "date":
        return attributes.get("date-value", "").replace("T", " ")[:19]
    if kind == "time":
        found = _DURATION.fullmatch(attributes.get("time-value", ""))
        if found:
            sign, *numbers = found.groups()
            days, hours, minutes, seconds = (int((number or "0")[:9]) for number in numbers)
            return f"{sign}{days * 24 + hours:02d}:{minutes:02d}:{seconds:02d}"
    if kind == "boolean":
        return attributes.get("boolean-value", "").upper()
    return ""
