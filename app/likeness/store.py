"""The cache of fingerprints: `likeness.sqlite` in the archive, which can be deleted and is made anew.

What is alike hides pages (in a search, in an export), so nothing is believed that this person's program did not write: the
file, each row and each of the columns that readers use have a seal of their key. Where one is broken, all is made anew.

`texts` are distinct main texts, `versions` say which version has which (0: none, or it cannot be read); `terms` are those of
texts whose weights are not settled. `kept` are columns made of all that at the end of a feed: readers need
nothing else.
"""

from __future__ import annotations

import hmac
import io
import json
import sqlite3
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from app.archive import batches
from app.archive.cache import Cache
from app.likeness.prints import Prints
from app.likeness.semantic import best_terms, semantic
from app.likeness.simhash import simhash
from app.likeness.terms import SAMPLE, Terms, Weights, unpacked_terms
from app.personal import seal_key

NAME = "likeness.sqlite"
VERSION = "1"
"""Raised when other fingerprints are made of the same texts."""
NONE = 0
"""The text of a version that has none."""

_MOST_SAID = 8 << 20
_TABLES = """
CREATE TABLE IF NOT EXISTS about (one INTEGER PRIMARY KEY CHECK (one = 1), seal BLOB NOT NULL, manner TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS texts (
    text INTEGER PRIMARY KEY,
    exact BLOB NOT NULL UNIQUE,
    normal BLOB NOT NULL,
    size INTEGER NOT NULL,
    minhash BLOB NOT NULL,
    marks BLOB NOT NULL,
    said BLOB NOT NULL,
    seal BLOB NOT NULL
);
CREATE TABLE IF NOT EXISTS weighed (
    text INTEGER PRIMARY KEY,
    simhash INTEGER,
    semantic BLOB NOT NULL,
    best TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS terms (text INTEGER PRIMARY KEY, data BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS versions (
    key INTEGER PRIMARY KEY,
    text INTEGER NOT NULL,
    page INTEGER NOT NULL,
    site INTEGER NOT NULL,
    seal BLOB NOT NULL
);
CREATE INDEX IF NOT EXISTS versions_by_text ON versions (text);
CREATE INDEX IF NOT EXISTS versions_by_site ON versions (site);
CREATE TABLE IF NOT EXISTS sites (
    site INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, sketch BLOB NOT NULL, marks BLOB NOT NULL
);
CREATE TABLE IF NOT EXISTS batches (batch TEXT PRIMARY KEY, upto INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS again (key INTEGER PRIMARY KEY);
CREATE TABLE IF NOT EXISTS kept (name TEXT PRIMARY KEY, data BLOB NOT NULL, seal BLOB NOT NULL) WITHOUT ROWID;
"""
_ALL = ("about", "texts", "weighed", "terms", "versions", "sites", "batches", "again", "kept")

Columns = Mapping[str, npt.NDArray[Any]]


class Broken(ValueError):
    """A row that this person's program did not write."""


class Version(NamedTuple):
    """A version by its key, the number of its text, a number for its address, the number of its site."""

    key: int
    text: int
    page: int
    site: int


class Weighed(NamedTuple):
    """What the weights of terms make of a text: its SimHash, semantic fingerprint, best terms."""

    simhash: int | None
    semantic: bytes
    best: tuple[str, ...]


def weighed(weights: Weights, terms: Terms) -> Weighed:
    """What weights make of a text."""
    best = best_terms(terms, weights)
    return Weighed(simhash(weights.weighed(terms)), semantic(best), best)


def key_of(id: str) -> int:
    """The number of a version by its id; 0 for none."""
    parsed = batches.parse_id(id)
    return int(parsed[0]) << 32 | parsed[1] if parsed else 0


def id_of(key: int) -> str:
    """The id of a version by its number."""
    return batches.format_id(f"{key >> 32:06}", key & 0xFFFFFFFF)


