"""The nodes of a link map as a list: the same choice as in the picture, for the keyboard and for assistive technology."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.graph.layout.mapped import LinkMap
from widgets.kit.tables import NOWHERE, RIGHT, Heads
from widgets.linkmap.work import Listed
from widgets.words import formats

NAME, IN, OUT = range(3)
Index = QModelIndex | QPersistentModelIndex
Numbers = npt.NDArray[np.int64]
Role = Qt.ItemDataRole
NODE = Role.UserRole


class NodesModel(Heads, QAbstractTableModel):
    """Nodes that are shown and say the words that are looked for, the highest ranks first until another column is
    chosen."""

    numbers = frozenset((IN, OUT))

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.heads = (self.tr("Page"), self.tr("In"), self.tr("Out"))
        self.tips = (
            self.tr("Title, or the end of the address"),
            self.tr("How many of the pages shown lead there"),
            self.tr("To how many of the pages shown it leads"),
        )
        self._map: LinkMap | None = None
        self._rows: Numbers = np.zeros(0, np.int64)
        self._into = self._out = self._rows
        self._nodes: npt.NDArray[np.bool_] = np.zeros(0, np.bool_)
        self._listed = Listed([], [], self._rows)
        self._order = (-1, Qt.SortOrder.DescendingOrder)
        self.words = ""

    def show(
        self, shown: LinkMap, listed: Listed, nodes: npt.NDArray[np.bool_], into: Numbers, out: Numbers
    ) -> None:
        """Show these nodes of a map with their counts of links."""
        self._map, self._listed = shown, listed
        self._nodes, self._into, self._out = nodes, into, out
        self._fill()

    def narrow(self, words: str) -> None:
        """Keep the nodes whose title or address has these words."""
        self.words = words.casefold().strip()
        if self._map is not None:
            self._fill()

    def matches(self) -> Numbers:
        """The nodes in the list, in its order."""
        return self._rows

    def _fill(self) -> None:
        self.beginResetModel()
        rows = np.flatnonzero(self._nodes)
        if self.words:
            said, parts = self._listed.said, self.words.split()
            kept = [node for node in rows.tolist() if all(part in said[node] for part in parts)]
            rows = np.array(kept, np.int64)
        self._rows = rows
        self._sort()
        self.endResetModel()

    def _sort(self) -> None:
        if self._map is None:
            return
        column, order = self._order
        rows = self._rows
        if column == NAME:
            places = np.argsort(self._listed.by_name[rows])
        else:
            values: npt.NDArray[np.generic] = (
                self._map.rank[rows] if column < 0 else (self._into if column == IN else self._out)[rows]
            )
            places = np.argsort(values, kind="stable")
        if order == Qt.SortOrder.DescendingOrder:
            places = places[::-1]
        self._rows = rows[places]

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self.layoutAboutToBeChanged.emit()
        self._order = (column, order if column >= 0 else Qt.SortOrder.DescendingOrder)
        self._sort()
        self.layoutChanged.emit()

    def row_of(self, node: int) -> int:
        """Where a node is in the list, −1 for nowhere."""
        found = np.flatnonzero(self._rows == node)
        return int(found[0]) if len(found) else -1

    def node(self, row: int) -> int:
        """The node of a row."""
        return int(self._rows[row]) if 0 <= row < len(self._rows) else -1

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else super().columnCount()

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        shown, node = self._map, self.node(index.row()) if index.isValid() else -1
        if shown is None or node < 0:
            return None
        column = index.column()
        if role == NODE:
            return node
        if role == Role.TextAlignmentRole:
            return RIGHT if column in self.numbers else None
        if role == Role.ToolTipRole:
            return formats.readable(shown.names[node])
        if role == Role.AccessibleTextRole and column == NAME:
            return f"{self._listed.labels[node]}, {formats.readable(shown.names[node])}"
        if role != Role.DisplayRole:
            return None
        if column == NAME:
            return self._listed.labels[node]
        return formats.number(int((self._into if column == IN else self._out)[node]))
