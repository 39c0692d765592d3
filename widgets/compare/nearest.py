"""Which change is meant when the pages were compared anew, in larger or smaller blocks. No Qt."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from app.blocks.changes import Change, Span


def nearest(wanted: Change, changes: Sequence[Change], among: Collection[int]) -> int:
    """The number, one of `among`, of the change that shares most bytes with `wanted`, or stands nearest; -1: none does.

    Documents have no bytes to go by: there it is the block of the same path, or of the same text.
    """
    best, least = -1, (float("inf"), float("-inf"))  # less than what is nowhere
    for number in sorted(among):
        found = _distance(wanted, changes[number])
        if found < least:
            best, least = number, found
    return best


def _distance(wanted: Change, other: Change) -> tuple[float, float]:
    """Less is nearer; the place counts first, then the kind."""
    ways = [
        _apart(one, two)
        for one, two in ((wanted.span_b, other.span_b), (wanted.span_a, other.span_a))
        if one is not None and two is not None
    ]
    if ways:
        return min(ways), float(wanted.kind != other.kind)
    paths = (wanted.path_a, wanted.path_b) == (other.path_a, other.path_b)
    texts = (wanted.text_a, wanted.text_b) == (other.text_a, other.text_b)
    return (float("inf") if not (paths or texts) else 0.0), float(not (paths and texts))


def _apart(one: Span, other: Span) -> float:
    """Bytes between two stretches; of those that overlap, below zero: minus the share of both that they share."""
    shared = min(one[1], other[1]) - max(one[0], other[0])
    if shared <= 0:
        return float(-shared)
    return -shared / (max(one[1], other[1]) - min(one[0], other[0]))
