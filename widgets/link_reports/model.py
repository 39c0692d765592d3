"""The rows of a report about links, filtered and sorted, below each its places; and the chart of dead links."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pyqtgraph
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QWidget

from app.graph.findings import Finding, Findings
from app.graph.reports import Place
from widgets.kit import theme
from widgets.kit.boxes import in_column
from widgets.kit.plots import dress_axes, keep_still, said_time, with_lines
from widgets.kit.tables import RIGHT, Index, Role, TwoLevels
from widgets.link_reports import words
from widgets.link_reports.work import Made
from widgets.words import formats

MOST_PLACES = 2000
"""Places of a row that are listed; the export has all."""
_RIGHT_KINDS = ("number", "status", "share")


class ReportModel(TwoLevels):
    """`show_made` takes a report, `choose` keeps the rows that say some words."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._made: Made | None = None
        self._text = ""
        self._order: tuple[int, Qt.SortOrder] | None = None

    @property
    def findings(self) -> Findings | None:
        """The report that is shown."""
        return self._made.findings if self._made is not None else None

    def show_made(self, made: Made) -> None:
        """Show another report, in its own order."""
        columns = made.findings.shape.columns
        self.heads = tuple(words.head(column) for column in columns)
        self.numbers = frozenset(place for place, kind in enumerate(columns.values()) if kind in _RIGHT_KINDS)
        self._made, self._order = made, None
        self._arrange()

    def choose(self, text: str) -> None:
        """Show the rows that have all these words."""
        self._text = text.casefold()
        self._arrange()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self._order = (column, order) if 0 <= column < len(self.heads) else None
        self._arrange()

    def _arrange(self) -> None:
        if self._made is None:
            return
        wanted = self._text.split()
        rows = [
            row
            for row, text in zip(self._made.findings.rows, self._made.texts, strict=True)
            if all(word in text for word in wanted)
        ]
        if self._order is not None:
            column, order = self._order
            rows.sort(key=lambda row: _key(row.values[column]), reverse=order == Qt.SortOrder.DescendingOrder)
        super().show(rows)

    def lines_below(self, row: Finding) -> int:
        return min(len(row.places), MOST_PLACES)

    def place_at(self, index: Index) -> Place | None:
        """The place of a line, None in a row."""
        above: Finding | None = self.row_above(index)
        return None if above is None else above.places[index.row()]

    def url_at(self, index: Index) -> str:
        """The address that a row or a line is about; "" for none."""
        place = self.place_at(index)
        if place is not None:
            return place.url if "://" in place.url else ""
        if self._made is None or not index.isValid():
            return ""
        row = self._rows[index.row()]
        kinds = self._made.findings.shape.columns.values()
        return next((str(value) for kind, value in zip(kinds, row.values, strict=True) if kind == "url"), "")

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        if self._made is None or not index.isValid():
            return None
        place = self.place_at(index)
        if place is not None:
            return self._line(place, index.column(), role)
        row, column = self._rows[index.row()], index.column()
        name, kind = list(self._made.findings.shape.columns.items())[column]
        if role == Role.DisplayRole:
            return words.value(name, kind, row.values[column])
        if role == Role.ToolTipRole:
            return str(row.values[column]) if kind in ("url", "name") else None
        return RIGHT if role == Role.TextAlignmentRole and column in self.numbers else None

    def _line(self, place: Place, column: int, role: int) -> object:
        if role == Role.ForegroundRole:
            return theme.brush("muted") if column else None
        if role == Role.ToolTipRole:
            leads = f"\n→ {place.target}" if place.target else ""
            return f"{place.url}{leads}" if not column else None
        if role != Role.DisplayRole:
            return None
        if not column:
            said = f"  “{place.text}”" if place.text and self.shows_words else ""
            leads = f"  → {formats.readable(place.target)}" if self.shows_targets and place.target else ""
            return f"{formats.readable(place.url)}{leads}{said}"
        if column != len(self.heads) - 1 or not place.target:
            return None
        kind = words.place_kind(place.kind)
        return f"{kind} · {place.rel}" if place.rel else kind

    @property
    def shows_words(self) -> bool:
        """Whether lines say the words of links: not where the row says them."""
        return self._made is not None and self._made.findings.name != "anchors"

    @property
    def shows_targets(self) -> bool:
        """Whether lines say where links lead: where rows do not."""
        return self._made is not None and self._made.findings.name in ("anchors", "reciprocal")


def _key(value: Any) -> tuple[int, Any]:
    """What a value is sorted by; where there is none it is more than any other (no way leads there)."""
    if value is None:
        return 1, 0
    return 0, value.casefold() if isinstance(value, str) else value


class _Days(pyqtgraph.AxisItem):  # type: ignore[misc]  # pyqtgraph has no types
    """Seconds since 1970 as days."""

    def tickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:
        return [said_time(value) for value in values]


class _Shares(pyqtgraph.AxisItem):  # type: ignore[misc]
    """Shares of 1 in per cent."""

    def tickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:
        return [formats.percent(value) if value >= 0 else "" for value in values]


class RotChart(QWidget):
    """The share of dead links on each day with captures."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.plot = pyqtgraph.PlotWidget(
            enableMenu=False, axisItems={"bottom": _Days("bottom"), "left": _Shares("left")}
        )
        self.plot.setAccessibleName(self.tr("Share of dead links over time"))
        keep_still(self.plot)
        with_lines(self.plot.getPlotItem())
        self.points: list[tuple[float, float]] = []
        in_column(self, self.plot)
        self._draw()

    def show_findings(self, findings: Findings) -> None:
        """Draw a report on link rot."""
        self.points = [(row.values[0].timestamp(), float(row.values[3])) for row in findings.rows]
        self._draw()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._draw()

    def _draw(self) -> None:
        colors = theme.colors()
        self.plot.setBackground(colors.surface)
        dress_axes(self.plot.getPlotItem())
        self.plot.clear()
        if not self.points:
            return
        pen = pyqtgraph.mkPen(colors.removed, width=2)
        x, y = (list(one) for one in zip(*self.points, strict=True))
        self.plot.plot(x, y, pen=pen, symbol="o", symbolSize=7, symbolPen=pen, symbolBrush=colors.removed)
        self.plot.getPlotItem().autoRange(padding=0.08)
        self.plot.setYRange(0, max(0.01, *y), padding=0.08)
