"""The values of fields as they were found: `fields.sqlite` in the archive's folder, which can be deleted at any time.

A row of `tried` is a version in which a field was looked for, one of `found` a value; a version is known by its id, so all
of it survives a new index of the archive. Two programs that look at once write the same rows.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from app.archive.index.schema import distrust
from app.errors import StorageFailed
from app.fields.page import Finding
from app.fields.rules import Field

NAME = "fields.sqlite"
MATCHED, NOTHING, SLOW = 1, 0, 2
"""What came of looking for a field in a version: values, none, no end within the limits."""

_VERSION = 1
_TABLES = f"""
CREATE TABLE fields (
    field INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    manner TEXT NOT NULL,
    problem TEXT NOT NULL DEFAULT ''
);
CREATE TABLE looked (
    field INTEGER NOT NULL,
    batch TEXT NOT NULL,
    upto INTEGER NOT NULL,
    PRIMARY KEY (field, batch)
) WITHOUT ROWID;
CREATE TABLE tried (
    field INTEGER NOT NULL,
    url TEXT NOT NULL,
    date INTEGER NOT NULL,
    id TEXT NOT NULL,
    state INTEGER NOT NULL,
    PRIMARY KEY (field, url, date, id)
) WITHOUT ROWID;
CREATE TABLE found (
    field INTEGER NOT NULL,
    id TEXT NOT NULL,
    place INTEGER NOT NULL,
    text TEXT NOT NULL,
    value TEXT NOT NULL,
    number REAL,
    unit TEXT NOT NULL,
    begin INTEGER NOT NULL,
    end INTEGER NOT NULL,
    PRIMARY KEY (field, id, place)
) WITHOUT ROWID;
PRAGMA user_version = {_VERSION};
"""


class Tried(NamedTuple):
    """A field looked for in a version: microseconds, as the index has dates; None where it came to no end."""

    field: int
    url: str
    date: int
    id: str
    found: list[Finding] | None


class Store:
    """The cache of one archive, for one thread. To be closed. StorageFailed."""

    def __init__(self, archive: Path) -> None:
        self._path = archive / NAME
        with self._told():
            try:
                self.db = self._opened()
            except sqlite3.DatabaseError as error:
                if isinstance(error, sqlite3.OperationalError):
                    raise
                self._delete()  # damaged, a stranger's, or of another version: it is found out again
                self.db = self._opened()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.db.close()

    def _opened(self) -> sqlite3.Connection:
        if self._path.is_symlink():
            self._path.unlink()
        db = sqlite3.connect(self._path, isolation_level=None, timeout=30, check_same_thread=False)
        try:
            distrust(db)
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = OFF")
            version = int(db.execute("PRAGMA user_version").fetchone()[0])
            if version == 0:
                db.executescript(f"BEGIN IMMEDIATE; {_TABLES} COMMIT;")
            elif version != _VERSION:
                raise sqlite3.DatabaseError("of another version")
            for table in ("fields", "looked", "tried", "found"):
                db.execute(f"SELECT * FROM {table} LIMIT 1").fetchone()
        except sqlite3.OperationalError as error:
            db.close()
            if "no such" in str(error) or "already exists" in str(error):
                raise sqlite3.DatabaseError(str(error)) from error
            raise
        except sqlite3.Error:
            db.close()
            raise
        return db

    def _delete(self) -> None:
        for end in ("", "-wal", "-shm"):
            with suppress(FileNotFoundError):
                self._path.with_name(self._path.name + end).unlink()

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, OSError) as error:
            detail = getattr(error, "strerror", None) or str(error)
            raise StorageFailed(path=self._path, detail=detail) from error

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with self._told():
            self.db.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self.db.execute("ROLLBACK")
                raise
            self.db.execute("COMMIT")

    def renew(self, fields: Sequence[Field]) -> None:
        """Forget what was found by rules that are others now."""
        wanted = {one.id: one.manner for one in fields}
        with self._writing():
            known = self.db.execute("SELECT field, id, manner FROM fields").fetchall()
            for number, id, manner in known:
                if wanted.get(id) != manner:
                    self._forget(number)
            kept = {id for _, id, manner in known if wanted.get(id) == manner}
            for one in fields:
                if one.id not in kept:
                    self.db.execute("INSERT INTO fields (id, manner) VALUES (?, ?)", (one.id, one.manner))

    def _forget(self, number: int) -> None:
        for table in ("fields", "looked", "tried", "found"):
            self.db.execute(f"DELETE FROM {table} WHERE field = ?", (number,))

    def numbers(self, fields: Collection[Field]) -> dict[int, Field]:
        """The fields that are known as they are now, by their numbers here."""
        wanted = {(one.id, one.manner): one for one in fields}
        rows = self.db.execute("SELECT field, id, manner FROM fields").fetchall()
        return {number: wanted[id, manner] for number, id, manner in rows if (id, manner) in wanted}

    def number(self, field: Field) -> int:
        """That of one field, -1 for one that is not known as it is now."""
        return next(iter(self.numbers([field])), -1)

    def problem(self, number: int) -> str:
        """Why a field is left alone: "" or "slow"."""
        row = self.db.execute("SELECT problem FROM fields WHERE field = ?", (number,)).fetchone()
        return str(row[0]) if row else ""

    def looked(self, number: int) -> dict[str, int]:
        """The last serial number of each batch that a field was looked for in."""
        return dict(self.db.execute("SELECT batch, upto FROM looked WHERE field = ?", (number,)))

    def write(
        self, tried: Iterable[Tried], looked: Iterable[tuple[int, str, int]], stopped: Iterable[int] = ()
    ) -> None:
        """Keep what came of looking; `looked` are (field, batch, last serial number), `stopped` fields too slow."""
        with self._writing():
            for one in tried:
                state = SLOW if one.found is None else MATCHED if one.found else NOTHING
                self.db.execute(
                    "INSERT OR REPLACE INTO tried VALUES (?, ?, ?, ?, ?)",
                    (one.field, one.url, one.date, one.id, state),
                )
                self.db.execute("DELETE FROM found WHERE field = ? AND id = ?", (one.field, one.id))
                self.db.executemany(
                    "INSERT INTO found VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    [
                        (
                            *(one.field, one.id, place, _clean(each.text), _clean(each.value.text)),
                            *(each.value.number, _clean(each.value.unit), *each.span),
                        )
                        for place, each in enumerate(one.found or ())
                    ],
                )
            self.db.executemany("INSERT OR REPLACE INTO looked VALUES (?, ?, ?)", looked)
            self.db.executemany(
                "UPDATE fields SET problem = 'slow' WHERE field = ?", [(one,) for one in stopped]
            )


def _clean(text: str) -> str:
    return text.encode("utf-8", "replace").decode()
