"""A crawl on the command line: its log line by line, for people or as JSON, and its end."""

from __future__ import annotations

import gc
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli.console import Meter, Refused, Stop, emit, picked, say, size, warn
from app.errors import shell_word
from app.search import SAVED

if TYPE_CHECKING:
    from app.archive.archive import Archive
    from app.crawl.rules.model import Awaited, CrawlProgress
    from app.crawl.run.crawl import Crawl
    from app.crawl.run.revisiting import Importance
    from app.errors import UserError

_POLL = 0.2
_WAITING = 3.0
"""Seconds of waiting after which its cause is shown."""
_GARBAGE = 50_000
"""Objects made between two searches for cyclic garbage: a crawl makes next to none, and many objects a page."""
_AT_ONCE = 500
_FIELDS = ("kind", "time", "url", "reason", "detail", "referrer")
_SUMMARY = (
    "state",
    "limit_reached",
    "pages",
    "versions",
    "visits",
    "errors",
    "refused",
    "parked",
    "queued",
    "bytes",
    "seconds",
)
_MARKS = {"stored": "+", "visit": "=", "redirect": ">", "error": "!", "refused": "-"}


def _importance(archive: Archive) -> Importance:
    """What links say of pages; nothing is read before a crawl asks."""

    @cache
    def known() -> Importance:
        from app.graph import standing

        return standing.Importance(archive.path)

    return lambda page, url: known()(page, url)


class Following:
    """A crawl that is about to run, the archive it writes to, and how far its log was shown.

    `run` until it has ended; `conclude` says how, and raises what makes the command fail.
    """

    def __init__(self, archive: Archive, job_id: str, unsaid: tuple[str, ...] = ()) -> None:
        """What was refused for one of the reasons `unsaid` is not shown."""
        from app.blocks.cutting.levels import PageDivider
        from app.crawl.net.child_browser import child_browser
        from app.crawl.run.crawl import Crawl

        self._archive = archive
        self._crawl: Crawl = Crawl.resume(
            archive, job_id, browser=child_browser(), divider=PageDivider(), importance=_importance(archive)
        )
        self._shown = _last_entry(archive)
        self._unsaid = unsaid
        self._problem = ""
        self._waits = False

    @property
    def error(self) -> UserError | None:
        """What a person must act on, when it has ended."""
        return self._crawl.error

    def run(self, stop: Stop, as_json: bool) -> None:
        """Run the crawl and show it. The first Ctrl+C stops it gracefully, the second raises KeyboardInterrupt."""
        crawl, asked = self._crawl, False
        gc.set_threshold(_GARBAGE, 20, 20)
        crawl.start()
        try:
            with Meter("Crawling") as meter:
                while not crawl.join(_POLL):
                    if stop() and not asked:
                        asked = True
                        crawl.stop()
                        warn(
                            "Stopping; what is under way is finished first. Press Ctrl+C again to interrupt at once."
                        )
                    self._show_new(as_json)
                    now = crawl.progress()
                    self._tell_waiting(now)
                    meter.show(0, _state(now))
            self._show_new(as_json)
        except KeyboardInterrupt:
            raise  # the second Ctrl+C: what is committed is safe, and the thread ends with the process
        except BrokenPipeError:
            # nobody reads the output any more: stop as gracefully as for Ctrl+C
            crawl.stop()
            crawl.join()
            raise self._unfinished() from None

    def conclude(self, as_json: bool) -> None:
        """The summary, and failure where the crawl did not get to its end, or stored nothing."""
        from app.crawl.rules.model import NOT_AWAITED

        end = self._crawl.progress()
        if (self._archive.path / SAVED).exists():
            from app.cli.search.saved import tell_new

            tell_new(self._archive, self._crawl.job_id, as_json)
        _tell_lost_fields(self._archive, self._crawl.job_id, as_json)
        if as_json:
            about = picked(end, _SUMMARY)
            emit({"kind": "summary", "job": self._crawl.job_id, "name": self._crawl.settings.name, **about})
        else:
            limit = limit_words(end.limit_reached)
            parked = f", {end.parked} of them suspected traps" if end.parked else ""
            say(
                f"{end.state.capitalize()}{limit}: {end.pages} pages answered; {end.versions} new and {end.visits} "
                f"unchanged stored, {end.errors} errors, {end.refused} left out{parked}; {size(end.bytes)} in "
                f"{end.seconds:.0f} s"
            )
            self._tell_forms()
        sys.stdout.flush()
        if end.state == "finished" and end.limit_reached == NOT_AWAITED:
            how = self._how_to_go_on()
            warn(f"Addresses of hosts that stopped answering were left out; {how} asks for them again.")
        if self._crawl.error is not None:
            raise self._crawl.error
        if end.state != "finished":
            raise self._unfinished()
        if not end.pages and not self._nothing_due():
            raise Refused(detail=f"Nothing could be stored. {self._problem}".strip())

    def _tell_forms(self) -> None:
        if self._crawl.settings.forms == "off":
            return
        from app.crawl.frontier.harvest import form_reports

        for form in form_reports(self._archive.crawl_db, self._crawl.job_id):
            say(
                f"Search form {form.action}: {form.words} words asked, {form.pages} pages found ({form.state})"
            )

    def _nothing_due(self) -> bool:
        """Whether the crawl was to ask only for what is due, and nothing was."""
        from app.crawl.frontier.joblist import refusal_counts

        if self._crawl.settings.revisit != "due" and not self._crawl.settings.details_once:
            return False
        return (
            not refusal_counts(self._archive, self._crawl.job_id).keys().isdisjoint(("not-due", "kept-once"))
        )

    def _unfinished(self) -> Refused:
        held = [host.host for host in self._crawl.progress().hosts if host.mode == "held"]
        path = shell_word(self._archive.path)
        first = (
            f" after “tianwang hosts {path} {self._crawl.job_id} --release {shell_word(held[0])}”"
            if held
            else ""
        )
        return Refused(
            detail=f"The crawl has not reached its end; {self._how_to_go_on()} goes on with it{first}."
        )

    def _how_to_go_on(self) -> str:
        return f"“tianwang crawl {shell_word(self._archive.path)} --resume {self._crawl.job_id}”"

    def _tell_waiting(self, now: CrawlProgress) -> None:
        """Once each time when nothing is left to do but to wait."""
        waits = bool(now.awaited) and now.awaited_for >= _WAITING
        if waits and not self._waits:
            warn(_waiting(now.awaited))
        self._waits = waits

    def _show_new(self, as_json: bool) -> None:
        """What was dealt with since the last call."""
        from app.crawl.frontier.joblist import refusals

        while found := refusals(self._archive, self._crawl.job_id, after=self._shown, limit=_AT_ONCE):
            self._shown = found[-1].number
            for entry in found:
                if entry.kind == "refused" and entry.reason in self._unsaid:
                    continue
                if as_json:
                    emit(picked(entry, _FIELDS))
                else:
                    why = (
                        f"  ({entry.reason}{': ' if entry.detail else ''}{entry.detail})"
                        if entry.reason
                        else ""
                    )
                    say(f"{_MARKS[entry.kind]} {entry.url}{why}")
                if entry.kind in ("error", "refused") and not self._problem:
                    self._problem = f"{entry.url}: {entry.detail or entry.reason}"
            sys.stdout.flush()


