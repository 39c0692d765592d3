"""Documents as they were last extracted, so that reading one again costs nothing: texts.sqlite in the archive's folder.

It can be deleted at any time, and is left out where the folder cannot be written. Nothing that a stranger may have put
there can do more than show another text: the values in it are read as values, and a link to elsewhere is not followed.
"""

from __future__ import annotations

import hashlib
import logging
import os
import sqlite3
import time
import zlib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from extractors import Document
from extractors.packing import pack, unpack
from extractors.versions import version_of

NAME = "texts.sqlite"
MOST_BYTES = 512 << 20
"""The file stops growing there: what was not looked at for longest makes room."""

_MOST_DOCUMENT = 32 << 20  # bytes of one document, compressed
_MOST_UNPACKED = 256 << 20
_ROOM = 4  # a part of so many is made free at once
_DAY = 86_400
_WAIT = 0.3  # seconds for others who write; then it is not kept
_MOST_PICTURES = 8 << 20
_LINKED = frozenset(("html", "mhtml", "xml", "svg", "css", "javascript", "json", "text", "markdown"))

_TABLE = """
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
"""

log = logging.getLogger(__name__)


class Texts:
    """What is kept for one archive. For one thread; opened when first needed. To be closed."""

    def __init__(self, archive: Path, most: int = MOST_BYTES) -> None:
        self._path = archive / NAME
        self._most = most
        self._db: sqlite3.Connection | None = None
        self._opened = False

    def close(self) -> None:
        if self._db is not None:
            self._db.close()
        self._db, self._opened = None, True

    def get(self, digest: bytes, asked: bytes) -> Document | None:
        """The document kept for a body (its digest) and what was asked of it, if this program would read it the same
        way today."""
        db = self._open()
        if db is None:
            return None
        try:
            row = db.execute(
                "SELECT format, version, used, packed, rowid FROM texts WHERE digest = ? AND asked = ?", (digest, asked)
            ).fetchone()
            if row is None or row[1] != version_of(row[0]):
                return None
            document = unpack(_inflated(row[3]))
        except (sqlite3.Error, ValueError, zlib.error, TypeError) as error:
            self._refused(error)
            return None
        if row[2] != _today():
            with suppress(sqlite3.Error):  # it may be read-only, or another one writes
                db.execute("UPDATE texts SET used = ? WHERE rowid = ?", (_today(), row[4]))
        return document

    def keep(self, digest: bytes, asked: bytes, document: Document) -> None:
        """Keep a document, if that is possible at this moment."""
        db = self._open()
        if db is None or sum(len(picture.data) for picture in document.pictures) > _MOST_PICTURES:
            return
        packed = zlib.compress(pack(document), 3)
        if len(packed) > min(_MOST_DOCUMENT, self._most // _ROOM):
            return
        try:
            db.execute(
                "INSERT OR REPLACE INTO texts VALUES (?, ?, ?, ?, ?, ?)",
                (digest, asked, document.format, version_of(document.format), _today(), packed),
            )
            self._make_room(db)
        except sqlite3.Error as error:
            self._refused(error)

    def _make_room(self, db: sqlite3.Connection) -> None:
        pages, free, size = (
            int(db.execute(f"PRAGMA {what}").fetchone()[0]) for what in ("page_count", "freelist_count", "page_size")
        )
        if (pages - free) * size <= self._most:
            return
        freed, last = 0, 0
        for rowid, length in db.execute("SELECT rowid, length(packed) FROM texts ORDER BY used, rowid").fetchall():
            freed, last = freed + length, rowid
            db.execute("DELETE FROM texts WHERE rowid = ?", (last,))
            if freed >= self._most // _ROOM:
                break

    def _open(self) -> sqlite3.Connection | None:
        if self._opened:
            return self._db
        self._opened = True
        try:
            self._db = _connection(self._path)
        except (sqlite3.Error, OSError) as error:
            self._refused(error)
        return self._db

    def _refused(self, error: Exception) -> None:
        """A damaged file goes: all in it can be read from the records again."""
        code = (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF
        if isinstance(error, sqlite3.Error) and code not in (
            sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_MISMATCH,
        ):  # fmt: skip
            return
        log.info("%s is left out: %s", self._path, error)
        if isinstance(error, sqlite3.Error):
            self.close()
            for end in ("", "-wal", "-shm"):
                with suppress(OSError):
                    self._path.with_name(NAME + end).unlink(missing_ok=True)


def asked_of(usual: str, name: str, base_url: str, more: Sequence[object]) -> bytes:
    """What a document depends on beside its bytes, as a few bytes: `usual` is its format, `more` whatever else was
    asked. Its address matters only where links are read against it."""
    key = repr((usual, name, base_url if usual in _LINKED else "", *more))
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).digest()[:12]


def _connection(path: Path) -> sqlite3.Connection | None:
    """None where there is nothing and nothing can be made. sqlite3.Error, OSError."""
    if path.is_symlink() or (path.exists() and not path.is_file()):
        return None
    uri = path.absolute().as_uri()
    if not os.access(path.parent, os.W_OK):
        if not path.exists():
            return None
        return sqlite3.connect(f"{uri}?immutable=1", uri=True, isolation_level=None, check_same_thread=False)
    db = sqlite3.connect(path, isolation_level=None, timeout=_WAIT, check_same_thread=False)
    try:
        for setting in ("trusted_schema = OFF", "journal_mode = WAL", "synchronous = OFF"):
            db.execute(f"PRAGMA {setting}")
        db.executescript(_TABLE)
        db.execute("SELECT digest, asked, format, version, used, packed FROM texts LIMIT 0")
    except sqlite3.Error:
        db.close()
        raise
    return db


def _inflated(packed: bytes) -> bytes:
    """ValueError, zlib.error."""
    inflating = zlib.decompressobj()
    data = inflating.decompress(packed, _MOST_UNPACKED)
    if not inflating.eof:
        raise ValueError("cut, or too large")
    return data


def _today() -> int:
    return int(time.time() // _DAY)
