"""Neighbouring changes of one kind are one for the reader: which of them belong together. No Qt."""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.blocks.changes import Change

_APART = re.compile(r"(?:article|nav|aside|header|footer)\[\d+\]$")  # what a person takes for a thing of its own
_SIDES = {"added": (1,), "removed": (0,), "moved": (0, 1)}  # versions in which neighbours have to follow each other


def joined(changes: Sequence[Change]) -> list[list[int]]:
    """The numbers of all blocks in runs, in the order of their first; most are alone in theirs.

    A run is of added or of removed blocks with nothing that stands in the same version between them, or of moved ones
    that follow each other in both versions. A form, or what lies in another article or part of the page, begins
    another.
    """
    following = [_following(changes, side) for side in (0, 1)]
    runs: dict[int, list[int]] = {}  # by their last
    for number, change in enumerate(changes):
        before = _before(changes, number, following) if change.kind in _SIDES else None
        run = runs.pop(before, []) if before is not None else []
        run.append(number)
        runs[number] = run
    return sorted(runs.values())


def _before(changes: Sequence[Change], number: int, following: list[dict[int, int]]) -> int | None:
    """The change that one goes on from, if there is one."""
    change = changes[number]
    sides = _SIDES[change.kind]
    others = {following[side].get(number, -1) for side in sides}
    if len(others) > 1 or (other := others.pop()) < 0:
        return None
    one = changes[other]
    fits = one.kind == change.kind and one.noise is None and change.noise is None
    fits = fits and all(_part(one, side) == _part(change, side) for side in sides)
    return other if fits and (one.label == "form") == (change.label == "form") else None


def _following(changes: Sequence[Change], side: int) -> dict[int, int]:
    """Block → the block that stands before it in a version; what is around blocks does not count."""
    places: list[tuple[tuple[int, int], int]] = []
    for number, change in enumerate(changes):
        part = change.part_b if side else change.part_a
        if part is not None and change.kind != "layout":
            places.append((part.span or (number, number), number))
    if all((changes[n].span_b if side else changes[n].span_a) is not None for _, n in places):
        places.sort()
    numbers = [number for _, number in places]
    return dict(zip(numbers[1:], numbers, strict=False))


def _part(change: Change, side: int) -> str:
    """The outermost part of the page around a block that stands apart, as a path; "" for none."""
    steps = ((change.path_b if side else change.path_a) or "").split("/")
    at = next((n for n, step in enumerate(steps, 1) if _APART.match(step)), 0)
    return "/".join(steps[:at])
