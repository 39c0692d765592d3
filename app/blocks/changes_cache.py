"""What comparisons and searches found out, kept in `changes.sqlite` in the archive's folder.

What it holds are values, told from damaged ones where they are read.
"""

from __future__ import annotations

import sqlite3
from hashlib import blake2b
from pathlib import Path
from types import TracebackType

from app.archive.cache_file import CacheFile, Table, today

NAME = "changes.sqlite"
MOST_BYTES = 256 << 20
"""The file stops growing there: what was not looked at for longest makes room."""

_MOST_VALUE = 4 << 20
_PARTS = 8
_CHECKED = 64  # the size is looked at whenever so small a part of what it may hold was written

_TABLE = Table(
    "kept",
    ("key", "value"),
    """
CREATE TABLE IF NOT EXISTS kept (key BLOB PRIMARY KEY, used INTEGER NOT NULL, value BLOB NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS kept_by_use ON kept (used);
""",
)


def key_of(*parts: object) -> bytes:
    """What a value depends on, as a key."""
    return blake2b(repr(parts).encode("utf-8", "surrogatepass"), digest_size=16).digest()


class ChangesCache:
    """What is kept for one archive. For one thread; opened when first needed. To be closed."""

    def __init__(self, archive: Path, most: int = MOST_BYTES) -> None:
        self._file = CacheFile(archive / NAME, _TABLE, most, _PARTS)
        self._most = most
        self._unchecked = most  # bytes written since the size was looked at
        self._full = False

    def __enter__(self) -> ChangesCache:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._file.close()

    def get(self, key: bytes) -> bytes | None:
        """What is kept under a key."""
        db = self._file.database()
        if db is None:
            return None
        try:
            row = db.execute("SELECT used, value FROM kept WHERE key = ?", (key,)).fetchone()
        except sqlite3.Error as error:
            self._file.refused(error)
            return None
        if row is None or not isinstance(row[1], bytes):
            return None
        self._file.look_at(db, key, row[0])
        return row[1]

    def keep(self, key: bytes, value: bytes, *, modest: bool = False) -> None:
        """Keep a value, if that is possible at this moment. A `modest` one takes free room only: where everything is
        gone through in one order, each would else drive out what is asked for next."""
        db = self._file.database()
        if db is None or (self._full and modest) or len(value) > min(_MOST_VALUE, self._file.largest):
            return
        try:
            if self._unchecked * _CHECKED >= self._most:
                excess = self._file.excess(db)
                self._full, self._unchecked = excess > 0, 0
                if self._full and not modest:
                    self._file.make_room(db, excess)
                    self._full = False
            if self._full and modest:
                return
            self._unchecked += len(value)
            db.execute("INSERT OR REPLACE INTO kept VALUES (?, ?, ?)", (key, today(), value))
        except sqlite3.Error as error:
            self._file.refused(error)
