"""Versions read into what the index wants of them: terms, links, texts of links. Pages are read wherever there is time,
also in processes of a crew; other documents where the caller is, within limits.

Measured on 2580 pages, 33 MB of text: handing whole documents between processes, and reading pages a second time for
their links, took half of the processor time of feeding.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple

from app.archive.addresses import place
from app.archive.documents import pages
from app.archive.documents.pages import Page
from app.archive.index import rows
from app.archive.model import StoredLink
from app.archive.spellings import normalize
from app.errors import AddressInvalid
from app.search.index.contents import Content, content_of
from app.search.index.store import key_of, short
from app.search.index.terms import indexed
from extractors.base.types import Document

LONGEST = 16 << 20
"""Characters of one text that are searched."""

_BODY = ("main", "rest", "author", "more")
_LONGEST_ANCHOR = 300
_MOST_TOLD = 50_000


class Sheet(NamedTuple):
    """A page to be read. `links` are its rows, None where they have to be read, too; `feed` is the number of the feed that
    it is read for; `kept` says whether the archive's index has the links."""

    page: Page
    links: bytes | None
    feed: int
    kept: bool = False


class Anchor(NamedTuple):
    """The text of a link to an address: the key of both, the short one of the address, the terms; both as they are written
    where the archive does not keep them."""

    key: int
    target: int
    terms: str
    told: bytes


class Said(NamedTuple):
    """What a version says. The title is that of the document, which may name its site; `digest` is of all but it; `links`
    are short keys of addresses."""

    title: str
    page: bool
    digest: bytes
    characters: int
    terms: dict[str, str]
    links: tuple[int, ...]
    anchors: list[Anchor]

    def titled(self, title: str) -> tuple[bytes, dict[str, str]]:
        """Digest and terms with a title: equal digests find the same."""
        made = hashlib.blake2b(self.digest + title.encode("utf-8", "replace"), digest_size=16)
        return made.digest(), {"title": indexed(title), **self.terms}


def read(sheet: Sheet) -> Said:
    """What a page says. For any process."""
    url, document = sheet.page.url, pages.read(sheet.page)
    _told.of(sheet.feed).forget_repeated(document, url)
    found = (
        rows.unpack_links(sheet.links)
        if sheet.links is not None
        else [StoredLink(*link) for link in dict.fromkeys(document.links)]
    )
    return said(document, url, found, sheet.feed, kept=sheet.kept)


def said(document: Document, url: str, links: Iterable[StoredLink], feed: int, *, kept: bool) -> Said:
    """What a document says that was read with its main text, and its links, which the archive has `kept` or not."""
    content = content_of(document)
    texts = {name: getattr(content, name)[:LONGEST] for name in _BODY}
    terms = {name: indexed(text) for name, text in texts.items()}
    return Said(
        content.title[:LONGEST],
        document.format == "html",
        _digest(content),
        sum(map(len, texts.values())),
        terms,
        tuple({_short_key(link.url) for link in links if not link.embed}),
        list(_told.of(feed).anchors(url, links, kept=kept)),
    )


def _digest(content: Content) -> bytes:
    made = hashlib.blake2b(digest_size=16)
    for name in _BODY:
        made.update(getattr(content, name).encode("utf-8", "replace") + b"\0")
    return made.digest()


@lru_cache(_MOST_TOLD)
def _short_key(url: str) -> int:
    """The key of an address in `links`; pages of a site link to the same addresses."""
    return short(key_of(url))


def anchor_of(link: StoredLink) -> tuple[str, str]:
    """The address that a link leads to, and its text, as they are sought."""
    target = link.url
    with suppress(AddressInvalid):
        target = normalize(target)
    return target, " ".join(link.text.split())[:_LONGEST_ANCHOR]


class _Told:
    """The texts of links, and of templates, that this process has told in one feed: menus are on every page."""

    def __init__(self) -> None:
        self._feed = 0
        self._keys: set[tuple[str, str]] = set()

    def of(self, feed: int) -> _Told:
        if feed != self._feed or len(self._keys) > _MOST_TOLD:
            self._feed, self._keys = feed, set()
        return self

    def forget_repeated(self, document: Document, url: str) -> None:
        """Leave out of a document the parts of its site's template that another page has told here."""
        if not document.template:
            return
        site, told = place(url)[0], frozenset(document.template)
        repeated = set[int]()
        for number in told:
            text = (site, document.parts[number].text)
            if text in self._keys:
                repeated.add(number)
            else:
                self._keys.add(text)
        document.main = document.main or tuple(
            part for number, part in enumerate(document.parts) if number not in told
        )
        document.parts = tuple(part for number, part in enumerate(document.parts) if number not in repeated)

    def anchors(self, url: str, links: Iterable[StoredLink], *, kept: bool) -> Iterable[Anchor]:
        for link in links:
            if link.element != "a" or not link.text or link.url == url or (link.url, link.text) in self._keys:
                continue
            self._keys.add((link.url, link.text))
            target, text = anchor_of(link)
            if text:
                told = b"" if kept else f"{target}\0{text}".encode("utf-8", "replace")
                yield Anchor(key_of(target, text), _short_key(target), indexed(text), told)


_told = _Told()
