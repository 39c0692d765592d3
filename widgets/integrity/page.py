"""The page about an archive as a whole: Integrity and Statistics."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QHBoxLayout, QTabWidget, QToolButton, QWidget

from app.archive.model import BatchInfo, Statistics
from widgets.integrity.check_tab import CheckTab
from widgets.integrity.statistics import StatisticsTab
from widgets.kit import jobs, theme
from widgets.kit.boxes import in_column, in_row
from widgets.kit.courtesy import FIRST
from widgets.kit.parts import ClosesWithEscape, ElidedLabel
from widgets.session import Session

TABS = ("integrity", "statistics")


class IntegrityPage(ClosesWithEscape):
    """Stands where pages are shown; the tree stays in sight."""

    def __init__(self, session: Session, settings: QSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("integrityPage")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._session = session
        self._reading: jobs.Task[Any] | None = None
        self._check_then = False
        self.check = CheckTab(session, settings)
        self.statistics = StatisticsTab()
        self.tabs = QTabWidget(documentMode=True)
        self.tabs.addTab(self.check, theme.icon("integrity"), self.tr("Integrity"))
        self.tabs.addTab(self.statistics, theme.icon("statistics"), self.tr("Statistics"))
        in_column(self, self._head(), (self.tabs, 1))
        self.check.checked.connect(lambda _: self.refresh())
        session.changed.connect(self._changed)

    def _head(self) -> QHBoxLayout:
        heading = ElidedLabel(self)
        heading.setProperty("role", "heading")
        heading.set_text(self.tr("The archive {name}").format(name=self._session.name))
        place = ElidedLabel(self, Qt.TextElideMode.ElideMiddle)
        place.setProperty("muted", True)
        place.set_text(str(self._session.path))
        close = QToolButton()
        close.setIcon(theme.icon("close"))
        close.setToolTip(self.tr("Back to the page (Esc)"))
        close.setAccessibleName(self.tr("Back to the page"))
        close.clicked.connect(self.closed)
        return in_row(
            None,
            (heading, 2),
            (place, 1),
            None,
            close,
            margins=(theme.DOUBLE, theme.UNIT, theme.UNIT, 0),
            spacing=theme.DOUBLE,
        )

    def open(self, tab: str = TABS[0]) -> None:
        """Show a tab with the newest figures."""
        self.tabs.setCurrentIndex(TABS.index(tab))
        self.refresh()
        button = self.check.card.button
        (button if self.check.isVisible() and button.isEnabled() else self.tabs.tabBar()).setFocus()

    @property
    def tab(self) -> str:
        """The tab on screen, as `open` takes it."""
        return TABS[self.tabs.currentIndex()]

    def check_soon(self) -> None:
        """Check as soon as the batches are known."""
        self._check_then = True
        self.refresh()

    def refresh(self) -> None:
        """Read batches and statistics again; while they are being read, what was known stays on screen."""
        if self._reading is not None:
            return
        archive = self._session.archive

        def read(task: jobs.Handle) -> tuple[list[BatchInfo], Statistics]:
            FIRST.give_way()
            with archive.reader() as reader:
                batches = reader.batches()
                task.check()
                return batches, reader.statistics()

        self._reading = jobs.run(self, read, done=self._show, failed=self._failed)

    def _show(self, found: tuple[list[BatchInfo], Statistics]) -> None:
        self._reading = None
        batches, statistics = found
        if not self.check.checking:
            self.check.show_batches(batches)
        self.statistics.show_statistics(statistics)
        if self._check_then:
            self._check_then = False
            self.check.check()

    def _failed(self, error: Exception) -> None:
        self._reading = None
        self.statistics.say_failed(error)
        self.check.say_failed(error)

    def _changed(self) -> None:
        if self.isVisible() and not self._session.crawling:
            self.refresh()
