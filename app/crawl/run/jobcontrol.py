"""Changing a job that does not run: its settings, what becomes of a host, an address that is wanted after all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from app.archive.archive import Archive
from app.crawl.frontier.frontier import Frontier
from app.crawl.frontier.joblist import find_job
from app.crawl.frontier.replanning import Preview, QueueChanges, Replanner, check
from app.crawl.rules.links import LinkJudge
from app.crawl.rules.model import HOST_MODES, HostMode
from app.crawl.rules.scope import Scope
from app.crawl.rules.settings import CrawlSettings
from app.crawl.run.ledger import Ledger

CLEAN = frozenset({"starting", "finished", "stopped"})
"""States of a job at rest, with nothing to recover."""


@contextmanager
def _queue_changes(archive: Archive, job_id: str) -> Iterator[QueueChanges]:
    """A job that was broken off is recovered first, which takes the archive's write lock: ArchiveLocked when a program
    is at work on it. At the end its state says whether something is left to do."""
    job = find_job(archive, job_id)
    if job.state in CLEAN:
        frontier = Frontier(archive.crawl_db, job_id)
        try:
            counters, limit_reached = frontier.load_counters()
            frontier.release()

            def save() -> None:
                state = "starting" if job.state == "starting" else "stopped" if frontier.open else "finished"
                frontier.save_job(state, counters, limit_reached if state == "finished" else "")

            yield QueueChanges(frontier, counters, job.settings, save)
        finally:
            frontier.close()
        return
    judge = LinkJudge(job.settings, Scope(job.settings, archive.path))
    ledger = Ledger(archive, job_id, judge, job.settings, clean=False, give_way=_go_on)
    try:
        yield ledger.queue_changes
        with ledger.frontier.transaction():
            ledger.save("stopped" if ledger.frontier.open else "finished")
    finally:
        ledger.close()


def reconfigure_job(
    archive: Archive, job_id: str, settings: CrawlSettings, *, progress: Callable[[int], None] | None = None
) -> Preview:
    """Do what `preview` foretold. `progress` gets how many queued addresses were judged so far.

    Raises SettingsInvalid, CaptureMissing, ArchiveLocked, StorageFailed.
    """
    new = check(find_job(archive, job_id).settings, settings)
    with _queue_changes(archive, job_id) as queue_changes:
        walk = queue_changes.reconfigure(new)
        _finish(queue_changes, walk, progress)
        return walk.result


def set_host_mode(archive: Archive, job_id: str, host: str, mode: HostMode) -> None:
    """Hold, skip or release a host (its authority, as in the host table)."""
    with _queue_changes(archive, job_id) as queue_changes:
        walk, _number = queue_changes.set_host_mode(host, HOST_MODES.index(mode))
        if walk is not None:
            _finish(queue_changes, walk, None)


def take_anyway(archive: Archive, job_id: str, url: str) -> bool:
    """See `Crawl.take`; it is fetched when the job is resumed."""
    with _queue_changes(archive, job_id) as queue_changes:
        return queue_changes.force(url)


def _finish(queue_changes: QueueChanges, walk: Replanner, progress: Callable[[int], None] | None) -> None:
    while queue_changes.step(walk):
        if progress:
            progress(walk.result.queued)


def _go_on() -> None:
    """A `give_way` for a job without a window beside it."""
