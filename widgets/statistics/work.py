"""What the view of figures asks the engine, in workers; tables as lines of a chart."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QCoreApplication

from app.archive.archive import Archive
from app.errors import ArchiveLocked, StorageFailed
from app.graph.standing import factors
from app.search.index.feeding import feed
from app.search.searching import Searcher
from app.statistics import observations, tables
from app.statistics.observations import Observations
from app.statistics.periods import Period
from app.statistics.tables import Kind, Table
from app.statistics.topics import strengths
from widgets.kit import jobs
from widgets.kit.courtesy import FIRST
from widgets.statistics import words
from widgets.statistics.chart import MOST, Dot, Line
from widgets.words import formats

_WAIT = 0.2  # seconds until it is looked again whether somebody else has read the archive
_MOST_GROUPS = 12  # that a chart shows


@dataclass(frozen=True)
class Asked:
    """What is to be counted: topics, the query for the pages that count, all pages as they stood or those captured, a period
    (None: a usual one), whether words and not bytes say what a change is."""

    topics: tuple[str, ...] = ()
    within: str = ""
    standing: bool = False
    period: Period | None = None
    by_words: bool = False


@dataclass
class Counted:
    """What was counted: tables by name, those of change and rot for each way to put pages together. `seen` stays, for other
    periods of the same captures."""

    asked: Asked
    tables: dict[str, list[Table]] = field(default_factory=dict)
    seen: Observations | None = None
    by_words: bool = False


def _checked(task: jobs.Handle) -> Callable[[], None]:
    def check() -> None:
        FIRST.give_way()
        task.check()

    return check


def count_topics(
    archive: Archive, asked: Asked, crawling: Callable[[], bool], task: jobs.Handle
) -> list[Table]:
    """The tables of topics; the index of the search is brought up to date first. QueryFault, ArchiveError."""
    with _searcher(archive, crawling, task) as searcher:
        found = strengths(
            searcher,
            asked.topics,
            asked.period,
            within=asked.within,
            standing=asked.standing,
            progress=lambda done: task.progress(done, ""),
            check=_checked(task),
        )
    return tables.of_topics(found)


def _searcher(archive: Archive, crawling: Callable[[], bool], task: jobs.Handle) -> Searcher:
    """A search in all of the archive. Where something else is reading it, that is waited for: figures of a part of it would
    be wrong. Of one that cannot be written what was read before. ArchiveError."""
    translate = QCoreApplication.translate
    text = translate("statistics", "Reading for the search: {done} of about {total} steps")
    while True:
        try:
            feed(archive, task.steps(text, formats.number), lambda: task.cancelled, crawling)
        except ArchiveLocked:
            task.check()
            task.progress(-1, translate("statistics", "The archive is being read for the search"))
            time.sleep(_WAIT)
            continue
        except StorageFailed:
            pass
        task.check()
        return Searcher(archive, factors(archive.path))


def count_archive(
    archive: Archive, asked: Asked, before: Counted | None, crawling: Callable[[], bool], task: jobs.Handle
) -> Counted:
    """All tables that need no topic; captures that were read `before` are not read again. ArchiveError."""
    check = _checked(task)
    seen = before.seen if before is not None and before.by_words == asked.by_words else None

    def told(done: float) -> None:
        task.progress(done / 2, QCoreApplication.translate("statistics", "Reading the captures"))

    if seen is None and asked.by_words:
        with _searcher(archive, crawling, task) as searcher:
            seen = observations.read(searcher.reader, words=searcher.columns, progress=told, check=check)
    elif seen is None:
        with archive.reader() as reader:
            seen = observations.read(reader, progress=told, check=check)
    counted = Counted(asked, {}, seen, asked.by_words)
    made = tables.of_archive(
        seen,
        period=asked.period,
        progress=lambda done: task.progress(
            0.5 + done / 2, QCoreApplication.translate("statistics", "Counting")
        ),
        check=check,
    )
    for one in made:
        counted.tables.setdefault(one.name, []).append(one)
    return counted


def lines(table: Table, sites: bool = False) -> tuple[list[Line], list[tuple[float, str]], Kind, bool]:
    """A table as lines, the labels of their places, what heights are, and whether points are joined. Of topics the share
    of `sites` in place of that of pages."""
    if table.name in ("change", "rot"):
        return _marks(table, "half_life", "group", table.rows[:_MOST_GROUPS])
    if table.name in ("hour", "weekday"):
        return _marks(table, "rate", "part", table.rows)
    if table.name == "growth":
        return _over_time(
            table, [(words.head(one), one, "", "") for one in ("captures", "versions", "new_pages")], ""
        )
    if table.name == "errors":
        names = [
            (words.head("errors"), "share", "low", "high"),
            (words.head("gone"), "gone_share", "gone_low", "gone_high"),
        ]
        return _over_time(table, names, "")
    if table.name == "topic":
        ends = ("site_share", "site_low", "site_high") if sites else ("share", "low", "high")
        return _over_time(table, [("", *ends)], "topic")
    return _over_time(table, [("", "share", "low", "high")], "value")


def _marks(
    table: Table, height: str, label: str, rows: Sequence[tuple[Any, ...]]
) -> tuple[list[Line], list[tuple[float, str]], Kind, bool]:
    names = list(table.columns)
    at, low, high, called = (names.index(one) for one in (height, "low", "high", label))
    dots, labels = [], []
    for number, row in enumerate(rows):
        said = words.value(label, table.columns[label], row[called], table.name, table.by)
        labels.append((float(number), formats.shorten(said, 18)))
        if row[at] is None:
            continue
        ends = row[at], row[low], row[high]
        if math.isfinite(row[at]):
            shown = [words.value(height, table.columns[height], one, table.name) for one in ends]
            dots.append(Dot(float(number), *ends, f"{said}: {words.interval(shown)}", number))
        else:  # nothing changed
            told = words.at_least(said, row[low])
            dots.append(Dot(float(number), row[low], None, None, told, number, beyond=True))
    return [Line("", dots)] if dots else [], labels, table.columns[height], False


def _over_time(
    table: Table, heights: Sequence[tuple[str, str, str, str]], by: str
) -> tuple[list[Line], list[tuple[float, str]], Kind, bool]:
    """A line for each height, or for each value of a column."""
    names = list(table.columns)
    found: dict[str, list[Dot]] = {}
    labels: dict[float, str] = {}
    for number, (row, (begin, end)) in enumerate(zip(table.rows, table.begins, strict=True)):
        x = (begin.timestamp() + end.timestamp()) / 2
        labels[x] = row[names.index("period")]
        for called, height, low, high in heights:
            value = row[names.index(height)]
            key = called if not by else str(row[names.index(by)])
            said = words.part(key, table.name) if by == "value" else key
            least, most = (row[names.index(one)] if one else None for one in (low, high))
            kind = table.columns[height]
            shown = [words.value(height, kind, one, table.name) for one in (value, least, most)]
            told = words.interval(shown) if low else shown[0]
            of = ""
            if low and "n" in names:
                n = row[names.index("n_sites" if height == "site_share" else "n")]
                of = " · n = " + formats.number(n)
            found.setdefault(said, []).append(
                Dot(x, value, least, most, f"{said}\n{labels[x]}: {told}{of}", number)
            )
    by_size = (
        sorted(found, key=lambda one: -sum(dot.y for dot in found[one])) if by == "value" else list(found)
    )
    kind = table.columns[heights[0][1]]
    return [Line(one, found[one]) for one in by_size[:MOST]], sorted(labels.items()), kind, True
