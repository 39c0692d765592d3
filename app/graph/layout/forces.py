"""Places by links: communities as discs that pull each other by their links, in each its nodes likewise.

Forces are igraph's Fruchterman–Reingold, once for the communities and once in each. A crawled manual of 221 pages took
0.02 s so, a site of 6399 pages and 31 000 linked pairs 0.9 s of processor time. For all nodes at once it took 0.05 s and
0.4 s and drew one ball of each; `layout_drl` took 1 s and 12 s and put the small site into a corner, all of a community of
the large one onto a spot; `layout_graphopt` and `layout_kamada_kawai` drew balls of the small one, in 0.07 s.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from app.graph.layout.apart import made_apart
from app.graph.layout.places import STEP, WIDE
from app.graph.network import Arcs

Numbers = npt.NDArray[np.int64]
Places = npt.NDArray[np.float64]

_AT_ONCE = 250  # nodes up to which no call of igraph takes 50 ms
_SMALL = 600  # nodes up to which there is more room for each
_DISCS = 800  # communities that are discs of their own; what is left stands around all of them
_GAP = 1.2  # steps around a disc
_OUTER, _INNER = 500, 200  # rounds of the forces
_PUSHES = 200  # until discs that overlap have given way
_FULL = 1000  # nodes up to which each pushes each, not only those near by
_GOLDEN = np.pi * (3 - np.sqrt(5))


def by_links(graph: Arcs, member: Numbers, check: Callable[[], None] = lambda: None) -> Places:
    """A place for each node of a graph with communities, the largest being 0. Equal graphs have equal places. `check` may
    raise to end the work."""
    if graph.size <= _AT_ONCE:
        return placed((graph, member))
    return made_apart(placed, (graph, member), check)


def placed(given: tuple[Arcs, Numbers]) -> Places:
    """The places, worked out here."""
    import igraph

    graph, member = given
    igraph.set_random_number_generator(random.Random(1))  # noqa: S311 - no secret
    try:
        return _placed(igraph, graph, member) * (WIDE if graph.size <= _SMALL else STEP)
    finally:
        igraph.set_random_number_generator(random)


def _placed(igraph: Any, graph: Arcs, member: Numbers) -> Places:
    """In steps."""
    sizes = np.bincount(member)
    discs = min(int((sizes > 1).sum()), _DISCS)
    radius = np.sqrt(sizes[:discs]) + _GAP
    middle = _middles(igraph, graph, member, radius)
    place = np.zeros((graph.size, 2))
    order = np.argsort(member, kind="stable")
    begins = np.concatenate(([0], np.cumsum(sizes)))
    own = np.flatnonzero(member[graph.source] == member[graph.target])
    own = own[np.argsort(member[graph.source[own]], kind="stable")]
    links = np.searchsorted(member[graph.source[own]], np.arange(discs + 1))
    number = np.zeros(graph.size, np.int64)
    for disc in range(discs):
        nodes = order[begins[disc] : begins[disc + 1]]
        number[nodes] = np.arange(len(nodes))
        some = own[links[disc] : links[disc + 1]]
        pairs = np.stack((number[graph.source[some]], number[graph.target[some]]), 1)
        place[nodes] = middle[disc] + _round(_forces(igraph, len(nodes), pairs, None, _INNER)) * (
            radius[disc] - _GAP
        )
    rest = order[begins[discs] :]  # a sunflower around all
    inside = float((np.hypot(*middle.T) + radius).max(initial=0.0))
    count = np.arange(len(rest))
    out = np.sqrt(inside**2 + (count + 0.5) * 1.2)
    place[rest] = np.stack((out * np.cos(count * _GOLDEN), out * np.sin(count * _GOLDEN)), 1)
    return place


def _middles(igraph: Any, graph: Arcs, member: Numbers, radius: Places) -> Places:
    """Where discs stand: none on another."""
    discs = len(radius)
    if discs < 2:
        return np.zeros((discs, 2))
    pairs = np.sort(np.stack((member[graph.source], member[graph.target]), 1), 1)
    pairs = pairs[(pairs[:, 0] != pairs[:, 1]) & (pairs[:, 1] < discs)]
    pairs, often = np.unique(pairs, axis=0, return_counts=True)
    room = (radius[pairs[:, 0]] - _GAP) * (radius[pairs[:, 1]] - _GAP)
    found = _forces(igraph, discs, pairs, np.sqrt(often / room), _OUTER)
    wide = float(np.hypot(*found.T).mean())
    found *= np.sqrt((radius**2).sum()) * 0.8 / max(wide, 1e-9)
    for _ in range(_PUSHES):
        way = found[:, None] - found[None]
        length = np.hypot(way[..., 0], way[..., 1]) + np.eye(discs) + 1e-9
        overlap = np.maximum(radius[:, None] + radius[None] - length, 0.0)
        np.fill_diagonal(overlap, 0.0)
        if overlap.max() < _GAP / 10:
            break
        found += (way / length[..., None] * overlap[..., None]).sum(1) * 0.3
    return found


def _forces(igraph: Any, count: int, pairs: Numbers, weight: Places | None, rounds: int) -> Places:
    """Places around a middle."""
    made = igraph.Graph(n=count, edges=pairs)
    weights = weight.tolist() if weight is not None and len(weight) else None
    grid = count > _FULL
    found = np.array(made.layout_fruchterman_reingold(weights=weights, niter=rounds, grid=grid).coords)
    found = found.reshape(-1, 2)
    return np.asarray(found - found.mean(0))


def _round(place: Places) -> Places:
    """Spread over the disc of radius 1, half by order and half by distance."""
    far = np.hypot(*place.T)
    order = np.argsort(np.argsort(far, kind="stable"), kind="stable")
    wanted = (np.sqrt((order + 0.5) / len(place)) + far / max(float(far.max()), 1e-9)) / 2
    return np.asarray(place * (wanted / np.maximum(far, 1e-9))[:, None])
