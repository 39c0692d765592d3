"""The CDX keys of all addresses of an archive, in order: what an index of WARC files is sorted by.

The index of an archive is ordered by addresses as they are written; “all of example.org” in the order of keys, with its
subdomains, needs an order of its own. It is a database that SQLite keeps in memory and on a temporary file without a
name, so nothing is left behind.
"""

from __future__ import annotations

import re
import sqlite3
import threading
from collections.abc import Iterator
from typing import NamedTuple

from app.archive.addresses import is_rendered, page_of, standing
from app.archive.reader import ArchiveReader
from app.archive.settling import Making
from app.interchange.cdxj import surt

_BESIDE = re.compile(r"\A(?:[a-z][a-z0-9+-]*:)+(?=https?://|ftp://)", re.IGNORECASE)
_TOGETHER = 500  # keys that are read at once


class Key(NamedTuple):
    """A key and one address that has it: the number of its page in the index."""

    text: str
    page: int


class Keys:
    """The keys of one archive. `follow` brings them up to date; all methods may be called in any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._db = sqlite3.connect("", check_same_thread=False, isolation_level=None)
        self._db.execute("PRAGMA journal_mode = OFF")
        self._making: Making = None
        self._last = 0
        self._begin()

    def _begin(self) -> None:
        for table in ("keys", "beside"):
            self._db.execute(f"DROP TABLE IF EXISTS {table}")
            self._db.execute(
                f"CREATE TABLE {table} (key TEXT, page INTEGER, PRIMARY KEY (key, page)) WITHOUT ROWID"
            )
        self._last = 0

    def close(self) -> None:
        with self._lock:
            self._db.close()

    def follow(self, reader: ArchiveReader) -> None:
        """Take in the addresses that came since the last time, or all where the index was made anew."""
        with self._lock:
            reader.renew()
            making = reader.making
            if making != self._making:
                self._begin()
                self._making = making
            rows = reader.connection.execute(
                "SELECT page_id, url FROM pages WHERE page_id > ? ORDER BY page_id", (self._last,)
            )
            while some := rows.fetchmany(_TOGETHER):
                self._take(some)

    def _take(self, pages: list[tuple[int, str]]) -> None:
        found: dict[str, list[tuple[str, int]]] = {"keys": [], "beside": []}
        for page, url in pages:
            if _is_public(url):
                found["keys"].append((key_of(url), page))
            else:
                found["beside"].append((key_beside(url), page))
        self._db.execute("BEGIN")
        for table, keyed in found.items():
            self._db.executemany(f"INSERT OR IGNORE INTO {table} VALUES (?, ?)", keyed)
        self._db.execute("COMMIT")
        self._last = pages[-1][0]

    def pages(self, key: str) -> list[int]:
        """The pages with just this key."""
        with self._lock:
            rows = self._db.execute("SELECT page FROM keys WHERE key = ? ORDER BY page", (key,)).fetchall()
        return [page for (page,) in rows]

    def below(self, prefix: str) -> list[int]:
        """The pages whose keys begin so, and what was derived from them or recorded beside them."""
        found = list[int]()
        with self._lock:
            for table in ("keys", "beside"):
                rows = self._db.execute(
                    f"SELECT page FROM {table} WHERE key >= ? AND key < ?", (prefix, prefix + "\U0010ffff")
                )
                found += [page for (page,) in rows]
        return found

    def count(self, low: str, high: str) -> int:
        """How many keys lie in `low` <= key < `high`."""
        query = "SELECT count(DISTINCT key) FROM keys WHERE key >= ? AND key < ?"
        with self._lock:
            return int(self._db.execute(query, (low, high)).fetchone()[0])

    def between(self, low: str, high: str, *, skip: int = 0, descending: bool = False) -> Iterator[list[Key]]:
        """The keys in `low` <= key < `high` but for the first `skip`, some at a time; all pages of a key together. No
        statement stays open from one time to the next."""
        order, keys = ("DESC", "<") if descending else ("ASC", ">")
        after: str | None = None
        values: tuple[str, ...]
        while True:
            beyond, values = "", (low, high)
            if after is not None:
                beyond, values = f" AND key {keys} ?", (low, high, after)
            wanted = f"SELECT DISTINCT key FROM keys WHERE key >= ? AND key < ?{beyond} ORDER BY key {order}"
            with self._lock:
                rows = self._db.execute(
                    f"SELECT key, page FROM keys WHERE key IN ({wanted} LIMIT ? OFFSET ?) ORDER BY key {order}, page",
                    (*values, _TOGETHER, skip),
                ).fetchall()
            if rows:
                yield [Key(*row) for row in rows]
            if len({key for key, _ in rows}) < _TOGETHER:
                return
            after, skip = rows[-1][0], 0


def key_of(url: str) -> str:
    """The key that an address is looked up by."""
    return surt(url.encode("utf-8", "replace"))


def key_beside(url: str) -> str:
    """The key of the page that a record was derived from, or recorded beside (“screenshot:http://…”)."""
    return key_of(_BESIDE.sub("", page_of(url)))


def _is_public(url: str) -> bool:
    """Whether an address is that of a page or of something a page loads: no derived record, no answer to POST."""
    return (
        url.startswith(("http://", "https://", "ftp://")) and not is_rendered(url) and standing(url) == "page"
    )
