"""What the links of a page lead to: a page of the same site, one of its lists (a channel), or another site.

A channel is known by its address (a directory, an index page, a number of a page in a list) and by its short words; a
page by the words of a sentence and an address with a number or a date of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal, NamedTuple
from urllib.parse import urlsplit

from publicsuffixlist import PublicSuffixList

from extractors.base.types import Link

LinkKind = Literal["page", "channel", "outside", "other"]
WEAK = 8
"""Anchor texts with fewer characters say little about what they lead to."""

_LISTS = re.compile(
    r"/(?:(?:index|default|list|main|home|more)(?:[-_]?\d+)?(?:\.\w{2,5})?)?$"
    r"|/(?:page|list|category|categories|tag|tags|channel|column|archive|archives|class|node)s?/[^/]*/?$",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"(?:^|[&;])(?:p|page|pageno|pg|start|offset)=\d+", re.IGNORECASE)
_OWN = re.compile(r"\d{4,}|(?:19|20)\d\d[-/_]?\d\d|[-_][^/]*[-_][^/]*[-_]")
_DOCUMENT = re.compile(r"\.(?:s?html?|xhtml|php|aspx?|jsp|do|action|pdf|docx?|txt)$", re.IGNORECASE)


class ClassedLink(NamedTuple):
    """`weak` is true for an anchor of fewer than 8 characters (a Chinese character is one)."""

    link: Link
    kind: LinkKind
    weak: bool


class _Suffixes:
    """Read when first needed: the list takes a tenth of a second."""

    known: PublicSuffixList | None = None

    def site(self, host: str) -> str:
        """The part of a host that somebody registered: news.example.co.uk → example.co.uk."""
        self.known = self.known or PublicSuffixList()
        return str(self.known.privatesuffix(host) or host)


_suffixes = _Suffixes()


def classify(links: Iterable[Link], base_url: str) -> list[ClassedLink]:
    """The links a reader can follow, in their order, with their class; `base_url` is the address of the page.

    "other" are addresses of the same site that are neither surely a page nor surely a list.
    """
    home = _host(base_url)
    site = _suffixes.site(home) if home else ""
    sites: dict[str, bool] = {}
    found: list[ClassedLink] = []
    for link in links:
        if link.embed or link.guess or not link.url.startswith(("http://", "https://")):
            continue
        host = _host(link.url)
        inside = sites.get(host)
        if inside is None:
            inside = sites[host] = bool(site) and (host == home or _suffixes.site(host) == site)
        weak = len("".join(link.text.split())) < WEAK
        found.append(ClassedLink(link, _inside(link.url, weak) if inside else "outside", weak))
    return found


def _inside(url: str, weak: bool) -> LinkKind:
    parts = urlsplit(url)
    if _NUMBERED.search(parts.query):
        return "channel"
    if not parts.query and _LISTS.search(parts.path or "/"):
        # a directory whose name is a date, a number or a sentence is an article all the same
        return "page" if not weak and _OWN.search(parts.path) and parts.path.endswith("/") else "channel"
    if _OWN.search(parts.path) or _OWN.search(parts.query) or _DOCUMENT.search(parts.path):
        return "page"
    return "other" if not weak else "channel"


def _host(url: str) -> str:
    try:
        return (urlsplit(url).hostname or "").lower()
    except ValueError:
        return ""
