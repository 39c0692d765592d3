"""What an archive holds, counted and sorted: statistics, categories, collections."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from typing import NamedTuple

from starlette.responses import Response

from app.archive.model import Page
from app.classes.categories import Category
from app.classes.known import Known
from app.errors import StorageUnreadable, UserError
from app.search import saved
from app.service.collection import View
from app.service.room.names import value_name
from app.service.room.rendering import Visit, page
from app.service.room.shown import Refusal, is_hidden, titled

_ROWS = 100  # pages of a category
_BARS = 15  # values of a table


class Bar(NamedTuple):
    """A line of a table: name, how many, its share of the largest (0 to 100), and a query for it or ""."""

    name: str
    size: int
    share: int
    query: str = ""


def _bars(counted: list[tuple[str, int, str]]) -> list[Bar]:
    most = max((count for _, count, _ in counted), default=1) or 1
    return [Bar(name, count, round(100 * count / most), query) for name, count, query in counted[:_BARS]]


def statistics(view: View, visit: Visit) -> Response:
    """The figures of an archive."""
    hidden = view.hidden_pages()
    found = view.reader.statistics(without=hidden)
    words = visit.words
    statuses = sorted(found.by_status.items(), key=lambda one: -one[1])
    tables = [
        (
            "Sites",
            _bars([(name, n, f"site:{name}") for name, n in found.by_host.items()]),
        ),
        (
            "Kinds of pages",
            _bars(
                [
                    (value_name(words, "page_type", name), n, f"kind:{name}")
                    for name, n in found.by_page_type.items()
                    if name
                ]
            ),
        ),
        ("Languages", _bars(_languages(visit, found.by_language))),
        ("Media types", _bars([(name or "—", n, "") for name, n in found.by_type.items()])),
        ("Answers of the servers", _bars([(str(code), n, "") for code, n in statuses])),
    ]
    return page(
        visit,
        "statistics.html",
        collection=view.collection,
        found=found,
        hidden=len(hidden),
        tables=[(title, rows) for title, rows in tables if rows],
        growth=_bars(
            [(month, versions + visits, "") for month, versions, visits, _ in found.growth[-_BARS:]]
        ),
    )


def _languages(visit: Visit, counted: dict[str, int]) -> list[tuple[str, int, str]]:
    return [
        (value_name(visit.words, "language", tag), count, f"lang:{tag}")
        for tag, count in counted.items()
        if tag
    ]


# ---- categories --------------------------------------------------------------------------------------------------


def categories(view: View, visit: Visit) -> Response:
    """The tree of categories with their pages, as far as pages have been sorted into it."""
    wanted = visit.request.query_params.get("category", "")
    number = visit.request.query_params.get("page", "")
    offset = (
        (max(1, int(number)) - 1) * _ROWS if number.isascii() and number.isdigit() and len(number) < 7 else 0
    )
    totals: dict[str, int] = {}
    rows, tree = list[Page](), tuple[Category, ...]()
    urls = list[str]()
    with suppress(StorageUnreadable, sqlite3.Error), Known(view.reader.path) as known:
        tree = known.categories.tree
        totals = known.totals()
        if wanted:
            if wanted not in known.categories.by_id:
                raise Refusal(404, "There is no such category.")
            urls = [url for url in known.pages(wanted) if not is_hidden(view, url)]
    for url in urls[offset : offset + _ROWS]:
        if (one := view.reader.page(url)) is not None:
            rows += titled(view, [one])
    by_id = {one.id: one for one in tree}
    return page(
        visit,
        "categories.html",
        collection=view.collection,
        shown=[one for one in tree if totals.get(one.id) and one.parent == wanted],
        path=[by_id[one] for one in _above(wanted) if one in by_id],
        totals=totals,
        wanted=wanted,
        rows=rows,
        total=len(urls),
        offset=offset,
        following=offset // _ROWS + 2 if offset + _ROWS < len(urls) else None,
    )


def _above(id: str) -> list[str]:
    parts = id.split("/") if id else []
    return ["/".join(parts[: number + 1]) for number in range(len(parts))]


# ---- collections -------------------------------------------------------------------------------------------------


def collections(view: View, visit: Visit) -> Response:
    """Pages that belong together: kinds, languages, formats, years, categories, saved searches."""
    counted = view.reader.facets()
    words = visit.words
    fields = {"page_type": "kind", "language": "lang", "type": "type", "year": "published"}
    titles = {
        "page_type": "Kinds of pages",
        "language": "Languages",
        "type": "Formats",
        "year": "Years of publication",
    }
    groups = []
    for facet, field in fields.items():
        values = counted.get(facet, [])  # type: ignore[call-overload]
        rows = [
            (value_name(words, facet, value), count, f"{field}:{value}") for value, count in values if value
        ]
        if rows:
            groups.append((titles[facet], _bars(rows)))
    searches = list[saved.SavedSearch]()
    with suppress(UserError):
        searches = saved.searches(view.reader.path)
    sorted_in: list[tuple[Category, int]] = []
    with suppress(StorageUnreadable, sqlite3.Error), Known(view.reader.path) as known:
        totals = known.totals()
        sorted_in = [
            (one, totals[one.id]) for one in known.categories.tree if not one.parent and totals.get(one.id)
        ]
    return page(
        visit,
        "collections.html",
        collection=view.collection,
        groups=groups,
        searches=searches,
        categories=sorted(sorted_in, key=lambda one: -one[1]),
    )
