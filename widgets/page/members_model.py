"""The files inside an archive or a mail as a table: name, size, type, date."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from extractors.types import Member
from widgets import formats, theme

NAME, SIZE, TYPE, DATE = range(4)
Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


class MembersModel(QAbstractTableModel):
    """Members in the order they stand in the file, or sorted by a column."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._members: list[Member] = []

    def set_members(self, members: Sequence[Member]) -> None:
        """Replace the list."""
        self.beginResetModel()
        self._members = list(members)
        self.endResetModel()

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._members)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else 4

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        member, column = self._members[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(member, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            if column == SIZE and member.size >= 0:
                return formats.size_exact(member.size)
            return member.media_type if column == TYPE else member.name
        if role == Qt.ItemDataRole.DecorationRole and column == NAME:
            return theme.icon("folder" if member.name.endswith("/") else formats.type_kind(member.media_type), "muted")
        return _RIGHT if role == Qt.ItemDataRole.TextAlignmentRole and column == SIZE else None

    def _text(self, member: Member, column: int) -> str:
        if column == NAME:
            return member.name
        if column == SIZE:
            return formats.size(member.size) if member.size >= 0 else "–"
        if column == TYPE:
            return formats.type_label(member.media_type) if member.media_type else ""
        try:
            return formats.date(datetime.fromisoformat(member.date)) if member.date else ""
        except ValueError:
            return member.date

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole and section == SIZE:
            return _RIGHT
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        return (self.tr("Name"), self.tr("Size"), self.tr("Type"), self.tr("Date"))[section]

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        if not 0 <= column < 4:
            return
        keys = {
            NAME: lambda member: member.name.casefold(),
            SIZE: lambda member: member.size,
            TYPE: lambda member: member.media_type,
            DATE: lambda member: member.date,
        }
        self.layoutAboutToBeChanged.emit()
        self._members.sort(key=keys[column], reverse=order == Qt.SortOrder.DescendingOrder)
        self.layoutChanged.emit()
