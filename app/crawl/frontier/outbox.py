"""Addresses that other crawls ask for: kept in crawl.sqlite in the transaction of the page that has the links, and sent
in parcels until the owner says that it has them. Then they are packed, a parcel in one piece, and kept as well: should
the owner be lost, or who was to pass them on to it, they are sent once more.

A parcel has a number, and keeps it and its addresses as long as the owners are the same. A receiver notes (sender,
number), so a parcel that comes twice counts once. No number is given twice. The sender is a token of this crawl.sqlite,
not the name of a machine: one whose disk was exchanged begins with the first number again.

In a large cluster a parcel goes to a node that passes its addresses on (`Sharing.towards`). What is passed on is not kept
then: its finder has it.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
import zlib
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import groupby

from app.crawl.rules.entries import Candidate
from app.crawl.rules.sharing import MOST, Foreign, Parcel, Sharing, portions

SEALED_AT_ONCE = 8 * MOST
UNDER_WAY = 16
"""Parcels handed out at once."""
RECENT = 50_000
"""Addresses passed on lately, which need not be passed on again."""
_LEVEL = 3  # of zlib: 9 takes five times as long for a tenth less
_KEPT = (
    "INSERT INTO outbox (job, key, message, passing) SELECT ?, ?, ?, ?"
    " WHERE NOT EXISTS (SELECT 1 FROM sent WHERE job = ? AND key = ?)"
    " ON CONFLICT (job, key) DO UPDATE SET passing = min(passing, excluded.passing)"
)


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
            db.execute("UPDATE outbox SET node = '', parcel = 0 WHERE job = ? AND parcel > 0", (job,))
            db.execute("UPDATE shards SET epoch = ? WHERE job = ?", (sharing.epoch, job))
            db.execute("COMMIT")
        self.token = str(row[0])
        self._passed: OrderedDict[str, None] = OrderedDict()

    def takes(self, url: str) -> bool:
        """Whether an address is another's."""
        return self.sharing.owner(url) != ""

    def put(self, found: Candidate, linked_from: str, relevance: float, rank: float) -> None:
        """Note an address for its owner, once."""
        self.keep([Foreign.of(found, linked_from, relevance, rank)])

    def keep(self, addresses: Iterable[Foreign], *, passing: bool = False) -> None:
        """Note addresses for their owners, once. `passing`: another one found them, and keeps them."""
        rows = [(self._job, bytes.fromhex(one.key), _packed(one), passing) for one in addresses]
        self._db.executemany(_KEPT, [(*row, *row[:2]) for row in rows])

    def pass_on(self, addresses: Iterable[Foreign]) -> None:
        """Note what came here on its way to others."""
        fresh = [one for one in addresses if one.key not in self._passed]
        self.keep(fresh, passing=True)
        self._passed |= dict.fromkeys(one.key for one in fresh)
        while len(self._passed) > RECENT:
            self._passed.popitem(last=False)

    def keep_sent(self, addresses: Iterable[Foreign]) -> None:
        """Keep what its owner has already."""
        fresh = []
        for one in addresses:
            row = (self._job, bytes.fromhex(one.key))
            if self._db.execute("INSERT OR IGNORE INTO sent VALUES (?, ?)", row).rowcount:
                fresh.append(_packed(one))
        for some in portions(fresh):
            self._store("", some)

    def _store(self, node: str, messages: Sequence[str]) -> None:
        packed = zlib.compress("\n".join(messages).encode("utf-8", "surrogatepass"), _LEVEL)
        self._db.execute(
            "INSERT INTO sent_parcels (job, node, messages) VALUES (?, ?, ?)", (self._job, node, packed)
        )

    def is_new(self, sender: str, number: int) -> bool:
        """Note a parcel that has come; False when it has come before."""
        row = self._db.execute("INSERT OR IGNORE INTO inbox VALUES (?, ?, ?)", (self._job, sender, number))
        return row.rowcount == 1

    def seal(self, due: Collection[str] | None = None) -> list[Foreign]:
        """Give the addresses that wait their parcels: those of the nodes that are `due` (None: of all), and of others when
        they fill a parcel, or as many wait as are looked at. Those that have become this crawl's own meanwhile are given
        back, and are no longer in the outbox."""
        by_node: defaultdict[str, list[tuple[int, Foreign]]] = defaultdict(list)
        waiting = self._db.execute(
            "SELECT number, message FROM outbox WHERE job = ? AND parcel = 0 ORDER BY number LIMIT ?",
            (self._job, SEALED_AT_ONCE),
        ).fetchall()
        if len(waiting) == SEALED_AT_ONCE:
            due = None  # else those behind them would never be looked at
        for number, message in waiting:
            one = _unpacked(message)
            owner = self.sharing.owner(one.url)
            by_node[owner and self.sharing.towards(owner)].append((number, one))
        own = by_node.pop("", [])
        self._db.executemany("DELETE FROM outbox WHERE number = ?", [(number,) for number, _ in own])
        for node, them in by_node.items():
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
            "SELECT DISTINCT parcel FROM outbox WHERE job = ? AND parcel > 0 ORDER BY parcel LIMIT ?",
            (self._job, UNDER_WAY),
        ).fetchall()
        found: list[Parcel] = []
        for (number,) in numbers:
            rows = self._db.execute(
                "SELECT node, message FROM outbox WHERE job = ? AND parcel = ? ORDER BY number",
                (self._job, number),
            ).fetchall()
            found.append(
                Parcel(self.token, number, rows[0][0], tuple(_unpacked(text) for _, text in rows), known)
            )
        return found

    def arrived(self, parcel: int) -> None:
        """Who it is for has it."""
        where = "FROM outbox WHERE job = ? AND parcel = ?"
        rows = self._db.execute(
            f"SELECT key, message, node {where} AND passing = 0 ORDER BY number", (self._job, parcel)
        ).fetchall()
        if rows:
            self._store(rows[0][2], [message for _, message, _ in rows])
            self._db.executemany(
                "INSERT OR IGNORE INTO sent VALUES (?, ?)", [(self._job, key) for key, *_ in rows]
            )
        self._db.execute(f"DELETE {where}", (self._job, parcel))

    def waiting(self) -> Iterator[list[Foreign]]:
        """All that is with no other node yet, in portions."""
        messages = self._db.execute("SELECT message FROM outbox WHERE job = ? ORDER BY number", (self._job,))
        while some := messages.fetchmany(MOST):
            yield [_unpacked(message) for (message,) in some]

    def all_arrived(self, node: str) -> None:
        """A node has all that was waiting."""
        self._db.execute("UPDATE outbox SET node = ?, parcel = -1 WHERE job = ?", (node, self._job))
        self.arrived(-1)

    @property
    def empty(self) -> bool:
        """Whether each address is with its owner, or with who passes it on."""
        row = self._db.execute("SELECT 1 FROM outbox WHERE job = ? LIMIT 1", (self._job,)).fetchone()
        return row is None

    def again(self, lost: Callable[[str], bool], nodes: Collection[str] = ()) -> int:
        """Send once more what was sent to owners that are `lost` (by address), and all that was given to lost `nodes`; how
        many."""
        count = 0
        numbers = self._db.execute(
            "SELECT number, node FROM sent_parcels WHERE job = ? ORDER BY number", (self._job,)
        ).fetchall()
        for number, node in numbers:
            (packed,) = self._db.execute(
                "SELECT messages FROM sent_parcels WHERE number = ?", (number,)
            ).fetchone()
            them = [
                _unpacked(one) for one in zlib.decompress(packed).decode("utf-8", "surrogatepass").split("\n")
            ]
            anew = them if node in nodes else [one for one in them if lost(one.url)]
            if not anew:
                continue
            keys = [(self._job, bytes.fromhex(one.key)) for one in anew]
            self._db.executemany("DELETE FROM sent WHERE job = ? AND key = ?", keys)
            self._db.execute("DELETE FROM sent_parcels WHERE number = ?", (number,))
            self.keep(anew)
            chosen = {one.key for one in anew}
            if rest := [_packed(one) for one in them if one.key not in chosen]:
                self._store(node, rest)
            count += len(anew)
        return count


def grouped(addresses: Iterable[Foreign]) -> Iterator[tuple[Foreign, list[Foreign]]]:
    """Addresses that one page has links to, with the first of them."""
    for _, them in groupby(addresses, key=lambda one: (one.linked_from, one.relevance, one.rank)):
        group = list(them)
        yield group[0], group


def _packed(one: Foreign) -> str:
    return json.dumps(one, ensure_ascii=False, separators=(",", ":"))


def _unpacked(text: str) -> Foreign:
    return Foreign(*json.loads(text))
