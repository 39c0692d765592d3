"""Going over the captures of an archive by choice, a thousand at a time: memory does not grow with the archive, and no
transaction stays open between two pieces."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from app.archive.index import rows
from app.archive.model import Capture, CaptureKind
from app.archive.preparing import to_timestamp

_PIECE = 1000


@dataclass(frozen=True, slots=True)
class Choice:
    """Which captures are wanted: address begins with `prefix`, `since` <= date < `until`, media type one of `types`
    (a type that ends in "/" stands for all that begin so), `kind` "version" or "visit", one of the `status` codes."""

    prefix: str = ""
    batch: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    types: tuple[str, ...] | None = None
    kind: CaptureKind | None = None
    status: tuple[int, ...] | None = None

    def where(self) -> tuple[str, list[object]]:
        """Conditions on a capture `c` (the address aside), and their values."""
        conditions: list[str] = ["1"]
        values: list[object] = []
        if self.batch is not None:
            # by address, the index of batches would only lead to a sorting of the whole batch for each piece
            conditions.append("+c.batch = ?" if self.prefix else "c.batch = ?")
            values.append(self.batch)
        for moment, sign in ((self.since, ">="), (self.until, "<")):
            if moment is not None:
                conditions.append(f"c.date {sign} ?")
                values.append(to_timestamp(moment))
        if self.types is not None:
            each = ["substr(c.type, 1, ?) = ?" if one.endswith("/") else "c.type = ?" for one in self.types]
            conditions.append(f"({' OR '.join(each)})")
            values += [
                value for one in self.types for value in ((len(one), one) if one.endswith("/") else (one,))
            ]
        if self.kind is not None:
            conditions.append("c.base IS NULL" if self.kind == "version" else "c.base IS NOT NULL")
        if self.status is not None:
            conditions.append(f"c.status IN ({', '.join('?' * len(self.status))})")
            values += self.status
        return " AND ".join(conditions), values


def captures(db: sqlite3.Connection, choice: Choice) -> Iterator[Capture]:
    """The captures chosen: by address and date where a prefix is given, else in the order they were stored."""
    if choice.types == () or choice.status == ():
        return
    if choice.prefix:
        yield from _by_address(db, choice)
        return
    where, values = choice.where()
    # a batch is an index of its own, in the order of its serial numbers
    column = "c.serial" if choice.batch is not None else "c.seq"
    last = -1  # records of others may be numbered from 0
    while True:
        found = db.execute(
            f"{rows.CAPTURE} WHERE {where} AND {column} > ? ORDER BY {column} LIMIT ?",
            (*values, last, _PIECE),
        ).fetchall()
        for row in found:
            yield rows.capture(row)
        if len(found) < _PIECE:
            return
        last = found[-1][2] if choice.batch is not None else found[-1][0]


def _by_address(db: sqlite3.Connection, choice: Choice) -> Iterator[Capture]:
    where, values = choice.where()
    end, bound = above(choice.prefix)
    # the first condition admits the rest of the last page, the second everything behind it
    rest = f"{rows.CAPTURE} WHERE p.url = ? AND (c.date, c.seq) > (?, ?) AND {where} ORDER BY c.date, c.seq LIMIT ?"
    behind = f"{rows.CAPTURE} WHERE p.url > ?{end} AND {where} ORDER BY p.url, c.date, c.seq LIMIT ?"
    first = f"{rows.CAPTURE} WHERE p.url >= ?{end} AND {where} ORDER BY p.url, c.date, c.seq LIMIT ?"
    found = db.execute(first, (choice.prefix, *bound, *values, _PIECE)).fetchall()
    while found:
        for row in found:
            yield rows.capture(row)
        last = found[-1]
        found = db.execute(rest, (last[3], last[5], last[0], *values, _PIECE)).fetchall()
        if not found:
            found = db.execute(behind, (last[3], *bound, *values, _PIECE)).fetchall()


def above(prefix: str) -> tuple[str, tuple[str, ...]]:
    """Condition on `url`, and its value, that ends a search for addresses with this prefix."""
    stem = prefix.rstrip("\U0010ffff")
    if not stem:
        return "", ()
    following = ord(stem[-1]) + 1
    return " AND url < ?", (stem[:-1] + chr(0xE000 if following == 0xD800 else following),)
