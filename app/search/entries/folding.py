"""Found pages that are nearly the same, folded behind the first of them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from app.likeness.known import Known, stamp
from app.search.entries.columns import Columns, Numbers


@dataclass(frozen=True, slots=True)
class Folded:
    """The places of pages that are shown, and of each those behind it, all in their order."""

    order: Numbers
    behind: dict[int, list[int]]

    def with_opened(self, opened: Collection[int]) -> Numbers:
        """The order with the pages behind some of them."""
        if not opened:
            return self.order
        shown = ([one, *(self.behind.get(one, []) if one in opened else [])] for one in self.order.tolist())
        return np.array([one for several in shown for one in several], np.int64)


class Likeness:
    """What is alike in one archive, read again when that has changed. For one thread."""

    def __init__(self, archive: Path) -> None:
        self._archive = archive
        self._stamp: object = None
        self._known: Known | None = None

    def folded(self, held: Columns, entries: Numbers, order: Numbers) -> Folded:
        """Pages in an order, each given by its entry; without fingerprints of the archive nothing is folded."""
        known = self._current()
        places = known.places(held.version[entries[order]].tolist())
        if not len(known.texts):
            return Folded(order, {})
        # a page without a text is like none
        groups = np.where(places >= 0, known.groups()[places], -1 - np.arange(len(places)))
        _, firsts, which = np.unique(groups, return_index=True, return_inverse=True)
        first = firsts[which]
        behind: dict[int, list[int]] = {}
        for at in np.flatnonzero(first != np.arange(len(order))).tolist():
            behind.setdefault(int(order[first[at]]), []).append(int(order[at]))
        return Folded(order[np.sort(firsts)], behind)

    def _current(self) -> Known:
        now = stamp(self._archive)
        if self._known is None or self._stamp != now:
            self._stamp, self._known = now, Known(self._archive)
        return self._known
