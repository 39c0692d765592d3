"""Where neighbours below one element begin and end in the source, texts included, which no parser numbers."""

from __future__ import annotations

from app.blocks.nodes import Node
from app.blocks.spans import Scan


class Edges:
    """Places in the source text of a scanned page."""

    def __init__(self, scan: Scan) -> None:
        self._scan = scan

    def of(self, parent: Node, first: int, last: int) -> tuple[int, int]:
        """Start and end of `parent.children[first : last + 1]`."""
        children = parent.children
        begin, finish = children[first], children[last]
        start = begin.start if begin.number >= 0 else self._before(parent, first)
        end = finish.end if finish.number >= 0 else self._after(parent, last)
        return start, end

    def _before(self, parent: Node, index: int) -> int:
        """Where a text begins: behind the element before it, or the start tag around it."""
        while True:
            for place in range(index - 1, -1, -1):
                if parent.children[place].end >= 0:
                    return parent.children[place].end
            if parent.number >= 0:
                return self._scan.ends[parent.number]
            if parent.parent is None:
                return 0
            around = parent.parent
            parent, index = around, around.children.index(parent)

    def _after(self, parent: Node, index: int) -> int:
        """Where a text ends: at the element behind it, or the end tag around it."""
        while True:
            for place in range(index + 1, len(parent.children)):
                if parent.children[place].start >= 0:
                    return parent.children[place].start
            if parent.number >= 0:
                return min(self._scan.inner_ends[parent.number], parent.end)
            if parent.parent is None:
                return len(self._scan.text)
            around = parent.parent
            parent, index = around, around.children.index(parent)
