"""A year of days in small months: painted, shaded by a count, walked with keys or pointer."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Callable, Mapping
from datetime import date, timedelta
from typing import NamedTuple

from PySide6.QtCore import QEvent, QLocale, QPoint, QPointF, QRectF, QSize, Qt, Signal
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
    QResizeEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from widgets.kit import theme
from widgets.kit.parts import scaled

LEVELS = 4
"""Shades of days with captures."""
_WEEKS = 6
_MARGIN = 16  # pixels around the months
_GAP = 22  # between two months
_SMALLEST, _LARGEST = 17, 34  # pixels of a day
_HEAD = 40  # the name of the month and of the days of the week
_STRENGTHS = (0.0, 0.16, 0.32, 0.5, 1.0)  # of the accent in the shades; numbers can be read on each
_WEEK = timedelta(days=7)


class _Frame(NamedTuple):
    """Where months stand: how many beside each other, and the size of a day."""

    across: int
    cell: float


def level(value: int, most: int) -> int:
    """The shade of a count, 0 to LEVELS: each of them stands for so many times as much as the one before."""
    if value <= 0:
        return 0
    return next(step for step in range(1, LEVELS + 1) if value <= max(step, most ** (step / LEVELS)) + 1e-9)


def shade(step: int) -> QColor:
    """The ground of a day."""
    colors = theme.colors()
    ground, full, share = QColor(colors.surface), QColor(colors.accent), _STRENGTHS[step]
    parts = zip(ground.getRgb()[:3], full.getRgb()[:3], strict=True)  # type: ignore[index]
    return QColor(*(round(low + (high - low) * share) for low, high in parts))


def ink(step: int) -> QColor:
    """The colour of a number on a shade: what can be read better."""
    colors, ground = theme.colors(), shade(step).name()
    if not step:
        return QColor(colors.muted)
    return QColor(max((colors.text, colors.on_accent), key=lambda one: theme.contrast(one, ground)))


class YearView(QWidget):
    """`values` shade the days; `describe` says all about one. `moved` tells the day the cursor is on, `chosen` one to be
    opened, `year_wanted` asks for the year after (1) or before (-1), `step_wanted` for the next day with captures."""

    moved = Signal(object)
    chosen = Signal(object)
    year_wanted = Signal(int)
    step_wanted = Signal(int)
    left_year = Signal(object)  # the day beyond it that the cursor wants to go to

    def __init__(self, describe: Callable[[date], str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._describe = describe
        self.year = date.today().year
        self.values: Mapping[date, int] = {}
        self.most = 0
        self.here: date | None = None  # where the cursor is
        self.shown: date | None = None  # the day that the window shows
        self._frame = _Frame(4, _SMALLEST)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAccessibleName(self.tr("Days of the year"))

    def show_year(self, year: int, values: Mapping[date, int], most: int) -> None:
        """Other days, and the largest count of all years, so that shades mean the same in each."""
        self.year, self.values, self.most = year, values, most
        if self.here is not None and self.here.year != year:
            self.here = None
        self._lay_out()
        self.update()

    def set_here(self, day: date | None) -> None:
        """Put the cursor on a day of this year."""
        self.here = day
        self.update()
        self.setAccessibleDescription(self._describe(day) if day is not None else "")
        QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.DescriptionChanged))
        self.moved.emit(day)

    def mark(self, day: date | None) -> None:
        """The day that the window shows."""
        self.shown = day
        self.update()

    # ---- where days stand ---------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        """As many months beside each other as let the days be largest."""
        frames = []
        for across in (6, 4, 3, 2):
            down = 12 // across
            wide = (self.width() - 2 * _MARGIN - (across - 1) * _GAP) / (7 * across)
            high = (self.height() - 2 * _MARGIN - down * _HEAD - (down - 1) * _GAP / 2) / (_WEEKS * down)
            frames.append((min(wide, high), across))
        cell, across = max(frames)
        if cell < _SMALLEST:  # not all is in sight: as wide as there is room, and scrolled
            fitting = [
                across
                for across in (4, 3, 2)
                if (self.width() - 2 * _MARGIN - (across - 1) * _GAP) / (7 * across) >= _SMALLEST
            ]
            across, cell = (fitting or [1])[0], _SMALLEST
        self._frame = _Frame(across, min(float(_LARGEST), cell))
        self.setMinimumHeight(round(self._height()) if cell <= _SMALLEST else 0)

    def _height(self) -> float:
        down = -(-12 // self._frame.across)
        return 2 * _MARGIN + down * (_HEAD + _WEEKS * self._frame.cell) + (down - 1) * _GAP / 2

    def sizeHint(self) -> QSize:
        return QSize(760, round(self._height()))

    def minimumSizeHint(self) -> QSize:
        return QSize(7 * _SMALLEST + 2 * _MARGIN, 120)

    def _corner(self, month: int) -> QPointF:
        across, cell = self._frame
        row, column = divmod(month - 1, across)
        wide = across * 7 * cell + (across - 1) * _GAP
        left = max(_MARGIN, (self.width() - wide) / 2)
        return QPointF(left + column * (7 * cell + _GAP), _MARGIN + row * (_HEAD + _WEEKS * cell + _GAP / 2))

    def box(self, day: date) -> QRectF:
        """Where a day stands."""
        corner, cell = self._corner(day.month), self._frame.cell
        week, column = divmod(day.day - 1 + _column(date(day.year, day.month, 1)), 7)
        return QRectF(corner.x() + column * cell, corner.y() + _HEAD + week * cell, cell, cell)

    def day_at(self, point: QPointF | QPoint) -> date | None:
        """The day under a point."""
        cell = self._frame.cell
        for month in range(1, 13):
            corner = self._corner(month)
            column = int((point.x() - corner.x()) // cell)
            week = int((point.y() - corner.y() - _HEAD) // cell)
            number = week * 7 + column - _column(date(self.year, month, 1)) + 1
            if 0 <= column < 7 and 0 <= week < _WEEKS and 1 <= number <= monthrange(self.year, month)[1]:
                return date(self.year, month, number)
        return None

    # ---- keys and pointer ---------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, steps = Qt.Key, {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: -7, Qt.Key.Key_Down: 7}
        if event.key() in steps:
            by = steps[Qt.Key(event.key())]
            if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                self.step_wanted.emit(1 if by > 0 else -1)
            else:
                self._go(timedelta(days=by))
        elif event.key() in (key.Key_PageUp, key.Key_PageDown):
            self.year_wanted.emit(-1 if event.key() == key.Key_PageUp else 1)
        elif event.key() in (key.Key_Home, key.Key_End):
            days = sorted(self.values) or [date(self.year, 1, 1), date(self.year, 12, 31)]
            self.set_here(days[0] if event.key() == key.Key_Home else days[-1])
        elif event.key() in (key.Key_Return, key.Key_Enter, key.Key_Space) and self.here is not None:
            self.chosen.emit(self.here)
        else:
            super().keyPressEvent(event)

    def _go(self, by: timedelta) -> None:
        here = self.here or min(self.values, default=date(self.year, 1, 1))
        if self.here is None:
            self.set_here(here)
            return
        try:
            day = here + by
        except OverflowError:
            return
        if day.year == self.year:
            self.set_here(day)
        else:
            self.left_year.emit(day)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        day = self.day_at(event.position())
        if day is not None and event.button() == Qt.MouseButton.LeftButton:
            self.set_here(day)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        day = self.day_at(event.position())
        if day is not None and day == self.here and event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(day)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        there = self.day_at(event.position()) is not None
        self.setCursor(Qt.CursorShape.PointingHandCursor if there else Qt.CursorShape.ArrowCursor)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            day = self.day_at(event.pos())
            QToolTip.showText(event.globalPos(), self._describe(day) if day else "", self)
            return True
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def focusInEvent(self, event: object) -> None:
        super().focusInEvent(event)  # type: ignore[arg-type]
        if self.here is None and self.values:
            self.set_here(max(self.values))

    # ---- painting -----------------------------------------------------------------------------------------------

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for month in range(1, 13):
            self._paint_month(painter, month)
        painter.end()

    def _paint_month(self, painter: QPainter, month: int) -> None:
        corner, cell, locale = self._corner(month), self._frame.cell, QLocale()
        painter.setFont(scaled(self.font(), 1.0, QFont.Weight.DemiBold))
        painter.setPen(self.palette().color(QPalette.ColorRole.Text))
        name = locale.standaloneMonthName(month, QLocale.FormatType.LongFormat)
        head = QRectF(corner.x(), corner.y(), 7 * cell, _HEAD / 2)
        painter.drawText(head, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, f" {name}")
        small = _fitting(self.font(), cell)
        painter.setFont(small)
        painter.setPen(QColor(theme.colors().muted))
        for column in range(7):
            number = (locale.firstDayOfWeek().value - 1 + column) % 7 + 1
            box = QRectF(corner.x() + column * cell, corner.y() + _HEAD / 2, cell, _HEAD / 2)
            text = locale.standaloneDayName(number, QLocale.FormatType.NarrowFormat)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
        for number in range(1, monthrange(self.year, month)[1] + 1):
            self._paint_day(painter, date(self.year, month, number), small)

    def _paint_day(self, painter: QPainter, day: date, font: QFont) -> None:
        colors, box = theme.colors(), self.box(day).adjusted(1.5, 1.5, -1.5, -1.5)
        step = level(self.values.get(day, 0), self.most)
        painter.setPen(Qt.PenStyle.NoPen)
        if step:
            painter.setBrush(shade(step))
            painter.drawRoundedRect(box, 3, 3)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if day == self.shown:
            painter.setPen(QPen(QColor(colors.warning), 2.5))
            painter.drawRoundedRect(box, 3, 3)
        elif day == date.today():
            painter.setPen(QPen(QColor(colors.outline), 1))
            painter.drawRoundedRect(box, 3, 3)
        if day == self.here and self.hasFocus():
            painter.setPen(QPen(QColor(colors.text), 1.5, Qt.PenStyle.DotLine))
            painter.drawRoundedRect(box.adjusted(-1.5, -1.5, 1.5, 1.5), 4, 4)
        painter.setFont(font)
        painter.setPen(ink(step))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(day.day))


def _column(day: date) -> int:
    """The column of a day, 0 to 6: weeks begin as they do where the language is spoken."""
    return (day.isoweekday() - QLocale().firstDayOfWeek().value) % 7


def _fitting(font: QFont, cell: float) -> QFont:
    """Digits that two of stand in a day."""
    made = scaled(font, 0.88)
    while QFontMetricsF(made).horizontalAdvance("28") > cell - 4 and made.pointSizeF() > 6:
        made.setPointSizeF(made.pointSizeF() - 0.5)
    return made
