"""How alike two pages are built: the longest common subsequence of what they are made of."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from extractors.html.units import Units

LONGEST = 1000
"""Paths of an outline; the first of a page are its frame."""


def common_length(a: Sequence[Hashable], b: Sequence[Hashable]) -> int:
    """Length of the longest common subsequence. Bit vectors of whole numbers (Hyyrö 2004): memory grows with the
    lengths, not with their product."""
    where: dict[Hashable, int] = {}
    for place, item in enumerate(a):
        where[item] = where.get(item, 0) | 1 << place
    every = (1 << len(a)) - 1
    rows = every
    for item in b:
        matches = rows & where.get(item, 0)
        rows = (rows + matches | rows - matches) & every
    return len(a) - rows.bit_count()


def similarity(a: Sequence[Hashable], b: Sequence[Hashable]) -> float:
    """2·|LCS| / (n1 + n2): 1 for equal sequences, 0 without anything in common; two empty ones are equal."""
    return 2 * common_length(a, b) / (len(a) + len(b)) if a or b else 1.0


def outline(units: Units) -> list[str]:
    """How a page is built: the paths of element names in it, each where it comes first. Lengths of lists and texts do not
    count, so two articles of a site are alike."""
    paths = {0: ""}
    found: dict[str, None] = {}
    for sign, region in units.regions.items():
        tag = region.name.partition("#")[0].partition(".")[0]
        path = paths[sign] = f"{paths.get(region.around, '')}/{tag}"
        found[path] = None
        if len(found) >= LONGEST:
            break
    return list(found)
