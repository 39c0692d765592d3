"""What texts of links lead to: addresses by their short keys, and the pages among these."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import tantivy
from numpy.typing import NDArray

from app.search.entries.columns import Columns, Numbers
from app.search.index import store

Scores = NDArray[np.float64]


class Linked(NamedTuple):
    """Texts of links that one index found: where they stand in it, short keys of the addresses they lead to, scores."""

    searcher: tantivy.Searcher
    places: Sequence[tantivy.DocAddress]
    keys: Numbers
    scores: Scores


class Targets(NamedTuple):
    """Short keys of addresses that links with a text lead to, in their order, each with the best score of such a link."""

    keys: Numbers
    scores: Scores
    source: Numbers  # which of `linked`, and which text of it
    place: Numbers
    linked: Sequence[Linked]

    def told(self, number: int) -> tuple[str, str] | None:
        """Address and text of a link, if the index keeps them."""
        linked = self.linked[int(self.source[number])]
        return store.told(linked.searcher, linked.places[int(self.place[number])])

    def version(self, number: int) -> int:
        """The version that has a link, as one number."""
        linked = self.linked[int(self.source[number])]
        return int(
            linked.searcher.fast_field_values("source", [linked.places[int(self.place[number])]])[0] or 0
        )

    def pages(self, held: Columns) -> tuple[Numbers, Scores]:
        """Entries of the pages that are led to, in their newest version, and what that adds to their scores."""
        entries = held.with_keys(self.keys)
        entries = entries[held.newest[entries]]
        return entries, self.scores[np.searchsorted(self.keys, held.keys[entries] >> store.SHORT)]


def targets(linked: Sequence[Linked]) -> Targets:
    """The addresses that some texts of links lead to, of which there is one at least."""
    keys, scores = (np.concatenate([getattr(one, name) for one in linked]) for name in ("keys", "scores"))
    lengths = [len(one.keys) for one in linked]
    source = np.repeat(np.arange(len(linked)), lengths)
    place = np.concatenate([np.arange(length) for length in lengths])
    order = np.lexsort((-scores, keys))
    first = order[np.append(True, keys[order][1:] != keys[order][:-1])]
    return Targets(keys[first], scores[first], source[first], place[first], linked)


def led_to(linked: Sequence[Linked], held: Columns) -> tuple[Numbers, Scores]:
    """As `Targets.pages`, also by way of redirects; most texts of links lead to no page at all, which is known sooner."""
    found = []
    for one in linked:
        keys = held.followed(one.keys)
        there = np.flatnonzero(held.has_keys(keys))
        if len(there):
            found.append(one._replace(keys=keys[there], scores=one.scores[there]))
    return targets(found).pages(held) if found else (np.zeros(0, np.int64), np.zeros(0))
