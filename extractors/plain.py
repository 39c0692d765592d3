"""Plain text and JSON: text as it stands. The links are those of lists of addresses, feeds and app manifests."""

from __future__ import annotations

import re
from collections.abc import Iterator

from extractors import linked_data, listings
from extractors.addresses import Resolver
from extractors.charset import decode
from extractors.html_metadata import clean
from extractors.types import Document, Link, Part, Source

_TITLE_LONGEST = 120
_PARAGRAPHS = re.compile(r"\n(?:[ \t\u3000]*\n)+")
_MAX_PARTS = 100_000


def extract(source: Source) -> Document:
    document = source.document()
    text, document.metadata["charset"], _ = decode(source.data, source.charset)
    document.text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd").strip("\n")
    if "\ufffd" in document.text:
        document.warnings = ("Some characters do not fit the character set and were replaced.",)
    if source.links:
        document.links = tuple(_links(source, document.text))
    if source.format != "text":
        document.parts = (Part("code", document.text),) if document.text else ()
        return document

    blocks = _PARAGRAPHS.split(document.text, _MAX_PARTS)
    document.parts = tuple(Part("paragraph", block.strip("\n")) for block in blocks if block.strip())
    first = next((line for line in document.text[:4096].split("\n") if line.strip(" \t\u3000=-*#_")), "")
    title = clean(first.strip(" \t\u3000#=*"))
    if title and len(title) <= _TITLE_LONGEST:
        document.title, document.title_source = title, "first line"
    return document


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
