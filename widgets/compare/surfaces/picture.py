"""What a compare pane shows pictures of pages with: the regions that differ stand out, all else is dimmed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from widgets.compare.change_delegate import paint_sign
from widgets.compare.surfaces.positions import Positions
from widgets.kit import theme

Shown = tuple[int, str, tuple[int, int, int, int]]  # number, kind, box in pixels of the picture

_DIM = 150  # of 255: what is the same
_AIR = 3  # pixels around a region
_SIGN = 18
_EYE = 0.3  # of the height: where a region in focus begins


class PictureSurface(QAbstractScrollArea):
    """A picture as wide as the view, scrolled like a page."""

    scrolled = Signal(float)
    mark_clicked = Signal(int)
    settled = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName(self.tr("Picture of this version"))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self._image = QImage()
        self._regions: dict[int, Shown] = {}
        self._focused = -1
        self._quiet = False
        self.verticalScrollBar().valueChanged.connect(self._moved)

    @property
    def regions(self) -> list[Shown]:
        """What is marked."""
        return list(self._regions.values())

    def show_picture(self, image: QImage, regions: Sequence[Shown]) -> None:
        """Show a picture with regions marked."""
        self._image, self._focused = image, -1
        self._regions = {region[0]: region for region in regions}
        self._fit()
        self.viewport().update()

    def forget(self) -> None:
        """Other versions will be shown."""
        self.show_picture(QImage(), ())

    def focus_mark(self, index: int) -> None:
        self._focused = index
        if index in self._regions:
            box = self._box(self._regions[index])
            self._set(round(box.top() - self.viewport().height() * _EYE))
        self.viewport().update()

    def scroll_to(self, fraction: float) -> None:
        self._set(round(fraction * self.verticalScrollBar().maximum()))

    def measure(self, callback: Callable[[Positions], None]) -> None:
        bar = self.verticalScrollBar()
        boxes = {number: self._box(region) for number, region in self._regions.items()}
        spans = {number: (box.top(), box.height()) for number, box in boxes.items()}
        high, view = max(1.0, self._image.height() * self._scale), float(max(1, self.viewport().height()))
        callback(Positions(max(high, view), view, spans, at=bar.value() / max(1, bar.maximum())))

    @property
    def _scale(self) -> float:
        return self.viewport().width() / max(1, self._image.width())

    def _box(self, region: Shown) -> QRectF:
        """Where a region is, in pixels of the view from the top of the picture."""
        scale = self._scale
        left, top, width, height = (value * scale for value in region[2])
        return QRectF(left, top, width, height).adjusted(-_AIR, -_AIR, _AIR, _AIR)

    def _fit(self) -> None:
        bar, view = self.verticalScrollBar(), self.viewport().height()
        before, self._quiet = self._quiet, True
        bar.setPageStep(view)
        bar.setSingleStep(40)
        bar.setRange(0, max(0, round(self._image.height() * self._scale) - view))
        self._quiet = before
        self.settled.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), QColor(theme.colors().raised))
        if self._image.isNull():
            painter.end()
            return
        top, scale = self.verticalScrollBar().value(), self._scale
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        seen = QRectF(0, top / scale, self._image.width(), self.viewport().height() / scale)
        target = QRectF(0, 0, self.viewport().width(), self.viewport().height())
        painter.drawImage(target, self._image, seen)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        page = QPainterPath()
        page.addRect(QRectF(0, 0, target.width(), min(target.height(), self._image.height() * scale - top)))
        boxes = [(region, self._box(region).translated(0, -top)) for region in self._regions.values()]
        boxes = [(region, box) for region, box in boxes if box.intersects(target)]
        same = page
        for _, box in boxes:
            hole = QPainterPath()
            hole.addRoundedRect(box, 3, 3)
            same = same.subtracted(hole)
        veil = QColor("white")  # pages are light whatever the window is
        veil.setAlpha(_DIM)
        painter.fillPath(same, veil)
        for (number, kind, _), box in boxes:
            colour, sign = theme.changes[kind]
            painter.setPen(QPen(QColor(colour), 3 if number == self._focused else 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box, 3, 3)
            at = QPointF(min(box.right() - _SIGN / 2, target.width() - _SIGN - 2), box.top() - _SIGN / 2)
            paint_sign(painter, QRectF(at.x(), max(0.0, at.y()), _SIGN, _SIGN), colour, sign, self.font())
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        place = event.position() + QPointF(0, self.verticalScrollBar().value())
        inside = [region for region in self._regions.values() if self._box(region).contains(place)]
        if inside:
            self.mark_clicked.emit(min(inside, key=lambda region: region[2][2] * region[2][3])[0])

    def scrollContentsBy(self, _dx: int, _dy: int) -> None:
        self.viewport().update()

    def _set(self, value: int) -> None:
        before, self._quiet = self._quiet, True
        self.verticalScrollBar().setValue(value)
        self._quiet = before

    def _moved(self, value: int) -> None:
        if not self._quiet:
            self.scrolled.emit(value / max(1, self.verticalScrollBar().maximum()))
