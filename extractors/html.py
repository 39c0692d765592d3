"""HTML pages as Documents."""

from __future__ import annotations

import re
from collections.abc import Iterator

from extractors import html_metadata, html_parts, html_start
from extractors.html_links import LINKING, page_links, page_resolver
from extractors.html_tree import Page
from extractors.types import Document, Link, Source

_WANTED = tuple({*LINKING, *html_metadata.TELLING})
_NOFOLLOW = re.compile(r"\b(?:nofollow|none)\b")


def extract(source: Source) -> Document:
    document = source.document()
    page = Page(source.data, source.charset)
    document.metadata["charset"] = page.codec
    document.metadata["charset-source"] = page.charset_source
    about = html_start.about(page) if source.summary else None
    if about is not None:
        _note(document, about)
        document.warnings = tuple(_warnings(page, whole=False))
        return document
    document.warnings = tuple(_warnings(page, whole=True))
    if page.root is None:
        return document
    # one walk for both: looking at every element for its name is half of the work
    elements = list(page.root.iter(*_WANTED)) if source.links else None
    _note(document, html_metadata.about(page.root, elements))
    if source.text or source.links or not document.title:
        resolver = page_resolver(page, source.base_url)
        if source.links:
            document.links = tuple(page_links(page, resolver, elements))
            if any(name == "robots" and _NOFOLLOW.search(words) for name, words in document.directives):
                document.links = tuple(map(_unfollowed, document.links))
        if source.text or not document.title:
            document.parts = tuple(html_parts.parts(page.root, resolver))
    if not document.title:
        document.title, document.title_source = html_metadata.title_from_parts(document.parts)
    if source.text:
        document.text = html_parts.text(document.parts)
    else:
        document.parts = ()
    return document


def _unfollowed(link: Link) -> Link:
    """Nofollow of a page is that of each of its links; the links alone are kept, so they have to tell."""
    return link if link.embed or "nofollow" in link.rel else link._replace(rel=f"{link.rel} nofollow".strip())


def _note(document: Document, about: html_metadata.About) -> None:
    document.metadata.update(about.metas)
    document.title, document.title_source = about.title, about.title_source
    document.author, document.date, document.language = about.author, about.date, about.language
    document.directives = about.directives


def _warnings(page: Page, whole: bool) -> Iterator[str]:
    if "�" in page.text:
        yield f"Some characters do not fit the character set {page.codec} and were replaced."
    if whole and page.cut:
        yield "There are too many elements in the page; what follows is left out."
    if whole and page.flattened:
        yield "Elements are nested too deeply; the structure of the page was simplified."
