"""Neighbouring changes of one kind are one for the reader: which of them belong together, or changed places. No Qt."""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.blocks.changes import Change

_APART = re.compile(r"(?:article|nav|aside|header|footer)\[\d+\]$")  # what a person takes for a thing of its own
_HOLDER = re.compile(r"(?:table|ul|ol|dl|select)\[\d+\]$")  # what holds rows or entries
_SIDES = {"added": (1,), "removed": (0,), "moved": (0, 1)}  # versions in which neighbours have to follow each other


def joined(changes: Sequence[Change]) -> list[tuple[list[int], int]]:
    """The numbers of all blocks in runs, in the order of their first; most are alone in theirs. With each, how many of
    its blocks changed places with the others of it, 0 for mostly none.

    A run is of added or of removed blocks with nothing that stands in the same version between them, or of moved ones
    that follow each other in both versions; two of these that are neighbours in both versions, in one in this order and
    in the other in that, are one. A form, what lies in another article or part of the page, or not in the same table or
    list that both versions have, begins another.
    """
    following = [_following(changes, side) for side in (0, 1)]
    lasting = _lasting(changes)
    runs: dict[int, list[int]] = {}  # by their last
    for number, change in enumerate(changes):
        before = _before(changes, number, following, lasting) if change.kind in _SIDES else None
        run = runs.pop(before, []) if before is not None else []
        run.append(number)
        runs[number] = run
    return _with_swaps(changes, sorted(runs.values()), following)


def _with_swaps(
    changes: Sequence[Change], runs: Sequence[list[int]], following: list[dict[int, int]]
) -> list[tuple[list[int], int]]:
    last = {run[-1]: n for n, run in enumerate(runs) if changes[run[0]].kind == "moved"}
    others: dict[int, list[int]] = {}  # run → the one that follows it in b and stands before it in a
    gone: set[int] = set()
    ahead = [{one: two for two, one in steps.items()} for steps in following] if last else []
    for n, run in enumerate(runs):
        before = last.get(following[1].get(run[0], -1))
        if before is None or before in gone or changes[run[0]].kind != "moved":
            continue
        first = runs[before]
        if following[0].get(first[0]) != run[-1] or not _fit(changes[first[0]], changes[run[0]]):
            continue
        if all(any(changes[number].differs for number in one) for one in (first, run)):
            continue  # each has words of its own to be read
        starts, ends = ((run[0], first[0]), (first[-1], run[-1]))  # in a and in b
        if _beside(changes, following, starts) or _beside(changes, ahead, ends):
            others[before] = run
            gone.add(n)
    return [([*run, *others[n]], len(run)) if n in others else (run, 0) for n, run in enumerate(runs) if n not in gone]


def _beside(changes: Sequence[Change], steps: list[dict[int, int]], places: tuple[int, int]) -> bool:
    """Whether the same block stands beside two places, one of each version: what came or went between them apart."""
    found: list[int] = []
    for side, (step, at) in enumerate(zip(steps, places, strict=True)):
        while (at := step.get(at, -1)) >= 0 and changes[at].kind == ("added" if side else "removed"):
            pass
        found.append(at)
    return found[0] == found[1] and (found[0] < 0 or changes[found[0]].kind != "moved")


def _before(
    changes: Sequence[Change], number: int, following: list[dict[int, int]], lasting: tuple[set[str], set[str]]
) -> int | None:
    """The change that one goes on from, if there is one; `lasting` are tables and lists that were there before and
    are there afterwards."""
    change = changes[number]
    sides = _SIDES[change.kind]
    others = {following[side].get(number, -1) for side in sides}
    if len(others) > 1 or (other := others.pop()) < 0:
        return None
    if len(sides) == 1 and _holder(changes[other], sides[0], lasting) != _holder(change, sides[0], lasting):
        return None
    return other if _fit(changes[other], change) else None


def _lasting(changes: Sequence[Change]) -> tuple[set[str], set[str]]:
    """The tables and lists of both versions that hold something besides what is in one version alone, as paths."""
    found: tuple[set[str], set[str]] = set(), set()
    if not any(change.kind in ("added", "removed") for change in changes):
        return found
    for change in changes:
        for side, path in enumerate((change.path_a, change.path_b)):
            if path and change.kind not in ("layout", "added" if side else "removed"):
                found[side].update(_holders(path))
    return found


def _holder(change: Change, side: int, lasting: tuple[set[str], set[str]]) -> str:
    """The innermost table or list around a block that lasts, as a path; "" for none."""
    path = (change.path_b if side else change.path_a) or ""
    return next((holder for holder in reversed(_holders(path)) if holder in lasting[side]), "")


def _holders(path: str) -> list[str]:
    """The tables and lists around a block, as paths, the outermost first."""
    steps = path.split("/")
    return ["/".join(steps[:n]) for n in range(1, len(steps)) if _HOLDER.match(steps[n - 1])]


def is_fact(change: Change) -> bool:
    """Whether it is about what is said of a document, such as its author, and not about a part of it."""
    return (change.path_b or change.path_a or "").startswith("/metadata[")


def _fit(one: Change, two: Change) -> bool:
    """Whether two neighbours may be one for the reader."""
    if is_fact(one) or is_fact(two):
        return False  # each has a name of its own
    fits = one.kind == two.kind and one.noise is None and two.noise is None
    fits = fits and all(_part(one, side) == _part(two, side) for side in _SIDES[two.kind])
    return fits and (one.label == "form") == (two.label == "form")


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
