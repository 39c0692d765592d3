"""Workbooks of Excel 2002 and 2003 in one XML file (SpreadsheetML), often named .xls."""

from __future__ import annotations

import re

from lxml import etree

from extractors.base import dates, spacing
from extractors.base.sentences import Message
from extractors.base.types import Document, Link, Part, Unreadable
from extractors.office.numbers import exact, serial, shown
from extractors.office.ooxml import local
from extractors.office.packages import MAX_XML, parse
from extractors.sheet.notation import from_r1c1
from extractors.sheet.sheets import PLAIN, Book, Cell, Look, Sheet, header_parts, one_line

_MAX_REPEATED = 16_384
_AREA = re.compile(r"RC(?::R(?:\[(\d{1,7})\])?C(?:\[(\d{1,5})\])?)?")
_MOST_LINKS = 20_000
# Names for formats of Excel's own (SpreadsheetML, ss:NumberFormat)
_NAMED = {
    "general number": "",
    "general": "",
    "general date": "m/d/yyyy h:mm",
    "long date": "dddd, mmmm dd, yyyy",
    "medium date": "dd-mmm-yy",
    "short date": "m/d/yyyy",
    "long time": "h:mm:ss AM/PM",
    "medium time": "hh:mm AM/PM",
    "short time": "hh:mm",
    "currency": '"$"#,##0.00',
    "euro currency": '"€"#,##0.00',
    "fixed": "0.00",
    "standard": "#,##0.00",
    "percent": "0.00%",
    "scientific": "0.00E+00",
}


def is_spreadsheetml(data: bytes) -> bool:
    return b"urn:schemas-microsoft-com:office:spreadsheet" in data[:8192]


def read(data: bytes, document: Document, book: Book) -> str:
    """Read a workbook; returns the title its properties hold."""
    root = parse(data[:MAX_XML])
    if root is None:
        raise Unreadable(Message("file-damaged-content"))
    if len(data) > MAX_XML:
        book.warn(Message("first-mib-content", size=MAX_XML >> 20))
    looks = _looks(root)
    links: dict[Link, None] = {}
    active = root.findtext("{*}ExcelWorkbook/{*}ActiveSheet") or "0"
    for index, worksheet in enumerate(root.iterfind("{*}Worksheet")):
        if book.full:
            break
        hidden = (worksheet.findtext("{*}WorksheetOptions/{*}Visible") or "").startswith("Sheet")
        sheet = book.add(_get(worksheet, "Name"), active=str(index) == active, hidden=hidden)
        for table in worksheet.iterfind("{*}Table"):
            _table(table, sheet, book, looks, links)
        codes = [
            (role, _get(element, "Data"))
            for role, tag in (("header", "Header"), ("footer", "Footer"))
            for element in worksheet.iterfind(f"{{*}}WorksheetOptions/{{*}}PageSetup/{{*}}{tag}")
        ]
        sheet.extras += header_parts(codes)
    document.links = tuple(links)
    return _properties(root, document)


def _properties(root: etree._Element, document: Document) -> str:
    about = root.find("{*}DocumentProperties")
    if about is None:
        return ""
    said = {
        tag.lower(): spacing.line(about.findtext(f"{{*}}{tag}")) for tag in ("Title", "Subject", "Keywords")
    }
    document.author = spacing.line(about.findtext("{*}Author"))
    document.date = dates.iso(about.findtext("{*}Created"))
    said["modified"] = dates.iso(about.findtext("{*}LastSaved"))
    document.metadata.update({name: value for name, value in said.items() if value})
    return said["title"]


def _looks(root: etree._Element) -> dict[str, Look]:
    looks: dict[str, Look] = {}
    for style in root.iterfind("{*}Styles/{*}Style"):
        base = looks.get(_get(style, "Parent"), looks.get("Default", PLAIN))
        font, form, alignment = (style.find(f"{{*}}{tag}") for tag in ("Font", "NumberFormat", "Alignment"))
        code, size, bold, centred = base
        if form is not None:
            code = _get(form, "Format")
            code = _NAMED.get(code.lower(), code)
        if font is not None:
            points = _get(font, "Size")
            size = float(points) if points.replace(".", "", 1).isdecimal() else size
            bold = _get(font, "Bold") == "1"
        if alignment is not None:
            centred = _get(alignment, "Horizontal").startswith("Center")
        looks[_get(style, "ID")] = Look(code, size, bold, centred)
    return looks


