"""PDF: text and properties through PDFium."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from typing import Any

import pypdfium2 as pdfium

from extractors import bombs, dates, pdf_title, titles
from extractors.addresses import Resolver
from extractors.html_metadata import clean
from extractors.types import Document, Link, Part, Source, Unreadable

# PDFium keeps global state: only one thread of the process may be inside it.
_lock = threading.Lock()
_MAX_PAGES = 5000
_MAX_TEXT = 50_000_000
_PROPERTIES = ("Title", "Author", "Subject", "Keywords", "Creator", "Producer")
_URL = re.compile(r"https?://[^\s<>\"'）】，。；]{4,500}")
_HYPHEN = re.compile(r"\ufffe|\x02")  # PDFium's marks for a hyphen at the end of a line
_BLOCKS = re.compile(r"\n\s*\n")


def extract(source: Source) -> Document:
    document = source.document()
    bombs.check_pdf(source.data)
    with _lock:
        try:
            pdf = pdfium.PdfDocument(source.data)
        except pdfium.PdfiumError as error:
            if "password" in str(error).lower():
                raise Unreadable("The PDF is protected by a password.") from error
            raise Unreadable("The PDF is damaged and cannot be opened.") from error
        try:
            _read(pdf, document, source)
        finally:
            pdf.close()
    return document


def _read(pdf: Any, document: Document, source: Source) -> None:
    count = len(pdf)
    properties = pdf.get_metadata_dict(skip_empty=True)
    document.metadata["pages"] = str(count)
    for name in _PROPERTIES:
        value = clean(properties.get(name))
        if value:
            document.metadata[name.lower()] = value
    document.author = document.metadata.get("author", "")
    document.date = dates.pdf(properties.get("CreationDate", ""))
    modified = dates.pdf(properties.get("ModDate", ""))
    if modified:
        document.metadata["modified"] = modified
    warnings: list[str] = []
    texts = list(_pages(pdf, count, warnings))
    document.text = "\n\n".join(text for text in texts if text)
    document.parts = tuple(
        Part("paragraph", block.strip()) for text in texts for block in _BLOCKS.split(text) if block.strip()
    )
    if count and not document.text:
        warnings.append("The PDF holds no text; its pages are pictures.")
    document.warnings = tuple(warnings)
    resolver = Resolver(source.base_url)
    found = dict.fromkeys(resolver.resolve(url.rstrip(".,;:)")) for url in _URL.findall(document.text))
    document.links = tuple(Link(url, "a", "", False) for url in found if url)
    _title(pdf, document, texts[0] if texts else "")


def _pages(pdf: Any, count: int, warnings: list[str]) -> Iterator[str]:
    length = damaged = 0
    for number in range(count):
        if number >= _MAX_PAGES or length > _MAX_TEXT:
            warnings.append(f"Only the first {number} of {count} pages were read.")
            break
        try:
            page = pdf[number]
            try:
                textpage = page.get_textpage()
                try:
                    text = textpage.get_text_range()
                finally:
                    textpage.close()
            finally:
                page.close()
        except pdfium.PdfiumError:
            damaged += 1
            yield ""
            continue
        text = _HYPHEN.sub("", text).replace("\r\n", "\n").replace("\r", "\n").replace("\0", "").strip()
        length += len(text)
        yield text
    if damaged:
        warnings.append(f"{damaged} of {count} pages are damaged and could not be read.")


def _title(pdf: Any, document: Document, first_page: str) -> None:
    named = document.metadata.get("title", "")
    named = named if titles.believable(named) else ""
    if named and titles.same(named, first_page):
        document.title, document.title_source = named, "metadata"
        return
    shown = pdf_title.largest_text(pdf) if len(pdf) else ""
    if shown:
        document.title, document.title_source = shown, "largest text"
    elif named:
        document.title, document.title_source = named, "metadata"
