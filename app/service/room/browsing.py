"""What there is in an archive: its sites, its documents as a list, its days."""

from __future__ import annotations

import calendar as months
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple

from starlette.responses import Response

from app.archive.calendar import Calendar, DayCounts, Scope, calendar_of, end_of
from app.archive.model import Folder, Page
from app.errors import CaptureMissing
from app.service.collection import View
from app.service.room.rendering import Visit, page
from app.service.room.shown import Refusal, captured, is_hidden, titled

_ROWS = 100  # documents of a list
_FOLDERS = 500
_SITES = 60
_NEW = 12  # documents on the page of an archive
_STEPS = 5  # shades of a day
_DAY_ROWS = 200


class Card(NamedTuple):
    """An archive in a list of archives."""

    name: str
    title: str
    sites: int
    documents: int
    first: date | None
    last: date | None


def _sites(view: View) -> list[Folder]:
    """The sites with documents that are shown, the largest first."""
    found = [site for site in view.reader.sites() if site.documents and not is_hidden(view, site.url)]
    return sorted(found, key=lambda site: (-site.documents, site.name))


def card(view: View) -> Card:
    """What a list of archives says of this one."""
    sites = _sites(view)
    days = list(calendar_of(view.reader, zone=UTC).days)
    return Card(
        view.collection.name,
        view.collection.archive.name,
        len(sites),
        sum(site.documents for site in sites),
        days[0] if days else None,
        days[-1] if days else None,
    )


def archive(view: View, visit: Visit) -> Response:
    """The page of an archive: what it holds, when it was captured, what came last."""
    sites = _sites(view)
    found = calendar_of(view.reader, zone=UTC)
    newest = view.reader.find("", kinds=("document",), limit=4 * _NEW)
    shown = titled(view, newest)[:_NEW]
    return page(
        visit,
        "archive.html",
        collection=view.collection,
        sites=sites[:_SITES],
        more_sites=len(sites) - _SITES,
        documents=sum(site.documents for site in sites),
        days=found.days,
        captures=sum(day.captures for day in found.days.values()),
        years=_bars(found),
        newest=shown,
    )


def _bars(found: Calendar) -> list[dict[str, Any]]:
    """The months with captures, by year: each with its height from 0 to 100."""
    counted: dict[tuple[int, int], int] = {}
    for day, counts in found.days.items():
        counted[day.year, day.month] = counted.get((day.year, day.month), 0) + counts.captures
    most = max(counted.values(), default=1)
    return [
        {
            "year": year,
            "months": [
                (month, counted.get((year, month), 0), _height(counted.get((year, month), 0), most))
                for month in range(1, 13)
            ],
        }
        for year in found.years
    ]


def _height(count: int, most: int) -> int:
    return 0 if not count else max(6, round(100 * (count / most) ** 0.5))


# ---- documents as a list -----------------------------------------------------------------------------------------

_ORDERS = {"title": False, "last": True, "versions": True, "name": False}


def tree(view: View, visit: Visit) -> Response:
    """The sites, or the folders and documents of a folder."""
    asked = visit.request.query_params
    every = asked.get("all") == "1"
    kinds = None if every else ("document",)
    if not asked.get("folder"):
        sites = sorted(_sites(view), key=lambda site: site.name)
        return page(visit, "sites.html", collection=view.collection, sites=sites)
    folder = _folder(view, asked["folder"])
    order = asked.get("sort", "title")
    order = order if order in _ORDERS else "title"
    after = _after(asked.get("after", ""), order)
    found = view.reader.pages(
        folder.folder_id, kinds=kinds, order=order, descending=_ORDERS[order], after=after, limit=_ROWS + 1
    )
    rows = found[:_ROWS]
    following = None
    if len(found) > _ROWS:
        last = rows[-1]
        [(_, value)] = view.reader.values_of([last.page_id], order)
        following = f"{last.page_id}.{value}"
    below = view.reader.folders(folder.folder_id, limit=_FOLDERS)
    return page(
        visit,
        "folder.html",
        collection=view.collection,
        folder=folder,
        path=_above(view, folder),
        folders=[one for one in below if (every or one.documents) and not is_hidden(view, one.url)],
        rows=titled(view, rows),
        order=order,
        orders=list(_ORDERS),
        every=every,
        following=following,
        begun=after is None,
    )


def _folder(view: View, number: str) -> Folder:
    if not (number.isascii() and number.isdigit() and len(number) < 16):
        raise Refusal(404, "There is no such folder in the archive.")
    with suppress(CaptureMissing):
        found = view.reader.folder(int(number))
        if not is_hidden(view, found.url):
            return found
    raise Refusal(404, "There is no such folder in the archive.")


