"""The indexes of an archive, asked for parts of what they find: the texts of links, and the scores of some entries."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import tantivy

from app.search.finding.compiling import all_of, any_of, compiled_for
from app.search.finding.targets import Linked
from app.search.index import store
from app.search.index.snapshot import MOST_HITS, Snapshot
from app.search.query import Node


class Asking:
    """The indexes of texts and of texts of links, asked by one query until it is `stopped`. Stopped."""

    def __init__(self, snapshots: Sequence[Snapshot], stopped: Callable[[], bool]) -> None:
        self._snapshots, self.stopped = snapshots, stopped

    def texts(self, node: Node) -> list[Snapshot]:
        """The indexes of texts of which some may say a text."""
        return [one for one in self._snapshots if not one.of_links and compiled_for(one, node).most]

    def links(self, node: Node, most: int = MOST_HITS) -> list[Linked] | None:
        """The texts of links that say a text; None where there are more than so many of them in an index."""
        found = list[Linked]()
        for snapshot in self._snapshots:
            if snapshot.of_links:
                asked = compiled_for(snapshot, node)
                hits = snapshot.find(asked.query, self.stopped, most=most, bound=asked.most)
                if hits.left_out:
                    return None
                if hits.places:
                    found.append(Linked(snapshot.searcher, hits.places, hits.numbers, hits.scores))
        return found

    def scores(self, node: Node, among: Collection[int], but: Node | None = None) -> dict[int, float]:
        """What the texts of some entries count for, of those that say a text, `but` not another. Each takes the engine
        about as long as a look at a hundred documents."""
        found = dict[int, float]()
        if not among:
            return found
        itself = tantivy.Query.const_score_query(any_of([store.of_entry(entry) for entry in among]), 0.0)
        for snapshot in self.texts(node):
            both = all_of([saying(snapshot, node, but), itself], [])
            hits = snapshot.find(both, self.stopped, bound=len(among))
            found |= dict(zip(hits.numbers.tolist(), hits.scores.tolist(), strict=True))
        return found


def saying(snapshot: Snapshot, node: Node, but: Node | None = None) -> tantivy.Query:
    """What an index is asked for a text, `but` not another."""
    query = compiled_for(snapshot, node).query
    return query if but is None else all_of([query], [compiled_for(snapshot, but).query])
