"""How the first column of the tree is painted: folders with their number of pages, found pages with their address."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QApplication, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from widgets import theme
from widgets.tree import cells

Index = QModelIndex | QPersistentModelIndex
_LEAST_NAME = 48  # pixels a name keeps beside a number


class RowDelegate(QStyledItemDelegate):
    """With `addresses`, a second line below each title says where the page is."""

    def __init__(self, parent: QWidget, *, addresses: bool = False) -> None:
        super().__init__(parent)
        self._addresses = addresses

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        size = super().sizeHint(option, index)
        if self._addresses:
            return QSize(size.width(), 2 * option.fontMetrics.height() + theme.UNIT)
        return QSize(size.width(), max(theme.ROW_HEIGHT, size.height()))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        count = "" if self._addresses else index.data(cells.COUNT_ROLE)
        if not count and not self._addresses:
            super().paint(painter, option, index)
            return
        self.initStyleOption(option, index)
        text, option.text = option.text, ""
        style = option.widget.style() if option.widget else QApplication.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, option.widget)
        option.text = text  # without one the style leaves no room for it
        room = style.subElementRect(QStyle.SubElement.SE_ItemViewItemText, option, option.widget)
        room.setRight(option.rect.right() - theme.HALF)
        painter.save()
        painter.setFont(option.font)
        if self._addresses:
            page = index.data(cells.PAGE_ROLE)
            self._paint_lines(painter, option, room, text, cells.address(page) if page else "")
        else:
            self._paint_name(painter, option, room, text, count)
        painter.restore()

    def _paint_name(self, painter: QPainter, option: QStyleOptionViewItem, room: QRect, name: str, count: str) -> None:
        metrics, align = option.fontMetrics, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        wide = metrics.horizontalAdvance(count) + theme.UNIT
        left = room.width() - wide
        if left < _LEAST_NAME:
            wide, left = 0, room.width()
        shown = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, left)
        painter.setPen(QColor(theme.colors().text))
        painter.drawText(room, align, shown)
        if wide:
            painter.setPen(QColor(theme.colors().muted))
            after = room.adjusted(metrics.horizontalAdvance(shown) + theme.UNIT, 0, 0, 0)
            painter.drawText(after, align, count)

    def _paint_lines(
        self, painter: QPainter, option: QStyleOptionViewItem, room: QRect, title: str, address: str
    ) -> None:
        metrics, align = option.fontMetrics, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        top = room.top() + (room.height() - 2 * metrics.height()) // 2
        first = QRect(room.left(), top, room.width(), metrics.height())
        colors = theme.colors()
        painter.setPen(QColor(colors.text))
        painter.drawText(first, align, metrics.elidedText(title, Qt.TextElideMode.ElideRight, room.width()))
        painter.setPen(QColor(colors.muted))
        shown = metrics.elidedText(address, Qt.TextElideMode.ElideMiddle, room.width())
        painter.drawText(first.translated(0, metrics.height()), align, shown)
