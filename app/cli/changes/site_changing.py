"""What changed on a site between two dates or crawls: `changes`."""

from __future__ import annotations

import re
from collections.abc import Collection
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.arguments import (
    ArchivePath,
    Json,
    Kinds,
    checked_kinds,
    moment_span,
    open_archive,
    option,
    reading,
    refuse,
    text,
    texts,
)
from app.cli.changes.comparing import USUAL_LEVEL, Level, NoNoise, checked_host
from app.cli.console import Meter, Refused, counted, emit, plain, say, stoppable, warn
from app.errors import CaptureMissing, StorageFailed

if TYPE_CHECKING:
    from app.archive.reader import ArchiveReader
    from app.blocks.history.site_changes import Question, SiteChanges, SiteRow
    from app.fields.table import ValueChange

_CRAWL = re.compile(r"\d{8}-\d{6}-[0-9a-z]+")
_STATES = ("new", "gone", "changed", "same")
_ORDERS = ("share", "url", "title", "state", "date")
_MARKS = {"new": "+", "gone": "-", "changed": "~", "same": " "}
_FORMATS = (".html", ".csv", ".json")
_CHANGES = {"moved": "moved:", "changed": "links or pictures of", "layout": "layout of"}
_MOST_TOLD = 20  # changes of templates that people are shown


Since = Annotated[
    str | None,
    option(
        "--from",
        "DATE|CRAWL",
        "Compare the state at the end of that year, month or day, or what that crawl saw …",
        callback=text,
    ),
]
Until = Annotated[
    str | None,
    option("--to", "DATE|CRAWL", "… with that at the end of this one; with now, if left out.", callback=text),
]
Host = Annotated[str | None, option("--host", "HOST", "Only this host (with its port).", callback=text)]
States = Annotated[
    list[str] | None,
    option("--state", "STATE", "Only new, gone, changed or same; may be repeated.", callback=texts),
]
Search = Annotated[
    str,
    option("--search", "TEXT", "Only with this in the title or address.", callback=text),
]
Least = Annotated[
    float,
    option("--least", "PERCENT", "Only with so much of real change.", show_default=True, min=0, max=100),
]
SortBy = Annotated[
    str | None,
    typer.Option("--sort", metavar="ORDER", help="share, url, title, state or date.", show_default="share"),
]
Output = Annotated[
    Path | None,
    option("--output", "FILE", "Write a report: .html, .csv or .json."),
]
Everything = Annotated[
    bool, typer.Option("--all", help="Show people also pages that are the same, or changed by noise alone.")
]


def changes(
    archive: ArchivePath,
    since: Since = None,
    until: Until = None,
    host: Host = None,
    kind: Kinds = None,
    state: States = None,
    search: Search = "",
    least: Least = 0.0,
    order: SortBy = None,
    output: Output = None,
    level: Level = USUAL_LEVEL,
    no_noise: NoNoise = False,
    everything: Everything = False,
    as_json: Json = False,
) -> None:
    """Show what changed on a site between two dates or two crawls: pages that are new, gone, changed, the same.

    Gone is what answered with 404 or 410 or leads elsewhere; between crawls also what the later one did not see. A page
    that is gone and whose main text stands under a new address, the same or nearly the same (from 80 % on, as “duplicates”
    tells it), has moved there: both lines say so. The
    columns are the mark (+ new, - gone, ~ changed), share of the page that really changed, title, address. What changed in
    the template of a site, as a menu or foot, is told once behind them and is no change of its pages.

    With --json an object for each page (kind "page": state, reason, url, title, real_share, share, real: number of
    real changes, noise: number of others, changed, added, removed, moved, layout, id_a, date_a, id_b, date_b, moved_to and
    moved_from: the other address of a page that moved, likeness: of both, from 0 to 1), by address as it is found, those
    that are new or gone at the end, and a summary with moved: how many did. Where fields are defined, values that changed
    come behind the pages: "price: 120 EUR → 99 EUR on 14 pages"; with --json an object for each (kind "value": field,
    before, after, pages: url, id_a, id_b). With --json the template field of a page counts its changes that are of the
    template, and of each of these there is one object (kind "template": site, change, before, after, pages: how many have
    it, urls, id_a and id_b: the versions of the first of them).
    """
    _check_shown(state, order, output, everything, as_json)
    question = _question(since, until, checked_host(host), checked_kinds(kind), level, not no_noise)
    with reading(archive) as reader:
        for crawl in question.crawls or ():
            if next(reader.captures_of_crawl(crawl), None) is None:
                raise CaptureMissing(wanted=f"crawl {crawl}")
        _learn(archive)
        found = _gather(reader, question, state, search, least / 100, as_json)
        values = _changed_values(archive, found)
        if output is not None:
            _write(reader, found, output, values)
        elif not as_json:
            _show(found, order or "share", everything or bool(state))
        if as_json or output is None:
            _show_template(found, as_json)
            _show_values(values, as_json)
        if as_json:
            left = {"unvisited": found.totals.unvisited, "cancelled": found.cancelled}
            moved = sum(bool(row.moved_to) for row in found.rows)
            emit({"kind": "summary", **found.counts, "moved": moved, **left})
    if found.before and found.totals.counts.keys() == {"new"} and not found.totals.unvisited:
        warn("The archive holds nothing of the earlier time, so every page is new.")
    if found.totals.unvisited:
        warn(f"Pages that were not looked at in this time: {found.totals.unvisited:,}.")
    if found.cancelled:
        raise Refused(detail="Stopped. What is shown was found until then.")


