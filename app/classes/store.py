"""The cache of an archive: what its pages say, in short, and the categories they were given; `classes.sqlite`, which can be
deleted.

Categories decide what a person sees, so rows that this person's program did not write are not used: each is signed with a
key of theirs, and a file that is another's is made anew.
"""

from __future__ import annotations

import hmac
import json
import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from app.archive.cache import Cache
from app.classes.terms import LONGEST_TEXT, Described
from app.personal import seal_key

NAME = "classes.sqlite"
_VERSION = "2"
"""Raised when other things are kept of the same pages."""
_MOST = 4 * LONGEST_TEXT
_TABLES = """
CREATE TABLE IF NOT EXISTS texts (url TEXT PRIMARY KEY, version TEXT NOT NULL, said BLOB NOT NULL, seal BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS assigned (
    url TEXT PRIMARY KEY,
    category TEXT NOT NULL,
    source TEXT NOT NULL,
    confidence REAL NOT NULL,
    version TEXT NOT NULL,
    manner TEXT NOT NULL,
    more TEXT NOT NULL,
    seal BLOB NOT NULL
);
CREATE INDEX IF NOT EXISTS assigned_by_category ON assigned (category, url);
CREATE TABLE IF NOT EXISTS about (seal BLOB NOT NULL, identity INTEGER NOT NULL, seq INTEGER NOT NULL, manner TEXT NOT NULL);
"""


class Row(NamedTuple):
    """What a page was found to be. `category` is "" where that is not known; `source` is rule or model; `reasons` are
    (kind, words, share), of a rule (its kind, its value, 1); `best` is what a model that does not know would have said,
    `next` its second choice with its confidence. `version` and `manner` are what that was made of."""

    url: str
    category: str
    source: str
    confidence: float
    reasons: tuple[tuple[str, str, float], ...] = ()
    best: str = ""
    next: tuple[str, float] = ("", 0.0)
    version: str = ""
    manner: str = ""


@dataclass(frozen=True, slots=True)
class Way:
    """How far the cache has come: the index (its identity), the last `seq`, and the model and rules (`manner`)."""

    identity: int = 0
    seq: int = 0
    manner: str = ""


