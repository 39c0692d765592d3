"""How the axis of versions is drawn: dots with the mark of what they are, bars of how much changed, ticks of visits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QDateTime, QLocale, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPalette, QPen

from widgets import theme
from widgets.page.amounts import Amount
from widgets.page.parts import scaled
from widgets.page.time_layout import labelled

if TYPE_CHECKING:
    from widgets.page.timeline import Timeline

GAP, RADIUS = 20, 8
HEIGHT, AXIS = 72, 38  # pixels of all of it, and the y of the axis
_VISITS = 52  # the y of the ticks of visits
_BARS = 26  # the y on which bars stand
_TALLEST = 22
_FILL = {"none": 0, "noise": 0, "small": 30, "medium": 96, "large": 255}  # how strong a dot is, by the amount of change


class TimelinePainter:
    """Paints one timeline into one painter."""

    def __init__(self, line: Timeline, painter: QPainter, seen: QRectF) -> None:
        self._line, self._painter, self._seen = line, painter, seen
        self._colors = theme.colors()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    def paint(self, hover: int, ends: tuple[float, float]) -> None:
        """Everything; `ends` are the x of the first and last moment."""
        line, painter = self._line, self._painter
        if len(line.versions) + len(line.visits) > 1:
            painter.setPen(QPen(QColor(self._colors.border), 2))
            painter.drawLine(QPointF(ends[0] - 16, AXIS), QPointF(ends[1] + 16, AXIS))
        self._pair()
        self._visits()
        self._labels()
        on_top = {hover, line.current, *line.picked}
        for index in sorted(range(len(line.versions)), key=lambda i: i in on_top):
            if self._seen.left() <= line.x_of(index) <= self._seen.right():
                self._bar(index)
                self._version(index, index == hover)

    def _pair(self) -> None:
        """The span between two picked versions."""
        line, painter = self._line, self._painter
        if len(line.picked) == 2:
            a, b = sorted(line.x_of(index) for index in line.picked)
            fill = QColor(self._colors.accent)
            fill.setAlpha(52)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(fill)
            painter.drawRoundedRect(QRectF(a, AXIS - 5, b - a, 10), 5, 5)

    def _visits(self) -> None:
        self._painter.setPen(QPen(QColor(self._colors.muted), 1.5))
        for capture in self._line.visits:
            x = self._line.x_at(capture.date)
            if self._seen.left() <= x <= self._seen.right():
                self._painter.drawLine(QPointF(x, _VISITS - 2), QPointF(x, _VISITS + 3))

    def _labels(self) -> None:
        line, painter = self._line, self._painter
        font = scaled(line.font(), 0.85)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        painter.setPen(QColor(self._colors.muted))
        form = line.label_form()
        points = [line.x_of(index) for index in range(len(line.versions))]
        shown = line.visibleRegion().boundingRect()
        longest = QLocale().toString(QDateTime(2028, 12, 28, 22, 28, 28), form)
        for index in labelled(points, metrics.horizontalAdvance(longest) + 16):
            label = QLocale().toString(QDateTime(line.versions[index].date.astimezone()), form)
            width = metrics.horizontalAdvance(label)
            at = min(max(2.0, points[index] - width / 2), line.width() - width - 2)
            # half a date misleads; letters may reach a pixel beyond their width
            if shown.isEmpty() or (shown.left() < at and at + width < shown.right()):
                painter.drawText(QPointF(at, HEIGHT - 3), label)

    def _bar(self, index: int) -> None:
        """How much changed since the version before: real change, and noise in grey above it."""
        amount = self._line.amount(index)
        if amount is None or amount.error or amount.step == "none":
            return
        painter, x = self._painter, self._line.x_of(index)
        width = max(2.0, min(8.0, self._line.gap - 3))
        real = round(amount.height * _TALLEST)
        noise = round(min(amount.noise_height * _TALLEST, _TALLEST - real))
        if real:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(self._colors.changed))
            painter.drawRect(QRectF(x - width / 2, _BARS - real, width, real))
        if noise > 0:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(self._colors.border))
            painter.drawRect(QRectF(x - width / 2, _BARS - real - noise, width, noise))

    def _version(self, index: int, hover: bool) -> None:
        line, painter = self._line, self._painter
        centre = QPointF(line.x_of(index), AXIS)
        kind, amount = line.kind(index), line.amount(index)
        colour, mark = theme.changes["unchanged" if _calm(kind, amount) else kind]
        accent, base = QColor(self._colors.accent), line.palette().color(QPalette.ColorRole.Window)
        shown = index == line.current
        large = shown or hover or index in line.picked
        radius = max(line.radius, RADIUS) + (2 if shown else 0) if large else line.radius
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(base)
        clear = 2.5 if large or line.gap >= GAP else 0.5  # crowded dots must not eat each other
        painter.drawEllipse(centre, radius + clear, radius + clear)
        strength = _FILL[amount.step] if amount is not None and kind == "changed" else 36
        solid = shown or strength == 255
        fill = QColor(colour)
        fill.setAlpha(255 if solid else max(strength, 70 if hover else 0))
        painter.setBrush(fill)
        painter.setPen(Qt.PenStyle.NoPen if solid else QPen(QColor(colour), 1.5))
        painter.drawEllipse(centre, radius, radius)
        if shown or index in line.picked:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            dotted = shown and line.hasFocus() and index not in line.picked
            painter.setPen(QPen(accent, 2, Qt.PenStyle.DotLine if dotted else Qt.PenStyle.SolidLine))
            painter.drawEllipse(centre, radius + 3.5, radius + 3.5)
        if radius < RADIUS - 2:
            return  # too small for its mark; the tooltip says it, and the dot grows under the pointer
        if index in line.picked:
            mark = "A" if index == min(line.picked) else "B"
        painter.setFont(scaled(line.font(), 0.95, QFont.Weight.Bold))
        painter.setPen(base if solid else QColor(colour))
        box = QRectF(centre.x() - radius, centre.y() - radius, 2 * radius, 2 * radius)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, mark)


def _calm(kind: str, amount: Amount | None) -> bool:
    """A version in which nothing really changed."""
    return kind == "changed" and amount is not None and not amount.error and amount.step in ("none", "noise")
