"""The pages that rank first, without all the others: the engine tells which of its documents say most and counts the rest,
in a fraction of the time that handing all of them over takes.

A page to which a link with the words leads says more than its own text does. There are few of them, so that their own
scores are asked for one by one; whatever is neither among them nor among the first of the engine says less than these.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from app.search.entries.columns import Columns, Mask, Numbers
from app.search.entries.pages import Best
from app.search.finding.asking import Asking, saying
from app.search.finding.compiling import compiled_for
from app.search.finding.targets import Linked, led_to
from app.search.index.snapshot import MOST_HITS, Snapshot
from app.search.index.store import NOTHING
from app.search.query import Node

Scores = NDArray[np.float64]

LOOSE = 0.1
"""Of their scores keep entries that say a query only loosely."""

_ALL = 64
"""Entries that are quicker handed over than some of them are asked for one by one."""

_SCAN = 100
"""Documents that the engine looks at, asked for a single one, in the time that handing one over takes."""


class Foremost(NamedTuple):
    """What ranks first, and the texts of links that say it as it is written."""

    best: Best
    linked: Sequence[Linked]


class _Own(NamedTuple):
    """What the texts of entries say: the entries that say most, the scores of these, and how many say it in `total`."""

    entries: Numbers
    scores: Scores
    total: int

    def of(self, among: Collection[int]) -> dict[int, float]:
        """The scores of some entries, as far as they are known."""
        at = np.flatnonzero(self._are(among))
        return dict(zip(self.entries[at].tolist(), self.scores[at].tolist(), strict=True))

    def but(self, among: Collection[int]) -> tuple[Numbers, Scores]:
        """The others."""
        left = ~self._are(among)
        return self.entries[left], self.scores[left]

    def _are(self, among: Collection[int]) -> Mask:
        return np.isin(self.entries, np.fromiter(among, np.int64, len(among)))


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
    asking = Asking(snapshots, stopped)
    links = asking.links(node)
    others = () if loose is None else asking.links(loose)
    if links is None or others is None:
        return None
    led, led_loosely = _led_to(links, held), _led_to(others, held)
    count = len(led) + len(led_loosely)
    own = _texts(asking, held, node, None, most, count)
    if own is None:
        return None
    behind = None
    if loose is not None:
        behind = _texts(asking, held, loose, node, max(0, most - own.total) + len(led), count)
        if behind is None:
            return None
    if not count:
        return Foremost(_one_behind_another(own, behind), links)
    written = _scores(asking, node, None, led, own)
    first = _with(own, led, {entry: written.get(entry, 0.0) + score for entry, score in led.items()})
    total = own.total + len(led) - len(written)
    if loose is None or behind is None:
        return Foremost(Best(*first, None, total, 0), links)
    # what links lead to with the words as they are written does not stand behind, though it may say them loosely itself
    exact = _scores(asking, node, None, led_loosely, own)
    new = {entry: score for entry, score in led_loosely.items() if entry not in led and entry not in exact}
    loosely = _scores(asking, loose, node, {**led, **new}, behind)
    rest = {entry: loosely.get(entry, 0.0) + score for entry, score in new.items()}
    after = behind.total + len(new) - len(loosely)
    return Foremost(_behind(first, _with(behind, {**led, **new}, rest), total, after), links)


def _led_to(linked: Sequence[Linked], held: Columns) -> dict[int, float]:
    """The entries that links lead to, and what that adds to their scores."""
    if not linked:
        return {}
    entries, scores = led_to(linked, held)
    return dict(zip(entries.tolist(), scores.tolist(), strict=True))


def _with(own: _Own, led: Collection[int], scores: dict[int, float]) -> tuple[Numbers, Scores]:
    """Entries with other scores in place of those that links lead to."""
    entries, said = own.but(led)
    count = len(scores)
    return (
        np.concatenate((entries, np.fromiter(scores, np.int64, count))),
        np.concatenate((said, np.fromiter(scores.values(), np.float64, count))),
    )


def _one_behind_another(own: _Own, loosely: _Own | None) -> Best:
    if loosely is None or not len(loosely.entries):
        loose = 0 if loosely is None else loosely.total
        return Best(own.entries, own.scores, None, own.total + loose, loose)
    return _behind(own[:2], loosely[:2], own.total, loosely.total)


def _behind(own: tuple[Numbers, Scores], loosely: tuple[Numbers, Scores], total: int, loose: int) -> Best:
    """Those that say it loosely behind the others; how many there are of each."""
    entries = np.concatenate((own[0], loosely[0]))
    scores = np.concatenate((own[1], LOOSE * loosely[1]))
    return Best(entries, scores, np.arange(len(entries)) < len(own[0]), total + loose, loose)


def _texts(asking: Asking, held: Columns, node: Node, but: Node | None, most: int, led: int) -> _Own | None:
    """What the texts say of a text, `but` not of another, as far as it ranks first; all of it where asking for so many
    entries one by one would take longer."""
    every: list[Numbers] = []
    said: list[Scores] = []
    total = 0
    for snapshot in asking.texts(node):
        # what was written since the columns were read comes later
        if compiled_for(snapshot, node).most > MOST_HITS or snapshot.has_entries(held.size, NOTHING):
            return None
        query = saying(snapshot, node, but)
        found = snapshot.foremost(query, max(most, _ALL) if led else most, asking.stopped)
        if len(found.entries) < found.total and found.total * _SCAN < led * snapshot.size:
            found = snapshot.foremost(query, found.total, asking.stopped)
        every.append(found.entries)
        said.append(found.scores)
        total += found.total
    if len(every) == 1:
        return _Own(every[0], said[0], total)
    if not every:
        return _Own(np.zeros(0, np.int64), np.zeros(0), 0)
    return _Own(np.concatenate(every), np.concatenate(said), total)


def _scores(
    asking: Asking, node: Node, but: Node | None, among: Collection[int], known: _Own
) -> dict[int, float]:
    """The scores of some entries that say a text, `but` not another, of which the first ones are known."""
    if not among:
        return {}
    found = known.of(among)
    missing = [entry for entry in among if entry not in found]
    if missing and len(known.entries) < known.total:
        found |= asking.scores(node, missing, but)
    return found
