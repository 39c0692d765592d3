"""Where the pictures of two pages differ: what belongs together is laid upon each other, stretch by stretch. No Qt."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Pixels = NDArray[np.uint8]  # rows, columns, colours
Mask = NDArray[np.bool_]
Box = tuple[int, int, int, int]  # left, top, width, height

_LEAST = 24  # of 255, by which a colour must differ: smoothed edges of letters do by less
_APART = 20  # pixels without a difference between two regions
_SHIFT = 2  # rows by which a stretch may stand elsewhere, since places are rounded
_MOST = 400  # regions
_DEEPEST = 4  # cuts of a region, by rows and by columns in turns
_SPECKS = 4  # pixels of a region at least


@dataclass(frozen=True, slots=True)
class Region:
    """A part of the pictures that differs; a box is None where only the other page has something there."""

    a: Box | None
    b: Box | None

    @property
    def kind(self) -> str:
        return "changed" if self.a and self.b else "added" if self.b else "removed"


def regions(
    a: Pixels, b: Pixels, pairs: Sequence[tuple[float, float]], check: Callable[[], None] = lambda: None
) -> list[Region]:
    """The regions that differ, from top to bottom. `pairs` are rows of both that belong together, rising; `check` may
    raise to stop."""
    width = min(a.shape[1], b.shape[1])
    a, b = a[:, :width], b[:, :width]
    found: list[Region] = []
    for rows_a, rows_b in _stretches(pairs, a.shape[0], b.shape[0]):
        check()
        for region in _within(a, b, rows_a, rows_b):
            joined = _joined(found[-1], region) if found else None
            if joined is None:
                found.append(region)
            else:
                found[-1] = joined
        if len(found) > _MOST:
            break
    return found[:_MOST]


def _joined(one: Region, two: Region) -> Region | None:
    """One region of two that go on from each other in the same pictures; None where they do not."""
    if one.kind != two.kind:
        return None
    boxes: list[Box | None] = []
    for first, second in ((one.a, two.a), (one.b, two.b)):
        if first is None or second is None:
            boxes.append(None)
            continue
        right, bottom = max(first[0] + first[2], second[0] + second[2]), max(first[1] + first[3], second[1] + second[3])
        left, top = min(first[0], second[0]), min(first[1], second[1])
        beside = first[0] + first[2] < second[0] or second[0] + second[2] < first[0]
        if beside or second[1] - (first[1] + first[3]) > _APART:
            return None
        boxes.append((left, top, right - left, bottom - top))
    return Region(boxes[0], boxes[1])


def _stretches(pairs: Sequence[tuple[float, float]], high_a: int, high_b: int) -> Iterator[tuple[range, range]]:
    """The rows between two pairs, in both pictures."""
    last = (0, 0)
    for y_a, y_b in [*pairs, (high_a, high_b)]:
        here = min(high_a, round(y_a)), min(high_b, round(y_b))
        if here > last and here[0] >= last[0] and here[1] >= last[1]:
            yield range(last[0], here[0]), range(last[1], here[1])
            last = here


def _within(a: Pixels, b: Pixels, rows_a: range, rows_b: range) -> Iterator[Region]:
    high = min(len(rows_a), len(rows_b))
    one = a[rows_a.start : rows_a.start + high]
    best, shift = None, 0
    for by in sorted(range(-_SHIFT, _SHIFT + 1), key=abs):
        start = rows_b.start + by
        if start < 0 or start + high > b.shape[0]:
            continue
        mask = _differs(one, b[start : start + high])
        if best is None or mask.sum() < best.sum():
            best, shift = mask, by
        if not best.any():
            break
    if best is not None and high:
        for left, top, width, height in _boxes(best):
            yield Region((left, rows_a.start + top, width, height), (left, rows_b.start + shift + top, width, height))
    for picture, rows, is_newer in ((a, rows_a, False), (b, rows_b, True)):
        rest = picture[rows.start + high : rows.stop]
        if rest.size and (ink := _differs(rest, rest[:, :1])).any():
            (left, top, width, height) = _bounds(ink)
            box = (left, rows.start + high + top, width, height)
            yield Region(None, box) if is_newer else Region(box, None)


def _differs(one: Pixels, two: Pixels) -> Mask:
    """Where colours differ by so much that it is seen."""
    high = np.maximum(one, two)
    high -= np.minimum(one, two)
    return np.asarray(high.max(axis=2) >= _LEAST)


def _boxes(mask: Mask, left: int = 0, top: int = 0, depth: int = 0) -> Iterator[Box]:
    """Boxes around what is set, cut where there is nothing between."""
    if not mask.any():
        return
    x, y, width, height = _bounds(mask)
    mask = mask[y : y + height, x : x + width]
    axis = depth % 2  # rows first
    pieces = _pieces(mask.any(axis=1 - axis))
    if depth < _DEEPEST and (len(pieces) > 1 or depth == 0):
        for first, last in pieces:
            inner = mask[:, first:last] if axis else mask[first:last]
            yield from _boxes(inner, left + x + (first if axis else 0), top + y + (0 if axis else first), depth + 1)
    elif depth and depth < _DEEPEST and len(_pieces(mask.any(axis=axis))) > 1:
        yield from _boxes(mask, left + x, top + y, depth + 1)
    elif int(mask.sum()) >= _SPECKS:
        yield left + x, top + y, width, height


def _bounds(mask: Mask) -> Box:
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    top, left = int(rows[0]), int(columns[0])
    return left, top, int(columns[-1]) + 1 - left, int(rows[-1]) + 1 - top


def _pieces(line: Mask) -> list[tuple[int, int]]:
    """Stretches of what is set, with little between."""
    places = np.flatnonzero(line)
    cuts = np.flatnonzero(np.diff(places) > _APART)
    firsts = [int(places[0]), *(int(places[n + 1]) for n in cuts)]
    lasts = [*(int(places[n]) for n in cuts), int(places[-1])]
    return [(first, last + 1) for first, last in zip(firsts, lasts, strict=True)]
