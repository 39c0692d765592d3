"""How an archive grows by period, and what it is made of: errors, languages, types."""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np

from app.search.entries.columns import Mask, Numbers
from app.statistics import periods
from app.statistics.estimates import Share, share
from app.statistics.observations import Observations
from app.statistics.periods import Period

Aspect = Literal["language", "type"]
OTHER = "*"
"""All values beyond the most frequent ones."""
_MOST = 10  # values that are told of one by one


class Growth(NamedTuple):
    """What came in a period: captures, those with new content, addresses for the first time, and bytes of new contents; and
    how many addresses and bytes there were at its end."""

    period: int
    captures: int
    versions: int
    new_pages: int
    bytes: int
    pages: int
    total: int


def growth(seen: Observations, period: Period) -> list[Growth]:
    """All periods from the first to the last capture."""
    if not len(seen.page):
        return []
    numbers = periods.of(seen.date, period)
    first = int(numbers.min())
    place, size = numbers - first, int(numbers.max()) - first + 1
    captures = np.bincount(place, minlength=size)
    versions = np.bincount(place[seen.version == seen.seq], minlength=size)
    new = np.bincount(place[seen.first], minlength=size)
    stored = np.bincount(place, weights=seen.stored, minlength=size).astype(np.int64)
    pages, total = np.cumsum(new), np.cumsum(stored)
    return [
        Growth(first + number, *map(int, row))
        for number, row in enumerate(zip(captures, versions, new, stored, pages, total, strict=True))
    ]


class Errors(NamedTuple):
    """Errors of a period: pages whose last answer in it was an error, and pages that were gone."""

    period: int
    errors: Share
    gone: Share


def errors(seen: Observations, period: Period) -> list[Errors]:
    """Each period with captures of pages; pictures and other parts of pages do not count."""
    pages = seen.only(~seen.part)
    last, numbers = _last_in_periods(pages, period)
    bad, gone = (pages.status >= 400)[last], pages.gone[last]
    found = []
    for number in np.unique(numbers).tolist():
        own = numbers == number
        n = int(np.count_nonzero(own))
        found.append(Errors(number, share(int(bad[own].sum()), n), share(int(gone[own].sum()), n)))
    return found


class Part(NamedTuple):
    """The pages of one language or type ("": not known) among those that were captured in a period."""

    period: int
    value: str
    pages: Share


def shares(seen: Observations, aspect: Aspect, period: Period) -> list[Part]:
    """The most frequent values in each period, and all others together (`OTHER`). Languages of documents; types of all that
    was captured with an answer."""
    wanted = seen.answered & seen.document if aspect == "language" else seen.answered
    pages = seen.only(wanted)
    last, numbers = _last_in_periods(pages, period)
    named = {number: str(getattr(one, aspect)) for number, one in seen.values.items()}
    names = sorted(set(named.values()))
    code = {name: place for place, name in enumerate(names)}
    codes = np.zeros(max(named, default=0) + 1, np.int64)
    for number, name in named.items():
        codes[number] = code[name]
    values = codes[pages.facets[last]]
    most = np.argsort(-np.bincount(values, minlength=len(names)), kind="stable")[:_MOST].tolist()
    found = []
    for number in np.unique(numbers).tolist():
        own = values[numbers == number]
        counts = np.bincount(own, minlength=len(names))
        listed = [(names[one], int(counts[one])) for one in most if counts[one]]
        rest = len(own) - sum(count for _, count in listed)
        for name, count in [*listed, *([(OTHER, rest)] if rest else [])]:
            found.append(Part(number, name, share(count, len(own))))
    return found


def _last_in_periods(seen: Observations, period: Period) -> tuple[Numbers, Numbers]:
    """The places of the last capture of each page in each period, and the numbers of these periods."""
    numbers = periods.of(seen.date, period)
    if not len(numbers):
        return numbers, numbers
    ends: Mask = np.append((seen.page[1:] != seen.page[:-1]) | (numbers[1:] != numbers[:-1]), True)
    last = np.flatnonzero(ends)
    return last, numbers[last]
