"""The log of a crawl: what became of each address, as it happened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import (
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QSortFilterProxyModel,
    Qt,
    QTimer,
    QUrl,
    Signal,
)
from PySide6.QtGui import QDesktopServices, QGuiApplication, QShowEvent
from PySide6.QtWidgets import QComboBox, QMenu, QWidget

from app.archive.archive import Archive
from app.crawl.frontier import joblist
from app.crawl.rules.model import LogEntry
from widgets.crawl.paging import bar, dense
from widgets.kit import theme
from widgets.kit.boxes import in_column
from widgets.kit.courtesy import first
from widgets.kit.tables import Role, RowsModel, keep_width
from widgets.words import formats, reasons

# The log of a crawl as a table: read from crawl.sqlite by keyset, a bounded number of newest rows kept.

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
TIME, KIND, ADDRESS, REASON = range(4)
KIND_ROLE = Role.UserRole + 1
URL_ROLE = Role.UserRole + 2
KEEP = 5000
READ = 500
_ICONS = {
    "stored": ("stored", "ok"),
    "visit": ("visit", "muted"),
    "redirect": ("redirect", "muted"),
    "refused": ("refused", "warning"),
    "error": ("error", "error"),
}


class LogModel(RowsModel):
    """`read(after, limit)` gives the entries after a number; `update` takes in what is new."""

    _rows: list[LogEntry]

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.heads = (self.tr("Time"), self.tr("What"), self.tr("Address"), self.tr("Reason"))
        self._rows = []
        self._read: Callable[[int, int], Sequence[LogEntry]] | None = None
        self._last = 0

    def follow(self, read: Callable[[int, int], Sequence[LogEntry]] | None) -> None:
        """Show another crawl."""
        self.beginResetModel()
        self._rows, self._read, self._last = [], read, 0
        self.endResetModel()

    def update(self) -> bool:
        """Append one chunk of new entries; True when there may be more."""
        found = self._read(self._last, READ) if self._read else []
        if not found:
            return False
        self._last = found[-1].number
        first = len(self._rows)
        self.beginInsertRows(QModelIndex(), first, first + len(found) - 1)
        self._rows.extend(found)
        self.endInsertRows()
        surplus = len(self._rows) - KEEP
        if surplus > 0:
            self.beginRemoveRows(QModelIndex(), 0, surplus - 1)
            del self._rows[:surplus]
            self.endRemoveRows()
        return len(found) == READ

    def cell(self, row: LogEntry, column: int, role: int) -> object:
        if role == Role.DisplayRole:
            return self._text(row, column)
        if role == Role.DecorationRole and column == KIND:
            return theme.icon(*_ICONS.get(row.kind, ("info", "muted")))
        if role == Role.ToolTipRole:
            return self._tip(row, column)
        if role == Role.ForegroundRole and column != ADDRESS:
            return theme.brush("error" if row.kind == "error" else "muted")
        return {KIND_ROLE: row.kind, URL_ROLE: row.url}.get(role)

    def _text(self, entry: LogEntry, column: int) -> str:
        if column == TIME:
            return entry.time.astimezone().strftime("%H:%M:%S")
        if column == KIND:
            return reasons.log_kind(entry.kind)
        if column == ADDRESS:
            return formats.readable(entry.url)
        return reasons.reason(entry.reason) if entry.reason else ""

    def _tip(self, entry: LogEntry, column: int) -> str:
        if column == TIME:
            return formats.date_exact(entry.time)
        if column == REASON and entry.reason:
            return reasons.reason(entry.reason, entry.detail)
        if entry.referrer:
            return self.tr("{address}\nFound on {page}").format(address=entry.url, page=entry.referrer)
        return entry.url


class KindFilter(QSortFilterProxyModel):
    """Only entries of one kind."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._kind = ""

    def show_kind(self, kind: str) -> None:
        """Choose the kind; "" shows all."""
        self._kind = kind
        self.invalidate()

    def filterAcceptsRow(self, row: int, parent: Index) -> bool:
        return not self._kind or self.sourceModel().index(row, 0, parent).data(KIND_ROLE) == self._kind


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
        in_column(self, bar((self.kinds,)), (self.view, 1))
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

    def showEvent(self, event: QShowEvent) -> None:
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
            menu.addAction(
                theme.icon("continue"), self.tr("&Take it anyway"), lambda: self.take_wanted.emit(url)
            )
        menu.addAction(
            theme.icon("copy"), self.tr("Copy &address"), lambda: QGuiApplication.clipboard().setText(url)
        )
        menu.addAction(
            theme.icon("browser"), self.tr("Open in &browser"), lambda: QDesktopServices.openUrl(QUrl(url))
        )
        menu.popup(self.view.viewport().mapToGlobal(at))


def _read(archive: Archive, job_id: str, after: int, limit: int) -> list[LogEntry]:
    return joblist.refusals(archive, job_id, after=after, limit=limit)
