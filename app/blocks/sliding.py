"""Of equal blocks beside each other's place, which one is gone or new: the one that its siblings go or come with."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from app.blocks.sequences import Pair

_FARTHEST = 40  # blocks that a gap is moved by
Keys = Sequence[Hashable]


def slide(same: list[Pair], paths_a: Sequence[str], paths_b: Sequence[str], keys_a: Keys, keys_b: Keys) -> None:
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


def _best(same: Sequence[Pair], n: int, side: int, gap: tuple[int, int], paths: Sequence[str], keys: Keys) -> int:
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
