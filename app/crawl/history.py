"""How a crawl went, from its log: for the charts of a crawl that nobody watched."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable
from typing import NamedTuple

from app.archive import Archive
from app.crawl.queue import asking

IDLE = 600.0
"""Seconds without a line in the log that count as a pause, and are left out."""


class Moment(NamedTuple):
    """What a crawl had done after so many seconds: captures (new ones and visits), and errors."""

    seconds: float
    done: int
    errors: int


def history(
    archive: Archive, job_id: str, moments: int = 400, *, cancelled: Callable[[], bool] | None = None
) -> tuple[Moment, ...]:
    """At most so many points (two more for each pause) from the beginning to the end, pauses left out.

    Reads the whole log of the job, about a second for a million lines. Raises CaptureMissing, StorageFailed, Cancelled.
    """
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
        f"SELECT min(time), max(time) FROM log WHERE job = ? GROUP BY cast(time / {IDLE} AS INTEGER) ORDER BY 1", (job,)
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
