"""Which stretches of a page have to be read again when something in it has changed."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate, count
from operator import add
from typing import NamedTuple

from app.blocks.page.building import Does, Unusual, tag_of
from app.blocks.page.nodes import Node
from app.blocks.page.reading import is_tag_end
from app.blocks.page.spans import Scan

# Where two versions of a page differ, as stretches of their texts.

_CHUNK = 4096
_FARTHEST = 200  # characters
_LARGE = 200_000


class Hunk(NamedTuple):
    """`old[start:end]` has become `new[new_start:new_end]`."""

    start: int
    end: int
    new_start: int
    new_end: int


def hunks(old: str, new: str) -> list[Hunk]:
    """The differing stretches in order, found by tags that stand once in each text; [] for equal texts."""
    head = common_start(old, new)
    tail = common_end(old, new, head)
    if head == len(old) == len(new):
        return []
    pieces, others = old[head : len(old) - tail].split("<"), new[head : len(new) - tail].split("<")
    places, new_places = _places(pieces, head), _places(others, head)
    pieces[0], others[0] = f"\0{pieces[0]}", f"\0{others[0]}"  # no "<" before these: they are like no others
    found: list[Hunk] = []
    i = j = 0

    def differing(m: int, n: int) -> None:
        """Add what lies before these pieces, without what is alike at its ends."""
        start, new_start, end, new_end = places[i], new_places[j], places[m], new_places[n]
        before, after = old[start:end], new[new_start:new_end]
        first = common_start(before, after)
        last = common_end(before, after, first)
        if first < len(before) or first < len(after):
            found.append(Hunk(start + first, end - last, new_start + first, new_end - last))

    for m, n in _anchors(pieces, others):
        if m < i or n < j:
            continue
        while m > i and n > j and pieces[m - 1] == others[n - 1]:
            m, n = m - 1, n - 1
        if m > i or n > j:
            differing(m, n)
        while m < len(pieces) and n < len(others) and pieces[m] == others[n]:
            m, n = m + 1, n + 1
        i, j = m, n
    if i < len(pieces) or j < len(others):
        differing(len(pieces), len(others))
    for number, hunk in enumerate(found):
        if hunk.start == hunk.end or hunk.new_start == hunk.new_end:
            slid = _slid(old, new, hunk)
            apart = not number or found[number - 1].end <= slid.start
            if apart and (number + 1 == len(found) or slid.end <= found[number + 1].start):
                found[number] = slid
    return found


def far_apart(old: str, new: str, most: int) -> bool:
    """Whether large texts differ in so many places, or so much of them has moved, that looking for at most so many
    hunks is not worth its time."""
    if len(new) < _LARGE:
        return False
    pieces, others = old.split("<"), new.split("<")
    places = _once(pieces)
    breaks, before = 0, -1
    for piece in others:
        place = places.get(piece, before)
        breaks += place < before
        before = place
    if breaks > most:
        return True
    known = set(pieces)
    starts, was_known = 0, True  # of what is new
    for piece in others:
        is_known = piece in known
        starts += was_known and not is_known
        was_known = is_known
    return starts > most


def _slid(old: str, new: str, hunk: Hunk) -> Hunk:
    """What was put in (or taken out) as a whole element, where that is possible: not `a><a>b</`, but `<a>b</a>`."""
    start, end, new_start, new_end = hunk
    text = new if start == end else old
    first, last = (new_start, new_end) if start == end else (start, end)
    if text.startswith("</", first):
        shift = text.find(">", last, last + _FARTHEST) + 1 - last
        fits = 0 < shift <= last - first and text.startswith(text[last : last + shift], first)
    else:
        shift = text.rfind("<", max(0, first - _FARTHEST), first) - first
        fits = (
            -shift <= last - first
            and first + shift >= 0
            and text.startswith(text[first + shift : first], last + shift)
        )
    if text.startswith("<", first) and not text.startswith("</", first):
        fits = False
    return Hunk(start + shift, end + shift, new_start + shift, new_end + shift) if fits else hunk


def _places(pieces: list[str], start: int) -> list[int]:
    """Where each piece begins, its "<" included, and where the last one ends."""
    return [start, *map(add, accumulate(map(len, pieces)), count(start))]


def _anchors(a: list[str], b: list[str]) -> list[tuple[int, int]]:
    """Pairs of equal pieces that occur once in each list, rising in both."""
    once_a, once_b = _once(a), _once(b)
    pairs = [(place, once_b[piece]) for piece, place in once_a.items() if piece in once_b]
    order = [place for _, place in pairs]
    if order == sorted(order):
        return pairs
    ends: list[int] = []  # the smallest end of a chain of each length, and which pair it is
    last: list[int] = []
    before: list[int] = []
    for number, (_, place) in enumerate(pairs):
        length = bisect_left(ends, place)
        before.append(last[length - 1] if length else -1)
        ends[length : length + 1] = [place]
        last[length : length + 1] = [number]
    chain: list[tuple[int, int]] = []
    number = last[-1] if last else -1
    while number >= 0:
        chain.append(pairs[number])
        number = before[number]
    return chain[::-1]


def _once(pieces: list[str]) -> dict[str, int]:
    """Place of each piece that occurs once."""
    places: dict[str, int] = {}
    again: set[str] = set()
    for place, piece in enumerate(pieces):
        if piece in places:
            again.add(piece)
        else:
            places[piece] = place
    for piece in again:
        del places[piece]
    return places


def common_start(a: str, b: str) -> int:
    """How many characters two texts have in common at their beginning."""
    limit = min(len(a), len(b))
    done = 0
    while done < limit and a[done : done + _CHUNK] == b[done : done + _CHUNK]:
        done += _CHUNK
    low, high = min(done, limit), min(done + _CHUNK, limit)
    while low < high:
        middle = (low + high + 1) // 2
        if a[low:middle] == b[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def common_end(a: str, b: str, head: int) -> int:
    """How many characters they have in common at their end, behind the first `head`."""
    limit = min(len(a), len(b)) - head
    low, high = 0, min(_CHUNK, limit)
    m, n = len(a), len(b)
    while high > low and a[m - high : m - low] == b[n - high : n - low]:
        low, high = high, min(high + _CHUNK, limit)
    while low < high:
        middle = (low + high + 1) // 2
        if a[m - middle : m - low] == b[n - middle : n - low]:
            low = middle
        else:
            high = middle - 1
    return low


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
    more: dict[str, int] = field(
        default_factory=dict
    )  # how many more of each name stand next to each other in it
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
        return Region(
            where, self._chain(number), bisect_left(scan.starts, begin), bisect_left(scan.starts, stop)
        )

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
        self.add(
            regions, Hunk(start, end, hunk.new_start - hunk.start + start, hunk.new_end - hunk.end + end)
        )
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
        if (
            now[0] not in " \t\n\f\r/>"
            or tag.empty
            or (was[-2:] == "/>") != (now[-2:] == "/>")
            or not is_tag_end(now)
        ):
            return None
        if tag.kind == "layout" and ("background" in (said := f"{was}{now}".lower()) or "bgcolor" in said):
            return None
        return Region(
            Hunk(begin, end, new_begin, new_end), self._chain(number), number + 1, number + 1, in_tag=True
        )

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