def _check_shown(
    states: list[str] | None, order: str | None, output: Path | None, everything: bool, as_json: bool
) -> None:
    """Wrong usage where what is to be shown is not known, or nothing of the kind is shown."""
    for one in states or ():
        if one not in _STATES:
            raise typer.BadParameter(f"“{one}” is not one of {', '.join(_STATES)}.", param_hint="--state")
    if order is not None and order not in _ORDERS:
        raise typer.BadParameter(f"“{order}” is not one of {', '.join(_ORDERS)}.", param_hint="--sort")
    if output is not None and output.suffix.lower() not in _FORMATS:
        raise typer.BadParameter(f"Give a file that ends in {', '.join(_FORMATS)}.", param_hint="--output")
    if output is not None or as_json:
        other = "--output" if output is not None else "--json"
        refuse(
            {"--sort": order, "--all": everything},
            f"It is about the list for people; {other} has all, by address.",
        )
    if states:
        refuse({"--all": everything}, "With --state all pages of that state are shown.")


def _question(
    since: str | None,
    until: str | None,
    host: str | None,
    kinds: Collection[str] | None,
    level: int,
    noise: bool,
) -> Question:
    from app.blocks.history.site_changes import Question

    moments, crawls = _span(since, until)
    return Question(moments, crawls, host, kinds or ("document",), level, noise)


def _span(
    since: str | None, until: str | None
) -> tuple[tuple[datetime, datetime], None] | tuple[None, tuple[str, str]]:
    """The two moments or the two crawls that a person means."""
    if since is None:
        raise typer.BadParameter("Say from which date or crawl on.", param_hint="--from")
    if _CRAWL.fullmatch(since):
        if until is None or not _CRAWL.fullmatch(until):
            raise typer.BadParameter("Give the other crawl, too.", param_hint="--to")
        return None, (since, until)
    begin, end = moment_span(since, "--from"), moment_span(until, "--to")
    assert begin is not None
    before = begin[1] - timedelta(seconds=1)
    after = end[1] - timedelta(seconds=1) if end else datetime.now(UTC)
    if before >= after and end is None:
        raise typer.BadParameter(
            f"The end of “{since}” is yet to come. Give an earlier date.", param_hint="--from"
        )
    if before >= after:
        raise typer.BadParameter(
            "The end must come after the beginning. Within a day, give times, too: 2026-11-21T08:30 (UTC).",
            param_hint="--to",
        )
    return (before, after), None


def _gather(
    reader: ArchiveReader,
    question: Question,
    states: list[str] | None,
    search: str,
    least: float,
    as_json: bool,
) -> SiteChanges:
    from app.blocks.history.site_changes import Totals, filtered, iter_site_changes
    from app.blocks.history.site_reports import row_values

    totals = Totals()
    rows: list[SiteRow] = []
    apart: list[SiteRow] = []

    def take(found: SiteRow) -> None:
        for one in filtered([found], states, search, least):
            rows.append(one)
            if as_json:
                emit({"kind": "page", **row_values(one)})

    with stoppable() as stop, Meter("Comparing pages") as meter:
        for row in iter_site_changes(
            reader,
            question,
            totals,
            cancelled=stop,
            progress=lambda done, of: meter.show(done, f"Comparing pages, {done:,}"),
        ):
            if row.state in ("new", "gone"):
                apart.append(row)
            else:
                take(row)
    for row in _moved(reader, apart):
        take(row)
    rows.sort(key=lambda row: row.url)
    return question.answered(rows, totals)


