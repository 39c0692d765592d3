"""The candidates of a document in their order, on one scale for all formats, and whether the first is its title.

Apart from the weigher, because formats that name their title themselves need none of its words.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from extractors.base.types import Candidate, Document

ENOUGH = 30.0
"""What a candidate needs to be the title. Below, it only stands among those that were weighed."""
CERTAIN = 100.0
"""The weight of a field or a form that leaves no doubt."""
LONGEST = 300
_MOST = 12
_NO_WORD = re.compile(r"[\W_]+")
_NO_ASCII_WORD = {code: None for code in range(128) if not chr(code).isalnum()}


def key(text: str) -> str:
    """A title without what two ways to write it differ in."""
    if text.isascii():
        return text.lower().translate(_NO_ASCII_WORD)
    return _NO_WORD.sub("", unicodedata.normalize("NFKC", text).casefold())


def rank(found: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """The candidates, best first, each text once; the name of the file is one apart."""
    best: dict[tuple[str, bool], Candidate] = {}
    for one in sorted(found, key=lambda one: -one.score):
        if one.text:
            best.setdefault((key(one.text) or one.text, one.source == "file name"), one)
    return tuple(
        one._replace(text=one.text[:LONGEST], score=round(one.score, 1))
        for one in list(best.values())[:_MOST]
    )


def take(document: Document, found: Iterable[Candidate]) -> None:
    """Set the candidates of a document; the first is its title when enough speaks for it."""
    document.candidates = rank(found)
    first = next(iter(document.candidates), None)
    if first and first.score >= ENOUGH and first.source != "file name":
        document.title, document.title_source = first.text, first.source
