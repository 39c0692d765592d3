"""The tree of a report: what there is to say about a row stands below it in full, on as many lines as it needs."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QTreeView, QWidget

from widgets import theme

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

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        super().initStyleOption(option, index)
        if index.parent().isValid():
            option.decorationAlignment = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        else:
            option.features &= ~QStyleOptionViewItem.ViewItemFeature.WrapText
