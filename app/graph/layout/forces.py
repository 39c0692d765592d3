"""Places by links: communities as discs that pull each other by their links, in each its nodes likewise.

Forces are igraph's Fruchterman–Reingold, once for the communities and once in each. A crawled manual of 221 pages took
0.02 s so, a site of 6612 pages, 40 000 linked pairs and 800 discs 0.6 s of processor time (12.8 s where each disc pushes
each other). For all nodes at once it took 0.05 s and
0.4 s and drew one ball of each; `layout_drl` took 1 s and 12 s and put the small site into a corner, all of a community of
the large one onto a spot; `layout_graphopt` and `layout_kamada_kawai` drew balls of the small one, in 0.07 s.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.spatial import cKDTree

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
_FULL = 250  # nodes up to which each pushes each, not only those near by
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
    place[rest] = _around(inside, np.full(len(rest), 0.93))
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
    weight = np.sqrt(often / room)
    linked = np.unique(pairs)
    if not len(linked):
        return _apart(_around(0.0, radius), radius)
    number = np.zeros(discs, np.int64)
    number[linked] = np.arange(len(linked))
    place = _forces(igraph, len(linked), number[pairs], weight, _OUTER)
    wide = float(np.hypot(*place.T).mean())
    place *= np.sqrt((radius[linked] ** 2).sum()) * 0.8 / max(wide, 1e-9)
    place = _apart(place, radius[linked])
    found = np.zeros((discs, 2))
    found[linked] = place
    alone = np.setdiff1d(np.arange(discs), linked)  # forces would drive them far away
    inside = float((np.hypot(*place.T) + radius[linked]).max())
    found[alone] = _around(inside, radius[alone])
    return _apart(found, radius)


def _around(inside: float, radius: Places) -> Places:
    """Discs as in the head of a sunflower around what is inside of a radius."""
    area = radius**2 * 1.4
    out = np.sqrt(inside**2 + np.cumsum(area) - area / 2)
    angle = np.arange(len(radius)) * _GOLDEN
    return np.stack((out * np.cos(angle), out * np.sin(angle)), 1)


def _apart(place: Places, radius: Places) -> Places:
    """Discs that give way until none lies on another."""
    reach = 2 * float(radius.max())
    for _ in range(_PUSHES):
        a, b = cKDTree(place).query_pairs(reach, output_type="ndarray").T
        way = place[a] - place[b]
        length = np.hypot(*way.T) + 1e-9
        overlap = radius[a] + radius[b] - length
        on = overlap > 0
        if not on.any() or overlap.max() < _GAP / 10:
            break
        push = way[on] / length[on][:, None] * (overlap[on] * 0.3)[:, None]
        for axis in (0, 1):
            place[:, axis] += np.bincount(a[on], push[:, axis], len(place))
            place[:, axis] -= np.bincount(b[on], push[:, axis], len(place))
    return place


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
