"""What the text processor formats have in common at their end: parts → text, links, title."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from extractors import titles
from extractors.types import Document, Link, Part

_ON_EVERY_PAGE = ("header", "footer")
DAMAGED = "The file is damaged; what could be read of it is shown."


def fill(
    document: Document,
    parts: Iterable[Part],
    links: Iterable[Link],
    lines: Sequence[titles.Line],
    named: str,
    *,
    source: str = "metadata",
    name: str | None = None,
) -> Document:
    """Take the parts (in reading order) and what comes of them. `lines` may still grow while parts are taken.

    The text is what stands once in the document: headers and footers, which stand on every page, and what describes
    pictures are parts of their own only.
    """
    document.parts = tuple(part for part in parts if part.text)
    document.text = "\n".join(
        part.text for part in document.parts if part.role not in _ON_EVERY_PAGE and part.kind != "image"
    )
    document.links = tuple(dict.fromkeys(links))
    titles.choose(document, lines, named, source=source, name=name)
    return document
