"""Whether pages without letters are recognised by OCR in this process, and in which languages they are expected.

A crawl, an import and a new index recognise nothing: a page takes seconds. A PDF whose first page holds no letters then
counts as read by an older edition, so that reading documents again (`upkeep.reextracting`) finds it; what was
recognised there is known to the index and to the search. Documents that are looked at one by one are recognised at once.
"""

from __future__ import annotations

import locale
from collections.abc import Sequence
from urllib.parse import urlsplit

from extractors.base.messages import Message
from extractors.base.spacing import listed
from extractors.base.types import Document
from extractors.base.versions import RECOGNISED, version_of
from extractors.ocr import tesseract

_SPOKEN = dict(
    pair.split(":")
    for pair in listed("""
    cn:zh tw:zh-Hant hk:zh-Hant mo:zh-Hant sg:zh jp:ja kr:ko de:de at:de ch:de fr:fr es:es mx:es ar:es cl:es co:es pe:es
    it:it pt:pt br:pt nl:nl se:sv dk:da no:no fi:fi is:is pl:pl cz:cs sk:sk hu:hu ro:ro hr:hr si:sl ee:et lv:lv lt:lt
    tr:tr vn:vi id:id ru:ru by:ru kz:ru ua:uk bg:bg rs:sr gr:el il:he ir:fa in:hi th:th
    """)
)
"""The language of the addresses of a country."""

_WAITING = frozenset({"pdf-pictures", "pdf-no-text", "pages-pictures-without", "fonts-pages-not"})
_DONE = "page-recognised"


class _Switch:
    on = True


def switch(on: bool) -> None:
    """Recognise pages in this process, or do not."""
    _Switch.on = on


def expected(url: str = "", site: Sequence[str] = ()) -> tuple[str, ...] | None:
    """The languages (BCP 47) that a document is likely in: those of its `site`, of its country, of this system; None
    when nothing is to be recognised."""
    if not _Switch.on:
        return None
    country = (urlsplit(url).hostname or "").rpartition(".")[2]
    system = (locale.getlocale()[0] or "").replace("_", "-")
    system = "" if system in ("C", "POSIX") else system
    return tuple(dict.fromkeys(filter(None, (*site, _SPOKEN.get(country, ""), system))))


def grounds(languages: Sequence[str] | None) -> tuple[object, ...]:
    """What a recognised text depends on beside its document."""
    return () if languages is None else (*languages, *sorted(tesseract.languages()))


def is_passing(document: Document) -> bool:
    """Whether another try may give more, because time was over."""
    return "ocr-slow" in _codes(document)


def edition(document: Document, languages: Sequence[str] | None) -> int:
    """The edition with which a document was read: one of its own where a page was recognised, an older one where that
    could be done and was not asked for."""
    codes = _codes(document)
    usual = version_of(document.format)
    if _DONE in codes:
        return usual + RECOGNISED
    waits = languages is None and not codes.isdisjoint(_WAITING)
    return usual - 1 if waits and _Switch.on and tesseract.program() else usual


def _codes(document: Document) -> frozenset[str]:
    return frozenset(one.code for one in document.warnings if isinstance(one, Message))
