"""Blocks that changed places: of two, either may be said to have moved, so both are; one that passed none has not."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from itertools import groupby

from app.blocks.match.parts import Matched, Stretch, place_in_a
from app.words.sequences import Pair, heaviest_chain

# Of equal blocks beside each other's place, which one is gone or new: the one that its siblings go or come
# with.

_FARTHEST = 40  # blocks that a gap is moved by
Keys = Sequence[Hashable]


def slide(
    same: list[Pair], paths_a: Sequence[str], paths_b: Sequence[str], keys_a: Keys, keys_b: Keys
) -> None:
    """Move the gaps between rising pairs of equal blocks that are in one version alone to where elements meet.

    Where "x y x" became "x", either "x y" or "y x" is gone; it is what begins and ends at the borders of the largest
    elements. `same` is changed in place; each gap costs so many steps at most.
    """
    for n in range(1, len(same)):
        (i, j), (k, m) = same[n - 1], same[n]
        if (k - i == 1) == (m - j == 1):
            continue
        if m - j == 1:
            steps = _best(same, n, 0, (i + 1, k), paths_a, keys_a)
        else:
            steps = _best(same, n, 1, (j + 1, m), paths_b, keys_b)
        _shift(same, n, 0 if m - j == 1 else 1, steps, k - i - 1 if m - j == 1 else m - j - 1)


def _best(
    same: Sequence[Pair], n: int, side: int, gap: tuple[int, int], paths: Sequence[str], keys: Keys
) -> int:
    """By how many blocks a gap is best moved, to the end (> 0) or to the begin (< 0) of the page."""
    start, end = gap
    best, cost = 0, _cost(paths, start, end)
    for sign in (-1, 1):
        for steps in range(1, _FARTHEST):
            at = n - steps if sign < 0 else n + steps - 1
            first, last = (start - steps, end - steps) if sign < 0 else (start + steps - 1, end + steps - 1)
            if not 0 <= at < len(same) or same[at][side] != (first if sign < 0 else last):
                break
            if same[at][1 - side] != same[n][1 - side] + at - n:  # there is another gap
                break
            if keys[first] != keys[last]:
                break
            here = _cost(paths, start + sign * steps, end + sign * steps)
            if here < cost:
                best, cost = sign * steps, here
    return best


def _shift(same: list[Pair], n: int, side: int, steps: int, size: int) -> None:
    moved = range(n, n + steps) if steps > 0 else range(n + steps, n)
    for at in moved:
        shift = -size if steps > 0 else size
        i, j = same[at]
        same[at] = (i + shift, j) if side == 0 else (i, j + shift)


def _cost(paths: Sequence[str], start: int, end: int) -> int:
    """How deep inside elements a stretch of blocks begins and ends."""
    return sum(common_steps(paths[at - 1], paths[at]) for at in (start, end) if 0 < at < len(paths))


def common_steps(one: str, two: str) -> int:
    """How many steps from the root two paths share."""
    size = 0
    for a, b in zip(one.split("/"), two.split("/"), strict=False):
        if a != b:
            break
        size += 1
    return size


_COMPARABLE = 1.5  # what was passed by is so many times as large as what moved, and no more

Passed = tuple[int, int]  # first and last of the blocks at their place that something passed by
Size = tuple[int, int, int]  # characters, lines, and texts between tags


def mark_swapped(found: Sequence[Matched]) -> None:
    """Make "moved" of blocks at their place that others passed by which are as large in one way."""
    if not any(each.what == "moved" for each in found):
        return
    at_place = [each for each in found if each.what in ("same", "paired")]
    starts = [each.a.places[0] for each in at_place if each.a is not None]
    before = 0
    moved: list[tuple[Passed, Matched]] = []
    for each in found:
        if each.what in ("same", "paired"):
            before += 1
        elif each.what == "moved" and each.a is not None:
            rank = bisect_left(starts, each.a.places[0])
            moved.append(((min(rank, before), max(rank, before)), each))
    for first, last, size in (*_alone(moved), *_together(moved)):
        room = [_COMPARABLE * each for each in size]
        passed: list[Matched] = []
        for each in at_place[first:last]:
            size = _size(each)
            room = [left - taken for left, taken in zip(room, size, strict=True)]
            if max(room) < 0:
                break
            if size[0]:
                passed.append(each)
        else:
            for each in passed:
                each.what = "moved"


def _alone(moved: Sequence[tuple[Passed, Matched]]) -> Iterator[tuple[int, int, Size]]:
    """What was passed by, and how large is what went exactly this way, one after the other."""
    for (first, last), group in groupby(moved, key=_way):
        yield first, last, _total([each for _, each in group])


def _together(moved: Sequence[tuple[Passed, Matched]]) -> Iterator[tuple[int, int, Size]]:
    """The same of ways that overlap: in a list that was sorted anew, each entry goes a way of its own."""
    group: list[Matched] = []
    start = end = 0
    for (first, last), each in sorted(moved, key=_way):
        if first >= end:
            if len(group) > 1:
                yield start, end, _total(group)
            start, group = first, []
        end = max(end, last)
        group.append(each)
    if len(group) > 1:
        yield start, end, _total(group)


def uncross(found: Sequence[Matched]) -> None:
    """Pair blocks that moved and have the same text in their order, so that none passes another by that is the same."""
    groups: dict[str, list[Matched]] = defaultdict(list)
    for each in found:
        if each.what == "moved" and each.a is not None and each.b is not None:
            text = _squeezed(each.b)
            if text and _squeezed(each.a) == text:
                groups[text].append(each)
    for group in groups.values():
        if len(group) > 1:
            parts = sorted([each.a for each in group if each.a is not None], key=_places)
            for each, part in zip(group, parts, strict=True):
                each.a = part


def settle_order(found: Sequence[Matched]) -> None:
    """Of blocks that changed places those stay that have the most text together: a small one that is the same by
    chance is not what all others have passed by."""
    if not any(each.what == "moved" for each in found):
        return
    both = [each for each in found if each.a is not None and each.b is not None]
    order = sorted(range(len(both)), key=lambda n: place_in_a(both[n]))
    rank = {n: place for place, n in enumerate(order)}
    kept = set(heaviest_chain([(n, rank[n], _weight(each)) for n, each in enumerate(both)], len(both)))
    for n, each in enumerate(both):
        if n not in kept:
            each.what = "moved"
        elif each.what == "moved":
            each.what = "paired"


def settle_unmoved(found: list[Matched]) -> None:
    """Put blocks at their place that are said to have moved, but passed no other by; what was removed behind them
    follows them then."""
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
        order = sorted(range(len(group)), key=lambda n: place_in_a(group[n]))
        rank = {n: place for place, n in enumerate(order)}
        candidates = [(n, rank[n], 1 + _size(each)[0]) for n, each in enumerate(group)]
        for n in heaviest_chain(candidates, len(group)):
            group[n].what = "paired"
    if between and any(each.what == "removed" for each in found):
        found[:] = in_order(found)


def in_order(found: Sequence[Matched]) -> list[Matched]:
    """The order of b; what was removed follows what it followed in a."""
    removed: dict[int, list[Matched]] = defaultdict(list)
    last = 0
    for each in sorted((one for one in found if one.a is not None and one.what != "moved"), key=place_in_a):
        if each.b is None:
            removed[last].append(each)
        else:
            last = id(each)
    order = removed[0]
    for each in sorted((one for one in found if one.b is not None), key=_place_b):
        order.append(each)
        order += removed.get(id(each), ())
    return order


def _place_b(each: Matched) -> int:
    return each.b.places[0] if each.b is not None else 0


def _places(part: Stretch) -> tuple[int, int]:
    return part.places


def _way(entry: tuple[Passed, Matched]) -> Passed:
    return entry[0]


def _total(group: Sequence[Matched]) -> Size:
    characters, lines, texts = zip(*map(_size, group), strict=True)
    return sum(characters), sum(lines), sum(texts)


def _weight(each: Matched) -> int:
    return 1 + (len(_squeezed(each.b)) if each.b is not None else 0)


def _squeezed(part: Stretch) -> str:
    return part.side.shown.squeezed(*part.places)


def _size(each: Matched) -> Size:
    part = each.b
    if part is None or not part.text:
        return 0, 0, 0
    return len(part.text), part.text.count("\n") + 1, part.side.shown.size(*part.places)
