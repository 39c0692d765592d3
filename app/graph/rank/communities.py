"""Nodes that belong together: communities by igraph's Leiden, and nodes whose loss would cut the graph.

igraph (1.0, GPL-2+) is loaded when somebody asks; networkit was ten times as fast and has no wheel for each Python and
system that this program runs on.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from app.graph.network import Arcs

Numbers = npt.NDArray[np.int64]

_ROUNDS = -1  # until nothing changes


def communities(graph: Arcs, *, seed: int = 1) -> tuple[Numbers, float]:
    """The community of each node, the largest being 0, and their modularity. Which way a link goes makes no difference.
    Equal graphs and seeds give equal communities."""
    import random

    import igraph

    made = _undirected(igraph, graph)
    igraph.set_random_number_generator(random.Random(seed))  # noqa: S311 - no secret
    try:
        found = made.community_leiden("modularity", weights="weight", n_iterations=_ROUNDS)
    finally:
        igraph.set_random_number_generator(random)
    member = np.array(found.membership, np.int64)
    sizes = np.bincount(member)
    place = np.empty(len(sizes), np.int64)
    place[np.argsort(-sizes, kind="stable")] = np.arange(len(sizes))
    quality = made.modularity(member.tolist(), weights="weight") if len(graph) else 0.0
    return (place[member] if len(member) else member), float(quality)


def articulation_points(graph: Arcs) -> list[int]:
    """Nodes without which a connected part of the graph would fall apart: the only way to what is behind them."""
    import igraph

    return sorted(_undirected(igraph, graph).articulation_points())


def _undirected(igraph: Any, graph: Arcs) -> Any:
    pairs = np.stack((graph.source, graph.target), 1)
    made = igraph.Graph(n=graph.size, edges=pairs, directed=False)
    made.es["weight"] = graph.weight.tolist()
    made.simplify(combine_edges="sum")
    return made
