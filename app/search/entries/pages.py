"""Entries that were found, page by page: which of them stands for its page, and in which order the pages stand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from app.search.entries.columns import Columns, Mask, Numbers

Scores = NDArray[np.float64]

_MANY = 60
"""Pages from which on it is quicker to set the best ones apart than to sort all."""

_FEW = 1000
"""Entries up to which sorting all of them by everything that counts is as quick as looking for the first of each page."""

_HALF = 1 << 16  # values of half of the bits of a page's number


_EPOCH = 1970  # the year from which numpy counts months
_DAY = 86_400


def months_of(dates: Numbers) -> Numbers:
    """The months of moments, counted from year 0."""
    if not len(dates):
        return dates
    days = dates // _DAY
    first, last = int(days.min()), int(days.max())
    if last - first < len(
        days
    ):  # of many moments the months are looked up, by their days: a quarter of the time
        return _months_of_days(np.arange(first, last + 1))[days - first]
    return _months_of_days(days)


def _months_of_days(days: Numbers) -> Numbers:
    return days.astype("datetime64[D]").astype("datetime64[M]").astype(np.int64) + 12 * _EPOCH


def month_name(month: int) -> str:
    """A month so counted, as YYYYMM."""
    return f"{month // 12:04}{month % 12 + 1:02}"


class Best(NamedTuple):
    """The entries that rank first, in any order, their scores, which of these say the query as it is written (None: all
    do), how many entries there are in `total`, and how many of all do not say it so."""

    entries: Numbers
    scores: Scores
    exact: Mask | None
    total: int
    loose: int


@dataclass(frozen=True, slots=True)
class Pages:
    """The pages of a result, or the best of them, in any order; `entry` is the one that ranks first of each, `exact` says
    of each whether it says the query as it is written (None: all do). `order`, `begin` and `end` lead to all entries of a
    page, in any order. `total` is how many pages there are, `loose` how many of these do not say it as it is written."""

    page: Numbers
    entry: Numbers
    score: Scores
    exact: Mask | None
    loose: int
    order: Numbers
    begin: Numbers
    end: Numbers
    total: int

    def __len__(self) -> int:
        return len(self.page)

    def is_exact(self, number: int) -> bool:
        return self.exact is None or bool(self.exact[number])

    def entries_of(self, number: int) -> Numbers:
        return self.order[self.begin[number] : self.end[number]]

    def months(self, held: Columns) -> dict[str, int]:
        """How many pages said it in each month (YYYYMM), as `on:` of that month finds them: from the first to the last
        time that a version that says it was seen."""
        if not len(self.begin):
            return {}
        opens, shuts = (months_of(dates[self.order]) for dates in (held.first, held.last))
        base = int(opens.min())
        opens, shuts = opens - base, shuts - base
        wide = int(shuts.max()) + 2
        if len(self.order) > len(self.begin):  # a month in which a page had several versions counts once
            page = wide * np.repeat(np.arange(len(self.begin)), self.end - self.begin)
            opens, shuts = page + opens, page + shuts
            by_time = np.argsort(opens, kind="stable")
            opens, shuts = opens[by_time], np.maximum.accumulate(shuts[by_time])
            new = np.append(True, opens[1:] > shuts[:-1])
            opens, shuts = opens[new] % wide, shuts[np.append(new[1:], True)] % wide
        changes = np.bincount(opens, minlength=wide) - np.bincount(shuts + 1, minlength=wide)
        counts: Numbers = np.cumsum(changes)
        return {month_name(base + at): int(counts[at]) for at in np.flatnonzero(counts).tolist()}

    def ranked(self, held: Columns, most: int | None = None) -> Numbers:
        """The numbers of the pages: before others those that say the query as it is written, then those that say most, of
        two that say as much the newer one. With `most` only so many of them."""
        most = len(self) if most is None else most
        if self.exact is None or not self.loose:
            return self._best(held, None, most)
        first = self._best(held, np.flatnonzero(self.exact), most)
        return np.append(first, self._best(held, np.flatnonzero(~self.exact), most - len(first)))

    def _best(self, held: Columns, among: Numbers | None, most: int) -> Numbers:
        if among is None:
            return least(-self.score, most, -held.last[self.entry], self.page)
        entry, page = self.entry[among], self.page[among]
        found: Numbers = among[least(-self.score[among], most, -held.last[entry], page)]
        return found


def least(by: Numbers | Scores, most: int | None, then: Numbers, last: Numbers) -> Numbers:
    """The places of the least values in their order, of equal ones as `then` and `last` say: all, or so many."""
    among = None
    if most is not None and len(by) > max(_MANY, 4 * most):
        if not most:
            return np.zeros(0, np.int64)
        among = np.flatnonzero(by <= np.partition(by, most - 1)[most - 1])
        by, then, last = by[among], then[among], last[among]
    order = np.lexsort((last, then, by))[:most]
    found: Numbers = order if among is None else among[order]
    return found


def best_pages(held: Columns, best: Best) -> Pages:
    """The pages that rank first, where each has one entry alone (`Columns.plain`)."""
    begin = np.arange(len(best.entries))
    page = held.page[best.entries]
    return Pages(
        page, best.entries, best.scores, best.exact, best.loose, best.entries, begin, begin + 1, best.total
    )


def pages_of(held: Columns, entries: Numbers, page: Numbers, scores: Scores, exact: Mask | None) -> Pages:
    """Entries, with the page of each, by their pages: of two that rank alike, the newer one stands for the page."""
    if np.count_nonzero(held.alone[entries]) == len(entries):
        begin = np.arange(len(page))
        return Pages(page, entries, scores, exact, _loose(exact), entries, begin, begin + 1, len(page))
    if len(page) < _FEW:
        worth = (entries, -held.last[entries], -scores)
        order = np.lexsort((*worth, page) if exact is None else (*worth, ~exact, page))
    else:
        order = _by_page(page)
    page, entries, scores = page[order], entries[order], scores[order]
    exact = None if exact is None else exact[order]
    begin = np.flatnonzero(np.concatenate(([True], page[1:] != page[:-1])))
    first = begin if len(page) < _FEW else _firsts(held, begin, entries, scores, exact)
    own = None if exact is None else exact[first]
    end = np.append(begin[1:], len(page))
    return Pages(
        page[begin], entries[first], scores[first], own, _loose(own), entries, begin, end, len(begin)
    )


def _by_page(page: Numbers) -> NDArray[np.intp]:
    """The places of pages in the order of their numbers."""
    if int(page.max()) >= _HALF**2:
        return np.argsort(page, kind="stable")
    # by both halves of their bits, one behind the other: a fifth of the time
    low: NDArray[np.intp] = np.argsort((page % _HALF).astype(np.uint16), kind="stable")
    found: NDArray[np.intp] = low[np.argsort((page[low] // _HALF).astype(np.uint16), kind="stable")]
    return found


def _firsts(
    held: Columns, begin: Numbers, entries: Numbers, scores: Scores, exact: Mask | None
) -> NDArray[np.intp]:
    """The places of the entries that stand for their pages, which begin at these places: where a page has several, those
    that are left are compared by one quality behind the other, in a tenth of the time that sorting all of them takes."""
    count = np.append(begin[1:], len(entries)) - begin
    several = np.flatnonzero(count > 1)
    first = begin.copy()
    left = np.flatnonzero(np.repeat(count > 1, count))
    group = np.repeat(np.arange(len(several)), count[several])
    for quality in (exact, scores, held.last[entries], -entries):
        if len(left) == len(several) or quality is None:
            continue
        own = quality[left]
        most = np.maximum.reduceat(own, np.flatnonzero(np.append(True, group[1:] != group[:-1])))
        best = own == most[group]
        left, group = left[best], group[best]
    first[several] = left
    return first


def _loose(exact: Mask | None) -> int:
    return 0 if exact is None else len(exact) - int(np.count_nonzero(exact))
