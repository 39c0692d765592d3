"""The pages that rank first, without all the others: the engine tells which of its documents say most and counts the rest,
in a fraction of the time that handing all of them over takes.

A page to which a link with the words leads says more than its own text does. There are few of them, so that their own
scores are asked for one by one; whatever is neither among them nor among the first of the engine says less than these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import numpy as np
import tantivy
from numpy.typing import NDArray

from app.search.compiling import all_of, any_of, compiled_for
from app.search.entries.columns import Columns, Numbers
from app.search.entries.pages import Best
from app.search.index import store
from app.search.index.snapshot import MOST_HITS, Snapshot
from app.search.index.store import NOTHING
from app.search.query import Node
from app.search.targets import Linked, led_to

Scores = NDArray[np.float64]

LOOSE = 0.1
"""Of their scores keep entries that say a query only loosely."""

_FEW = 32
"""Entries that are quicker asked for one by one than all that is found is handed over."""

_ALL = 64
"""Entries that are quicker handed over than some of them are asked for one by one."""


class Foremost(NamedTuple):
    """What ranks first, and the texts of links that say it as it is written."""

    best: Best
    linked: Sequence[Linked]


class _Own(NamedTuple):
    """What the texts of entries say: the entries that say most, the scores of these, and how many say it in `total`."""

    entries: Numbers
    scores: Scores
    total: int

    def dict(self) -> dict[int, float]:
        return dict(zip(self.entries.tolist(), self.scores.tolist(), strict=True))


def best(
    snapshots: Sequence[Snapshot],
    held: Columns,
    node: Node,
    loose: Node | None,
    most: int,
    stopped: Callable[[], bool],
) -> Foremost | None:
    """The entries that rank first of those that say a query, as it is written and behind them `loose`: at least so many,
    and all that rank alike with the last of them. None where the indexes cannot know that without handing over all that
    they find. Stopped."""
    if not held.plain:
        return None
    asking = _Asking(snapshots, held, stopped)
    links = asking.links(node)
    others = () if loose is None else asking.links(loose)
    if links is None or others is None:
        return None
    led, led_loosely = _led_to(links, held), _led_to(others, held)
    if len(led) + len(led_loosely) > _FEW:
        return None
    is_led = bool(led or led_loosely)
    least = _ALL if is_led else 0
    own = asking.texts(node, None, max(most, least))
    if own is None:
        return None
    behind = None
    if loose is not None:
        behind = asking.texts(loose, node, max(0, most - own.total, least) + len(led))
        if behind is None:
            return None
    if not is_led:
        return Foremost(_one_behind_another(own, behind), links)
    said, written = own.dict(), asking.scores(node, led, own)
    said |= {entry: written.get(entry, 0.0) + score for entry, score in led.items()}
    total = own.total + len(led) - len(written)
    if loose is None or behind is None:
        return Foremost(_best(said, {}, total, 0), links)
    # what links lead to with the words as they are written does not stand behind, though it may say them loosely itself
    exact = asking.scores(node, led_loosely, own)
    loosely = asking.scores(loose, {**led, **led_loosely}, None)
    more = {entry: score for entry, score in led_loosely.items() if entry not in led and entry not in exact}
    rest = {entry: score for entry, score in behind.dict().items() if entry not in led}
    rest |= {entry: loosely.get(entry, 0.0) + score for entry, score in more.items()}
    count = behind.total + sum(entry not in loosely for entry in more)
    count -= sum(entry in loosely and entry not in written for entry in led)
    return Foremost(_best(said, rest, total, count), links)


def _led_to(linked: Sequence[Linked], held: Columns) -> dict[int, float]:
    """The entries that links lead to, and what that adds to their scores."""
    if not linked:
        return {}
    entries, scores = led_to(linked, held)
    return dict(zip(entries.tolist(), scores.tolist(), strict=True))


def _best(own: dict[int, float], loosely: dict[int, float], total: int, loose: int) -> Best:
    entries = np.fromiter((*own, *loosely), np.int64, len(own) + len(loosely))
    scores = np.fromiter(
        (*own.values(), *(LOOSE * one for one in loosely.values())), np.float64, len(entries)
    )
    exact = np.arange(len(entries)) < len(own) if loose else None
    return Best(entries, scores, exact, total + loose, loose)


def _one_behind_another(own: _Own, loosely: _Own | None) -> Best:
    if loosely is None:
        return Best(own.entries, own.scores, None, own.total, 0)
    total = own.total + loosely.total
    if not len(loosely.entries):
        return Best(own.entries, own.scores, None, total, loosely.total)
    entries = np.concatenate((own.entries, loosely.entries))
    scores = np.concatenate((own.scores, LOOSE * loosely.scores))
    return Best(entries, scores, np.arange(len(entries)) < len(own.entries), total, loosely.total)


class _Asking:
    """The indexes, asked for one query."""

    def __init__(self, snapshots: Sequence[Snapshot], held: Columns, stopped: Callable[[], bool]) -> None:
        self._snapshots, self._held, self._stopped = snapshots, held, stopped

    def links(self, node: Node) -> list[Linked] | None:
        """The texts of links that say a text."""
        found = list[Linked]()
        for snapshot in self._snapshots:
            if snapshot.of_links:
                asked = compiled_for(snapshot, node)
                if asked.most > MOST_HITS:
                    return None
                hits = snapshot.links(asked.query, self._stopped, bound=asked.most)
                if hits.places:
                    found.append(Linked(snapshot.searcher, hits.places, hits.numbers, hits.scores))
        return found

    def texts(self, node: Node, but: Node | None, most: int) -> _Own | None:
        """What the texts say of a text, `but` not of another, as far as it ranks first."""
        every: list[Numbers] = []
        said: list[Scores] = []
        total = 0
        for snapshot in self._snapshots:
            if snapshot.of_links:
                continue
            asked = compiled_for(snapshot, node)
            # what was written since the columns were read comes later
            if asked.most > MOST_HITS or snapshot.has_entries(self._held.size, NOTHING):
                return None
            if asked.most:
                query = asked.query
                if but is not None:
                    query = all_of([query], [compiled_for(snapshot, but).query])
                found = snapshot.foremost(query, most, self._stopped)
                every.append(found.entries)
                said.append(found.scores)
                total += found.total
        if len(every) == 1:
            return _Own(every[0], said[0], total)
        if not every:
            return _Own(np.zeros(0, np.int64), np.zeros(0), 0)
        return _Own(np.concatenate(every), np.concatenate(said), total)

    def scores(self, node: Node, among: Iterable[int], own: _Own | None) -> dict[int, float]:
        """The scores of some entries that say a text, of which the first ones may be known."""
        known = own.dict() if own is not None else {}
        found = {entry: known[entry] for entry in among if entry in known}
        missing = [entry for entry in among if entry not in known]
        if not missing or (own is not None and own.total == len(known)):
            return found
        chosen = any_of([store.of_entry(entry) for entry in missing])
        itself = tantivy.Query.const_score_query(chosen, 0.0)
        for snapshot in self._snapshots:
            asked = None if snapshot.of_links else compiled_for(snapshot, node)
            if asked is not None and asked.most:
                hits = snapshot.find(all_of([asked.query, itself], []), self._stopped, bound=len(missing))
                found |= dict(zip(hits.numbers.tolist(), hits.scores.tolist(), strict=True))
        return found
