"""Paths of stretches of a page that are no blocks of its tree."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence

from app.blocks.children import TEXT, Children
from app.blocks.edges import Edges
from app.blocks.nodes import Node, build, release
from app.blocks.outlines import Outline
from app.blocks.spans import Scan
from app.blocks.tree import Block, BlockTree

_BODY = "/html[1]/body[1]"
_UNSEEN = frozenset({"html", "head"})


class PathFinder:
    """Finds XPaths of stretches in a page. `release` it when it is needed no more."""

    def __init__(self, tree: BlockTree) -> None:
        scan, style = tree.scan, tree.style
        outline = Outline(scan) if scan.exact and style.source == "static" else None
        self._paths: OutlinedPaths | BuiltPaths | RowPaths
        if scan.rough:
            self._paths = RowPaths(tree.blocks)
        elif outline is not None and outline.certain:
            self._paths = OutlinedPaths(outline)
        else:
            self._paths = BuiltPaths(scan, build(scan, style)[0])

    def path(self, start: int, end: int) -> str:
        """The path of what is shown there: a node, or several beside each other, the first and the last of them.

        Where a stretch is a part of a node it has the path of that; "/" for what the page does not show.
        """
        return self._paths.path(start, end)

    def release(self) -> None:
        """Take apart what was built."""
        self._paths.release()


class OutlinedPaths:
    """Those in the outline of a page that was read without the parser."""

    def __init__(self, outline: Outline) -> None:
        self._outline = outline
        self._places = outline.body_places()
        self._latest: list[tuple[int, str, bool]] = []  # on the way to the path before: number, path, in a picture

    def path(self, start: int, end: int) -> str:
        first, last = self._places
        if not self._outline.any_seen or last <= start or end <= first:
            return "/"
        if start <= first and last <= end:
            return _BODY
        outline = self._outline
        inside, path, foreign = self._nearest(start, end)
        while True:
            found = self._between(inside, start, end)
            if found is None:
                return path
            n, m = found
            if n != m:
                return f"{path}/{inside.step(n)}..{inside.step(m)}"
            path = f"{path}/{inside.step(n)}"
            if inside.tags[n] == TEXT or (start <= inside.starts[n] and inside.ends[n] <= end):
                return path
            below = outline.below(inside, n)
            foreign = foreign or inside.tags[n] == "svg"
            if not below.tags or (below.tags == [TEXT] and not foreign and outline.is_short(inside, n)):
                return path
            if inside.numbers[n] >= 0:
                self._latest.append((inside.numbers[n], path, foreign))
            inside = below

    def _nearest(self, start: int, end: int) -> tuple[Children, str, bool]:
        """What is in the last element on the way to the path before that holds a stretch, its path, and whether it is
        in a picture."""
        outline, latest = self._outline, self._latest
        while latest:
            number, path, foreign = latest[-1]
            if outline.holds(number, start, end):
                return outline.inside(number), path, foreign
            latest.pop()
        return outline.inside(outline.body), _BODY, False

    def _between(self, inside: Children, start: int, end: int) -> tuple[int, int] | None:
        """The first and the last child that shows something in a stretch, or else of those that stand in it."""
        there = range(bisect_right(inside.ends, start), bisect_left(inside.starts, end))
        shown = _ends(there, lambda n: self._outline.shows(inside, n))
        return shown or _ends(there, lambda n: start <= inside.starts[n] and inside.ends[n] <= end)

    def release(self) -> None:
        """There is nothing to take apart."""


class RowPaths:
    """Those in a page that was divided by its texts alone: of the block in which a stretch begins."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self._starts = [block.places[0] for block in blocks]
        self._blocks = blocks

    def path(self, start: int, end: int) -> str:
        number = bisect_right(self._starts, start) - 1
        inside = number >= 0 and start < self._blocks[number].places[1]
        return self._blocks[number].path if inside else "/"

    def release(self) -> None:
        """There is nothing to take apart."""


class BuiltPaths:
    """Those in a tree that was built of a page."""

    def __init__(self, scan: Scan, root: Node) -> None:
        self._root = root
        self._edges = Edges(scan)
        self._known: dict[int, tuple[list[int], list[int]]] = {}  # starts and ends of the children, by node

    def path(self, start: int, end: int) -> str:
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
        """The first and the last child that shows something in a stretch, or else of those that stand in it."""
        if id(node) not in self._known:
            places = [self._edges.of(node, n, n) for n in range(len(node.children))]
            self._known[id(node)] = [place[0] for place in places], [place[1] for place in places]
        starts, ends = self._known[id(node)]
        there = range(bisect_right(ends, start), bisect_left(starts, end))
        shown = _ends(there, lambda n: node.children[n].weight > 0)
        if shown is None and node.tag not in _UNSEEN:
            return _ends(there, lambda n: start <= starts[n] and ends[n] <= end)
        return shown

    def release(self) -> None:
        """Take the tree apart."""
        release(self._root)


def _ends(numbers: Sequence[int], wanted: Callable[[int], bool]) -> tuple[int, int] | None:
    """The first and the last number that is wanted."""
    first = next((n for n in numbers if wanted(n)), None)
    return None if first is None else (first, next(n for n in reversed(numbers) if wanted(n)))
