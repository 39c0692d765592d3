"""What links call pages that have no title of their own: `link_names.sqlite`, a cache beside the index that `app.graph`
fills when it has fed links, and readers look into.

Rows go by addresses, so the file fits an index that was made anew, too. A name stands for one title alone, that which the
newest version has (mostly none): versions with another title keep theirs. An empty name says that the links say nothing.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from app.archive.cache import Cache
from app.archive.model import Capture, Page
from extractors.base.types import Document

NAME = "link_names.sqlite"
SOURCE = "links"
"""`title_source` of what has its title from links."""
_VERSION = 1
_TABLES = f"""
CREATE TABLE names (
    url TEXT PRIMARY KEY,
    own TEXT NOT NULL,
    name TEXT NOT NULL,
    pages INTEGER NOT NULL,
    said INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    graph TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE about (one INTEGER PRIMARY KEY CHECK (one = 1), made TEXT NOT NULL);
PRAGMA user_version = {_VERSION};
"""
"""`own` is the title that the name stands for, `pages` of `said` pages with words in their link say it; `seq` is that of the
newest capture and `graph` the graph when links were asked."""
_MOST_FOUND = 10_000


class LinkName(NamedTuple):
    """What links call a page with the title `own`; how many pages do, of how many that say anything."""

    own: str
    name: str
    pages: int
    of: int


class Store(Cache):
    """The names of all pages that links were asked about."""

    NAME = NAME

    def of(self, urls: Collection[str] | None) -> dict[str, LinkName]:
        """Names by addresses; None: all of them."""
        if self.db is None:
            return {}
        among = "" if urls is None else " AND url IN (SELECT value FROM json_each(?))"
        try:
            found = self.db.execute(
                f"SELECT url, own, name, pages, said FROM names WHERE name <> ''{among}",
                () if urls is None else (json.dumps(list(urls)),),
            )
            return {
                str(url): LinkName(str(own), str(name), int(pages), int(said))
                for url, own, name, pages, said in found
            }
        except (sqlite3.Error, ValueError, TypeError):
            return {}

    def containing(self, pattern: str) -> list[str]:
        """The addresses of pages whose names are like a pattern of LIKE, of which "\\" escapes; not all of very many."""
        if self.db is None:
            return []
        try:
            statement = "SELECT url FROM names WHERE name <> '' AND name LIKE ? ESCAPE '\\' LIMIT ?"
            return [str(url) for (url,) in self.db.execute(statement, (pattern, _MOST_FOUND))]
        except sqlite3.Error:
            return []

    def asked(self) -> dict[str, tuple[str, int, str]]:
        """All pages that links were asked about: the title, capture and graph for which. sqlite3.Error."""
        assert self.db is not None
        return {
            str(url): (str(own), int(seq), str(graph))
            for url, own, seq, graph in self.db.execute("SELECT url, own, seq, graph FROM names")
        }

    def made(self) -> str:
        """Of what all names were made at last; "" while that is not at its end. sqlite3.Error."""
        row = self._row("SELECT made FROM about")
        return str(row[0]) if row is not None else ""

    def keep(self, rows: Sequence[tuple[str, str, str, int, int, int, str]]) -> None:
        """Write rows of `names`. sqlite3.Error."""
        with self._writing() as db:
            db.executemany("INSERT OR REPLACE INTO names VALUES (?, ?, ?, ?, ?, ?, ?)", rows)

    def end(self, gone: Iterable[str], made: str) -> None:
        """All is there, and these pages have titles again. sqlite3.Error."""
        with self._writing() as db:
            db.executemany("DELETE FROM names WHERE url = ?", ((url,) for url in gone))
            db.execute("INSERT OR REPLACE INTO about VALUES (1, ?)", (made,))

    def _begin(self, db: sqlite3.Connection) -> None:
        if not db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            db.executescript(f"BEGIN IMMEDIATE; {_TABLES} COMMIT;")

    def _check(self, db: sqlite3.Connection) -> None:
        if db.execute("PRAGMA user_version").fetchone()[0] != _VERSION:
            raise ValueError("another version")
        db.execute("SELECT url, own, name, pages, said, seq, graph FROM names LIMIT 0")
        db.execute("SELECT made FROM about LIMIT 0")


class Names:
    """The names of one archive for readers in one thread, as they are now; to be closed. Without the file a question costs
    one look at the folder; without an archive there are none."""

    def __init__(self, archive: Path | None) -> None:
        self._archive = archive
        self._file: tuple[int, int] | None = None
        self._store: Store | None = None

    def close(self) -> None:
        """Let go of the file."""
        if self._store is not None:
            self._store.close()
        self._store = self._file = None

    def of(self, urls: Collection[str]) -> dict[str, LinkName]:
        """Names by addresses, of those that have one."""
        store = self._opened()
        return store.of(urls) if store is not None and urls else {}

    def every(self) -> dict[str, LinkName]:
        """All names by addresses."""
        store = self._opened()
        return store.of(None) if store is not None else {}

    def containing(self, pattern: str) -> list[str]:
        """Addresses of pages whose names are like a pattern of LIKE."""
        store = self._opened()
        return store.containing(pattern) if store is not None else []

    @property
    def any(self) -> bool:
        """Whether there may be names."""
        return self._opened() is not None

    def pages(self, pages: list[Page]) -> list[Page]:
        """Pages with the titles that links give them, where their own say nothing."""
        known = self.of([page.url for page in pages if page.kind == "document"])
        if not known:
            return pages
        return [
            replace(page, title=found.name, title_source=SOURCE, own=page.title)
            if (found := known.get(page.url)) is not None and found.own == page.title
            else page
            for page in pages
        ]

    def captures(self, captures: list[Capture]) -> list[Capture]:
        """The same of captures."""
        known = self.of({one.url for one in captures if 200 <= one.status < 300})
        if not known:
            return captures
        return [
            replace(one, title=found.name, title_source=SOURCE)
            if (found := known.get(one.url)) is not None
            and one.title in ("", found.own)
            and 200 <= one.status < 300
            else one
            for one in captures
        ]

    def document(self, document: Document, url: str) -> Document:
        """The same of what was read of a page."""
        found = self.of([url]).get(url) if document.format else None
        if found is None or document.title not in ("", found.own):
            return document
        return replace(document, title=found.name, title_source=SOURCE)

    def _opened(self) -> Store | None:
        if self._archive is None:
            return None
        try:
            about = (self._archive / NAME).stat(follow_symlinks=False)
            file = about.st_ino, about.st_dev
        except OSError:
            file = None
        if file != self._file:
            self.close()
            self._file = file
            self._store = Store(self._archive) if file is not None else None
        return self._store
