"""Where in the text of a document its links stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from extractors import Link, Part

_AHEAD = 100
"""Links that are tried for a part: those in between stand in what is not shown."""
_SHORTEST = 2
_SCHEMES = ("http://", "https://", "ftp://", "mailto:")


class Anchor(NamedTuple):
    """The characters `start` to `end` of a part lead to `url`."""

    start: int
    end: int
    url: str


def anchored(parts: Sequence[Part], links: Sequence[Link]) -> Iterator[tuple[Part, list[Anchor]]]:
    """Each part with its links. Both come in the order of the document, so each link is looked for behind the one
    before it; one whose words are not there is left out."""
    waiting = [
        link for link in links if link.element == "a" and len(link.text) >= _SHORTEST and link.url.startswith(_SCHEMES)
    ]
    at = 0
    for part in parts:
        found: list[Anchor] = []
        if part.text and part.kind not in ("code", "image"):
            place = 0
            for number in range(at, min(at + _AHEAD, len(waiting))):
                link = waiting[number]
                start = _place(part.text, link.text, place)
                if start >= 0:
                    place, at = start + len(link.text), number + 1
                    found.append(Anchor(start, place, link.url))
        yield part, found


def _place(text: str, words: str, start: int) -> int:
    """Where the words stand as words, and not inside of others; -1 when nowhere."""
    while (start := text.find(words, start)) >= 0:
        end = start + len(words)
        inside = (start and _joins(text[start - 1], words[0])) or (end < len(text) and _joins(words[-1], text[end]))
        if not inside:
            return start
        start = end
    return -1


def _joins(before: str, after: str) -> bool:
    return before.isascii() and after.isascii() and before.isalnum() and after.isalnum()
