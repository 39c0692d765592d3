"""All pairs of fingerprints that differ in at most three bits, by permuted tables (Manku, Jain and Das Sarma 2007).

Where 64 bits are divided into more pieces than bits differ, some pieces agree: each table brings certain pieces to the
front, is sorted, and fingerprints with the same front are compared. The layouts are those of the book (lines 13955–13970):
four tables of 16 bits, 20 tables of three pieces out of six (31 to 33 bits), and 16 tables of 28 bits, which divide the 48
bits behind a piece of 16 once more. Four tables are the fastest up to about a million fingerprints, 20 beyond: they
compare 85 times less.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from app.likeness.simhash import BITS, NEAR, Fingerprints

LayoutName = Literal["4x16", "16x28", "20x32"]
Pairs = npt.NDArray[np.int64]
"""Shape (n, 2): places of two fingerprints, the smaller first, each pair once, in order."""

_MANY = 1 << 20
"""Fingerprints from which on more tables are the faster ones."""
_CHUNK = 1 << 20  # pairs compared at once


class Table(NamedTuple):
    """Which stretches of bits, as (first from the top, how many), stand in front."""

    stretches: tuple[tuple[int, int], ...]

    @property
    def width(self) -> int:
        """Bits that have to agree."""
        return sum(size for _, size in self.stretches)

    def fronts(self, fingerprints: Fingerprints) -> Fingerprints:
        """The bits in front of each fingerprint, as numbers."""
        found = np.zeros(len(fingerprints), np.uint64)
        for first, size in self.stretches:
            piece = (fingerprints >> np.uint64(BITS - first - size)) & np.uint64((1 << size) - 1)
            found = (found << np.uint64(size)) | piece
        return found


def tables(layout: LayoutName) -> tuple[Table, ...]:
    """The tables of a layout; each finds pairs that differ in three bits or fewer only together with the others."""
    if layout == "4x16":
        return tuple(Table((piece,)) for piece in _pieces(0, (16,) * 4))
    if layout == "20x32":
        return tuple(Table(three) for three in combinations(_pieces(0, (11, 11, 11, 11, 10, 10)), 3))
    found: list[Table] = []
    quarters = _pieces(0, (16,) * 4)
    for quarter in quarters:
        rest = [
            bit for first, size in quarters if (first, size) != quarter for bit in range(first, first + size)
        ]
        for start in range(0, 48, 12):
            found.append(Table((quarter, *_stretches(rest[start : start + 12]))))
    return tuple(found)


def layout_for(count: int) -> LayoutName:
    """The fastest layout for so many fingerprints."""
    return "4x16" if count <= _MANY else "20x32"


def near_pairs(fingerprints: Fingerprints, most: int = NEAR, layout: LayoutName | None = None) -> Pairs:
    """All pairs that differ in at most `most` bits (three or fewer): 10^6 fingerprints take seconds."""
    if not 0 <= most <= NEAR:
        raise ValueError(f"tables are laid out for up to {NEAR} bits")
    count = len(fingerprints)
    if count < 2:
        return np.zeros((0, 2), np.int64)
    found = []
    for table in tables(layout or layout_for(count)):
        fronts = table.fronts(fingerprints)
        order = np.argsort(fronts, kind="stable")
        sorted_fronts, ordered = fronts[order], fingerprints[order]
        del fronts
        for left, right in _neighbours(sorted_fronts):
            near = np.bitwise_count(ordered[left] ^ ordered[right]) <= most
            a, b = order[left[near]], order[right[near]]
            # pairs as one number each: they are found by several tables
            found.append(np.minimum(a, b).astype(np.int64) * count + np.maximum(a, b))
    every = np.unique(np.concatenate(found)) if found else np.zeros(0, np.int64)
    return np.stack((every // count, every % count), axis=1)


def near_between(
    fingerprints: Fingerprints, asked: Fingerprints, most: int = NEAR, layout: LayoutName | None = None
) -> Pairs:
    """All pairs of a fingerprint and one that is asked about which differ in at most `most` bits (three or fewer), as
    their places, in order; the same fingerprint on both sides is a pair, too."""
    if not 0 <= most <= NEAR:
        raise ValueError(f"tables are laid out for up to {NEAR} bits")
    found = [np.zeros(0, np.int64)]
    for table in tables(layout or layout_for(len(fingerprints))):
        fronts = table.fronts(fingerprints)
        order = np.argsort(fronts, kind="stable")
        fronts, fronts_asked = fronts[order], table.fronts(asked)
        begins = np.searchsorted(fronts, fronts_asked, side="left")
        counts = np.searchsorted(fronts, fronts_asked, side="right") - begins
        sums = np.concatenate(([0], np.cumsum(counts)))
        start = 0
        while start < len(asked):
            end = max(start + 1, int(np.searchsorted(sums, sums[start] + _CHUNK, side="right")) - 1)
            some = counts[start:end]
            right = np.repeat(np.arange(start, end), some)
            steps = np.arange(len(right)) - np.repeat(sums[start:end] - sums[start], some)
            left = order[np.repeat(begins[start:end], some) + steps]
            near = np.bitwise_count(fingerprints[left] ^ asked[right]) <= most
            found.append(left[near] * len(asked) + right[near])
            start = end
    every = np.unique(np.concatenate(found))
    size = max(len(asked), 1)
    return np.stack((every // size, every % size), axis=1)


def _neighbours(fronts: Fingerprints) -> Iterator[tuple[Pairs, Pairs]]:
    """Places of all pairs with the same front among sorted ones, some at a time."""
    count = len(fronts)
    ends = np.searchsorted(fronts, fronts, side="right")
    following = ends - np.arange(count) - 1  # how many behind each have the same front
    sums = np.concatenate(([0], np.cumsum(following)))
    start = 0
    while start < count and sums[start] < sums[-1]:
        end = max(start + 1, int(np.searchsorted(sums, sums[start] + _CHUNK, side="right")) - 1)
        left = np.repeat(np.arange(start, end), following[start:end])
        yield (
            left,
            left + 1 + np.arange(len(left)) - np.repeat(sums[start:end] - sums[start], following[start:end]),
        )
        start = end


def _pieces(first: int, sizes: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    found = []
    for size in sizes:
        found.append((first, size))
        first += size
    return tuple(found)


def _stretches(bits: list[int]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for bit in bits:
        if found and sum(found[-1]) == bit:
            found[-1] = (found[-1][0], found[-1][1] + 1)
        else:
            found.append((bit, 1))
    return found