def _table(
    table: etree._Element, sheet: Sheet, book: Book, looks: dict[str, Look], links: dict[Link, None]
) -> None:
    number, place = 0, 0
    for element in table:
        kind = local(element)
        if kind == "Column":
            place = _index(element, place)
            last = place + min(_number(_get(element, "Span")), _MAX_REPEATED)
            if _get(element, "Hidden") == "1":
                sheet.columns.update(range(place - 1, last))
            place = last
        elif kind == "Row":
            number = _index(element, number)
            cells = _cells(element, sheet, number, book, looks, links)
            if not book.row(sheet, number, cells, hidden=_get(element, "Hidden") == "1"):
                return
            number += _number(_get(element, "Span"))


def _cells(
    row: etree._Element,
    sheet: Sheet,
    number: int,
    book: Book,
    looks: dict[str, Look],
    links: dict[Link, None],
) -> list[Cell]:
    cells: list[Cell] = []
    column = 0
    default = _get(row, "StyleID")
    for element in row.iterfind("{*}Cell"):
        column = _index(element, column)
        look = looks.get(_get(element, "StyleID") or default, looks.get("Default", PLAIN))
        merged = min(_number(_get(element, "MergeAcross")), _MAX_REPEATED)
        if merged:
            sheet.merged[number, column - 1] = merged + 1
        if _get(element, "Formula"):
            _formula(element, sheet, number - 1, column - 1, book)
        address = _get(element, "HRef")
        if "://" in address and len(links) < _MOST_LINKS:
            links[Link(address.partition("#")[0], "a", "", False)] = None
        for child in element:
            if local(child) == "Data":
                cell = _cell(column - 1, one_line("".join(child.itertext())), _get(child, "Type"), look)
                if cell.value:
                    cells.append(cell)
            elif local(child) == "Comment":
                text = spacing.paragraph("".join(child.itertext()))
                if text:
                    sheet.extras.append(Part("paragraph", text, role="comment"))
        column += merged
    return cells


def _formula(element: etree._Element, sheet: Sheet, row: int, column: int, book: Book) -> None:
    """Take the formula of a cell, or of the area it stands for: “R[1]C[-1]” and “RC:R[2]C” are distances from here."""
    book.formulas += 1
    if not book.keeps_formulas:
        return
    text, area = from_r1c1(_get(element, "Formula"), row, column), _get(element, "ArrayRange")
    if area:
        found = _AREA.fullmatch(area)
        rows, columns = (int(found[1] or 0) + 1, int(found[2] or 0) + 1) if found else (1, 1)
        book.formula(sheet, row, column, f"{{{text}}}", rows, columns)
    else:
        book.formula(sheet, row, column, text)


def _cell(column: int, text: str, kind: str, look: Look) -> Cell:
    number: float | None = None
    if kind == "Number":
        try:
            number = float(text)
        except ValueError:
            number = None
    elif kind == "DateTime":
        number = serial(text)
    elif kind == "Boolean":
        text = "TRUE" if text == "1" else "FALSE"
    if number is None:
        return Cell(column, text, text, look, kind == "String")
    return Cell(column, shown(number, look.format).strip(), exact(number, look.format), look, False)


def _get(element: etree._Element, name: str) -> str:
    """An attribute, in whatever namespace it is."""
    return next((value for key, value in element.items() if key.rpartition("}")[2] == name), "")


def _index(element: etree._Element, before: int) -> int:
    """The number, from 1, of a row, column or cell: the next one when it does not say."""
    said = _number(_get(element, "Index"))
    return said if said > before else before + 1


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 8 else 0
