"""Blocks that changed places: of two, either may be said to have moved, so both are; one that passed none has not."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import groupby

from app.blocks.parts import Matched
from app.blocks.sequences import heaviest_chain

_COMPARABLE = 1.5  # what was passed by is so many times as large as what moved, and no more


def mark_swapped(found: Sequence[Matched]) -> None:
    """Make "moved" of blocks at their place that others passed by which are as large, in characters or in lines."""
    if not any(each.what == "moved" for each in found):
        return
    at_place = [each for each in found if each.what in ("same", "paired")]
    starts = [each.a.places[0] for each in at_place if each.a is not None]
    before = 0
    moved: list[tuple[tuple[int, int], Matched]] = []
    for each in found:
        if each.what in ("same", "paired"):
            before += 1
        elif each.what == "moved" and each.a is not None:
            rank = bisect_left(starts, each.a.places[0])
            moved.append(((min(rank, before), max(rank, before)), each))
    for (first, last), group in groupby(moved, key=_passed):
        characters = lines = 0
        for _, each in group:
            size = _size(each)
            characters, lines = characters + size[0], lines + size[1]
        room = _COMPARABLE * characters, _COMPARABLE * lines
        passed: list[Matched] = []
        for each in at_place[first:last]:
            size = _size(each)
            room = room[0] - size[0], room[1] - size[1]
            if max(room) < 0:
                break
            if size[0]:
                passed.append(each)
        else:
            for each in passed:
                each.what = "moved"


def settle_unmoved(found: Sequence[Matched]) -> None:
    """Put blocks at their place that are said to have moved, but passed no other by."""
    if not any(each.what == "moved" for each in found):
        return
    starts = [each.a.places[0] for each in found if each.what in ("same", "paired") and each.a is not None]
    before = 0
    between: dict[int, list[Matched]] = {}
    for each in found:
        if each.what in ("same", "paired"):
            before += 1
        elif each.what == "moved" and each.a is not None and bisect_left(starts, each.a.places[0]) == before:
            between.setdefault(before, []).append(each)
    for group in between.values():
        order = sorted(range(len(group)), key=lambda n: _place(group[n]))
        rank = {n: place for place, n in enumerate(order)}
        candidates = [(n, rank[n], 1 + _size(each)[0]) for n, each in enumerate(group)]
        for n in heaviest_chain(candidates, len(group)):
            group[n].what = "paired"


def _place(each: Matched) -> int:
    return each.a.places[0] if each.a is not None else 0


def _passed(entry: tuple[tuple[int, int], Matched]) -> tuple[int, int]:
    return entry[0]


def _size(each: Matched) -> tuple[int, int]:
    """Characters and lines."""
    text = each.b.text if each.b is not None else ""
    return len(text), text.count("\n") + 1 if text else 0
