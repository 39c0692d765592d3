"""Documents as they were last extracted, so that reading one again costs nothing: texts.sqlite in the archive's folder.

Its values are read as values, and each is signed with a key of this person: search and other caches are made of what it
says, so a document that came with the archive of a stranger is read anew.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import os
import sqlite3
import time
import zlib
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from app.archive.index.schema import distrust
from app.personal import seal_key
from extractors.base.packing import pack, unpack
from extractors.base.types import Document
from extractors.base.versions import version_of

# A database of what can be found out again, in the archive's folder: bounded, shared by programs, never
# needed.
#
# It can be deleted at any time, and is left out where the folder cannot be written. Who finds it busy does
# without.
# Nothing that a stranger may have put there can do more than hold other values: a link to elsewhere is not
# followed.

_DAY = 86_400
_WAIT = 0.3  # seconds for others who write; then it is not kept
_BROKEN = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_MISMATCH)

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Table:
    """The one table of such a file: `create` makes it; of its `columns` the first names a row, the last is the value,
    and `used` is the day of the last look at it."""

    name: str
    columns: tuple[str, ...]
    create: str


class CacheFile:
    """The file of one archive, at most about `most` bytes large; when it is full, one of its `parts` is made free at
    once. For one thread; opened when first needed. To be closed."""

    def __init__(self, path: Path, table: Table, most: int, parts: int) -> None:
        self._path, self._table = path, table
        self._most, self._part = most, most // parts
        self._db: sqlite3.Connection | None = None
        self._opened = False

    @property
    def largest(self) -> int:
        """Bytes of a value that still leaves room for others."""
        return self._part

    def close(self) -> None:
        if self._db is not None:
            self._db.close()
        self._db, self._opened = None, True

    def database(self) -> sqlite3.Connection | None:
        """The database; None without one, and where none can be made."""
        if not self._opened:
            self._opened = True
            try:
                self._db = _connection(self._path, self._table)
            except (sqlite3.Error, OSError) as error:
                self.refused(error)
        return self._db

    def look_at(self, db: sqlite3.Connection, row: object, used: object) -> None:
        """Note that a row was looked at today; `used` is its day so far."""
        if used != today():
            with suppress(sqlite3.Error):  # it may be read-only, or another one writes
                db.execute(
                    f"UPDATE {self._table.name} SET used = ? WHERE {self._table.columns[0]} = ?",
                    (today(), row),
                )

    def excess(self, db: sqlite3.Connection) -> int:
        """Bytes above its limit; negative where there is room. sqlite3.Error."""
        pages, free, size = (
            int(db.execute(f"PRAGMA {what}").fetchone()[0])
            for what in ("page_count", "freelist_count", "page_size")
        )
        return (pages - free) * size - self._most

    def make_room(self, db: sqlite3.Connection, excess: int) -> None:
        """Delete the rows not looked at for longest: the excess, and a part more. sqlite3.Error."""
        name, key, value = self._table.name, self._table.columns[0], self._table.columns[-1]
        freed, last = 0, []
        for row, length in db.execute(f"SELECT {key}, length({value}) FROM {name} ORDER BY used, {key}"):
            freed += length
            last.append((row,))
            if freed >= excess + self._part:
                break
        db.executemany(f"DELETE FROM {name} WHERE {key} = ?", last)

    def refused(self, error: Exception) -> None:
        """Do without what raised an error. A damaged file goes: all in it can be found out again."""
        if (
            isinstance(error, sqlite3.Error)
            and (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF not in _BROKEN
        ):
            return
        log.info("%s is left out: %s", self._path, error)
        if isinstance(error, sqlite3.Error):
            self.close()
            for end in ("", "-wal", "-shm"):
                with suppress(OSError):
                    self._path.with_name(self._path.name + end).unlink(missing_ok=True)


def today() -> int:
    """The day, as a number."""
    return int(time.time() // _DAY)


def _connection(path: Path, table: Table) -> sqlite3.Connection | None:
    """The connection; None without a file where none can be made. sqlite3.Error, OSError."""
    if path.is_symlink() or (path.exists() and not path.is_file()):
        return None
    if not os.access(path.parent, os.W_OK):
        if not path.exists():
            return None
        uri = f"{path.absolute().as_uri()}?immutable=1"
        db = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)
        try:
            distrust(db)
        except sqlite3.Error:
            db.close()
            raise
        return db
    db = sqlite3.connect(path, isolation_level=None, timeout=_WAIT, check_same_thread=False)
    try:
        distrust(db)
        for setting in ("journal_mode = WAL", "synchronous = OFF"):
            db.execute(f"PRAGMA {setting}")
        db.executescript(table.create)
        db.execute(f"SELECT used, {', '.join(table.columns)} FROM {table.name} LIMIT 0")
    except sqlite3.Error:
        db.close()
        raise
    return db


NAME = "texts.sqlite"
WORTH_KEEPING = 0.001
"""Seconds of reading from which on a document is kept: a quicker one is not worth its look-up."""
MOST_BYTES = 512 << 20
"""Make room by the rows not looked at for longest: the file does not grow any more."""

_MOST_DOCUMENT = 32 << 20  # bytes of one document, compressed
_MOST_UNPACKED = 256 << 20
_PARTS = 4
_SEAL = 16
_MOST_PICTURES = 8 << 20
_LINKED = frozenset(("html", "mhtml", "xml", "svg", "css", "javascript", "json", "text", "markdown"))

_TABLE = Table(
    "texts",
    ("rowid", "digest", "asked", "format", "version", "packed"),
    """
