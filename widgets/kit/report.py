"""Reports in a sheet at the side: summary, figures, a tree of rows with remarks, buttons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QHeaderView,
    QPushButton,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from widgets.kit import theme
from widgets.kit.boxes import restyle, text_button, text_label
from widgets.kit.figures import Figures
from widgets.kit.side_sheet import SideSheet
from widgets.kit.tables import RIGHT, Index, Role, TwoLevels

# Reports as a tree of two levels: a row for each thing, and below it what there is to say about it.


@dataclass(frozen=True, slots=True)
class ReportRow:
    """`cells` for the columns; `lines` below it, each with the name and colour of its icon."""

    cells: tuple[str, ...]
    tip: str = ""
    icon: tuple[str, str] = ("stored", "ok")
    lines: tuple[tuple[str, str, str], ...] = ()


class ReportModel(TwoLevels):
    """The first column holds text, the second what it is, the others numbers."""

    def __init__(self, heads: Sequence[str], numbers: Sequence[int], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.heads, self.numbers = tuple(heads), frozenset(numbers)

    def lines_below(self, row: ReportRow) -> int:
        return len(row.lines)

    def data(self, index: Index, role: int = Role.DisplayRole) -> object:
        column, above = index.column(), self.row_above(index)
        if above is not None:
            return self._line(above.lines[index.row()], column, role)
        row = self._rows[index.row()]
        if role == Role.DisplayRole:
            return row.cells[column]
        if role == Role.ToolTipRole:
            return row.tip or row.cells[column]
        if role == Role.DecorationRole and column == 0:
            return theme.icon(*row.icon)
        return RIGHT if role == Role.TextAlignmentRole and column in self.numbers else None

    def _line(self, line: tuple[str, str, str], column: int, role: int) -> object:
        icon, color, text = line
        if column:
            return None
        if role in (Role.DisplayRole, Role.ToolTipRole):
            return text
        if role == Role.DecorationRole:
            return theme.icon(icon, color)
        return theme.brush("muted") if role == Role.ForegroundRole else None


# The tree of a report: what there is to say about a row stands below it in full, on as many lines as it
# needs.

_ICON = 32  # pixels beside the text: icon and margins
_MOST_LINES = 6


class ReportTree(QTreeView):
    """Rows of one height, lines below them wrapped to the width of the tree."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWordWrap(True)
        self.setItemDelegateForColumn(0, _Wrapping(self))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width wraps differently."""
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.scheduleDelayedItemsLayout()

    def room(self) -> int:
        """The width a line has for its words."""
        return max(80, self.viewport().width() - 2 * self.indentation() - _ICON)


class _Wrapping(QStyledItemDelegate):
    def __init__(self, tree: ReportTree) -> None:
        super().__init__(tree)
        self._tree = tree

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        if not index.parent().isValid():
            return QSize(0, theme.ROW_HEIGHT)
        metrics = option.fontMetrics
        most = QRect(0, 0, self._tree.room(), _MOST_LINES * metrics.lineSpacing())
        needed = metrics.boundingRect(most, Qt.TextFlag.TextWordWrap, str(index.data()))
        return QSize(0, max(theme.ROW_HEIGHT, min(needed.height(), most.height()) + theme.UNIT))

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().initStyleOption(option, index)
        if index.parent().isValid():
            option.decorationAlignment = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        else:
            option.features &= ~QStyleOptionViewItem.ViewItemFeature.WrapText


_WIDTH = 800
_OPEN_AT_MOST = 40  # rows that are unfolded by themselves


class ReportSheet(SideSheet):
    """`columns` are (head, width); the first takes the room that is left, those with a width hold numbers."""

    def __init__(
        self, heading: str, columns: Sequence[tuple[str, int]], numbers: Sequence[int], parent: QWidget
    ) -> None:
        super().__init__(heading, parent, _WIDTH)
        self.figures = Figures()
        self.summary = text_label(wrap=True, selectable=True, name="sheetSummary")
        self.model = ReportModel([head for head, _ in columns], numbers, self)
        self.tree = self._make_tree(columns, heading)
        self.body.setSpacing(theme.DOUBLE)
        self.body.addWidget(self.summary)
        self.body.addWidget(self.figures)
        self.body.addWidget(self.tree, 1)
        self.footer.addStretch(1)

    def _make_tree(self, columns: Sequence[tuple[str, int]], heading: str) -> QTreeView:
        tree = ReportTree()
        tree.setModel(self.model)
        tree.setAccessibleName(heading)
        tree.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        tree.setFrameShape(QTreeView.Shape.NoFrame)
        tree.setMinimumHeight(160)
        head = tree.header()
        head.ensurePolished()
        head.setStretchLastSection(False)
        head.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for number, (_, width) in enumerate(columns):
            if number:
                head.resizeSection(number, max(width, head.sectionSizeHint(number)))  # fonts differ in width
        tree.expanded.connect(self._span)
        return tree

    def button(
        self, icon: str, text: str, tip: str, act: Callable[[], object], primary: bool = False
    ) -> QPushButton:
        """Put one more button at the right end of the footer."""
        made = text_button(text, tip, lambda: act(), icon=icon, look="primary" if primary else "")
        self.footer.addWidget(made)
        return made

    def show_rows(self, rows: Sequence[ReportRow], summary: str, bad: bool) -> None:
        """Show a report; rows with something to say are unfolded when there are not too many."""
        self.summary.setText(summary)
        restyle(self.summary, bad=bad)
        self.model.show(rows)
        telling = [number for number, row in enumerate(rows) if row.lines]
        for number in telling[:_OPEN_AT_MOST]:
            self.tree.expand(self.model.index(number, 0))

    def _span(self, index: QModelIndex) -> None:
        """What stands below a row is a sentence: it may use the whole width."""
        for row in range(self.model.rowCount(index)):
            self.tree.setFirstColumnSpanned(row, index, True)
