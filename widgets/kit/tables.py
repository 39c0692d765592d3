"""Tables of the program: one look for all, and the models that their lists and trees share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractTableModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QListView, QTableView

from widgets.kit import theme
from widgets.kit.courtesy import PoliteTable

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
Row = TypeVar("Row")
NOWHERE = QModelIndex()
RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
AT_ONCE = 20_000
"""Rows taken in at a time: sorting them by kind stays under 20 ms."""


def table(model: QAbstractItemModel, name: str, stretch: int) -> QTableView:
    """A table of whole rows without grid; the column `stretch` takes the room that is left."""
    view = PoliteTable()
    dress(view, model, name, stretch)
    return view


def dress(view: QTableView, model: QAbstractItemModel, name: str, stretch: int) -> None:
    """Give a table the look of all."""
    view.setShowGrid(False)
    view.setWordWrap(False)
    view.setModel(model)
    view.setAccessibleName(name)
    view.setFrameShape(QTableView.Shape.NoFrame)
    view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    view.setTextElideMode(Qt.TextElideMode.ElideMiddle)
    view.setTabKeyNavigation(False)
    view.setCornerButtonEnabled(False)
    view.verticalHeader().hide()
    view.verticalHeader().setDefaultSectionSize(theme.ROW_HEIGHT)
    head = view.horizontalHeader()
    head.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    head.setSectionResizeMode(stretch, QHeaderView.ResizeMode.Stretch)
    head.setHighlightSections(False)


class HitList(QListView):
    """A list whose current row is seen to be so as soon as the keyboard comes: Qt makes one current, and selects none."""

    reached = Signal(QModelIndex)  # the row on which the keyboard is

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        row = self.currentIndex()
        by_mouse = event.reason() == Qt.FocusReason.MouseFocusReason  # which chooses a row itself
        if row.isValid() and not by_mouse:
            if not self.selectionModel().hasSelection():
                self.setCurrentIndex(QModelIndex())
                self.setCurrentIndex(row)
            self.reached.emit(row)


class Heads:
    """What models of tables and trees share: the heads of their columns, with tips, and which columns hold numbers."""

    heads: Sequence[str] = ()
    tips: Sequence[str] = ()
    numbers: frozenset[int] = frozenset()  # columns that are set to the right

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return len(self.heads)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> object:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Role.DisplayRole:
            return self.heads[section]
        if role == Role.ToolTipRole:
            return self.tips[section] if self.tips else None
        return RIGHT if role == Role.TextAlignmentRole and section in self.numbers else None


class RowsModel(Heads, QAbstractTableModel):
    """A table; subclasses give heads, rows and the contents of cells."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: Sequence[Any] = ()

    def cell(self, row: Any, column: int, role: int) -> object:
        """Text, icon, colour or tooltip of a cell."""
        raise NotImplementedError

    def row_at(self, index: Index) -> Any:
        """The row an index stands for, or None."""
        return self._rows[index.row()] if index.isValid() and index.row() < len(self._rows) else None

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else super().columnCount()

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        row = self.row_at(index)
        if row is None:
            return None
        if role == Role.TextAlignmentRole:
            return RIGHT if index.column() in self.numbers else None
        return self.cell(row, index.column(), role)


