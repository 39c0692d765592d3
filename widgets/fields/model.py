"""Pages and the values of their fields as a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QObject, Qt

from app.fields.rules import NUMERIC, Field
from widgets.fields.work import Line
from widgets.kit import theme
from widgets.kit.tables import Role, RowsModel
from widgets.words import formats

PAGE = 0
"""The column of pages; fields stand behind it."""


class FieldsModel(RowsModel):
    """`show` fields and lines; sorted by a column, narrowed by a text."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.fields: tuple[Field, ...] = ()
        self._every: list[Line] = []
        self._order = (PAGE, Qt.SortOrder.AscendingOrder)
        self._text = ""

    def show(self, fields: Sequence[Field], lines: list[Line]) -> None:
        """Show other values."""
        self.beginResetModel()
        self.fields, self._every = tuple(fields), lines
        self.heads = (self.tr("Page"), *(field.name for field in fields))
        self.numbers = frozenset(
            column for column, field in enumerate(fields, 1) if field.kind in ("number", "money")
        )
        self._rows = self._chosen()
        self.endResetModel()

    def narrow(self, text: str) -> None:
        """Only lines with this in title, address or values."""
        self.beginResetModel()
        self._text = text.strip().casefold()
        self._rows = self._chosen()
        self.endResetModel()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self.layoutAboutToBeChanged.emit()
        self._order = column, order
        before = [(index, self._rows[index.row()].url) for index in self.persistentIndexList()]
        self._rows = self._chosen()
        rows = {line.url: row for row, line in enumerate(self._rows)} if before else {}
        for index, url in before:  # what is chosen goes with its page
            self.changePersistentIndex(index, self.index(rows[url], index.column()))
        self.layoutChanged.emit()

    def rows(self) -> Sequence[Line]:
        """The lines in sight, in their order."""
        return self._rows

    def _chosen(self) -> list[Line]:
        column, order = self._order
        text = self._text
        lines = [line for line in self._every if not text or self._holds(line, text)]
        field = self.fields[column - 1] if 0 < column <= len(self.fields) else None

        def key(line: Line) -> tuple[Any, ...]:
            if field is None:
                return ((line.title or line.url).casefold(), line.url)
            cell = line.cells[field.id].cells[0]
            if field.kind in NUMERIC:
                return (cell.number if cell.number is not None else float("inf"), cell.value)
            return (cell.value.casefold(),)

        with_value = [line for line in lines if field is None or field.id in line.cells]
        without = [line for line in lines if field is not None and field.id not in line.cells]
        with_value.sort(key=key, reverse=order == Qt.SortOrder.DescendingOrder)
        return with_value + without

    def _holds(self, line: Line, text: str) -> bool:
        said = (line.title, formats.readable(line.url), *(row.said for row in line.cells.values()))
        return any(text in one.casefold() for one in said)

    def cell(self, row: Line, column: int, role: int) -> object:
        if column == PAGE:
            address = formats.readable(row.url)
            if role == Role.DisplayRole:
                return row.title or address
            return f"{row.title}\n{address}".strip() if role == Role.ToolTipRole else None
        held = row.cells.get(self.fields[column - 1].id)
        if role == Role.DisplayRole:
            return held.said if held is not None else "—"
        if role == Role.ToolTipRole and held is not None:
            return f"{'; '.join(cell.text for cell in held.cells)}\n{formats.date_exact(held.date)}"
        if role == Role.ForegroundRole and held is None:
            return theme.brush("muted")
        return None
