"""What of a document is searched, field by field."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from app.words.wording import UNSPACED
from extractors.base.types import Document

VERSION = 3
"""Raised when other texts of a document become searchable: the index is made anew then."""

_ABOUT = ("description", "subject", "album", "artist", "publisher", "comment", "company")
_LONGEST_ABOUT = 4000
_MOST_MEMBERS = 2000
_LONG = 60
"""Letters from which on a text that is said about a document is one made of its lines."""

_LISTED = re.compile("[,;，；、\n]")
_BETWEEN = re.compile(r"[\W_]+")
_UNSPACED = re.compile(f"[{UNSPACED}]")
_BEFORE = re.compile(f" (?=[{UNSPACED}])")


@dataclass(frozen=True, slots=True)
class Content:
    """The texts of one version. `main` is what the page is there for, `rest` its menus, margins and feet; `more` is
    what stands beside the text: description, keywords, number and recipient of an official document, lyrics, names of
    files inside. What the text says itself, word for word, is not said there once more: many blogs have their first lines
    as description, which took up to 5 % of an index."""

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
    more += (one.strip() for one in _LISTED.split(str(about.get("keywords", ""))[:_LONGEST_ABOUT]))
    if official:
        more += (official.number, official.recipient)
    more += (line.text for line in document.lyrics)
    more += (member.name for member in document.members[:_MOST_MEMBERS])
    told = _Told(document.text)
    main, rest = _divided(document)
    return Content(
        document.title,
        main,
        rest,
        "\n".join(dict.fromkeys(filter(None, author))),
        "\n".join(one for one in dict.fromkeys(filter(None, more)) if not told.has(one)),
    )


class _Told:
    """The words of a text, and whether others stand in it, whatever stands between them."""

    def __init__(self, text: str) -> None:
        self._text = text

    def has(self, other: str) -> bool:
        """Whether the words of another text stand here one behind another; of a long one also where it goes on over the end
        of a line, which a description does not show."""
        words = _words(other).strip()
        begin, end = (" " if _is_apart(one) else "" for one in (words[:1], words[-1:]))
        if f"{begin}{words}{end}" in self._words:
            return True
        return len(words) >= _LONG and f"{begin}{_joined(words)}{end}" in self._lines

    @cached_property
    def _words(self) -> str:
        return f" {_words(self._text)} "

    @cached_property
    def _lines(self) -> str:
        return _joined(self._words)


def _words(text: str) -> str:
    return _BETWEEN.sub(" ", text.lower())


def _joined(words: str) -> str:
    return _BEFORE.sub("", words)


def _is_apart(letter: str) -> bool:
    return _UNSPACED.match(letter) is None


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
