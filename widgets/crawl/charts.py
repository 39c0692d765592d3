"""Speed and errors of a crawl, one above the other on the same time axis."""

from __future__ import annotations

from collections.abc import Sequence

import pyqtgraph
from PySide6.QtCore import QEvent, QPointF
from PySide6.QtGui import QColor, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QToolTip, QWidget

from widgets.crawl.course import Samples
from widgets.kit import theme
from widgets.kit.boxes import in_column
from widgets.kit.courtesy import first
from widgets.kit.plots import dress_axes, keep_still, with_lines
from widgets.words import formats

_FEW = 20.0  # seconds: a crawl that has just begun does not fill the whole width at once
_AXIS = 44


class _TimeAxis(pyqtgraph.AxisItem):  # type: ignore[misc]  # pyqtgraph has no types
    def tickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:
        return [formats.duration(value) for value in values]

    def tickSpacing(self, begin: float, end: float, size: float) -> list[tuple[float, float]]:
        """Round numbers of seconds, minutes and hours."""
        least = (end - begin) * 84 / max(size, 1)
        steps = (5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600, 7200, 21600, 86400)
        return [(next((step for step in steps if step >= least), 86400 * -(-least // 86400)), 0)]


class _Plot(pyqtgraph.PlotWidget):  # type: ignore[misc]  # pyqtgraph has no types
    """A line over a filled ground, from zero upwards."""

    def __init__(self, name: str, color: str, *, with_time: bool) -> None:
        super().__init__(enableMenu=False, axisItems={"bottom": _TimeAxis("bottom")})
        self._color = color
        self.setAccessibleName(name)
        keep_still(self)
        item = self.getPlotItem()
        item.getAxis("left").setWidth(_AXIS)
        item.getAxis("left").setStyle(maxTickLevel=0, tickLength=0)
        item.getAxis("bottom").setStyle(tickLength=0, maxTickLevel=0)
        if not with_time:
            item.hideAxis("bottom")
        with_lines(item)
        item.enableAutoRange(False)
        self._curve = item.plot([], [], fillLevel=0, stepMode=None)
        self._mark = pyqtgraph.InfiniteLine(angle=90, movable=False)
        self._mark.hide()
        item.addItem(self._mark, ignoreBounds=True)
        self.colour()

    def draw(self, seconds: Sequence[float], values: Sequence[float], least: float) -> None:
        self._curve.setData(list(seconds), list(values))
        begin = seconds[0] if seconds else 0.0
        end = max(begin + _FEW, seconds[-1] if seconds else 0.0)
        top = max([least, *values]) * 1.15
        self.getPlotItem().setRange(xRange=(begin, end), yRange=(0, top), padding=0)

    def mark(self, at: float | None) -> None:
        self._mark.setVisible(at is not None)
        if at is not None:
            self._mark.setPos(at)

    def colour(self) -> None:
        colors = theme.colors()
        ink = getattr(colors, self._color)
        fill = QColor(ink)
        fill.setAlpha(46)
        self.setBackground(colors.surface)
        self._curve.setPen(pyqtgraph.mkPen(ink, width=1.5))
        self._curve.setBrush(fill)
        self._mark.setPen(pyqtgraph.mkPen(colors.outline, width=1))
        dress_axes(self.getPlotItem())

    @first
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)


class Charts(QWidget):
    """Two plots; the mouse reads both at once."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._samples = Samples()
        self._recent = False
        self._seen: tuple[list[float], list[float], list[float]] = ([], [], [])
        self.speed = _Plot(self.tr("Captures a second"), "accent", with_time=False)
        self.errors = _Plot(self.tr("Errors a second"), "error", with_time=True)
        in_column(self, (self.speed, 3), (self.errors, 2))
        for plot in (self.speed, self.errors):
            plot.setMouseTracking(True)
            plot.scene().sigMouseMoved.connect(lambda at, plot=plot: self._point(plot, at))
        self.draw()

    @property
    def empty(self) -> bool:
        """Whether there is nothing to see yet."""
        return not self._seen[0]

    def follow(self, samples: Samples) -> None:
        """Show another crawl."""
        self._samples = samples
        self.draw()

    def show_recent(self, recent: bool) -> None:
        """The newest minutes, or all of the crawl."""
        self._recent = recent
        self.draw()

    @first
    def draw(self) -> None:
        """The samples as they are now."""
        self._seen = seconds, done, errors = self._samples.rates(recent=self._recent)
        self.speed.draw(seconds, done, 2.0)
        self.errors.draw(seconds, errors, 0.5)

    def tip(self, at: float) -> str:
        """What the charts say of a moment."""
        seconds, done, errors = self._seen
        nearest = min(range(len(seconds)), key=lambda number: abs(seconds[number] - at))
        return self.tr("{time}: {captures} captures and {errors} errors a second").format(
            time=formats.duration(seconds[nearest]),
            captures=f"{done[nearest]:.1f}",
            errors=f"{errors[nearest]:.2f}",
        )

    def _point(self, plot: _Plot, at: QPointF) -> None:
        x = plot.getPlotItem().getViewBox().mapSceneToView(at).x()
        inside = bool(self._seen[0]) and self._seen[0][0] <= x <= self._seen[0][-1]
        for each in (self.speed, self.errors):
            each.mark(x if inside else None)
        if inside:
            QToolTip.showText(plot.mapToGlobal(plot.mapFromScene(at)), self.tip(x), plot)
        else:
            QToolTip.hideText()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        for each in (self.speed, self.errors):
            each.mark(None)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.draw()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "errors"):
            self.speed.colour()
            self.errors.colour()
