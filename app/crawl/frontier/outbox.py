"""Addresses that other crawls ask for: kept in crawl.sqlite in the transaction of the page that has the links, sent in
parcels until the owner says that it has them, and kept then as well: should the owner be lost, they are sent once more.

A parcel has a number, and keeps it and its addresses as long as the owners are the same. A receiver notes (sender,
number), so a parcel that comes twice counts once. No number is given twice. The sender is a token of this crawl.sqlite,
not the name of a machine: one whose disk was exchanged begins with the first number again.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import groupby

from app.crawl.rules.entries import Candidate
from app.crawl.rules.sharing import MOST, Foreign, Parcel, Sharing, portions

SEALED_AT_ONCE = 8 * MOST
UNDER_WAY = 16
"""Parcels handed out at once."""


class Outbox:
    """For the writer's thread; what changes rows is called inside a transaction of the frontier."""

    def __init__(self, db: sqlite3.Connection, job: int, sharing: Sharing) -> None:
        self.sharing = sharing
        self._db = db
        self._job = job
        row = db.execute("SELECT token, epoch FROM shards WHERE job = ?", (job,)).fetchone()
        if row is None:
            row = (secrets.token_hex(8), sharing.epoch)
            db.execute("INSERT INTO shards VALUES (?, ?, ?, 0)", (job, *row))
        if row[1] != sharing.epoch:
            db.execute("BEGIN IMMEDIATE")
            db.execute(
                "UPDATE outbox SET node = '', parcel = 0 WHERE job = ? AND sent = 0 AND parcel > 0", (job,)
            )
            db.execute("UPDATE shards SET epoch = ? WHERE job = ?", (sharing.epoch, job))
            db.execute("COMMIT")
        self.token = str(row[0])

    def takes(self, url: str) -> bool:
        """Whether an address is another's."""
        return self.sharing.owner(url) != ""

    def put(self, found: Candidate, linked_from: str, relevance: float, rank: float) -> None:
        """Note an address for its owner, once."""
        self.keep([Foreign.of(found, linked_from, relevance, rank)])

    def keep(self, addresses: Iterable[Foreign], *, sent: bool = False) -> None:
        """`sent`: their owner has them already."""
        self._db.executemany(
            "INSERT OR IGNORE INTO outbox (job, key, message, sent) VALUES (?, ?, ?, ?)",
            [(self._job, bytes.fromhex(one.key), _packed(one), sent) for one in addresses],
        )

    def is_new(self, sender: str, number: int) -> bool:
        """Note a parcel that has come; False when it has come before."""
        row = self._db.execute("INSERT OR IGNORE INTO inbox VALUES (?, ?, ?)", (self._job, sender, number))
        return row.rowcount == 1

    def seal(self, due: Collection[str] | None = None) -> list[Foreign]:
        """Give the addresses that wait their parcels: those of the nodes that are `due` (None: of all), and of others when
        they fill a parcel, or as many wait as are looked at. Those that have become this crawl's own meanwhile are given
        back, and are no longer in the outbox."""
        by_owner: defaultdict[str, list[tuple[int, Foreign]]] = defaultdict(list)
        waiting = self._db.execute(
            "SELECT number, message FROM outbox WHERE job = ? AND sent = 0 AND parcel = 0 ORDER BY number LIMIT ?",
            (self._job, SEALED_AT_ONCE),
        ).fetchall()
        if len(waiting) == SEALED_AT_ONCE:
            due = None  # else those behind them would never be looked at
        for number, message in waiting:
            one = _unpacked(message)
            by_owner[self.sharing.owner(one.url)].append((number, one))
        own = by_owner.pop("", [])
        self._db.executemany("DELETE FROM outbox WHERE number = ?", [(number,) for number, _ in own])
        for node, them in by_owner.items():
            for some in portions(them):
                if len(some) < MOST and due is not None and node not in due:
                    continue
                (last,) = self._db.execute(
                    "UPDATE shards SET last = last + 1 WHERE job = ? RETURNING last", (self._job,)
                ).fetchone()
                self._db.executemany(
                    "UPDATE outbox SET node = ?, parcel = ? WHERE number = ?",
                    [(node, last, number) for number, _ in some],
                )
        return [one for _, one in own]

    def parcels(self, seeds: Iterable[tuple[str, str]]) -> list[Parcel]:
        """The oldest parcels under way."""
        known = tuple(seeds)
        numbers = self._db.execute(
            "SELECT DISTINCT parcel FROM outbox WHERE job = ? AND sent = 0 AND parcel > 0 ORDER BY parcel LIMIT ?",
            (self._job, UNDER_WAY),
        ).fetchall()
        found: list[Parcel] = []
        for (number,) in numbers:
            rows = self._db.execute(
                "SELECT node, message FROM outbox WHERE job = ? AND sent = 0 AND parcel = ? ORDER BY number",
                (self._job, number),
            ).fetchall()
            found.append(
                Parcel(self.token, number, rows[0][0], tuple(_unpacked(text) for _, text in rows), known)
            )
        return found

    def arrived(self, parcel: int) -> None:
        """Its owner has it."""
        self._db.execute(
            "UPDATE outbox SET sent = 1 WHERE job = ? AND sent = 0 AND parcel = ?", (self._job, parcel)
        )

    @property
    def empty(self) -> bool:
        """Whether each address is with its owner."""
        row = self._db.execute(
            "SELECT 1 FROM outbox WHERE job = ? AND sent = 0 LIMIT 1", (self._job,)
        ).fetchone()
        return row is None

    def again(self, lost: Callable[[str], bool]) -> int:
        """Send once more what was sent to owners that are `lost` (by address); how many."""
        numbers = [
            (number,)
            for number, message in self._db.execute(
                "SELECT number, message FROM outbox WHERE job = ? AND sent = 1", (self._job,)
            )
            if lost(_unpacked(message).url)
        ]
        self._db.executemany("UPDATE outbox SET sent = 0, node = '', parcel = 0 WHERE number = ?", numbers)
        return len(numbers)


def grouped(addresses: Iterable[Foreign]) -> Iterator[tuple[Foreign, list[Foreign]]]:
    """Addresses that one page has links to, with the first of them."""
    for _, them in groupby(addresses, key=lambda one: (one.linked_from, one.relevance, one.rank)):
        group = list(them)
        yield group[0], group


def _packed(one: Foreign) -> str:
    return json.dumps(one, ensure_ascii=False, separators=(",", ":"))


def _unpacked(text: str) -> Foreign:
    return Foreign(*json.loads(text))