class GrowingModel(RowsModel):
    """Rows of a list that a worker appends to. `take` reads what is new; `show_kind` shows one kind only."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._taken = 0
        self._of_kind: dict[str, list[int]] = {}
        self._kind = ""

    def kind_of(self, row: Any) -> str:
        """What `row` is filtered by; subclasses know."""
        raise NotImplementedError

    def follow(self, rows: Sequence[Row]) -> None:
        """Show another list from its beginning."""
        self.beginResetModel()
        self._rows, self._taken, self._of_kind, self._kind = rows, 0, {}, ""
        self.endResetModel()

    def take(self, most: int = AT_ONCE) -> bool:
        """Take in what was appended; True when there is more than one go may take."""
        until = min(len(self._rows), self._taken + most)
        before = self.rowCount()
        fresh: dict[str, list[int]] = {}
        for number in range(self._taken, until):
            fresh.setdefault(self.kind_of(self._rows[number]), []).append(number)
        added = len(fresh.get(self._kind, ())) if self._kind else until - self._taken
        if added:
            self.beginInsertRows(NOWHERE, before, before + added - 1)
        for kind, numbers in fresh.items():
            self._of_kind.setdefault(kind, []).extend(numbers)
        self._taken = until
        if added:
            self.endInsertRows()
        return until < len(self._rows)

    def kinds(self) -> dict[str, int]:
        """How many rows of each kind there are, in the order in which they came."""
        return {kind: len(numbers) for kind, numbers in self._of_kind.items()}

    def show_kind(self, kind: str) -> None:
        """Show only rows of one kind; "" shows all."""
        if kind != self._kind:
            self.beginResetModel()
            self._kind = kind
            self.endResetModel()

    def row_at(self, index: Index) -> Any:
        if not index.isValid():
            return None
        number = self._of_kind[self._kind][index.row()] if self._kind else index.row()
        return self._rows[number]

    def rowCount(self, parent: Index = NOWHERE) -> int:
        if parent.isValid():
            return 0
        return len(self._of_kind.get(self._kind, ())) if self._kind else self._taken


class TwoLevels(Heads, QAbstractItemModel):
    """A tree of rows with lines below them. Subclasses keep the rows, and give `lines_below` and `data`.

    The id of an index is 0 for a row, and for a line the number of its row plus one.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: Sequence[Any] = ()

    def lines_below(self, row: Any) -> int:
        """The number of lines below a row."""
        raise NotImplementedError

    def rows(self) -> Sequence[Any]:
        """What is shown."""
        return self._rows

    def show(self, rows: Sequence[Any]) -> None:
        """Show other rows."""
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def row_above(self, index: Index) -> Any:
        """The row that a line stands below; None for a row."""
        above = index.internalId() if index.isValid() else 0
        return self._rows[above - 1] if above else None

    def index(self, row: int, column: int, parent: Index = NOWHERE) -> QModelIndex:
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else 0)

    def parent(self, index: Index = NOWHERE) -> QModelIndex:  # type: ignore[override]  # QObject has one as well
        above = index.internalId() if index.isValid() else 0
        return self.createIndex(above - 1, 0, 0) if above else QModelIndex()

    def rowCount(self, parent: Index = NOWHERE) -> int:
        if not parent.isValid():
            return len(self._rows)
        return 0 if parent.internalId() or parent.column() else self.lines_below(self._rows[parent.row()])


class OpensBeside(QObject):
    """What opens a row of a view in a tab of its own: a middle click, Ctrl+Enter, and Ctrl+click unless that picks rows."""

    def __init__(
        self, view: QAbstractItemView, act: Callable[[QModelIndex], object], *, picks: bool = False
    ) -> None:
        super().__init__(view)
        self._view, self._act, self._picks = view, act, picks
        self._pressed = QModelIndex()
        view.installEventFilter(self)
        view.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        control = Qt.KeyboardModifier.ControlModifier
        if isinstance(event, QMouseEvent) and watched is self._view.viewport():
            left = event.button() == Qt.MouseButton.LeftButton and event.modifiers() == control
            if event.button() == Qt.MouseButton.MiddleButton or (left and not self._picks):
                at = self._view.indexAt(event.position().toPoint())
                if event.type() == QEvent.Type.MouseButtonPress:
                    self._pressed = at
                elif event.type() == QEvent.Type.MouseButtonRelease and at.isValid() and at == self._pressed:
                    self._act(at)
                return True  # else the row would be chosen, too
        elif isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            at = self._view.currentIndex()
            enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            if enter and event.modifiers() & control and at.isValid():
                self._act(at)
                return True
        return super().eventFilter(watched, event)


def keep_width(view: QTableView, widths: dict[int, int]) -> None:
    """Set the width of some columns, which have room for their heads at least."""
    head = view.horizontalHeader()
    head.ensurePolished()
    for column, width in widths.items():
        view.setColumnWidth(column, max(width, head.sectionSizeHint(column)))


def on_row(view: QTableView, act: Callable[[Any], None]) -> None:
    """Double click or Enter: `act` gets the row."""

    def activated(index: QModelIndex) -> None:
        model: Any = view.model()  # one with rows
        row = model.row_at(index)
        if row is not None:
            act(row)

    view.activated.connect(activated)
