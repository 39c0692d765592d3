"""Numbers, amounts and dates of a field over the versions of some pages."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import UTC, datetime

import pyqtgraph
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QWidget

from app.fields.rules import Kind
from app.fields.values import plain
from widgets.kit import theme
from widgets.kit.boxes import in_column
from widgets.kit.plots import dress_axes, keep_still, said_time, with_lines
from widgets.words import formats

Series = tuple[str, Sequence[tuple[datetime, float]]]
MOST = 6
"""Pages drawn at once."""

_DAY, _MINUTE = 86_400, 60  # seconds
_WIDE = 90  # pixels from one label to the next
_COLOURS = ("accent", "changed", "added", "removed", "moved", "muted")
_SYMBOLS = ("o", "s", "t", "d", "+", "x")


class _Days(pyqtgraph.AxisItem):  # type: ignore[misc]  # pyqtgraph has no types
    """Seconds since 1970 as dates."""

    def tickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:
        low, high = self.range
        pixels = spacing / (high - low) * self.geometry().width() if high > low else 0.0
        step = math.ceil(_WIDE / pixels) if pixels else 1
        return [
            "" if number % step else said_time(value) if spacing >= _DAY else _clock(value, spacing)
            for number, value in enumerate(values)
        ]


class _Values(pyqtgraph.AxisItem):  # type: ignore[misc]
    """Numbers, or dates as seconds."""

    dates = False

    def tickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:
        return [said_time(value) if self.dates else plain(value) for value in values]


def _clock(seconds: float, spacing: float) -> str:
    form = "%m-%d %H:%M" if spacing >= _MINUTE else "%H:%M:%S"
    return said_time(seconds, form)


def height(value: float, kind: Kind) -> float | None:
    """Where a value is drawn: a date (YYYYMMDD) as seconds; None for none."""
    if kind != "date":
        return value
    number = int(value)
    try:
        return datetime(number // 10_000, number // 100 % 100, number % 100, tzinfo=UTC).timestamp()
    except (ValueError, OverflowError):
        return None


class FieldChart(QWidget):
    """One line a page; values stand until the next version, so the lines are steps with a sign at each version."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._left = _Values("left")
        self.plot = pyqtgraph.PlotWidget(
            enableMenu=False, axisItems={"bottom": _Days("bottom"), "left": self._left}
        )
        self.plot.setAccessibleName(self.tr("Values over the versions"))
        keep_still(self.plot)
        with_lines(self.plot.getPlotItem())
        self.plot.addLegend(offset=(8, 4))
        self._series: Sequence[Series] = ()
        self._kind: Kind = "number"
        in_column(self, self.plot)
        self._colour()

    def show_series(self, kind: Kind, series: Sequence[Series]) -> None:
        """Draw the values of some pages."""
        self._kind, self._series = kind, series[:MOST]
        self._left.dates = kind == "date"
        self._draw()

    @property
    def drawn(self) -> list[tuple[str, int]]:
        """The lines and their numbers of points."""
        return [(name, len(points)) for name, points in self._series]

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.PaletteChange:
            self._colour()
            self._draw()
        super().changeEvent(event)

    def _draw(self) -> None:
        self.plot.clear()
        colors = theme.colors()
        for number, (name, points) in enumerate(self._series):
            drawn = [
                (date.timestamp(), at)
                for date, value in points
                if (at := height(value, self._kind)) is not None
            ]
            if not drawn:
                continue
            ink = getattr(colors, _COLOURS[number % len(_COLOURS)])
            pen = pyqtgraph.mkPen(ink, width=2)
            x, y = zip(*drawn, strict=True)
            # a step: the value of a version stands until the next one
            xs = [place for pair in zip(x, [*x[1:], x[-1]], strict=True) for place in pair]
            ys = [value for value in y for _ in range(2)]
            self.plot.plot(xs, ys, pen=pen)
            self.plot.plot(
                list(x),
                list(y),
                pen=None,
                symbol=_SYMBOLS[number % len(_SYMBOLS)],
                symbolSize=8,
                symbolPen=pen,
                symbolBrush=ink,
                name=formats.shorten(name, 32),
            )
        self.plot.getPlotItem().autoRange(padding=0.08)

    def _colour(self) -> None:
        colors = theme.colors()
        self.plot.setBackground(colors.surface)
        dress_axes(self.plot.getPlotItem())
        legend = self.plot.getPlotItem().legend
        if legend is not None:
            legend.setLabelTextColor(colors.muted)