CREATE TABLE IF NOT EXISTS texts (
    digest BLOB NOT NULL,
    asked BLOB NOT NULL,
    format TEXT NOT NULL,
    version INTEGER NOT NULL,
    used INTEGER NOT NULL,
    packed BLOB NOT NULL,
    UNIQUE (digest, asked)
);
CREATE INDEX IF NOT EXISTS texts_by_use ON texts (used);
""",
)


class Texts:
    """The documents kept for one archive. For one thread; opened when first needed. To be closed."""

    def __init__(self, archive: Path, most: int = MOST_BYTES) -> None:
        self._file = CacheFile(archive / NAME, _TABLE, most, _PARTS)
        self._key = b""

    def close(self) -> None:
        self._file.close()

    def get(self, digest: bytes, asked: bytes) -> Document | None:
        """The document kept for a body (its digest) and a question, if this program would read it the same way
        today."""
        db = self._file.database()
        if db is None:
            return None
        try:
            row = db.execute(
                "SELECT format, version, used, packed, rowid FROM texts WHERE digest = ? AND asked = ?",
                (digest, asked),
            ).fetchone()
            if row is None or row[1] != version_of(row[0]):
                return None
            seal, packed = row[3][:_SEAL], row[3][_SEAL:]
            if not hmac.compare_digest(seal, self._sealed(digest, asked, packed)):
                return None
            document = unpack(_inflated(packed))
        except (sqlite3.Error, OSError, ValueError, zlib.error, TypeError) as error:
            self._file.refused(error)
            return None
        self._file.look_at(db, row[4], row[2])
        return document

    def keep(self, digest: bytes, asked: bytes, document: Document) -> None:
        """Keep a document, if that is possible at this moment."""
        db = self._file.database()
        if db is None or sum(len(picture.data) for picture in document.pictures) > _MOST_PICTURES:
            return
        packed = zlib.compress(pack(document), 3)
        if len(packed) > min(_MOST_DOCUMENT, self._file.largest):
            return
        try:
            seal = self._sealed(digest, asked, packed)
            db.execute(
                "INSERT OR REPLACE INTO texts VALUES (?, ?, ?, ?, ?, ?)",
                (digest, asked, document.format, version_of(document.format), today(), seal + packed),
            )
            excess = self._file.excess(db)
            if excess > 0:
                self._file.make_room(db, excess)
        except (sqlite3.Error, OSError) as error:
            self._file.refused(error)

    def _sealed(self, digest: bytes, asked: bytes, packed: bytes) -> bytes:
        """OSError."""
        self._key = self._key or seal_key()
        return hashlib.blake2b(digest + asked + packed, digest_size=_SEAL, key=self._key).digest()


def asked_of(usual: str, name: str, base_url: str, more: Sequence[object]) -> bytes:
    """The other grounds of a document beside its bytes, as a few bytes: `usual` is its format, `more` the rest of the
    question. Its address matters only where links are read against it."""
    key = repr((usual, name, base_url if usual in _LINKED else "", *more))
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).digest()[:12]


def _inflated(packed: bytes) -> bytes:
    """ValueError, zlib.error."""
    inflating = zlib.decompressobj()
    data = inflating.decompress(packed, _MOST_UNPACKED)
    if not inflating.eof:
        raise ValueError("cut, or too large")
    return data
