"""Places for the nodes of a tree: rings around the roots, or layers from left to right. One unit is a pixel as it is first
shown; nodes stand `STEP` apart at least.

Leaves follow each other in the order of the tree, each level has a band of its own. Many leaves of one parent take several
rows of their band: so a folder of ten thousand pages is a sunflower's head, not a thread. igraph's Reingold–Tilford took
67 s for 100 000 nodes on one circle and has no rows; this is numpy and took 0.2 s (`tests/benchmarks/bench_link_map.py`).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from app.graph.layout.trees import Tree

Numbers = npt.NDArray[np.int64]
Places = npt.NDArray[np.float64]

STEP = 16.0
"""Between the middles of two neighbours; in a small tree, whose nodes are drawn larger, `WIDE`."""
WIDE, _SMALL = 26.0, 600
BAND = 120.0
"""Between two rings, where neither needs more."""
COLUMN, ROW = 230.0, 26.0
"""Between two layers, which have room for a title, and between two lines of one."""
_GAP = 0.6  # steps between leaves of different parents
_MIDDLE = 0.55  # of the radius of the next band
_FEW = 90  # leaves up to which each has a line of its own


def _spread(tree: Tree) -> tuple[Places, Numbers, Numbers, float]:
    """Of each node its middle along the order of leaves, its level, and which child it is; and the sum of the leaves."""
    count = len(tree.parent)
    levels = tree.levels()
    depth = np.zeros(count, np.int64)
    begins, order = tree.children()
    degree = np.diff(begins)
    nth = np.zeros(count, np.int64)
    nth[order] = np.arange(len(order)) - np.repeat(begins[:-1], degree)
    roots = levels[0] if levels else np.zeros(0, np.int64)
    nth[roots] = np.arange(len(roots))
    width = np.where(degree == 0, 1.0, _GAP)  # of a subtree, in leaves; a group keeps away from others
    for number in range(len(levels) - 1, 0, -1):
        level = levels[number]
        depth[level] = number
        width += np.bincount(tree.parent[level], width[level], count)
    start = np.zeros(count)
    total = 0.0
    for number, level in enumerate(levels):
        some = width[level]
        before = np.cumsum(some) - some
        if number == 0:
            start[level], total = before, float(some.sum())
        else:
            parent = tree.parent[level]
            first = np.append(True, parent[1:] != parent[:-1])
            base = before[first][np.cumsum(first) - 1]
            start[level] = start[parent] + before - base + _GAP / 2
    return start + width / 2, depth, nth, total


def rings(tree: Tree) -> Places:
    """Roots in the middle, each level a band around the one before, subtrees as sectors."""
    count = len(tree.parent)
    if not count:
        return np.zeros((0, 2))
    middle, depth, nth, total = _spread(tree)
    single = int((tree.parent < 0).sum()) == 1
    level = depth if single else depth + 1
    degree = np.diff(tree.children()[0])
    angle = middle / total * 2 * np.pi - np.pi / 2
    radius = np.zeros(count)
    step = WIDE if count <= _SMALL else STEP
    for some, inner, rows in _bands(level, total, step, single):
        # a parent stands at the inner edge, its leaves fill the rows in turn
        row = np.where(degree[some] > 0, 0, nth[some] % rows)
        radius[some] = inner + row * step
    return np.stack((radius * np.cos(angle), radius * np.sin(angle)), 1)


def _bands(level: Numbers, total: float, step: float, single: bool) -> list[tuple[Numbers, float, int]]:
    """The nodes of each level, the radius at which their band begins, and how many rows it has."""
    found = list[tuple[Numbers, float, int]]()
    outer = 0.0
    for number in range(1, int(level.max()) + 1):
        some = np.flatnonzero(level == number)
        needed = np.sqrt(len(some) * 1.2 / (2 * np.pi)) * step  # where a band is as deep as it is wide
        inner = max(outer + BAND if number > 1 or single else 0.0, needed, BAND * 0.6)
        if len(some) <= 60:
            inner = max(inner, len(some) * step * 1.4 / (2 * np.pi))
        rows = _rows(inner, total, step)
        found.append((some, inner, rows))
        outer = inner + (rows - 1) * step
    # what has a wide empty ring around it moves out into its middle
    for place in range(len(found) - 2, -1, -1):
        (some, inner, rows), beyond = found[place], found[place + 1][1]
        wider = beyond * _MIDDLE
        if wider > inner and wider + (_rows(wider, total, step) - 1) * step <= beyond - BAND:
            found[place] = some, wider, _rows(wider, total, step)
    return found


def _rows(inner: float, total: float, step: float) -> int:
    apart = inner * 2 * np.pi / total
    return max(1, int(np.ceil(step / apart)))


def layers(tree: Tree) -> Places:
    """Roots on the left, each level a column, lines one below the other."""
    count = len(tree.parent)
    if not count:
        return np.zeros((0, 2))
    middle, depth, nth, total = _spread(tree)
    degree = np.diff(tree.children()[0])
    rows = 1 if total <= _FEW else int(np.ceil(np.sqrt(total / _FEW)))
    place = np.zeros((count, 2))
    left = 0.0
    for number in range(int(depth.max()) + 1):
        some = np.flatnonzero(depth == number)
        row = np.where(degree[some] > 0, 0, nth[some] % rows)
        place[some, 0] = left + row * STEP * 2
        left += float(row.max()) * STEP * 2 + COLUMN
    place[:, 1] = middle * ROW / rows
    return np.asarray(place - place.mean(0))
