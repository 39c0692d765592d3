"""What of a document is searched, field by field."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from extractors.base.types import Document

VERSION = 2
"""Raised when other texts of a document become searchable: the index is made anew then."""

_ABOUT = ("description", "keywords", "subject", "album", "artist", "publisher", "comment", "company")
_LONGEST_ABOUT = 4000
_MOST_MEMBERS = 2000


@dataclass(frozen=True, slots=True)
class Content:
    """The texts of one version. `main` is what the page is there for, `rest` its menus, margins and feet; `more` is
    what stands beside the text: description, keywords, number and recipient of an official document, lyrics, names of
    files inside."""

    title: str
    main: str
    rest: str
    author: str
    more: str


def content_of(document: Document) -> Content:
    """The texts of a document that was read with its main text."""
    official, about = document.official, document.metadata
    author = [document.author, official.issuer if official else ""]
    more = [str(about.get(name, ""))[:_LONGEST_ABOUT] for name in _ABOUT]
    if official:
        more += (official.number, official.recipient)
    text = document.text
    more += (line.text for line in document.lyrics if line.text not in text)
    more += (member.name for member in document.members[:_MOST_MEMBERS] if member.name not in text)
    main, rest = _divided(document)
    return Content(
        document.title,
        main,
        rest,
        "\n".join(dict.fromkeys(filter(None, author))),
        "\n".join(dict.fromkeys(filter(None, more))),
    )


def _divided(document: Document) -> tuple[str, str]:
    """The main text, and what a page has beside it."""
    if not document.main:
        return document.text, ""
    left = Counter(part.text for part in document.main)
    rest = list[str]()
    for part in document.parts:
        taken = left[part.text] > 0
        left[part.text] -= taken
        if not taken:
            rest.append(part.text)
    main = [part.text for part in document.main]
    return "\n".join(main), "\n".join(rest)
