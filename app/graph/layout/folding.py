"""Parts of a picture folded into one node each: what lies below a node of a tree, or a community.

Communities are those of the links that pages say and of redirects, of all time.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from app.graph.layout.apart import made_apart
from app.graph.layout.mapped import LinkMap
from app.graph.layout.trees import Tree
from app.graph.network import Arcs
from app.graph.rank.communities import communities
from app.graph.store.links import CONTENT, REDIRECT

_AT_ONCE = 20_000
"""Links up to which communities are found in less than 50 ms: 56 000 of a crawled site took 45 ms, 40 000 made up 110 ms."""
Numbers = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]
Places = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Folding:
    """`stands_for` is the node of the picture that each node is part of, itself where nothing is folded; `inside` how many
    others each node of the picture has in it."""

    stands_for: Numbers
    inside: Numbers

    @classmethod
    def of(cls, stands_for: Numbers) -> Folding:
        """From which node stands for which."""
        inside = np.bincount(stands_for, minlength=len(stands_for)) - 1
        return cls(stands_for, np.where(inside > 0, inside, 0))

    @property
    def alone(self) -> Mask:
        """The nodes that stand in the picture themselves."""
        return np.asarray(self.stands_for == np.arange(len(self.stands_for)))

    @property
    def is_whole(self) -> bool:
        """Whether nothing is folded."""
        return bool(self.alone.all())


def inner(tree: Tree) -> Numbers:
    """The nodes of a tree that have others below them."""
    return np.unique(tree.parent[tree.parent >= 0])


def branches(tree: Tree) -> Numbers:
    """The same without a sole root, and without what goes on from it as one branch alone: these would fold all into one."""
    found = inner(tree)
    top = np.flatnonzero(tree.parent < 0)
    while len(top) == 1:
        below = found[tree.parent[found] == top[0]]
        if not len(below) and tree.parent[top[0]] >= 0:
            break
        found, top = found[found != top[0]], below
    return found


def of_tree(tree: Tree, closed: Collection[int]) -> Folding:
    """What lies below closed nodes is part of the topmost of these."""
    stands_for = np.arange(len(tree.parent))
    shut = np.zeros(len(tree.parent), np.bool_)
    shut[list(closed)] = True
    for level in tree.levels()[1:]:
        above = tree.parent[level]
        inside = shut[above] | (stands_for[above] != above)
        stands_for[level] = np.where(inside, stands_for[above], level)
    return Folding.of(stands_for)


def of_groups(groups: Groups, size: int, closed: Collection[int]) -> Folding:
    """The first node of a community stands for all of it; `closed` are such nodes."""
    stands_for = np.arange(size)
    shut = set(closed)
    for number, leader in enumerate(groups.leaders):
        if leader in shut:
            stands_for[groups.member == number] = leader
    return Folding.of(stands_for)


def tree_without(tree: Tree, folding: Folding) -> tuple[Tree, Numbers]:
    """The tree of the nodes that stand in the picture, numbered anew, and their numbers in the whole one."""
    left = np.flatnonzero(folding.alone)
    place = np.full(len(tree.parent), -1, np.int64)
    place[left] = np.arange(len(left))
    parent = tree.parent[left]
    return Tree(len(left), np.where(parent >= 0, place[parent], -1), []), left


def placed(tree: Tree, folding: Folding, place: Callable[[Tree], Places]) -> Places:
    """Places for the nodes that stand in the picture, by their own tree; what is folded lies where its node is."""
    small, left = tree_without(tree, folding)
    found = np.zeros((len(tree.parent), 2))
    found[left] = place(small)
    return np.asarray(found[folding.stands_for])


def gathered(place: Places, folding: Folding) -> Places:
    """Places where each node that stands for others is moved into their middle, and these with it."""
    count = np.bincount(folding.stands_for, minlength=len(place))
    middle = (
        np.stack([np.bincount(folding.stands_for, place[:, axis], len(place)) for axis in (0, 1)], 1)
        / np.maximum(count, 1)[:, None]
    )
    return np.asarray(middle[folding.stands_for])


def moved(source: Numbers, target: Numbers, stands: Mask, folding: Folding) -> tuple[Numbers, Numbers, Mask]:
    """Links between what is in the picture: their ends, and which are drawn. What stays inside of a node is not, of several
    between two nodes the first alone."""
    a, b = folding.stands_for[source], folding.stands_for[target]
    drawn = np.flatnonzero(stands & (a != b))
    _, first = np.unique(a[drawn] * len(folding.stands_for) + b[drawn], return_index=True)
    kept = np.zeros(len(stands), np.bool_)
    kept[drawn[first]] = True
    return a, b, kept


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
