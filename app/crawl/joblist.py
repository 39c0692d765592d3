"""Reading crawl.sqlite from outside: jobs, their logs, what was refused and why."""

from __future__ import annotations

import os
import secrets
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from app.archive import Archive
from app.crawl.database import connect
from app.crawl.model import CrawlState, Job, LogEntry, LogKind
from app.crawl.settings import CrawlSettings
from app.errors import CaptureMissing, StorageFailed

_JOB = "SELECT job_id, settings, state, started, updated, pages, queued FROM jobs"


@contextmanager
def _open(archive: Archive) -> Iterator[sqlite3.Connection]:
    try:
        with closing(_connect(archive.crawl_db)) as db:
            yield db
    except sqlite3.Error as error:
        raise StorageFailed(path=archive.crawl_db, detail=str(error)) from error


def _connect(path: Path) -> sqlite3.Connection:
    """An archive on a disk that cannot be written to has a history to read all the same."""
    try:
        return connect(path)
    except StorageFailed:
        if not path.exists() or os.access(path, os.W_OK):
            raise
        return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)


def _when(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


def _job(row: tuple[str, str, str, float, float, int, int]) -> Job:
    job_id, settings, state, started, updated, pages, queued = row
    return Job(
        job_id, CrawlSettings.from_json(settings), state,  # type: ignore[arg-type]  # only states are written
        _when(started), _when(updated), pages, queued,
    )  # fmt: skip


def create_job(archive: Archive, settings: CrawlSettings) -> str:
    """A new job in state "starting"; its seeds are queued when it first runs."""
    now = time.time()
    job_id = f"{_when(now):%Y%m%d-%H%M%S}-{secrets.token_hex(3)}"
    with _open(archive) as db:
        db.execute(
            "INSERT INTO jobs (job_id, settings, state, started, updated, queued) VALUES (?, ?, 'starting', ?, ?, ?)",
            (job_id, settings.to_json(), now, now, len(settings.seeds)),
        )
    return job_id


def jobs(archive: Archive) -> list[Job]:
    """All crawl jobs of an archive, newest first."""
    if not archive.crawl_db.exists():
        return []
    with _open(archive) as db:
        return [_job(row) for row in db.execute(_JOB + " ORDER BY number DESC")]


def find_job(archive: Archive, job_id: str) -> Job:
    """Raises CaptureMissing."""
    if archive.crawl_db.exists():
        with _open(archive) as db:
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
    with _open(archive) as db:
        rows = db.execute(
            "SELECT log.number, time, url, kind, reason, detail, referrer FROM log JOIN jobs ON jobs.number = log.job"
            f" WHERE job_id = ? AND log.number > ?{chosen} ORDER BY log.number LIMIT ?",
            (job_id, after, limit),
        ).fetchall()
    return [LogEntry(row[0], _when(row[1]), *row[2:]) for row in rows]


def refusal_counts(archive: Archive, job_id: str) -> dict[str, int]:
    """How often each reason code was logged, most frequent first."""
    with _open(archive) as db:
        rows = db.execute(
            "SELECT reason, count FROM reasons JOIN jobs ON jobs.number = reasons.job WHERE job_id = ?"
            " ORDER BY count DESC, reason",
            (job_id,),
        ).fetchall()
    return dict(rows)


def mark_job(archive: Archive, job_id: str, state: CrawlState) -> None:
    """Write down a state without a running crawl (a crawl that failed writes its own here)."""
    with _open(archive) as db:
        db.execute("UPDATE jobs SET state = ?, updated = ? WHERE job_id = ?", (state, time.time(), job_id))
