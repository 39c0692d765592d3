"""A job summed up from outside: its hosts, its outcomes, its redirects."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from app.archive.archive import Archive
from app.crawl.frontier.queue import asking, part
from app.crawl.frontier.schema import IN_FLIGHT
from app.crawl.rules.model import HOST_MODES, HostMode
from app.crawl.rules.settings import CrawlSettings
from app.crawl.rules.url import dedupe_key, exact_key

# The course of a crawl, from its log: for charts of a crawl that ran without a window.

IDLE = 600.0
"""Seconds without a line in the log that count as a pause, and are left out."""


class Moment(NamedTuple):
    """The counts of a crawl at a moment (seconds of running): captures (new ones and visits), and errors."""

    seconds: float
    done: int
    errors: int


def history(
    archive: Archive, job_id: str, moments: int = 400, *, cancelled: Callable[[], bool] | None = None
) -> tuple[Moment, ...]:
    """`moments` points at most (two more for each pause) from the beginning to the end, pauses left out. Reads the whole
    log of the job, about a second for a million lines. Raises CaptureMissing, StorageFailed, Cancelled."""
    with asking(archive, job_id, cancelled) as (db, job):
        first, active = _active(db, job)
        if first is None:
            return ()
        step = max(active / moments, 0.5)
        rows = db.execute(
            "SELECT cast((time - ?) / ? AS INTEGER), count(*), sum(kind = 'error') FROM log"
            " WHERE job = ? AND kind <> 'refused' GROUP BY 1 ORDER BY 1",
            (first, step, job),
        ).fetchall()
    return _joined(rows, step)


def _active(db: sqlite3.Connection, job: int) -> tuple[float | None, float]:
    """When the first line was written, and over how many seconds all of them, pauses left out."""
    stretches = db.execute(
        f"SELECT min(time), max(time) FROM log WHERE job = ? GROUP BY cast(time / {IDLE} AS INTEGER) ORDER BY 1",
        (job,),
    )
    first: float | None = None
    active = last = 0.0
    for begin, end in stretches:
        if first is None:
            first = last = begin
        active += end - (last if begin - last <= IDLE else begin)
        last = end
    return first, active


def _joined(rows: Iterable[tuple[int, int, int]], step: float) -> tuple[Moment, ...]:
    """Moments from (number of the step, lines, errors among them)."""
    found = [Moment(0.0, 0, 0)]
    place = 0
    for number, lines, errors in rows:
        before = found[-1]
        seconds = before.seconds
        gap = (number - place) * step
        if gap > IDLE:
            gap = 0.0
        elif gap:
            # nothing happened here, and the chart shall show that
            found.append(Moment(seconds + gap, before.done, before.errors))
        found.append(Moment(seconds + gap + step, before.done + lines - errors, before.errors + errors))
        place = number + 1
    return tuple(found)


LONGEST_CHAIN = 50


@dataclass(frozen=True, slots=True)
class HostRow:
    """A host of a job. `queued` counts all open addresses, also those under way or waiting for another try; `delay` in
    seconds as last known (0: as in the settings)."""

    number: int
    host: str
    queued: int
    done: int
    errors: int
    delay: float
    mode: HostMode


@dataclass(frozen=True, slots=True)
class Chain:
    """Addresses that redirect to each other, with the status of each (0: no answer stored); `number` orders chains.

    A loop ends with the address that it comes back to."""

    number: int
    urls: tuple[str, ...]
    statuses: tuple[int, ...]


def host_table(
    archive: Archive,
    job_id: str,
    search: str = "",
    after: HostRow | None = None,
    limit: int = 500,
    *,
    cancelled: Callable[[], bool] | None = None,
) -> list[HostRow]:
    """Hosts, those with the most done first; `search` is a part of the name."""
    condition = ""
    values: tuple[object, ...] = ()
    if search:
        condition, values = " AND name LIKE ? ESCAPE '\\'", (part(search),)
    if after is not None:
        condition += " AND done <= ? AND (done, -number) < (?, ?)"
        values = (*values, after.done, after.done, -after.number)
    with asking(archive, job_id, cancelled) as (db, job):
        under_way = dict(
            db.execute(
                f"SELECT host, count(*) FROM urls WHERE job = ? AND state = {IN_FLIGHT} GROUP BY host", (job,)
            )
        )
        rows = db.execute(
            "SELECT number, name, queued, done, errors, delay, mode FROM hosts"
            f" WHERE job = ? AND name <> ''{condition} ORDER BY done DESC, number LIMIT ?",
            (job, *values, limit),
        ).fetchall()
    return [
        HostRow(number, name, queued + under_way.get(number, 0), done, errors, delay, HOST_MODES[mode])
        for number, name, queued, done, errors, delay, mode in rows
    ]


def outcomes(archive: Archive, job_id: str) -> dict[str, int]:
    """Counts of outcomes: the kinds of the log ("stored", "visit", "redirect", "error", "refused") and the classes of
    status ("2xx" …)."""
    with asking(archive, job_id) as (db, job):
        return dict(
            db.execute("SELECT outcome, count FROM outcomes WHERE job = ? ORDER BY count DESC", (job,))
        )


def redirect_chains(
    archive: Archive, job_id: str, after: Chain | None = None, limit: int = 500
) -> list[Chain]:
    """Chains of redirects in order of their first address: one that was not itself reached by a redirect."""
    chains: list[Chain] = []
    with asking(archive, job_id) as (db, job):
        settings = CrawlSettings.from_json(
            db.execute("SELECT settings FROM jobs WHERE number = ?", (job,)).fetchone()[0]
        )
        rows = db.execute(
            "SELECT number, url, detail, status FROM log WHERE job = ? AND kind = 'redirect' AND number > ?"
            " ORDER BY number",
            (job, after.number if after is not None else 0),
        )
        for number, url, target, status in rows:
            if _found(db, job, settings, url)[0]:
                continue
            chains.append(_chain(db, job, settings, Chain(number, (url,), (status,)), target))
            if len(chains) >= limit:
                break
    return chains


def _chain(db: sqlite3.Connection, job: int, settings: CrawlSettings, chain: Chain, target: str) -> Chain:
    urls, statuses = list(chain.urls), list(chain.statuses)
    while target and len(urls) < LONGEST_CHAIN:
        seen = target in urls
        urls.append(target)
        row = db.execute(
            "SELECT detail, status FROM log WHERE job = ? AND url = ? AND kind = 'redirect' ORDER BY number LIMIT 1",
            (job, target),
        ).fetchone()
        statuses.append(row[1] if row else _found(db, job, settings, target)[1])
        target = row[0] if row and not seen else ""
    return Chain(chain.number, tuple(urls), tuple(statuses))


def _found(db: sqlite3.Connection, job: int, settings: CrawlSettings, url: str) -> tuple[int, int]:
    """(redirects that led to an address, its status)."""
    for key in (exact_key(url), dedupe_key(url, settings.canonical)):
        row = db.execute("SELECT hops, status FROM urls WHERE job = ? AND key = ?", (job, key)).fetchone()
        if row:
            return row[0], row[1]
    return 0, 0
