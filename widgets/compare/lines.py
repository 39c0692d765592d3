"""A text comparison as lines for two panes: what is long and the same is folded, what is absent leaves a gap. No Qt."""

from __future__ import annotations

from collections.abc import Callable

from app.blocks import Comparison
from widgets.compare.words import Run, Words, runs

Line = tuple[int, str, list[Run]]  # number of the change (negative: a fold), kind, text

_CONTEXT = 3  # lines that are the same, kept around changes
_FOLD = 5  # fewer than these are not worth folding


def side_by_side(found: Comparison, words: Callable[[int], Words]) -> tuple[list[Line], list[Line]]:
    """Lines for the left and the right pane, as many on both sides."""
    left: list[Line] = []
    right: list[Line] = []
    near = _near_changes(found)
    folded = 0
    for number, change in enumerate(found.changes):
        if change.kind == "unchanged" and number not in near:
            folded += 1
            following = number + 1 < len(found.changes)
            if following and found.changes[number + 1].kind == "unchanged" and number + 1 not in near:
                continue
            fold: Line = (-number - 1, "fold", [(str(folded), False)])
            left.append(fold)
            right.append(fold)
            folded = 0
            continue
        if change.kind == "changed":
            different = words(number)
            left.append((number, "changed", runs(different, 1)))
            right.append((number, "changed", runs(different, 2)))
            continue
        gap: Line = (-number - 1, "gap", [])
        left.append(gap if change.kind == "added" else (number, change.kind, [(change.text_a, False)]))
        right.append(gap if change.kind == "removed" else (number, change.kind, [(change.text_b, False)]))
    return left, right


def _near_changes(found: Comparison) -> set[int]:
    """Numbers of unchanged lines that stay in sight: near a change, or in a run too short to fold."""
    near: set[int] = set()
    start = 0
    total = len(found.changes)
    while start < total:
        if found.changes[start].kind != "unchanged":
            start += 1
            continue
        end = start
        while end < total and found.changes[end].kind == "unchanged":
            end += 1
        head = 0 if start == 0 else _CONTEXT
        tail = 0 if end == total else _CONTEXT
        if end - start <= head + tail + _FOLD or not (head or tail):
            near.update(range(start, end))
        else:
            near.update(range(start, start + head))
            near.update(range(end - tail, end))
        start = end
    return near