class Store(Cache):
    """What pages say and the categories they were given, of one archive."""

    NAME = NAME

    def __init__(self, archive: Path, *, make: bool = False) -> None:
        self._key = b""
        super().__init__(archive, make=make)

    def text(self, url: str) -> tuple[str, Described] | None:
        """(Id of the version, what it says) of a page."""
        if self.db is None:
            return None
        try:
            row = self.db.execute("SELECT version, said, seal FROM texts WHERE url = ?", (url,)).fetchone()
            return self._text(url, *row) if row else None
        except (sqlite3.Error, ValueError, TypeError):
            return None

    def texts(self) -> Iterator[tuple[str, Described]]:
        """(Id of the version, what it says) of all pages, by address. sqlite3.Error."""
        if self.db is None:
            return
        for url, version, said, seal in self.db.execute(
            "SELECT url, version, said, seal FROM texts ORDER BY url"
        ):
            with suppress(ValueError, TypeError):
                yield self._text(url, version, said, seal)

    def row(self, url: str) -> Row | None:
        """What a page was found to be; None where nobody has looked."""
        if self.db is None:
            return None
        with suppress(sqlite3.Error, ValueError, TypeError):
            found = self.db.execute(f"SELECT {_COLUMNS} FROM assigned WHERE url = ?", (url,)).fetchone()
            return self._whole(found) if found else None
        return None

    def rows(self, category: str | None = None) -> Iterator[Row]:
        """What all pages were found to be, or those of a category, by address. sqlite3.Error."""
        if self.db is None:
            return
        where, values = ("", ()) if category is None else (" WHERE category = ?", (category,))
        for found in self.db.execute(f"SELECT {_COLUMNS} FROM assigned{where} ORDER BY url", values):
            with suppress(ValueError, TypeError):
                yield self._whole(found)

    def way(self) -> Way:
        """How far the cache has come."""
        if self.db is None:
            return Way()
        with suppress(sqlite3.Error, TypeError, ValueError):
            row = self.db.execute("SELECT identity, seq, manner FROM about").fetchone()
            return Way(int(row[0]), int(row[1]), str(row[2]))
        return Way()

    def keep(
        self, texts: Iterable[tuple[str, Described]], rows: Iterable[Row], way: Way | None = None
    ) -> None:
        """Write together what pages say, what they were found to be, and how far that has come. sqlite3.Error."""
        assert self.db is not None
        with self._writing() as db:
            for version, one in texts:
                said = zlib.compress(
                    json.dumps(
                        [one.title, one.text[:LONGEST_TEXT], list(one.anchors), one.type], ensure_ascii=False
                    ).encode("utf-8", "replace"),
                    6,
                )
                row = (one.url, version, said, self._sealed("text", one.url, version, said))
                db.execute("INSERT OR REPLACE INTO texts VALUES (?, ?, ?, ?)", row)
            for found in rows:
                more = json.dumps([found.reasons, found.best, found.next], ensure_ascii=False)
                values = (*found[:4], found.version, found.manner, more)
                db.execute(
                    "INSERT OR REPLACE INTO assigned VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    (*values, self._sealed("row", *values)),
                )
            if way is not None:
                db.execute(
                    "UPDATE about SET identity = ?, seq = ?, manner = ?", (way.identity, way.seq, way.manner)
                )

    def forget(self, urls: Iterable[str]) -> None:
        """Leave out pages that are none any more. sqlite3.Error."""
        assert self.db is not None
        for table in ("texts", "assigned"):
            self.db.executemany(f"DELETE FROM {table} WHERE url = ?", ((url,) for url in urls))

    def _text(self, url: str, version: str, said: bytes, seal: bytes) -> tuple[str, Described]:
        if not hmac.compare_digest(seal, self._sealed("text", url, version, said)):
            raise ValueError("a stranger's")
        unpacker = zlib.decompressobj()
        title, text, anchors, *type = json.loads(unpacker.decompress(said, _MOST * 4))
        return version, Described(str(text), str(title), url, tuple(map(str, anchors)), str(*type))

    def _whole(self, found: tuple[object, ...]) -> Row:
        *values, seal = found
        if not isinstance(seal, bytes) or not hmac.compare_digest(seal, self._sealed("row", *values)):
            raise ValueError("a stranger's")
        url, category, source, confidence, version, manner, more = values
        reasons, best, following = json.loads(str(more))
        return Row(
            str(url),
            str(category),
            str(source),
            float(str(confidence)),
            tuple((str(kind), str(text), float(share)) for kind, text, share in reasons),
            str(best),
            (str(following[0]), float(following[1])),
            str(version),
            str(manner),
        )

    def _sealed(self, *pieces: object) -> bytes:
        made = hmac.new(self._key, b"classes", "sha256")
        for piece in pieces:
            data = piece if isinstance(piece, bytes) else str(piece).encode("utf-8", "surrogatepass")
            made.update(len(data).to_bytes(8, "big") + data)
        return made.digest()

    def _begin(self, db: sqlite3.Connection) -> None:
        self._key = seal_key()
        db.executescript(_TABLES)
        if db.execute("SELECT count(*) FROM about").fetchone() == (0,):
            db.execute("INSERT INTO about VALUES (?, 0, 0, '')", (self._sealed("file", _VERSION),))

    def _check(self, db: sqlite3.Connection) -> None:
        self._key = seal_key()
        if db.execute("SELECT seal FROM about").fetchone() != (self._sealed("file", _VERSION),):
            raise ValueError("a stranger's, or of another version")
        db.execute("SELECT identity, seq, manner FROM about").fetchone()
        db.execute(f"SELECT {_COLUMNS} FROM assigned LIMIT 0")
        db.execute("SELECT url, version, said, seal FROM texts LIMIT 0")


_COLUMNS = "url, category, source, confidence, version, manner, more, seal"
