"""The ruler between the panes: where in both versions the changes stand, what belongs together, what is seen."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from widgets import theme
from widgets.compare import kinds
from widgets.compare.entries import Entry
from widgets.compare.positions import Positions

WIDTH, _TRACK, _LEAST = 48, 10, 3.0


class Ruler(QWidget):
    """Two tracks, left for the older version, right for the newer; a click goes to the nearest change."""

    change_clicked = Signal(int)
    place_clicked = Signal(int, float)  # side, fraction

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFixedWidth(WIDTH)
        self.setMouseTracking(True)
        self.setAccessibleName(self.tr("Overview of the changes"))
        self._changes: Sequence[Entry] = ()
        self._around: set[int] = set()
        self._positions = [Positions(), Positions()]
        self._fractions = [0.0, 0.0]
        self._current = -1
        self._painted: QPixmap | None = None  # the changes: hundreds of them take too long while one scrolls
        self.joins = True  # whether the panes stand at its sides

    def set_changes(self, changes: Sequence[Entry]) -> None:
        """The changes to show."""
        self._changes = sorted(changes, key=lambda entry: entry.kind != "layout")  # painted below the others
        self._around = {entry.number for entry in changes if entry.kind == "layout"}
        self.setAccessibleDescription(self.tr("%n change(s)", "", len(changes)))
        self._painted = None
        self.update()

    def set_places(self, positions: list[Positions], fractions: list[float]) -> None:
        if positions != self._positions:
            self._painted = None
        self._positions, self._fractions = list(positions), list(fractions)
        self.update()

    def set_current(self, index: int) -> None:
        self._current = index
        self.update()

    def span(self, side: int, index: int) -> QRectF | None:
        """Where the mark of a change is painted on a side."""
        positions = self._positions[side]
        if index not in positions.spans:
            return None
        top, height = positions.spans[index]
        scale = (self.height() - 8) / positions.height
        x = 4 if side == 0 else WIDTH - 4 - _TRACK
        if index in self._around:  # what holds the blocks must not cover them
            x, width = (x, 3) if side == 0 else (x + _TRACK - 3, 3)
            return QRectF(x, 4 + top * scale, width, max(_LEAST, height * scale))
        return QRectF(x, 4 + top * scale, _TRACK, max(_LEAST, height * scale))

    def change_at(self, point: QPointF) -> int:
        """The number of the change nearest to a point, -1 when none is near."""
        best, distance = -1, 10.0
        for entry in self._changes:
            for side in (0, 1):
                box = self.span(side, entry.number)
                away = box and max(0.0, box.top() - point.y(), point.y() - box.bottom())
                on_side = (point.x() < WIDTH / 2) == (side == 0)
                if away is not None and on_side and away < distance:
                    best, distance = entry.number, away
        return best

    def sizeHint(self) -> QSize:
        return QSize(WIDTH, 200)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colors = theme.colors()
        painter.fillRect(self.rect(), QColor(colors.window))
        for side in (0, 1):
            x = 4 if side == 0 else WIDTH - 4 - _TRACK
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colors.border))
            painter.drawRoundedRect(QRectF(x, 4, _TRACK, self.height() - 8), 3, 3)
        if self.joins:
            self._paint_join(painter)  # below the others, which it would hide
        if self._painted is None or self._painted.devicePixelRatio() != self.devicePixelRatioF():
            self._painted = self._paint_changes()
        painter.drawPixmap(0, 0, self._painted)
        current = next((entry for entry in self._changes if entry.number == self._current), None)
        if current is not None:
            self._paint_change(painter, current, chosen=True)
        for side in (0, 1):
            self._paint_view(painter, side)
        painter.end()

    def _paint_changes(self) -> QPixmap:
        """All changes as they look while none of them is chosen."""
        ratio = self.devicePixelRatioF()
        made = QPixmap(self.size() * ratio)
        made.setDevicePixelRatio(ratio)
        made.fill(Qt.GlobalColor.transparent)
        painter = QPainter(made)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for entry in self._changes:
            self._paint_change(painter, entry, chosen=False)
        painter.end()
        return made

    def _paint_join(self, painter: QPainter) -> None:
        """A band from the change in focus as it is seen on the left to where it is seen on the right."""
        entry = next((entry for entry in self._changes if entry.number == self._current), None)
        ends = [self._seen(side) for side in (0, 1)]
        if entry is None or ends[0] is None or ends[1] is None:
            return
        (top_a, bottom_a), (top_b, bottom_b) = ends
        middle = WIDTH / 2
        band = QPainterPath(QPointF(0, top_a))
        band.cubicTo(QPointF(middle, top_a), QPointF(middle, top_b), QPointF(WIDTH, top_b))
        band.lineTo(WIDTH, bottom_b)
        band.cubicTo(QPointF(middle, bottom_b), QPointF(middle, bottom_a), QPointF(0, bottom_a))
        band.closeSubpath()
        colour = QColor(theme.changes[entry.kind][0])
        painter.setPen(QPen(colour, 1.5))
        colour.setAlpha(48)
        painter.setBrush(colour)
        painter.drawPath(band)

    def _seen(self, side: int) -> tuple[float, float] | None:
        """Where the change in focus stands in the pane beside the ruler, None when it is not in sight."""
        positions = self._positions[side]
        gap = positions.gaps.get(self._current)
        span = positions.spans.get(self._current) or ((gap, 0.0) if gap is not None else None)
        if span is None:
            return None
        scale = self.height() / positions.view
        top = (span[0] - self._fractions[side] * positions.room) * scale
        bottom = top + span[1] * scale
        return (top, bottom) if bottom >= 0 and top <= self.height() else None

    def _paint_change(self, painter: QPainter, entry: Entry, *, chosen: bool) -> None:
        index, colour = entry.number, QColor(theme.changes[entry.kind][0])
        boxes = [self.span(side, index) for side in (0, 1)]
        if boxes[0] is not None and boxes[1] is not None and index not in self._around:
            ribbon = QPainterPath(boxes[0].topRight())
            middle = WIDTH / 2
            ends = (boxes[0].topRight(), boxes[1].topLeft(), boxes[1].bottomLeft(), boxes[0].bottomRight())
            ribbon.cubicTo(QPointF(middle, ends[0].y()), QPointF(middle, ends[1].y()), ends[1])
            ribbon.lineTo(ends[2])
            ribbon.cubicTo(QPointF(middle, ends[2].y()), QPointF(middle, ends[3].y()), ends[3])
            fill = QColor(colour)
            fill.setAlpha(130 if chosen else 56)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(fill)
            painter.drawPath(ribbon)
        painter.setBrush(colour)
        painter.setPen(Qt.PenStyle.NoPen)
        for box in boxes:
            if box is not None:
                painter.drawRoundedRect(box, 1.5, 1.5)
                if chosen:
                    painter.setBrush(Qt.BrushStyle.NoBrush)
                    painter.setPen(QPen(QColor(theme.colors().accent), 2))
                    painter.drawRoundedRect(box.adjusted(-2.5, -2.5, 2.5, 2.5), 3, 3)
                    painter.setBrush(colour)
                    painter.setPen(Qt.PenStyle.NoPen)

    def _paint_view(self, painter: QPainter, side: int) -> None:
        """A frame around what of a side is seen."""
        positions = self._positions[side]
        scale = (self.height() - 8) / positions.height
        top = 4 + self._fractions[side] * positions.room * scale
        x = 2 if side == 0 else WIDTH - 6 - _TRACK
        frame = QRectF(x, top, _TRACK + 4, max(8.0, min(positions.view, positions.height) * scale))
        ink = QColor(theme.colors().text)
        ink.setAlpha(28)
        painter.setBrush(ink)
        painter.setPen(QPen(QColor(theme.colors().outline), 1))
        painter.drawRoundedRect(frame, 3, 3)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.change_at(event.position())
        if index >= 0:
            self.change_clicked.emit(index)
        else:
            self._drag(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        near = self.change_at(event.position()) >= 0
        self.setCursor(Qt.CursorShape.PointingHandCursor if near else Qt.CursorShape.ArrowCursor)
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._drag(event)

    def _drag(self, event: QMouseEvent) -> None:
        side = 0 if event.position().x() < WIDTH / 2 else 1
        share = (event.position().y() - 4) / max(1, self.height() - 8)
        positions = self._positions[side]
        if positions.room:
            place = share * positions.height - positions.view / 2
            self.place_clicked.emit(side, min(1.0, max(0.0, place / positions.room)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._painted = None

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        self._painted = None  # in other colours

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            index = self.change_at(QPointF(event.pos()))
            entry = next((entry for entry in self._changes if entry.number == index), None)
            text = " ".join((entry.text(1) or entry.text(0))[:400].split()) if entry else ""
            kind = kinds.name(entry.kind) if entry else ""
            QToolTip.showText(event.globalPos(), f"{kind}: {text[:160]}" if text else kind, self)
            return True
        return super().event(event)
