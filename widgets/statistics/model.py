"""The rows of a table of figures, sorted by what their values are."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Qt

from app.statistics.tables import Table
from widgets.kit.tables import RowsModel
from widgets.statistics import words
from widgets.words import formats

_LEFT = ("period", "moment", "text", "url", "word", "yes")


class FiguresModel(RowsModel):
    """`show_table` takes a table; a row is a tuple of its values."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.table: Table | None = None
        self.order: list[int] = []
        self._places: list[tuple[int, ...]] = []

    def show_table(self, table: Table) -> None:
        """Show another table, in its own order."""
        self.beginResetModel()
        self.table = table
        names = list(table.columns)
        kinds = list(table.columns.values())
        shown = words.COLUMNS[table.name]
        self._places = [
            (names.index(one),) if isinstance(one, str) else tuple(map(names.index, one)) for one in shown
        ]
        self.heads = tuple(words.head(names[place[0]]) for place in self._places)
        self.numbers = frozenset(
            number for number, place in enumerate(self._places) if kinds[place[0]] not in _LEFT
        )
        self.order = list(range(len(table.rows)))
        self._rows = table.rows
        self.endResetModel()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        if self.table is None or not 0 <= column < len(self._places):
            return
        place = self._places[column][0]
        backwards = order == Qt.SortOrder.DescendingOrder
        rows = self.table.rows
        self.beginResetModel()
        self.order = sorted(range(len(rows)), key=lambda one: _key(rows[one][place]), reverse=backwards)
        self._rows = [rows[one] for one in self.order]
        self.endResetModel()

    def cell(self, row: Any, column: int, role: int) -> object:
        if self.table is None or role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        columns = list(self.table.columns.items())
        shown = [
            words.value(*columns[place], row[place], self.table.name, self.table.by)
            for place in self._places[column]
        ]
        said = words.interval(shown) if len(shown) == 3 else shown[0]
        kind = columns[self._places[column][0]][1]
        if role == Qt.ItemDataRole.ToolTipRole and kind == "moment":
            return formats.date_exact(row[self._places[column][0]])
        return said if role == Qt.ItemDataRole.DisplayRole or kind in ("text", "url") else None


def _key(value: Any) -> tuple[int, Any]:
    """What is not known comes last."""
    return (1, 0) if value is None else (0, value.casefold() if isinstance(value, str) else value)
