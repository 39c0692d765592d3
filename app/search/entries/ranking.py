"""What links say of pages, as a search uses it: given from outside, so that the search knows nothing of graphs."""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from app.search.entries.columns import Mask, Numbers

Scores = NDArray[np.float64]

HIGHEST = 10
"""Of the bar."""
_SPAN = re.compile(r"(\d{1,2})(?:(\+)|\.\.(\d{1,2}))?")


class Ranking(Protocol):
    """Ranks of pages by their numbers: called it gives what their scores are multiplied by."""

    def __call__(self, pages: Numbers) -> Scores: ...

    def bars(self, pages: Numbers) -> Numbers:
        """0 to 10, -1 for pages without a rank."""
        ...

    def shares(self, pages: Numbers) -> Scores:
        """How many times the rank that all addresses have on average; 0 for pages without one."""
        ...


class Ranked(NamedTuple):
    """The rank of one page: its bar, 0 to 10, and its share: how many times the average it has."""

    bar: int
    share: float


def ranked(ranking: Ranking | None, page: int) -> Ranked | None:
    """The rank of a page, None where it has none."""
    if ranking is None:
        return None
    pages = np.array([page], np.int64)
    bar = int(ranking.bars(pages)[0])
    return Ranked(bar, float(ranking.shares(pages)[0])) if bar >= 0 else None


def span(value: str) -> tuple[int, int] | None:
    """The lowest and highest bar of a condition: `5`, `5+`, `3..6`; None for what is none."""
    found = _SPAN.fullmatch(value)
    if found is None:
        return None
    low = int(found[1])
    high = HIGHEST if found[2] else int(found[3]) if found[3] else low
    return (low, high) if low <= high <= HIGHEST else None


def within(ranking: Ranking | None, pages: Numbers, value: str) -> Mask:
    """Which pages have a bar of a condition; none without a graph."""
    wanted = span(value)
    if ranking is None or wanted is None:
        return np.zeros(len(pages), np.bool_)
    bars = ranking.bars(pages)
    return (bars >= wanted[0]) & (bars <= wanted[1])


def bands(ranking: Ranking | None, pages: Numbers) -> list[tuple[str, int]]:
    """How many pages have each bar, the highest first ("": no rank); nothing where no page has one."""
    if ranking is None or not len(pages):
        return []
    counted = Counter(ranking.bars(pages).tolist())
    if set(counted) <= {-1}:
        return []
    return [("" if bar < 0 else str(bar), counted[bar]) for bar in sorted(counted, reverse=True)]
