"""What of a site belongs to a crawl by what it turns out to be: media type, language, address of the server.

An address alone does not tell; the first two answers come with the head of the response, the last with its text.
"""

from __future__ import annotations

from fnmatch import fnmatchcase

from app.crawl.iplist import AddressRanges
from app.crawl.settings import CrawlSettings

_CARRIERS = frozenset({"", "text/html", "application/xhtml+xml"})
"""Pages that are read for their links even when they are not wanted themselves (no type at all may be one)."""


def media_type(content_type: str) -> str:
    """ "Text/HTML; charset=utf-8" → "text/html"."""
    return content_type.partition(";")[0].strip().lower()


class ContentScope:
    """Decisions as (reason code, detail), None when there is nothing against it.

    Patterns of `content_types` are media types with wildcards ("application/pdf", "image/*"). Languages are ranges of
    RFC 4647: "zh" stands for zh, zh-CN and zh-Hant. What a page needs to look whole is subject to neither.
    """

    def __init__(self, settings: CrawlSettings) -> None:
        self._types = tuple(pattern.strip().lower() for pattern in settings.content_types)
        self._languages = tuple(tag.strip().lower().replace("_", "-") for tag in settings.languages)
        self._ranges = AddressRanges(settings.ip_ranges)

    def of_head(self, status: int, content_type: str, ip: str | None, embed: bool) -> tuple[str, str] | None:
        """Decided before the body is received. A server without a known address (behind a proxy) is let pass."""
        if self._ranges and ip is not None and ip not in self._ranges:
            return "ip", ip
        kind = media_type(content_type)
        if embed or not 200 <= status < 300 or self.keeps(kind, embed) or kind in _CARRIERS:
            return None
        return "type", kind

    def keeps(self, kind: str, embed: bool) -> bool:
        """Whether content of this media type is stored."""
        return embed or not self._types or any(fnmatchcase(kind, pattern) for pattern in self._types)

    def of_language(self, language: str, embed: bool) -> tuple[str, str] | None:
        """`language` is a BCP 47 tag; a page whose language nobody knows is kept."""
        tag = language.lower()
        if embed or not self._languages or not tag or any(_matches(tag, wanted) for wanted in self._languages):
            return None
        return "language", language


def _matches(tag: str, wanted: str) -> bool:
    """Basic filtering (RFC 4647, 3.3.1)."""
    return wanted == "*" or tag == wanted or tag.startswith(wanted + "-")
