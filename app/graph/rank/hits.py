"""Hubs and authorities: pages that link to what is linked to (Kleinberg's HITS), variants of Borodin and others, and ARC.

They work on the neighbourhood of a root set, the first pages of a search: all that these link to, and at most 50 of those
that link to each. Links within one host are left out before (`Network.arcs(same_host=False)`): a site would vote for itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from app.graph.network import Arcs

Numbers = npt.NDArray[np.int64]
Scores = npt.NDArray[np.float64]
Variant = Literal["hits", "hub-averaging", "hub-threshold", "authority-threshold"]
VARIANTS: tuple[Variant, ...] = ("hits", "hub-averaging", "hub-threshold", "authority-threshold")

ROOTS = 200
"""Pages of a search that make the root set."""
MOST_IN = 50
"""Pages that link to one of the root set and are taken along."""
ARC_ROUNDS = 5
"""Rounds after which the order of the first 15 pages of ARC stands."""
AROUND = 50
"""Bytes before and behind a link whose words count for ARC."""
_MOST_ROUNDS = 1000
_TOP_AUTHORITIES = 10


@dataclass(frozen=True, slots=True)
class Hits:
    """Two numbers for each node; their squares add up to 1."""

    hubs: Scores
    authorities: Scores
    rounds: int


def hits(
    graph: Arcs, variant: Variant = "hits", *, tolerance: float = 1e-8, rounds: int = _MOST_ROUNDS
) -> Hits:
    """Authorities as the sum of the hubs that link to them, then hubs as the sum of the authorities that they link to, until
    a round changes them by less than the tolerance. Hub averaging takes the mean in place of that sum; the hub threshold
    adds only hubs that are no worse than the mean of those that link there; the authority threshold only the ten best
    authorities."""
    size = graph.size
    source, target, weight = graph.source, graph.target, graph.weight
    hubs = np.ones(size)
    authorities = np.ones(size)
    out, into = np.bincount(source, minlength=size), np.bincount(target, minlength=size)
    done = 0
    while done < rounds and len(source):
        flow = hubs[source]
        if variant == "hub-threshold":
            mean = _added(target, flow, size) / np.maximum(into, 1)
            flow = np.where(flow >= mean[target] * (1 - 1e-12), flow, 0.0)
        new = _normal(_added(target, flow * weight, size))
        flow = new[target] * weight
        if variant == "authority-threshold":
            flow = np.where(_places(source, new[target]) < _TOP_AUTHORITIES, flow, 0.0)
        back = _added(source, flow, size)
        if variant == "hub-averaging":
            back /= np.maximum(out, 1)
        back = _normal(back)
        change = np.abs(new - authorities).sum() + np.abs(back - hubs).sum()
        authorities, hubs = new, back
        done += 1
        if change < tolerance:
            break
    if not len(source):
        hubs, authorities = np.zeros(size), np.zeros(size)
    return Hits(hubs, authorities, done)


def _added(nodes: Numbers, values: Scores, size: int) -> Scores:
    return np.asarray(np.bincount(nodes, values, size), np.float64)


def _normal(scores: Scores) -> Scores:
    length = float(np.sqrt((scores * scores).sum()))
    return scores / length if length else scores


def _places(groups: Numbers, values: Scores) -> Numbers:
    """Of each value its place in its group, the largest first; groups stand together."""
    order = np.lexsort((-values, groups))
    sizes = np.bincount(groups)
    begins = np.concatenate(([0], np.cumsum(sizes)))[:-1]
    places = np.empty(len(groups), np.int64)
    places[order] = np.arange(len(groups)) - begins[groups[order]]
    return places


def neighbourhood(graph: Arcs, roots: Sequence[int], radius: int = 1) -> Numbers:
    """The nodes of the root set, all that they link to, and the first `MOST_IN` that link to each; with a radius of 2 once
    more from there."""
    inward = graph.reversed()
    begins = np.concatenate(([0], np.cumsum(np.bincount(graph.source, minlength=graph.size))))
    begins_in = np.concatenate(([0], np.cumsum(np.bincount(inward.source, minlength=graph.size))))
    found = set(roots)
    edge = list(dict.fromkeys(roots))
    for _ in range(radius):
        new: dict[int, None] = {}
        for node in edge:
            new |= dict.fromkeys(graph.target[begins[node] : begins[node + 1]].tolist())
            linking = inward.target[begins_in[node] : begins_in[node + 1]][:MOST_IN]
            new |= dict.fromkeys(linking.tolist())
        edge = [node for node in new if node not in found]
        found.update(edge)
    return np.array(sorted(found), np.int64)


def arc(
    graph: Arcs, roots: Sequence[int], words: Sequence[str], around: Callable[[int, int], str]
) -> tuple[Hits, Numbers]:
    """ARC: hubs and authorities of the neighbourhood of radius 2, where a link weighs 1 + n(t), n(t) being how often the
    words sought stand in the text of the link and `AROUND` bytes before and behind it (`around` of source and target).
    Five rounds: after these the first fifteen keep their order. With the numbers of the nodes that the result is of."""
    nodes = neighbourhood(graph, roots, 2)
    some = graph.among(nodes)
    sought = [word.casefold() for word in words if word]
    pairs = zip(nodes[some.source].tolist(), nodes[some.target].tolist(), strict=True)
    weight = np.array([1.0 + told(around(a, b), sought) for a, b in pairs])
    weighted = Arcs(some.size, some.source, some.target, weight, some.names)
    return hits(weighted, rounds=ARC_ROUNDS, tolerance=0.0), nodes


def told(text: str, words: Sequence[str]) -> int:
    """How often folded words stand in a text."""
    folded = text.casefold()
    return sum(folded.count(word) for word in words)
