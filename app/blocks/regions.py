"""Which part of a page has to be read again when something in it has changed."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, field

from app.blocks.building import Unusual
from app.blocks.framing import is_tag_end
from app.blocks.grammar import IMPLIED, IN_FOREIGN, LINE_END, OVER, Does, tag_of
from app.blocks.hunks import Hunk
from app.blocks.nodes import LONG_TAG, release
from app.blocks.reading import Reader
from app.blocks.spans import Scan, scan
from app.blocks.styles import StaticStyle

_INERT = re.compile(r"(?:\s++|<!--(?!-?>)(?:[^-]++|-(?!-!?>))*+--!?>)*+")
_TEXT = "text()"  # in paths


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
class _Part:
    """One version of a region, read."""

    scan: Scan
    weight: int
    row: list[str]  # names of what stands next to each other in it
    texts: int  # how many, those of white space included
    open: list[str]  # elements whose end what follows implies
    own_line: bool

    @property
    def names(self) -> list[str]:
        return self.scan.names


class Regions:
    """Finds the regions of a page that was read without a parser."""

    def __init__(self, scan: Scan, new: str) -> None:
        self._scan = scan
        self._new = new
        self._parents = _parents(scan)

    def of(self, hunk: Hunk) -> Region:
        """The region around a hunk, still to be read."""
        scan = self._scan
        number = bisect_left(scan.starts, hunk.start) - 1
        if number >= 0 and scan.name_ends[number] <= hunk.start and hunk.end < scan.ends[number]:
            tag_alone = self._in_tag(number, hunk)
            if tag_alone is not None:
                return tag_alone
        while number >= 0 and not self._holds(number, hunk.start, hunk.end):
            number = self._parents[number]
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
        if not scan.ends[number] <= start <= end <= scan.inner_ends[number]:
            return False
        tag = tag_of(scan.names[number])
        closed = scan.closes[number] == scan.ends[number] and (tag.empty or scan.text[scan.ends[number] - 2] == "/")
        return not closed and tag.does is not Does.HOLDS_RAW

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
        while inside > number and self._parents[inside] != number:
            inside = self._parents[inside]
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
            or len(now) > LONG_TAG
        ):
            return None
        if tag.kind == "layout" and ("background" in (said := f"{was}{now}".lower()) or "bgcolor" in said):
            return None
        return Region(Hunk(begin, end, new_begin, new_end), self._chain(number), number + 1, number + 1, in_tag=True)

    def _chain(self, number: int) -> list[int]:
        """An element and those around it, the outermost one first."""
        chain = []
        while number >= 0:
            chain.append(number)
            number = self._parents[number]
        return chain[::-1]

    # Reading a region in both versions

    def read(self, region: Region) -> None:
        """Read a region, the old one to compare. Unusual where the page has to be read as a whole."""
        if region.in_tag:
            return
        start, end, new_start, new_end = region.hunk
        old, new = self._scan.text[start:end], self._new[new_start:new_end]
        if not region.around or self._scan.names[region.around[-1]] == "html":
            if not (_INERT.fullmatch(old) and _INERT.fullmatch(new)):
                raise Unusual
            region.scan = scan(new)
            for start, end, _ in region.scan.texts[:1]:
                region.scan.texts[0] = start, end, self._own_line(region)
            return
        if any(self._scan.closes[number] > end for number in range(region.first, region.last)):
            raise Unusual
        own_line = self._own_line(region)
        was, now = self._part(old, region.around, own_line), self._part(new, region.around, own_line)
        if was.open != now.open or was.names != self._scan.names[region.first : region.last]:
            raise Unusual
        if self._joins(region, now.scan):
            raise Unusual
        region.scan = now.scan
        region.gain = now.weight - was.weight
        region.shows = bool(was.weight or now.weight)
        region.row_changed = was.row != now.row
        if region.row_changed or was.texts != now.texts:
            more = Counter({**Counter(now.row), _TEXT: now.texts})
            more.subtract({**Counter(was.row), _TEXT: was.texts})
            region.more = {name: count for name, count in more.items() if count}
        if was.own_line and not now.own_line:
            raise Unusual
        region.own_line = now.own_line and not was.own_line

    def _joins(self, region: Region, new: Scan) -> bool:
        """Whether a text before or behind the region goes on in the new one."""
        texts = self._scan.texts
        first = bisect_left(texts, (region.hunk.start, -1, False))
        last = bisect_left(texts, (region.hunk.end, -1, False))
        before = first > 0 and texts[first - 1][1] == region.hunk.start
        behind = last < len(texts) and texts[last][0] == region.hunk.end
        if before and behind and not new.names:
            return True
        begins = bool(new.texts) and new.texts[0][0] == 0
        ends = bool(new.texts) and new.texts[-1][1] == len(new.text)
        return (before and begins) or (behind and ends)

    def _part(self, text: str, around: list[int], own_line: bool) -> _Part:
        """Read a stretch as the content of these elements."""
        reader = Reader(text, StaticStyle())
        try:
            container = reader.inside([self._scan.names[number] for number in around])
            if container.around & IN_FOREIGN:
                raise Unusual
            container.around &= ~LINE_END
            container.weight = 0
            own_line = reader.run(own_line=own_line)
            reader.check_quotes()
            open_tags = []
            while reader.top is not container:
                if reader.top.number < 0 or reader.top.tag not in IMPLIED:
                    raise Unusual
                open_tags.append(reader.top.tag)
                reader.leave(reader.top, len(text), len(text))
            if "\0" in text or container.around & OVER:
                raise Unusual
            row = [child.tag for child in container.children]
            return _Part(reader.scan, container.weight, row, container.texts, open_tags, own_line)
        finally:
            release(reader.root)

    def _own_line(self, region: Region) -> bool:
        """Whether a text at the beginning of a region stands on a line of its own."""
        scan, start = self._scan, region.hunk.start
        number = bisect_left(scan.texts, (start, -1, False)) - 1
        if number < 0:
            return True
        behind = scan.texts[number][1]
        first = bisect_left(scan.starts, behind)
        names = scan.names[first : region.first]
        chain = self._chain(first - 1)
        names += [scan.names[n] for n in chain if behind <= scan.inner_ends[n] < scan.closes[n] <= start]
        return any(tag_of(name).own_line for name in names)


def _parents(scan: Scan) -> list[int]:
    """The number of the element around each, -1 where there is none."""
    closes, parents, around = scan.closes, [], [-1]
    for number, start in enumerate(scan.starts):
        while len(around) > 1 and closes[around[-1]] <= start:
            around.pop()
        parents.append(around[-1])
        around.append(number)
    return parents
