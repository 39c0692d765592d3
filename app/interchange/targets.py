"""Which version a visit refers to: names of foreign records and what became of them, kept outside the memory."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import fields
from datetime import UTC, datetime
from hashlib import blake2b

from app.interchange.arrivals import Return


class Targets:
    """Names of records → ids of ours, and the visits that wait for a version to come. For one thread, one import."""

    def __init__(self) -> None:
        # a database without a name is a temporary file that goes away by itself
        self._db = sqlite3.connect("", isolation_level=None)
        self._db.execute("PRAGMA journal_mode = OFF")
        self._db.execute("CREATE TABLE names (key BLOB PRIMARY KEY, id TEXT) WITHOUT ROWID")
        self._db.execute("CREATE TABLE waiting (file INTEGER, visit TEXT)")

    def close(self) -> None:
        self._db.close()

    def remember(self, names: tuple[str, ...], id: str) -> None:
        """A record known by these names is stored under an id."""
        for name in names:
            self._db.execute("INSERT OR REPLACE INTO names VALUES (?, ?)", (_key(name), id))

    def find(self, name: str) -> str | None:
        """The id of a record with this name."""
        row = self._db.execute("SELECT id FROM names WHERE key = ?", (_key(name),)).fetchone()
        return row[0] if row else None

    def wait(self, file: int, visit: Return) -> None:
        """Keep a visit of the import's nth file until everything was read."""
        values = [_plain(getattr(visit, each.name)) for each in fields(Return)]
        self._db.execute("INSERT INTO waiting VALUES (?, ?)", (file, json.dumps(values)))

    def waiting(self) -> Iterator[tuple[int, Return]]:
        """The visits that wait, in their order, with the numbers of their files."""
        for file, values in self._db.execute("SELECT file, visit FROM waiting ORDER BY rowid"):
            offset, url, date, ip, origin, extra, status, keys, target, digest, same = json.loads(values)
            yield file, Return(
                offset, url, _moment(date), ip, origin,
                tuple((name, value.encode("latin-1")) for name, value in extra),
                status, tuple(keys), (target[0], _moment(target[1]) if target[1] else None) if target else None,
                digest, same,
            )  # fmt: skip


def _key(name: str) -> bytes:
    return blake2b(name.encode("utf-8", "surrogatepass"), digest_size=12).digest()


def _plain(value: object) -> object:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, bytes):
        return value.decode("latin-1")
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text)
