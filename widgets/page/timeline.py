"""The time axis with its versions, painted: dots for versions with the mark of what they are, ticks for visits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QToolTip, QWidget

from app.archive.model import Capture
from widgets import formats
from widgets.page.amounts import Amount
from widgets.page.time_layout import Placement, place
from widgets.page.timeline_paint import AXIS, GAP, HEIGHT, RADIUS, TimelinePainter

MARGIN = 40
_CROWDED = 10  # the least gap, with many versions


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
        self.amounts: Mapping[str, Amount] = {}  # by id of a version; what is not known is not there
        self.pick_mode = False
        self.zoom = 1.0
        self._hover = -1
        self._room = 100
        self.gap, self.radius = float(GAP), float(RADIUS)
        self._placement: Placement = place((), (), 100, gap=GAP, margin=MARGIN)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFixedHeight(HEIGHT)
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

    def x_at(self, moment: datetime) -> float:
        """The place of any moment."""
        return self._placement.x(moment.timestamp())

    def set_amounts(self, amounts: Mapping[str, Amount]) -> None:
        """Colour the versions by how much changed in each."""
        self.amounts = amounts
        self.announce()

    def version_at(self, point: QPointF) -> int:
        """The version under a point of the widget, -1 when there is none."""
        if not self._placement.points or abs(point.y() - AXIS) > RADIUS + 3:
            return -1
        nearest = min(range(len(self._placement.points)), key=lambda i: abs(self.x_of(i) - point.x()))
        return nearest if abs(self.x_of(nearest) - point.x()) <= max(self.gap / 2, self.radius) else -1

    def visit_at(self, point: QPointF) -> Capture | None:
        for capture in self.visits:
            if abs(self.x_at(capture.date) - point.x()) <= 3:
                return capture
        return None

    def describe(self, index: int) -> str:
        """One version in words, as tooltip and for assistive technology."""
        capture = self.versions[index]
        words = self.tr("Version {n} of {total}, {date}").format(
            n=index + 1, total=len(self.versions), date=formats.date_exact(capture.date)
        )
        kind, amount = self.kind(index), self.amount(index)
        facts = [words, self._meaning(kind, capture.status)]
        if amount is not None and kind == "changed":
            facts[1] = amount.words()
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
        return QSize(round(self._placement.width), HEIGHT)

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

    def kind(self, index: int) -> str:
        """What a version means for its page."""
        return change_kind(self.versions[index], index)

    def amount(self, index: int) -> Amount | None:
        """How much changed since the version before, once that is known."""
        return self.amounts.get(self.versions[index].id)

    def label_form(self) -> str:
        """How dates under the axis are written, as Qt writes it: hours where all versions are of one day."""
        days = {capture.date.astimezone().date() for capture in self.versions}
        one_day = len(days) == 1 and len(self.versions) > 1
        return "HH:mm:ss" if one_day else self.tr("d MMM yyyy", "date under the axis, as Qt writes it")

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        seen = QRectF(event.rect()).adjusted(-GAP, 0, GAP, 0)
        anchors = self._placement.anchors
        TimelinePainter(self, painter, seen).paint(self._hover, (anchors[0][1], anchors[-1][1]))
        painter.end()
