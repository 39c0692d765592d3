"""The hosts of a job: their order, a person's wishes about them, the moment of their next request.

A host becomes active by its `turn`: by breadth they stand in line, and a host that had its share goes to the end of it;
in a scored order the host with the best address is first. So no host of twenty thousand waits for ever behind two
hundred.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from app.crawl.frontier.order import Order
from app.crawl.frontier.schema import NORMAL, SKIPPED

# Counts that go with the frontier's rows: gathered during a transaction, written once at its end.

RECENT_HOSTS = 20_000


@dataclass(slots=True)
class _Host:
    queued: int = 0
    done: int = 0
    errors: int = 0
    relevance: float = 0.0
    read: int = 0
    best: float | None = None


class Tallies:
    """Counts by host: queued, done, errors, relevance of its pages; and by job: reason codes, kinds of outcome. `turn`
    is the place in line of hosts that become known; `scored` puts the host with the best address first instead."""

    def __init__(self, db: sqlite3.Connection, job: int, *, scored: bool) -> None:
        self.turn = 0.0
        self.scored = scored
        self._db = db
        self._job = job
        self._numbers: dict[str, int] = {}
        self._hosts: dict[int, _Host] = {}
        self._reasons: Counter[str] = Counter()
        self._outcomes: Counter[str] = Counter()

    def host(self, name: str) -> int:
        """The number of a host, which is made known if need be."""
        number = self._numbers.get(name)
        if number is None:
            self._db.execute(
                "INSERT OR IGNORE INTO hosts (job, name, turn) VALUES (?, ?, ?)", (self._job, name, self.turn)
            )
            row = self._db.execute(
                "SELECT number FROM hosts WHERE job = ? AND name = ?", (self._job, name)
            ).fetchone()
            number = int(row[0])
            if len(self._numbers) >= RECENT_HOSTS:
                self._numbers.clear()
            self._numbers[name] = number
        return number

    def known_host(self, name: str) -> int | None:
        """Its number, if it is known."""
        row = self._db.execute(
            "SELECT number FROM hosts WHERE job = ? AND name = ?", (self._job, name)
        ).fetchone()
        return int(row[0]) if row else None

    def count(self, host: int, *, queued: int = 0, done: int = 0, errors: int = 0) -> None:
        counts = self._of(host)
        counts.queued += queued
        counts.done += done
        counts.errors += errors

    def read(self, host: int, relevance: float) -> None:
        """A page of the host was read."""
        counts = self._of(host)
        counts.relevance += relevance
        counts.read += 1

    def offer(self, host: int, score: float) -> None:
        """An address of this score was queued."""
        counts = self._of(host)
        counts.best = score if counts.best is None else max(counts.best, score)

    def reason(self, code: str, count: int = 1) -> None:
        self._reasons[code] += count

    def outcome(self, code: str) -> None:
        self._outcomes[code] += 1

    def welcome(self, reason: str, count: int = 1) -> None:
        """What was left out for a reason is taken after all: it counts as left out no longer."""
        self._reasons[reason] -= count
        self._outcomes["refused"] -= count

    def write(self) -> None:
        self._db.executemany(
            "UPDATE hosts SET queued = queued + ?, done = done + ?, errors = errors + ?, relevance = relevance + ?,"
            " relevant = relevant + ? WHERE number = ?",
            [(h.queued, h.done, h.errors, h.relevance, h.read, number) for number, h in self._hosts.items()],
        )
        if self.scored:
            # the host with the best address stands first; one that had none before stands where its new ones put it
            self._db.executemany(
                "UPDATE hosts SET turn = iif(queued = ?, -?, min(turn, -?)) WHERE number = ?",
                [
                    (h.queued, h.best, h.best, number)
                    for number, h in self._hosts.items()
                    if h.best is not None
                ],
            )
        for table, counts in (("reasons", self._reasons), ("outcomes", self._outcomes)):
            self._db.executemany(
                f"INSERT INTO {table} VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET count = count + excluded.count",
                [(self._job, code, count) for code, count in counts.items() if count],
            )
        self.forget()

    def forget(self) -> None:
        """Forget the counts of a transaction that failed."""
        self._hosts.clear()
        self._reasons.clear()
        self._outcomes.clear()

    def forget_hosts(self) -> None:
        """Rows that a failed transaction had made are gone, and their numbers will be given to others."""
        self._numbers.clear()

    def _of(self, host: int) -> _Host:
        counts = self._hosts.get(host)
        if counts is None:
            counts = self._hosts[host] = _Host()
        return counts


_TOP = "(SELECT score FROM urls WHERE host = hosts.number AND state = 0 ORDER BY score DESC LIMIT 1)"


class Waiting(NamedTuple):
    """A host as the schedule needs it. `next_time` (wall clock) and `delay` are kept from an earlier run; `bonus` is
    the part of its domain in the scores of its addresses; `top` the score of the best one in the database (0.0 by
    breadth, which has no scores); `reached` is true once something of it was fetched."""

    number: int
    name: str
    queued: int = 1
    next_time: float = 0.0
    delay: float = 0.0
    bonus: float = 0.0
    top: float = 0.0
    reached: bool = False


class HostRow(NamedTuple):
    number: int
    name: str
    queued: int
    done: int
    errors: int
    mode: int


class Hosts:
    """For the writer's thread; what changes rows is called inside a transaction of the frontier."""

    def __init__(self, db: sqlite3.Connection, job: int, order: Order, tallies: Tallies) -> None:
        self._db = db
        self._job = job
        self._tallies = tallies
        self.order = order
        last = db.execute("SELECT max(turn) FROM hosts WHERE job = ?", (job,)).fetchone()[0]
        tallies.turn = max(last or 0.0, 0.0)

    def waiting(self, limit: int, active: Sequence[int] = ()) -> list[Waiting]:
        """The `active` ones as they are now, and up to `limit` others that have something queued, first in line
        first. Never more than twice as many rows are looked at, however many hosts there are."""
        top = _TOP if self.order.scored else "0.0"
        columns = f"SELECT number, name, queued, next_time, delay, relevance, relevant, {top}, done > errors FROM hosts"
        known = set(active)
        marks = ",".join("?" * len(known))
        rows = self._db.execute(
            f"{columns} WHERE number IN ({marks}) AND mode = {NORMAL}", tuple(known)
        ).fetchall()
        others = self._db.execute(
            f"SELECT number FROM hosts WHERE job = ? AND queued > 0 AND mode = {NORMAL} ORDER BY turn, number LIMIT ?",
            (self._job, limit + len(known)),
        )
        new = [number for (number,) in others if number not in known][:limit]
        for number in new:
            rows += self._db.execute(f"{columns} WHERE number = ?", (number,)).fetchall()
        return [self._waiting(row) for row in rows]

    def _waiting(self, row: tuple[int, str, int, float, float, float, int, float | None, int]) -> Waiting:
        number, name, queued, next_time, delay, relevance, relevant, top, reached = row
        bonus = self.order.domain(relevance, relevant)
        best = float("-inf") if top is None else top
        return Waiting(number, name, queued, next_time, delay, bonus, best, bool(reached))

    def retire(self, host: int) -> None:
        """A host has had its share: it stands in line again."""
        if self.order.scored:
            self.look_again(host)
        else:
            self._tallies.turn += 1
            self._db.execute("UPDATE hosts SET turn = ? WHERE number = ?", (self._tallies.turn, host))

    def look_again(self, host: int) -> None:
        """In a scored order: its best address has changed, and so its place."""
        if self.order.scored:
            self._db.execute(
                f"UPDATE hosts SET turn = -coalesce({_TOP}, 0) - ? WHERE number = ?",
                (self._bonus(host), host),
            )

    def _bonus(self, host: int) -> float:
        if self.order.kind != "topic":
            return 0.0
        row = self._db.execute("SELECT relevance, relevant FROM hosts WHERE number = ?", (host,)).fetchone()
        return self.order.domain(*row) if row else 0.0

    def number(self, name: str) -> int:
        """The number of a host, made known if need be."""
        return self._tallies.host(name)

    def set_mode(self, name: str, mode: int) -> int:
        """Held, skipped or normal; returns its number."""
        number = self.number(name)
        self._db.execute("UPDATE hosts SET mode = ? WHERE number = ?", (mode, number))
        return number

    def skipped(self) -> set[int]:
        """Numbers of the hosts that a person does not want."""
        rows = self._db.execute(f"SELECT number FROM hosts WHERE job = ? AND mode = {SKIPPED}", (self._job,))
        return {number for (number,) in rows}

    def keep_times(self, times: Iterable[tuple[str, float, float]]) -> None:
        """(name, wall clock before which nobody may ask, delay in seconds) of hosts, for the next run."""
        self._db.executemany(
            "UPDATE hosts SET next_time = ?, delay = ? WHERE job = ? AND name = ?",
            [(next_time, delay, self._job, name) for name, next_time, delay in times],
        )

    def busiest(self, limit: int = 30) -> list[HostRow]:
        """Those with the most done."""
        rows = self._db.execute(
            "SELECT number, name, queued, done, errors, mode FROM hosts WHERE job = ? AND (done > 0 OR queued > 0)"
            " ORDER BY done DESC LIMIT ?",
            (self._job, limit),
        )
        return [HostRow(*row) for row in rows]
