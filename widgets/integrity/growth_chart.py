"""How an archive grew, month by month: bars of versions with visits above them, or of bytes."""

from __future__ import annotations

from collections.abc import Sequence

import pyqtgraph
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QToolTip, QWidget

from widgets import formats, theme
from widgets.integrity.batches import month

_WIDTH = 0.72  # of the room of a month
_TICK = 74  # pixels the name of a month needs


class _SizeAxis(pyqtgraph.AxisItem):
    """Numbers with digit groups, or sizes."""

    sizes = False

    def tickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:
        return [formats.size(int(value)) if self.sizes else formats.number(int(value)) for value in values]


class GrowthChart(pyqtgraph.PlotWidget):
    """`show_growth` takes rows of (YYYY-MM, versions, visits, bytes)."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._axis = _SizeAxis("left")
        super().__init__(parent, enableMenu=False, axisItems={"left": self._axis})
        self._rows: list[tuple[str, int, int, int]] = []
        self._bytes = False
        self.setMouseEnabled(x=False, y=False)
        self.hideButtons()
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(self.tr("Growth of the archive, month by month"))
        item = self.getPlotItem()
        item.getAxis("left").setWidth(64)
        item.getAxis("left").setStyle(tickLength=0, maxTickLevel=0)
        item.getAxis("bottom").setStyle(tickLength=0)
        item.enableAutoRange(False)
        self.setMouseTracking(True)
        self.scene().sigMouseMoved.connect(self._point)

    def show_growth(self, rows: Sequence[tuple[str, int, int, int]], in_bytes: bool = False) -> None:
        """Show months; those in which nothing came stand as gaps."""
        self._rows, self._bytes = _every_month(rows), in_bytes
        self._axis.sizes = in_bytes
        self._draw()

    def tip(self, number: int) -> str:
        """What is known of a month."""
        token, versions, visits, size = self._rows[number]
        return self.tr("{month}: {versions} versions, {visits} visits, {size}").format(
            month=month(token.replace("-", "")),
            versions=formats.number(versions),
            visits=formats.number(visits),
            size=formats.size(size),
        )

    def _draw(self) -> None:
        colors, item = theme.colors(), self.getPlotItem()
        self.setBackground(colors.surface)
        item.clear()
        for name in ("left", "bottom"):
            item.getAxis(name).setPen(pyqtgraph.mkPen(colors.border))
            item.getAxis(name).setTextPen(pyqtgraph.mkPen(colors.muted))
        places = list(range(len(self._rows)))
        if not places:
            return
        lower = [row[3] if self._bytes else row[1] for row in self._rows]
        upper = [0 if self._bytes else row[2] for row in self._rows]
        flat = pyqtgraph.mkPen(None)
        item.addItem(pyqtgraph.BarGraphItem(x=places, height=lower, width=_WIDTH, brush=colors.accent, pen=flat))
        if any(upper):
            bars = pyqtgraph.BarGraphItem(
                x=places, y0=lower, height=upper, width=_WIDTH, brush=colors.outline, pen=flat
            )
            item.addItem(bars)
        top = max([1, *(low + up for low, up in zip(lower, upper, strict=True))])
        least = 6 - len(places)  # a young archive does not fill the whole width with one bar
        item.setRange(xRange=(-0.6, len(places) - 0.4 + max(0, least)), yRange=(0, top * 1.08), padding=0)
        item.getAxis("bottom").setTicks([self._ticks()])

    def _ticks(self) -> list[tuple[int, str]]:
        fit = max(1, (self.width() - 96) // _TICK)
        step = -(-len(self._rows) // fit)
        return [(at, self._rows[at][0]) for at in range(0, len(self._rows), step)]

    def _point(self, at: QPointF) -> None:
        number = round(self.getPlotItem().getViewBox().mapSceneToView(at).x())
        if 0 <= number < len(self._rows):
            QToolTip.showText(self.mapToGlobal(self.mapFromScene(at)), self.tip(number), self)
        else:
            QToolTip.hideText()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if getattr(self, "_rows", None):  # pyqtgraph resizes while it is being made
            self.getPlotItem().getAxis("bottom").setTicks([self._ticks()])

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "_rows"):
            self._draw()


def _every_month(rows: Sequence[tuple[str, int, int, int]]) -> list[tuple[str, int, int, int]]:
    """The rows with empty ones between, so that the chart keeps time; as they are where that would be endless."""
    known = {row[0]: row for row in rows}
    if not known:
        return []
    first, last = (tuple(map(int, token.split("-"))) for token in (min(known), max(known)))
    count = (last[0] - first[0]) * 12 + last[1] - first[1] + 1
    if count > 1200:  # a wrong clock, or dates from before the web
        return sorted(known.values())
    months = (divmod(first[0] * 12 + first[1] - 1 + step, 12) for step in range(count))
    return [known.get(token, (token, 0, 0, 0)) for token in (f"{year:04}-{at + 1:02}" for year, at in months)]
