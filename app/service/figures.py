"""Figures over time for the interface and the reading room: of what is shown, in a limit of time, worked out once for a
state of an archive.

What is hidden is left out before anything is counted; each answer says how many addresses that were. Tables are kept by
what they were asked with, the captures not: counting a million takes 3 to 4 seconds of the processor and, for as long, 430
MB. While an archive grows they are worked out anew, but where that takes long only in a tenth
part of the time. Topics are not kept: what they stand on, a searcher is.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import numpy as np

from app.archive.index.rows import moment
from app.archive.settling import making_of
from app.search.searching import Searcher
from app.service.collection import View
from app.statistics import observations, periods, tables
from app.statistics.observations import By, Observations
from app.statistics.periods import Period
from app.statistics.tables import Table
from app.statistics.topics import strengths

_KEPT = 64  # answers
_PROMPT = 1.0  # seconds of work from which on an answer stands for a while
_TIMES = 10  # as long as it took
_LONGEST = 120.0  # seconds for which it stands


@dataclass(frozen=True)
class Counted:
    """Tables, and the period they go by; the first moment and the last one of what was counted (of topics: of their
    periods), and how many addresses were left out because they are hidden."""

    tables: Sequence[Table]
    period: Period
    first: datetime | None
    last: datetime | None
    hidden: int

    def named(self, name: str) -> list[Table]:
        """The tables of a name, one for each way to put pages together."""
        return [one for one in self.tables if one.name == name]


@dataclass(frozen=True)
class _Kept:
    counted: Counted
    state: Hashable
    made: float
    cost: float

    def holds(self, state: Hashable) -> bool:
        stands = min(_LONGEST, self.cost * _TIMES) if self.cost > _PROMPT else 0.0
        return self.state == state or time.monotonic() - self.made < stands


class Figures:
    """The figures of some collections. Any thread may ask; those of one collection are worked out one after another."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._working: dict[str, threading.Lock] = {}
        self._kept: OrderedDict[Hashable, _Kept] = OrderedDict()

    def of_archive(
        self,
        view: View,
        names: Sequence[str],
        period: Period | None,
        seconds: float,
        *,
        by: Sequence[By] = ("",),
        offset: int = 0,
        words: Searcher | None = None,
    ) -> Counted:
        """Tables of `tables.OF_ARCHIVE`; with `words` (a searcher of the archive) a change is one of what a page says.
        TimeoutError."""
        check = _limit(seconds, view.stopped)
        place = view.collection.name, tuple(view.collection.hidden_prefixes())
        key = (*place, tuple(names), period, tuple(by), offset, words is None)
        state = making_of(view.reader.path), view.reader.last_seq()
        with self._lock:
            working = self._working.setdefault(view.collection.name, threading.Lock())
        if (kept := self._held(key, state)) is not None:
            return kept
        if not working.acquire(timeout=seconds):
            raise TimeoutError
        try:
            if (kept := self._held(key, state)) is not None:
                return kept
            begun = time.monotonic()
            columns = None if words is None else words.columns
            seen = observations.read(view.reader, words=columns, check=check)
            is_hidden = np.isin(seen.page, view.hidden_pages())
            hidden = len(np.unique(seen.page[is_hidden]))
            counted = _counted(
                seen.only(~is_hidden) if hidden else seen, names, period, by, offset, hidden, check
            )
            with self._lock:
                self._kept[key] = _Kept(counted, state, time.monotonic(), time.monotonic() - begun)
                if len(self._kept) > _KEPT:
                    self._kept.popitem(last=False)
            return counted
        finally:
            working.release()

    def _held(self, key: Hashable, state: Hashable) -> Counted | None:
        with self._lock:
            kept = self._kept.get(key)
            if kept is None or not kept.holds(state):
                return None
            self._kept.move_to_end(key)
            return kept.counted


def _counted(
    seen: Observations,
    names: Sequence[str],
    period: Period | None,
    by: Sequence[By],
    offset: int,
    hidden: int,
    check: Callable[[], None],
) -> Counted:
    if not len(seen.date):
        return Counted([], period or "day", None, None, hidden)
    first, last = int(seen.date.min()), int(seen.date.max())
    chosen = period or periods.usual(first, last)
    made = tables.of_archive(seen, names, chosen, by=by, offset=offset, check=check)
    return Counted(made, chosen, moment(first), moment(last), hidden)


def of_topics(searcher: Searcher, topics: Sequence[str], seconds: float, **how: Any) -> Counted:
    """The tables of topics, by a searcher that is blind to what is hidden; `how` as `topics.strengths` takes it. QueryFault,
    TimeoutError."""
    found = strengths(searcher, topics, check=_limit(seconds), **how)
    ends = [(one.points[0].period, one.points[-1].period) for one in found if one.points]
    period = found[0].period
    first = min((periods.span(begin, period)[0] for begin, _ in ends), default=None)
    last = max((periods.span(end, period)[1] for _, end in ends), default=None)
    return Counted(tables.of_topics(found), period, first, last, len(searcher.without))


def _limit(seconds: float, stopped: Callable[[], bool] = lambda: False) -> Callable[[], None]:
    until = time.monotonic() + seconds

    def check() -> None:
        if time.monotonic() > until or stopped():
            raise TimeoutError

    return check
