"""Figures of an archive: `stats`, what it holds, and how that went over time."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from enum import StrEnum
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.cli.arguments import ArchivePath, Json, Since, Until, option, period, reading, refuse, text, texts
from app.cli.console import LOST, Meter, Refused, counted, emit, moment, say, size, stoppable

if TYPE_CHECKING:
    from app.archive.model import Statistics
    from app.cli.console import Stop
    from app.statistics.observations import By
    from app.statistics.periods import Period
    from app.statistics.tables import Kind, Table

_SHOWN = 20  # lines of a group for people
_OFFSET = re.compile(r"([+-]?)(\d{1,2})(?::?(\d\d))?")
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_HEADS = {
    "topic": "Topics by period",
    "topics": "Topics in all",
    "first": "Who spoke of it first",
    "growth": "Growth",
    "change": "How long contents of pages last (days)",
    "rot": "How long pages last until they are gone (days)",
    "hour": "Changes a page and day, by the hour of the day",
    "weekday": "Changes a page and day, by the day of the week",
    "errors": "Pages that answered with an error",
    "language": "Languages of documents",
    "type": "Types",
}
_GROUPED = {
    "": "all pages",
    "site": "by site",
    "sector": "by kind of site",
    "country": "by country",
    "page_type": "by kind of page",
    "depth": "by parts of the path",
}
_REPORTED = {"under-2-months": "Web InfoMall: < 2 months", "about-4-months": "Web InfoMall: about 4 months"}


class Span(StrEnum):
    """What counts as one period."""

    day = "day"
    week = "week"
    month = "month"


class Grouping(StrEnum):
    """How pages are put together."""

    every = "all"
    site = "site"
    sector = "sector"
    country = "country"
    page_type = "page-type"
    depth = "depth"


class Asked(StrEnum):
    """A table of figures."""

    growth = "growth"
    change = "change"
    rot = "rot"
    hour = "hour"
    weekday = "weekday"
    errors = "errors"
    language = "language"
    by_type = "type"


Topics = Annotated[
    list[str] | None,
    option(
        "--topic",
        "QUERY",
        "How strong a topic is: a query as “search” takes it; may be repeated.",
        callback=texts,
    ),
]
Tables = Annotated[
    list[Asked] | None,
    option("--table", "TABLE", f"Only {', '.join(one.value for one in Asked)}; may be repeated."),
]
Groups = Annotated[
    list[Grouping] | None,
    option(
        "--by",
        "GROUP",
        f"With change and rot: {', '.join(one.value for one in Grouping)}; may be repeated.",
        show_default="all and sector",
    ),
]
PeriodLength = Annotated[
    Span | None,
    option("--period", "PERIOD", "day, week or month.", show_default="by the time between the captures"),
]
Within = Annotated[
    str,
    option(
        "--within",
        "QUERY",
        "Topics: only what fits this query counts at all, site:gov.cn.",
        callback=text,
    ),
]
Standing = Annotated[
    bool,
    typer.Option(
        "--standing",
        help="Topics: count all pages as they stood at the end of a period, not those captured in it.",
    ),
]
ByWords = Annotated[
    bool,
    typer.Option("--by-words", help="A change is one of what a page says, not of any of its bytes."),
]
UtcOffset = Annotated[
    str, option("--utc-offset", "HH:MM", "Hours and weekdays as clocks show them there: +08:00.")
]
ToCsv = Annotated[Path | None, option("--csv", "FOLDER", "Write each table as a file into this folder.")]


def stats(
    archive: ArchivePath,
    over_time: Annotated[bool, typer.Option("--over-time", help="Figures over time.")] = False,
    topic: Topics = None,
    table: Tables = None,
    by: Groups = None,
    span: PeriodLength = None,
    within: Within = "",
    standing: Standing = False,
    since: Since = None,
    until: Until = None,
    by_words: ByWords = False,
    utc_offset: UtcOffset = "",
    to_csv: ToCsv = None,
    as_json: Json = False,
) -> None:
    """Show what an archive holds: pages, versions, sizes, types, hosts, months. With --over-time how that went.

    --topic tells of each topic the share of pages and of sites that speak of it, by period and in all, who did first, when
    most did, how many days it took from half the peak to it and back, and how long pages go on speaking of it. Of a period
    count the pages that were captured in it. --since and --until leave out captures.

    Without a topic: growth; change, half-lives of the contents of documents; rot, half-lives of documents until they are
    gone; hour and weekday of changes; errors; language and type. Half-lives are maximum likelihood for exponential
    lifetimes that are seen at captures only; “median” is that of single pages; “simple” divides changes by days, and takes
    pages that change more often than they are captured for slower; “no” below “fits” means that pages differ too much for
    one half-life. All intervals are of 95 %; periods are in UTC, weeks begin on Monday.

    With --json a row is an object, its kind the name of its table: topics, topic, first or one of the tables, with low and
    high for the interval and n (looks, exposure in days) for what was counted; what is infinite is null.
    """
    options = {
        "--topic": topic,
        "--table": table,
        "--by": by,
        "--period": span,
        "--within": within,
        "--standing": standing,
        "--since": since,
        "--until": until,
        "--by-words": by_words,
        "--utc-offset": utc_offset,
        "--csv": to_csv,
    }
    if not over_time:
        refuse(options, "It goes with --over-time.")
        with reading(archive) as reader:
            figures = reader.statistics()
        if as_json:
            emit(asdict(figures))
        else:
            _show_figures(figures)
        return
    if topic is None:
        alone = {"--within": within, "--standing": standing, "--since": since, "--until": until}
        refuse(alone, "It goes with --topic.")
    if topic is not None and table is None:
        refuse({"--by": by, "--by-words": by_words, "--utc-offset": utc_offset}, "It goes with --table.")
    offset = _seconds(utc_offset)
    begin, end = period(since, until)
    made: list[Table] = []
    with stoppable() as stop:
        if topic is not None:
            made += _topics(archive, topic, _period(span), within, standing, begin, end, stop)
        if topic is None or table is not None:
            names = [one.value for one in table or Asked]
            made += _tables(archive, names, _period(span), by, by_words, offset, stop)
    if to_csv is not None:
        _write(to_csv, made, as_json)
        return
    for one in made:
        if as_json:
            for row in one.data():
                emit({"kind": one.name, **row})
        else:
            _show(one)


def _period(span: Span | None) -> Period | None:
    return span.value if span is not None else None


def _seconds(offset: str) -> int:
    found = _OFFSET.fullmatch(offset.strip()) if offset else None
    if found is None or int(found[2]) > 14 or int(found[3] or 0) > 59:
        if offset:
            raise typer.BadParameter(
                f"“{offset}” is no offset. One looks like +08:00.", param_hint="--utc-offset"
            )
        return 0
    return (int(found[2]) * 3600 + int(found[3] or 0) * 60) * (-1 if found[1] == "-" else 1)


def _checker(stop: Stop) -> Any:
    def check() -> None:
        if stop():
            raise Refused(detail="Stopped.")

    return check


def _topics(
    path: Path,
    topics: Sequence[str],
    span: Period | None,
    within: str,
    standing: bool,
    begin: datetime | None,
    end: datetime | None,
    stop: Stop,
) -> list[Table]:
    from app.cli.up_to_date import ready
    from app.search.query import QueryFault
    from app.search.searching import Searcher
    from app.statistics.tables import of_topics
    from app.statistics.topics import check, strengths

    for one in (*topics, *([within] if within.strip() else [])):
        try:
            check(one)
        except QueryFault as fault:
            raise typer.BadParameter(f"“{one}”: {fault}", param_hint="--topic") from None
    asked = " ".join((*topics, within))
    archive = ready(path, asked)
    with Searcher(archive, _ranking(path, asked)) as searcher, Meter("Counting", total=1) as meter:
        found = strengths(
            searcher,
            topics,
            span,
            within=within,
            standing=standing,
            since=begin,
            until=end,
            progress=meter.show,
            check=_checker(stop),
        )
    return of_topics(found)


def _ranking(path: Path, asked: str) -> Any:
    from app.graph.standing import factors

    return factors(path) if "rank:" in asked.lower() else None


def _tables(
    path: Path,
    names: Sequence[str],
    span: Period | None,
    by: Sequence[Grouping] | None,
    by_words: bool,
    offset: int,
    stop: Stop,
) -> list[Table]:
    from app.statistics import observations, tables

    check = _checker(stop)
    chosen = by or (Grouping.every, Grouping.sector)
    groups: list[By] = ["" if one is Grouping.every else one.value.replace("-", "_") for one in chosen]  # type: ignore[misc]
    with Meter("Counting", total=1) as meter:
        if Grouping.page_type in chosen:
            from app.cli.arguments import open_archive
            from app.cli.up_to_date import page_kinds

            page_kinds(open_archive(path))
        if by_words:
            from app.cli.up_to_date import ready
            from app.search.searching import Searcher

            with Searcher(ready(path)) as searcher:
                seen = observations.read(
                    searcher.reader, words=searcher.columns, progress=meter.show, check=check
                )
        else:
            with reading(path) as reader:
                seen = observations.read(reader, progress=meter.show, check=check)
        return tables.of_archive(seen, names, span, by=groups, offset=offset, check=check)


def _write(folder: Path, made: Sequence[Table], as_json: bool) -> None:
    """A file for each table; Refused before one would be overwritten."""
    from app.statistics.tables import write_csv

    named: dict[str, list[Table]] = {}
    for one in made:
        named.setdefault(one.name, []).append(one)
    files = {name: folder / f"{name}.csv" for name in named}
    there = next((file for file in files.values() if file.exists()), None)
    if there is not None:
        raise Refused(detail=f"{there} is there already; nothing is overwritten.")
    folder.mkdir(parents=True, exist_ok=True)
    for name, parts in named.items():
        write_csv(files[name], parts)
        rows = sum(len(part.rows) for part in parts)
        if as_json:
            emit({"kind": "file", "table": name, "path": files[name], "rows": rows})
        else:
            say(f"{files[name]}: {counted(rows, 'row')}")


def _show(table: Table) -> None:
    """A table for people: columns of equal width, numbers to the right; groups beyond the first ones are left out."""
    say("")
    head = _HEADS[table.name]
    say(f"{head}, {_GROUPED[table.by]}" if table.name in ("change", "rot") else head)
    if not table.rows:
        say("  (nothing that could be counted)")
        return
    kinds = list(table.columns.values())
    cells = [
        [
            "all" if name == "group" and not table.by else _cell(value, kind, name, table.name)
            for value, (name, kind) in zip(row, table.columns.items(), strict=True)
        ]
        for row in (table.rows[:_SHOWN] if table.name in ("change", "rot") else table.rows)
    ]
    heads = [name.replace("_", " ") for name in table.columns]
    widths = [max(map(len, column)) for column in zip(heads, *cells, strict=True)]
    for line in (heads, *cells):
        say(
            "  "
            + "  ".join(
                word.ljust(width)
                if kind in ("text", "url", "word", "period", "moment")
                else word.rjust(width)
                for word, width, kind in zip(line, widths, kinds, strict=True)
            ).rstrip()
        )
    if len(table.rows) > len(cells):
        say(f"  and {len(table.rows) - len(cells):,} more; --json and --csv list all")


def _figure(value: float) -> str:
    """With three figures, never with an exponent."""
    if math.isinf(value):
        return "∞"
    digits = max(0, 2 - math.floor(math.log10(value))) if value else 0
    return f"{value:,.{min(digits, 6)}f}"


def _cell(value: Any, kind: Kind, name: str, table: str) -> str:
    if value is None:
        return "-"
    if kind == "share":
        return f"{value:.1%}"
    if kind == "bytes":
        return size(value)
    if kind in ("days", "rate"):
        return _figure(value)
    if kind == "yes":
        return "yes" if value else "no"
    if kind == "number":
        return f"{value:,}"
    if kind == "moment":
        return moment(value)
    if name == "part":
        return f"{value:02}:00" if table == "hour" else _DAYS[value]
    return _REPORTED.get(str(value), str(value)) or "(not known)"


def _show_figures(figures: Statistics) -> None:
    say(f"Pages      {figures.pages:>12,}   of them documents: {figures.documents:,}")
    say(f"Versions   {figures.versions:>12,}")
    say(f"Visits     {figures.visits:>12,}   (nothing new)")
    say(f"Hosts      {figures.hosts:>12,}")
    say(f"On disk    {size(figures.stored_bytes):>12}   content: {size(figures.body_bytes)}")
    for lost in figures.lost:
        say(
            f"Missing    {lost.versions:>12,}   versions, since {lost.path} is {'gone' if lost.gone else 'cut'}"
        )
    if figures.lost:
        say(f"           {LOST}")
    say(f"First      {moment(figures.first)}")
    say(f"Last       {moment(figures.last)}")
    if figures.url_index:
        known = figures.url_index
        share, error = f"{known.fill:.3%}", f"{known.expected_error:.2g}"
        say(f"URL index  {known.added:>12,}   {known.kind}, {share} full, expected error {error}")
    groups: tuple[tuple[str, dict[Any, int]], ...] = (
        ("Types", figures.by_type),
        ("Status", figures.by_status),
        ("Kinds of pages", figures.by_page_type),
        ("Languages of versions", figures.by_language),
        ("Hosts", figures.by_host),
    )
    for label, counts in groups:
        if not counts and label == "Kinds of pages":
            continue  # nobody has worked them out
        say("")
        say(label)
        for name, count in islice(counts.items(), _SHOWN):
            say(f"  {count:>10,}  {name or '(none)'}")
        if len(counts) > _SHOWN:
            rest = sum(islice(counts.values(), _SHOWN, None))
            say(f"  {rest:>10,}  in {len(counts) - _SHOWN:,} more; --json lists all")
    say("")
    say("Months       versions      visits     on disk   grown to")
    total = 0
    for month, versions, visits, stored in figures.growth:
        total += stored
        say(f"  {month}  {versions:>11,} {visits:>11,} {size(stored):>11} {size(total):>10}")
