"""PDF: text, structure, links, properties and title through PDFium."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from itertools import chain
from typing import Any

from pypdfium2 import raw

from extractors.base import dates, language, spacing
from extractors.base.addresses import Resolver
from extractors.base.sentences import Message
from extractors.base.types import Document, Link, Source
from extractors.pdf import blocks, reading, scanned, title, title_page
from extractors.pdf.blocks import heading_key
from extractors.pdf.file import Unopened, opened
from extractors.pdf.miner import SecondReader
from extractors.pdf.reading import FIRST_PAGES, Pages
from extractors.titles import official

_MAX_LINKS = 20_000
_MILLIMETRES = 25.4 / 72
_PROPERTIES = ("Title", "Author", "Subject", "Keywords", "Creator", "Producer")


def extract(source: Source) -> Document:
    document = source.document()
    second = SecondReader(source.data)
    outline: list[reading.Entry] = []
    try:
        with opened(source.data) as pdf:
            _properties(pdf, document)
            outline = reading.outline(pdf)
            read = reading.read(pdf, source.links, source.text, second)
            if source.ocr is not None and scanned.waits(read):
                told = language.told(
                    language.sampled(f"{source.name or ''}\n{document.metadata.get('title', '')}")
                )
                scanned.supply(pdf, read, (told or "", *source.ocr))
    except Unopened:
        read = reading.read_by(second)
        if not any(read.texts):
            raise
        document.metadata["pages"] = str(second.count())
    document.text = "\n\n".join(text for text in read.texts if text)
    if source.text:
        document.parts = read.reading.parts(
            {heading_key(entry.title): min(6, entry.depth) for entry in outline}
        )
    count = int(document.metadata["pages"])
    if count and not document.text:
        read.warnings.insert(0, Message("pdf-pictures") if read.pictures else Message("pdf-no-text"))
    elif read.pictures and read.whole:
        read.warnings.append(Message("pages-pictures-without", count=read.pictures, all=count))
    document.warnings = tuple(read.warnings)
    if outline:
        document.metadata["outline"] = " · ".join(entry.title for entry in outline if entry.depth == 1)[:1000]
    if read.fonts:
        document.metadata["fonts"] = reading.said(read.fonts)
    left, bottom, right, top = read.paper
    if right > left:
        document.metadata["page-size"] = (
            f"{(right - left) * _MILLIMETRES:.0f} × {(top - bottom) * _MILLIMETRES:.0f} mm"
        )
    _links(document, read.links, source)
    _title(document, read, outline[0].title if outline else "", source.name or "")
    if not source.text:
        document.text = ""
    return document


def _properties(pdf: Any, document: Document) -> None:
    properties = {name: _said(pdf, name) for name in pdf.METADATA_KEYS}
    document.metadata["pages"] = str(len(pdf))
    for name in _PROPERTIES:
        value = spacing.line(properties.get(name))
        if value:
            document.metadata[name.lower()] = value
    document.author = document.metadata.get("author", "")
    document.date = dates.pdf(properties.get("CreationDate", ""))
    modified = dates.pdf(properties.get("ModDate", ""))
    if modified:
        document.metadata["modified"] = modified


def _said(pdf: Any, name: str) -> str:
    """A property; characters that are none (half a surrogate pair) are replaced."""
    key = name.encode()
    length = raw.FPDF_GetMetaText(pdf, key, None, 0)
    buffer = ctypes.create_string_buffer(length)
    raw.FPDF_GetMetaText(pdf, key, buffer, length)
    return buffer.raw[: max(0, length - 2)].decode("utf-16-le", "replace")


def _links(document: Document, found: dict[str, str], source: Source) -> None:
    if not source.links:
        return
    resolver = Resolver(source.base_url)
    links: dict[str, Link] = {}
    named = ((url, "") for url in reading.in_text(document.text))
    for address, text in (*found.items(), *named):
        url = resolver.resolve(address)
        if url and url not in links and len(links) < _MAX_LINKS:
            links[url] = Link(url, "a", text, False)
    document.links = tuple(links.values())


def _official(read: Pages) -> official.Found | None:
    if not any(official.possible(text) for text in read.texts[:2]):
        return None
    left, _, right, _ = read.box
    rows = [
        official.Line(
            line.text,
            look.size,
            official.red(look.colour),
            abs(line.left + line.right - left - right) < 40,
            look.bold,
        )
        for line, look in read.seen
    ]
    later = (row for text in read.texts[1:FIRST_PAGES] for row in text.split("\n"))
    return official.find(chain(rows, map(official.Line, later)))


def _title(document: Document, read: Pages, first_entry: str, name: str) -> None:
    left, bottom, right, top = read.box
    found = _official(read)
    if found:
        document.official = found.official
    keys = title_page.keys(read.first)
    title.choose(
        document,
        title_page.Page(
            blocks=blocks.blocks(read.seen),
            body=blocks.body_size(read.first),
            left=left,
            bottom=bottom,
            right=right,
            top=top,
            text=_beginning(read.texts[:FIRST_PAGES]),
            blank=read.blank,
            repeated=title_page.repeated(keys[1:]),
            stamped=title_page.stamped(read.first, keys),
            outline=first_entry,
            named=document.metadata.get("title", ""),
            official=found.title if found else "",
            file_name=name,
        ),
    )


def _beginning(texts: Sequence[str]) -> str:
    """Enough of the text to tell what it is about."""
    taken: list[str] = []
    length = 0
    for text in texts:
        taken.append(text)
        length += len(text)
        if length > 20_000:
            break
    return "\n".join(taken)[:40_000].casefold()
