"""The first pages of words that very many say, before all of these are put in an order and counted: for who is typing.

The engine tells which of its documents say most in a hundredth of the time in which it hands over all of them. What else
counts, links with the words and ranks of pages, is known of every entry, so it is known how much any other one can be
worth at most: the few that might come before the last of the first pages are asked for one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from app.search.entries.columns import Columns, Mask, Numbers
from app.search.entries.pages import Pages, pages_of
from app.search.entries.ranking import Ranking
from app.search.finding.asking import Asking, saying
from app.search.finding.compiling import compiled_for
from app.search.finding.targets import led_to
from app.search.index.snapshot import Snapshot
from app.search.index.store import NOTHING
from app.search.query import Node

Scores = NDArray[np.float64]

MANY = 10_000
"""Entries that say it from which on it takes too long for who is typing to put all of them in an order."""

_FIRST = 64  # entries that are asked for at first
_MORE, _OFTEN = 22, 3  # how many times as many then, and how often at most
_SINGLE = 96  # that are asked for one by one, which takes 0.2 ms each
_ALIKE = 0.9  # of what the last ones say, from which on those behind them say it alike
_MOST_LINKS = 100_000  # texts of links that may say it


class _Said(NamedTuple):
    """Entries that say most, what their own texts count for, how much any other one says at most, and whether there are
    others."""

    entries: Numbers
    scores: Scores
    least: float
    more: bool


class Glance:
    """One look at the indexes of texts and of texts of links for a query, as it is written and taken loosely."""

    def __init__(
        self,
        snapshots: Sequence[Snapshot],
        held: Columns,
        rank: Ranking | None,
        stopped: Callable[[], bool],
    ) -> None:
        self._asking = Asking(snapshots, stopped)
        self._held, self._rank = held, rank

    def first(self, node: Node, loose: Node | None, wanted: int) -> Pages | None:
        """So many pages as the whole answer has first, with all their entries; `total` is how many there are at least.
        None where fewer than `MANY` say it, or too much else counts. Stopped."""
        held, texts = self._held, self._asking.texts(node)
        if sum(compiled_for(one, node).most for one in texts) < MANY:
            return None
        if any(one.has_entries(held.size, NOTHING) for one in texts):
            return None
        added = self._added(node)
        also = added if loose is None else self._added(loose)
        if added is None or also is None:
            return None
        factors = np.ones(held.size) if self._rank is None else self._rank(held.page)
        most, before = max(_FIRST, 4 * wanted), 0.0  # what the last of those before said
        for _ in range(_OFTEN):
            said = self._most(node, texts, most)
            if said is None:
                return None
            found = self._of(said.entries, (said.scores + added[said.entries]) * factors[said.entries])
            if len(found) < wanted:
                return None
            last = float(np.partition(found.score, -wanted)[-wanted])
            others = self._others(said, last, added, factors)
            if len(others) <= _SINGLE:
                first = self._pages(said, node, others, added, factors, wanted)
                return self._with_all(first, node, loose, (added > 0) | (also > 0))
            # nobody asks for more of those that all say it alike
            if not said.more or said.least > _ALIKE * before > 0:
                return None
            most, before = _MORE * most, said.least
        return None

    def _others(self, said: _Said, last: float, added: Scores, factors: Scores) -> NDArray[np.intp]:
        """The entries that may come before the last of the first pages."""
        maybe = ((said.least + added) * factors > last) & (self._held.page > 0)
        maybe[said.entries] = False
        return np.flatnonzero(maybe)

    def _added(self, node: Node) -> Scores | None:
        """What links with the words add to the score of each entry."""
        linked = self._asking.links(node, _MOST_LINKS)
        if linked is None:
            return None
        added = np.zeros(self._held.size)
        if linked:
            entries, scores = led_to(linked, self._held)
            added[entries] = scores
        return added

    def _most(self, node: Node, texts: Sequence[Snapshot], most: int) -> _Said | None:
        """The entries that say most by their own texts; None where few say it."""
        found = [one.foremost(saying(one, node), most, self._asking.stopped) for one in texts]
        if sum(one.total for one in found) < MANY:
            return None
        # all that say as much as the last of them are among them
        behind = [float(one.scores[-1]) for one in found if len(one.entries) < one.total]
        entries = np.concatenate([one.entries for one in found])
        scores = np.concatenate([one.scores for one in found])
        there = self._held.page[entries] > 0
        return _Said(entries[there], scores[there], max(behind, default=0.0), bool(behind))

    def _pages(
        self,
        said: _Said,
        node: Node,
        others: NDArray[np.intp],
        added: Scores,
        factors: Scores,
        wanted: int,
    ) -> Pages:
        """The first pages out of the entries that say most and some others."""
        entries, scores = said.entries, said.scores
        if len(others):
            own = self._own(node, others)
            others = others[(own[others] > 0) | (added[others] > 0)]
            entries, scores = np.concatenate((entries, others)), np.concatenate((scores, own[others]))
        worth = (scores + added[entries]) * factors[entries]
        found = self._of(entries, worth)
        best = found.page[found.ranked(self._held, wanted)]
        chosen = np.isin(self._held.page[entries], best)
        return replace(self._of(entries[chosen], worth[chosen]), total=len(found))

    def _of(self, entries: Numbers, worth: Scores) -> Pages:
        return pages_of(self._held, entries, self._held.page[entries], worth, None)

    def _with_all(self, found: Pages, node: Node, loose: Node | None, led: Mask) -> Pages | None:
        """With all entries of these pages that say it: some say it less than the one that stands for the page."""
        held = self._held
        rest = np.isin(held.page, found.page)
        rest[found.order] = False
        others = np.flatnonzero(rest)
        if len(others) > _SINGLE:
            return None
        if len(others):
            own = self._own(node, others)
            if loose is not None:
                own += self._own(loose, others)
            others = others[(own[others] > 0) | led[others]]
        worth = np.full(held.size, -1.0)
        worth[found.entry] = found.score
        entries = np.concatenate((found.order, others))
        return replace(self._of(entries, worth[entries]), total=found.total)

    def _own(self, node: Node, entries: NDArray[np.intp]) -> Scores:
        """By entry what its own text counts for, of some entries."""
        scores, said = np.zeros(self._held.size), self._asking.scores(node, entries.tolist())
        scores[list(said)] = list(said.values())
        return scores
