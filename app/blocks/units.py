"""The smallest pieces of a page that stand by themselves: paragraphs, entries, cells, lines between line breaks."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from app.blocks.elements import ATTRIBUTES, BLOCK_LEVEL, FOREIGN
from app.blocks.enclosing import enclosing
from app.blocks.parts import Side, Stretch
from app.blocks.references import is_blank, unescape
from app.blocks.similarity import Features, features

BREAKS = BLOCK_LEVEL | {"br"}
"""Elements that begin a unit."""
_SEEN = (ATTRIBUTES.keys() - {"a", "body", "table", "td", "th"}) | FOREIGN | {"hr", "canvas", "button", "select"}
_LEADS_TO = re.compile(r"""\b(?:href|src|data-[a-z-]{0,30}src|data-original)\s*=\s*["']?([^\s"'>]+)""", re.IGNORECASE)
_LONGEST, _LONGEST_SOURCE = 8_000, 80_000  # characters of a unit by which it is known


class Unit:
    """A piece of a block. `start` and `end` are characters of the source; `name` is that of its element, "" for
    what stands in one beside others; `inner` is without the tags of the element, `content` what stands there."""

    __slots__ = ("_said", "_size", "_text", "block", "content", "end", "first", "inner", "last", "name", "start")

    def __init__(self, block: Stretch, start: int, end: int, name: str, inner: tuple[int, int], content: str) -> None:
        self.block = block
        self.start, self.end = start, end
        self.name = name
        self.inner, self.content = inner, content
        self.first = self.last = False  # of its block
        self._size: int | None = None
        self._text: str | None = None
        self._said: Features | None = None

    @property
    def side(self) -> Side:
        return self.block.side

    @property
    def size(self) -> int:
        """Characters of text, about."""
        if self._size is None:
            self._size = sum(map(len, _said_between(self.side, self.start, self.end)))
        return self._size

    @property
    def text(self) -> str:
        if self._text is None:
            self._text = "\n".join([line.text for line in self.side.shown.lines(self.start, self.end)])
        return self._text

    @property
    def said(self) -> Features:
        """Its words, of a long one the first, and where it leads."""
        if self._said is None:
            source = self.side.tree.scan.text[self.start : min(self.end, self.start + _LONGEST_SOURCE)]
            words = features(self.text[:_LONGEST])
            led = [f"@{unescape(address)}" for address in _LEADS_TO.findall(source)] if "=" in source else []
            self._said = words.union(led) if led else words
        return self._said


def _said_between(side: Side, start: int, end: int) -> Iterator[str]:
    """The texts between two places."""
    source = side.tree.scan.text
    for first, last, _ in side.shown.between(start, end):
        said = source[first:last].strip()
        if said and not is_blank(said):
            yield said


def units_of(block: Stretch) -> list[Unit]:
    """The units of a block, in their order. What shows nothing is in none."""
    side, (start, end) = block.side, block.places
    scan = side.tree.scan
    names, starts, ends, inner_ends, closes = scan.names, scan.starts, scan.ends, scan.inner_ends, scan.closes
    first, last = bisect_left(starts, start), bisect_left(starts, end)
    holds = bytearray(last - first)
    if not BREAKS.isdisjoint(names[first + 1 : last]):
        _, holds = enclosing(names[first:last], starts[first:last], closes[first:last], BREAKS)
    found: list[Unit] = []
    source, texts = scan.text, side.shown.texts
    text, of_all = max(0, bisect_left(texts, (start,)) - 1), len(texts)  # the first that may be in what comes
    has_pictures = "img" in names[first:last]

    def take(begin: int, stop: int, number: int = -1) -> None:
        nonlocal text
        if stop > end:
            stop = end
        content = ""
        if number < 0 or source[stop - 1] != ">":
            begin, stop, content = _stripped(source, begin, stop)
            if begin >= stop:
                return
        while text < of_all and texts[text][1] <= begin:
            text += 1
        n = text
        while n < of_all and texts[n][0] < stop:
            until = texts[n][1]
            said = source[max(texts[n][0], begin) : until if until < stop else stop]
            if not is_blank(said):
                break
            n += 1
        else:
            if _SEEN.isdisjoint(names[bisect_left(starts, begin) : bisect_left(starts, stop)]):
                return
        if number >= 0:
            inner, inner_end, content = _stripped(source, ends[number], min(inner_ends[number], stop))
            found.append(Unit(block, begin, stop, names[number], (inner, inner_end), content))
            return
        for cut in _pictures_behind(side, begin, stop) if has_pictures else ():
            found.append(_line(block, *_stripped(source, begin, cut)))
            begin = cut
            content = source[begin:stop]
        found.append(_line(block, begin, stop, content))

    at = start
    around: list[int] = []
    for number in range(first, last):
        begin = starts[number]
        while around and closes[around[-1]] <= begin:
            holder = around.pop()
            if inner_ends[holder] > at and not source[at : inner_ends[holder]].isspace():
                take(at, inner_ends[holder])
            if closes[holder] > at:
                at = closes[holder]
        if begin < at:
            continue
        name = names[number]
        if name == "br":
            take(at, ends[number])
            at = ends[number]
        elif holds[number - first]:
            if at < begin and not source[at:begin].isspace():
                take(at, begin)
            at = ends[number]
            around.append(number)
        elif name in BLOCK_LEVEL:
            if at < begin and not source[at:begin].isspace():
                take(at, begin)
            take(begin, closes[number], number)
            at = closes[number]
    while around:
        holder = around.pop()
        if inner_ends[holder] > at:
            take(at, inner_ends[holder])
        at = max(at, closes[holder])
    if at < end:
        take(at, end)
    if found:
        found[0].first = found[-1].last = True
    return found


def _line(block: Stretch, start: int, end: int, content: str) -> Unit:
    return Unit(block, start, end, "", (start, end), content)


def _pictures_behind(side: Side, start: int, end: int) -> list[int]:
    """Where the pictures begin that a line of text ends with; none when it has nothing else."""
    scan = side.tree.scan
    cuts: list[int] = []
    for number in range(bisect_left(scan.starts, end) - 1, bisect_left(scan.starts, start) - 1, -1):
        if scan.names[number] != "img" and (cuts or scan.names[number] != "br"):
            break
        if scan.text[scan.ends[number] : end].strip():
            break
        end = scan.starts[number]
        if scan.names[number] == "img":
            cuts.append(end)
    return cuts[::-1] if cuts and side.shown.squeezed(start, cuts[-1]) else []


def _stripped(text: str, start: int, end: int) -> tuple[int, int, str]:
    """A stretch without the white space at its ends, and what it holds."""
    said = text[start:end]
    if not said or said.isspace():
        return end, end, ""
    if said[0].isspace():
        size = len(said)
        said = said.lstrip()
        start += size - len(said)
    if said[-1].isspace():
        said = said.rstrip()
    return start, start + len(said), said


def squeezed(units: Sequence[Unit]) -> str:
    """The text of units without white space."""
    return "".join("".join(unit.text.split()) for unit in units)
