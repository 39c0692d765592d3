"""The frontier: every address of a job, what is to be done about it, and the log; all of it on disk.

One connection, for the writer's thread. Memory stays flat however long the queue: only what `take` hands out
leaves the database. Queues are per host; within a host, order is by depth, then arrival.
"""

from __future__ import annotations

import sqlite3
import time
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path

from app.crawl.database import DONE, IN_FLIGHT, OUTSIDE, QUEUED, REFUSED, connect
from app.crawl.entries import Candidate, Entry, Settled
from app.crawl.model import Counters, LogKind
from app.crawl.tallies import Tallies
from app.crawl.url import authority_of
from app.errors import CaptureMissing, StorageFailed

RECENT_KEYS = 50_000
_ENTRY = (
    "SELECT u.number, u.key, u.url, u.host, u.depth, u.level, u.origin, u.hops, u.chain, coalesce(r.url, '')"
    " FROM urls u LEFT JOIN urls r ON r.number = u.referrer"
)


class Frontier:
    """`open` counts addresses neither done, failed nor refused. `closed_to_pages` is a reason code once no more
    pages are taken (requisites still are)."""

    def __init__(self, path: Path, job_id: str) -> None:
        self.path = path
        self.job_id = job_id
        self.open = 0
        self.closed_to_pages = ""
        self._recent: OrderedDict[bytes, bool] = OrderedDict()
        self._db = connect(path)
        row = self._db.execute("SELECT number FROM jobs WHERE job_id = ?", (job_id,)).fetchone()
        if row is None:
            self._db.close()
            raise CaptureMissing(wanted=job_id)
        self._job: int = row[0]
        self._tallies = Tallies(self._db, self._job)

    def close(self) -> None:
        self._db.close()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All of it or nothing; what the disk refuses becomes StorageFailed."""
        try:
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._tallies.write()
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise
        except sqlite3.Error as error:
            raise StorageFailed(path=self.path, detail=str(error)) from error

    # -- the job's row

    def load_counters(self) -> tuple[Counters, str]:
        names = [item.name for item in fields(Counters)]
        row = self._db.execute(
            f"SELECT {', '.join(names)}, limit_reached FROM jobs WHERE number = ?", (self._job,)
        ).fetchone()
        return Counters(*row[:-1]), row[-1]

    def save_job(self, state: str, counters: Counters, limit_reached: str) -> None:
        names = [item.name for item in fields(Counters)]
        self._db.execute(
            f"UPDATE jobs SET state = ?, limit_reached = ?, updated = ?, queued = ?,"
            f" {', '.join(f'{name} = ?' for name in names)} WHERE number = ?",
            (state, limit_reached, time.time(), self.open, *(getattr(counters, name) for name in names), self._job),
        )

    # -- taking

    def take(self, host: int, limit: int) -> list[Entry]:
        """The next entries of a host, marked as in flight."""
        with self.transaction():
            rows = self._db.execute(
                f"{_ENTRY} WHERE u.host = ? AND u.state = 0 ORDER BY u.depth, u.number LIMIT ?", (host, limit)
            ).fetchall()
            self._db.executemany(
                f"UPDATE urls SET state = {IN_FLIGHT} WHERE number = ?",
                [(row[0],) for row in rows],
            )
            self._tallies.count(host, queued=-len(rows))
        return [Entry(*row) for row in rows]

    def waiting_hosts(self, limit: int, besides: Iterable[int] = ()) -> list[tuple[int, str]]:
        """Hosts with something in their queue, longest known first."""
        known = set(besides)
        rows = self._db.execute(
            "SELECT number, name FROM hosts WHERE job = ? AND queued > 0 ORDER BY number LIMIT ?",
            (self._job, limit + len(known)),
        )
        return [(number, name) for number, name in rows if number not in known][:limit]

    def release(self) -> None:
        """Put back what was in flight: nobody works on it any more."""
        with self.transaction():
            self._db.execute(f"UPDATE urls SET state = {QUEUED} WHERE job = ? AND state = {IN_FLIGHT}", (self._job,))
            self._db.execute(
                f"UPDATE hosts SET queued = (SELECT count(*) FROM urls WHERE host = hosts.number AND state = {QUEUED})"
                " WHERE job = ?",
                (self._job,),
            )
            self.open = self._db.execute(
                "SELECT coalesce(sum(queued), 0) FROM hosts WHERE job = ?", (self._job,)
            ).fetchone()[0]

    # -- settling (inside a transaction)

    def add(self, found: Iterable[Candidate], referrer: Entry | None, counters: Counters) -> int:
        """Queue what is new, log what is refused (once per address); returns how many were queued."""
        queued = 0
        for candidate in found:
            reason, detail = candidate.reason, candidate.detail
            if not reason and self.closed_to_pages and candidate.level == 0:
                reason = self.closed_to_pages
            accepted = self._recent.get(candidate.key)
            if accepted or (accepted is False and reason):
                continue
            if not reason and candidate.pattern and candidate.pattern[1] and not self._within_budget(candidate):
                reason, detail = "trap", f"more than {candidate.pattern[1]} addresses of one pattern lead to each other"
            self._remember(candidate.key, not reason)
            if not self._upsert(candidate, reason, referrer):
                continue
            if reason:
                self.log("refused", candidate.url, reason, detail, referrer.url if referrer else "")
                counters.refused += 1
            else:
                queued += 1
        self.open += queued
        return queued

    def _upsert(self, candidate: Candidate, reason: str, referrer: Entry | None) -> bool:
        """Whether the address is new, or was refused at first and is welcome now."""
        host = self._tallies.host(authority_of(candidate.url))
        state = OUTSIDE if reason else QUEUED
        cursor = self._db.execute(
            "INSERT INTO urls (job, key, url, host, depth, level, referrer, origin, hops, chain, state)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (job, key) DO UPDATE SET url = excluded.url,"
            " host = excluded.host, depth = excluded.depth, level = excluded.level, referrer = excluded.referrer,"
            " origin = excluded.origin, hops = excluded.hops, chain = excluded.chain, state = excluded.state"
            f" WHERE urls.state = {OUTSIDE} AND excluded.state = {QUEUED}",
            (self._job, candidate.key, candidate.url, host, candidate.depth, candidate.level,
             referrer.number if referrer else None, candidate.origin, candidate.hops, candidate.chain, state),
        )  # fmt: skip
        if cursor.rowcount == 1 and state == QUEUED:
            self._tallies.count(host, queued=1)
        return cursor.rowcount == 1

    def settle(self, settled: Settled, counters: Counters) -> None:
        """Close an entry, log it, queue what was found in it."""
        entry = settled.entry
        self._db.execute("UPDATE urls SET state = ? WHERE number = ?", (settled.state, entry.number))
        self.log(settled.kind, entry.url, settled.reason, settled.detail, entry.referrer)
        self.open -= 1
        self._tallies.count(entry.host, done=1, errors=1 if settled.kind == "error" else 0)
        self.add(settled.found, entry, counters)

    def add_done(self, url: str, key: bytes) -> None:
        """An address that was fetched without having been queued (robots.txt): it need not be fetched again."""
        host = self._tallies.host(authority_of(url))
        known = self.find(key)
        if known is None:
            # no depth: it is neither a seed nor found in a page
            self._db.execute(
                "INSERT INTO urls (job, key, url, host, depth, level, hops, chain, state)"
                " VALUES (?, ?, ?, ?, -1, 0, 0, 0, ?)",
                (self._job, key, url, host, DONE),
            )
        elif known[1] in (OUTSIDE, QUEUED):
            self._db.execute("UPDATE urls SET state = ? WHERE number = ?", (DONE, known[0].number))
            if known[1] == QUEUED:
                self.open -= 1
                self._tallies.count(host, queued=-1)
        self._remember(key, True)

    def log(self, kind: LogKind, url: str, reason: str, detail: str, referrer: str) -> None:
        self._db.execute(
            "INSERT INTO log (job, time, url, kind, reason, detail, referrer) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (self._job, time.time(), url[:4000], kind, reason, detail[:1000], referrer),
        )
        if reason:
            self._tallies.reason(reason)

    def refuse_queued(self, reason: str, counters: Counters, *, pages_only: bool, limit: int = 2000) -> int:
        """Refuse up to `limit` queued addresses because a limit was reached; 0 when there are none left."""
        rows = self._db.execute(
            f"{_ENTRY} WHERE u.host IN (SELECT number FROM hosts WHERE job = ? AND queued > 0) AND u.state = 0"
            f"{' AND u.level = 0' if pages_only else ''} LIMIT ?",
            (self._job, limit),
        ).fetchall()
        for row in rows:
            entry = Entry(*row)
            self._db.execute("UPDATE urls SET state = ? WHERE number = ?", (REFUSED, entry.number))
            self.log("refused", entry.url, reason, "", entry.referrer)
            self._tallies.count(entry.host, queued=-1)
        self.open -= len(rows)
        counters.refused += len(rows)
        return len(rows)

    # -- looking up

    def find(self, key: bytes) -> tuple[Entry, int] | None:
        """An entry with its state."""
        row = self._db.execute(f"{_ENTRY} WHERE u.job = ? AND u.key = ?", (self._job, key)).fetchone()
        if row is None:
            return None
        state = self._db.execute("SELECT state FROM urls WHERE number = ?", (row[0],)).fetchone()[0]
        return Entry(*row), state

    def redirected_from(self, entry: Entry) -> Iterator[bytes]:
        """Keys of the addresses whose redirects led to `entry`, nearest first."""
        number = entry.number
        for _ in range(entry.hops):
            row = self._db.execute(
                "SELECT r.number, r.key FROM urls u JOIN urls r ON r.number = u.referrer WHERE u.number = ?", (number,)
            ).fetchone()
            if row is None:
                return
            number = row[0]
            yield row[1]

    def seeds(self) -> list[str]:
        """Seeds, and what they redirect to: all pages of depth 0."""
        rows = self._db.execute(
            f"SELECT url FROM urls WHERE job = ? AND depth = 0 AND level = 0 AND state <> {OUTSIDE}",
            (self._job,),
        )
        return [row[0] for row in rows]

    def busiest(self, limit: int = 30) -> list[tuple[int, str, int, int, int]]:
        """(number, name, queued, done, errors) of the hosts with the most done."""
        return self._db.execute(
            "SELECT number, name, queued, done, errors FROM hosts WHERE job = ? AND (done > 0 OR queued > 0)"
            " ORDER BY done DESC LIMIT ?",
            (self._job, limit),
        ).fetchall()

    # -- bookkeeping

    def _remember(self, key: bytes, accepted: bool) -> None:
        self._recent[key] = accepted
        if len(self._recent) > RECENT_KEYS:
            self._recent.popitem(last=False)

    def _within_budget(self, candidate: Candidate) -> bool:
        """Spend one of the pattern's allowance, unless the address is known already."""
        assert candidate.pattern is not None
        pattern, allowance = candidate.pattern
        known = self._db.execute(
            f"SELECT 1 FROM urls WHERE job = ? AND key = ? AND state <> {OUTSIDE}",
            (self._job, candidate.key),
        ).fetchone()
        if known:
            return True
        used = self._db.execute(
            "SELECT used FROM patterns WHERE job = ? AND pattern = ?", (self._job, pattern)
        ).fetchone()
        if used and used[0] >= allowance:
            return False
        self._db.execute(
            "INSERT INTO patterns VALUES (?, ?, 1) ON CONFLICT (job, pattern) DO UPDATE SET used = used + 1",
            (self._job, pattern),
        )
        return True
