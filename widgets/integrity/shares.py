"""A small table of what there is how often, each row with a bar for its share."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QRect, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QFrame, QLabel, QStyledItemDelegate, QStyleOptionViewItem, QVBoxLayout, QWidget

from widgets import formats, theme
from widgets.tables import NOWHERE, RIGHT, Index, table

NAME, COUNT = range(2)
SHARE_ROLE = Qt.ItemDataRole.UserRole + 1
_MOST = 200  # rows; what is rarer stands in one line together


class SharesModel(QAbstractTableModel):
    """Rows of (name, exact name, count), the most frequent first."""

    def __init__(self, head: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._head = head
        self._rows: list[tuple[str, str, int]] = []
        self._total = 0

    def show(self, rows: Sequence[tuple[str, str, int]]) -> None:
        """Show other rows."""
        self.beginResetModel()
        ordered = sorted(rows, key=lambda row: -row[2])
        rest = sum(count for _, _, count in ordered[_MOST:])
        self._rows = ordered[:_MOST]
        if rest:
            self._rows.append((self.tr("All others"), "", rest))
        self._total = sum(count for _, _, count in ordered)
        self.endResetModel()

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else 2

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        name, exact, count = self._rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return name if index.column() == NAME else formats.number(count)
        if role == Qt.ItemDataRole.ToolTipRole:
            share = formats.percent(count / self._total)
            return self.tr("{what}: {share}").format(what=exact or name, share=share)
        if role == SHARE_ROLE:
            return count / max(1, self._rows[0][2])
        return RIGHT if role == Qt.ItemDataRole.TextAlignmentRole and index.column() == COUNT else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return (self._head, self.tr("Number"))[section]
        return RIGHT if role == Qt.ItemDataRole.TextAlignmentRole and section == COUNT else None


class _Bar(QStyledItemDelegate):
    """Draws the share behind the name."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex) -> None:
        room = option.rect.adjusted(2, 5, -2, -5)
        width = max(3, round(room.width() * (index.data(SHARE_ROLE) or 0)))
        painter.fillRect(QRect(room.topLeft(), room.size()).adjusted(0, 0, width - room.width(), 0),
                         QColor(theme.colors().accent_soft))  # fmt: skip
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
        self.nothing = QLabel(self.tr("Nothing is known yet"), alignment=Qt.AlignmentFlag.AlignCenter)
        self.nothing.setProperty("muted", True)
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        column.addWidget(self.view, 1)
        column.addWidget(self.nothing, 1)
        self.setMinimumHeight(200)
        self.put({}, str)

    def put(self, counts: dict, name: Callable[[object], str]) -> None:
        """Show counts."""
        self.model.show([(name(key), str(key), count) for key, count in counts.items()])
        self.view.setVisible(bool(counts))
        self.nothing.setVisible(not counts)
