"""The frontier: every address of a job, its state, and the log; all of it on disk.

One connection, for the writer's thread. Memory stays flat however long the queue: only the entries that `take` hands
out leave the database. Queues are per host; within a host, order is by score, then arrival.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import Any

from app.crawl.frontier.hosts import Hosts, Tallies, Waiting
from app.crawl.frontier.intake import ELSEWHERE, Intake
from app.crawl.frontier.order import Order
from app.crawl.frontier.outbox import Outbox, grouped
from app.crawl.frontier.schema import (
    CACHE_KIB,
    DONE,
    IN_FLIGHT,
    OUTSIDE,
    PARKED,
    QUEUED,
    REFUSED,
    connect,
    kept_detail,
)
from app.crawl.rules.entries import Candidate, Entry, Outcome
from app.crawl.rules.model import Counters, LogKind
from app.crawl.rules.settings import CrawlSettings
from app.crawl.rules.sharing import Foreign, Parcel, Sharing
from app.crawl.rules.url import authority_of, dedupe_key, exact_key
from app.errors import CaptureMissing, StorageFailed

_ENTRY = (
    "SELECT u.number, u.key, u.url, u.host, u.depth, u.level, u.origin, u.hops, u.chain, coalesce(r.url, u.linked_from),"
    " u.score, u.off_site, u.guess, u.forced, u.modified, u.rank,"
    " u.state FROM urls u LEFT JOIN urls r ON r.number = u.referrer"
)
SEEDS = (
    "SELECT url, origin FROM urls WHERE job = ? AND depth = 0 AND level = 0 AND forced = 0"
    f" AND state NOT IN ({OUTSIDE}, {PARKED}) UNION ALL SELECT url, origin FROM widened WHERE job = ?"
)


def _entry(row: Sequence[Any]) -> Entry:
    entry = Entry(*row[:10])
    entry.score, entry.off_site, entry.guess, entry.forced = row[10], row[11], bool(row[12]), bool(row[13])
    entry.modified, entry.rank = row[14], row[15]
    return entry


class Frontier:
    """`open` counts addresses neither done, failed nor refused. With `sharing`, addresses of others go to `outbox`."""

    def __init__(self, path: Path, job_id: str, sharing: Sharing | None = None) -> None:
        self.path = path
        self.job_id = job_id
        self.open = 0
        self.db = connect(path, CACHE_KIB)
        row = self.db.execute("SELECT number, settings FROM jobs WHERE job_id = ?", (job_id,)).fetchone()
        if row is None:
            self.db.close()
            raise CaptureMissing(wanted=job_id)
        self.job: int = row[0]
        settings = CrawlSettings.from_json(row[1])
        self._rules = settings.canonical
        order = Order(settings)
        self.tallies = Tallies(self.db, self.job, scored=order.scored)
        self.hosts = Hosts(self.db, self.job, order, self.tallies)
        self.outbox = Outbox(self.db, self.job, sharing) if sharing is not None else None
        self.intake = Intake(self.db, self.job, self.hosts, self.tallies, self._log_refused, self.outbox)

    def close(self) -> None:
        self.db.close()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """A transaction: all of it or nothing. StorageFailed when the disk refuses."""
        try:
            self.db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self.intake.count_links()
                self.tallies.write()
                self.db.execute("COMMIT")
            except BaseException:
                if self.db.in_transaction:
                    self.db.execute("ROLLBACK")
                self.tallies.forget()
                self.tallies.forget_hosts()
                raise
        except sqlite3.Error as error:
            raise StorageFailed(path=self.path, detail=str(error)) from error

    def set_order(self, order: Order) -> None:
        """Take another order from now on; the queue is scored anew by `replanning`."""
        self.hosts.order = order
        self.tallies.scored = order.scored

    # -- the job's row

    def load_counters(self) -> tuple[Counters, str]:
        names = [item.name for item in fields(Counters)]
        row = self.db.execute(
            f"SELECT {', '.join(names)}, limit_reached FROM jobs WHERE number = ?", (self.job,)
        ).fetchone()
        return Counters(*row[:-1]), row[-1]

    def save_job(self, state: str, counters: Counters, limit_reached: str) -> None:
        names = [item.name for item in fields(Counters)]
        self.db.execute(
            f"UPDATE jobs SET state = ?, limit_reached = ?, updated = ?, queued = ?,"
            f" {', '.join(f'{name} = ?' for name in names)} WHERE number = ?",
            (
                state,
                limit_reached,
                time.time(),
                self.open,
                *(getattr(counters, name) for name in names),
                self.job,
            ),
        )

    def save_settings(self, settings: CrawlSettings) -> None:
        self._rules = settings.canonical
        self.db.execute(
            "UPDATE jobs SET settings = ?, name = ? WHERE number = ?",
            (settings.to_json(), settings.name, self.job),
        )

    def note(self, text: str) -> None:
        """Add a line about a change by a person; see `JobEvent`."""
        self.db.execute(
            "INSERT INTO job_events (job, time, text) VALUES (?, ?, ?)", (self.job, time.time(), text[:4000])
        )

    # -- taking

    def take(self, host: int, limit: int, instead_of: Sequence[Entry] = ()) -> list[Entry]:
        """The best entries of a host, marked as in flight; `instead_of` are put back first."""
        with self.transaction():
            self.put_back(instead_of)
            rows = self.db.execute(
                f"{_ENTRY} WHERE u.host = ? AND u.state = 0 ORDER BY u.score DESC, u.number LIMIT ?",
                (host, limit),
            ).fetchall()
            self.db.executemany(
                f"UPDATE urls SET state = {IN_FLIGHT} WHERE number = ?",
                [(row[0],) for row in rows],
            )
            self.tallies.count(host, queued=-len(rows))
            self.hosts.look_again(host)
        return [_entry(row) for row in rows]

    def put_back(self, entries: Sequence[Entry]) -> None:
        """Inside a transaction: put entries back into the queue, not worked on."""
        self.db.executemany(
            f"UPDATE urls SET state = {QUEUED} WHERE number = ? AND state = {IN_FLIGHT}",
            [(entry.number,) for entry in entries],
        )
        for entry in entries:
            self.tallies.count(entry.host, queued=1)

    def waiting_hosts(self, limit: int, active: Sequence[int] = ()) -> list[Waiting]:
        """The `active` ones, and others with something in their queue; see `Hosts.waiting`."""
        return self.hosts.waiting(limit, active)

    def release(self) -> None:
        """Put back entries in flight that a run has left behind."""
        with self.transaction():
            self.db.execute(
                f"UPDATE urls SET state = {QUEUED} WHERE job = ? AND state = {IN_FLIGHT}", (self.job,)
            )
            self.db.execute(
                f"UPDATE hosts SET queued = (SELECT count(*) FROM urls WHERE host = hosts.number AND state = {QUEUED})"
                " WHERE job = ?",
                (self.job,),
            )
            self.open = self.db.execute(
                "SELECT coalesce(sum(queued), 0) FROM hosts WHERE job = ?", (self.job,)
            ).fetchone()[0]

    # -- settling (inside a transaction)

    def add(
        self, found: Iterable[Candidate], referrer: Entry | None, counters: Counters, parent: float = 0.0
    ) -> int:
        """Queue the new candidates, log the refused ones (once per address); returns the number of queued ones."""
        queued = self.intake.add(found, referrer, counters, parent)
        self.open += queued
        return queued

    def take_in(self, addresses: Iterable[Foreign], counters: Counters) -> None:
        """Queue what other crawls have found."""
        for first, group in grouped(addresses):
            found = [one.candidate for one in group]
            referrer = None
            if first.linked_from:
                referrer = Entry(ELSEWHERE, b"", first.linked_from, 0, 0, 0, None, 0, 0, "")
            self.open += self.intake.add(found, referrer, counters, first.relevance, first.rank)

    def receive(self, parcel: Parcel, counters: Counters) -> None:
        """Queue what is in a parcel, unless it has come before; pass on what is for others."""
        outbox = self.outbox
        assert outbox is not None
        self.db.executemany(
            "INSERT OR IGNORE INTO widened VALUES (?, ?, ?)", [(self.job, *one) for one in parcel.seeds]
        )
        if outbox.is_new(parcel.sender, parcel.number):
            self.take_in([one for one in parcel.addresses if not outbox.takes(one.url)], counters)
            outbox.pass_on(one for one in parcel.addresses if outbox.takes(one.url))

    def settle(
        self, outcome: Outcome, state: int, kind: LogKind, counters: Counters, status: int = 0
    ) -> None:
        """Close the entry of an outcome with its new state, log it, queue the candidates found in it."""
        entry, reason, relevance = outcome.entry, outcome.reason, outcome.relevance
        assert entry is not None
        self.db.execute(
            "UPDATE urls SET state = ?, status = ?, reason = ?, detail = ?, relevance = ? WHERE number = ?",
            (
                state,
                status,
                reason,
                kept_detail(outcome.detail) if reason else "",
                relevance or 0.0,
                entry.number,
            ),
        )
        self.log(kind, entry.url, reason, outcome.detail, entry.referrer, status)
        self.open -= 1
        self.tallies.count(entry.host, done=1, errors=1 if kind == "error" else 0)
        if relevance is not None:
            self.tallies.read(entry.host, relevance)
        self.add(outcome.found, entry, counters, relevance or 0.0)

    def add_done(self, url: str, key: bytes, counters: Counters) -> None:
        """An address that was fetched without having been queued (robots.txt): it need not be fetched again."""
        host = self.tallies.host(authority_of(url))
        known = self.find(key)
        if known is None:
            # no depth: it is neither a seed nor found in a page
            self.db.execute(
                "INSERT INTO urls (job, key, url, host, depth, level, hops, chain, state)"
                " VALUES (?, ?, ?, ?, -1, 0, 0, 0, ?)",
                (self.job, key, url, host, DONE),
            )
        elif known[1] in (OUTSIDE, PARKED, QUEUED):
            number = known[0].number
            (reason,) = self.db.execute("SELECT reason FROM urls WHERE number = ?", (number,)).fetchone()
            self.db.execute("UPDATE urls SET state = ? WHERE number = ?", (DONE, number))
            if known[1] == QUEUED:
                self.open -= 1
                self.tallies.count(host, queued=-1)
            elif reason:
                self.intake.forgive(key, reason, counters)
        self.intake.remember(key, True)

    def log(self, kind: LogKind, url: str, reason: str, detail: str, referrer: str, status: int = 0) -> None:
        self.db.execute(
            "INSERT INTO log (job, time, url, kind, reason, detail, referrer, status) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (self.job, time.time(), url[:4000], kind, reason, kept_detail(detail), referrer, status),
        )
        self.tallies.outcome(kind)
        if status:
            self.tallies.outcome(f"{status // 100}xx")
        if reason:
            self.tallies.reason(reason)

    def _log_refused(self, url: str, reason: str, detail: str, referrer: str) -> None:
        self.log("refused", url, reason, detail, referrer)

    def refuse_queued(
        self,
        reason: str,
        counters: Counters,
        detail: str = "",
        *,
        pages_only: bool = False,
        hosts: Sequence[int] | None = None,
        limit: int = 2000,
    ) -> int:
        """Refuse up to `limit` queued addresses, of all hosts or of some; 0 when none is left."""
        some = "" if hosts is None else f" AND number IN ({','.join('?' * len(hosts))})"
        rows = self.db.execute(
            f"{_ENTRY} WHERE u.host IN (SELECT number FROM hosts WHERE job = ? AND queued > 0{some}) AND u.state = 0"
            f"{' AND u.level = 0' if pages_only else ''} LIMIT ?",
            (self.job, *(hosts or ()), limit),
        ).fetchall()
        for row in rows:
            entry = _entry(row)
            self.db.execute(
                "UPDATE urls SET state = ?, reason = ?, detail = ? WHERE number = ?",
                (REFUSED, reason, kept_detail(detail), entry.number),
            )
            self.log("refused", entry.url, reason, detail, entry.referrer)
            self.tallies.count(entry.host, queued=-1)
        self.open -= len(rows)
        counters.refused += len(rows)
        return len(rows)

    def return_refused(self, reason: str, counters: Counters) -> int:
        """Inside a transaction: queue again all that was refused for this reason; how many."""
        logged = self.db.execute(
            "SELECT count FROM reasons WHERE job = ? AND reason = ?", (self.job, reason)
        ).fetchone()
        if not logged or logged[0] <= 0:
            return 0  # else all addresses of the job are looked at
        rows = self.db.execute(
            f"UPDATE urls SET state = {QUEUED}, reason = '', detail = '' WHERE job = ? AND state = {REFUSED}"
            " AND reason = ? RETURNING host, score",
            (self.job, reason),
        ).fetchall()
        for host, score in rows:
            self.tallies.count(host, queued=1)
            if self.hosts.order.scored:
                self.tallies.offer(host, score)
        self.tallies.welcome(reason, len(rows))
        self.open += len(rows)
        counters.refused -= len(rows)
        return len(rows)

    # -- looking up

    def holds_pages(self, hosts: Sequence[int]) -> bool:
        """Whether a page of these hosts is queued."""
        marks = ",".join("?" * len(hosts))
        sql = f"SELECT 1 FROM urls WHERE host IN ({marks}) AND state = {QUEUED} AND level = 0 LIMIT 1"
        return self.db.execute(sql, tuple(hosts)).fetchone() is not None

    def find(self, key: bytes) -> tuple[Entry, int] | None:
        """An entry with its state."""
        row = self.db.execute(f"{_ENTRY} WHERE u.job = ? AND u.key = ?", (self.job, key)).fetchone()
        return (_entry(row), row[-1]) if row else None

    def keys(self, url: str) -> tuple[bytes, bytes]:
        """Under which an address may be known."""
        return exact_key(url), dedupe_key(url, self._rules)

    def redirected_from(self, entry: Entry) -> Iterator[bytes]:
        """Keys of the addresses whose redirects led to `entry`, nearest first."""
        number = entry.number
        for _ in range(entry.hops):
            row = self.db.execute(
                "SELECT r.number, r.key FROM urls u JOIN urls r ON r.number = u.referrer WHERE u.number = ?",
                (number,),
            ).fetchone()
            if row is None:
                return
            number = row[0]
            yield row[1]

    def seeds(self) -> list[tuple[str, str | None]]:
        """Seeds and the targets of their redirects, with the address asked for at first: all pages of depth 0, and those
        that other crawls have told of."""
        return self.db.execute(SEEDS, (self.job, self.job)).fetchall()
