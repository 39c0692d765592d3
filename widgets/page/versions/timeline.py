"""The time axis: a dot with a mark for each version, a bar for its amount of change, a tick for each visit."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

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
from widgets.blocks.histories import Amount
from widgets.kit import theme
from widgets.kit.parts import scaled
from widgets.page.versions import foreign
from widgets.page.versions.foreign import Foreign
from widgets.words import formats

# Where moments in time stand on an axis: pure functions, no pixels painted here.
#
# Versions keep at least `gap` pixels between them, moved from their true place as little as possible;
# everything else (visits) is placed between them so that the order in time never lies.


@dataclass(frozen=True, slots=True)
class Placement:
    """The axis: `anchors` are (time in seconds, x) pairs, rising in both; `width` is the width of all of it."""

    anchors: tuple[tuple[float, float], ...]
    points: tuple[float, ...]
    width: float

    def x(self, moment: float) -> float:
        """The place of any moment, between the anchors around it."""
        times = [time for time, _ in self.anchors]
        after = bisect_right(times, moment)
        if after == 0:
            return self.anchors[0][1]
        if after == len(times):
            return self.anchors[-1][1]
        (time_a, x_a), (time_b, x_b) = self.anchors[after - 1], self.anchors[after]
        return x_a if time_b == time_a else x_a + (x_b - x_a) * (moment - time_a) / (time_b - time_a)


def spread(wanted: Sequence[float], gap: float) -> list[float]:
    """Rising places at least `gap` apart whose summed squared distance to the wanted ones is least.

    With `gap * i` taken off, that is isotonic regression: neighbours that would collide are pooled.
    """
    pools: list[tuple[float, int]] = []
    for index, place in enumerate(wanted):
        total, count = place - gap * index, 1
        while pools and pools[-1][0] / pools[-1][1] > total / count:
            sum_before, members = pools.pop()
            total, count = total + sum_before, count + members
        pools.append((total, count))
    result: list[float] = []
    for total, count in pools:
        before = len(result)
        result.extend(total / count + gap * (before + offset) for offset in range(count))
    return result


def place(
    versions: Sequence[float],
    others: Sequence[float],
    width: float,
    *,
    gap: float,
    margin: float,
    zoom: float = 1.0,
) -> Placement:
    """Lay out `versions` (seconds, rising) with `others` (visits) between them on an axis at least `width` wide."""
    if not versions:
        return Placement(((0.0, margin), (1.0, max(margin, width - margin))), (), width)
    first = min(versions[0], min(others, default=versions[0]))
    last = max(versions[-1], max(others, default=versions[-1]))
    needed = gap * (len(versions) - 1) + 2 * margin
    full = max(width, needed) * max(1.0, zoom)
    left, right = margin, full - margin
    if last == first:
        middle = full / 2
        return Placement(((first, middle), (first + 1, right)), (middle,), full)
    scale = (right - left) / (last - first)
    points = _inside(spread([left + (time - first) * scale for time in versions], gap), left, right, gap)
    anchors = list(zip(versions, points, strict=True))
    if first < versions[0]:
        anchors.insert(0, (first, min(left, points[0])))
    if last > versions[-1]:
        anchors.append((last, max(right, points[-1])))
    return Placement(tuple(anchors), tuple(points), full)


def _inside(points: list[float], left: float, right: float, gap: float) -> list[float]:
    """Push points that spreading moved over the edges back in; they fit, because the axis is wide enough."""
    for index, point in enumerate(points):
        floor = left if index == 0 else points[index - 1] + gap
        points[index] = max(point, floor)
    for index in range(len(points) - 1, -1, -1):
        ceiling = right if index == len(points) - 1 else points[index + 1] - gap
        points[index] = min(points[index], ceiling)
    return points


def labelled(points: Sequence[float], spacing: float) -> list[int]:
    """Which points get a label so that labels stand at least `spacing` apart: the ends first, then from the left."""
    if not points:
        return []
    last = len(points) - 1
    chosen = [0]
    for index in range(1, last):
        if points[index] - points[chosen[-1]] >= spacing and points[last] - points[index] >= spacing:
            chosen.append(index)
    if last and points[last] - points[chosen[-1]] >= spacing:
        chosen.append(last)
    return chosen


GAP, RADIUS = 20, 8
HEIGHT, AXIS = 72, 38  # pixels of all of it, and the y of the axis
_VISITS = 52  # the y of the ticks of visits
_BARS = 26  # the y on which bars stand
_TALLEST = 22
_FILL = {
    "none": 0,
    "noise": 0,
    "small": 30,
    "medium": 96,
    "large": 255,
}  # how strong a dot is, by the amount of change


def _calm(kind: str, amount: Amount | None) -> bool:
    """A version in which nothing really changed."""
    return kind == "changed" and amount is not None and not amount.error and amount.step in ("none", "noise")


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
    foreign_chosen = Signal(object, object)  # numbers of captures elsewhere, and where on the screen

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.versions: Sequence[Capture] = ()
        self.visits: Sequence[Capture] = ()
        self.current = -1
        self.picked: tuple[int, ...] = ()
        self.amounts: Mapping[str, Amount] = {}  # by id of a version; what is not known is not there
        self.before: Mapping[str, str] = {}  # where nearly the same text stood before, by ids
        self.signs: Mapping[str, str] = {}  # what a person wrote on versions, by their ids
        self.foreign: Sequence[Foreign] = ()
        self.foreign_at = (
            -1
        )  # the mark of captures elsewhere that the keys are on, -1: they are on the versions
        self._marks: list[foreign.Mark] = []
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
        dates = [*(one.date for one in self.visits), *(one.date for one in self.foreign)]
        self._placement = place(
            [capture.date.timestamp() for capture in self.versions],
            [date.timestamp() for date in dates],
            room,
            gap=self.gap,
            margin=MARGIN,
            zoom=self.zoom,
        )
        self._marks = foreign.marks([self.x_at(one.date) for one in self.foreign])
        self.foreign_at = min(self.foreign_at, len(self._marks) - 1)
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

    def set_before(self, before: Mapping[str, str]) -> None:
        """Of versions whose text stood before, where first, by their ids."""
        self.before = before
        self.announce()

    def set_signs(self, signs: Mapping[str, str]) -> None:
        """Stars and tags of versions, by their ids."""
        self.signs = signs
        self.announce()

    def set_foreign(self, captures: Sequence[Foreign]) -> None:
        """Captures of other archives, oldest first, as hollow marks below the axis."""
        self.foreign, self.foreign_at = captures, -1
        self.lay_out(self._room)
        self.announce()

    def foreign_under(self, point: QPointF) -> int:
        """The mark of captures elsewhere under a point of the widget, -1 when there is none."""
        near = (n for n, mark in enumerate(self._marks) if foreign.hits(mark, point))
        return next(near, -1)

    def place_of_mark(self, number: int) -> QPointF:
        """Where a mark of captures elsewhere stands."""
        return QPointF(self._marks[number].x, foreign.LANE)

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
        if capture.id in self.signs:
            facts.append(self.signs[capture.id])
        if capture.id in self.before:
            facts.append(self.before[capture.id])
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
        if self.foreign_at >= 0:
            self.setAccessibleDescription(self._foreign_words(self.foreign_at))
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.DescriptionChanged))
        elif 0 <= self.current < len(self.versions):
            self.setAccessibleDescription(self.describe(self.current))
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.DescriptionChanged))
        self.update()

    def _foreign_words(self, number: int) -> str:
        return foreign.words([self.foreign[n] for n in self._marks[number].members])

    def _choose_mark(self, number: int) -> None:
        self.foreign_at = number
        self.announce()
        below = self.mapToGlobal(self.place_of_mark(number) + QPointF(0, foreign.SIZE))
        self.foreign_chosen.emit(self._marks[number].members, below.toPoint())

    def sizeHint(self) -> QSize:
        return QSize(round(self._placement.width), HEIGHT)

    # -- mouse and keys ---------------------------------------------------------------------------------------

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        hover = self.version_at(event.position())
        hand = hover >= 0 or self.foreign_under(event.position()) >= 0
        self.setCursor(Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor)
        if hover != self._hover:
            self._hover = hover
            self.update()

    def leaveEvent(self, event: QEvent) -> None:
        self._hover = -1
        self.update()
        super().leaveEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.version_at(event.position())
        if event.button() != Qt.MouseButton.LeftButton:
            return
        mark = self.foreign_under(event.position()) if index < 0 else -1
        if mark >= 0:
            self._choose_mark(mark)
            return
        self.foreign_at = -1
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
        elif self._marks and (event.key() == Qt.Key.Key_Down or self.foreign_at >= 0):
            self._key_among_marks(event)
        elif event.key() in moves:
            self.chosen.emit(min(last, max(0, moves[Qt.Key(event.key())])))
        elif event.key() == Qt.Key.Key_Space:
            self.toggled.emit(max(0, self.current))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.activated.emit()
        else:
            super().keyPressEvent(event)

    def _key_among_marks(self, event: QKeyEvent) -> None:
        """Down goes to the captures elsewhere and Up back; among them the arrows step, and Enter asks what to do."""
        key, last, at = event.key(), len(self._marks) - 1, self.foreign_at
        steps = {
            Qt.Key.Key_Left: at - 1,
            Qt.Key.Key_Right: at + 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
            Qt.Key.Key_Down: at if at >= 0 else self._mark_near(self.x_of(max(0, self.current))),
        }
        if key in steps:
            self.foreign_at = min(last, max(0, steps[Qt.Key(key)]))
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Escape):
            self.foreign_at = -1
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._choose_mark(at)
        else:
            super().keyPressEvent(event)
            return
        self.announce()

    def _mark_near(self, x: float) -> int:
        return min(range(len(self._marks)), key=lambda n: abs(self._marks[n].x - x))

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            point = QPointF(event.pos())
            index = self.version_at(point)
            mark = self.foreign_under(point) if index < 0 else -1
            visit = self.visit_at(point) if index < 0 and mark < 0 else None
            text = self.describe(index) if index >= 0 else self._foreign_words(mark) if mark >= 0 else ""
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
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        seen = QRectF(event.rect()).adjusted(-GAP, 0, GAP, 0)
        anchors = self._placement.anchors
        if len(self.versions) + len(self.visits) + len(self.foreign) > 1:
            painter.setPen(QPen(QColor(theme.colors().border), 2))
            painter.drawLine(QPointF(anchors[0][1] - 16, AXIS), QPointF(anchors[-1][1] + 16, AXIS))
        self._paint_pair(painter)
        self._paint_visits(painter, seen)
        self._paint_labels(painter)
        base = self.palette().color(QPalette.ColorRole.Window)
        for number, mark in enumerate(self._marks):
            if seen.left() <= mark.x <= seen.right():
                same = all(self.foreign[n].same for n in mark.members)
                foreign.paint(
                    painter, mark, base, same=same, focused=number == self.foreign_at and self.hasFocus()
                )
        on_top = {self._hover, self.current, *self.picked}
        for index in sorted(range(len(self.versions)), key=lambda i: i in on_top):
            if seen.left() <= self.x_of(index) <= seen.right():
                self._paint_bar(painter, index)
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
            painter.drawRoundedRect(QRectF(a, AXIS - 5, b - a, 10), 5, 5)

    def _paint_visits(self, painter: QPainter, seen: QRectF) -> None:
        painter.setPen(QPen(QColor(theme.colors().muted), 1.5))
        for capture in self.visits:
            x = self.x_at(capture.date)
            if seen.left() <= x <= seen.right():
                painter.drawLine(QPointF(x, _VISITS - 2), QPointF(x, _VISITS + 3))

    def _paint_labels(self, painter: QPainter) -> None:
        font = scaled(self.font(), 0.85)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        painter.setPen(QColor(theme.colors().muted))
        form = self.label_form()
        points = [self.x_of(index) for index in range(len(self.versions))]
        shown = self.visibleRegion().boundingRect()
        longest = QLocale().toString(QDateTime(2028, 12, 28, 22, 28, 28), form)
        for index in labelled(points, metrics.horizontalAdvance(longest) + 16):
            moment = QDateTime.fromSecsSinceEpoch(int(self.versions[index].date.timestamp()))
            label = QLocale().toString(moment, form)
            width = metrics.horizontalAdvance(label)
            at = min(max(2.0, points[index] - width / 2), self.width() - width - 2)
            # half a date misleads; letters may reach a pixel beyond their width
            if shown.isEmpty() or (shown.left() < at and at + width < shown.right()):
                painter.drawText(QPointF(at, HEIGHT - 3), label)

    def _paint_bar(self, painter: QPainter, index: int) -> None:
        """How much changed since the version before: real change, and noise in grey above it."""
        amount = self.amount(index)
        if amount is None or amount.error or amount.step == "none":
            return
        x = self.x_of(index)
        width = max(2.0, min(8.0, self.gap - 3))
        real = round(amount.height * _TALLEST)
        noise = round(min(amount.noise_height * _TALLEST, _TALLEST - real))
        if real:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.colors().changed))
            painter.drawRect(QRectF(x - width / 2, _BARS - real, width, real))
        if noise > 0:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.colors().border))
            painter.drawRect(QRectF(x - width / 2, _BARS - real - noise, width, noise))

    def _paint_version(self, painter: QPainter, index: int) -> None:
        centre = QPointF(self.x_of(index), AXIS)
        kind, amount = self.kind(index), self.amount(index)
        colour, mark = theme.changes["unchanged" if _calm(kind, amount) else kind]
        accent, base = QColor(theme.colors().accent), self.palette().color(QPalette.ColorRole.Window)
        shown = index == self.current
        hover = index == self._hover
        large = shown or hover or index in self.picked
        radius = max(self.radius, RADIUS) + (2 if shown else 0) if large else self.radius
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(base)
        clear = 2.5 if large or self.gap >= GAP else 0.5  # crowded dots must not eat each other
        painter.drawEllipse(centre, radius + clear, radius + clear)
        strength = _FILL[amount.step] if amount is not None and kind == "changed" else 36
        solid = shown or strength == 255
        fill = QColor(colour)
        fill.setAlpha(255 if solid else max(strength, 70 if hover else 0))
        painter.setBrush(fill)
        painter.setPen(Qt.PenStyle.NoPen if solid else QPen(QColor(colour), 1.5))
        painter.drawEllipse(centre, radius, radius)
        if shown or index in self.picked:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            dotted = shown and self.hasFocus() and index not in self.picked
            painter.setPen(QPen(accent, 2, Qt.PenStyle.DotLine if dotted else Qt.PenStyle.SolidLine))
            painter.drawEllipse(centre, radius + 3.5, radius + 3.5)
        if sign := self.signs.get(self.versions[index].id):
            painter.setFont(self.font())
            painter.setPen(QColor(theme.colors().warning))
            above = QRectF(centre.x() - GAP / 2, AXIS - RADIUS - 22, GAP, 16)
            painter.drawText(above, Qt.AlignmentFlag.AlignCenter, "★" if "★" in sign else "✎")
        if radius < RADIUS - 2:
            return  # too small for its mark; the tooltip says it, and the dot grows under the pointer
        if index in self.picked:
            mark = "A" if index == min(self.picked) else "B"
        painter.setFont(scaled(self.font(), 0.95, QFont.Weight.Bold))
        painter.setPen(base if solid else QColor(colour))
        box = QRectF(centre.x() - radius, centre.y() - radius, 2 * radius, 2 * radius)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, mark)
