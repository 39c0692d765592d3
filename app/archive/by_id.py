"""Records of an archive by their ids, through its index."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from app.archive import batches
from app.tianwang.reader import RecordReader
from app.tianwang.record import Record

_OPEN = 4


class RecordsById:
    """Keeps the batch files open that were asked for last, unless told otherwise; then it need not be closed. For one
    thread, whose connection `db` is."""

    def __init__(self, archive: Path, db: sqlite3.Connection, *, keep_open: bool = True) -> None:
        self._most = _OPEN if keep_open else 0
        self._archive, self._db = archive, db
        self._readers: dict[Path, RecordReader] = {}

    def find(self, id: str) -> Record | None:
        """The record with an id, with its DATA in memory; None when the index has none. FormatError, OSError."""
        key = batches.parse_id(id)
        row = (
            key
            and self._db.execute(
                "SELECT file, offset FROM captures WHERE batch = ? AND serial = ?", key
            ).fetchone()
        )
        if not key or not row:
            return None
        return self.at(batches.file_path(self._archive, key[0], row[0]), row[1])

    def at(self, path: Path, offset: int) -> Record:
        """The record at an offset of a batch file, with its DATA in memory. FormatError, OSError."""
        if not self._most:
            with RecordReader(path) as once:
                return once.at(offset).detached()
        reader = self._readers.pop(path, None)
        if (
            reader is not None and offset >= reader.size
        ):  # what was appended since is not part of an open reader
            reader.close()
            reader = None
        if reader is None:
            if len(self._readers) >= self._most:
                self._readers.pop(next(iter(self._readers))).close()
            reader = RecordReader(path)
        self._readers[path] = reader
        return reader.at(offset).detached()

    def close(self) -> None:
        for reader in self._readers.values():
            reader.close()
        self._readers.clear()
