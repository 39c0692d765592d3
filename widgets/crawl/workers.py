"""The workers of a running crawl: what each does now, and for how long."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractTableModel, QObject, Qt
from PySide6.QtGui import QBrush, QColor

from widgets import formats, theme
from widgets.crawl import words
from widgets.tables import NOWHERE, RIGHT, Index

if TYPE_CHECKING:
    from app.crawl import WorkerProgress

PHASE, ADDRESS, SECONDS = range(3)
SLOW = 10.0  # seconds from which on one asks oneself what a worker is doing
_ICONS = {"robots": "text", "fetching": "down", "browser": "browser", "reading": "link", "storing": "save"}


class WorkersModel(QAbstractTableModel):
    """The longest at work first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workers: list[WorkerProgress] = []

    def show(self, workers: Sequence[WorkerProgress]) -> None:
        """What they do now."""
        ordered = sorted(workers, key=lambda worker: -worker.seconds)
        if len(ordered) != len(self._workers):
            self.beginResetModel()
            self._workers = ordered
            self.endResetModel()
        elif ordered:
            self._workers = ordered
            self.dataChanged.emit(self.index(0, 0), self.index(len(ordered) - 1, SECONDS))

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._workers)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else 3

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        worker, column = self._workers[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            if column == PHASE:
                return words.phase(worker.phase)
            return formats.readable(worker.url) if column == ADDRESS else f"{worker.seconds:.1f} s"
        if role == Qt.ItemDataRole.DecorationRole and column == PHASE:
            return theme.icon(_ICONS.get(worker.phase, "down"), "muted")
        if role == Qt.ItemDataRole.ToolTipRole:
            return worker.url
        if role == Qt.ItemDataRole.ForegroundRole and column == SECONDS and worker.seconds >= SLOW:
            return QBrush(QColor(theme.colors().warning))
        return RIGHT if role == Qt.ItemDataRole.TextAlignmentRole and column == SECONDS else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return (self.tr("Now"), self.tr("Address"), self.tr("For"))[section]
        return RIGHT if role == Qt.ItemDataRole.TextAlignmentRole and section == SECONDS else None
