"""A document in the formats people read (text, Markdown, HTML, Word), and lists of pages as CSV, JSON and BibTeX."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from typing import BinaryIO

from extractors.base.types import Document, Part

EXTENSIONS = {"text": ".txt", "markdown": ".md", "html": ".html", "docx": ".docx"}


def render(document: Document, format: str, url: str = "", date: datetime | None = None) -> bytes:
    """A document as a file that begins with its address and the time of its capture."""
    if format == "docx":
        from app.exporting.word import to_docx

        return to_docx(document, url, date)
    captured = date.strftime("%Y-%m-%d %H:%M:%S UTC") if date else ""
    return text_of(document, format, url, captured).encode("utf-8", "replace")


def text_of(document: Document, format: str, url: str = "", captured: str = "") -> str:
    """A document as "text", "markdown" or "html", below its address and the time of its capture."""
    from extractors.door.rendering import to_html, to_markdown

    if format == "markdown":
        return to_markdown(document, url, captured)
    if format == "html":
        return to_html(document, url, captured)
    source = ", ".join(filter(None, (url, captured)))
    return (f"{source}\n\n" if source else "") + document.text.rstrip() + "\n"


def main_part(document: Document) -> Document:
    """Only the main text, where a document has more than that."""
    return replace(document, parts=document.main, text=_text(document.main)) if document.main else document


def _text(parts: Sequence[Part]) -> str:
    lines = []
    for part in parts:
        if part.kind == "table" and part.rows:
            lines += ["\t".join(row) for row in part.rows]
        elif part.text and part.kind != "image":
            lines.append(part.text)
    return "\n".join(lines)


# Lists as files: CSV that opens well in spreadsheets, JSON that keeps every value exactly.

Row = dict[str, str | int]
AddRow = Callable[[Row], object]

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")


@contextmanager
def csv_rows(file: BinaryIO, columns: Sequence[str]) -> Iterator[AddRow]:
    """Rows as CSV with a byte order mark, without which Excel takes the text for the local code page."""
    text = io.TextIOWrapper(file, encoding="utf-8", errors="replace", newline="")
    try:
        text.write("\ufeff")
        writer = csv.DictWriter(text, columns, extrasaction="ignore", lineterminator="\r\n")
        writer.writeheader()
        yield lambda row: writer.writerow({name: guarded(value) for name, value in row.items()})
    finally:
        text.detach()  # flushes; the file stays open for its owner


@contextmanager
def json_rows(file: BinaryIO, columns: Sequence[str]) -> Iterator[AddRow]:
    """Rows as one array of objects, an object a line."""
    before = b"[\n"

    def add(row: Row) -> None:
        nonlocal before
        line = json.dumps({name: row[name] for name in columns}, ensure_ascii=False)
        # a lone surrogate from a broken page cannot be written as UTF-8, but as an escape
        file.write(before + line.encode("utf-8", "backslashreplace"))
        before = b",\n"

    yield add
    file.write(b"[]\n" if before == b"[\n" else b"\n]\n")


def guarded(value: str | int) -> str | int:
    """`value` for a spreadsheet: text that would run as a formula gets an apostrophe before it."""
    if isinstance(value, str):
        value = value.replace("\0", "")
        return f"'{value}" if value.startswith(_FORMULA) else value
    return value


_BIBTEX_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
}
_BIBTEX_UNSAFE = re.compile("|".join(map(re.escape, _BIBTEX_SPECIAL)))
_ADDRESS = {ord(character): f"%{ord(character):02X}" for character in '{}\\ \t\r\n"<>^`|'}
AUTHORS = re.compile(r"\s*[;；、]\s*|\s+and\s+")


@contextmanager
def bibtex_rows(file: BinaryIO, columns: Sequence[str]) -> Iterator[AddRow]:
    """Rows as entries of BibTeX, in UTF-8."""
    yield lambda row: file.write(entry(row).encode("utf-8", "replace"))


def entry(row: Row) -> str:
    """One entry. Its key is the id of the capture, which names it for good."""
    authors = " and ".join(f"{{{_in_bibtex(name)}}}" for name in AUTHORS.split(str(row["author"])) if name)
    published = str(row["published"])
    fields = {
        "title": f"{{{_in_bibtex(str(row['title'] or row['url']))}}}",
        "author": authors,
        "year": published[:4],
        "date": published[:10],
        "organization": f"{{{_in_bibtex(str(row['issuer']))}}}" if row["issuer"] else "",
        "url": str(row["url"]).translate(_ADDRESS),
        "urldate": str(row["date"])[:10],
        "language": str(row["language"]),
        "note": f"Capture {row['id']}, {row['digest']}",
    }
    lines = [f"  {name} = {{{value}}}" for name, value in fields.items() if value]
    return f"@misc{{{row['id']},\n" + ",\n".join(lines) + "\n}\n\n"


def _in_bibtex(text: str) -> str:
    return _BIBTEX_UNSAFE.sub(lambda found: _BIBTEX_SPECIAL[found[0]], " ".join(text.split()))
