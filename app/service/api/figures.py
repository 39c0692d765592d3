"""Answers about how an archive went over time: its tables of figures, and how strong a topic was."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from app.errors import ArchiveError
from app.search.query import QueryFault
from app.service.api.operations import Answer, Asked, Refusal, begin, end, moment
from app.service.figures import Counted, Figures, of_topics
from app.service.searchers import Searchers
from app.statistics.observations import By
from app.statistics.tables import OF_ARCHIVE, Table

SECONDS = 25.0
"""For one answer."""
_GROUPED = ("change", "rot")


def over_time(figures: Figures, searchers: Searchers, asked: Asked) -> Answer:
    """The tables of an archive; those of groups with at most `limit` rows each."""
    names = [one for one in OF_ARCHIVE if asked["table"] in ("all", one)]
    by: list[By] = ["", "sector"]
    if asked["by"]:
        by = ["" if asked["by"] == "all" else asked["by"].replace("-", "_")]
    how: dict[str, Any] = {"by": by, "offset": asked["utc_offset"] or 0}
    if asked["by_words"]:
        try:
            with searchers.searcher(asked.view) as searcher:
                counted = figures.of_archive(
                    asked.view, names, asked["period"], SECONDS, words=searcher, **how
                )
        except ArchiveError as problem:
            raise Refusal(503, "search", str(problem)) from problem
    else:
        counted = figures.of_archive(asked.view, names, asked["period"], SECONDS, **how)
    tables: dict[str, list[dict[str, Any]]] = {}
    left_off = 0
    for name in names:
        rows = [row for table in counted.named(name) for row in _cut(table, asked["limit"])]
        left_off += sum(len(table.rows) for table in counted.named(name)) - len(rows)
        tables[name] = rows
    return Answer({**_about(counted), "tables": tables, "left_off": left_off})


def topics(searchers: Searchers, asked: Asked) -> Answer:
    """A topic in all, by period, and who spoke of it first."""
    how: dict[str, Any] = {"within": asked["within"] or "", "standing": asked["standing"]}
    how["since"] = begin(asked["from"]) if asked["from"] else None
    how["until"] = end(asked["to"]) if asked["to"] else None
    try:
        with searchers.searcher(asked.view) as searcher:
            counted = of_topics(searcher, [asked["q"]], SECONDS, period=asked["period"], **how)
    except QueryFault as fault:
        raise Refusal(400, "query", str(fault)) from fault
    except ArchiveError as problem:
        raise Refusal(503, "search", str(problem)) from problem
    (summary,), (points,), (first,) = (counted.named(name) for name in ("topics", "topic", "first"))
    movers = [{**row, "self": f"{asked.root}/captures/{row['id']}"} for row in _rows(first)]
    return Answer(
        {**_about(counted), **next(iter(_rows(summary))), "points": list(_rows(points)), "first": movers}
    )


def _about(counted: Counted) -> dict[str, Any]:
    return {
        "period": counted.period,
        "from": moment(counted.first),
        "to": moment(counted.last),
        "hidden": counted.hidden,
    }


def _cut(table: Table, limit: int) -> Iterable[dict[str, Any]]:
    rows = _rows(table)
    return rows[:limit] if table.name in _GROUPED else rows


def _rows(table: Table) -> list[dict[str, Any]]:
    found = list[dict[str, Any]]()
    for number, row in enumerate(table.data()):
        begins = {"begin": moment(table.begins[number][0])} if table.begins else {}
        found.append({**begins, **{name: _plain(value) for name, value in row.items() if name != "topic"}})
    return found


def _plain(value: Any) -> Any:
    return moment(value) if isinstance(value, datetime) else value
