"""`jobs`: the crawls of an archive, and how other commands find the one that is meant."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.cli.arguments import ArchivePath, Json, open_archive, text
from app.cli.console import Refused, emit, moment, say

if TYPE_CHECKING:
    from app.archive.archive import Archive
    from app.crawl.rules.model import Job

JobOrNewest = Annotated[
    str,
    typer.Argument(
        metavar="JOB",
        help="Id or name of a crawl; the newest one if left out.",
        show_default=False,
        callback=text,
    ),
]


def jobs(archive: ArchivePath, job: JobOrNewest = "", as_json: Json = False) -> None:
    """List the crawl jobs of an archive, newest first; or show one: its settings, what came of it, what was not taken
    and why, and what was changed on the way.

    The columns are id, state, start (UTC), pages, addresses waiting, name or first address. A job "interrupted" was
    broken off; --resume of “tianwang crawl” goes on with it.

    The JSON fields are job, name, state, started, updated, pages, queued, limit_reached, plan, settings; of a single
    job also outcomes, refused (reason: count) and events.
    """
    from app.crawl.frontier.joblist import jobs as all_jobs

    opened = open_archive(archive)
    if job:
        _show_job(opened, find(opened, job), as_json)
        return
    for one in all_jobs(opened):
        if as_json:
            emit(_about(opened, one))
        else:
            say(
                f"{one.job_id}  {state_of(opened, one):<11} {moment(one.started)} {one.pages:>8} answered "
                f"{one.queued:>8} waiting  {one.name or _first(one)}"
            )


def find(archive: Archive, wanted: str) -> Job:
    """The job with this id, the newest one with this name, or for "" the newest of all."""
    from app.crawl.frontier.joblist import jobs as all_jobs

    known = all_jobs(archive)
    if not known:
        raise Refused(detail=f"Nothing was crawled into {archive.path} yet.")
    for job in known:
        if not wanted or wanted == job.job_id:
            return job
    for job in known:
        if wanted == job.name:
            return job
    raise Refused(detail=f"There is no crawl {wanted} in this archive; “tianwang jobs ARCHIVE” lists them.")


def state_of(archive: Archive, job: Job) -> str:
    """The state of a job for people: "interrupted" when nobody works on what says that it runs."""
    from app.archive.lock import is_held

    return "interrupted" if job.state == "running" and not is_held(archive.path) else job.state


def addresses(count: int) -> str:
    """A number of addresses for people."""
    return "1 address" if count == 1 else f"{count:,} addresses"


def shown(value: object) -> str:
    """A setting for people: pairs as they are typed, a word with its weight."""
    if not isinstance(value, tuple):
        return str(value)
    return (
        ", ".join("=".join(map(str, item)) if isinstance(item, tuple) else str(item) for item in value)
        or "none"
    )


def _first(job: Job) -> str:
    first, *more = job.settings.seeds
    return f"{first} and {addresses(len(more))} more" if more else first


def _about(archive: Archive, job: Job) -> dict[str, Any]:
    return {
        "job": job.job_id,
        "name": job.name,
        "state": state_of(archive, job),
        "started": job.started,
        "updated": job.updated,
        "pages": job.pages,
        "queued": job.queued,
        "limit_reached": job.limit_reached,
        "plan": job.plan,
        "settings": asdict(job.settings),
    }


def _show_job(archive: Archive, job: Job, as_json: bool) -> None:
    from app.cli.following import limit_words
    from app.crawl.frontier.joblist import job_events, refusal_counts
    from app.crawl.frontier.summaries import outcomes
    from app.crawl.rules.settings import CrawlSettings

    came, refused = outcomes(archive, job.job_id), refusal_counts(archive, job.job_id)
    events = job_events(archive, job.job_id)
    if as_json:
        changes = [{"time": event.time, "text": event.text} for event in events]
        emit({**_about(archive, job), "outcomes": came, "refused": refused, "events": changes})
        return
    say(f"{job.job_id}  {job.name}".rstrip())
    limit = limit_words(job.limit_reached)
    say(
        f"State      {state_of(archive, job)}{limit}; {job.pages} pages answered, {job.queued} addresses waiting"
    )
    say(f"Started    {moment(job.started)}   last change {moment(job.updated)}")
    say(f"From       {' '.join(job.settings.seeds)}")
    usual = asdict(CrawlSettings(seeds=job.settings.seeds, name=job.name))
    for name, value in asdict(job.settings).items():
        if value != usual[name]:
            say(f"  {name}: {shown(value)}")
    for label, counts in (("What came of it", came), ("Not taken", refused)):
        if counts:
            say("")
            say(label)
            for name, count in counts.items():
                if count:  # what came back is counted no longer
                    say(f"  {count:>10,}  {name}")
    if events:
        say("")
        say("Changes")
        for event in events:
            say(f"  {moment(event.time)}  {event.text}")
