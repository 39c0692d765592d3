"""Which stretches of a page have to be read again when something in it has changed."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field

from app.blocks.building import Unusual
from app.blocks.framing import is_tag_end
from app.blocks.grammar import Does, tag_of
from app.blocks.hunks import Hunk
from app.blocks.nodes import Node
from app.blocks.spans import Scan


@dataclass(slots=True)
class Region:
    """A stretch between tags that both versions read alike around it: what opens in it closes in it.

    `hunk` are its places; `around` the numbers of the elements it stands in, from the outermost one; `first` and
    `last` those of the start tags in it (to, exclusive).
    """

    hunk: Hunk
    around: list[int]
    first: int
    last: int
    in_tag: bool = False  # only attributes of the start tag before `last` have changed
    scan: Scan | None = None  # of the new text in it
    part: Part | None = None  # likewise, for the tree of nodes
    texts: int = 0  # in the old text, those of white space included
    gain: int = 0  # of weight
    shows: bool = False  # there is something to be seen in either version
    more: dict[str, int] = field(default_factory=dict)  # how many more of each name stand next to each other in it
    row_changed: bool = False  # other elements stand next to each other in it
    own_line: bool = False  # the text behind begins on a line of its own now

    @property
    def size(self) -> int:
        """Characters to be read, of both versions."""
        return self.hunk.end - self.hunk.start + self.hunk.new_end - self.hunk.new_start

    @property
    def growth(self) -> int:
        """How many characters longer it has become."""
        return self.hunk.new_end - self.hunk.new_start - self.hunk.end + self.hunk.start

    @property
    def added(self) -> int:
        """How many start tags more it has."""
        return (len(self.scan.names) if self.scan else 0) - self.last + self.first


@dataclass(slots=True)
class Part:
    """One version of a region, read."""

    container: Node  # around what was read
    nodes: list[Node]  # of its start tags …
    implied: list[Node]  # … and those that have none
    words_end: int  # of the latest text, with end tags behind it that are ignored
    scan: Scan
    row: list[str]  # names of what stands next to each other in it
    open: list[str]  # elements whose end what follows implies
    own_line: bool


class Stretches:
    """Finds the stretches to be read again of a page that was read without a parser."""

    def __init__(self, scan: Scan, nodes: Sequence[Node], new: str) -> None:
        self._scan = scan
        self._nodes = nodes  # of the start tags
        self._new = new

    def of(self, hunk: Hunk) -> Region:
        """The region around a hunk, still to be read."""
        scan = self._scan
        number = bisect_left(scan.starts, hunk.start) - 1
        if number >= 0 and scan.name_ends[number] <= hunk.start and hunk.end < scan.ends[number]:
            tag_alone = self._in_tag(number, hunk)
            if tag_alone is not None:
                return tag_alone
        while number >= 0 and not self._holds(number, hunk.start, hunk.end):
            number = self._parent(number)
        begin, stop = self._edges(number, hunk.start, hunk.end)
        where = Hunk(begin, stop, hunk.new_start - hunk.start + begin, hunk.new_end - hunk.end + stop)
        return Region(where, self._chain(number), bisect_left(scan.starts, begin), bisect_left(scan.starts, stop))

    def add(self, regions: list[Region], hunk: Hunk) -> None:
        """Put the region around a hunk behind others; those that it touches become one with it."""
        region = self.of(hunk)
        while regions and region.hunk.start < regions[-1].hunk.end:
            last = regions.pop().hunk
            start, end = min(last.start, hunk.start), max(last.end, hunk.end)
            shift = hunk.new_end - hunk.end  # of all that follows, as the hunks come in order
            hunk = Hunk(start, end, last.new_start - last.start + start, shift + end)
            region = self.of(hunk)
        regions.append(region)

    def widen(self, regions: list[Region], number: int) -> int:
        """Make a region that of the whole element it stands in. Returns the number it has then."""
        scan, region = self._scan, regions[number]
        if not region.around:
            raise Unusual
        element = region.around[-1]
        start, end = scan.starts[element], scan.closes[element]
        hunk = region.hunk
        behind = regions[number + 1 :]
        del regions[number:]
        self.add(regions, Hunk(start, end, hunk.new_start - hunk.start + start, hunk.new_end - hunk.end + end))
        number = len(regions) - 1
        for other in behind:
            self.add(regions, other.hunk)
        return min(number, len(regions) - 1)

    def _holds(self, number: int, start: int, end: int) -> bool:
        """Whether a stretch stands in the content of an element."""
        scan = self._scan
        inside = scan.ends[number] <= start <= end <= scan.inner_ends[number]
        return inside and not self._empty(number) and tag_of(scan.names[number]).does is not Does.HOLDS_RAW

    def _empty(self, number: int) -> bool:
        """Whether an element has no end tag and no content."""
        scan, end = self._scan, self._scan.ends[number]
        return scan.closes[number] == end and (tag_of(scan.names[number]).empty or scan.text[end - 2] == "/")

    def _edges(self, number: int, start: int, end: int) -> tuple[int, int]:
        """A stretch in the content of an element (-1: in none) made as long as the tags and elements it touches."""
        scan = self._scan
        begin, stop = (scan.ends[number], scan.inner_ends[number]) if number >= 0 else (0, len(scan.text))
        child = self._child(number, bisect_left(scan.starts, start) - 1)
        if child >= 0:
            begin = scan.closes[child] if scan.closes[child] <= start else scan.starts[child]
        following = bisect_left(scan.starts, end)
        child = self._child(number, following - 1)
        if child >= 0 and scan.closes[child] > end:
            return begin, scan.closes[child]
        return begin, min(scan.starts[following], stop) if following < len(scan.starts) else stop

    def _child(self, number: int, inside: int) -> int:
        """The child of an element in which another one is, or which it is; -1 if none."""
        while inside > number and (around := self._parent(inside)) != number:
            inside = around
        return inside if inside > number else -1

    def _in_tag(self, number: int, hunk: Hunk) -> Region | None:
        """The region of a start tag of which only attributes have changed that nothing hangs on."""
        scan, new = self._scan, self._new
        tag = tag_of(scan.names[number])
        begin, end = scan.name_ends[number], scan.ends[number]
        new_begin, new_end = hunk.new_start - hunk.start + begin, hunk.new_end - hunk.end + end
        was, now = scan.text[begin:end], new[new_begin:new_end]
        if now[0] not in " \t\n\f\r/>" or tag.empty or (was[-2:] == "/>") != (now[-2:] == "/>") or not is_tag_end(now):
            return None
        if tag.kind == "layout" and ("background" in (said := f"{was}{now}".lower()) or "bgcolor" in said):
            return None
        return Region(Hunk(begin, end, new_begin, new_end), self._chain(number), number + 1, number + 1, in_tag=True)

    def _chain(self, number: int) -> list[int]:
        """An element and those around it, the outermost one first."""
        chain = []
        while number >= 0:
            chain.append(number)
            number = self._parent(number)
        return chain[::-1]

    def _parent(self, number: int) -> int:
        """The number of the element in whose source another one stands, -1 if none: behind the end tag of the body that
        is not the body."""
        start, closes = self._scan.starts[number], self._scan.closes
        node = self._nodes[number].parent
        while node is not None and (node.number < 0 or closes[node.number] <= start):
            node = node.parent
        return node.number if node is not None else -1
