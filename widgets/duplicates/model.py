"""Contents that stand at several addresses as a tree of two levels: a row for each content, below it its addresses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, Qt
from PySide6.QtGui import QBrush, QColor

from widgets.kit import theme
from widgets.kit.tables import NOWHERE, RIGHT, Index
from widgets.words import formats

if TYPE_CHECKING:
    from app.archive.index.duplicates import Duplicates
    from app.archive.model import Capture

CONTENT, ADDRESSES, SIZE, REPEATED = range(4)
Role = Qt.ItemDataRole


def name_of(group: Duplicates) -> str:
    """What a content is called: by its title, else by the last part of its first address."""
    title = next((one.title for one in group.captures if one.title), "")
    address = group.captures[0].url
    last = address.partition("?")[0].rstrip("/").rpartition("/")[2]
    return title or formats.readable(last or address)


class DuplicatesModel(QAbstractItemModel):
    """Groups in the order of a column; `capture_at` is what a row of an address stands for."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._heads = (
            self.tr("Content"),
            self.tr("Addresses"),
            self.tr("Size"),
            self.tr("Repeated"),
        )
        self._tips = (
            self.tr("Title, or the name in the first address"),
            self.tr("How many addresses have this content"),
            self.tr("Size of the content"),
            self.tr("Bytes beyond the first copy"),
        )
        self._order = (REPEATED, Qt.SortOrder.DescendingOrder)
        self.groups: list[Duplicates] = []

    def show(self, groups: Sequence[Duplicates]) -> None:
        """Show other groups, in the order that is chosen."""
        self.beginResetModel()
        self.groups = self._sorted(groups)
        self.endResetModel()

    def capture_at(self, index: Index) -> Capture | None:
        """The capture of an address, None in the row of a content."""
        above = index.internalId() if index.isValid() else 0
        return self.groups[above - 1].captures[index.row()] if above else None

    def _sorted(self, groups: Sequence[Duplicates]) -> list[Duplicates]:
        column, way = self._order
        keys: dict[int, Callable[[Duplicates], Any]] = {
            CONTENT: lambda group: name_of(group).casefold(),
            ADDRESSES: lambda group: len(group.captures),
            SIZE: lambda group: group.length,
            REPEATED: lambda group: group.repeated,
        }
        return sorted(groups, key=keys[column], reverse=way == Qt.SortOrder.DescendingOrder)

    # ---- Qt: the id of an address is the number of its content plus one -------------------------------------------

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        if column in (CONTENT, ADDRESSES, SIZE, REPEATED):
            self._order = column, order
            self.show(self.groups)

    def index(self, row: int, column: int, parent: Index = NOWHERE) -> QModelIndex:
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else 0)

    def parent(self, index: Index = NOWHERE) -> QModelIndex:
        above = index.internalId() if index.isValid() else 0
        return self.createIndex(above - 1, 0, 0) if above else QModelIndex()

    def rowCount(self, parent: Index = NOWHERE) -> int:
        if not parent.isValid():
            return len(self.groups)
        return 0 if parent.internalId() or parent.column() else len(self.groups[parent.row()].captures)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return len(self._heads)

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        column, capture = index.column(), self.capture_at(index)
        if role == Role.TextAlignmentRole:
            return RIGHT if column else None
        if capture is not None:
            return self._address(capture, column, role)
        group = self.groups[index.row()]
        if role == Role.DisplayRole:
            return (
                name_of(group),
                formats.number(len(group.captures)),
                formats.size(group.length),
                formats.size(group.repeated),
            )[column]
        if role == Role.ToolTipRole:
            exact = {SIZE: formats.size_exact(group.length), REPEATED: formats.size_exact(group.repeated)}
            return exact.get(column, f"{name_of(group)}\n{group.digest}")
        if role == Role.DecorationRole and column == CONTENT:
            return theme.icon(formats.type_icon(group.captures[0].type))
        return None

    @staticmethod
    def _address(capture: Capture, column: int, role: int) -> object:
        if role == Role.ForegroundRole:
            return QBrush(QColor(theme.colors().muted)) if column else None
        if column == CONTENT and role == Role.DisplayRole:
            return formats.readable(capture.url)
        if column == REPEATED and role == Role.DisplayRole:
            return formats.date(capture.date, brief=True)
        if role == Role.ToolTipRole:
            return f"{capture.url}\n{formats.date_exact(capture.date)}"
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> object:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Role.DisplayRole:
            return self._heads[section]
        if role == Role.ToolTipRole:
            return self._tips[section]
        return RIGHT if role == Role.TextAlignmentRole and section else None
