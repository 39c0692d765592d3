"""Counts that go with the frontier's rows: gathered during a transaction, written once at its end."""

from __future__ import annotations

import sqlite3
from collections import Counter

RECENT_HOSTS = 10_000


class Tallies:
    """Per host: queued, done, errors. Per job: how often each reason code was logged."""

    def __init__(self, db: sqlite3.Connection, job: int) -> None:
        self._db = db
        self._job = job
        self._hosts: dict[str, int] = {}
        self._counts: dict[int, list[int]] = {}
        self._reasons: Counter[str] = Counter()

    def host(self, name: str) -> int:
        """The number of a host, which is made known if need be."""
        number = self._hosts.get(name)
        if number is None:
            self._db.execute("INSERT OR IGNORE INTO hosts (job, name) VALUES (?, ?)", (self._job, name))
            row = self._db.execute("SELECT number FROM hosts WHERE job = ? AND name = ?", (self._job, name)).fetchone()
            number = int(row[0])
            if len(self._hosts) >= RECENT_HOSTS:
                self._hosts.clear()
            self._hosts[name] = number
        return number

    def count(self, host: int, *, queued: int = 0, done: int = 0, errors: int = 0) -> None:
        counts = self._counts.setdefault(host, [0, 0, 0])
        counts[0] += queued
        counts[1] += done
        counts[2] += errors

    def reason(self, code: str) -> None:
        self._reasons[code] += 1

    def write(self) -> None:
        self._db.executemany(
            "UPDATE hosts SET queued = queued + ?, done = done + ?, errors = errors + ? WHERE number = ?",
            [(*counts, host) for host, counts in self._counts.items()],
        )
        self._db.executemany(
            "INSERT INTO reasons VALUES (?, ?, ?)"
            " ON CONFLICT (job, reason) DO UPDATE SET count = count + excluded.count",
            [(self._job, reason, count) for reason, count in self._reasons.items()],
        )
        self._counts.clear()
        self._reasons.clear()
