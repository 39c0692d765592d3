"""The log of a crawl as a table: read from crawl.sqlite by keyset, a bounded number of newest rows kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
)
from PySide6.QtGui import QBrush, QColor

from widgets import formats, reasons, theme

if TYPE_CHECKING:
    from app.crawl import LogEntry

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
TIME, KIND, ADDRESS, REASON = range(4)
KIND_ROLE = Qt.ItemDataRole.UserRole + 1
URL_ROLE = Qt.ItemDataRole.UserRole + 2
KEEP = 5000
READ = 500
_ICONS = {
    "stored": ("stored", "ok"),
    "visit": ("visit", "muted"),
    "redirect": ("redirect", "muted"),
    "refused": ("refused", "warning"),
    "error": ("error", "error"),
}


class LogModel(QAbstractTableModel):
    """`read(after, limit)` gives the entries after a number; `update` takes in what is new."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._entries: list[LogEntry] = []
        self._read: Callable[[int, int], Sequence[LogEntry]] | None = None
        self._last = 0

    def follow(self, read: Callable[[int, int], Sequence[LogEntry]] | None) -> None:
        """Show another crawl."""
        self.beginResetModel()
        self._entries, self._read, self._last = [], read, 0
        self.endResetModel()

    def update(self) -> bool:
        """Take in one chunk of what is new; True when there may be more."""
        found = self._read(self._last, READ) if self._read else []
        if not found:
            return False
        self._last = found[-1].number
        first = len(self._entries)
        self.beginInsertRows(QModelIndex(), first, first + len(found) - 1)
        self._entries.extend(found)
        self.endInsertRows()
        surplus = len(self._entries) - KEEP
        if surplus > 0:
            self.beginRemoveRows(QModelIndex(), 0, surplus - 1)
            del self._entries[:surplus]
            self.endRemoveRows()
        return len(found) == READ

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._entries)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else 4

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self._entries):
            return None
        entry, column = self._entries[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(entry, column)
        if role == Qt.ItemDataRole.DecorationRole and column == KIND:
            return theme.icon(*_ICONS.get(entry.kind, ("info", "muted")))
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(entry, column)
        if role == Qt.ItemDataRole.ForegroundRole and column != ADDRESS:
            return QBrush(QColor(theme.colors().error if entry.kind == "error" else theme.colors().muted))
        return {KIND_ROLE: entry.kind, URL_ROLE: entry.url}.get(role)

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

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation != Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        return (self.tr("Time"), self.tr("What"), self.tr("Address"), self.tr("Reason"))[section]


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
