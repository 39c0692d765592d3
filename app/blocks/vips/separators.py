"""Separators between the parts of a region, in both directions, and their weights."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from app.blocks.vips.extraction import Line, Part
from app.blocks.vips.reading import TEXT, VisualNode

WIDE = 20.0
"""Pixels from which on an empty band is an explicit separator (as `hr` and empty cells are)."""
OVERLAP = 1.5  # pixels that parts may overlap and still stand beside each other: browsers round
HEAVIEST = 9
_NEAR = 2.0  # pixels between a separator and the parts and lines at its edges
_DISTANCES = (8.0, 16.0, 32.0, 64.0)  # pixels: each that is reached adds 1
_LINE, _BACKGROUND, _FONT, _HEADING, _SIMILAR = 3, 4, 1, 1, 1  # what a cue adds, the last one takes
_LINE_SHARE = 0.25  # of the length of a separator that a line has at least
_LINE_WIDTH = 24.0  # pixels across of an empty element that still is a line
_OTHER_SIZE = 1.15  # times as large: another font size


@dataclass(frozen=True, slots=True)
class Separator:
    """A band across a region: from `start` to `end` down the page if `horizontal`, else from left to right."""

    horizontal: bool
    start: float
    end: float
    weight: int = 0
    explicit: bool = False  # an `hr`, a line, an empty cell, or a band wider than `WIDE`


def bands(spans: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The bands between spans that no span reaches into; a band has no width where spans touch.

    What is left when each span splits the separator it lies in, shortens those it crosses and removes those it covers,
    without the two at the border.
    """
    made: list[tuple[float, float]] = []
    reach: float | None = None
    for start, end in sorted(spans):
        if reach is None:
            reach = end
            continue
        if start >= reach - OVERLAP:
            made.append((min(reach, start), start))
        reach = max(reach, end)
    return made


class Region:
    """Parts of a region with their separators."""

    def __init__(self, parts: Sequence[Part], lines: Sequence[Line]) -> None:
        self._parts = parts
        self._lines = lines

    def separators(self, horizontal: bool) -> list[Separator]:
        """Those of one direction, in their order, with their weights."""
        low, high = (1, 3) if horizontal else (0, 2)
        found = bands([(part.rect[low], part.rect[high]) for part in self._parts])
        if not found:
            return []
        starts = sorted(self._parts, key=lambda part: part.rect[low])
        ends = sorted(self._parts, key=lambda part: part.rect[high])
        first, last = [part.rect[low] for part in starts], [part.rect[high] for part in ends]
        across, along = (0, 2) if horizontal else (1, 3)
        length = max(part.rect[along] for part in self._parts) - min(
            part.rect[across] for part in self._parts
        )
        lines = sorted(
            (line.rect[low] + line.rect[high]) / 2
            for line in self._lines
            if line.rect[along] - line.rect[across] >= _LINE_SHARE * length
            and line.rect[high] - line.rect[low] <= _LINE_WIDTH
        )
        made: list[Separator] = []
        for start, end in found:
            before = ends[bisect_left(last, start - _NEAR) : bisect_right(last, start + max(_NEAR, OVERLAP))]
            behind = starts[bisect_left(first, end - _NEAR) : bisect_right(first, end + _NEAR)]
            lined = bisect_left(lines, start - _NEAR) < bisect_right(lines, end + _NEAR)
            weight = _weight(end - start, lined, _main(before, across), _main(behind, across), horizontal)
            made.append(Separator(horizontal, start, end, weight, lined or end - start > WIDE))
        return made


def _main(parts: Sequence[Part], across: int) -> Part | None:
    """The longest part at an edge of a separator."""
    return max(parts, key=lambda part: part.rect[across + 2] - part.rect[across], default=None)


def _weight(width: float, lined: bool, before: Part | None, behind: Part | None, horizontal: bool) -> int:
    """From 1 to `HEAVIEST`, of the cues of the paper: distance, tags, backgrounds, and of horizontal ones fonts and
    structure."""
    weight = bisect_right(_DISTANCES, width)
    if lined:
        weight += _LINE
    if before is not None and behind is not None:
        if before.nodes[-1].background != behind.nodes[0].background:
            weight += _BACKGROUND
        if horizontal:
            weight += _differing(before, behind)
    return max(1, min(HEAVIEST, weight))


def _differing(above: Part, below: Part) -> int:
    """What fonts and structure of the parts above and below a separator add."""
    one, two = _text(above, last=True), _text(below, last=False)
    if one is None or two is None:
        return 0
    larger = two.font >= _OTHER_SIZE * one.font
    if larger or one.font >= _OTHER_SIZE * two.font or one.bold != two.bold:
        return _FONT + (_HEADING if larger or (two.bold and not one.bold and two.font >= one.font) else 0)
    return -_SIMILAR if above.rule == below.rule and above.nodes[0].tag == below.nodes[0].tag else 0


def _text(part: Part, last: bool) -> VisualNode | None:
    for node in reversed(part.nodes) if last else part.nodes:
        found = node if node.tag == TEXT else node.edge_text(last)
        if found is not None:
            return found
    return None
