"""A paragraph that moved and changed is one thing: its parts are not told one by one."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise

from app.blocks.parts import Matched, Side, Stretch, place_in_a

_MUCH = 0.4  # of the text of a paragraph moved: the paragraph did


def gather_moved(found: list[Matched]) -> list[Matched]:
    """Make one of the parts of a paragraph that moved, with what came and went in it."""
    if not any(each.what == "moved" for each in found):
        return found
    in_a = sorted((each for each in found if each.a is not None), key=place_in_a)
    in_b = [each for each in found if each.b is not None]
    at_a = {id(each): n for n, each in enumerate(in_a)}
    whole: dict[int, Matched] = {}
    gone: set[int] = set()
    for chain in _chains(in_b, 1, "added"):
        moved = [each for each in chain if each.what == "moved"]
        places = [at_a[id(each)] for each in moved]
        first, last = places[0], places[-1]
        while first > 0 and in_a[first - 1].what == "removed" and _touch(in_a[first - 1], in_a[first], 0):
            first -= 1
        while last + 1 < len(in_a) and in_a[last + 1].what == "removed" and _touch(in_a[last], in_a[last + 1], 0):
            last += 1
        others = in_a[first : last + 1]
        if (
            len(others) == len(chain) == 1
            or [each for each in others if each.what != "removed"] != moved
            or not gone.isdisjoint(map(id, others))
            or not all(_touch(one, two, 0) for one, two in pairwise(others))
            or not (_is_whole(others, 0) and _is_whole(chain, 1))
        ):
            continue
        a, b = _joined(others, 0), _joined(chain, 1)
        if sum(len(each.b.text) for each in moved if each.b is not None) < _MUCH * max(len(a.text), len(b.text)):
            continue
        whole[id(moved[0])] = Matched("moved", a, b)
        gone.update(id(each) for each in (*others, *chain))
    return [whole.get(id(each), each) for each in found if id(each) in whole or id(each) not in gone]


def _chains(order: Sequence[Matched], side: int, alone: str) -> Iterator[list[Matched]]:
    """What stands in one paragraph side by side, and moved but for what is in one version alone."""
    chain: list[Matched] = []
    for each in [*order, None]:
        if each is not None and each.what in ("moved", alone) and (not chain or _touch(chain[-1], each, side)):
            chain.append(each)
            continue
        if any(one.what == "moved" for one in chain):
            yield chain
        chain = [each] if each is not None and each.what in ("moved", alone) else []


def _touch(one: Matched, two: Matched, side: int) -> bool:
    """Whether two stretches meet inside a paragraph."""
    before, after = ((each.a, each.b)[side] for each in (one, two))
    if before is None or after is None or before.places[1] != after.places[0]:
        return False
    return _paragraph(before.side, before.places[1]) is not None


def _is_whole(parts: Sequence[Matched], side: int) -> bool:
    """Whether neighbours are all of the paragraph that they stand in."""
    first, last = ((each.a, each.b)[side] for each in (parts[0], parts[-1]))
    assert first is not None and last is not None
    scan = first.side.tree.scan
    if first is last:
        leaves = first.side.leaves
        return leaves[bisect_right(leaves, first.places[0], key=lambda leaf: leaf.places[0]) - 1].places == first.places
    number = _paragraph(first.side, first.places[1])
    return number is not None and first.places[0] <= scan.ends[number] and scan.inner_ends[number] <= last.places[1]


def _paragraph(side: Side, place: int) -> int | None:
    """The number of the innermost element around a place, if nothing in it stands by itself; None if it is another."""
    scan, (around, holds) = side.tree.scan, side.surroundings
    number = bisect_left(scan.starts, place) - 1
    while number >= 0 and not (scan.ends[number] <= place <= scan.inner_ends[number] and scan.closes[number] > place):
        number = around[number]
    return number if number >= 0 and not holds[number] else None


def _joined(parts: Sequence[Matched], side: int) -> Stretch:
    first, last = ((each.a, each.b)[side] for each in (parts[0], parts[-1]))
    assert first is not None and last is not None
    return first.to(last)
