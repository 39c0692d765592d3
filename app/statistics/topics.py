"""Topics over time: the share of pages and of sites that speak of them, who did first, when most did, how fast it went by.

A topic is a query (`app.search.query`), which may be a category alone (`category:science/physics`). The model is that of Li
and others (2003) for the Chinese web: of all pages seen in a period the share that speaks of a topic is its strength.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

import numpy as np

from app.archive.index.rows import moment
from app.archive.model import Capture
from app.messages import Message
from app.search import query
from app.search.changes import runs
from app.search.changes.runs import Said
from app.search.entries.columns import Mask, Numbers
from app.search.query import QueryFault
from app.search.searching import Searcher
from app.statistics import periods
from app.statistics.estimates import Lifetime, Share, lifetime, share
from app.statistics.periods import DAY, Period

MOST_FIRST = 20
"""First movers that are told."""


class Point(NamedTuple):
    """A period: pages and sites that speak of the topic among those of the period, and pages that had not done before."""

    period: int
    pages: Share
    sites: Share
    new: int


class Mover(NamedTuple):
    """A page that spoke of it early: its first capture that did, and the last one before that did not (None: it did when it
    was first captured)."""

    site: str
    capture: Capture
    since: datetime | None


@dataclass(frozen=True, slots=True)
class Strength:
    """A topic over time. `pages` and `sites` are those that spoke of it at any time among all that were seen; `first` the
    earliest pages, one of each site; `peak` the place in `points` with the greatest share of pages (None: nobody spoke of
    it); `risen` and `fallen` days from half the peak to it, and from it to half of it (None: not seen), by lines between the
    middles of periods; `lasting` how long a page goes on speaking of it."""

    topic: str
    period: Period
    points: tuple[Point, ...]
    pages: Share
    sites: Share
    first: tuple[Mover, ...]
    peak: int | None
    risen: float | None
    fallen: float | None
    lasting: Lifetime


def check(topic: str) -> None:
    """QueryFault for a topic that cannot be understood."""
    _parsed(topic)


def strengths(
    searcher: Searcher,
    topics: Sequence[str],
    period: Period | None = None,
    *,
    within: str = "",
    standing: bool = False,
    since: datetime | None = None,
    until: datetime | None = None,
    progress: Callable[[float], None] = lambda _: None,
    check: Callable[[], None] = lambda: None,
) -> list[Strength]:
    """Topics over the same periods, by default such as give a readable chart. `within` is a query for the pages and versions
    that count at all; `since` and `until` (behind the last moment) leave out captures. A period counts the pages that were
    captured in it, with `standing` all pages as they stood at its end. Pages that the searcher is `without` do not count.
    QueryFault; `check` may raise to stop."""
    held = searcher.columns
    said = runs.said(searcher.reader.connection, held)
    if since is not None or until is not None:
        begin = since.timestamp() if since is not None else -np.inf
        end = until.timestamp() if until is not None else np.inf
        kept = np.flatnonzero((said.date >= begin) & (said.date < end))
        said = Said(
            said.page[kept],
            said.date[kept],
            said.seq[kept],
            said.version[kept],
            said.entry[kept],
            said.gone[kept],
        )
    allowed = (said.entry > 0) & ~np.isin(said.page, searcher.without)
    if within.strip():
        allowed &= _mask(searcher, within)[said.entry]
    chosen = period or _usual(said)
    found = []
    for number, topic in enumerate(topics):
        check()
        progress(number / len(topics))
        says = allowed & _mask(searcher, topic)[said.entry]
        found.append(_strength(searcher, topic, chosen, said, allowed, says, standing))
    progress(1.0)
    return found


def pages_behind(topic: str, within: str, begin: datetime, end: datetime) -> str:
    """A query for the pages that speak of a topic in a period, from its first moment to that behind it."""
    parts = [f"({topic.strip()})" if " " in topic.strip() else topic.strip()]
    if within.strip():
        parts.append(f"({within.strip()})")
    return " ".join([*parts, f"after:{begin - timedelta(days=1):%Y-%m-%d}", f"before:{end:%Y-%m-%d}"])


def _usual(said: Said) -> Period:
    return periods.usual(int(said.date.min()), int(said.date.max())) if len(said.date) else "day"


def _parsed(text: str) -> query.Node:
    node = query.parse(text)
    if query.lists_changes(node):
        one = next(query.changes(node))
        raise QueryFault(one.place, Message("query-change-there", name=one.kind))
    return node


def _mask(searcher: Searcher, text: str) -> Mask:
    """The entries that say a query."""
    mask = searcher.fitting(_parsed(text)).copy()
    mask[0] = False
    return mask


def _strength(
    searcher: Searcher, topic: str, period: Period, said: Said, allowed: Mask, says: Mask, standing: bool
) -> Strength:
    site_of = searcher.held.site_of
    number = periods.of(said.date, period)
    points = (_standing if standing else _seen)(said, number, allowed, says, site_of)
    every, ever = np.unique(said.page[allowed]), np.unique(said.page[says])
    of_sites = share(len(np.unique(site_of[ever])), len(np.unique(site_of[every])))
    shares = [one.pages.share for one in points]
    peak = int(np.argmax(shares)) if any(shares) else None
    middles = [
        (periods.begin(one.period, period) + periods.begin(one.period + 1, period)) / 2 / DAY
        for one in points
    ]
    return Strength(
        topic,
        period,
        tuple(points),
        share(len(ever), len(every)),
        of_sites,
        tuple(_first(searcher, said, allowed, says, site_of)),
        peak,
        None if peak is None else _halved(middles[peak::-1], shares[peak::-1]),
        None if peak is None else _halved(middles[peak:], shares[peak:]),
        _lasting(said, says),
    )


def _halved(middles: Sequence[float], shares: Sequence[float]) -> float | None:
    """Days from the first of some points to where the line through them has half its share; None where it never has."""
    half = shares[0] / 2
    for at in range(1, len(shares)):
        if shares[at] <= half:
            above = shares[at - 1]
            part = (above - half) / (above - shares[at])
            return abs(middles[at - 1] + part * (middles[at] - middles[at - 1]) - middles[0])
    return None


def _seen(said: Said, number: Numbers, allowed: Mask, says: Mask, site_of: Numbers) -> list[Point]:
    """Of each period the pages that were captured in it."""
    if not allowed.any():
        return []
    first = int(number[allowed].min())
    size = int(number[allowed].max()) - first + 1

    def counted(mask: Mask, what: Numbers) -> Numbers:
        top = int(what.max(initial=0)) + 1
        keys = np.unique((number[mask] - first) * top + what[mask])
        return np.bincount(keys // top, minlength=size).astype(np.int64)

    sites = site_of[said.page]
    places = np.flatnonzero(says)
    pages, earliest = np.unique(
        said.page[places], return_index=True
    )  # captures of a page stand in the order of time
    new = np.bincount(number[places[earliest]] - first, minlength=size) if len(pages) else np.zeros(size)
    columns = (
        counted(allowed, said.page),
        counted(says, said.page),
        counted(allowed, sites),
        counted(says, sites),
    )
    return [
        Point(
            first + at, share(int(pages_in), int(n_pages)), share(int(sites_in), int(n_sites)), int(new[at])
        )
        for at, (n_pages, pages_in, n_sites, sites_in) in enumerate(zip(*columns, strict=True))
        if n_pages
    ]


def _standing(said: Said, number: Numbers, allowed: Mask, says: Mask, site_of: Numbers) -> list[Point]:
    """Of each period all pages as they stood at its end."""
    if not allowed.any():
        return []
    seen = {point.period: point.new for point in _seen(said, number, allowed, says, site_of)}
    first, size = int(number.min()), int(number.max()) - int(number.min()) + 1
    fresh = said.page[1:] != said.page[:-1]
    ends = np.append(fresh | (number[1:] != number[:-1]), True)  # the last captures of pages in periods
    last = np.flatnonzero(ends)
    page, begin = said.page[last], number[last] - first
    until = np.append(np.where(page[1:] == page[:-1], begin[1:], size), size)

    def counted(mask: Mask) -> tuple[Numbers, Numbers]:
        own = mask[last]
        changes = np.zeros(size + 1, np.int64)
        np.add.at(changes, begin[own], 1)
        np.add.at(changes, until[own], -1)
        sites = np.zeros(size + 1, np.int64)
        site = np.concatenate([site_of[page[own]]] * 2)
        when = np.concatenate([begin[own], until[own]])
        step = np.repeat([1, -1], int(np.count_nonzero(own)))
        order = np.lexsort((when, site))
        site, when, high = site[order], when[order], np.cumsum(step[order])
        settled = np.append((site[1:] != site[:-1]) | (when[1:] != when[:-1]), True)[: len(site)]
        place = np.flatnonzero(settled)
        before = (
            np.append(0, high[place[:-1]])[: len(place)] > 0
        )  # a site ends with none, so the next begins with none
        after = high[place] > 0
        np.add.at(sites, when[place[after & ~before]], 1)
        np.add.at(sites, when[place[before & ~after]], -1)
        return np.cumsum(changes)[:size], np.cumsum(sites)[:size]

    (n_pages, n_sites), (pages_in, sites_in) = counted(allowed), counted(says)
    return [
        Point(
            first + at,
            share(int(pages_in[at]), int(n_pages[at])),
            share(int(sites_in[at]), int(n_sites[at])),
            seen.get(first + at, 0),
        )
        for at in range(size)
        if n_pages[at]
    ]


def _first(searcher: Searcher, said: Said, allowed: Mask, says: Mask, site_of: Numbers) -> list[Mover]:
    """The earliest pages, one of each site."""
    places = np.flatnonzero(says)
    _, earliest = np.unique(said.page[places], return_index=True)
    places = places[earliest]
    places = places[np.lexsort((said.seq[places], said.date[places]))]
    _, one = np.unique(site_of[said.page[places]], return_index=True)
    found = []
    for place in places[np.sort(one)][:MOST_FIRST].tolist():
        before = place - 1
        known = before >= 0 and said.page[before] == said.page[place] and bool(allowed[before])
        site = searcher.held.sites.get(int(site_of[said.page[place]]), "")
        since = moment(int(said.date[before])) if known else None
        found.append(Mover(site, searcher.captured(int(said.seq[place])), since))
    return found


def _lasting(said: Said, says: Mask) -> Lifetime:
    """How long pages that speak of it go on doing so."""
    later = (
        np.flatnonzero(says[:-1] & (said.page[1:] == said.page[:-1]) & (said.date[1:] > said.date[:-1])) + 1
    )
    return lifetime((said.date[later] - said.date[later - 1]) / DAY, ~says[later])
