"""Chips above the list of changes: how many there are of each kind; one that is switched off hides its changes."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from widgets import formats, theme
from widgets.compare import kinds


class KindChip(QAbstractButton):
    """Sign and number of one kind; there only when the comparison has some."""

    def __init__(self, kind: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.kind, self.number = kind, 0
        self.setCheckable(True)
        self.setChecked(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.set_number(0)

    def set_number(self, number: int) -> None:
        self.number = number
        self.setEnabled(number > 0)
        self.setVisible(number > 0)
        words = self.tr("{kind}: {n}. Click to show or hide them.").format(kind=kinds.name(self.kind), n=number)
        self.setToolTip(f"{words}\n{kinds.meaning(self.kind)}")
        self.setAccessibleName(words)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(max(42, 26 + self.fontMetrics().horizontalAdvance(formats.number(self.number))), 26)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colors = theme.colors()
        colour, sign = theme.changes[self.kind]
        on = self.isChecked()
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        painter.setBrush(QColor(theme.soft(self.kind)) if on else Qt.BrushStyle.NoBrush)
        edge = colors.accent if self.hasFocus() else colour if on else colors.border
        painter.setPen(QPen(QColor(edge), 2 if self.hasFocus() else 1))
        painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
        painter.setPen(QColor(colour if on else colors.muted))
        font = painter.font()
        font.setStrikeOut(not on)
        painter.setFont(font)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, f"{sign} {formats.number(self.number)}")
        painter.end()
