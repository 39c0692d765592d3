"""Where the two versions stand: beside each other with the ruler between them, or one upon the other."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QChildEvent, QEvent, QObject, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QSplitterHandle, QToolTip, QWidget
from shiboken6 import isValid

from widgets.compare import kinds
from widgets.compare.entries import Entry
from widgets.compare.pane import BAR, ComparePane
from widgets.compare.surfaces.positions import Positions
from widgets.kit import theme

# Tells whether something lies over a widget: the search of actions, a sheet at the side.
#
# A page that lets another one show through is drawn after everything else in its window, so it would cover
# these.

_LOOK = frozenset({QEvent.Type.Show, QEvent.Type.Hide, QEvent.Type.Move, QEvent.Type.Resize})


class Above(QObject):
    """Tells whether another widget covers one: watches its neighbours, and those of all widgets around it, while on."""

    changed = Signal(bool)

    def __init__(self, below: QWidget) -> None:
        super().__init__(below)
        self._below = below
        self._watched: list[QWidget] = []
        self.covered = False

    def watch(self, on: bool) -> None:
        """Begin or end to look."""
        for widget in filter(isValid, self._watched):
            widget.removeEventFilter(self)
        self._watched = []
        if on:
            inner: QWidget = self._below
            while (around := inner.parentWidget()) is not None and not inner.isWindow():
                self._add(around)
                for child in around.children():
                    if child is not inner:
                        self._add_neighbour(child)
                inner = around
        self._look()

    def _add(self, widget: QWidget) -> None:
        widget.installEventFilter(self)
        self._watched.append(widget)

    def _add_neighbour(self, widget: QObject) -> None:
        """Watch what can lie over the widget: no window of its own (a dialog, a menu), and not the handle of a
        splitter, whose grip reaches some pixels over its neighbours."""
        if not isinstance(widget, QWidget) or widget in self._watched:
            return
        if not (widget.isWindow() or isinstance(widget, QSplitterHandle)):
            self._add(widget)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QChildEvent):
            if event.polished():  # not when it is added, for then it is still being made
                self._add_neighbour(event.child())
            elif event.removed():
                self._look()
        elif event.type() in _LOOK:
            self._look()
        return super().eventFilter(watched, event)

    def _look(self) -> None:
        self._watched = [widget for widget in self._watched if isValid(widget)]
        area = QRect(self._below.mapToGlobal(QPoint()), self._below.size())
        covered = any(
            widget.isVisible()
            and not widget.isAncestorOf(self._below)
            and QRect(widget.mapToGlobal(QPoint()), widget.size()).intersects(area)
            for widget in self._watched
        )
        if covered != self.covered:
            self.covered = covered
            self.changed.emit(covered)


# The ruler between the panes: where in both versions the changes stand, what belongs together, what is
# seen.

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
                away = max(0.0, box.top() - point.y(), point.y() - box.bottom()) if box else None
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
        a, b = self._seen(0), self._seen(1)
        if entry is None or a is None or b is None:
            return
        (top_a, bottom_a), (top_b, bottom_b) = a, b
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


_GRIP = 12
_STEP = 0.02


class Divider(QWidget):
    """The line between the older and the newer page in a swipe; can be dragged, and moved with the arrow keys."""

    moved = Signal(float)  # by how much of the width

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._around = parent
        self.setCursor(Qt.CursorShape.SplitHCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Divider between the two versions"))
        self.setToolTip(
            self.tr("Left of it the older version, right of it the newer; drag it, or use the arrow keys")
        )
        self._grabbed = 0.0

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._grabbed = event.position().x()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            room = max(1, self._around.width() - WIDTH)
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
            painter.drawLine(
                int(middle) - 2, int(grip.center().y()) + y, int(middle) + 2, int(grip.center().y()) + y
            )
        painter.end()


class Stage(QWidget):
    """Lays out heads, bodies and ruler; `blend` is the visible share of the older version where both overlap."""

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
