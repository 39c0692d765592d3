"""HTML pages as Documents."""

from __future__ import annotations

from collections.abc import Iterator

from extractors import html_metadata, html_parts, html_start
from extractors.html_links import page_links, page_resolver
from extractors.html_tree import Page
from extractors.types import Document, Source


def extract(source: Source) -> Document:
    document = source.document()
    page = Page(source.data, source.charset)
    document.metadata["charset"] = page.codec
    document.metadata["charset-source"] = page.charset_source
    about = html_start.about(page) if source.summary else None
    if about is not None:
        _note(document, about)
        document.warnings = tuple(_warnings(page, flattened=False))
        return document
    document.warnings = tuple(_warnings(page, page.flattened))
    if page.root is None:
        return document
    _note(document, html_metadata.about(page.root))
    if source.text or source.links or not document.title:
        resolver = page_resolver(page, source.base_url)
        if source.links:
            document.links = tuple(page_links(page, resolver))
        if source.text or not document.title:
            document.parts = tuple(html_parts.parts(page.root, resolver))
    if not document.title:
        document.title, document.title_source = html_metadata.title_from_parts(document.parts)
    if source.text:
        document.text = html_parts.text(document.parts)
    else:
        document.parts = ()
    return document


def _note(document: Document, about: html_metadata.About) -> None:
    document.metadata.update(about.metas)
    document.title, document.title_source = about.title, about.title_source
    document.author, document.date, document.language = about.author, about.date, about.language


def _warnings(page: Page, flattened: bool) -> Iterator[str]:
    if "�" in page.text:
        yield f"Some characters do not fit the character set {page.codec} and were replaced."
    if flattened:
        yield "Elements are nested too deeply; the structure of the page was simplified."
