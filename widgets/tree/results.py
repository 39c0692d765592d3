"""What the filter found: a flat list of at most a few hundred pages."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from app.archive import Page
from widgets.tree import cells
from widgets.tree.nodes import sort_key

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()


class ResultsModel(QAbstractTableModel):
    """Pages in the order they were found, or sorted by a column."""

    def __init__(self, parent=None) -> None:
        super().__init__(parent)
        self._pages: list[Page] = []

    def show(self, pages: Sequence[Page]) -> None:
        """Replace the list."""
        self.beginResetModel()
        self._pages = list(pages)
        self.endResetModel()

    def page_at(self, index: Index) -> Page | None:
        """The page in a row."""
        return self._pages[index.row()] if index.isValid() and index.row() < len(self._pages) else None

    def more_below(self, parent: Index) -> bool:
        """A list has nothing more to load."""
        return False

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._pages)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return 0 if parent.isValid() else cells.COLUMNS

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        page = self.page_at(index)
        return cells.page_data(page, index.column(), role) if page else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        return cells.header(section, role) if orientation == Qt.Orientation.Horizontal else None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        if column not in cells.ORDER_OF:
            return
        self.layoutAboutToBeChanged.emit()
        by = cells.ORDER_OF[column]
        before = self.persistentIndexList()
        held = [self._pages[index.row()] for index in before]
        self._pages.sort(key=lambda page: sort_key(page, by), reverse=order == Qt.SortOrder.DescendingOrder)
        rows = {page.page_id: row for row, page in enumerate(self._pages)}
        after = [self.index(rows[page.page_id], index.column()) for page, index in zip(held, before, strict=True)]
        self.changePersistentIndexList(before, after)
        self.layoutChanged.emit()
