"""Stored responses read as documents: within limits, and not twice."""

from __future__ import annotations

import hashlib
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from app.archive import addresses
from app.archive.documents import pages, recognising
from app.archive.documents.texts import WORTH_KEEPING, Texts, asked_of
from app.messages import Message
from app.tianwang.http import HttpMessage
from extractors.base import site_names
from extractors.base.site_names import Affix
from extractors.base.types import Candidate, Document, Link, Picture
from extractors.door import guarded
from extractors.door.sniffing import sniff
from extractors.door.workers import is_given_up, shared

if TYPE_CHECKING:
    from extractors.pdf.words import PageWords

# The name of a site in the titles of its pages, known by what the other pages of the site share.
#
# It is taken off where one page is read or its row is shown, and not in the index: which words a site's
# titles share
# changes with every page that comes, and a title in the index must stay what the records alone give.

_TITLES = 2000  # of a site that are looked at
_SAMPLE = 100  # the same from either end, where a list is shown
_SITES = 5000  # that are remembered
_SPOKEN = 2  # languages of a site
_GROWN = 1.25  # times as many pages as before, and they are looked at again
_REASON = Message("title-shared")


class SiteTitles:
    """For one index and one thread."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._known: dict[str, tuple[int, tuple[Affix, ...]]] = {}

    def without_site(self, document: Document, url: str) -> Document:
        """A page with a title that does not name its site; the longer one stays among the candidates."""
        if document.format != "html" or not document.title:
            return document
        bare = self.bare(document.title, url)
        if bare == document.title:
            return document
        first = next(iter(document.candidates), Candidate(document.title, document.title_source, 1.0))
        others = tuple(one for one in document.candidates if one.text != bare) or (first,)
        return replace(document, title=bare, candidates=(first._replace(text=bare, reason=_REASON), *others))

    def bare(self, title: str, url: str) -> str:
        """The title of a page without the name of its site."""
        return site_names.strip(title, self._affixes(addresses.place(url)[0]))

    def _affixes(self, site: str) -> tuple[Affix, ...]:
        row = self._db.execute(
            "SELECT documents FROM folders WHERE coalesce(parent_id, 0) = 0 AND name = ?", (site,)
        ).fetchone()
        pages = row[0] if row else 0
        known = self._known.get(site)
        if known is None or not known[0] <= pages <= known[0] * _GROWN:
            if len(self._known) >= _SITES:
                self._known.clear()
            known = self._known[site] = pages, site_names.shared(self._titles(site))
        return known[1]

    def sampled(self, site: str) -> tuple[Affix, ...]:
        """What few titles of a site share, from both ends of its addresses: found in a few milliseconds, for lists."""
        return site_names.shared([*self._titles(site, _SAMPLE), *self._titles(site, _SAMPLE, "DESC")])

    def languages(self, url: str) -> list[str]:
        """The languages of the site of an address, the commonest first."""
        site = addresses.place(url)[0]
        found: Counter[str] = Counter()
        for scheme in ("http", "https"):
            found.update(
                row[0]
                for row in self._db.execute(
                    "SELECT c.language FROM pages p JOIN captures c USING (page_id) WHERE p.url >= ? AND p.url < ? "
                    "AND p.kind = 'document' AND c.base IS NULL AND c.language <> '' LIMIT ?",
                    (f"{scheme}://{site}/", f"{scheme}://{site}0", _SAMPLE),
                )
            )
        return [language for language, _ in found.most_common(_SPOKEN)]

    def _titles(self, site: str, most: int = _TITLES, way: str = "ASC") -> list[str]:
        found: list[str] = []
        for scheme in ("http", "https"):
            found += [
                row[0]
                for row in self._db.execute(
                    "SELECT title FROM pages WHERE url >= ? AND url < ? AND kind = 'document' "
                    f"ORDER BY url {way} LIMIT ?",
                    (f"{scheme}://{site}/", f"{scheme}://{site}0", most),
                )
            ]
        return found


_SCANNED = "pdf"  # the format whose pages may be pictures


class Documents:
    """For one archive and one thread. To be closed."""

    def __init__(self, archive: Path) -> None:
        self._texts = Texts(archive)

    def close(self) -> None:
        self._texts.close()

    def read(
        self,
        message: HttpMessage,
        url: str,
        *,
        main: bool = False,
        pictures: bool = False,
        template: Collection[int] = (),
        cancelled: Callable[[], bool] | None = None,
        expected: Callable[[], tuple[str, ...] | None] | None = None,
    ) -> Document:
        """A response as a document; a first page without letters recognised, in the languages that are `expected`."""
        body, declared, name = message.body, message.media_type or None, pages.name_of(url)
        usual = sniff(body, declared, name or url)
        digest = hashlib.sha256(body).digest()
        ocr = expected() if expected is not None and usual == _SCANNED else None
        if usual == _SCANNED:
            main = pictures = False  # it has neither
        more = (declared, message.charset, main, pictures, *recognising.grounds(ocr), *sorted(template))
        asked = asked_of(usual, name, url, more)
        known = self._texts.get(digest, asked)
        if known is not None:
            return known
        began = time.perf_counter()
        document = guarded.extract(
            body,
            cancelled=cancelled,
            declared_type=declared,
            charset=message.charset,
            name=name,
            base_url=url,
            main=main,
            pictures=pictures,
            ocr=ocr,
            template=template,
        )
        passing = is_given_up(document) or recognising.is_passing(document)
        if time.perf_counter() - began >= WORTH_KEEPING and not passing:
            self._texts.keep(digest, asked, document)
        return document

    def links(self, message: HttpMessage, url: str) -> tuple[Link, ...]:
        """The links of a response."""
        return pages.links(pages.Page.of(url, message))

    def page_picture(self, body: bytes, number: int, width: int) -> Picture | None:
        """A page of a PDF."""
        return shared().page_picture(body, number, width)

    def page_words(
        self, body: bytes, first: int, count: int, cancelled: Callable[[], bool] | None
    ) -> list[PageWords]:
        """The words of some pages of a PDF."""
        return shared().page_words(body, first, count, cancelled=cancelled)
