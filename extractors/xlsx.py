"""Excel workbooks (XLSX)."""

from __future__ import annotations

import datetime
import io
import re
import zipfile
from typing import Any

import openpyxl

from extractors import office, titles
from extractors.html_metadata import clean
from extractors.types import Document, Part, Source

_MAX_CELLS = 2_000_000
_MAX_BLANK_ROWS = 1000
_TITLE_ROWS = 10


def extract(source: Source) -> Document:
    document = source.document()
    data = office.usual(source.data)
    warnings: list[str] = []
    parts: list[Part] = []
    with office.quiet("openpyxl"):
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True, keep_links=False)
        _forget_inventions(book.properties, data)
        titled = office.fill_properties(document, book.properties)
        cells = 0
        found: dict[str, str] = {}
        for sheet in book.worksheets:
            if cells >= _MAX_CELLS:
                break
            rows, read, reason = _rows(sheet, _MAX_CELLS - cells)
            cells += read
            if reason:
                warnings.append(f"Sheet “{sheet.title}” is not shown to its end: {reason}.")
            if rows:
                parts.append(Part("heading", sheet.title, 2))
                parts.append(Part("table", "\n".join("\t".join(row) for row in rows), rows=tuple(rows)))
                title = _sheet_title(rows)
                if title:
                    found.setdefault(sheet.title, title)
        active = book.active.title if book.active is not None else ""
        book.close()
    document.parts, document.warnings = tuple(parts), tuple(warnings)
    document.text = "\n".join(part.text for part in parts)
    shown = found.get(active) or next(iter(found.values()), "")
    if titles.believable(titled):
        document.title, document.title_source = titled, "metadata"
    elif shown:
        document.title, document.title_source = clean(shown), "sheet"
    return document


def _forget_inventions(properties: Any, data: bytes) -> None:
    """Where a workbook names no author or dates, openpyxl puts in itself and the present time."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        core = archive.read("docProps/core.xml") if "docProps/core.xml" in archive.namelist() else b""
    for name in ("creator", "created", "modified"):
        if not re.search(rb"[:<]" + name.encode() + rb"\b[^>]*>\s*[^<\s]", core):
            setattr(properties, name, None)


def _rows(sheet: Any, budget: int) -> tuple[list[tuple[str, ...]], int, str]:
    """The rows that hold something, without blank cells at their ends; how many cells were read; why no more."""
    rows: list[tuple[str, ...]] = []
    blank = read = 0
    # The size a sheet declares may be absurd (or missing): read what is there instead.
    sheet.reset_dimensions()
    for values in sheet.iter_rows(values_only=True):
        row = [_shown(value) for value in values]
        while row and not row[-1]:
            row.pop()
        read += len(values) + 1
        if read > budget:
            return rows, read, f"only the first {_MAX_CELLS} cells of a workbook are read"
        blank = 0 if row else blank + 1
        if blank > _MAX_BLANK_ROWS:
            return rows, read, f"more than {_MAX_BLANK_ROWS} blank rows follow one another"
        if row:
            rows.append(tuple(row))
    return rows, read, ""


def _shown(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    if isinstance(value, datetime.datetime):
        return value.date().isoformat() if value.time() == datetime.time() else value.isoformat(" ", "seconds")
    return " ".join(str(value).split())


def _sheet_title(rows: list[tuple[str, ...]]) -> str:
    """A string of two or more characters that stands alone in one of the first rows, above something wider."""
    for row in rows[:_TITLE_ROWS]:
        filled = [cell for cell in row if cell]
        if len(filled) > 1:
            return ""
        if len(filled[0]) >= 2 and any(c.isalpha() for c in filled[0]) and max(map(len, rows)) > 1:
            return filled[0]
    return ""
