"""One text is one change: preformatted text that was divided into blocks is put together again where it differs."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from app.blocks.parts import Matched, Side, Stretch

_LONGEST = 64_000  # characters; a longer text is like a page of its own, and its paragraphs are told apart
_DIVIDED = "#"  # in paths, before the number of the part


def rejoin(a: Side, b: Side, found: list[Matched]) -> list[Matched]:
    """Make one of what was found about the blocks of a text, and of all that share text with it, unless they are the
    same or would be too large together."""
    if a.tree.scan.rough or not (_has_divided(a) or _has_divided(b)):
        return found
    units = _Units(a, [each.a for each in found]), _Units(b, [each.b for each in found])
    joined: dict[int, Matched] = {}  # by the number of the first of b that is put together
    gone: set[int] = set()
    for side in (1, 0):
        for unit in units[side].divided:
            if all(found[n].what == "same" for n in units[side].parts.get(unit, ())):
                continue
            region = _Region(unit, side)
            if region.grow(units) and gone.isdisjoint(region.numbers):
                whole = region.whole(found, units)
                if whole is not None:
                    joined[next((n for n in region.numbers if found[n].b is not None), region.numbers[0])] = whole
                    gone.update(region.numbers)
    return [joined.get(n, each) for n, each in enumerate(found) if n in joined or n not in gone]


class _Units:
    """The leaves of a page, those that hold parts of one text together."""

    def __init__(self, side: Side, parts: Sequence[Stretch | None]) -> None:
        self.side = side
        leaves = side.leaves
        self._first = list(range(len(leaves)))  # leaf of the unit, by leaf
        self._last: dict[int, int] = {}  # leaf of the unit, by the first
        for n in range(1, len(leaves)):
            if _DIVIDED in leaves[n].path and leaves[n - 1].places[1] == leaves[n].places[0]:
                at = bisect_left(side.shown.texts, (leaves[n].places[0],)) - 1
                if at >= 0 and side.shown.texts[at][1] > leaves[n].places[0]:
                    self._first[n] = self._first[n - 1]
                    self._last[self._first[n]] = n
        self.divided = [first for first in self._last if self.extent(first, first) <= _LONGEST]
        self._of = [None if part is None else self._unit(part) for part in parts]
        self.parts: dict[int, list[int]] = {}  # numbers of what was found, by unit
        for number, unit in enumerate(self._of):
            if unit is not None:
                self.parts.setdefault(unit, []).append(number)

    def of(self, number: int) -> int | None:
        """The unit in which something is that was found."""
        return self._of[number]

    def extent(self, unit: int, last: int) -> int:
        """Characters of the source from one unit to another."""
        return self.side.leaves[self._last.get(last, last)].places[1] - self.side.leaves[unit].places[0]

    def stretch(self, unit: int, last_unit: int) -> Stretch:
        """The whole unit, or all from it to another one."""
        if last_unit != unit:
            return self.side.leaf(unit).to(self.side.leaf(self._last.get(last_unit, last_unit)))
        end = self._last.get(unit, unit)
        first, last = self.side.leaves[unit], self.side.leaves[end]
        path = first.path
        if last is not first:
            element, _, number = first.path.partition(_DIVIDED)
            after = self.side.leaves[end + 1 : end + 2]
            path = f"{first.path}..{_DIVIDED}{last.path.partition(_DIVIDED)[2]}"
            if number == "1" and not (after and after[0].path.startswith(f"{element}{_DIVIDED}")):
                path = element
        places = first.places[0], last.places[1]
        return Stretch(self.side, (first.span[0], last.span[1]), places, first.level, path)

    def _unit(self, part: Stretch) -> int:
        return self._first[self.side.leaf_number(part.places[0])]


class _Region:
    """Neighbouring units of both versions that share text with each other and with no others."""

    def __init__(self, unit: int, side: int) -> None:
        self._ranges: list[tuple[int, int] | None] = [None, None]  # the first and the last unit
        self._ranges[side] = unit, unit
        self.numbers: list[int] = []

    def grow(self, units: tuple[_Units, _Units]) -> bool:
        """Take in what shares text with what is there until that is all; whether it did not become too large."""
        reached: set[int] = set()
        while True:
            numbers: set[int] = set()
            for each, taken in zip(units, self._ranges, strict=True):
                if taken is not None:
                    if each.extent(*taken) > _LONGEST:
                        return False
                    for unit in range(taken[0], taken[1] + 1):
                        numbers.update(each.parts.get(unit, ()))
            if numbers == reached:
                self.numbers = sorted(numbers)
                return True
            reached = numbers
            for side, each in enumerate(units):
                there = [known for n in numbers if (known := each.of(n)) is not None]
                if there:
                    self._ranges[side] = min(there), max(there)

    def whole(self, found: Sequence[Matched], units: tuple[_Units, _Units]) -> Matched | None:
        whole_a, whole_b = (
            each.stretch(*taken) if taken is not None else None for each, taken in zip(units, self._ranges, strict=True)
        )
        if whole_a is None or whole_b is None:
            return Matched("added" if whole_b else "removed", whole_a, whole_b) if len(self.numbers) > 1 else None
        at_place = any(found[n].what in ("same", "paired") for n in self.numbers)
        return Matched("paired" if at_place else "moved", whole_a, whole_b)


def _has_divided(side: Side) -> bool:
    return any(_DIVIDED in leaf.path for leaf in side.leaves)