def page_key(url: str) -> int:
    """A number for an address, the same in every index."""
    return int.from_bytes(blake2b(url.encode("utf-8", "replace"), digest_size=8).digest(), "big", signed=True)


class Store(Cache):
    """The fingerprints of one archive."""

    NAME = NAME

    def __init__(self, archive: Path, *, make: bool = False) -> None:
        self._key = b""
        super().__init__(archive, make=make)

    # For readers

    def columns(self) -> Columns:
        """The columns of all versions, texts and pairs; none where there are none that could be used."""
        data = self.kept("columns")
        if data is None:
            return {}
        try:
            with np.load(io.BytesIO(data), allow_pickle=False) as made:
                return {name: made[name] for name in made.files}
        except (ValueError, OSError, EOFError, zipfile.BadZipFile):
            return {}

    def kept(self, name: str) -> bytes | None:
        """What was kept under a name."""
        with suppress(sqlite3.Error):
            row = self._row("SELECT data, seal FROM kept WHERE name = ?", name)
            if row is not None and isinstance(row[0], bytes) and isinstance(row[1], bytes):
                good = hmac.compare_digest(row[1], self._seal(b"kept", name.encode(), row[0]))
                return row[0] if good else None
        return None

    def said(self, text: int) -> str:
        """The letters and figures of a text. sqlite3.Error, Broken."""
        row = self._row("SELECT exact, normal, minhash, marks, said, seal FROM texts WHERE text = ?", text)
        if row is None or not self._is_whole(text, *row):
            raise Broken("no such text")
        unpacking = zlib.decompressobj()
        return unpacking.decompress(row[4], _MOST_SAID).decode("utf-8", "surrogatepass")

    def prints(self) -> Iterator[tuple[int, bytes, bytes]]:
        """Of each text, in the order of their numbers, MinHash and marks. sqlite3.Error, Broken."""
        if self.db is None:
            return
        statement = "SELECT text, exact, normal, minhash, marks, said, seal FROM texts ORDER BY text"
        for text, *row in self.db.execute(statement):
            if not self._is_whole(text, *row):
                raise Broken("a row of a stranger")
            yield text, row[2], row[3]

    def best(self, text: int) -> tuple[str, ...]:
        """The terms that stand for a text."""
        with suppress(sqlite3.Error, ValueError, TypeError):
            row = self._row("SELECT best FROM weighed WHERE text = ?", text)
            return tuple(map(str, json.loads(row[0]))) if row else ()
        return ()

    def weights(self) -> Weights:
        """What terms are worth in this archive."""
        kept = self.kept("weights")
        if kept is not None:
            return Weights(*json.loads(kept))
        if self.db is None:
            return Weights()
        return Weights.of(unpacked_terms(data) for _, data in islice(self.sample(), SAMPLE))

    def weighed_as(self, terms: Terms) -> Weighed:
        """What the weights of this archive make of some terms."""
        return weighed(self.weights(), terms)

    # For the feed

    @property
    def manner(self) -> str:
        """How versions were read, as it was said last."""
        row = self._row("SELECT manner FROM about")
        return str(row[0]) if row else ""

    def settle(self, manner: str, *, anew: bool) -> None:
        """Say how versions are read from now on; `anew`: forget what is known."""
        with self._writing() as db:
            if anew:
                for table in _ALL[1:]:
                    db.execute(f"DELETE FROM {table}")
            db.execute("UPDATE about SET manner = ?", (manner,))

    def read(self) -> dict[str, int]:
        """The serial number up to which each batch was read."""
        assert self.db is not None
        return {str(batch): int(upto) for batch, upto in self.db.execute("SELECT batch, upto FROM batches")}

    def again(self) -> list[int]:
        """Versions that are to be read again."""
        assert self.db is not None
        return [int(key) for (key,) in self.db.execute("SELECT key FROM again ORDER BY key")]

    def ask_again(self, keys: Iterable[int] = (), site: int | None = None) -> None:
        """Have some versions, or those of a site, read again."""
        with self._writing() as db:
            db.executemany("INSERT OR IGNORE INTO again VALUES (?)", ((key,) for key in keys))
            if site is not None:
                db.execute("INSERT OR IGNORE INTO again SELECT key FROM versions WHERE site = ?", (site,))

    def sites(self) -> dict[str, tuple[int, bytes, bytes]]:
        """Of each site its number, a sketch of the template that its pages were read with, a digest of marks."""
        assert self.db is not None
        rows = self.db.execute("SELECT name, site, sketch, marks FROM sites")
        return {str(name): (int(site), bytes(sketch), bytes(marks)) for name, site, sketch, marks in rows}

    def site(self, name: str) -> int | None:
        """The number of a site; None for one that has none yet."""
        row = self._row("SELECT site FROM sites WHERE name = ?", name)
        return int(row[0]) if row else None

    def put_site(self, name: str, sketch: bytes, marks: bytes) -> int:
        """Keep the template of a site; its number."""
        with self._writing() as db:
            db.execute(
                "INSERT INTO sites (name, sketch, marks) VALUES (?, ?, ?) "
                "ON CONFLICT (name) DO UPDATE SET sketch = excluded.sketch, marks = excluded.marks",
                (name, sketch, marks),
            )
            return int(db.execute("SELECT site FROM sites WHERE name = ?", (name,)).fetchone()[0])

    def keep(
        self,
        found: Sequence[tuple[Version, Prints | None]],
        read: Mapping[str, int],
        done: Iterable[int],
    ) -> None:
        """Write the texts of versions, how far was read, and which were read again, together. sqlite3.Error."""
        with self._writing() as db:
            for version, prints in found:
                text = self._put(db, prints) if prints is not None else NONE
                row = version._replace(text=text)
                seal = self._seal(b"version", *(str(value).encode() for value in row))
                db.execute("INSERT OR REPLACE INTO versions VALUES (?, ?, ?, ?, ?)", (*row, seal))
            db.executemany("INSERT OR REPLACE INTO batches VALUES (?, ?)", read.items())
            db.executemany("DELETE FROM again WHERE key = ?", ((key,) for key in done))

    def drop_unused(self) -> int:
        """Forget the texts that no version has any more; how many."""
        with self._writing() as db:
            # numbers are never used again: the last text stays
            last = db.execute("SELECT max(text) FROM texts").fetchone()[0]
            unused = f"text NOT IN (SELECT text FROM versions) AND text < {last or 0}"
            gone = db.execute(f"DELETE FROM texts WHERE {unused}").rowcount
            if gone:
                db.execute(f"DELETE FROM terms WHERE {unused}")
                db.execute(f"DELETE FROM weighed WHERE {unused}")
            return int(gone)

    def sample(self) -> Iterator[tuple[int, bytes]]:
        """The terms that were kept of the first texts. sqlite3.Error."""
        assert self.db is not None
        yield from self.db.execute("SELECT text, data FROM terms ORDER BY text")

    def weighed(self) -> frozenset[int]:
        """The texts that have been weighed."""
        assert self.db is not None
        return frozenset(text for (text,) in self.db.execute("SELECT text FROM weighed"))

    def terms(self, text: int) -> Terms:
        """The terms of a text. sqlite3.Error, Broken."""
        row = self._row("SELECT data FROM terms WHERE text = ?", text)
        if row is None:
            raise Broken("no such text")
        return unpacked_terms(row[0])

    def forget_terms(self) -> None:
        """Forget the terms of texts: their weights are settled."""
        with self._writing() as db:
            db.execute("DELETE FROM terms")

    def sizes(self) -> dict[int, int]:
        """Letters and figures of each text."""
        assert self.db is not None
        return dict(self.db.execute("SELECT text, size FROM texts").fetchall())

    def weigh(self, weighed: Iterable[tuple[int, Weighed]]) -> None:
        """Keep what the weights make of texts."""
        with self._writing() as db:
            db.executemany(
                "INSERT OR REPLACE INTO weighed VALUES (?, ?, ?, ?)",
                (
                    (
                        text,
                        _signed(one.simhash) if one.simhash is not None else None,
                        one.semantic,
                        json.dumps(one.best, ensure_ascii=False),
                    )
                    for text, one in weighed
                ),
            )

    def rows(self) -> tuple[list[Version], list[tuple[int, bytes, bytes, int | None, bytes, int]]]:
        """All versions by their keys, and all texts by their numbers: (text, exact, normal, SimHash, semantic, size).
        sqlite3.Error, Broken."""
        assert self.db is not None
        versions = []
        for *row, seal in self.db.execute("SELECT key, text, page, site, seal FROM versions ORDER BY key"):
            if not hmac.compare_digest(seal, self._seal(b"version", *(str(value).encode() for value in row))):
                raise Broken("a row of a stranger")
            versions.append(Version(*row))
        texts = self.db.execute(
            "SELECT t.text, exact, normal, simhash, coalesce(semantic, x''), size FROM texts t "
            "LEFT JOIN weighed USING (text) ORDER BY t.text"
        ).fetchall()
        return versions, texts

    def put(self, name: str, data: bytes) -> None:
        """Keep something under a name, and a seal."""
        with self._writing() as db:
            seal = self._seal(b"kept", name.encode(), data)
            db.execute("INSERT OR REPLACE INTO kept VALUES (?, ?, ?)", (name, data, seal))

    def put_columns(self, columns: Columns) -> None:
        """Keep the columns that readers use."""
        file = io.BytesIO()
        named: dict[str, Any] = {name: columns[name] for name in sorted(columns)}
        np.savez(file, **named)
        self.put("columns", file.getvalue())

    def _put(self, db: sqlite3.Connection, prints: Prints) -> int:
        row = db.execute("SELECT text FROM texts WHERE exact = ?", (prints.exact,)).fetchone()
        if row is not None:
            return int(row[0])
        said = zlib.compress(prints.said.encode("utf-8", "surrogatepass"), 6)
        minhash, marks = prints.minhash.astype("<u4").tobytes(), prints.marks.astype("<u4").tobytes()
        text = int(db.execute("SELECT coalesce(max(text), 0) + 1 FROM texts").fetchone()[0])
        sealed = (prints.exact, prints.normal, minhash, marks, said)
        seal = self._seal(b"text", str(text).encode(), *sealed)
        db.execute(
            "INSERT INTO texts VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (text, prints.exact, prints.normal, len(prints.said), minhash, marks, said, seal),
        )
        db.execute("INSERT OR REPLACE INTO terms VALUES (?, ?)", (text, prints.terms.packed()))
        return text

    def _is_whole(
        self, text: int, exact: bytes, normal: bytes, minhash: bytes, marks: bytes, said: bytes, seal: bytes
    ) -> bool:
        values = (exact, normal, minhash, marks, said, seal)
        if not all(isinstance(value, bytes) for value in values):
            return False
        return hmac.compare_digest(seal, self._seal(b"text", str(text).encode(), *values[:-1]))

    def _seal(self, *pieces: bytes) -> bytes:
        made = blake2b(key=self._key, digest_size=16)
        for piece in pieces:
            made.update(len(piece).to_bytes(8, "big") + piece)
        return made.digest()

    def _begin(self, db: sqlite3.Connection) -> None:
        self._key = seal_key()
        db.executescript(_TABLES)
        whose = self._seal(b"likeness", VERSION.encode())
        db.execute("INSERT OR IGNORE INTO about VALUES (1, ?, '')", (whose,))

    def _check(self, db: sqlite3.Connection) -> None:
        self._key = seal_key()
        if db.execute("SELECT seal FROM about").fetchone() != (self._seal(b"likeness", VERSION.encode()),):
            raise ValueError("a stranger's, or of another version")
        for table in _ALL:
            db.execute(f"SELECT * FROM {table} LIMIT 0")


def _signed(number: int) -> int:
    return number - (1 << 64) if number >= 1 << 63 else number
