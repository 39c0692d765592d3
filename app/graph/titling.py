"""What links call pages without a title of their own, kept up to date beside the index (`archive.index.link_names`).

Asked are documents that have no title, their address as one, or the one that half of the pages of their site have. Each is
read once for the words of its links, and again when it was captured or its links were merged anew.
"""

from __future__ import annotations

import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from typing import NamedTuple

from app.archive.archive import Archive
from app.archive.index.link_names import Store
from app.archive.reader import HOME_NAMES, ArchiveReader
from app.archive.yielding import Turns
from app.errors import ArchiveError, FormatError, StorageUnreadable
from app.graph.incoming import Incoming, incoming_in
from app.graph.naming import MOST_PAGES, Named, best, is_usable, names_of_site
from app.graph.store.files import LinksFile
from app.graph.store.store import edition, opened

Question = Callable[[], bool]

_FEWEST, _SHARE, _SAMPLE = 3, 0.5, 2000
"""A title that as many pages of a site have, and as great a share of so many, is that of the site."""
_COMMIT_SECONDS = 2.0
_REST = 40.0  # as long as a crawl stores, whose speed that leaves
_PIECE = 1000
_PAGES = (
    "SELECT url, title, name, changed FROM pages WHERE kind = 'document' AND url > ? ORDER BY url LIMIT ?"
)


class _Asked(NamedTuple):
    url: str
    title: str
    seq: int


def bring_up_to_date(
    archive: Archive, cancelled: Question | None = None, busy: Question | None = None
) -> int:
    """Name the pages that have no title by what the merged graph of links says now; how many were asked. Cancelled or
    killed it goes on there the next time. Nothing where the cache cannot be written."""
    with suppress(sqlite3.Error, OSError, ValueError, ArchiveError), archive.reader() as reader:
        graph = edition(archive.path)
        if graph:
            with Store(archive.path, make=True) as store:
                made = f"{graph} {reader.last_seq()}"
                if store.made() != made:
                    return _Work(store, reader, graph, cancelled or bool, busy or bool).run(made)
    return 0


class _Work:
    def __init__(
        self, store: Store, reader: ArchiveReader, graph: str, cancelled: Question, busy: Question
    ) -> None:
        self._store, self._reader, self._graph = store, reader, graph
        self._cancelled, self._turns = cancelled, Turns(busy, _REST)
        self._rows: list[tuple[str, str, str, int, int, int, str]] = []

    def run(self, made: str) -> int:
        known, asked, written = self._store.asked(), 0, time.monotonic()
        left = set(known)
        with closing(opened(self._reader.path)) as file:
            for one in self._wanting():
                self._turns.next()
                if self._cancelled():
                    self._flush()
                    return asked
                left.discard(one.url)
                if known.get(one.url) == (one.title, one.seq, self._graph):
                    continue
                self._ask(file, one)
                asked += 1
                if time.monotonic() - written > _COMMIT_SECONDS:
                    self._flush()
                    written = time.monotonic()
        self._flush()
        self._store.end(left, made)
        return asked

    def _wanting(self) -> Iterator[_Asked]:
        """The documents without a title of their own."""
        last, site, common = "", "", ""
        db = self._reader.connection
        while found := db.execute(_PAGES, (last, _PIECE)).fetchall():
            for url, title, name, changed in found:
                here = url[: url.find("/", url.find("://") + 3) + 1]
                if here != site:
                    site, common = here, self._common(here)
                if not is_usable(title, url) or (title == common and name not in HOME_NAMES):
                    yield _Asked(url, title, changed)
            last = found[-1][0]

    def _common(self, site: str) -> str:
        """The title that most pages of a site have; "" without one."""
        found = self._reader.connection.execute(
            "SELECT title FROM pages WHERE url >= ? AND url < ? AND kind = 'document' LIMIT ?",
            (site, f"{site[:-1]}0", _SAMPLE),
        ).fetchall()
        titles = Counter(title for (title,) in found if title)
        title, count = next(iter(titles.most_common(1)), ("", 0))
        return title if count >= max(_FEWEST, _SHARE * len(found)) else ""

    def _ask(self, file: LinksFile, one: _Asked) -> None:
        links, _ = incoming_in(file, one.url, self._cancelled, MOST_PAGES)
        found = self._found(links, one) if links else None
        name, pages, said = (found.text, found.pages, found.of) if found is not None else ("", 0, 0)
        self._rows.append((one.url, one.title, name, pages, said, one.seq, self._graph))

    def _found(self, links: list[Incoming], one: _Asked) -> Named | None:
        names = {*names_of_site(self._reader, one.url), one.title}
        if best(links, one.url, "", names) is None:  # nothing to look for in the page
            return None
        version = self._reader.latest_version(one.url)
        if version is None:
            return None
        try:
            text = self._reader.document(version, cancelled=self._cancelled).text
        except (FormatError, StorageUnreadable):
            text = ""
        return best(links, one.url, text, names)

    def _flush(self) -> None:
        if self._rows:
            self._store.keep(self._rows)
            self._rows = []
