"""Sheets in files of text: the XML of Excel 2002 and 2003 (SpreadsheetML, often named .xls), and CSV."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator

from lxml import etree

from extractors.base import dates, spacing
from extractors.base.numbering import integer
from extractors.base.sentences import Message
from extractors.base.types import Document, Part, Source, Unreadable
from extractors.office.numbers import exact, serial, shown
from extractors.office.ooxml import local
from extractors.office.packages import MAX_XML, parse
from extractors.sheet import sheets
from extractors.sheet.notation import from_r1c1
from extractors.sheet.sheets import PLAIN, Book, Cell, CellStyle, Sheet, header_parts, one_line

_MAX_REPEATED = 16_384
_AREA = re.compile(r"RC(?::R(?:\[(\d{1,7})\])?C(?:\[(\d{1,5})\])?)?")
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


def read_spreadsheetml(data: bytes, document: Document, book: Book) -> str:
    """Read a workbook; returns the title its properties hold."""
    root = parse(data[:MAX_XML])
    if root is None:
        raise Unreadable(Message("file-damaged-content"))
    if len(data) > MAX_XML:
        book.warn(Message("first-mib-content", size=MAX_XML >> 20))
    looks = _looks(root)
    active = root.findtext("{*}ExcelWorkbook/{*}ActiveSheet") or "0"
    for index, worksheet in enumerate(root.iterfind("{*}Worksheet")):
        if book.full:
            break
        hidden = (worksheet.findtext("{*}WorksheetOptions/{*}Visible") or "").startswith("Sheet")
        sheet = book.add(_get(worksheet, "Name"), active=str(index) == active, hidden=hidden)
        for table in worksheet.iterfind("{*}Table"):
            _table(table, sheet, book, looks)
        codes = [
            (role, _get(element, "Data"))
            for role, tag in (("header", "Header"), ("footer", "Footer"))
            for element in worksheet.iterfind(f"{{*}}WorksheetOptions/{{*}}PageSetup/{{*}}{tag}")
        ]
        sheet.extras += header_parts(codes)
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


def _looks(root: etree._Element) -> dict[str, CellStyle]:
    looks: dict[str, CellStyle] = {}
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
        looks[_get(style, "ID")] = CellStyle(code, size, bold, centred)
    return looks


def _table(table: etree._Element, sheet: Sheet, book: Book, looks: dict[str, CellStyle]) -> None:
    number, place = 0, 0
    for element in table:
        kind = local(element)
        if kind == "Column":
            place = _index(element, place)
            last = place + min(integer(_get(element, "Span")), _MAX_REPEATED)
            if _get(element, "Hidden") == "1":
                sheet.columns.update(range(place - 1, last))
            place = last
        elif kind == "Row":
            number = _index(element, number)
            cells = _cells(element, sheet, number, book, looks)
            if not book.row(sheet, number, cells, hidden=_get(element, "Hidden") == "1"):
                return
            number += integer(_get(element, "Span"))


def _cells(
    row: etree._Element,
    sheet: Sheet,
    number: int,
    book: Book,
    looks: dict[str, CellStyle],
) -> list[Cell]:
    cells: list[Cell] = []
    column = 0
    default = _get(row, "StyleID")
    for element in row.iterfind("{*}Cell"):
        column = _index(element, column)
        look = looks.get(_get(element, "StyleID") or default, looks.get("Default", PLAIN))
        merged = min(integer(_get(element, "MergeAcross")), _MAX_REPEATED)
        if merged:
            sheet.merged[number, column - 1] = merged + 1
        if _get(element, "Formula"):
            _formula(element, sheet, number - 1, column - 1, book)
        address = _get(element, "HRef")
        if "://" in address:
            book.link(address)
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


def _cell(column: int, text: str, kind: str, look: CellStyle) -> Cell:
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
    said = integer(_get(element, "Index"))
    return said if said > before else before + 1


# Values separated by commas, semicolons, tabs or bars (CSV, TSV; RFC 4180 and what people write).

_DELIMITERS = ",;\t|"
_SAMPLE_LINES = 200
_LONGEST_LINE = 100_000
_MOST_LINES_IN_CELL = 500
_STATED = re.compile(r"sep=([^\r\n])\r?\n", re.IGNORECASE)
_CSV_NUMBER = re.compile(r"[-+]?[\d\s.,']*\d[\d\s.,']*%?")
_OUTSIDE = re.compile(r'"(?:[^"]|"")*"?')


def extract_csv(source: Source) -> Document:
    document, text = source.decoded()
    text = spacing.tidy(text).replace("\0", "")
    stated = _STATED.match(text)
    delimiter = stated[1] if stated else delimiter_of(text)
    book = Book()
    sheet = book.add("", active=True)
    for number, row in enumerate(_csv_rows(text[stated.end() :] if stated else text, delimiter), 1):
        cells = [
            Cell(column, value, value, PLAIN, _CSV_NUMBER.fullmatch(value) is None)
            for column, value in enumerate(map(one_line, row))
            if value
        ]
        if not book.row(sheet, number, cells):
            break
    book.fill(document)
    document.metadata.pop("sheets")
    sheets.choose(document, book.sheets, "", source.name)
    return document


def delimiter_of(text: str) -> str:
    """The character that most evenly divides the lines; a comma when none does."""
    lines = [_OUTSIDE.sub("", line) for line in text[: _SAMPLE_LINES * 2000].splitlines()[:_SAMPLE_LINES]]
    lines = [line for line in lines if line.strip()]
    best, evenness = ",", 0.0
    for delimiter in _DELIMITERS:
        counts = Counter(line.count(delimiter) for line in lines)
        counts.pop(0, None)
        if counts:
            usual, often = counts.most_common(1)[0]
            score = often / len(lines) + 0.02 * min(usual, 20)
            if score > evenness:
                best, evenness = delimiter, score
    return best


def _csv_rows(text: str, delimiter: str) -> Iterator[list[str]]:
    """The rows; quotation marks mean nothing when one has no end, which would swallow the rest."""
    lines = text.split("\n")
    if len(text) > _LONGEST_LINE and max(map(len, lines)) > _LONGEST_LINE:
        yield from (line.split(delimiter) for line in lines)
        return
    quoted = _quoted_rows(lines, delimiter)
    if quoted is None:
        quoted = list(csv.reader(lines, delimiter=delimiter, quoting=csv.QUOTE_NONE))
    yield from quoted


def _quoted_rows(lines: list[str], delimiter: str) -> list[list[str]] | None:
    reader = csv.reader((line + "\n" for line in lines), delimiter=delimiter, skipinitialspace=True)
    rows: list[list[str]] = []
    before = 0
    try:
        for row in reader:
            if reader.line_num - before > _MOST_LINES_IN_CELL:
                return None
            before = reader.line_num
            rows.append(row)
    except csv.Error:
        return None
    return rows
