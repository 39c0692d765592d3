"""HTML pages as Documents."""

from __future__ import annotations

import re
from collections.abc import Iterator

from extractors.base.addresses import Resolver
from extractors.base.sentences import Message
from extractors.base.types import Candidate, Document, Link, Source
from extractors.html import (
    metadata as html_metadata,
)
from extractors.html import (
    parts as html_parts,
)
from extractors.html import (
    schema_org as html_microdata,
)
from extractors.html import (
    scripts as script_calls,
)
from extractors.html import (
    start as html_start,
)
from extractors.html import (
    titles as html_titles,
)
from extractors.html.links import LINKING, page_links, page_resolver
from extractors.html.tree import Page

_WANTED = tuple({*LINKING, *html_metadata.TELLING})
_OFFICIAL_TITLE = ("official title", 0.06, Message("official"))
_MAYBE_OFFICIAL = re.compile(
    r"[〔［\[（(【]\s*(?:19|20)\d\d\s*年?[〕］\]）)】]\s*第?\s*\d+\s*[号號]|(?:关于|關於)[^\n]{2,80}的(?:通知|通报|通告|公告|决定|意见|批复|函|报告|请示)"
)
_NOFOLLOW = re.compile(r"\b(?:nofollow|none)\b")


def extract(source: Source) -> Document:
    document = source.document()
    page = Page(source.data, source.charset)
    document.metadata["charset"] = page.codec
    document.metadata["charset-source"] = page.charset_source
    about = html_start.about(page) if source.summary else None
    if about is not None:
        _note(document, about, source)
        document.warnings = tuple(_warnings(page, whole=False))
        return document
    document.warnings = tuple(_warnings(page, whole=True))
    if page.root is None:
        return document
    # one walk for both: looking at every element for its name is half of the work
    elements = list(page.root.iter(*_WANTED)) if source.links else None
    about = html_metadata.about(page.root, elements)
    _note(document, about, source)
    resolver = page_resolver(page, source.base_url)
    if source.links:
        document.links = tuple(page_links(page, resolver, elements))
        if any(name == "robots" and _NOFOLLOW.search(words) for name, words in document.directives):
            document.links = tuple(map(_unfollowed, document.links))
        if source.text:
            document.unresolved = script_calls.of_page(page.root, page.utf8)
    if source.main:
        _read_main(document, page, resolver)
    elif source.text or not document.title:
        document.parts = tuple(html_parts.parts(page.root, resolver))
    if not document.title:
        document.title, document.title_source = html_titles.from_headings(document.parts)
    if source.text or not document.title:
        document.text = html_parts.text(document.parts)
    if source.text:
        document.candidates = html_titles.candidates(about, document.parts, source.base_url)
        html_microdata.add(document, page, source.base_url)
    if _MAYBE_OFFICIAL.search(document.text):
        _read_official(document)
    if not source.text:
        document.text, document.candidates, document.official = "", (), None
        document.parts = ()
    return document


def _read_main(document: Document, page: Page, resolver: Resolver) -> None:
    from extractors.html import main_text as html_blocks  # most callers never ask for it
    from extractors.html import main_text as html_main

    assert page.root is not None
    blocks = html_blocks.blocks(page.root, resolver)
    document.parts = tuple(block.part for block in blocks)
    main = html_main.main(page, blocks)
    if main != document.parts:
        document.main = main


def _read_official(document: Document) -> None:
    from extractors.titles import official  # few pages are official documents

    parts = document.main or document.parts
    found = official.find(official.Line(part.text) for part in parts if part.text and part.kind != "image")
    if found is not None:
        document.official = found.official
        if found.title and all(found.title != candidate.text for candidate in document.candidates):
            weighed = (*document.candidates, Candidate(found.title, *_OFFICIAL_TITLE))
            document.candidates = tuple(sorted(weighed, key=lambda candidate: -candidate.score))
        if found.title and not document.title:
            document.title, document.title_source = found.title, _OFFICIAL_TITLE[0]


def _unfollowed(link: Link) -> Link:
    """Nofollow of a page is that of each of its links; the links alone are kept, so they have to tell."""
    return link if link.embed or "nofollow" in link.rel else link._replace(rel=f"{link.rel} nofollow".strip())


def _note(document: Document, about: html_metadata.About, source: Source) -> None:
    document.metadata.update(about.metas)
    document.title = html_titles.without_site(about.title, about.metas, source.base_url)
    document.title_source = about.title_source
    document.author, document.date, document.language = about.author, about.date, about.language
    document.directives = about.directives


def _warnings(page: Page, whole: bool) -> Iterator[str]:
    if "�" in page.text:
        yield Message("characters-outside", charset=page.codec)
    if whole and page.cut:
        yield Message("many-elements-page")
    if whole and page.flattened:
        yield Message("elements-nested-deeply")
