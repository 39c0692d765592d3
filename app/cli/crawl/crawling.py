"""`crawl`: start or resume a crawl and follow it until it ends."""

from __future__ import annotations

import re
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.cli.arguments import ArchivePath, Json, argument, open_archive, option, refuse, text
from app.cli.console import Meter, Refused, emit, say, stoppable
from app.cli.crawl.following import Following, open_or_create, ready
from app.cli.crawl.options import with_settings
from app.cli.crawl.settings import (
    SettingsFile,
    TemplateCode,
    addresses,
    asked_changes,
    changed_settings,
    new_settings,
    shown,
)

if TYPE_CHECKING:
    from app.archive.archive import Archive
    from app.crawl.frontier.replanning import Preview
    from app.crawl.rules.model import Job
    from app.crawl.rules.settings import CrawlSettings

_JOB_ID = re.compile(r"\d{8}-\d{6}-[0-9a-f]{6}")

Name = Annotated[
    str | None,
    option("--name", "NAME", "What you call this crawl.", callback=text),
]


Urls = Annotated[
    list[str] | None,
    argument("URL…", "Where to start; https:// may be left out."),
]
Resume = Annotated[
    bool,
    typer.Option(
        "--resume",
        help="Go on with the job that is named in place of the first URL, or with the newest unfinished one; "
        "other options change its settings.",
    ),
]
PreviewOnly = Annotated[
    bool,
    typer.Option(
        "--preview",
        help="Do nothing: show the settings, and with --resume what the changes would do to the queue.",
    ),
]
Cookies = Annotated[
    Path | None,
    typer.Option(
        "--cookies",
        "--load-cookies",
        metavar="FILE",
        show_default=False,
        help="Store the cookies of a cookies.txt or JSON file among the log-ins first.",
    ),
]


Cluster = Annotated[
    str,
    option(
        "--cluster",
        "HOST:PORT",
        "Crawl on the nodes of this cluster (“tianwang cluster start”).",
        callback=text,
    ),
]
Nodes = Annotated[
    int,
    option(
        "--nodes", "N", "Crawl by so many processes of this machine, which share the hosts.", min=0, max=64
    ),
]


@with_settings
def crawl(
    archive: ArchivePath,
    urls: Urls = None,
    resume: Resume = False,
    preview: PreviewOnly = False,
    template: TemplateCode = None,
    settings: SettingsFile = None,
    name: Name = None,
    cookies: Cookies = None,
    cluster: Cluster = "",
    nodes: Nodes = 0,
    as_json: Json = False,
    **given: Any,
) -> None:
    """Crawl sites into an archive, which is created if it does not exist.

    Ctrl+C stops gracefully: everything stored is safe, the exit code is 1, and --resume goes on. A second
    Ctrl+C interrupts at once; that loses nothing that was stored either. The exit code is also 1 when nothing
    could be stored.

    “crawl ARCHIVE --resume JOB” goes on with a job; addresses behind JOB are added to those it starts from, and options
    change its settings for good: what is queued and no longer wanted leaves the queue, what was refused and is wanted
    now returns. Without JOB it is the newest unfinished one, among those that began at the URLs if there are any.
    “--include ''” and the like empty a list.

    Figures: answered pages are those that a server answered, with redirects and those not found; new and unchanged are
    captures of pages, of their parts and of robots.txt; errors could not be fetched or were answered with an error;
    left out are addresses found and not fetched; waiting are those found and not dealt with yet. “tianwang stats”
    counts as pages only those with content.

    With --cluster or --nodes the crawl runs on several nodes, each with an archive of its own and hosts that it alone
    asks. With --nodes these lie in a folder beside ARCHIVE (ARCHIVE.nodes), and ARCHIVE becomes a list of them that is
    read as one archive; with --cluster they lie on the nodes, under the name of ARCHIVE. Limits hold over all nodes, and
    may be exceeded by what is under way between two reports (2 s). With --json an object of progress every second then
    (kind "progress", figures), and a summary with the nodes.

    With --json an object for each address as it is dealt with (kind stored, visit, redirect, error or
    refused; time, url, reason, detail, referrer) and a summary at the end (kind "summary"). Before them one of kind
    "change" when settings were changed. With --preview one object alone (kind "preview", with settings).
    """
    changes = asked_changes(template, settings, given)
    if name is not None:
        changes["name"] = " ".join(name.split())
    if preview:
        refuse({"--cookies": cookies}, "A preview stores nothing.")
    if cluster or nodes:
        refuse({"--preview": preview, "--cookies": cookies}, "Not with --cluster or --nodes.")
        if cluster and nodes:
            raise typer.BadParameter("One of them.", param_hint="--cluster, --nodes")
        from app.cli.crawl.together import crawl_together

        crawl_together(archive, urls or [], changes, cluster, nodes, resume=resume, as_json=as_json)
        return
    (_go_on if resume else _begin)(archive, urls or [], changes, preview, cookies, as_json)


