"""What the marks mean, in words: a small window beside the button that opens it."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QVBoxLayout, QWidget

from widgets import theme
from widgets.compare import kinds
from widgets.compare.change_delegate import paint_sign
from widgets.page.parts import scaled

_PENS = {
    "changed": (Qt.PenStyle.SolidLine, 2),
    "markup": (Qt.PenStyle.DotLine, 2),
    "moved": (Qt.PenStyle.SolidLine, 1),
    "added": (Qt.PenStyle.SolidLine, 2),
    "removed": (Qt.PenStyle.DashLine, 2),
    "layout": (Qt.PenStyle.DashLine, 1),
}


class Sample(QWidget):
    """The outline of a kind with its sign, as pages have it."""

    def __init__(self, kind: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._kind = kind

    def sizeHint(self) -> QSize:
        return QSize(64, 40)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour, sign = theme.changes[self._kind]
        style, width = _PENS[self._kind]
        box = QRectF(10, 10, self.width() - 14, 26)
        painter.setBrush(QColor(theme.soft(self._kind)))
        painter.setPen(QPen(QColor(colour), width, style))
        if self._kind == "removed":
            painter.drawRect(box)
            painter.setBrush(Qt.BrushStyle.BDiagPattern)
        painter.drawRect(box)
        if self._kind == "moved":
            painter.drawRect(box.adjusted(3, 3, -3, -3))
        if self._kind == "added":
            painter.fillRect(QRectF(box.left() - 1, box.top() - 1, 6, box.height() + 2), QColor(colour))
        paint_sign(painter, QRectF(0, 0, 20, 20), colour, sign, self.font())
        painter.end()


class Legend(QFrame):
    """Closes when somebody clicks elsewhere."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("palette")
        self.setAccessibleName(self.tr("What the marks mean"))
        heading = QLabel(self.tr("What the marks mean"), self)
        heading.setFont(scaled(self.font(), 1.1, heading.font().weight().DemiBold))
        grid = QGridLayout()
        grid.setHorizontalSpacing(theme.DOUBLE)
        grid.setVerticalSpacing(theme.UNIT)
        for row, kind in enumerate(kinds.KINDS):
            words = QLabel(f"<b>{kinds.name(kind)}</b> ({kinds.line(kind)})<br>{kinds.meaning(kind)}", self)
            words.setWordWrap(True)
            words.setMinimumWidth(300)
            grid.addWidget(Sample(kind, self), row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(words, row, 1)
        more = QLabel(self.tr("Words that differ are underlined. Click a mark to find it in the list."), self)
        more.setWordWrap(True)
        more.setProperty("muted", True)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.DOUBLE, theme.DOUBLE, theme.DOUBLE, theme.DOUBLE)
        column.setSpacing(theme.UNIT)
        column.addWidget(heading)
        column.addLayout(grid)
        column.addWidget(more)

    def open_below(self, button: QWidget) -> None:
        """Show it under a button, inside the screen."""
        self.setFixedWidth(420)
        self.adjustSize()
        place = button.mapToGlobal(QPoint(button.width() - self.width(), button.height() + 4))
        screen = button.screen().availableGeometry()
        x = max(screen.left(), min(place.x(), screen.right() - self.width()))
        self.move(x, max(screen.top(), min(place.y(), screen.bottom() - self.height())))
        self.show()
