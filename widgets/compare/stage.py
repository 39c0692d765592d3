"""Where the two versions stand: beside each other with the ruler between them, or one upon the other."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from widgets import theme
from widgets.compare.above import Above
from widgets.compare.pane import BAR, ComparePane
from widgets.compare.ruler import WIDTH, Ruler

_GRIP = 12
_STEP = 0.02


class Divider(QWidget):
    """The line between the older and the newer page in a swipe; can be dragged, and moved with the arrow keys."""

    moved = Signal(float)  # by how much of the width

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setCursor(Qt.CursorShape.SplitHCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Divider between the two versions"))
        self.setToolTip(self.tr("Left of it the older version, right of it the newer; drag it, or use the arrow keys"))
        self._grabbed = 0.0

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._grabbed = event.position().x()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            room = max(1, self.parentWidget().width() - WIDTH)
            self.moved.emit((event.position().x() - self._grabbed) / room)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -_STEP, Qt.Key.Key_Right: _STEP}.get(Qt.Key(event.key()))
        if step:
            self.moved.emit(step)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = self.width() / 2
        colors = theme.colors()
        painter.fillRect(QRectF(middle - 1.5, 0, 3, self.height()), QColor(colors.surface))
        painter.fillRect(QRectF(middle - 1, 0, 2, self.height()), QColor(colors.accent))
        grip = QRectF(1, self.height() / 2 - 22, self.width() - 2, 44)
        painter.setPen(QPen(QColor(colors.surface), 1))
        painter.setBrush(QColor(colors.accent))
        painter.drawRoundedRect(grip, 5, 5)
        painter.setPen(QPen(QColor(colors.on_accent), 1.5))
        for y in (-6, 0, 6):
            painter.drawLine(int(middle) - 2, int(grip.center().y()) + y, int(middle) + 2, int(grip.center().y()) + y)
        painter.end()


class Stage(QWidget):
    """Lays out heads, bodies and ruler; `blend` says how much of the older version is seen where both overlap."""

    blended = Signal(float)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.mode = "side"
        self.blend = 0.5
        self._panes: tuple[ComparePane, ComparePane] | None = None
        self.ruler = Ruler(self)
        self.divider = Divider(self)
        self.divider.hide()
        self.divider.moved.connect(lambda by: self.set_blend(self.blend + by))
        self._above = Above(self)
        self._above.changed.connect(self._show_through)

    def hold(self, older: ComparePane, newer: ComparePane) -> None:
        """The two panes, made with this widget as their parent."""
        self._panes = (older, newer)
        older.body.raise_()
        self.divider.raise_()
        self._place()

    @property
    def overlaps(self) -> bool:
        return self.mode in ("swipe", "onion")

    def set_mode(self, mode: str) -> None:
        """Stand "side" by side, or one upon the other for "swipe" and "onion"."""
        self.mode = mode
        self._above.watch(mode == "onion")
        self.ruler.joins = not self.overlaps
        self._place()

    def set_blend(self, blend: float) -> None:
        """1: the older version alone, 0: the newer one alone."""
        blend = min(1.0, max(0.0, blend))
        if blend != self.blend:
            self.blend = blend
            self._place()
            self.blended.emit(blend)

    def sizeHint(self) -> QSize:
        return QSize(2 * 480 + WIDTH, 480)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        if self._panes is None:
            return
        older, newer = self._panes
        width, height = self.width() - WIDTH, max(0, self.height() - BAR)
        half = width // 2
        right = half if self.overlaps else half + WIDTH
        older.head.setGeometry(0, 0, half, BAR)
        newer.head.setGeometry(right, 0, width - half, BAR)
        if not self.overlaps:
            older.body.set_inner_width(0)
            older.body.setGeometry(0, BAR, half, height)
            newer.body.setGeometry(right, BAR, half, height)  # both as wide, so that both are laid out alike
            self.ruler.setGeometry(half, BAR, WIDTH, height)
        else:
            seen = round(width * self.blend) if self.mode == "swipe" else width
            older.body.set_inner_width(width)
            older.body.setGeometry(0, BAR, seen, height)
            newer.body.setGeometry(0, BAR, width, height)
            self.ruler.setGeometry(width, BAR, WIDTH, height)
            self.divider.setGeometry(QRect(seen - _GRIP // 2, BAR, _GRIP, height))
        self.divider.setVisible(self.mode == "swipe")
        self._show_through()

    def _show_through(self) -> None:
        """How much of the newer page shows through the older."""
        if self._panes is not None and self._panes[0].web is not None:
            # what lies above the pages would shine through, too
            seen = 1.0 if self.mode != "onion" or self._above.covered else self.blend
            self._panes[0].web.set_opacity(seen)
