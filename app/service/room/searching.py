"""Searching in the reading room: pages, or changes where the query asks for these, with facets that narrow it."""

from __future__ import annotations

import re
import sqlite3
from typing import Any

from starlette.responses import Response

from app.errors import ArchiveError, StorageFailed
from app.search import query
from app.search.changes.events import events
from app.search.query import QueryFault
from app.search.searching import SORTS, Searcher
from app.search.suggesting import FEW, suggestions
from app.service.collection import View
from app.service.room.marking import limit
from app.service.room.names import FACETS, value_name
from app.service.room.rendering import Visit, page
from app.service.searchers import Searchers

_HITS = 20  # of a page of results
_MOST = 1000  # results that can be paged through
_VALUES = 8  # of a facet
_SECONDS = 10.0  # for the places of changes, and for what is looked up
_LONGEST = 1000  # characters of a query
_ORDERS = [one for one in SORTS if one not in ("size", "rank")]


class Searching:
    """The page of a search, over searchers that are kept."""

    def __init__(self, searchers: Searchers) -> None:
        self._searchers = searchers

    def page(self, view: View, visit: Visit) -> Response:
        """The page of a search. TimeoutError."""
        asked = visit.request.query_params
        wanted = " ".join(asked.get("q", "").split())[:_LONGEST]
        number = (
            int(asked["page"]) if asked.get("page", "").isascii() and asked.get("page", "").isdigit() else 1
        )
        offset = min(max(0, number - 1) * _HITS, _MOST - _HITS)
        sort = asked.get("sort", "")
        values: dict[str, Any] = {
            "q": wanted,
            "fault": "",
            "missing": False,
            "changes": None,
            "rows": [],
            "facets": [],
            "suggested": [],
            "orders": _ORDERS,
            "sort": sort if sort in _ORDERS else "relevance",
            "number": offset // _HITS + 1,
            "pages": 0,
        }
        if wanted:
            try:
                asked_of = view._replace(stopped=limit(_SECONDS, view.stopped))
                with self._searchers.searcher(asked_of) as searcher:
                    values |= _answer(searcher, asked_of, visit, wanted, values["sort"], offset)
            except sqlite3.OperationalError:
                values["missing"] = True
            except QueryFault as fault:
                values["fault"] = visit.words.engine(fault.message)
            except (ArchiveError, StorageFailed):
                values["missing"] = True
        return page(visit, "search.html", collection=view.collection, **values)


def _answer(
    searcher: Searcher, view: View, visit: Visit, wanted: str, sort: Any, offset: int
) -> dict[str, Any]:
    if query.lists_changes(query.parse(wanted)):
        order: Any = "newest" if sort == "relevance" else sort
        listed = events(
            searcher, wanted, limit=_HITS, offset=offset, sort=order, facets=True, cancelled=view.stopped
        )
        found: dict[str, Any] = {"changes": listed, "rows": listed.events, "total": listed.total}
        counted = listed.facets
    else:
        results = searcher.search(wanted, limit=_HITS, offset=offset, sort=sort, facets=True)
        # addresses known by links alone are left out: their words may be those of a page that is hidden
        found = {"rows": results.hits, "total": results.total}
        found["suggested"] = suggestions(searcher, wanted, results.total) if results.total <= FEW else []
        counted = results.facets
    found["facets"] = [
        (name, rows) for name in FACETS if (rows := _facet(visit, wanted, name, counted.get(name, [])))
    ]
    found["pages"] = (min(found["total"], _MOST) + _HITS - 1) // _HITS
    return found


def _facet(
    visit: Visit, wanted: str, name: str, counted: list[tuple[str, int]]
) -> list[tuple[str, int, str, bool]]:
    """Name, count, query and whether it is chosen of the values of a facet; one that would narrow nothing is left out."""
    stated = [(value, count) for value, count in counted if value]
    chosen = [value for value, _ in stated if _term(name, value) in wanted.split()]
    if len(stated) + (len(stated) != len(counted)) < 2 and not chosen:
        return []
    rows = []
    for value, count in stated[:_VALUES]:
        term = _term(name, value)
        without = " ".join(word for word in wanted.split() if word != term)
        narrowed = without if value in chosen else f"{wanted} {term}"
        rows.append((value_name(visit.words, name, value), count, narrowed, value in chosen))
    return rows


def _term(name: str, value: str) -> str:
    """The condition of a query that stands for a value of a facet."""
    field = {"language": "lang", "page_type": "kind", "year": "published"}.get(name, name)
    plain = value.replace('"', " ")
    return f'{field}:"{plain}"' if re.search(r"[\s()：“”]", plain) else f"{field}:{plain}"
