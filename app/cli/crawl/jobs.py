"""The crawls of an archive (`jobs`), and their addresses and hosts: `queue`, `why`, `take`, `hosts`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import asdict
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.cli.arguments import ArchivePath, Json, argument, open_archive, option, refuse, text, texts, typed
from app.cli.console import Refused, emit, moment, say, warn
from app.cli.crawl.settings import shown
from app.errors import AddressInvalid

if TYPE_CHECKING:
    from app.archive.archive import Archive
    from app.crawl.frontier.queue import QueueRow, Why
    from app.crawl.frontier.summaries import HostRow
    from app.crawl.rules.model import HostMode, Job

JobOrNewest = Annotated[
    str,
    argument("JOB", "Id or name of a crawl; the newest one if left out.", callback=text),
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
    """The state of a job for people: "interrupted" for one that is marked as running without a program at work."""
    from app.archive.lock import is_held

    return "interrupted" if job.state == "running" and not is_held(archive.path) else job.state


def addresses(count: int) -> str:
    """A number of addresses for people."""
    return "1 address" if count == 1 else f"{count:,} addresses"


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
    from app.cli.crawl.following import limit_words
    from app.crawl.frontier.harvest import form_reports
    from app.crawl.frontier.joblist import job_events, refusal_counts
    from app.crawl.frontier.summaries import outcomes
    from app.crawl.rules.settings import CrawlSettings

    came, refused = outcomes(archive, job.job_id), refusal_counts(archive, job.job_id)
    events = job_events(archive, job.job_id)
    forms = form_reports(archive.crawl_db, job.job_id)
    if as_json:
        changes = [{"time": event.time, "text": event.text} for event in events]
        counts: dict[str, Any] = {
            "outcomes": came,
            "refused": refused,
            "forms": [asdict(form) for form in forms],
        }
        emit({**_about(archive, job), **counts, "events": changes})
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
    if forms:
        say("")
        say("Search forms")
        for form in forms:
            say(
                f"  {form.words:>6,} words  {form.pages:>8,} pages found  {form.action} ({form.method}, {form.state})"
            )
    if events:
        say("")
        say("Changes")
        for event in events:
            say(f"  {moment(event.time)}  {event.text}")


_AT_ONCE = 500
STATES = ("queued", "in-flight", "done", "failed", "refused", "outside", "parked")

Search = Annotated[str, option("--search", "TEXT", "Only those in which this occurs.", callback=text)]


def queue(
    archive: ArchivePath,
    job: JobOrNewest = "",
    state: Annotated[
        list[str] | None,
        typer.Option(
            "--state",
            metavar="STATE",
            show_default="queued",
            help=f"{', '.join(STATES)}, or all; may be repeated. outside: not taken as it was found. parked: a "
            "suspected trap.",
        ),
    ] = None,
    host: Annotated[
        str,
        option("--host", "HOST", "Only this host, with its port if it has one.", callback=text),
    ] = "",
    search: Search = "",
    reason: Annotated[
        str,
        option("--reason", "CODE", "Only those with this reason (scope, trap …).", callback=text),
    ] = "",
    limit: Annotated[int, option("--limit", "N", "At most so many; 0: all.", show_default=True, min=0)] = 0,
    count: Annotated[bool, typer.Option("--count", help="Only how many there are.")] = False,
    as_json: Json = False,
) -> None:
    """List what a crawl has still to do, in the order of taking, or what it did not take.

    The columns are state, depth, score, address and the reason.

    The JSON fields are number, url, host, depth, level, score, state, reason, detail, referrer, anchor, guess, raw,
    status; with --count one object with count.
    """
    from app.crawl.frontier.queue import queue_count

    states = states_of(state)
    if count:
        refuse({"--limit": limit}, "It does not go with --count.")
    opened = open_archive(archive)
    job_id = find(opened, job).job_id
    if count:
        total = queue_count(opened, job_id, search=search, host=host, states=states, reason=reason)
        emit({"count": total}) if as_json else say(f"{total}")
        return
    rows = _queue(opened, job_id, search=search, host=host, states=states, reason=reason)
    for row in islice(rows, min(limit, sys.maxsize) or None):
        if as_json:
            emit(asdict(row))
        else:
            why = f"  ({row.reason}{': ' if row.detail else ''}{row.detail})" if row.reason else ""
            say(f"{row.state:<9} {row.depth:>3} {row.score:>8.2f}  {row.url}{why}")


def states_of(given: list[str] | None) -> tuple[str, ...]:
    """The states that a person has named."""
    if given == ["all"]:
        return STATES
    for state in given or ():
        if state not in STATES:
            raise typer.BadParameter(f"“{state}” is none of {', '.join(STATES)}, all.", param_hint="--state")
    return tuple(dict.fromkeys(given)) if given else ("queued",)


def _queue(archive: Archive, job_id: str, **wanted: Any) -> Iterator[QueueRow]:
    from app.crawl.frontier.queue import queue as read

    last: QueueRow | None = None
    while found := read(archive, job_id, after=last, limit=_AT_ONCE, **wanted):
        yield from found
        last = found[-1]


def why(
    archive: ArchivePath,
    url: Annotated[str, argument("URL", "The address; https:// may be left out.")],
    job: Annotated[
        str,
        option("--job", "JOB", "Id or name of a crawl; else the newest that knows the address."),
    ] = "",
    as_json: Json = False,
) -> None:
    """Tell why a crawl took an address or did not: how it was found, what became of it, what its score is made of.

    The JSON fields are job, url, state, reason, detail, depth, path (from the first address to the page that led
    here), score, parts (code: value), anchor, inlinks, forced, status, mode. The exit code is 1 when no crawl has
    come across the address.
    """
    from app.crawl.frontier.joblist import jobs as all_jobs

    opened = open_archive(archive)
    for one in [find(opened, job)] if job else all_jobs(opened):
        for address in spellings(url):
            found = _ask(opened, one, address)
            if found is not None:
                explain(one.job_id, found, as_json)
                return
    raise Refused(
        detail=f"No crawl has come across {url}." if not job else f"That crawl has not come across {url}."
    )


def spellings(url: str) -> tuple[str, ...]:
    """What a person may mean, first as it stands."""
    from app.archive.spellings import beginnings
    from app.crawl.rules.url import from_input

    try:
        meant = from_input(typed(url))
    except AddressInvalid:
        return (url,)
    schemes = (meant,) if "://" in url else (meant, meant.replace("https://", "http://", 1))
    return tuple(spelled for one in schemes for spelled in beginnings(one))


def _ask(archive: Archive, job: Job, address: str) -> Why | None:
    from app.crawl.frontier.queue import why as ask

    return ask(archive, job.job_id, address)


def explain(job_id: str, found: Why, as_json: bool, more: dict[str, str] | None = None) -> None:
    """`more`: facts by their names."""
    if as_json:
        emit({"job": job_id, **asdict(found), "parts": dict(found.parts), **(more or {})})
        return
    say(
        f"{found.url}   in crawl {job_id}{''.join(f', {name} {value}' for name, value in (more or {}).items())}"
    )
    reason = f": {found.reason}{' — ' if found.detail else ''}{found.detail}" if found.reason else ""
    status = f", status {found.status}" if found.status else ""
    say(f"State    {found.state}{reason}{status}")
    if found.forced:
        say("         taken because a person wanted it")
    if found.mode != "normal":
        say(f"Host     {found.mode}")
    say(
        f"Depth    {found.depth}, links to it {found.inlinks}"
        + (f", called “{found.anchor}”" if found.anchor else "")
    )
    say(
        "Score    "
        + f"{found.score:.3f} = "
        + (" + ".join(f"{code} {value:.3f}" for code, value in found.parts) or "0")
    )
    for step, address in enumerate((*found.path, found.url)):
        say(
            f"{'Found at ' if not step else '    then '}{address}"
            if found.path
            else "Found    it is where the crawl began"
        )


def take(
    archive: ArchivePath,
    job: Annotated[str, argument("JOB", "Id or name of a crawl.")],
    urls: Annotated[list[str] | None, argument("URL…", "What to take anyway.")] = None,
    failed: Annotated[
        bool,
        typer.Option("--failed", help="All that gave no answer: no connection, a time-out, an unknown name."),
    ] = False,
    as_json: Json = False,
) -> None:
    """Take addresses anyway that a crawl refused, parked, failed at or never found.

    “tianwang crawl ARCHIVE --resume JOB” then fetches them. Scope, traps and content types do not count for them;
    limits do, and robots.txt as long as the crawl obeys it.

    The JSON fields are url and taken. The exit code is 1 when one of them cannot be taken: it is stored or under way
    already, or its host is skipped.
    """
    from app.crawl.rules.url import from_input
    from app.crawl.run.jobcontrol import take_anyway

    try:
        wanted = [from_input(typed(url)) for url in urls or ()]
    except AddressInvalid as error:
        raise typer.BadParameter(str(error), param_hint="URL…") from error
    if not wanted and not failed:
        raise typer.BadParameter("Give addresses, or --failed.", param_hint="URL…")
    opened = open_archive(archive)
    job_id = find(opened, job).job_id
    if failed:
        wanted += [row.url for row in _queue(opened, job_id, states=("failed",)) if not row.status]
    left = 0
    for address in wanted:
        taken = take_anyway(opened, job_id, address)
        left += not taken
        if as_json:
            emit({"url": address, "taken": taken})
        elif taken:
            say(f"+ {address}")
        else:
            warn(f"{address} is stored or under way already, or its host is skipped.")
    if left:
        raise Refused(detail=f"{addresses(left)} could not be taken.")


def hosts(
    archive: ArchivePath,
    job: JobOrNewest = "",
    hold: Annotated[
        list[str] | None,
        option("--hold", "HOST", "Ask it for nothing more until released; may be repeated.", callback=texts),
    ] = None,
    skip: Annotated[
        list[str] | None,
        option(
            "--skip",
            "HOST",
            "Drop what is waiting of it, and what is found later; may be repeated.",
            callback=texts,
        ),
    ] = None,
    release: Annotated[
        list[str] | None,
        option("--release", "HOST", "Go on with a held or skipped host; may be repeated.", callback=texts),
    ] = None,
    search: Search = "",
    as_json: Json = False,
) -> None:
    """List the hosts of a crawl, those with the most done first; or hold, skip or release some of them.

    Hosts are named as they are listed, with their port if that is not the usual one. While a program works on the
    crawl, they cannot be changed from here.

    The columns are mode, done, waiting, errors, delay in seconds, name.

    The JSON fields are number, host, queued, done, errors, delay, mode.
    """
    from app.crawl.run.jobcontrol import set_host_mode

    opened = open_archive(archive)
    job_id = find(opened, job).job_id
    modes: tuple[tuple[HostMode, list[str] | None], ...] = (
        ("held", hold),
        ("skipped", skip),
        ("normal", release),
    )
    wanted = [(host.lower(), mode) for mode, names in modes for host in names or ()]
    for host, _mode in wanted:
        if host not in {row.host for row in _hosts(opened, job_id, host)}:
            raise Refused(detail=f"That crawl knows no host {host}; “tianwang hosts ARCHIVE” lists them.")
    for host, mode in wanted:
        set_host_mode(opened, job_id, host, mode)
    changed = {host for host, _mode in wanted}
    for row in _hosts(opened, job_id, search):
        if changed and row.host not in changed:
            continue
        if as_json:
            emit(asdict(row))
        else:
            say(
                f"{row.mode:<8} {row.done:>8} done {row.queued:>8} waiting {row.errors:>6} errors {row.delay:>7.2f} s  "
                f"{row.host}"
            )


def _hosts(archive: Archive, job_id: str, search: str) -> Iterator[HostRow]:
    from app.crawl.frontier.summaries import host_table

    last: HostRow | None = None
    while found := host_table(archive, job_id, search, after=last, limit=_AT_ONCE):
        yield from found
        last = found[-1]
