"""The tab Statistics: figures, growth by month, shares of types, languages, sites and answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pyqtgraph
from PySide6.QtCore import QEvent, QObject, QPointF, QRect, Qt
from PySide6.QtGui import QColor, QPainter, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QGridLayout,
    QScrollArea,
    QStackedLayout,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
    QWidget,
)

from app.archive.model import SeenStatistics, Statistics
from widgets.integrity.batches import month
from widgets.kit import messages, theme
from widgets.kit.boxes import in_column, in_row, named, scrolled, text_button, text_label
from widgets.kit.empty_state import EmptyState
from widgets.kit.figures import Figures, caption, meaning
from widgets.kit.plots import dress_axes, keep_still
from widgets.kit.tables import Index, Role, RowsModel, table
from widgets.words import formats, page_kinds, reasons
from widgets.words.languages import language

# A small table of what there is how often, each row with a bar for its share.

NAME, COUNT = range(2)
SHARE_ROLE = Role.UserRole + 1
_MOST = 200  # rows; what is rarer stands in one line together


class SharesModel(RowsModel):
    """Rows of (name, exact name, count), the most frequent first."""

    numbers = frozenset({COUNT})

    def __init__(self, head: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.heads = (head, self.tr("Number"))
        self._total = 0

    def show(self, rows: Sequence[tuple[str, str, int]]) -> None:
        """Show other rows."""
        self.beginResetModel()
        ordered = sorted(rows, key=lambda row: -row[2])
        rest = sum(count for _, _, count in ordered[_MOST:])
        self._rows = ordered[:_MOST] + ([(self.tr("All others"), "", rest)] if rest else [])
        self._total = sum(count for _, _, count in ordered)
        self.endResetModel()

    def cell(self, row: tuple[str, str, int], column: int, role: int) -> object:
        name, exact, count = row
        if role == Role.DisplayRole:
            return name if column == NAME else formats.number(count)
        if role == Role.ToolTipRole:
            share = formats.percent(count / self._total)
            return self.tr("{what}: {share}").format(what=exact or name, share=share)
        return count / max(1, self._rows[0][2]) if role == SHARE_ROLE else None


class _Bar(QStyledItemDelegate):
    """Draws the share behind the name."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        room = option.rect.adjusted(2, 5, -2, -5)
        width = max(3, round(room.width() * (index.data(SHARE_ROLE) or 0)))
        painter.fillRect(
            QRect(room.topLeft(), room.size()).adjusted(0, 0, width - room.width(), 0),
            QColor(theme.colors().accent_soft),
        )
        super().paint(painter, option, index)


class Shares(QFrame):
    """Heading and table. `put` takes a dictionary of counts and says how to call its keys."""

    def __init__(self, heading: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "card")
        self.model = SharesModel(heading, self)
        self.view = table(self.model, heading, NAME)
        self.view.setColumnWidth(COUNT, 96)
        self.view.setItemDelegateForColumn(NAME, _Bar(self.view))
        self.view.setSelectionMode(self.view.SelectionMode.NoSelection)
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.nothing = text_label(self.tr("Nothing is known yet"), "muted", centred=True)
        in_column(self, (self.view, 1), (self.nothing, 1), margins=(1, 1, 1, 1))
        self.setMinimumHeight(200)
        self.put({}, str)

    def put(self, counts: dict[Any, Any], name: Callable[[object], str]) -> None:
        """Show counts."""
        self.model.show([(name(key), str(key), count) for key, count in counts.items()])
        self.view.setVisible(bool(counts))
        self.nothing.setVisible(not counts)


# How an archive grew, month by month: bars of versions with visits above them, or of bytes.

_WIDTH = 0.72  # of the room of a month
_TICK = 74  # pixels the name of a month needs


class _SizeAxis(pyqtgraph.AxisItem):  # type: ignore[misc]  # pyqtgraph has no types
    """Numbers with digit groups, or sizes."""

    sizes = False

    def tickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:
        return [formats.size(int(value)) if self.sizes else formats.number(int(value)) for value in values]


