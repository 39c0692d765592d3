"""The kinds of pages beside the index: `page_types.sqlite`, a cache that `app.page_types` fills and readers attach.

Rows of `pages` go by the numbers that pages have in the index, so the cache says which index it was made for: a new one
gives others. Without a cache that can be used, no page has a kind.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

from app.archive.index.schema import connect_reader, identity_of

NAME = "page_types.sqlite"
VERSION = 1
TABLES = f"""
CREATE TABLE versions (key INTEGER PRIMARY KEY, type TEXT NOT NULL, confidence REAL NOT NULL, reasons TEXT NOT NULL);
CREATE TABLE pages (
    page_id INTEGER PRIMARY KEY,
    type TEXT NOT NULL,
    judged TEXT NOT NULL,
    date INTEGER NOT NULL,
    seq INTEGER NOT NULL
);
CREATE TABLE batches (batch TEXT PRIMARY KEY, upto INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE about (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    edition INTEGER NOT NULL,
    identity INTEGER NOT NULL,
    page INTEGER NOT NULL,
    url TEXT NOT NULL,
    chosen TEXT NOT NULL
);
PRAGMA user_version = {VERSION};
"""
"""`key` is batch << 32 | serial number of a version; `type` of a page that which a person chose, else that of its newest
version that was judged, which is `judged`; `chosen` is a digest of what persons chose."""
_SCHEMA = "page_types_file"
_NO_TYPES = "CREATE TEMP TABLE page_types (page_id INTEGER PRIMARY KEY, type TEXT NOT NULL)"
_TYPES = f"CREATE TEMP VIEW page_types AS SELECT page_id, type FROM {_SCHEMA}.pages"


def fits(db: sqlite3.Connection, cache: str, index: str = "main") -> bool:
    """Whether the cache attached as `cache` was made for the index attached as `index`."""
    row = db.execute(f"SELECT identity, page, url FROM {cache}.about").fetchone()
    if row is None or row[0] != identity_of(db, index):
        return False
    if not row[1]:
        return True
    known = db.execute(f"SELECT url FROM {index}.pages WHERE page_id = ?", (row[1],)).fetchone()
    return known is not None and known[0] == row[2]


class Beside:
    """The cache beside the index of one reader, as the table `page_types` of its connection. `index` is the name by
    which that has the index."""

    def __init__(self, archive: Path, db: sqlite3.Connection, index: str = "main") -> None:
        self._path, self._db, self._index = archive / NAME, db, index
        self._file: tuple[int, int] | None = None
        self._ready = self._attached = False

    def bring(self) -> None:
        """Have the table, with what the cache says now: with no row where there is none that can be used."""
        file = self._stamp()
        if self._ready and file == self._file and (self._is_fitting() if self._attached else file is None):
            return
        self._let_go()
        self._ready, self._file = True, file
        with suppress(sqlite3.Error, OSError):
            if file is not None:
                self._attach()
        self._db.execute(_TYPES if self._attached else _NO_TYPES)

    def of(self, pages: Collection[int]) -> dict[int, str]:
        """The kinds of pages by their numbers, as far as they are known."""
        self.bring()
        marks = ", ".join("?" * len(pages))
        found = self._db.execute(
            f"SELECT page_id, type FROM temp.page_types WHERE page_id IN ({marks})", list(pages)
        )
        return {page: str(kind) for page, kind in found}

    def _stamp(self) -> tuple[int, int] | None:
        try:
            found = self._path.stat(follow_symlinks=False)
        except OSError:
            return None
        return found.st_ino, found.st_dev

    def _is_fitting(self) -> bool:
        try:
            return fits(self._db, _SCHEMA, self._index)
        except sqlite3.Error:
            return False

    def _attach(self) -> None:
        if self._path.is_symlink() or not self._path.is_file():
            return
        connect_reader(self._path).close()  # it may be a stranger's
        uri = self._path.absolute().as_uri()
        for mode in ("mode=ro", "immutable=1"):  # as `connect_reader` opens it
            try:
                self._db.execute(f"ATTACH ? AS {_SCHEMA}", (f"{uri}?{mode}",))
                version = self._db.execute(f"PRAGMA {_SCHEMA}.user_version").fetchone()[0]
                self._db.execute(f"SELECT page_id, type FROM {_SCHEMA}.pages LIMIT 0")
            except sqlite3.OperationalError:
                self._detach()
                continue
            self._attached = version == VERSION and self._is_fitting() and self._is_whole()
            if not self._attached:
                self._detach()
            return

    def _is_whole(self) -> bool:
        """Whether all rows can be read: damage that is met later would be told of the index."""
        try:
            self._db.execute(f"SELECT count(*), sum(length(type)) FROM {_SCHEMA}.pages").fetchone()
        except sqlite3.Error:
            return False
        return True

    def _let_go(self) -> None:
        if self._ready:
            self._db.execute(f"DROP {'VIEW' if self._attached else 'TABLE'} temp.page_types")
        if self._attached:
            self._detach()
        self._ready = self._attached = False

    def _detach(self) -> None:
        with suppress(sqlite3.Error):
            self._db.execute(f"DETACH {_SCHEMA}")