def _begin(
    archive: Path,
    urls: list[str],
    changes: dict[str, Any],
    preview: bool,
    cookies: Path | None,
    as_json: bool,
) -> None:
    """A new crawl."""
    if not urls and "seeds" not in changes:
        raise typer.BadParameter("Give an address to start from, or --resume.", param_hint="URL…")
    if urls and _JOB_ID.fullmatch(urls[0]):
        raise typer.BadParameter(f"{urls[0]} is a job; --resume goes on with it.", param_hint="URL…")
    wanted = new_settings(urls, changes)
    if preview:
        _show_preview(None, wanted, None, as_json)
        return
    _take_cookies(cookies)
    with stoppable() as stop:
        from app.crawl.frontier.joblist import create_job

        opened = open_or_create(archive)
        ready(opened)
        work = Following(opened, create_job(opened, wanted))
        work.run(stop, as_json)
    work.conclude(as_json)


def _go_on(
    archive: Path,
    urls: list[str],
    changes: dict[str, Any],
    preview: bool,
    cookies: Path | None,
    as_json: bool,
) -> None:
    """A crawl that is there already, with other settings if any are given."""
    opened = open_archive(archive)
    job, wanted = _to_resume(opened, urls, changes)
    if preview:
        _show_preview(job, wanted, _foretold(opened, job, wanted), as_json)
        return
    _take_cookies(cookies)
    with stoppable() as stop:
        ready(opened)
        if wanted != job.settings:
            _reconfigure(opened, job, wanted, as_json)
        work = Following(opened, job.job_id)
        if not stop():
            work.run(stop, as_json)
    work.conclude(as_json)


def _to_resume(archive: Archive, urls: list[str], changes: dict[str, Any]) -> tuple[Job, CrawlSettings]:
    """The job that is to go on, and its settings from now on."""
    from app.crawl.frontier.joblist import jobs

    if urls and _JOB_ID.fullmatch(urls[0]):
        named, *more = urls
        for job in jobs(archive):
            if job.job_id == named:
                return job, changed_settings(job.settings, more, changes)
        raise Refused(
            detail=f"There is no crawl {named} in this archive; “tianwang jobs ARCHIVE” lists them."
        )
    seeds = set(addresses(urls))
    for job in jobs(archive):
        if job.unfinished and seeds <= set(job.settings.seeds):
            return job, changed_settings(job.settings, [], changes)
    raise Refused(
        detail="There is no unfinished crawl to resume."
        if not urls
        else "There is no unfinished crawl that began at these addresses."
    )


def _foretold(archive: Archive, job: Job, wanted: CrawlSettings) -> Preview:
    from app.crawl.frontier.replanning import preview as foretell
    from app.crawl.rules.model import Cancelled

    with stoppable() as stop, Meter("Looking through the queue", total=1) as meter:
        try:
            return foretell(
                archive,
                job.job_id,
                wanted,
                cancelled=stop,
                progress=lambda done, total: meter.show(
                    done, f"Looking through the queue, {done} of {total}", total
                ),
            )
        except Cancelled:
            raise Refused(detail="Stopped. Nothing was changed.") from None


def _reconfigure(archive: Archive, job: Job, wanted: CrawlSettings, as_json: bool) -> None:
    from app.crawl.run.jobcontrol import reconfigure_job

    with Meter("Changing the settings") as meter:
        done = reconfigure_job(
            archive,
            job.job_id,
            wanted,
            progress=lambda count: meter.show(count, f"Changing the settings, {count} addresses"),
        )
    if as_json:
        emit({"kind": "change", "job": job.job_id, **asdict(done)})
    else:
        _say_change(done, "Changed")
    sys.stdout.flush()


def _show_preview(job: Job | None, wanted: CrawlSettings, foretold: Preview | None, as_json: bool) -> None:
    if as_json:
        about: dict[str, Any] = {"kind": "preview", "job": job.job_id if job else None}
        emit({**about, **(asdict(foretold) if foretold else {}), "settings": asdict(wanted)})
        return
    usual = asdict(type(wanted)(seeds=()))
    before = asdict(job.settings) if job else usual
    for field, value in asdict(wanted).items():
        if value != before[field]:
            say(f"{field}: {shown(before[field])} → {shown(value)}" if job else f"{field}: {shown(value)}")
    if foretold is not None:
        _say_change(foretold, "The queue")
        for url, old, new in foretold.examples:
            say(f"  {'+' if not new else '-'} {url}  ({new or old})")


def _say_change(change: Preview, label: str) -> None:
    def listed(counts: dict[str, int]) -> str:
        reasons = ", ".join(f"{reason or 'other'} {count}" for reason, count in counts.items())
        return f"{sum(counts.values())} ({reasons})" if counts else "none"

    say(
        f"{label}: of {change.queued} addresses waiting {change.stays} stay, {listed(change.leaves)} leave, "
        f"{listed(change.returns)} return; {change.added} new to start from"
    )


def _take_cookies(path: Path | None) -> None:
    if path is not None:
        from app.crawl.net.logins import Vault

        Vault().import_cookies(path)
