"""Charts as numbers and paths that a template draws as SVG: lines over time with their intervals, bars by hour, half-lives
on a scale of powers of ten.

Colours and dashes are classes of the style sheet, by the place of a line. Whatever a chart shows stands in a table beside
it, so it is hidden from screen readers, and its links are not in the order of the keyboard.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

WIDTH, HEIGHT = 720, 300
_LEFT, _RIGHT, _TOP, _BOTTOM = 58, 10, 12, 30
_LABELS = 6  # along the time
_TICKS = 4
_DOTS = 60  # points of a line that have dots
_BANDS = 3  # lines whose intervals are drawn, too
SCALE = 240
"""Width of a half-life's place in a row."""


class Point(NamedTuple):
    """A value over the time from `begin` to `end` with its interval, what is told of it, and where a click leads."""

    begin: datetime
    end: datetime
    value: float
    low: float | None = None
    high: float | None = None
    told: str = ""
    href: str = ""


class Dot(NamedTuple):
    """A point in the units of the chart."""

    x: float
    y: float
    told: str
    href: str


@dataclass
class Line:
    """A line of a chart: its name, its path, the outline of its intervals ("": none), its dots."""

    name: str
    path: str
    band: str
    dots: list[Dot]


@dataclass
class Chart:
    """What is drawn: lines or bars, and labels with their places."""

    across: list[tuple[float, str, str]] = field(default_factory=list)  # x, text, anchor
    up: list[tuple[float, str]] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    bars: list[Bar] = field(default_factory=list)
    width: int = WIDTH
    height: int = HEIGHT
    left: int = _LEFT
    right: int = WIDTH - _RIGHT
    bottom: int = HEIGHT - _BOTTOM


class Bar(NamedTuple):
    """A bar from the bottom of the chart, and its interval; without a height where nothing is known."""

    x: float
    width: float
    y: float | None
    low: float
    high: float
    told: str


def lines(
    named: Sequence[tuple[str, Sequence[Point]]],
    label: Callable[[Point], str],
    written: Callable[[float], str],
) -> Chart:
    """Values over time, a line for each name; `label` says which time a point is of, `written` how a value reads."""
    points = [one for _, some in named for one in some]
    if not points:
        return Chart()
    first = min(one.begin for one in points).timestamp()
    last = max(one.end for one in points).timestamp()
    step, most = _steps(max(one.value for one in points))

    def x(one: Point) -> float:
        middle = (one.begin.timestamp() + one.end.timestamp()) / 2
        return round(_LEFT + (WIDTH - _LEFT - _RIGHT) * (middle - first) / (last - first), 1)

    def y(value: float) -> float:
        return round(HEIGHT - _BOTTOM - (HEIGHT - _TOP - _BOTTOM) * min(value, most) / most, 1)

    chart = Chart(up=[(y(step * n), written(step * n)) for n in range(round(most / step) + 1)])
    distinct = sorted({one.begin: one for one in points}.values())
    every = math.ceil(len(distinct) / _LABELS)
    chart.across = [(x(one), label(one), "middle") for one in distinct[every // 2 :: every]]
    for name, some in named:
        places = [(x(one), y(one.value)) for one in some]
        band = ""
        if len(named) <= _BANDS and len(some) > 1 and all(one.low is not None for one in some):
            above = [(x(one), y(one.high or 0.0)) for one in some]
            below = [(x(one), y(one.low or 0.0)) for one in some]
            band = _path([*above, *below[::-1]])
        thin = math.ceil(len(some) / _DOTS)
        dots = [
            Dot(*place, one.told, one.href)
            for number, (place, one) in enumerate(zip(places, some, strict=True))
            if number % thin == 0
        ]
        chart.lines.append(Line(name, _path(places), band, dots))
    return chart


def _path(places: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:g} {y:g}" for x, y in places) if places else ""


def _steps(most: float) -> tuple[float, float]:
    """The distance of the lines of a scale from 0, and its end."""
    if most <= 0:
        return 1.0, 1.0
    rough = most / _TICKS
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * one for one in (1, 2, 2.5, 5, 10) if power * one >= rough * 0.999)
    return step, step * math.ceil(most / step * 0.999)


class Part(NamedTuple):
    """A part of a cycle: its label, its rate with the interval, whether anything is known of it, what is told of it."""

    label: str
    rate: float
    low: float
    high: float
    known: bool
    told: str


def bars(parts: Sequence[Part], written: Callable[[float], str]) -> Chart:
    """A bar for each part of a day or week."""
    known = [one for one in parts if one.known]
    top = max((one.rate for one in known), default=0.0)
    reach = max((one.high for one in known if math.isfinite(one.high)), default=0.0)
    step, most = _steps(min(reach, 2 * top) if top else reach)
    wide = (WIDTH - _LEFT - _RIGHT) / max(1, len(parts))

    def y(value: float) -> float:
        return round(HEIGHT - _BOTTOM - (HEIGHT - _TOP - _BOTTOM) * min(value, most) / most, 1)

    chart = Chart(up=[(y(step * n), written(step * n)) for n in range(round(most / step) + 1)])
    every = math.ceil(len(parts) / 8)
    for number, one in enumerate(parts):
        x = _LEFT + wide * number
        if number % every == 0:
            chart.across.append((round(x + wide / 2, 1), one.label, "middle"))
        height = y(one.rate) if one.known else None
        chart.bars.append(
            Bar(round(x + wide * 0.15, 1), round(wide * 0.7, 1), height, y(one.low), y(one.high), one.told)
        )
    return chart


class Life(NamedTuple):
    """A half-life in its row, from 0 to `SCALE`: the ends of the interval, where its dot stands (None: beyond the scale),
    and whether the interval goes on beyond the end."""

    begin: float
    end: float
    dot: float | None
    goes_on: bool


def lives(rows: Sequence[tuple[float, float, float]]) -> list[Life | None]:
    """Places of half-lives (value, low, high) on one scale of powers of ten; None where nothing is known."""
    ends = [one for row in rows for one in row if math.isfinite(one) and one > 0]
    if not ends:
        return [None] * len(rows)
    low, high = math.log10(min(ends)), math.log10(max(ends))
    low, high = low - 0.1, max(high, low + 0.5) + 0.1

    def place(days: float) -> float:
        if days <= 0:
            return 0.0
        return SCALE if math.isinf(days) else round(SCALE * (math.log10(days) - low) / (high - low), 1)

    found = list[Life | None]()
    for value, least, most in rows:
        if least <= 0 and math.isinf(most):
            found.append(None)
            continue
        within = value > 0 and math.isfinite(value)
        found.append(Life(place(least), place(most), place(value) if within else None, math.isinf(most)))
    return found
