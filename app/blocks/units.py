"""The smallest pieces of a page that stand by themselves: paragraphs, entries, cells, lines between line breaks."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from html import unescape

from app.blocks.elements import ATTRIBUTES, BLOCK_LEVEL, FOREIGN
from app.blocks.enclosing import enclosing
from app.blocks.parts import Side, Stretch
from app.blocks.similarity import Features, features

BREAKS = BLOCK_LEVEL | {"br"}
"""Elements that begin a unit."""
_SEEN = (ATTRIBUTES.keys() - {"a", "body", "table", "td", "th"}) | FOREIGN | {"hr", "canvas", "button", "select"}
_LEADS_TO = re.compile(r"""\b(?:href|src|data-[a-z-]{0,30}src|data-original)\s*=\s*["']?([^\s"'>]+)""", re.IGNORECASE)


@dataclass(eq=False)
class Unit:
    """A piece of a block. `start` and `end` are characters of the source; `name` is that of its element, "" for
    what stands in one beside others."""

    block: Stretch
    start: int
    end: int
    name: str
    inner: tuple[int, int]  # without the tags of the element
    size: int  # characters of text, about
    first: bool = False  # of its block …
    last: bool = False  # … and the last one

    @property
    def side(self) -> Side:
        return self.block.side

    @cached_property
    def source(self) -> str:
        return self.side.tree.scan.text[self.start : self.end]

    @cached_property
    def content(self) -> str:
        """What its element holds."""
        return self.side.tree.scan.text[slice(*self.inner)]

    @cached_property
    def text(self) -> str:
        return "\n".join([line.text for line in self.side.shown.lines(self.start, self.end)])

    @cached_property
    def said(self) -> Features:
        """Its words, and where it leads."""
        led = [f"@{unescape(address)}" for address in _LEADS_TO.findall(self.source)]
        return features(self.text).union(led) if led else features(self.text)


def units_of(block: Stretch) -> list[Unit]:
    """The units of a block, in their order. What shows nothing is in none."""
    side, (start, end) = block.side, block.places
    scan = side.tree.scan
    names, starts, ends, inner_ends, closes = scan.names, scan.starts, scan.ends, scan.inner_ends, scan.closes
    first, last = bisect_left(starts, start), bisect_left(starts, end)
    _, holds = enclosing(names[first:last], starts[first:last], closes[first:last], BREAKS)
    found: list[Unit] = []
    source, texts = scan.text, side.shown.texts
    text = max(0, bisect_left(texts, (start,)) - 1)  # the first that may be in what comes

    def take(begin: int, stop: int, number: int = -1) -> None:
        nonlocal text
        begin, stop = _stripped(source, begin, min(stop, end))
        if begin >= stop:
            return
        while text < len(texts) and texts[text][1] <= begin:
            text += 1
        size = 0
        for n in range(text, len(texts)):
            if texts[n][0] >= stop:
                break
            said = source[max(texts[n][0], begin) : min(texts[n][1], stop)].strip()
            if said and not (said[0] == "&" and unescape(said).isspace()):
                size += len(said)
        if not size and _SEEN.isdisjoint(names[bisect_left(starts, begin) : bisect_left(starts, stop)]):
            return
        if number >= 0:
            inner = _stripped(source, ends[number], min(inner_ends[number], stop))
            found.append(Unit(block, begin, stop, names[number], inner, size))
            return
        for cut in _pictures_behind(side, begin, stop):
            found.append(_line(block, *_stripped(source, begin, cut), size))
            begin, size = cut, 0
        found.append(_line(block, begin, stop, size))

    at = start
    around: list[int] = []
    for number in range(first, last):
        begin = starts[number]
        while around and closes[around[-1]] <= begin:
            holder = around.pop()
            if inner_ends[holder] > at:
                take(at, inner_ends[holder])
            at = max(at, closes[holder])
        if begin < at:
            continue
        if names[number] == "br":
            take(at, ends[number])
            at = ends[number]
        elif holds[number - first]:
            take(at, begin)
            at = ends[number]
            around.append(number)
        elif names[number] in BLOCK_LEVEL:
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


def _line(block: Stretch, start: int, end: int, size: int) -> Unit:
    return Unit(block, start, end, "", (start, end), size)


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


def _stripped(text: str, start: int, end: int) -> tuple[int, int]:
    """A stretch without the white space at its ends."""
    said = text[start:end]
    return start + len(said) - len(said.lstrip()), start + len(said.rstrip())


def squeezed(units: Sequence[Unit]) -> str:
    """The text of units without white space."""
    return "".join("".join(unit.text.split()) for unit in units)
