"""One index of a search as it was when it was opened or reloaded last: what it is asked, and which words it has."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import tantivy
from numpy.typing import NDArray

MOST_HITS = 200_000
"""Entries of an index that are ranked; of a text that more of them say, those that say it most."""

_MOST_KNOWN = 50_000


class Hits(NamedTuple):
    """Documents that say it, the best first: where they stand in the index, their entries, their scores. `left_out`
    were too many to be ranked."""

    places: list[tantivy.DocAddress]
    entries: NDArray[np.int64]
    scores: NDArray[np.float64]
    left_out: int = 0


_NOTHING = Hits([], np.zeros(0, np.int64), np.zeros(0))


class Snapshot:
    """What is written into the index meanwhile is not seen: it belongs to columns that are read later."""

    def __init__(self, index: tantivy.Index) -> None:
        self.searcher = index.searcher()
        self.size = self.searcher.num_docs
        self._known: dict[tuple[str, str], bool] = {}

    def find(self, asked: tantivy.Query) -> Hits:
        """The documents that say what is asked."""
        # the engine makes room for as many hits as are asked for, and counting takes it a while
        most, counted = max(1, min(self.size, MOST_HITS)), self.size > MOST_HITS
        found = self.searcher.search(asked, limit=most, count=counted)
        hits = found.hits  # made anew each time it is asked for
        if not hits:
            return _NOTHING
        places = [place for _, place in hits]
        scores = np.array([score for score, _ in hits])
        left_out = found.count - len(hits) if counted else 0  # type: ignore[attr-defined]  # its stubs lack it
        return Hits(places, self.numbers("entry", places), scores, left_out)

    def numbers(self, name: str, places: list[tantivy.DocAddress]) -> NDArray[np.int64]:
        """A number of each document."""
        return np.array(self.searcher.fast_field_values(name, places), np.int64)

    def has_all(self, field: str, words: Iterable[str]) -> bool:
        """Whether all the words stand somewhere in a field. To know that takes the engine as long as a small search
        spends on a word, and of what is typed letter by letter most words were asked for before."""
        known = self._known
        for word in words:
            has = known.get((field, word))
            if has is None:
                if len(known) >= _MOST_KNOWN:
                    known.clear()
                has = known[field, word] = self.searcher.doc_freq(field, word) > 0
            if not has:
                return False
        return True