def _tell_lost_fields(archive: Archive, crawl: str, as_json: bool) -> None:
    """Fields that match no longer on pages that a crawl found changed."""
    from app.errors import UserError
    from app.fields.rules import NAME

    if not (archive.path / NAME).exists():
        return
    from app.fields.alarms import lost_in_crawl
    from app.fields.feeding import feed

    try:
        feed(archive)
        with archive.reader() as reader:
            lost = lost_in_crawl(reader, crawl)
    except UserError as error:
        warn(str(error))
        return
    for one in lost:
        if as_json:
            about = {"field": one.field.name, "pages": len(one.pages), "changed": one.changed}
            emit({"kind": "lost-field", **about})
        else:
            changed = f"{one.changed} changed page{'' if one.changed == 1 else 's'}"
            warn(f"The field “{one.field.name}” matches no longer on {len(one.pages)} of {changed}.")


def _last_entry(archive: Archive) -> int:
    """Number of the newest log entry, so that a resumed crawl shows only what it does itself."""
    from app.crawl.frontier.schema import opened

    with opened(archive.crawl_db) as db:
        return int(db.execute("SELECT coalesce(max(number), 0) FROM log").fetchone()[0])


def _state(now: CrawlProgress) -> str:
    waiting = now.queued + now.in_flight
    state = f"{now.pages} pages answered, {waiting} waiting, {now.errors} errors, {now.rate:.1f}/s, {size(now.bytes)}"
    if now.awaited and now.awaited_for >= _WAITING:
        first, *others = now.awaited
        more = f" and {len(others)} more" if others else ""
        return f"{state}, waiting only for {first.host}{more} ({first.reason or 'no answer yet'})"
    return state


def _waiting(hosts: tuple[Awaited, ...]) -> str:
    """What the crawl waits for, for how long at most, and what a person can do about it."""
    most = 3
    named = [f"{host.host} ({host.reason or 'no answer yet'})" for host in hosts[:most]]
    more = [f"{len(hosts) - most} more"] if len(hosts) > most else []
    longest = max(host.ends_in for host in hosts)
    count = sum(host.count for host in hosts)
    end = f" It ends without them in {longest:.0f} s (--patience);" if longest < float("inf") else ""
    return (
        f"The crawl waits only for {', '.join(named + more)}: {count:,} address{'' if count == 1 else 'es'}."
        f"{end} Ctrl+C ends it now, and --resume goes on with them."
    )


def limit_words(code: str) -> str:
    """What has ended a crawl, behind its state."""
    from app.crawl.rules.model import NOT_AWAITED

    if code == NOT_AWAITED:
        return " without hosts that stopped answering"
    return f" at the limit {code}" if code else ""


def ready(archive: Archive) -> None:
    """Raises ArchiveLocked now, before a job is made that could not begin."""
    from app.archive.lock import WriteLock

    WriteLock(archive.path).close()


def open_or_create(path: Path) -> Archive:
    """The archive at `path`, made if it does not exist."""
    from app.archive.archive import Archive
    from app.cli.arguments import open_archive

    return open_archive(path) if (path / "archive.json").exists() else Archive.create(path)