def _moved(reader: ArchiveReader, rows: list[SiteRow]) -> list[SiteRow]:
    """The same, with where pages moved; as they are where the fingerprints of texts cannot be made."""
    from app.archive.archive import Archive
    from app.blocks.history.moves import may_have_moved, with_moves
    from app.cli import up_to_date

    if not may_have_moved(rows):
        return rows
    try:
        up_to_date.alike(Archive.open(reader.path))
    except StorageFailed as error:
        warn(f"Pages that moved are told as far as they are known: {error}")
    return with_moves(reader, rows)


def _write(reader: ArchiveReader, found: SiteChanges, output: Path, values: list[ValueChange]) -> None:
    from app.blocks.history.site_reports import ChangedValue, write_report
    from app.blocks.noise.judged import Stopped

    try:
        with stoppable() as stop, Meter("Writing", total=max(1, len(found.rows))) as meter:
            write_report(
                output,
                reader,
                found,
                progress=lambda done, of: meter.show(done),
                cancelled=stop,
                values=[
                    ChangedValue(one.field, one.before, one.after, tuple(page.url for page in one.pages))
                    for one in values
                ],
            )
    except Stopped:
        raise Refused(detail="Stopped. No report was written.") from None


def _changed_values(path: Path, found: SiteChanges) -> list[ValueChange]:
    """Values of fields that are others now; none where the archive has no fields, or they cannot be looked for."""
    from app.cli import up_to_date
    from app.fields.rules import NAME
    from app.fields.table import ChangedPage, changed_values

    if not (path / NAME).exists() or found.cancelled:
        return []
    try:
        up_to_date.fields(open_archive(path))
        return changed_values(
            path, (ChangedPage(row.url, row.id_a, row.id_b) for row in found.rows if row.id_a and row.id_b)
        )
    except StorageFailed as error:
        warn(f"Fields are not compared: {error}")
        return []


def _learn(path: Path) -> None:
    """What sites repeat on their pages, as far as that is not known; what is known holds where it cannot be kept."""
    from app.cli import up_to_date

    with suppress(StorageFailed):
        up_to_date.templates(open_archive(path))


def _show_template(found: SiteChanges, as_json: bool) -> None:
    """What changed in templates: all of it as objects, the changes that most pages have for people."""
    from app.blocks.history.site_reports import template_values

    told = found.totals.template
    if as_json:
        for one in told:
            emit({"kind": "template", **template_values(one)})
        return
    for one in told[:_MOST_TOLD]:
        if one.before == one.after:
            said = f"{_CHANGES[one.kind]} {_quoted(one.after)}"
        else:
            said = f"{_quoted(one.before)} → {_quoted(one.after)}"
        say(f"Template of {one.site}: {said} on {counted(one.pages, 'page')}")
    if len(told) > _MOST_TOLD:
        say(f"{counted(len(told) - _MOST_TOLD, 'further change')} of templates; --json tells all.")


def _quoted(text: str) -> str:
    return f"“{plain(text)}”" if text else "nothing"


def _show_values(values: list[ValueChange], as_json: bool) -> None:
    for one in values:
        if as_json:
            emit({"kind": "value", **one._asdict(), "pages": [page._asdict() for page in one.pages]})
        else:
            before, after = (plain(value) or "nothing" for value in (one.before, one.after))
            say(f"{one.field}: {before} → {after} on {counted(len(one.pages), 'page')}")


def _show(found: SiteChanges, order: str, everything: bool) -> None:
    from app.blocks.history.site_changes import sorted_rows

    quiet = 0
    for row in sorted_rows(found.rows, order):
        if not everything and (row.state == "same" or row.is_quiet):
            quiet += row.state == "changed"
            continue
        say(_line(row))
    counts = ", ".join(f"{count:,} {state}" for state, count in found.counts.items())
    say(
        f"{counts}.{f' {quiet:,} changed by template, noise or markup alone; --all shows them.' if quiet else ''}"
    )


def _line(row: SiteRow) -> str:
    reasons = [row.reason] if row.reason else []
    if row.moved_to or row.moved_from:
        place = f"moved to {row.moved_to}" if row.moved_to else f"moved from {row.moved_from}"
        reasons.append(f"{place}, {row.likeness:.0%} alike")
    reason = f" ({'; '.join(reasons)})" if reasons else ""
    apart = [f"{count} {name}" for count, name in ((row.template, "template"), (row.noise, "noise")) if count]
    beside = f"  [{', '.join(apart)}]" if apart else ""
    return f"{_MARKS[row.state]} {row.real_share:>6.1%}  {plain(row.title) or '—'}  {row.url}{reason}{beside}"
