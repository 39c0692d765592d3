"""The order of blocks: which blocks of a page with another order have moved, and where a gap between equal blocks lies.

Of two blocks that changed places either may have moved, so both are told as moved if they are of one size.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from itertools import groupby

from app.blocks.match.stretches import Matched, Stretch, What, place_in_a
from app.words.sequences import Pair, heaviest_chain

_FARTHEST = 40  # blocks that a gap is shifted by, at most
_COMPARABLE = 1.5  # ratio of sizes up to which a passed block may be the one that moved

Keys = Sequence[Hashable]
Passed = tuple[int, int]  # first and last of the blocks in place that a moved block passed
Size = tuple[int, int, int]  # characters, lines, and texts between tags


def slide(
    pairs: Sequence[Pair], paths_a: Sequence[str], paths_b: Sequence[str], keys_a: Keys, keys_b: Keys
) -> list[Pair]:
    """Rising pairs of equal blocks, with gaps in one version shifted to the borders of the largest elements.

    Where "x y x" became "x", either "x y" or "y x" is gone. The cost of each gap is bounded.

    Without this step the reader sees the date of one card and the title of the next as removed (1 of 109 pairs).
    """
    same = list(pairs)
    for n in range(1, len(same)):
        (i, j), (k, m) = same[n - 1], same[n]
        if (k - i == 1) == (m - j == 1):
            continue
        if m - j == 1:
            steps = _best(same, n, 0, (i + 1, k), paths_a, keys_a)
        else:
            steps = _best(same, n, 1, (j + 1, m), paths_b, keys_b)
        _shift(same, n, 0 if m - j == 1 else 1, steps, k - i - 1 if m - j == 1 else m - j - 1)
    return same


def _best(
    same: Sequence[Pair], n: int, side: int, gap: tuple[int, int], paths: Sequence[str], keys: Keys
) -> int:
    """The best shift of a gap in blocks, towards the end (> 0) or the begin (< 0) of the page."""
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
    """The depth of the elements that a stretch of blocks cuts at its begin and end."""
    return sum(common_steps(paths[at - 1], paths[at]) for at in (start, end) if 0 < at < len(paths))


def common_steps(one: str, two: str) -> int:
    """The number of steps from the root that two paths share."""
    return common_start(one.split("/"), two.split("/"))


def common_start(one: Sequence[str], two: Sequence[str]) -> int:
    """The number of equal elements at the begin of two sequences."""
    size = 0
    for a, b in zip(one, two, strict=False):
        if a != b:
            break
        size += 1
    return size


def mark_swapped(found: list[Matched]) -> list[Matched]:
    """The list with blocks in place as "moved" if moved blocks of comparable size passed them.

    Without this step the reader sees one of two swapped blocks as moved and no mark on the other (14 of 109 pairs).
    """
    if not any(each.what == "moved" for each in found):
        return found
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
    swapped = set[int]()
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
            swapped.update(map(id, passed))
    return [Matched("moved", each.a, each.b) if id(each) in swapped else each for each in found]


def _alone(moved: Sequence[tuple[Passed, Matched]]) -> Iterator[tuple[int, int, Size]]:
    """The passed blocks of each way, and the total size of the neighbours that went it."""
    for (first, last), group in groupby(moved, key=_way):
        yield first, last, _total([each for _, each in group])


def _together(moved: Sequence[tuple[Passed, Matched]]) -> Iterator[tuple[int, int, Size]]:
    """The same for ways that overlap: in a sorted list each entry has a way of its own."""
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


def settle_order(found: list[Matched]) -> list[Matched]:
    """The list with the blocks in place that have the most text in one order, and all other pairs as "moved".

    Without this step a small equal block ("¶") may stay in place, and the reader sees every paragraph around it as moved
    (1 of 109 pairs).
    """
    if not any(each.what == "moved" for each in found):
        return found
    both = [each for each in found if each.a is not None and each.b is not None]
    order = sorted(range(len(both)), key=lambda n: place_in_a(both[n]))
    rank = {n: place for place, n in enumerate(order)}
    kept = set(heaviest_chain([(n, rank[n], _weight(each)) for n, each in enumerate(both)], len(both)))
    whats: dict[int, What] = {}
    for n, each in enumerate(both):
        if n not in kept:
            whats[id(each)] = "moved"
        elif each.what == "moved":
            whats[id(each)] = "paired"
    return [
        Matched(what, each.a, each.b) if (what := whats.get(id(each), each.what)) != each.what else each
        for each in found
    ]


def in_order(found: Sequence[Matched]) -> list[Matched]:
    """The list in the order of b; a removed block follows its predecessor in a."""
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
