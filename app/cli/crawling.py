"""`crawl`: start or resume a crawl and follow it until it ends."""

from __future__ import annotations

import re
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.cli.arguments import ArchivePath, Json, open_archive
from app.cli.console import Meter, Refused, Stop, emit, say, size, stoppable, warn
from app.errors import AddressInvalid

if TYPE_CHECKING:
    from app.archive import Archive
    from app.crawl import Crawl, CrawlProgress

_POLL = 0.2
_AT_ONCE = 500
_FIELDS = ("kind", "time", "url", "reason", "detail", "referrer")
_SUMMARY = ("state", "limit_reached", "pages", "versions", "visits", "errors", "refused", "queued", "bytes", "seconds")
_UNFINISHED = "The crawl has not reached its end; “tianwang crawl ARCHIVE --resume” goes on with it."
_MARKS = {"stored": "+", "visit": "=", "redirect": ">", "error": "!", "refused": "-"}


class Scope(StrEnum):
    """Where a crawl may go."""

    host = "host"
    prefix = "prefix"
    domain = "domain"
    any = "any"


def _patterns(values: list[str] | None) -> list[str] | None:
    for value in values or ():
        try:
            re.compile(value)
        except re.error as error:
            raise typer.BadParameter(f"“{value}” is not a regular expression: {error}.") from error
    return values


