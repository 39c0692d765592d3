"""What comparisons and searches found out, kept in `changes.sqlite` in the archive's folder.

It can be deleted at any time, and is left out where the folder cannot be written. Several programs may use it at once:
who finds it busy does without. What it holds are values, told from damaged ones where they are read.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import time
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from types import TracebackType

NAME = "changes.sqlite"
MOST_BYTES = 256 << 20
"""The file stops growing there: what was not looked at for longest makes room."""

_MOST_VALUE = 4 << 20
_ROOM = 8  # a part of so many is made free at once
_DAY = 86_400
_WAIT = 0.3  # seconds for others who write; then it is not kept
_CHECKED = 64  # the size is looked at whenever so small a part of what it may hold was written

_TABLE = """
CREATE TABLE IF NOT EXISTS kept (key BLOB PRIMARY KEY, used INTEGER NOT NULL, value BLOB NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS kept_by_use ON kept (used);
"""
_BROKEN = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_MISMATCH)

log = logging.getLogger(__name__)


def key_of(*parts: object) -> bytes:
    """What a value depends on, as a key."""
    return blake2b(repr(parts).encode("utf-8", "surrogatepass"), digest_size=16).digest()


class ChangesCache:
    """What is kept for one archive. For one thread; opened when first needed. To be closed."""

    def __init__(self, archive: Path, most: int = MOST_BYTES) -> None:
        self._path = archive / NAME
        self._most = most
        self._db: sqlite3.Connection | None = None
        self._opened = False
        self._unchecked = self._most  # bytes written since the size was looked at
        self._full = False

    def __enter__(self) -> ChangesCache:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        if self._db is not None:
            self._db.close()
        self._db, self._opened = None, True

    def get(self, key: bytes) -> bytes | None:
        """What is kept under a key."""
        db = self._open()
        if db is None:
            return None
        try:
            row = db.execute("SELECT used, value FROM kept WHERE key = ?", (key,)).fetchone()
        except sqlite3.Error as error:
            self._refused(error)
            return None
        if row is None or not isinstance(row[1], bytes):
            return None
        if row[0] != _today():
            with suppress(sqlite3.Error):  # it may be read-only, or another one writes
                db.execute("UPDATE kept SET used = ? WHERE key = ?", (_today(), key))
        return row[1]

    def keep(self, key: bytes, value: bytes, *, modest: bool = False) -> None:
        """Keep a value, if that is possible at this moment. A `modest` one takes free room only: where everything is
        gone through in one order, each would else drive out what is asked for next."""
        db = self._open()
        if db is None or (self._full and modest) or len(value) > min(_MOST_VALUE, self._most // _ROOM):
            return
        try:
            if self._unchecked * _CHECKED >= self._most:
                excess = self._excess(db)
                self._full, self._unchecked = excess > 0, 0
                if self._full and not modest:
                    self._make_room(db, excess + self._most // _ROOM)
            if self._full and modest:
                return
            self._unchecked += len(value)
            db.execute("INSERT OR REPLACE INTO kept VALUES (?, ?, ?)", (key, _today(), value))
        except sqlite3.Error as error:
            self._refused(error)

    def _excess(self, db: sqlite3.Connection) -> int:
        """Bytes above what it may hold."""
        pages, free, size = (
            int(db.execute(f"PRAGMA {what}").fetchone()[0]) for what in ("page_count", "freelist_count", "page_size")
        )
        return (pages - free) * size - self._most

    def _make_room(self, db: sqlite3.Connection, wanted: int) -> None:
        freed, last = 0, []
        for key, length in db.execute("SELECT key, length(value) FROM kept ORDER BY used, key"):
            freed += length
            last.append((key,))
            if freed >= wanted:
                break
        db.executemany("DELETE FROM kept WHERE key = ?", last)
        self._full = False

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
        """A damaged file goes: all in it can be found out again."""
        if isinstance(error, sqlite3.Error) and (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF not in _BROKEN:
            return
        log.info("%s is left out: %s", self._path, error)
        if isinstance(error, sqlite3.Error):
            self.close()
            for end in ("", "-wal", "-shm"):
                with suppress(OSError):
                    self._path.with_name(NAME + end).unlink(missing_ok=True)


def _connection(path: Path) -> sqlite3.Connection | None:
    """None where there is nothing and nothing can be made. sqlite3.Error, OSError."""
    if path.is_symlink() or (path.exists() and not path.is_file()):
        return None
    if not os.access(path.parent, os.W_OK):
        if not path.exists():
            return None
        uri = f"{path.absolute().as_uri()}?immutable=1"
        return sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)
    db = sqlite3.connect(path, isolation_level=None, timeout=_WAIT, check_same_thread=False)
    try:
        for setting in ("trusted_schema = OFF", "journal_mode = WAL", "synchronous = OFF"):
            db.execute(f"PRAGMA {setting}")
        db.executescript(_TABLE)
        db.execute("SELECT key, used, value FROM kept LIMIT 0")
    except sqlite3.Error:
        db.close()
        raise
    return db


def _today() -> int:
    return int(time.time() // _DAY)
