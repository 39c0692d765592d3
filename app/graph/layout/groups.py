"""Which nodes of a link map belong together: communities of the links that pages say and of redirects, of all time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from app.graph.layout.apart import made_apart
from app.graph.layout.mapped import LinkMap
from app.graph.network import Arcs
from app.graph.rank.communities import communities
from app.graph.store.links import CONTENT, REDIRECT

Numbers = npt.NDArray[np.int64]

_AT_ONCE = 20_000
"""Links up to which communities are found in less than 50 ms: 56 000 of a crawled site took 45 ms, 40 000 made up 110 ms."""


@dataclass(frozen=True, slots=True)
class Groups:
    """The community of each node, the largest being 0; the `leaders` are the nodes with the highest ranks of those with two
    nodes or more, which come first."""

    member: Numbers
    leaders: list[int]


def said(shown: LinkMap) -> Arcs:
    """The links of a map without those of templates and of parts of pages."""
    return shown.arcs({CONTENT: 1.0, REDIRECT: 1.0})


def grouped(shown: LinkMap, check: Callable[[], None] = lambda: None) -> Groups:
    """The communities of a map. `check` may raise to end the work."""
    graph = said(shown)
    member = _members(graph) if len(graph) <= _AT_ONCE else made_apart(_members, graph, check)
    order = np.lexsort((-shown.rank, member))
    several = int((np.bincount(member) > 1).sum())
    _, first = np.unique(member[order], return_index=True)
    return Groups(member, order[first[:several]].tolist())


def _members(graph: Arcs) -> Numbers:
    return communities(graph)[0]
