"""A page read once for all who want what it says: search, likeness, classes and kinds follow behind the commit, each by
itself, and ask here.

What was read is kept in the archive's cache of documents (`texts`) under the bytes of the page and the question, where
`kept` or `prepare` has opened it: who asks the same next gets it in a fiftieth of the time (1.3 ms for 64 on real pages,
0.5 for 14 on pages of text alone; keeping takes 1.1 and 0.6). Small pages are kept, too: one of 1 KB with hardly a text
takes 3 ms to read, 0.14 to keep (0.6 KB) and 0.07 to get, one with 3.3 KB of text 3.4, 0.24 (2.4 KB) and 0.14. The kind of
a page is kept by itself, since the template of its site does not count for it: 0.4 ms in place of 1.7, 0.55 of 3.6 on
blogs, with the record. Languages are not guessed, for nobody here asks.
"""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from app.archive.documents.texts import Texts, asked_of
from app.archive.index.page_types import VERSION
from app.tianwang.http import HttpMessage
from extractors.base.types import Document, Link, PageType
from extractors.door import guarded, registry
from extractors.door.sniffing import sniff
from extractors.door.workers import is_given_up

_NICE = 19
_FOUND_LATER = frozenset(("", "official title", *(f"h{level}" for level in range(1, 7))))
"""Sources of titles that a page has only when its kind has been judged."""


class Page(NamedTuple):
    """A page to be read, in any process: `template` is what its site repeats, `linked` whether its links are wanted, too."""

    url: str
    body: bytes
    media_type: str
    charset: str | None
    template: frozenset[int] = frozenset()
    linked: bool = False

    @classmethod
    def of(
        cls, url: str, message: HttpMessage, template: frozenset[int] = frozenset(), *, linked: bool = False
    ) -> Page:
        return cls(url, message.body, message.media_type, message.charset, template, linked)


class _Here(threading.local):
    archive: Path | None = None
    texts: Texts | None = None


_here = _Here()


@contextmanager
def kept(archive: Path) -> Iterator[None]:
    """What this thread reads is kept for others, and taken from what they read."""
    if _here.archive == archive:
        yield
        return
    before = _here.archive, _here.texts
    _here.archive, _here.texts = archive, Texts(archive)
    try:
        yield
    finally:
        _here.texts.close()
        _here.archive, _here.texts = before


def prepare(archive: Path) -> None:
    """What a process of a crew does first: it loads what reads pages, gives way to others, and keeps as `kept` does."""
    registry.load("html")
    if hasattr(os, "nice"):
        os.nice(_NICE)
    _here.archive, _here.texts = archive, Texts(archive)


def read(page: Page) -> Document:
    """A page with its text, its main text and its kind, within limits; where these were too narrow, as they may be on a
    busy machine, with its text alone. Never raises for bad content."""
    texts, asked = _here.texts, b""
    digest = hashlib.sha256(page.body).digest() if texts is not None else b""
    if texts is not None:
        asked = _asked(page)
        known = texts.get(digest, asked)
        if known is None and not page.linked:  # whoever read it with its links has read this, too
            known = texts.get(digest, _asked(page._replace(linked=True)))
        if known is not None:
            return known
    document = guarded.extract(
        page.body, **_how(page), main=True, links=page.linked, guess_language=False, template=page.template
    )
    if is_given_up(document):  # else a search would know nothing of it but its address
        return guarded.extract(page.body, **_how(page), links=page.linked, guess_language=False)
    if texts is not None:
        texts.keep(digest, asked, document)
        if document.page_type is not None and document.title_source not in _FOUND_LATER:
            said = Document(document.format, "", document.title, page_type=document.page_type)
            texts.keep(digest, _asked_for_kind(page), said)
    return document


def kind(page: Page, title: str) -> PageType | None:
    """The kind of a page with this title, as it was found out with its main text; None where that is not kept."""
    if _here.texts is None:
        return None
    known = _here.texts.get(hashlib.sha256(page.body).digest(), _asked_for_kind(page))
    return known.page_type if known is not None and known.title == title else None


def links(page: Page) -> tuple[Link, ...]:
    """The links of a page alone."""
    return guarded.extract(page.body, **_how(page), text=False).links


def name_of(url: str) -> str:
    """The name of the file that an address has."""
    return url.partition("?")[0].rpartition("/")[2]


def _how(page: Page) -> dict[str, Any]:
    return {
        "declared_type": page.media_type or None,
        "charset": page.charset,
        "name": name_of(page.url),
        "base_url": page.url,
    }


def _asked_for_kind(page: Page) -> bytes:
    return asked_of("html", name_of(page.url), page.url, ("kind", VERSION, page.media_type, page.charset))


def _asked(page: Page) -> bytes:
    usual = sniff(page.body, page.media_type or None, page.url)
    more = ("page", page.media_type, page.charset, page.linked, *sorted(page.template))
    return asked_of(usual, name_of(page.url), page.url, more)
