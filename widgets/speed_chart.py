"""A small live chart of captures a second."""

from __future__ import annotations

import pyqtgraph
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QColor, QPaintEvent
from PySide6.QtWidgets import QWidget

from widgets import theme
from widgets.courtesy import first

_POINTS = 150
_FEW = 40  # a crawl that has just begun does not fill the whole width at once


class SpeedChart(pyqtgraph.PlotWidget):
    """Shows the last minute; only looked at, so without axes to drag or menus."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, enableMenu=False)
        self._rates: list[float] = []
        self.setMouseEnabled(x=False, y=False)
        self.hideButtons()
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(self.tr("Captures a second"))
        self.setToolTip(self.tr("Captures a second over the last minute"))
        item = self.getPlotItem()
        item.hideAxis("bottom")
        item.getAxis("left").setWidth(36)
        item.getAxis("left").setStyle(maxTickLevel=0, tickLength=0)
        item.getViewBox().setDefaultPadding(0.04)
        item.enableAutoRange(False)
        self._curve = item.plot([], [], fillLevel=0)
        self._colour()
        self.clear_points()

    def clear_points(self) -> None:
        """Begin anew."""
        self._rates = []
        self._draw()

    @first
    def add(self, rate: float) -> None:
        """The rate now."""
        self._rates = [*self._rates[-_POINTS + 1 :], rate]
        self._draw()

    def _draw(self) -> None:
        self._curve.setData(list(range(len(self._rates))), self._rates)
        width = max(_FEW, len(self._rates)) - 1
        top = max([5.0, *self._rates]) * 1.15
        self.getPlotItem().setRange(xRange=(0, width), yRange=(-top * 0.08, top), padding=0)

    @first
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_curve"):
            self._colour()

    def _colour(self) -> None:
        colors = theme.colors()
        fill = QColor(colors.accent)
        fill.setAlpha(50)
        self.setBackground(colors.surface)
        self._curve.setPen(pyqtgraph.mkPen(colors.accent, width=1.5))
        self._curve.setBrush(fill)
        axis = self.getPlotItem().getAxis("left")
        axis.setPen(pyqtgraph.mkPen(colors.border))
        axis.setTextPen(pyqtgraph.mkPen(colors.muted))
