"""A database beside the index: what a room found out about an archive, in a file that can be deleted and is made anew.

The file may be damaged, a stranger's, or of another version of this program: then nothing of it is used, and who writes
makes it anew. On a disk that cannot be written it is read as it stands.
"""

from __future__ import annotations

import os
import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar, Self

from app.archive.index.schema import distrust

_WAIT = 30.0  # seconds for others who write


class Cache(ABC):
    """The file of one archive, for one thread; to be closed. Without one, or where it cannot be used, nothing is known.
    `make`: it is to be written; sqlite3.Error, OSError and ValueError where it cannot be."""

    NAME: ClassVar[str]
    """Of the file in the archive."""

    def __init__(self, archive: Path, *, make: bool = False) -> None:
        self._path = archive / self.NAME
        self.db: sqlite3.Connection | None = None
        try:
            self.db = self._opened(make)
        except (sqlite3.Error, OSError, ValueError) as error:
            if not make:
                return
            if isinstance(error, sqlite3.OperationalError) and "locked" in str(error):
                raise
            self._delete()
            self.db = self._opened(make)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        if self.db is not None:
            self.db.close()
            self.db = None

    @abstractmethod
    def _begin(self, db: sqlite3.Connection) -> None:
        """Make the tables that are not there yet. sqlite3.Error, OSError."""

    @abstractmethod
    def _check(self, db: sqlite3.Connection) -> None:
        """ValueError or sqlite3.Error for a file that is not to be used."""

    def _row(self, statement: str, *values: object) -> Any:
        """The first row of a question; None without one, or without a file. sqlite3.Error."""
        return self.db.execute(statement, values).fetchone() if self.db is not None else None

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction, which is taken back where the block raises. sqlite3.Error."""
        assert self.db is not None
        self.db.execute("BEGIN IMMEDIATE")
        try:
            yield self.db
            self.db.execute("COMMIT")
        except BaseException:
            self.db.execute("ROLLBACK")
            raise

    def _opened(self, make: bool) -> sqlite3.Connection | None:
        path = self._path
        if path.is_symlink() or (path.exists() and not path.is_file()):
            raise ValueError("no file of ours")
        if not make and not path.exists():
            return None
        alone = not os.access(path.parent, os.W_OK)
        uri = f"{path.absolute().as_uri()}?mode={'rwc' if make else 'ro'}{'&immutable=1' if alone else ''}"
        db = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=_WAIT, check_same_thread=False)
        try:
            distrust(db)
            if make:
                db.execute("PRAGMA journal_mode = WAL")
                db.execute("PRAGMA synchronous = OFF")
                self._begin(db)
            self._check(db)
        except (sqlite3.Error, OSError, ValueError):
            db.close()
            raise
        return db

    def _delete(self) -> None:
        for end in ("", "-wal", "-shm"):
            path = self._path.with_name(self._path.name + end)
            if path.is_symlink() or path.is_file():
                path.unlink()
