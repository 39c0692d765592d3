"""Reports as a tree of two levels: a row for each thing, and below it what there is to say about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, Qt
from PySide6.QtGui import QBrush, QColor

from widgets import theme
from widgets.tables import NOWHERE, RIGHT, Index


@dataclass(frozen=True, slots=True)
class ReportRow:
    """`cells` for the columns; `lines` below it, each with the name and colour of its icon."""

    cells: tuple[str, ...]
    tip: str = ""
    icon: tuple[str, str] = ("stored", "ok")
    lines: tuple[tuple[str, str, str], ...] = ()


class ReportModel(QAbstractItemModel):
    """The first column holds text, the second what it is, the others numbers."""

    def __init__(self, heads: Sequence[str], numbers: Sequence[int], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heads, self._numbers = tuple(heads), frozenset(numbers)
        self._rows: Sequence[ReportRow] = ()

    def show(self, rows: Sequence[ReportRow]) -> None:
        """Show another report."""
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def rows(self) -> Sequence[ReportRow]:
        """What is shown."""
        return self._rows

    # ---- Qt: the id of a line is the number of its row plus one ---------------------------------------------------

    def index(self, row: int, column: int, parent: Index = NOWHERE) -> QModelIndex:
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else 0)

    def parent(self, index: Index = NOWHERE) -> QModelIndex:
        above = index.internalId() if index.isValid() else 0
        return self.createIndex(above - 1, 0, 0) if above else QModelIndex()

    def rowCount(self, parent: Index = NOWHERE) -> int:
        if not parent.isValid():
            return len(self._rows)
        return 0 if parent.internalId() or parent.column() else len(self._rows[parent.row()].lines)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return len(self._heads)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        above, column = index.internalId(), index.column()
        if above:
            return self._line(self._rows[above - 1].lines[index.row()], column, role)
        row = self._rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return row.cells[column]
        if role == Qt.ItemDataRole.ToolTipRole:
            return row.tip or row.cells[column]
        if role == Qt.ItemDataRole.DecorationRole and column == 0:
            return theme.icon(*row.icon)
        return RIGHT if role == Qt.ItemDataRole.TextAlignmentRole and column in self._numbers else None

    def _line(self, line: tuple[str, str, str], column: int, role: int) -> object:
        icon, color, text = line
        if column:
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return text
        if role == Qt.ItemDataRole.DecorationRole:
            return theme.icon(icon, color)
        return QBrush(QColor(theme.colors().muted)) if role == Qt.ItemDataRole.ForegroundRole else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._heads[section]
        return RIGHT if role == Qt.ItemDataRole.TextAlignmentRole and section in self._numbers else None
