"""Where moments in time stand on an axis: pure functions, no pixels painted here.

Versions keep at least `gap` pixels between them, moved from their true place as little as possible;
everything else (visits) is placed between them so that the order in time never lies.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Placement:
    """The axis: `anchors` are (time in seconds, x) pairs, rising in both; `width` is the width of all of it."""

    anchors: tuple[tuple[float, float], ...]
    points: tuple[float, ...]
    width: float

    def x(self, moment: float) -> float:
        """The place of any moment, between the anchors around it."""
        times = [time for time, _ in self.anchors]
        after = bisect_right(times, moment)
        if after == 0:
            return self.anchors[0][1]
        if after == len(times):
            return self.anchors[-1][1]
        (time_a, x_a), (time_b, x_b) = self.anchors[after - 1], self.anchors[after]
        return x_a if time_b == time_a else x_a + (x_b - x_a) * (moment - time_a) / (time_b - time_a)


def spread(wanted: Sequence[float], gap: float) -> list[float]:
    """Rising places at least `gap` apart whose summed squared distance to the wanted ones is least.

    With `gap * i` taken off, that is isotonic regression: neighbours that would collide are pooled.
    """
    pools: list[tuple[float, int]] = []
    for index, place in enumerate(wanted):
        total, count = place - gap * index, 1
        while pools and pools[-1][0] / pools[-1][1] > total / count:
            sum_before, members = pools.pop()
            total, count = total + sum_before, count + members
        pools.append((total, count))
    result: list[float] = []
    for total, count in pools:
        before = len(result)
        result.extend(total / count + gap * (before + offset) for offset in range(count))
    return result


def place(
    versions: Sequence[float],
    others: Sequence[float],
    width: float,
    *,
    gap: float,
    margin: float,
    zoom: float = 1.0,
) -> Placement:
    """Lay out `versions` (seconds, rising) with `others` (visits) between them on an axis at least `width` wide."""
    if not versions:
        return Placement(((0.0, margin), (1.0, max(margin, width - margin))), (), width)
    first = min(versions[0], min(others, default=versions[0]))
    last = max(versions[-1], max(others, default=versions[-1]))
    needed = gap * (len(versions) - 1) + 2 * margin
    full = max(width, needed) * max(1.0, zoom)
    left, right = margin, full - margin
    if last == first:
        middle = full / 2
        return Placement(((first, middle), (first + 1, right)), (middle,), full)
    scale = (right - left) / (last - first)
    points = _inside(spread([left + (time - first) * scale for time in versions], gap), left, right, gap)
    anchors = list(zip(versions, points, strict=True))
    if first < versions[0]:
        anchors.insert(0, (first, min(left, points[0])))
    if last > versions[-1]:
        anchors.append((last, max(right, points[-1])))
    return Placement(tuple(anchors), tuple(points), full)


def _inside(points: list[float], left: float, right: float, gap: float) -> list[float]:
    """Push points that spreading moved over the edges back in; they fit, because the axis is wide enough."""
    for index, point in enumerate(points):
        floor = left if index == 0 else points[index - 1] + gap
        points[index] = max(point, floor)
    for index in range(len(points) - 1, -1, -1):
        ceiling = right if index == len(points) - 1 else points[index + 1] - gap
        points[index] = min(points[index], ceiling)
    return points


def labelled(points: Sequence[float], spacing: float) -> list[int]:
    """Which points get a label so that labels stand at least `spacing` apart: the ends first, then from the left."""
    if not points:
        return []
    last = len(points) - 1
    chosen = [0]
    for index in range(1, last):
        if points[index] - points[chosen[-1]] >= spacing and points[last] - points[index] >= spacing:
            chosen.append(index)
    if last and points[last] - points[chosen[-1]] >= spacing:
        chosen.append(last)
    return chosen
