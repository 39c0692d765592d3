"""What pages and servers ask of crawlers: robots meta elements and the header X-Robots-Tag."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

_WORDS = re.compile(r"[\s,;]+")
_NAMED = re.compile(r"\s*([a-zA-Z_-]+)\s*:(.*)", re.DOTALL)
_VALUED = frozenset(("unavailable_after", "max-snippet", "max-image-preview", "max-video-preview"))
"""Directives with a colon of their own: what stands before it is no crawler's name."""


class Directives(NamedTuple):
    """`noindex` has no consequence for an archive, which is no search engine; it is told all the same."""

    noindex: bool = False
    nofollow: bool = False
    noarchive: bool = False


def directives(metas: Iterable[tuple[str, str]], headers: Iterable[str], agent: str) -> Directives:
    """What is asked of the crawler with the product token `agent`, and of all; the strictest of all that is said.

    `metas` are (name, content) of meta elements, `headers` the values of X-Robots-Tag.
    """
    wanted = ("robots", agent.lower())
    words: set[str] = set()
    for name, content in metas:
        if name.strip().lower() in wanted:
            words.update(_WORDS.split(content.lower()))
    for header in headers:
        words.update(_in_header(header, agent.lower()))
    none = "none" in words
    return Directives(none or "noindex" in words, none or "nofollow" in words, "noarchive" in words)


def _in_header(header: str, agent: str) -> Iterable[str]:
    """The words of a header that are meant for all, or follow the name of this crawler."""
    meant = True
    for part in header.split(","):
        named = _NAMED.match(part)
        if named and named[1].lower() not in _VALUED:
            meant = named[1].lower() == agent
            part = named[2]
        if meant:
            yield from _WORDS.split(part.strip().lower())
