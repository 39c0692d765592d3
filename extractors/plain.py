"""Plain text and JSON: text as it stands. The links are those of lists of addresses, feeds and app manifests."""

from __future__ import annotations

import re
from collections.abc import Iterator

from extractors import linked_data, listings, lrc, spacing, text_title
from extractors.addresses import Resolver
from extractors.charset import decode
from extractors.types import Candidate, Document, Link, Part, Source

_TITLE_LONGEST = 120
_PARAGRAPHS = re.compile(r"\n(?:[ \t\u3000]*\n)+")
_MAX_PARTS = 100_000
_BEGINNING = 4096


def extract(source: Source) -> Document:
    document = source.document()
    text, document.metadata["charset"], document.metadata["charset-source"] = decode(source.data, source.charset)
    document.text = spacing.tidy(text).replace("\0", "\ufffd").strip("\n")
    if "\ufffd" in document.text:
        document.warnings = ("Some characters do not fit the character set and were replaced.",)
    if source.links:
        document.links = tuple(_links(source, document.text))
    if source.format == "json" and b"jsonfeed.org" in source.data[:_BEGINNING] and _feed(document, source):
        return document
    if source.format != "text":
        document.parts = (Part("code", document.text),) if document.text else ()
        return document
    if lrc.fill(document, document.text):
        return document

    document.candidates = tuple(text_title.candidates(document.text))
    best = next(iter(document.candidates), None)
    if best is not None:
        document.title, document.title_source = best.text, best.source
    blocks = _PARAGRAPHS.split(document.text, _MAX_PARTS)
    document.parts = tuple(_part(block.strip("\n"), document.title) for block in blocks if block.strip())
    return document


def _feed(document: Document, source: Source) -> bool:
    from extractors import feed_parts, html_parts

    parts, cut = feed_parts.of_json(document.text, Resolver(source.base_url))
    document.warnings = (*document.warnings, *cut)
    title = next((part.text for part in parts if part.level == 1), "")
    if title:
        document.title, document.title_source = title, "title"
        document.candidates = (Candidate(title, "title", 1.0, "It is the title inside."),)
    document.parts = tuple(parts)
    document.text = html_parts.text(parts) or document.text
    return bool(parts)


def _part(block: str, title: str) -> Part:
    """A paragraph; the title is a heading when it has one to itself."""
    if title and len(block) < 2 * _TITLE_LONGEST and block.count("\n") < 2 and title in spacing.line(block):
        return Part("heading", block, 1)
    return Part("paragraph", block)


def _links(source: Source, text: str) -> Iterator[Link]:
    listing = listings.read(source.data, source.base_url)
    if listing is not None:
        yield from listing.links()
    elif source.format == "json" and b'"icons"' in source.data:
        resolver = Resolver(source.base_url)
        for reference, embed in linked_data.manifest(linked_data.load(text)):
            url = resolver.resolve(reference)
            if url:
                yield Link(url, "img" if embed else "a", "", embed)
