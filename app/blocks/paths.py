"""Paths of stretches of a page that are no blocks of its tree."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from app.blocks.edges import Edges
from app.blocks.nodes import Node, build, release
from app.blocks.reading import read
from app.blocks.tree import BlockTree

_UNSEEN = frozenset({"html", "head"})


class PathFinder:
    """Finds XPaths in the tree of a page, which is built for it. `release` it when it is needed no more."""

    def __init__(self, tree: BlockTree) -> None:
        ordinary = read(tree.scan.text, tree.style)
        scan, self._root = ordinary or (tree.scan, build(tree.scan, tree.style)[0])
        self._edges = Edges(scan)
        self._known: dict[int, tuple[list[int], list[int]]] = {}  # starts and ends of the children, by node

    def path(self, start: int, end: int) -> str:
        """The path of what is shown there: a node, or several beside each other, the first and the last of them.

        Where a stretch is a part of a node it has the path of that; "/" for what the page does not show.
        """
        node = self._root
        while True:
            found = self._inside(node, start, end)
            if found is None:
                return "/" if node.tag in _UNSEEN else node.path()
            first, last = found
            if first != last:
                return f"{node.children[first].path()}..{node.children[last].path().rpartition('/')[2]}"
            starts, ends = self._known[id(node)]
            node = node.children[first]
            if not node.children or (start <= starts[first] and ends[first] <= end):
                return "/" if node.tag in _UNSEEN else node.path()

    def _inside(self, node: Node, start: int, end: int) -> tuple[int, int] | None:
        """The first and the last child that shows something in a stretch."""
        if id(node) not in self._known:
            places = [self._edges.of(node, n, n) for n in range(len(node.children))]
            self._known[id(node)] = [place[0] for place in places], [place[1] for place in places]
        starts, ends = self._known[id(node)]
        first, last = bisect_right(ends, start), bisect_left(starts, end) - 1
        while first <= last and not node.children[first].weight:
            first += 1
        while first <= last and not node.children[last].weight:
            last -= 1
        return (first, last) if first <= last else None

    def release(self) -> None:
        """Take the tree apart."""
        release(self._root)
