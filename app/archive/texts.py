"""Documents as they were last extracted, so that reading one again costs nothing: texts.sqlite in the archive's folder.

Nothing in it can do more than show another text: its values are read as values.
"""

from __future__ import annotations

import hashlib
import sqlite3
import zlib
from collections.abc import Sequence
from pathlib import Path

from app.archive.cache_file import CacheFile, Table, today
from extractors import Document
from extractors.packing import pack, unpack
from extractors.versions import version_of

NAME = "texts.sqlite"
MOST_BYTES = 512 << 20
"""The file stops growing there: what was not looked at for longest makes room."""

_MOST_DOCUMENT = 32 << 20  # bytes of one document, compressed
_MOST_UNPACKED = 256 << 20
_PARTS = 4
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
    """What is kept for one archive. For one thread; opened when first needed. To be closed."""

    def __init__(self, archive: Path, most: int = MOST_BYTES) -> None:
        self._file = CacheFile(archive / NAME, _TABLE, most, _PARTS)

    def close(self) -> None:
        self._file.close()

    def get(self, digest: bytes, asked: bytes) -> Document | None:
        """The document kept for a body (its digest) and what was asked of it, if this program would read it the same
        way today."""
        db = self._file.database()
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
            db.execute(
                "INSERT OR REPLACE INTO texts VALUES (?, ?, ?, ?, ?, ?)",
                (digest, asked, document.format, version_of(document.format), today(), packed),
            )
            excess = self._file.excess(db)
            if excess > 0:
                self._file.make_room(db, excess)
        except sqlite3.Error as error:
            self._file.refused(error)


def asked_of(usual: str, name: str, base_url: str, more: Sequence[object]) -> bytes:
    """What a document depends on beside its bytes, as a few bytes: `usual` is its format, `more` whatever else was
    asked. Its address matters only where links are read against it."""
    key = repr((usual, name, base_url if usual in _LINKED else "", *more))
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).digest()[:12]


def _inflated(packed: bytes) -> bytes:
    """ValueError, zlib.error."""
    inflating = zlib.decompressobj()
    data = inflating.decompress(packed, _MOST_UNPACKED)
    if not inflating.eof:
        raise ValueError("cut, or too large")
    return data