class GrowthChart(pyqtgraph.PlotWidget):  # type: ignore[misc]  # pyqtgraph has no types
    """`show_growth` takes rows of (YYYY-MM, versions, visits, bytes)."""

    def __init__(self, parent: QWidget | None = None) -> None:
        self._axis = _SizeAxis("left")
        super().__init__(parent, enableMenu=False, axisItems={"left": self._axis})
        self._rows: list[tuple[str, int, int, int]] = []
        self._bytes = False
        keep_still(self)
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
        text: str = self.tr("{month}: {versions} versions, {visits} visits, {size}")
        return text.format(
            month=month(token.replace("-", "")),
            versions=formats.number(versions),
            visits=formats.number(visits),
            size=formats.size(size),
        )

    def _draw(self) -> None:
        colors, item = theme.colors(), self.getPlotItem()
        self.setBackground(colors.surface)
        item.clear()
        dress_axes(item)
        places = list(range(len(self._rows)))
        if not places:
            return
        lower = [row[3] if self._bytes else row[1] for row in self._rows]
        upper = [0 if self._bytes else row[2] for row in self._rows]
        flat = pyqtgraph.mkPen(None)
        item.addItem(
            pyqtgraph.BarGraphItem(x=places, height=lower, width=_WIDTH, brush=colors.accent, pen=flat)
        )
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


