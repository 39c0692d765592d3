"""What is in an archive: how much of what, in which languages, and how it grew."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from widgets import formats, messages, reasons, theme
from widgets.empty_state import EmptyState
from widgets.figures import Figures, caption, meaning
from widgets.integrity.growth_chart import GrowthChart
from widgets.integrity.shares import Shares
from widgets.languages import language


class StatisticsTab(QWidget):
    """`show_statistics` takes the Statistics of an archive."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._growth: list = []
        self._found = None  # statistics that wait to be shown
        self.scroll: QScrollArea | None = None
        self.empty = EmptyState("statistics")
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self.empty)
        self.say_counting()

    def _build(self) -> None:
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
        self.statuses, self.sites = Shares(self.tr("Answer of the server")), Shares(self.tr("Site"))
        self.scroll = self._arrange()
        self._stack.addWidget(self.scroll)

    def _arrange(self) -> QScrollArea:
        content = QWidget(objectName="sheetContent")
        column = QVBoxLayout(content)
        column.setContentsMargins(theme.DOUBLE, theme.DOUBLE, theme.DOUBLE, theme.DOUBLE)
        column.setSpacing(theme.DOUBLE)
        column.addWidget(self.figures)
        column.addWidget(self._chart_card())
        grid = QGridLayout()
        grid.setSpacing(theme.DOUBLE)
        for number, part in enumerate((self.types, self.languages, self.sites, self.statuses)):
            grid.addWidget(part, number // 2, number % 2)
        column.addLayout(grid, 1)
        self.index = QLabel(wordWrap=True)
        self.index.setProperty("muted", True)
        self.index.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column.addWidget(self.index)
        scroll = QScrollArea(widgetResizable=True, frameShape=QFrame.Shape.NoFrame, objectName="plainScroll")
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(content)
        return scroll

    def _chart_card(self) -> QFrame:
        card = QFrame()
        card.setProperty("role", "card")
        heading = QLabel(self.tr("Growth"))
        heading.setProperty("role", "section")
        self.legend = QLabel()
        self.legend.setProperty("muted", True)
        self.measure = QButtonGroup(self)
        row = QHBoxLayout()
        row.setSpacing(theme.HALF)
        row.addWidget(heading)
        row.addSpacing(theme.DOUBLE)
        row.addWidget(self.legend)
        row.addStretch(1)
        for number, (text, tip) in enumerate(
            ((self.tr("Captures"), self.tr("Captures a month")), (self.tr("Bytes"), self.tr("Bytes stored a month")))
        ):
            button = QPushButton(text, checkable=True, checked=number == 0)
            button.setProperty("link", True)
            button.setToolTip(tip)
            self.measure.addButton(button, number)
            row.addWidget(button)
        self.measure.idClicked.connect(self._draw)
        column = QVBoxLayout(card)
        column.setContentsMargins(theme.DOUBLE, theme.UNIT, theme.UNIT, theme.UNIT)
        column.addLayout(row)
        column.addWidget(self.chart)
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

    def show_statistics(self, found) -> None:
        """Show figures, chart and tables, as soon as the tab is in sight."""
        self._found = found
        if self.isVisible():
            self._show()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._found is not None:
            self._show()

    def _show(self) -> None:
        found, self._found = self._found, None
        if not found.versions and not found.visits:
            self.empty.say(
                self.tr("This archive is empty"),
                self.tr("When something has been crawled or imported, this page shows what it is and how it grows."),
            )
            self._stack.setCurrentWidget(self.empty)
            return
        if self.scroll is None:
            self._build()
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
        self.languages.put(found.by_language, language)
        self.sites.put(found.by_host, lambda host: formats.readable(str(host)))
        self.statuses.put(found.by_status, lambda status: reasons.status(int(str(status))))
        self.index.setText(self._about(found.url_index) if found.url_index else "")
        self._draw()
        self._stack.setCurrentWidget(self.scroll)

    def _about(self, index) -> str:
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
        if event.type() == QEvent.Type.PaletteChange and getattr(self, "scroll", None) is not None:
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
