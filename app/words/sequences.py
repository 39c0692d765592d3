"""Align two sequences of keys, at a cost that stays near linear whatever the input.

Equal keys are candidates; the heaviest chain of candidates that rises in both sequences is the alignment.
Keys that occur so often that all their pairs would be too many are left to the gaps between the rarer ones,
and when a gap has nothing but such keys, their first is paired with the first, the second with the second.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence

Pair = tuple[int, int]
_MAX_LEVEL = 6
_ALWAYS_AFFORDABLE = 2000  # pairs of equal keys in a gap that are all looked at
_COMMON = 16  # a key with more pairs than this in an expensive gap is left to the gaps inside


def heaviest_chain(candidates: Sequence[tuple[int, int, int]], width: int) -> list[int]:
    """Positions in `candidates` of the heaviest chain that strictly rises in both coordinates.

    A candidate is (i, j, weight) with 0 <= j < width and weight > 0. O(n log n) by a Fenwick tree of maxima.
    """
    order = sorted(range(len(candidates)), key=lambda n: (candidates[n][0], -candidates[n][1], n))
    best_weight = [0] * (width + 1)
    best_index = [-1] * (width + 1)
    totals = [0] * len(candidates)
    before = [-1] * len(candidates)
    top, top_index = 0, -1
    for n in order:
        _, j, weight = candidates[n]
        total, previous = 0, -1
        slot = j
        while slot > 0:
            if best_weight[slot] > total:
                total, previous = best_weight[slot], best_index[slot]
            slot &= slot - 1
        total += weight
        totals[n], before[n] = total, previous
        if total > top:
            top, top_index = total, n
        slot = j + 1
        while slot <= width:
            if best_weight[slot] < total:
                best_weight[slot], best_index[slot] = total, n
            slot += slot & -slot
    chain: list[int] = []
    while top_index >= 0:
        chain.append(top_index)
        top_index = before[top_index]
    chain.reverse()
    return chain


def align(a: Sequence[Hashable], b: Sequence[Hashable], weights: Sequence[int] | None = None) -> list[Pair]:
    """Pairs (i, j) with a[i] == b[j], rising in both; `weights` says what it is worth to keep a[i]."""
    pairs: list[Pair] = []
    gaps = [(0, len(a), 0, len(b), 0)]
    while gaps:
        a_from, a_to, b_from, b_to, level = gaps.pop()
        while a_from < a_to and b_from < b_to and a[a_from] == b[b_from]:
            pairs.append((a_from, b_from))
            a_from, b_from = a_from + 1, b_from + 1
        while a_from < a_to and b_from < b_to and a[a_to - 1] == b[b_to - 1]:
            a_to, b_to = a_to - 1, b_to - 1
            pairs.append((a_to, b_to))
        if a_from == a_to or b_from == b_to:
            continue
        found, complete = _candidates(a, b, (a_from, a_to, b_from, b_to), level)
        chosen = found if _is_rising(found) else _chain(a, b, found, weights, b_from, b_to)
        pairs += chosen
        if not complete and chosen:
            gaps += [(*gap, level + 1) for gap in gaps_between(chosen, (a_from, a_to, b_from, b_to))]
    pairs.sort()
    return pairs


def gaps_between(pairs: Sequence[Pair], bounds: tuple[int, int, int, int]) -> list[tuple[int, int, int, int]]:
    """The stretches between rising pairs where both sides have something: (a from, a to, b from, b to)."""
    a_from, a_to, b_from, b_to = bounds
    gaps = []
    for i, j in [*pairs, (a_to, b_to)]:
        if a_from < i and b_from < j:
            gaps.append((a_from, i, b_from, j))
        a_from, b_from = i + 1, j + 1
    return gaps


def gaps_around(same: Sequence[Pair], size_a: int, size_b: int) -> Iterator[tuple[int, int, int, int]]:
    """The stretches between rising pairs of two sequences where at least one side has something, from the first."""
    i = j = 0
    for m, n in [*same, (size_a, size_b)]:
        if i < m or j < n:
            yield i, m, j, n
        i, j = m + 1, n + 1


def _candidates(
    a: Sequence[Hashable], b: Sequence[Hashable], gap: tuple[int, int, int, int], level: int
) -> tuple[list[Pair], bool]:
    """Pairs of equal keys to choose from, and whether these are all there are."""
    a_from, a_to, b_from, b_to = gap
    in_b: dict[Hashable, list[int]] = defaultdict(list)
    for j in range(b_from, b_to):
        in_b[b[j]].append(j)
    in_a: dict[Hashable, list[int]] = defaultdict(list)
    for i in range(a_from, a_to):
        if a[i] in in_b:
            in_a[a[i]].append(i)
    total = sum(len(places) * len(in_b[key]) for key, places in in_a.items())
    if total <= _ALWAYS_AFFORDABLE + 4 * (a_to - a_from + b_to - b_from):
        return [(i, j) for key, places in in_a.items() for i in places for j in in_b[key]], True
    if level < _MAX_LEVEL:
        rare = [
            (i, j)
            for key, places in in_a.items()
            if len(places) * len(in_b[key]) <= _COMMON
            for i in places
            for j in in_b[key]
        ]
        if rare:
            return rare, False
    return [pair for key, places in in_a.items() for pair in zip(places, in_b[key], strict=False)], True


def _is_rising(pairs: list[Pair]) -> bool:
    """Whether all of these can be chosen together."""
    i = j = -1
    for m, n in pairs:
        if m <= i or n <= j:
            return False
        i, j = m, n
    return True


def _chain(
    a: Sequence[Hashable],
    b: Sequence[Hashable],
    found: list[Pair],
    weights: Sequence[int] | None,
    b_from: int,
    b_to: int,
) -> list[Pair]:
    """The best rising choice; a pair whose neighbours are equal too is worth more, so runs stay together."""
    weighted = []
    last_a, last_b = len(a) - 1, len(b) - 1
    for i, j in found:
        weight = 4 * (weights[i] if weights else 1)
        if i and j and a[i - 1] == b[j - 1]:
            weight += 1
        if i < last_a and j < last_b and a[i + 1] == b[j + 1]:
            weight += 1
        weighted.append((i, j - b_from, weight))
    return [found[n] for n in heaviest_chain(weighted, b_to - b_from)]