class StatisticsTab(QWidget):
    """`show_statistics` takes the Statistics of an archive."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._growth: list[Any] = []
        self._found: Statistics | None = None  # what waits to be shown
        self.area: QScrollArea | None = None
        self.empty = EmptyState("statistics")
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self.empty)
        self.say_counting()

    def _build(self) -> QScrollArea:
        """Chart and tables, only when somebody looks at them: they take a while to make."""
        self.figures = Figures()
        for name, label, tip in (
            ("documents", caption("pages"), meaning("pages")),
            (
                "pages",
                self.tr("Addresses"),
                self.tr("Everything archived, with pictures, styles, redirects and errors"),
            ),
            ("versions", caption("versions"), meaning("versions")),
            ("visits", caption("visits"), meaning("visits")),
            ("hosts", self.tr("Sites"), self.tr("Hosts with at least one address")),
            ("stored", self.tr("Size on disk"), self.tr("All batch files together")),
            ("bodies", self.tr("Content"), self.tr("All versions as the servers meant them, not compressed")),
        ):
            self.figures.add(name, label, tip)
        self.chart = GrowthChart()
        self.types, self.languages = Shares(self.tr("Type")), Shares(self.tr("Language"))
        self.kinds = Shares(self.tr("Kind of page"))
        self.statuses, self.sites = Shares(self.tr("Answer of the server")), Shares(self.tr("Site"))
        area = self._arrange()
        self._stack.addWidget(area)
        return area

    def _arrange(self) -> QScrollArea:
        content = named(QWidget(), "sheetContent")
        column = in_column(
            content,
            self.figures,
            self._chart_card(),
            margins=(theme.DOUBLE, theme.DOUBLE, theme.DOUBLE, theme.DOUBLE),
            spacing=theme.DOUBLE,
        )
        grid = QGridLayout()
        grid.setSpacing(theme.DOUBLE)
        parts = (self.types, self.kinds, self.languages, self.sites, self.statuses)
        for number, part in enumerate(parts):
            grid.addWidget(part, number // 2, number % 2)
        column.addLayout(grid, 1)
        self.index = text_label("", "muted", wrap=True, selectable=True)
        column.addWidget(self.index)
        return scrolled(content, "plainScroll")

    def _chart_card(self) -> QFrame:
        card = QFrame()
        card.setProperty("role", "card")
        heading = text_label(self.tr("Growth"), "section")
        self.legend = text_label("", "muted")
        self.measure = QButtonGroup(self)
        row = in_row(None, heading, theme.DOUBLE, self.legend, None, spacing=theme.HALF)
        for number, (text, tip) in enumerate(
            (
                (self.tr("Captures"), self.tr("Captures a month")),
                (self.tr("Bytes"), self.tr("Bytes stored a month")),
            )
        ):
            button = text_button(text, tip, look="link", checkable=True)
            button.setChecked(number == 0)
            self.measure.addButton(button, number)
            row.addWidget(button)
        self.measure.idClicked.connect(self._draw)
        in_column(
            card, row, self.chart, margins=(theme.DOUBLE, theme.UNIT, theme.UNIT, theme.UNIT), spacing=-1
        )
        self.chart.setFixedHeight(168)
        return card

    def say_counting(self) -> None:
        """While the archive is being counted for the first time."""
        self.empty.say(self.tr("Counting…"), self.tr("A large archive takes some seconds."))
        self._stack.setCurrentWidget(self.empty)

    def say_failed(self, error: Exception) -> None:
        """When it could not be counted."""
        self.empty.say(self.tr("The archive could not be counted"), messages.sentence(error))
        self._stack.setCurrentWidget(self.empty)

    def show_statistics(self, found: Statistics) -> None:
        """Show figures, chart and tables, as soon as the tab is in sight."""
        self._found = found
        if self.isVisible():
            self._show()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show()

    def _show(self) -> None:
        found, self._found = self._found, None
        if found is None:
            return
        if not found.versions and not found.visits:
            self.empty.say(
                self.tr("This archive is empty"),
                self.tr(
                    "When something has been crawled or imported, this page shows what it is and how it grows."
                ),
            )
            self._stack.setCurrentWidget(self.empty)
            return
        self.area = area = self.area or self._build()
        for name, value in (
            ("documents", found.documents),
            ("pages", found.pages),
            ("versions", found.versions),
            ("visits", found.visits),
            ("hosts", found.hosts),
        ):
            self.figures.set(name, formats.number(value))
        self.figures.set("stored", formats.size(found.stored_bytes), formats.size_exact(found.stored_bytes))
        self.figures.set("bodies", formats.size(found.body_bytes), formats.size_exact(found.body_bytes))
        self._growth = list(found.growth)
        self.types.put(found.by_type, self._type)
        self.kinds.put(found.by_page_type, lambda kind: page_kinds.name(str(kind)))
        self.languages.put(found.by_language, language)
        self.sites.put(found.by_host, lambda host: formats.readable(str(host)))
        self.statuses.put(found.by_status, lambda status: reasons.status(int(str(status))))
        self.index.setText(self._about(found.url_index) if found.url_index else "")
        self._draw()
        self._stack.setCurrentWidget(area)

    def _about(self, index: SeenStatistics) -> str:
        """The list of known addresses, in words: nothing in it is an error of the archive."""
        text = self.tr(
            "The URL index {file} tells crawls which addresses are certainly new. It holds {added} of at most "
            "{capacity} addresses and is {fill} full. About {error} of the new addresses are looked up although they "
            "need not be; that costs a moment, and no page."
        )
        return text.format(
            file=Path(index.path).name,
            added=formats.number(index.added),
            capacity=formats.number(index.capacity),
            fill=formats.percent(index.fill),
            error=formats.percent(index.expected_error),
        )

    def _type(self, media_type: object) -> str:
        plain = str(media_type)
        if not plain:
            return self.tr("Type not known")
        return self.tr("{name} – {type}").format(name=formats.type_label(plain), type=plain)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and getattr(self, "area", None) is not None:
            self._explain()

    def _draw(self) -> None:
        self.chart.show_growth(self._growth, self.measure.checkedId() == 1)
        self._explain()

    def _explain(self) -> None:
        """The legend, in the colours that the chart has now."""
        colors = theme.colors()
        text = self.tr("{one} versions {two} visits").format(
            one=f'<span style="color:{colors.accent}">■</span>',
            two=f'&nbsp; <span style="color:{colors.outline}">■</span>',
        )
        self.legend.setText("" if self.measure.checkedId() == 1 else text)
