"""How long pages last: half-lives of contents and of pages themselves, and when of a day and of a week they change.

A *look* is a capture of a page that was there at the capture before: it found the page changed, unchanged or gone. Errors of
servers and redirects are no looks. A page that is gone has changed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from app.search.entries.columns import Mask, Numbers
from app.statistics.estimates import Floats, Lifetime, Rate, cyclic, lifetime
from app.statistics.observations import By, Observations
from app.statistics.periods import DAY

Cycle = Literal["hour", "weekday"]
_PARTS = {"hour": 24, "weekday": 7}
_LENGTHS = {"hour": 3600, "weekday": DAY}
_LONGEST = {"hour": DAY // 2, "weekday": 3 * DAY}
"""Seconds between two looks beyond which they say little of the hour or day of a change."""
_MOST_LOOKS = 200_000  # that are used for a cycle
_THURSDAY = 3  # the first of 1970; 0 is Monday

REPORTED = {"com": "under-2-months", "edu": "about-4-months", "gov": "about-4-months"}
"""Half-lives by sector that the Web InfoMall reported of the Chinese web of 2001 to 2005, from dates of last changes."""


@dataclass(frozen=True, slots=True)
class Intervals:
    """One behind another by page: number of the page, moments of the capture before and of this one, what was found."""

    page: Numbers
    begin: Numbers
    end: Numbers
    changed: Mask
    gone: Mask

    @property
    def days(self) -> Floats:
        return (self.end - self.begin) / DAY

    def only(self, mask: Mask | NDArray[np.intp]) -> Intervals:
        """Some of them."""
        return Intervals(
            self.page[mask], self.begin[mask], self.end[mask], self.changed[mask], self.gone[mask]
        )


def intervals(seen: Observations) -> Intervals:
    """The looks at the documents of an archive."""
    gone = seen.gone
    seen = seen.only((seen.answered | gone) & seen.document)
    gone, page = seen.gone, seen.page
    later = np.flatnonzero((page[1:] == page[:-1]) & ~gone[:-1] & (seen.date[1:] > seen.date[:-1])) + 1
    before = later - 1
    return Intervals(
        page[later],
        seen.date[before],
        seen.date[later],
        (seen.content[later] != seen.content[before]) | gone[later],
        gone[later],
    )


class GroupLife(NamedTuple):
    """Pages that are put together: the name of the group, its pages, the half-life of all their contents, and the median of
    the half-lives of single pages with its interval."""

    group: str
    pages: int
    life: Lifetime
    median: float
    low: float
    high: float


def lifetimes(seen: Observations, by: By = "", *, rot: bool = False) -> list[GroupLife]:
    """Half-lives of the contents of documents, or with `rot` of the documents themselves until they are gone; of each group
    that was looked at, those with most pages first."""
    every = intervals(seen)
    names = seen.group(by)
    listed = sorted({names.get(page, "") for page in np.unique(every.page).tolist()})
    numbers = {name: number for number, name in enumerate(listed)}
    top = int(every.page.max(initial=0)) + 1
    group_of = np.zeros(top, np.int64)
    for page in np.unique(every.page).tolist():
        group_of[page] = numbers[names.get(page, "")]
    group = group_of[every.page]
    order = np.argsort(group, kind="stable")
    ends = np.searchsorted(group[order], np.arange(len(listed) + 1))
    found = []
    for number, name in enumerate(listed):
        own = every.only(order[ends[number] : ends[number + 1]])
        events = own.gone if rot else own.changed
        pages = len(np.unique(own.page))
        median, low, high = _median(own, events)
        found.append(GroupLife(name, pages, lifetime(own.days, events), median, low, high))
    return sorted(found, key=lambda one: (-one.pages, one.group))


def _median(own: Intervals, events: Mask) -> tuple[float, float, float]:
    """The median of the half-lives of pages, and its interval by ranks. The rate of a page is Cho & Garcia-Molina's, less
    biased for few looks: -ln((n - x + 0.5) / (n + 0.5)) by the mean time between looks."""
    pages, place = np.unique(own.page, return_inverse=True)
    n = np.bincount(place).astype(np.float64)
    x = np.bincount(place, weights=events)
    mean = np.bincount(place, weights=own.days) / n
    with np.errstate(divide="ignore"):
        half = np.sort(math.log(2) * mean / -np.log((n - x + 0.5) / (n + 0.5)))
    count = len(pages)
    reach = 0.98 * math.sqrt(count)  # 1.96 times the spread of a rank
    low = max(0, math.floor(count / 2 - reach))
    high = min(count - 1, math.ceil(count / 2 + reach))
    return float(half[(count - 1) // 2] / 2 + half[count // 2] / 2), float(half[low]), float(half[high])


def rates(seen: Observations, cycle: Cycle, offset: int = 0) -> tuple[list[Rate], int]:
    """Changes a page and day by the hour of the day, or by the day of the week from Monday, and how many looks say so: those
    that are near enough to the one before. `offset`: seconds that clocks are ahead of UTC."""
    every = intervals(seen)
    near = np.flatnonzero(every.end - every.begin <= _LONGEST[cycle])
    if len(near) > _MOST_LOOKS:
        near = near[np.linspace(0, len(near) - 1, _MOST_LOOKS).astype(np.int64)]
    own = every.only(near)
    shift = offset + (_THURSDAY * DAY if cycle == "weekday" else 0)
    covered = _covered(own.end + shift, cycle) - _covered(own.begin + shift, cycle)
    return cyclic(covered / DAY, own.changed), len(near)


def _covered(moments: Numbers, cycle: Cycle) -> Floats:
    """Seconds of each part of a cycle since the cycles began."""
    parts, length = _PARTS[cycle], _LENGTHS[cycle]
    whole, rest = np.divmod(moments, parts * length)
    starts = np.arange(parts) * length
    covered: Floats = whole[:, None] * float(length) + np.clip(rest[:, None] - starts, 0, length)
    return covered
