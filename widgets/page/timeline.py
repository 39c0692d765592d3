"""The time axis with its versions, painted: dots for versions with the mark of what they are, ticks for visits."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QDateTime, QEvent, QLocale, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QColor,
    QFont,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
)
from PySide6.QtWidgets import QToolTip, QWidget

from app.archive.model import Capture
from widgets import formats, theme
from widgets.page.parts import scaled
from widgets.page.time_layout import Placement, labelled, place

GAP, MARGIN, RADIUS = 20, 40, 8
_CROWDED = 10  # the least gap, with many versions
_AXIS = 30  # the y of the axis
_VISITS = 44  # the y of the ticks of visits


def change_kind(capture: Capture, index: int) -> str:
    """What a version means for its page, in the words of the change colours."""
    if capture.status in (301, 302, 303, 307, 308):
        return "moved"
    if capture.status >= 400:
        return "removed"
    return "added" if index == 0 else "changed"


class Timeline(QWidget):
    """Shows versions in time; knows which is shown and which are picked, and says what was clicked."""

    chosen = Signal(int)  # index of a version to show
    toggled = Signal(int)  # index of a version to pick or unpick
    activated = Signal()  # Enter: compare
    visit_chosen = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.versions: Sequence[Capture] = ()
        self.visits: Sequence[Capture] = ()
        self.current = -1
        self.picked: tuple[int, ...] = ()
        self.pick_mode = False
        self.zoom = 1.0
        self._hover = -1
        self._room = 100
        self.gap, self.radius = float(GAP), float(RADIUS)
        self._placement: Placement = place((), (), 100, gap=GAP, margin=MARGIN)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFixedHeight(64)
        self.setAccessibleName(self.tr("Versions in time"))

    def set_captures(self, versions: Sequence[Capture], visits: Sequence[Capture]) -> None:
        self.versions, self.visits = versions, visits
        self._hover = -1
        self.lay_out(self._room)

    def lay_out(self, room: int) -> None:
        """Fit the axis into `room` pixels, wider when the versions or the zoom need it."""
        self._room = room
        fits = (room - 2 * MARGIN) / max(1, len(self.versions) - 1)
        self.gap = min(float(GAP), max(float(_CROWDED), fits))
        self.radius = min(float(RADIUS), self.gap * 0.42)
        self._placement = place(
            [capture.date.timestamp() for capture in self.versions],
            [capture.date.timestamp() for capture in self.visits],
            room,
            gap=self.gap,
            margin=MARGIN,
            zoom=self.zoom,
        )
        self.setFixedWidth(round(self._placement.width))
        self.update()

    def x_of(self, index: int) -> float:
        return self._placement.points[index] if 0 <= index < len(self._placement.points) else 0.0

    def version_at(self, point: QPointF) -> int:
        """The version under a point of the widget, -1 when there is none."""
        if not self._placement.points or abs(point.y() - _AXIS) > RADIUS + 3:
            return -1
        nearest = min(range(len(self._placement.points)), key=lambda i: abs(self.x_of(i) - point.x()))
        return nearest if abs(self.x_of(nearest) - point.x()) <= max(self.gap / 2, self.radius) else -1

    def visit_at(self, point: QPointF) -> Capture | None:
        for capture in self.visits:
            if abs(self._placement.x(capture.date.timestamp()) - point.x()) <= 3:
                return capture
        return None

    def describe(self, index: int) -> str:
        """One version in words, as tooltip and for assistive technology."""
        capture = self.versions[index]
        words = self.tr("Version {n} of {total}, {date}").format(
            n=index + 1, total=len(self.versions), date=formats.date_exact(capture.date)
        )
        facts = [words, self._meaning(change_kind(capture, index), capture.status)]
        facts.append(formats.size(capture.length))
        if index in self.picked:
            facts.append(self.tr("picked for comparison"))
        return " · ".join(facts)

    def _meaning(self, kind: str, status: int) -> str:
        return {
            "added": self.tr("first version"),
            "changed": self.tr("content changed"),
            "moved": self.tr("redirect ({status})").format(status=status),
            "removed": self.tr("error answer ({status})").format(status=status),
        }[kind]

    def announce(self) -> None:
        """Tell assistive technology where the cursor is."""
        if 0 <= self.current < len(self.versions):
            self.setAccessibleDescription(self.describe(self.current))
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.DescriptionChanged))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(round(self._placement.width), 64)

    # -- mouse and keys ---------------------------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        hover = self.version_at(event.position())
        if hover != self._hover:
            self._hover = hover
            self.setCursor(Qt.CursorShape.PointingHandCursor if hover >= 0 else Qt.CursorShape.ArrowCursor)
            self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self._hover = -1
        self.update()
        super().leaveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.version_at(event.position())
        if event.button() != Qt.MouseButton.LeftButton:
            return
        if index < 0:
            visit = self.visit_at(event.position())
            if visit is not None:
                self.visit_chosen.emit(visit.id)
            return
        both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
        picks = self.pick_mode or bool(event.modifiers() & both)
        (self.toggled if picks else self.chosen).emit(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        last = len(self.versions) - 1
        moves = {
            Qt.Key.Key_Left: self.current - 1,
            Qt.Key.Key_Right: self.current + 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        if last < 0:
            super().keyPressEvent(event)
        elif event.key() in moves:
            self.chosen.emit(min(last, max(0, moves[Qt.Key(event.key())])))
        elif event.key() == Qt.Key.Key_Space:
            self.toggled.emit(max(0, self.current))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.activated.emit()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            point = QPointF(event.pos())
            index = self.version_at(point)
            visit = self.visit_at(point) if index < 0 else None
            text = self.describe(index) if index >= 0 else ""
            if visit is not None:
                text = self.tr("Seen unchanged on {date}").format(date=formats.date_exact(visit.date))
            QToolTip.showText(event.globalPos(), text, self)
            return True
        return super().event(event)

    # -- painting ---------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        seen = QRectF(event.rect()).adjusted(-GAP, 0, GAP, 0)
        colors = theme.colors()
        left, right = self._placement.anchors[0][1], self._placement.anchors[-1][1]
        if len(self.versions) + len(self.visits) > 1:
            painter.setPen(QPen(QColor(colors.border), 2))
            painter.drawLine(QPointF(left - 16, _AXIS), QPointF(right + 16, _AXIS))
        self._paint_pair(painter)
        self._paint_visits(painter, seen)
        self._paint_labels(painter)
        on_top = {self._hover, self.current, *self.picked}
        for index in sorted(range(len(self.versions)), key=lambda i: i in on_top):
            if seen.left() <= self.x_of(index) <= seen.right():
                self._paint_version(painter, index)
        painter.end()

    def _paint_pair(self, painter: QPainter) -> None:
        """The span between two picked versions."""
        if len(self.picked) == 2:
            a, b = sorted(self.x_of(index) for index in self.picked)
            fill = QColor(theme.colors().accent)
            fill.setAlpha(52)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(fill)
            painter.drawRoundedRect(QRectF(a, _AXIS - 5, b - a, 10), 5, 5)

    def _paint_visits(self, painter: QPainter, seen: QRectF) -> None:
        painter.setPen(QPen(QColor(theme.colors().muted), 1.5))
        for capture in self.visits:
            x = self._placement.x(capture.date.timestamp())
            if seen.left() <= x <= seen.right():
                painter.drawLine(QPointF(x, _VISITS - 2), QPointF(x, _VISITS + 3))

    def _paint_labels(self, painter: QPainter) -> None:
        font = scaled(self.font(), 0.85)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        painter.setPen(QColor(theme.colors().muted))
        days = {capture.date.astimezone().date() for capture in self.versions}
        form = (
            self.tr("d MMM yyyy", "date under the axis, as Qt writes it")
            if len(days) != 1 or len(self.versions) == 1
            else "HH:mm:ss"
        )
        for index in labelled(self._placement.points, metrics.horizontalAdvance("28 MMM 2028") + 16):
            label = QLocale().toString(QDateTime(self.versions[index].date.astimezone()), form)
            x = self.x_of(index)
            width = metrics.horizontalAdvance(label)
            at = min(max(2.0, x - width / 2), self.width() - width - 2)
            painter.drawText(QPointF(at, 61), label)

    def _paint_version(self, painter: QPainter, index: int) -> None:
        centre = QPointF(self.x_of(index), _AXIS)
        colour, mark = theme.changes[change_kind(self.versions[index], index)]
        accent = QColor(theme.colors().accent)
        base = self.palette().color(QPalette.ColorRole.Window)
        shown = index == self.current
        large = shown or index == self._hover or index in self.picked
        radius = max(self.radius, RADIUS) + (2 if shown else 0) if large else self.radius
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(base)
        clear = 2.5 if large or self.gap >= GAP else 0.5  # crowded dots must not eat each other
        painter.drawEllipse(centre, radius + clear, radius + clear)
        fill = QColor(colour)
        if shown:
            painter.setBrush(fill)
        else:
            fill.setAlpha(70 if index == self._hover else 36)
            painter.setBrush(fill)
            painter.setPen(QPen(QColor(colour), 1.5))
        painter.drawEllipse(centre, radius, radius)
        if shown or index in self.picked:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            dashed = Qt.PenStyle.DotLine if shown and self.hasFocus() and index not in self.picked else None
            pen = QPen(accent, 2, dashed or Qt.PenStyle.SolidLine)
            painter.setPen(pen)
            painter.drawEllipse(centre, radius + 3.5, radius + 3.5)
        if radius < RADIUS - 2:
            return  # too small for its mark; the tooltip says it, and the dot grows under the pointer
        painter.setFont(scaled(self.font(), 0.95, QFont.Weight.Bold))
        painter.setPen(base if shown else QColor(colour))
        box = QRectF(centre.x() - radius, centre.y() - radius, 2 * radius, 2 * radius)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, mark)
        if index in self.picked:
            painter.setPen(accent)
            painter.setFont(scaled(self.font(), 0.85, QFont.Weight.Bold))
            letter = "A" if index == min(self.picked) else "B"
            painter.drawText(QRectF(centre.x() - 12, 0, 24, 16), Qt.AlignmentFlag.AlignCenter, letter)
