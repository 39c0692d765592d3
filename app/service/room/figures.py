"""The page of figures over time: how strong topics were, how long pages last, growth, errors, languages and types; each as a
chart with its table."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

from starlette.responses import Response

from app.errors import ArchiveError, StorageFailed
from app.search.query import QueryFault
from app.service.collection import View
from app.service.figures import Counted, Figures, of_topics
from app.service.room import charts
from app.service.room.charts import Part, Point
from app.service.room.names import FIGURES, GROUPINGS, HEADS, REPORTED, WEEKDAYS, value_name
from app.service.room.rendering import Visit, page
from app.service.room.shown import Refusal
from app.service.room.wording import Wording
from app.service.searchers import Searchers
from app.statistics.mix import OTHER
from app.statistics.observations import By
from app.statistics.periods import PERIODS
from app.statistics.tables import Table
from app.statistics.topics import pages_behind

SECONDS = 20.0
"""For the figures of one page."""
_TOPICS = 5
_LONGEST = 300  # characters of a topic
_LINES = 6  # of languages and types
_GROUPS = 50  # rows of half-lives
_SHARES = ("share", "low", "high")
_SITE_SHARES = ("site_share", "site_low", "site_high")
_GONE = ("gone_share", "gone_low", "gone_high")


class Cell(NamedTuple):
    """A cell of a table: what it says, where it leads, and what is drawn in it."""

    text: str
    href: str = ""
    life: charts.Life | None = None


class Shown(NamedTuple):
    """A table as people read it: heads, whether a column is of numbers, rows, how many rows are left off."""

    heads: Sequence[str]
    numbers: Sequence[bool]
    rows: Sequence[Sequence[Cell]]
    more: int = 0


class OverTime:
    """Makes the page, over figures and searchers that are kept."""

    def __init__(self, searchers: Searchers, kept: Figures) -> None:
        self._searchers, self._figures = searchers, kept

    def page(self, view: View, visit: Visit) -> Response:
        """One of the tables, or topics. Refusal, TimeoutError."""
        asked = visit.request.query_params
        topics = [" ".join(one.split())[:_LONGEST] for one in asked.getlist("q")]
        topics = list(dict.fromkeys(one for one in topics if one))[:_TOPICS]
        show = asked.get("show", "topics" if topics else "growth")
        if show not in FIGURES:
            raise Refusal(404, "There is no such page here.")
        period: Any = asked.get("period", "")
        by: Any = asked.get("by", "sector")
        values: dict[str, Any] = {
            "show": show,
            "figures": FIGURES,
            "period": period if period in PERIODS else "",
            "by": by if by in GROUPINGS else "sector",
            "groupings": GROUPINGS,
            "topics": topics,
            "most": _TOPICS,
            "within": " ".join(asked.get("within", "").split())[:_LONGEST],
            "standing": asked.get("standing") == "1",
            "sites": asked.get("sites") == "1",
            "fault": "",
            "missing": False,
            "chart": None,
            "legend": [],
            "tables": [],
            "counted": None,
            "scale": charts.SCALE,
        }
        try:
            if show == "topics":
                values |= self._topics(view, visit, values) if topics else {}
            else:
                grouped: list[By] = ["", values["by"]] if values["by"] else [""]
                counted = self._figures.of_archive(
                    view, [show], values["period"] or None, SECONDS, by=grouped
                )
                values |= {"counted": counted, **_drawn(visit, view, show, counted)}
        except QueryFault as fault:
            values["fault"] = visit.words.engine(fault.message)
        except (ArchiveError, StorageFailed):
            values["missing"] = True
        return page(visit, "over_time.html", collection=view.collection, **values)

    def _topics(self, view: View, visit: Visit, asked: dict[str, Any]) -> dict[str, Any]:
        how = {"within": asked["within"], "standing": asked["standing"], "period": asked["period"] or None}
        with self._searchers.searcher(view) as searcher:
            counted = of_topics(searcher, asked["topics"], SECONDS, **how)
        (summary,), (points,), (first,) = (counted.named(name) for name in ("topics", "topic", "first"))
        root, words = f"/read/{view.collection.name}/", visit.words
        ends = _SITE_SHARES if asked["sites"] else _SHARES

        def behind(row: dict[str, Any], begin: Any, end: Any) -> str:
            wanted = pages_behind(row["topic"], asked["within"], begin, end)
            return f"{root}search?{urlencode({'q': wanted})}"

        named = _lines(points, "topic", ends, words, behind)
        return {
            "counted": counted,
            "chart": charts.lines(named, _label(points), _shares(words)),
            "legend": [name for name, _ in named],
            "tables": [
                _shown(summary, words),
                _side_by_side(points, named, words),
                _first(first, root, words),
            ],
        }


def _drawn(visit: Visit, view: View, show: str, counted: Counted) -> dict[str, Any]:
    """Chart, legend and tables of a table of the archive."""
    words, root = visit.words, f"/read/{view.collection.name}/"
    found = counted.named(show)
    if not any(one.rows for one in found):
        return {}
    if show in ("change", "rot"):
        return {"tables": [_lives(found, root, words)]}
    table = found[0]
    if show in ("hour", "weekday"):
        return {"chart": charts.bars(_parts(table, words), _rate), "tables": [_shown(table, words)]}

    def by_day(_: dict[str, Any], begin: Any, end: Any) -> str:
        if counted.period == "day":
            return f"{root}day?{urlencode({'date': f'{begin:%Y-%m-%d}'})}"
        return f"{root}calendar?{urlencode({'year': begin.year})}"

    def of_value(row: dict[str, Any], begin: Any, end: Any) -> str:
        if row["value"] in ("", OTHER):
            return ""
        field = "lang" if show == "language" else "type"
        wanted = pages_behind(f"{field}:{row['value']}", "", begin, end)
        return f"{root}search?{urlencode({'q': wanted})}"

    if show in ("language", "type"):
        named = _lines(table, "value", _SHARES, words, of_value)
        named.sort(key=lambda one: -sum(point.value for point in one[1]))
        named = named[:_LINES]
        return {
            "chart": charts.lines(named, _label(table), _shares(words)),
            "legend": [name for name, _ in named],
            "tables": [_side_by_side(table, named, words)],
        }
    if show == "growth":
        heights = [(words.say(HEADS[one]), (one, "", "")) for one in ("captures", "versions", "new_pages")]
        written: Callable[[float], str] = words.on_scale
    else:
        heights = [(words.say(HEADS["errors"]), _SHARES), (words.say(HEADS["gone"]), _GONE)]
        written = _shares(words)
    named = [(name, _lines(table, "", ends, words, by_day)[0][1]) for name, ends in heights]
    return {
        "chart": charts.lines(named, _label(table), written),
        "legend": [name for name, _ in named],
        "tables": [_shown(table, words, [point.href for point in named[0][1]])],
    }


def _shares(words: Wording) -> Callable[[float], str]:
    """How shares read at a scale."""
    return lambda value: words.on_scale(value, share=True)


def _label(table: Table) -> Callable[[Point], str]:
    """Names of periods by their first moment."""
    column = list(table.columns).index("period")
    known = {begin: row[column] for row, (begin, _) in zip(table.rows, table.begins, strict=True)}
    return lambda point: known[point.begin]


def _lines(
    table: Table,
    by: str,
    ends: tuple[str, str, str],
    words: Wording,
    lead: Callable[[dict[str, Any], Any, Any], str],
) -> list[tuple[str, list[Point]]]:
    """The rows of a table as points, by the values of a column."""
    found: dict[str, list[Point]] = {}
    for row, (begin, end) in zip(table.rows, table.begins, strict=True):
        value: dict[str, Any] = dict(zip(table.columns, row, strict=True))
        name = _value(by, value[by], table, words) if by else ""
        height, low, high = value[ends[0]], value.get(ends[1]), value.get(ends[2])
        kind = table.columns[ends[0]]
        told = words.share(height) if kind == "share" else words.number(height)
        if low is not None and high is not None:
            n = value["n_sites" if ends is _SITE_SHARES else "n"]
            told = f"{told} ({words.share(low)} – {words.share(high)}, n = {words.number(n)})"
        point = Point(begin, end, height, low, high, f"{value['period']}: {told}", lead(value, begin, end))
        found.setdefault(name, []).append(point)
    return list(found.items())


def _side_by_side(table: Table, named: Sequence[tuple[str, Sequence[Point]]], words: Wording) -> Shown:
    """A row for each period, a column for each line."""
    label = _label(table)
    by_time = [{point.begin: point for point in points} for _, points in named]
    rows = []
    for point in sorted({one.begin: one for _, points in named for one in points}.values(), reverse=True):
        here = [known.get(point.begin) for known in by_time]
        cells = [Cell(one.told.partition(": ")[2], one.href) if one else Cell("–") for one in here]
        rows.append([Cell(label(point)), *cells])
    heads = [words.say(HEADS["period"]), *(name for name, _ in named)]
    return Shown(heads, [False] + [True] * len(named), rows)


_COLUMNS: dict[str, tuple[str | tuple[str, str, str], ...]] = {
    "growth": ("period", "captures", "versions", "new_pages", "bytes", "pages", "total"),
    "errors": ("period", "errors", "n", _SHARES, "gone", _GONE),
    "hour": ("part", ("rate", "low", "high"), "changes", "exposure"),
    "change": ("group", ("half_life", "low", "high"), "pages", "looks", "changed", "fits", "reported"),
    "topics": (
        *("topic", "pages", "n", _SHARES, "sites", "n_sites", _SITE_SHARES, "peak", "risen", "fallen"),
        ("lasting", "lasting_low", "lasting_high"),
    ),
}
_COLUMNS["weekday"] = _COLUMNS["hour"]
_COLUMNS["rot"] = _COLUMNS["change"][:-1]
_WORDS = frozenset(
    {"period", "part", "group", "fits", "reported", "topic", "peak", "url", "site", "date", "since"}
)


def _shown(table: Table, words: Wording, leads: Sequence[str] = ()) -> Shown:
    """A table with its intervals in the cells of their values; periods last first."""
    columns = _COLUMNS[table.name]
    rows = []
    for number, row in enumerate(table.rows):
        value = dict(zip(table.columns, row, strict=True))
        cells = [Cell(_told(one, value, table, words)) for one in columns]
        if leads:
            cells[0] = cells[0]._replace(href=leads[number])
        rows.append(cells)
    named = [one if isinstance(one, str) else one[0] for one in columns]
    if table.begins:
        rows.reverse()
    return Shown([words.say(HEADS[one]) for one in named], [one not in _WORDS for one in named], rows)


def _told(column: str | tuple[str, str, str], value: dict[str, Any], table: Table, words: Wording) -> str:
    if isinstance(column, str):
        return _value(column, value[column], table, words)
    one, low, high = (_value(name, value[name], table, words) for name in column)
    if table.name in ("hour", "weekday") and not value["exposure"]:
        return "–"
    return one if one == "–" else f"{one} ({low} – {high})"


def _value(column: str, found: Any, table: Table, words: Wording) -> str:
    """A value for people."""
    kind = table.columns[column]
    if found is None:
        return "–"
    if kind == "share":
        return words.share(found)
    if kind == "bytes":
        return words.size(found)
    if kind == "days":
        return words.days(found)
    if kind == "rate":
        return _rate(found)
    if kind == "number":
        return words.number(found) if isinstance(found, int) else words.days(found)
    if kind == "yes":
        return words.say("yes") if found else words.say("no")
    if kind == "moment":
        return words.moment(found)
    if column == "part":
        return f"{found:02}:00" if table.name == "hour" else words.say(WEEKDAYS[found])
    if column == "reported":
        return words.say(REPORTED[found])
    if column == "value":
        if found in ("", OTHER):
            return words.say("Others") if found else words.say("Not known")
        return value_name(words, table.name, found)
    return str(found)


def _rate(value: float) -> str:
    if math.isinf(value):
        return "∞"
    return (
        f"{value:.0f}" if value >= 100 else f"{value:.3g}" if value >= 0.001 or not value else f"{value:.1g}"
    )


def _first(table: Table, root: str, words: Wording) -> Shown:
    """Who spoke of it first: with the way to the pages as they were then."""
    rows = []
    for row in table.rows:
        value = dict(zip(table.columns, row, strict=True))
        at = f"{value['date']:%Y%m%d%H%M%S}"
        there = f"{root}page?{urlencode({'url': value['url'], 'at': at})}"
        cells = [Cell(_value(one, value[one], table, words)) for one in ("topic", "date", "site")]
        since = Cell(_value("since", value["since"], table, words))
        rows.append([*cells, Cell(words.address(value["url"]), there), since])
    heads = [words.say(HEADS[one]) for one in ("topic", "date", "site", "url", "since")]
    return Shown(heads, [False] * 5, rows)


def _parts(table: Table, words: Wording) -> list[Part]:
    found = []
    for row in table.rows:
        value = dict(zip(table.columns, row, strict=True))
        label = _value("part", value["part"], table, words)
        told = f"{label}: {_told(('rate', 'low', 'high'), value, table, words)}"
        known = value["exposure"] > 0 and math.isfinite(value["rate"])
        found.append(Part(label, value["rate"], value["low"], value["high"], known, told))
    return found


def _lives(found: Sequence[Table], root: str, words: Wording) -> Shown:
    """Half-lives of all pages and of groups, each drawn in its row."""
    every = [(table, dict(zip(table.columns, row, strict=True))) for table in found for row in table.rows]
    told = every[: _GROUPS + 1]
    drawn = charts.lives([(one["half_life"], one["low"], one["high"]) for _, one in told])
    shown = _shown(found[0], words)
    rows = []
    for (table, value), life in zip(told, drawn, strict=True):
        cells = [Cell(_told(one, value, table, words)) for one in _COLUMNS[table.name]]
        cells[0] = _group(value["group"], table.by, root, words)
        cells[1] = cells[1]._replace(life=life)
        rows.append(cells)
    return Shown(shown.heads, shown.numbers, rows, len(every) - len(told))


def _group(found: str, by: By, root: str, words: Wording) -> Cell:
    if not by:
        return Cell(words.say("All pages"))
    if by == "page_type":
        href = f"{root}search?{urlencode({'q': f'kind:{found}'})}" if found else ""
        return Cell(value_name(words, by, found) or words.say("Not known"), href)
    if by == "depth":
        return Cell(words.say("Depth {n}", n=found))
    if by == "site" and found:
        return Cell(found, f"{root}search?{urlencode({'q': f'site:{found}'})}")
    return Cell(found or words.say("Others"))
