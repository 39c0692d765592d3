"""Lines over time, or values with intervals side by side; a click tells which point was meant. Also as a picture."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pyqtgraph
from PySide6.QtCore import QBuffer, QByteArray, QEvent, QIODevice, QLocale, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QToolTip, QWidget

from app.errors import StorageFailed
from app.statistics.tables import Kind
from widgets.kit import theme
from widgets.kit.boxes import in_column
from widgets.kit.plots import dress_axes, keep_still, with_lines
from widgets.statistics import words
from widgets.words import formats

MOST = 8
"""Lines drawn at once."""
_COLOURS = ("accent", "changed", "added", "removed", "moved", "markup", "layout", "muted")
_SYMBOLS = ("o", "s", "t", "d", "t1", "star", "p", "h")
_NEAR = 14  # pixels from a point that still mean it
_WIDE = 84  # pixels from one label to the next
_TWICE = 2.0
_NAME = 24  # letters of a line's name
_BESIDE = (2, 3)  # row and column of the legend in the layout of the plot
_BEYOND = "t1"  # the symbol of what is somewhere above


class Dot(NamedTuple):
    """A point of a line: where it stands, its interval (None: none), what its tip says, which row of the table it is.
    `beyond`: what it stands for is somewhere above."""

    x: float
    y: float
    low: float | None
    high: float | None
    tip: str
    row: int
    beyond: bool = False


class Line(NamedTuple):
    name: str
    dots: Sequence[Dot]


class _Heights(pyqtgraph.AxisItem):  # type: ignore[misc]  # pyqtgraph has no types
    """Round numbers with the digits that tell them apart: shares per cent, days in one unit."""

    pattern = "{number}"

    def show_kind(self, kind: Kind, top: float) -> None:
        """Heights up to `top` are of this kind."""
        self.pattern, scale = "{number}", 1.0
        if kind == "share":
            self.pattern, scale = "{number} %", 100.0
        elif kind == "days":
            scale, self.pattern = words.unit(top)
        self.setScale(scale)

    def tickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:
        apart = spacing * scale
        digits = max(0, -math.floor(math.log10(apart) + 1e-9)) if apart > 0 else 0
        said = QLocale().toString
        return [
            self.pattern.format(number=said(value * scale, "f", digits)) if value >= 0 else ""
            for value in values
        ]


class FiguresChart(QWidget):
    """`show_lines` draws. `labels` are (place, text) for the axis of time or groups."""

    chosen = Signal(int)  # a row of the table

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._left = _Heights("left")
        self.plot = pyqtgraph.PlotWidget(enableMenu=False, axisItems={"left": self._left})
        keep_still(self.plot)
        self.plot.setMouseTracking(True)
        with_lines(self.plot.getPlotItem())
        self.plot.scene().sigMouseMoved.connect(self._point)
        self.plot.scene().sigMouseClicked.connect(self._click)
        self.lines: list[Line] = []
        self._labels: Sequence[tuple[float, str]] = ()
        self._joined = True
        self._kind: Kind = "number"
        in_column(self, self.plot)
        self._draw()

    def show_lines(
        self,
        lines: Sequence[Line],
        labels: Sequence[tuple[float, str]],
        *,
        name: str,
        kind: Kind,
        joined: bool,
    ) -> None:
        """Draw lines, or values that are not `joined` with their intervals."""
        self.plot.setAccessibleName(name)
        self.lines, self._labels, self._joined = list(lines[:MOST]), labels, joined
        self._kind = kind
        self._draw()

    def dot_at(self, at: QPointF) -> Dot | None:
        """The point nearest to a place of the plot's scene, if one is near."""
        box = self.plot.getPlotItem().getViewBox()
        best: tuple[float, Dot | None] = (_NEAR, None)
        for line in self.lines:
            for dot in line.dots:
                away = box.mapViewToScene(QPointF(dot.x, dot.y)) - at
                best = min(best, (math.hypot(away.x(), away.y()), dot), key=lambda one: one[0])
        return best[1]

    def _point(self, at: QPointF) -> None:
        dot = self.dot_at(at)
        self.plot.setCursor(Qt.CursorShape.PointingHandCursor if dot else Qt.CursorShape.ArrowCursor)
        if dot is not None:
            QToolTip.showText(self.plot.mapToGlobal(self.plot.mapFromScene(at)), dot.tip, self.plot)
        else:
            QToolTip.hideText()

    def _click(self, event: object) -> None:
        dot = self.dot_at(event.scenePos())  # type: ignore[attr-defined]  # pyqtgraph has no types
        if dot is not None:
            self.chosen.emit(dot.row)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._draw()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._label()

    def _draw(self) -> None:
        colors, item = theme.colors(), self.plot.getPlotItem()
        self.plot.setBackground(colors.surface)
        item.clear()
        if item.legend is not None:
            item.layout.removeItem(item.legend)
            item.legend.scene().removeItem(item.legend)
            item.legend = None
        dress_axes(item)
        if len(self.lines) > 1:  # beside the lines, none of which it covers
            item.legend = pyqtgraph.LegendItem(labelTextColor=colors.text, verSpacing=-2)
            item.layout.addItem(item.legend, *_BESIDE)
            item.layout.setAlignment(item.legend, Qt.AlignmentFlag.AlignTop)
        tops, places = [0.0], [0.0]
        for number, line in enumerate(self.lines):
            ink = getattr(colors, _COLOURS[number])
            x, y = [dot.x for dot in line.dots], [dot.y for dot in line.dots]
            places, tops = [*places, *x] if number else x, [*tops, *y]
            pen = pyqtgraph.mkPen(ink, width=2)
            if not self._joined:
                self._intervals(line, pen, tops)
            beyond = any(dot.beyond for dot in line.dots)
            item.plot(
                x,
                y,
                pen=pen if self._joined else None,
                symbol=[_BEYOND if dot.beyond else _SYMBOLS[number] for dot in line.dots]
                if beyond
                else _SYMBOLS[number],
                symbolSize=8 if len(x) < 200 else 4,
                symbolPen=pen,
                symbolBrush=[pyqtgraph.mkBrush(colors.surface if dot.beyond else ink) for dot in line.dots]
                if beyond
                else ink,
                name=formats.shorten(line.name, _NAME),
            )
        if any(line.dots for line in self.lines):
            if not self._joined:  # what nothing is known of has its place, too
                places = [*places, *(place for place, _ in self._labels)]
            first, last = min(places), max(places)
            room = ((last - first) * 0.03 or 86_400.0) if self._joined else 0.6
            self._left.show_kind(self._kind, max(tops))
            item.setRange(xRange=(first - room, last + room), yRange=(0, max(tops) * 1.1 or 1.0), padding=0)
        if item.legend is not None:
            item.legend.updateSize()
            item.legend.setMaximumSize(item.legend.width(), item.legend.height())
            item.legend.setMinimumSize(item.legend.width(), item.legend.height())
        self._label()

    def _intervals(self, line: Line, pen: object, tops: list[float]) -> None:
        """The ends of intervals; those far above all values are cut, and so are infinite ones."""
        top = max([1e-12, *(dot.y for dot in line.dots)]) * 3
        known = [dot for dot in line.dots if dot.low is not None and dot.high is not None]
        if not known:
            return
        below = [dot.y - (dot.low or 0.0) for dot in known]
        above = [min(dot.high if dot.high is not None else top, max(top, dot.y)) - dot.y for dot in known]
        tops += [dot.y + one for dot, one in zip(known, above, strict=True)]
        self.plot.getPlotItem().addItem(
            pyqtgraph.ErrorBarItem(
                x=_array([dot.x for dot in known]),
                y=_array([dot.y for dot in known]),
                top=_array(above),
                bottom=_array(below),
                beam=0.2,
                pen=pen,
            )
        )

    def _label(self) -> None:
        if not hasattr(self, "_labels"):  # pyqtgraph resizes while it is being made
            return
        fit = max(1, (self.width() - 80) // _WIDE)
        step = max(1, -(-len(self._labels) // fit))
        self.plot.getPlotItem().getAxis("bottom").setTicks([list(self._labels[::step])])

    def save(self, path: Path) -> None:
        """Write the chart as it stands, .svg or .png. StorageFailed."""
        data = QByteArray()
        buffer = QBuffer(data)
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        if path.suffix.lower() == ".svg":
            made = QSvgGenerator()
            made.setOutputDevice(buffer)
            made.setSize(QSize(self.plot.width(), self.plot.height()))
            made.setViewBox(QRectF(0, 0, self.plot.width(), self.plot.height()))
            painter = QPainter(made)
            try:
                self.plot.render(painter)
            finally:
                painter.end()
        else:
            picture = self.plot.grab()
            if picture.devicePixelRatio() < _TWICE:
                picture = picture.scaled(
                    picture.size() * _TWICE, mode=Qt.TransformationMode.SmoothTransformation
                )
            picture.save(buffer, "PNG")
        buffer.close()
        try:
            path.write_bytes(bytes(data.data()))
        except OSError as error:
            raise StorageFailed(path=path, detail=error.strerror or str(error)) from error


def _array(values: Sequence[float]) -> object:
    import numpy as np

    return np.array(values, np.float64)