def _above(view: View, folder: Folder) -> list[Folder]:
    path = [folder]
    while path[0].parent_id:
        path.insert(0, view.reader.folder(path[0].parent_id))
    return path


def _after(text: str, order: str) -> tuple[str | float, int] | None:
    """Where a list goes on: “page.value”."""
    number, dot, value = text.partition(".")
    if not dot or not (number.isascii() and number.isdigit() and len(number) < 16):
        return None
    if order in ("title", "name"):
        return value, int(number)
    if not value.lstrip("-").isdigit() or len(value) > 18:
        return None
    return int(value), int(number)


# ---- days --------------------------------------------------------------------------------------------------------


class Day(NamedTuple):
    """A day of a calendar: how much was captured, from 0 to `_STEPS`."""

    date: date
    counts: DayCounts
    shade: int


def calendar(view: View, visit: Visit) -> Response:
    """The days of a year on which the archive, a site or a page was captured."""
    asked = visit.request.query_params
    url, scope = asked.get("url", ""), asked.get("scope", "")
    if url and scope != "site":
        captures = captured(view, url)
        url, scope = captures[-1].url, "page"
    elif url:
        if is_hidden(view, url):
            raise Refusal(451, "This address is not shown.")
        scope = "site"
    else:
        scope = "archive"
    found = calendar_of(view.reader, Scope(scope, url), UTC)  # type: ignore[arg-type]
    year = _year(asked.get("year", ""), found.years)
    of_year = found.of_year(year) if year else {}
    return page(
        visit,
        "calendar.html",
        collection=view.collection,
        url=url,
        scope=scope,
        years=found.years,
        year=year,
        months=[_month(year, month, of_year) for month in range(1, 13)] if year else [],
        days=len(of_year),
        captures=sum(one.captures for one in of_year.values()),
        changed=sum(one.changes for one in of_year.values()),
        new=sum(one.pages for one in of_year.values()),
    )


def _year(text: str, years: Sequence[int]) -> int | None:
    if text.isascii() and text.isdigit() and int(text[:6]) in years:
        return int(text[:6])
    return years[-1] if years else None


def _month(year: int, month: int, days: Mapping[date, DayCounts]) -> tuple[int, list[list[Day | None]]]:
    most = max((one.captures for one in days.values()), default=1)

    def day(one: date) -> Day | None:
        if one.month != month:
            return None
        counts = days.get(one, DayCounts())
        shade = 0 if not counts.captures else 1 + min(_STEPS - 1, int((_STEPS - 1) * counts.captures / most))
        return Day(one, counts, shade)

    weeks = months.Calendar().monthdatescalendar(year, month)
    return month, [[day(one) for one in week] for week in weeks]


def day(view: View, visit: Visit) -> Response:
    """What was captured on a day, or of one site then."""
    asked = visit.request.query_params
    try:
        wanted = date.fromisoformat(asked.get("date", ""))
        begin = datetime(wanted.year, wanted.month, wanted.day, tzinfo=UTC)
    except ValueError:
        raise Refusal(404, "There is no such day.") from None
    prefix = ""
    calendar_scope = Scope()
    if site := asked.get("url", ""):
        if is_hidden(view, site):
            raise Refusal(451, "This address is not shown.")
        calendar_scope = Scope("site", site)
    found = calendar_of(view.reader, calendar_scope, UTC)
    host = site.partition("://")[2].partition("/")[0] if site else ""
    rows = list[tuple[Page, Any]]()
    more = False
    seen = set[str]()
    for capture in view.reader.captures(prefix=prefix, since=begin, until=end_of(wanted, UTC)):
        if capture.url in seen or is_hidden(view, capture.url):
            continue
        if host and capture.url.partition("://")[2].partition("/")[0] != host:
            continue
        known = view.reader.page(capture.url)
        if known is None or known.kind != "document":
            continue
        if len(rows) == _DAY_ROWS:
            more = True
            break
        seen.add(capture.url)
        rows.append((titled(view, [known])[0], capture))
    return page(
        visit,
        "day.html",
        collection=view.collection,
        date=wanted,
        site=site,
        before=found.beside(wanted, -1),
        after=found.beside(wanted, 1),
        counts=found.on(wanted),
        rows=sorted(rows, key=lambda row: (row[0].title.casefold(), row[0].url)),
        more=more,
        moment=end_of(wanted, UTC) - timedelta(seconds=1),
    )
