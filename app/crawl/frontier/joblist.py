"""crawl.sqlite read from outside: jobs, their logs, refused addresses with their reasons."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from app.archive.archive import Archive
from app.crawl.frontier.schema import opened, read_detail
from app.crawl.rules.model import CrawlState, Job, JobEvent, LogEntry, LogKind
from app.crawl.rules.settings import CrawlSettings
from app.errors import CaptureMissing

_JOB = (
    "SELECT job_id, settings, state, started, updated, pages, queued, jobs.name, plan, limit_reached,"
    " versions, visits, errors, refused, bytes, seconds, parked FROM jobs"
)


def _when(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


def _job(row: tuple[Any, ...]) -> Job:
    job_id, settings, state, started, updated, *rest = row
    return Job(
        job_id,
        CrawlSettings.from_json(settings),
        state,
        _when(started),
        _when(updated),
        *rest,
    )


def new_id() -> str:
    """An id for a new job."""
    return f"{_when(time.time()):%Y%m%d-%H%M%S}-{secrets.token_hex(3)}"


def create_job(archive: Archive, settings: CrawlSettings, *, plan: int = 0, job_id: str = "") -> str:
    """A new job in state "starting"; its seeds are queued when it first runs. `plan`: the number of the plan behind
    it; `job_id`: that of several archives which share one crawl."""
    now = time.time()
    job_id = job_id or new_id()
    with opened(archive.owning().crawl_db) as db:
        db.execute(
            "INSERT INTO jobs (job_id, settings, state, started, updated, queued, name, plan)"
            " VALUES (?, ?, 'starting', ?, ?, ?, ?, ?)",
            (job_id, settings.to_json(), now, now, len(settings.seeds), settings.name, plan),
        )
    return job_id


def jobs(archive: Archive) -> list[Job]:
    """All crawl jobs of an archive, newest first."""
    if not archive.crawl_db.exists():
        return []
    with opened(archive.crawl_db) as db:
        return [_job(row) for row in db.execute(_JOB + " ORDER BY number DESC")]


def find_job(archive: Archive, job_id: str) -> Job:
    """Raises CaptureMissing."""
    if archive.crawl_db.exists():
        with opened(archive.crawl_db) as db:
            row = db.execute(_JOB + " WHERE job_id = ?", (job_id,)).fetchone()
        if row:
            return _job(row)
    raise CaptureMissing(wanted=job_id)


def refusals(
    archive: Archive, job_id: str, after: int = 0, limit: int = 500, kinds: Sequence[LogKind] | None = None
) -> list[LogEntry]:
    """The log of a job, oldest first, from behind entry number `after`.

    All kinds by default; ("refused", "error") shows the trouble alone and is quick in any log.
    """
    chosen = "" if kinds is None else f" AND log.kind IN ({','.join(repr(kind) for kind in sorted(kinds))})"
    if kinds is not None and set(kinds) <= {"refused", "error"}:
        chosen += " AND log.kind IN ('refused', 'error')"  # names the partial index
    with opened(archive.crawl_db) as db:
        rows = db.execute(
            "SELECT log.number, time, url, kind, reason, detail, referrer FROM log JOIN jobs ON jobs.number = log.job"
            f" WHERE job_id = ? AND log.number > ?{chosen} ORDER BY log.number LIMIT ?",
            (job_id, after, limit),
        ).fetchall()
    return [
        LogEntry(number, _when(time), url, kind, reason, read_detail(detail), referrer)
        for number, time, url, kind, reason, detail, referrer in rows
    ]


def refusal_counts(archive: Archive, job_id: str) -> dict[str, int]:
    """How often each reason code was logged, most frequent first."""
    with opened(archive.crawl_db) as db:
        rows = db.execute(
            "SELECT reason, count FROM reasons JOIN jobs ON jobs.number = reasons.job WHERE job_id = ?"
            " ORDER BY count DESC, reason",
            (job_id,),
        ).fetchall()
    return dict(rows)


def mark_job(archive: Archive, job_id: str, state: CrawlState) -> None:
    """Write down a state without a running crawl (a crawl that failed writes its own here)."""
    with opened(archive.crawl_db) as db:
        db.execute("UPDATE jobs SET state = ?, updated = ? WHERE job_id = ?", (state, time.time(), job_id))


def job_events(archive: Archive, job_id: str) -> list[JobEvent]:
    """The changes a person made while the job was open, oldest first."""
    with opened(archive.crawl_db) as db:
        rows = db.execute(
            "SELECT time, text FROM job_events JOIN jobs ON jobs.number = job_events.job WHERE job_id = ?"
            " ORDER BY job_events.number",
            (job_id,),
        ).fetchall()
    return [JobEvent(_when(time), text) for time, text in rows]
