"""Reading order of a page whose content stream plainly is in another one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from extractors.pdf_lines import Line

_FEWEST = 8  # lines a page must have before its order is doubted
_JUMPS = 0.3  # share of lines that stand above the line before them, in the same column
_DEPTH = 12


def ordered(lines: Sequence[Line]) -> list[Line] | None:
    """The lines from top to bottom, column by column, when the order they were drawn in is plainly wrong; else None."""
    if len(lines) < _FEWEST or any(line.turned for line in lines):
        return None
    jumps = 0
    for a, b in pairwise(lines):
        if (
            b.baseline > a.baseline
            and b.left < a.right
            and b.right > a.left
            and b.baseline > a.baseline + 0.6 * max(a.size, b.size)
        ):
            jumps += 1
    if jumps < max(4, _JUMPS * len(lines)) or sum(len(line.text) for line in lines) < 4 * len(lines):
        return None
    return _cut(list(lines), 0)


def _cut(lines: list[Line], depth: int) -> list[Line]:
    """XY-cut: columns where a white stripe runs through all lines, else rows."""
    if len(lines) > 3 and depth < _DEPTH:
        columns = _columns(lines)
        if columns:
            return [line for column in columns for line in _cut(column, depth + 1)]
        bands = _bands(lines)
        if len(bands) > 1:
            return [line for band in bands for line in _cut(band, depth + 1)]
    return sorted(lines, key=lambda line: (-round(line.baseline / max(1.0, line.size * 0.5)), line.left))


def _columns(lines: list[Line]) -> list[list[Line]]:
    """Left and right part, when both hold running text; [] when there are no columns."""
    by_left = sorted(lines, key=lambda line: line.left)
    right = by_left[0].right
    best, at = 0.0, 0
    for place, line in enumerate(by_left[1:], 1):
        if line.left - right > best:
            best, at = line.left - right, place
        right = max(right, line.right)
    if best < 0.8 * by_left[0].size or min(at, len(lines) - at) < 4:
        return []
    parts = [by_left[:at], by_left[at:]]
    if any(sum(len(line.text) for line in part) < 25 * len(part) for part in parts):
        return []  # cells of a table rather than columns of text
    return parts


def _bands(lines: list[Line]) -> list[list[Line]]:
    """The lines parted where the widest gap runs across the page."""
    by_top = sorted(lines, key=lambda line: -line.baseline)
    gaps = [(a.baseline - b.baseline, place) for place, (a, b) in enumerate(pairwise(by_top), 1)]
    gap, at = max(gaps)
    return [by_top[:at], by_top[at:]] if gap > 0 else [by_top]
