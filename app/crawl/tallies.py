"""Counts that go with the frontier's rows: gathered during a transaction, written once at its end."""

from __future__ import annotations

import sqlite3
from collections import Counter
from dataclasses import dataclass

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
    """Per host: queued, done, errors, relevance of its pages. Per job: reason codes, kinds of outcome.

    `turn` is the place in line of hosts that become known; `scored` says that their best address decides instead.
    """

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
            row = self._db.execute("SELECT number FROM hosts WHERE job = ? AND name = ?", (self._job, name)).fetchone()
            number = int(row[0])
            if len(self._numbers) >= RECENT_HOSTS:
                self._numbers.clear()
            self._numbers[name] = number
        return number

    def known_host(self, name: str) -> int | None:
        """Its number, if it is known."""
        row = self._db.execute("SELECT number FROM hosts WHERE job = ? AND name = ?", (self._job, name)).fetchone()
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
                [(h.queued, h.best, h.best, number) for number, h in self._hosts.items() if h.best is not None],
            )
        for table, counts in (("reasons", self._reasons), ("outcomes", self._outcomes)):
            self._db.executemany(
                f"INSERT INTO {table} VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET count = count + excluded.count",
                [(self._job, code, count) for code, count in counts.items() if count],
            )
        self.forget()

    def forget(self) -> None:
        """What was counted did not happen: the transaction failed."""
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
