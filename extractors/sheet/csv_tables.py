"""Tables in text: values separated by commas, semicolons, tabs or bars (CSV, TSV; RFC 4180 and what people write)."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator

from extractors.base import spacing
from extractors.base.charset import decode
from extractors.base.sentences import Message
from extractors.base.types import Document, Source
from extractors.sheet import sheets as sheet_titles
from extractors.sheet.sheets import PLAIN, Book, Cell, one_line

_DELIMITERS = ",;\t|"
_SAMPLE_LINES = 200
_LONGEST_LINE = 100_000
_MOST_LINES_IN_CELL = 500
_STATED = re.compile(r"sep=([^\r\n])\r?\n", re.IGNORECASE)
_NUMBER = re.compile(r"[-+]?[\d\s.,']*\d[\d\s.,']*%?")
_OUTSIDE = re.compile(r'"(?:[^"]|"")*"?')


def extract(source: Source) -> Document:
    document = source.document()
    text, document.metadata["charset"], document.metadata["charset-source"] = decode(
        source.data, source.charset
    )
    text = spacing.tidy(text).replace("\0", "")
    if "\ufffd" in text:
        document.warnings = (Message("characters-replaced"),)
    stated = _STATED.match(text)
    delimiter = stated[1] if stated else delimiter_of(text)
    book = Book()
    sheet = book.add("", active=True)
    for number, row in enumerate(_rows(text[stated.end() :] if stated else text, delimiter), 1):
        cells = [
            Cell(column, value, value, PLAIN, _NUMBER.fullmatch(value) is None)
            for column, value in enumerate(map(one_line, row))
            if value
        ]
        if not book.row(sheet, number, cells):
            break
    book.fill(document)
    document.metadata.pop("sheets")
    sheet_titles.choose(document, book.sheets, "", source.name)
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


def _rows(text: str, delimiter: str) -> Iterator[list[str]]:
    """The rows. A quotation mark that nobody closes would swallow the rest: then marks mean nothing."""
    lines = text.split("\n")
    if len(text) > _LONGEST_LINE and max(map(len, lines)) > _LONGEST_LINE:
        yield from (line.split(delimiter) for line in lines)
        return
    quoted = _quoted(lines, delimiter)
    if quoted is None:
        quoted = list(csv.reader(lines, delimiter=delimiter, quoting=csv.QUOTE_NONE))
    yield from quoted


def _quoted(lines: list[str], delimiter: str) -> list[list[str]] | None:
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