def crawl(
    archive: ArchivePath,
    urls: Annotated[
        list[str] | None,
        typer.Argument(metavar="URL…", help="Where to start; https:// may be left out.", show_default=False),
    ] = None,
    scope: Annotated[
        Scope | None,
        typer.Option(
            help="The same host, the same beginning of the address, the same domain, or any.", show_default="host"
        ),
    ] = None,
    include: Annotated[
        list[str] | None,
        typer.Option(metavar="RE", help="Only addresses in which this is found; may be repeated.", callback=_patterns),
    ] = None,
    exclude: Annotated[
        list[str] | None,
        typer.Option(metavar="RE", help="No addresses in which this is found; may be repeated.", callback=_patterns),
    ] = None,
    max_pages: Annotated[
        int | None, typer.Option(min=0, help="Stop after so many pages.", show_default="no limit")
    ] = None,
    max_depth: Annotated[
        int | None, typer.Option(min=0, help="Follow so many links in a row.", show_default="no limit")
    ] = None,
    delay: Annotated[
        float | None, typer.Option(min=0, help="Seconds between requests to a host.", show_default="1.0")
    ] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="Requests at the same time.", show_default="8")] = None,
    ignore_robots: Annotated[
        bool, typer.Option("--ignore-robots", help="Fetch what robots.txt forbids. Only where you may.")
    ] = False,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the newest unfinished crawl, with its own settings.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Crawl sites into an archive, which is created if it does not exist.

    Ctrl+C stops gracefully: everything stored is safe, the exit code is 1, and --resume goes on. A second
    Ctrl+C interrupts at once; that loses nothing that was stored either. The exit code is also 1 when nothing
    could be stored.

    With --json an object for each address as it is dealt with (kind stored, visit, redirect, error or
    refused; time, url, reason, detail, referrer) and a summary at the end (kind "summary").
    """
    options = {
        "scope": scope.value if scope else None, "include": tuple(include or ()) or None,
        "exclude": tuple(exclude or ()) or None, "max_pages": max_pages, "max_depth": max_depth,
        "delay": delay, "workers": workers, "obey_robots": False if ignore_robots else None,
    }  # fmt: skip
    given = {name: value for name, value in options.items() if value is not None}
    if resume and given:
        raise typer.BadParameter("A resumed crawl keeps its own settings; leave out the others.", param_hint="--resume")
    if not resume and not urls:
        raise typer.BadParameter("Give an address to start from, or --resume.", param_hint="URL…")
    with stoppable() as stop:
        work = _resumed(archive, urls or []) if resume else _started(archive, urls or [], given)
        _follow(work, stop, as_json)
    _conclude(work, as_json)


class _Work:
    """A crawl, the archive it writes to, and how far its log was shown."""

    def __init__(self, archive: Archive, crawl: Crawl, shown: int) -> None:
        self.archive, self.crawl, self.shown = archive, crawl, shown
        self.problem = ""

    def show_new(self, as_json: bool) -> None:
        """Show what was dealt with since the last call."""
        from app.crawl import refusals

        while found := refusals(self.archive, self.crawl.job_id, after=self.shown, limit=_AT_ONCE):
            self.shown = found[-1].number
            for entry in found:
                if as_json:
                    emit({name: getattr(entry, name) for name in _FIELDS})
                else:
                    why = f"  ({entry.reason}{': ' if entry.detail else ''}{entry.detail})" if entry.reason else ""
                    say(f"{_MARKS[entry.kind]} {entry.url}{why}")
                if entry.kind in ("error", "refused") and not self.problem:
                    self.problem = f"{entry.url}: {entry.detail or entry.reason}"
            sys.stdout.flush()


def _started(path: Path, urls: list[str], given: dict[str, Any]) -> _Work:
    """A new crawl. Nothing is created when an address is wrong."""
    from app.archive import Archive
    from app.crawl import Crawl, CrawlSettings
    from app.crawl.url import from_input

    try:
        seeds = tuple(from_input(url) for url in urls)
    except AddressInvalid as error:
        raise typer.BadParameter(str(error), param_hint="URL…") from error
    settings = CrawlSettings(seeds=seeds, **given).checked()
    archive = open_archive(path) if (path / "archive.json").exists() else Archive.create(path)
    return _Work(archive, Crawl.new(archive, settings), 0)


def _resumed(path: Path, urls: list[str]) -> _Work:
    """The newest crawl that has something left to do, among those that began at `urls` if there are any."""
    from app.crawl import Crawl, jobs
    from app.crawl.url import from_input

    archive = open_archive(path)
    seeds = {from_input(url) for url in urls}
    for job in jobs(archive):
        if job.state != "finished" and seeds <= set(job.settings.seeds):
            return _Work(archive, Crawl.resume(archive, job.job_id), _last_entry(archive, job.job_id))
    raise Refused(detail="There is no unfinished crawl to resume." if not urls else
                  "There is no unfinished crawl that began at these addresses.")  # fmt: skip


def _last_entry(archive: Archive, job_id: str) -> int:
    """Number of the newest log entry, so that a resumed crawl shows only what it does itself."""
    from app.crawl import refusals

    last = 0
    while found := refusals(archive, job_id, after=last, limit=_AT_ONCE):
        last = found[-1].number
    return last


def _follow(work: _Work, stop: Stop, as_json: bool) -> None:
    """Run the crawl and show it until it has ended."""
    crawl, asked = work.crawl, False
    crawl.start()
    try:
        with Meter("Crawling") as meter:
            while not crawl.join(_POLL):
                if stop() and not asked:
                    asked = True
                    crawl.stop()
                    warn("Stopping; what is under way is finished first. Press Ctrl+C again to interrupt at once.")
                work.show_new(as_json)
                meter.show(0, _state(crawl.progress()))
        work.show_new(as_json)
    except KeyboardInterrupt:
        raise  # the second Ctrl+C: what is committed is safe, and the thread ends with the process
    except BrokenPipeError:
        # nobody reads the output any more: stop as gracefully as for Ctrl+C
        crawl.stop()
        crawl.join()
        raise Refused(detail=_UNFINISHED) from None


def _state(now: CrawlProgress) -> str:
    return f"{now.pages} pages, {now.queued} waiting, {now.errors} errors, {now.rate:.1f}/s, {size(now.bytes)}"


def _conclude(work: _Work, as_json: bool) -> None:
    """The summary, and failure where the crawl did not get to its end."""
    end = work.crawl.progress()
    if as_json:
        emit({"kind": "summary", "job": work.crawl.job_id, **{name: getattr(end, name) for name in _SUMMARY}})
    else:
        limit = f" at the limit {end.limit_reached}" if end.limit_reached else ""
        say(
            f"{end.state.capitalize()}{limit}: {end.pages} pages; {end.versions} versions and {end.visits} unchanged "
            f"stored, {end.errors} errors, {end.refused} not fetched; {size(end.bytes)} in {end.seconds:.0f} s"
        )
    if work.crawl.error is not None:
        raise work.crawl.error
    if end.state != "finished":
        raise Refused(detail=_UNFINISHED)
    if not end.versions + end.visits:
        raise Refused(detail=f"Nothing could be stored. {work.problem}".strip())
