"""HTML pages as Documents."""

from __future__ import annotations

from extractors import html_metadata, html_parts
from extractors.html_links import page_links, page_resolver
from extractors.html_tree import Page
from extractors.types import Document, Source


def extract(source: Source) -> Document:
    document = source.document()
    page = Page(source.data, source.charset)
    document.metadata["charset"] = page.codec
    document.metadata["charset-source"] = page.charset_source
    warnings = []
    if "�" in page.text:
        warnings.append(f"Some characters do not fit the character set {page.codec} and were replaced.")
    if page.flattened:
        warnings.append("Elements are nested too deeply; the structure of the page was simplified.")
    document.warnings = tuple(warnings)
    if page.root is None:
        return document
    resolver = page_resolver(page, source.base_url)
    document.links = tuple(page_links(page, resolver))
    html_metadata.fill(document, page.root)
    if source.text or not document.title:
        document.parts = tuple(html_parts.parts(page.root, resolver))
    if not document.title:
        html_metadata.title_from_parts(document)
    if source.text:
        document.text = html_parts.text(document.parts)
    else:
        document.parts = ()
    return document
