"""The log of a crawl: what became of each address, as it happened."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QComboBox, QMenu, QVBoxLayout, QWidget

from app import crawl as crawling
from app.archive import Archive
from app.crawl import LogEntry
from widgets import reasons, theme
from widgets.courtesy import first
from widgets.crawl.log_model import ADDRESS, KIND, KIND_ROLE, REASON, TIME, URL_ROLE, KindFilter, LogModel
from widgets.crawl.parts import bar, dense
from widgets.tables import keep_width

_KINDS = ("", "stored", "visit", "redirect", "refused", "error")


class LogTab(QWidget):
    """Follows the end of the log as long as the end is in sight."""

    page_requested = Signal(str)
    why_wanted = Signal(str)
    take_wanted = Signal(str)

    def __init__(self, archive: Archive, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._archive = archive
        self.model = LogModel(self)
        self._filter = KindFilter(self)
        self._filter.setSourceModel(self.model)
        self.kinds = QComboBox()
        self.kinds.setAccessibleName(self.tr("What the log shows"))
        self.kinds.setToolTip(self.tr("What the log shows"))
        for kind in _KINDS:
            self.kinds.addItem(reasons.log_kind(kind) if kind else self.tr("Everything"), kind)
        self.kinds.currentIndexChanged.connect(lambda: self._filter.show_kind(self.kinds.currentData()))
        self.view = dense(self._filter, self.tr("Log of the crawl"), ADDRESS)
        keep_width(self.view, {TIME: 80, KIND: 128, REASON: 400})
        self.view.doubleClicked.connect(lambda index: self.page_requested.emit(index.data(URL_ROLE)))
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.view.customContextMenuRequested.connect(self._menu)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(bar((self.kinds,)))
        column.addWidget(self.view, 1)
        self._more = QTimer(self, singleShot=True, interval=0)
        self._more.timeout.connect(self._read)

    def follow(self, job_id: str) -> None:
        """Show the log of a job from its beginning."""
        self.model.follow(partial(_read, self._archive, job_id) if job_id else None)
        self._read()

    def refresh(self) -> None:
        """Take in what is new, as soon as there is nothing else to do."""
        self._more.start()

    def show_kind(self, kind: str) -> None:
        """Only entries of one kind; "" shows all."""
        self.kinds.setCurrentIndex(max(0, self.kinds.findData(kind)))

    @first
    def _read(self) -> None:
        bar = self.view.verticalScrollBar()
        at_end = bar.value() >= bar.maximum() - theme.ROW_HEIGHT
        if self.model.update():
            self._more.start()
        if at_end:
            self.view.scrollToBottom()

    def showEvent(self, event) -> None:
        super().showEvent(event)
        self._more.start()

    def _menu(self, at: QPoint) -> None:
        index = self.view.indexAt(at)
        url, kind = index.data(URL_ROLE), index.data(KIND_ROLE)
        if not url:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(theme.icon("open"), self.tr("&Open"), lambda: self.page_requested.emit(url))
        menu.addAction(theme.icon("info"), self.tr("&Why?"), lambda: self.why_wanted.emit(url))
        if kind in ("refused", "error"):
            menu.addAction(theme.icon("continue"), self.tr("&Take it anyway"), lambda: self.take_wanted.emit(url))
        menu.addAction(theme.icon("copy"), self.tr("Copy &address"), lambda: QGuiApplication.clipboard().setText(url))
        menu.addAction(theme.icon("browser"), self.tr("Open in &browser"), lambda: QDesktopServices.openUrl(QUrl(url)))
        menu.popup(self.view.viewport().mapToGlobal(at))


def _read(archive: Archive, job_id: str, after: int, limit: int) -> list[LogEntry]:
    return crawling.refusals(archive, job_id, after=after, limit=limit)
