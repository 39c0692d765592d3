"""The groups of two crawls side by side: which are the same, which grew, came or went, and which pages changed groups."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from app.classes.clusters import Clustering

_LEAST = 0.1
"""Below this likeness two groups are not the same one."""


class Grouped(NamedTuple):
    """The groups of one crawl, and the address of each document by its number."""

    clustering: Clustering
    urls: Sequence[str]


class Change(NamedTuple):
    """A group before and after, by their numbers: -1 where there is none. `came` and `went` are the addresses that only one
    of both crawls has; `joined` were in another group before, `left` are in another one now."""

    before: int
    after: int
    stayed: tuple[str, ...]
    came: tuple[str, ...]
    went: tuple[str, ...]
    joined: tuple[str, ...]
    left: tuple[str, ...]


def compare(before: Grouped, after: Grouped) -> list[Change]:
    """Each group of two crawls once, those of the second in their order, then those that are gone. Groups are the same
    where they share most pages; where they share none, the words that name them."""
    first, second = _sets(before), _sets(after)
    olds, news = before.clustering.clusters, after.clustering.clusters
    alike = sorted(
        (
            (-_likeness(first[a], second[b], olds[a].name, news[b].name), a, b)
            for a in range(len(first))
            for b in range(len(second))
        ),
    )
    partner, taken = dict[int, int](), set[int]()
    for negative, a, b in alike:
        if -negative >= _LEAST and b not in partner and a not in taken:
            partner[b] = a
            taken.add(a)
    known_before, known_after = frozenset(before.urls), frozenset(after.urls)
    found = [
        _change(
            partner.get(b, -1),
            b,
            first[partner[b]] if b in partner else frozenset(),
            second[b],
            known_before,
            known_after,
        )
        for b in range(len(second))
    ]
    gone = (a for a in range(len(first)) if a not in taken)
    return found + [_change(a, -1, first[a], frozenset(), known_before, known_after) for a in gone]


def _sets(grouped: Grouped) -> list[frozenset[str]]:
    return [
        frozenset(grouped.urls[member] for member in cluster.members)
        for cluster in grouped.clustering.clusters
    ]


def _likeness(a: frozenset[str], b: frozenset[str], old: Sequence[str], new: Sequence[str]) -> float:
    """Shared pages of all; named alike counts half of that."""
    pages = len(a & b) / max(1, len(a | b))
    names = len({*old} & {*new}) / max(1, len({*old} | {*new}))
    return round(pages + names / 2, 9)


def _change(
    before: int,
    after: int,
    old: frozenset[str],
    new: frozenset[str],
    known_before: frozenset[str],
    known_after: frozenset[str],
) -> Change:
    came, went = new - old, old - new
    return Change(
        before,
        after,
        tuple(sorted(old & new)),
        tuple(sorted(came - known_before)),
        tuple(sorted(went - known_after)),
        tuple(sorted(came & known_before)),
        tuple(sorted(went & known_after)),
    )
