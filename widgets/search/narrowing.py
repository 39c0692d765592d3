"""Beside the hits: how many there are of each site, type, language, year and author, and when they said it.

A click writes the condition into the query, a second one takes it out: whoever clicks learns the language of queries.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, timedelta

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QFontMetrics,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QHeaderView, QSizePolicy, QToolTip, QTreeWidget, QTreeWidgetItem, QWidget

from widgets.blocks import label_styles
from widgets.kit import theme
from widgets.kit.parts import scaled
from widgets.tree import facets
from widgets.words import formats, ranks
from widgets.words.category_names import CategoryNames

_CONDITIONS = {
    "page": "page",
    "site": "site",
    "label": "label",
    "type": "type",
    "page_type": "kind",
    "category": "category",
    "language": "lang",
    "year": "published",
    "author": "author",
    "rank": "rank",
    "tag": "tag",
}
FIELD = "field:"
"""What the name of a facet begins with that is a field of a person."""
_MOST = 12  # values that are shown of each
_HEIGHT = 44
_FEW = 2  # months that are shown by their days


def condition(facet: str, value: str) -> str:
    """What stands in a query for a value: `lang:zh`; of a field `field:price:10..20`."""
    if facet.startswith(FIELD):
        said = f"{facet.removeprefix(FIELD)}{value}".replace('"', "")
        return f'{FIELD}"{said}"' if any(sign in said for sign in " ()") else f"{FIELD}{said}"
    quoted = f'"{value}"' if any(sign in value for sign in ' ()"') else value
    return f"{_CONDITIONS[facet]}:{quoted.replace(chr(34) * 2, '')}"


def toggled(query: str, wanted: str) -> str:
    """A query with a condition, or without it where it had it."""
    padded = f" {query} "
    if f" {wanted} " in padded:
        return " ".join(padded.replace(f" {wanted} ", " ").split())
    return f"{query.rstrip()} {wanted}".lstrip()


class FacetCounts(QTreeWidget):
    """`chosen` carries the condition of a value that was clicked."""

    chosen = Signal(str)

    def __init__(self, category_names: CategoryNames, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._category_names = category_names
        self._waits = False
        self.setColumnCount(2)
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setIndentation(theme.UNIT)
        self.setUniformRowHeights(True)
        self.setFrameShape(QTreeWidget.Shape.NoFrame)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("Narrow what was found"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # behind a click one types on in the field
        head = self.header()
        head.setStretchLastSection(False)
        head.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        head.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.itemClicked.connect(self._choose)
        self.itemActivated.connect(self._choose)

    @property
    def has_some(self) -> bool:
        """Whether there is anything to be seen, or will be soon: it keeps its place until then."""
        return self._waits or self.topLevelItemCount() > 0

    def wait(self) -> None:
        """Others are being counted: what stands here stays until then, and who went through them stays where he was."""
        self._waits = True

    def show_counts(self, counts: Mapping[str, Sequence[tuple[str, int]]], query: str) -> None:
        """Values with their pages; those that stand in the query are marked. Who went through them stays where he was."""
        at, scrolled = self._wanted(self.currentItem()), self.verticalScrollBar().value()
        self.clear()
        self._waits = False
        for facet in (*_CONDITIONS, *(one for one in counts if one.startswith(FIELD))):
            values = [(value, count) for value, count in counts.get(facet, ()) if value][:_MOST]
            if facet == "rank":
                values.sort(key=lambda one: -int(one[0]))
            if not values or (facet == "author" and len(values) < 1):
                continue
            own = {
                "site": self.tr("Site"),
                "tag": self.tr("Tag"),
                "category": self.tr("Category"),
                "page": self.tr("The page itself"),
                "label": self.tr("In the block"),
                "rank": self.tr("Rank by links"),
            }
            name = (
                facet.removeprefix(FIELD) if facet.startswith(FIELD) else own.get(facet) or facets.name(facet)
            )
            head = QTreeWidgetItem(self, [name])
            head.setFlags(Qt.ItemFlag.ItemIsEnabled)
            head.setForeground(0, QColor(theme.colors().muted))
            for value, count in values:
                self._add(head, facet, value, count, query)
        self.expandAll()
        self.verticalScrollBar().setValue(scrolled)
        for item in (
            self.findItems("*", Qt.MatchFlag.MatchWildcard | Qt.MatchFlag.MatchRecursive) if at else ()
        ):
            if self._wanted(item) == at:
                self.setCurrentItem(item)

    @staticmethod
    def _wanted(item: QTreeWidgetItem | None) -> str:
        """The condition of a value, "" for what is none."""
        return str(item.data(0, Qt.ItemDataRole.UserRole) or "") if item is not None else ""

    def _add(self, head: QTreeWidgetItem, facet: str, value: str, count: int, query: str) -> None:
        wanted = condition(facet, value)
        became = {
            "same": self.tr("stayed"),
            "new": self.tr("is new"),
            "back": self.tr("is back"),
            "gone": self.tr("is gone"),
        }
        shown = (
            value[1:].replace("..", " – ")
            if facet.startswith(FIELD)
            else value
            if facet in ("site", "tag")
            else became[value]
            if facet == "page"
            else self._category_names.name(value)
            if facet == "category"
            else label_styles.name(value)
            if facet == "label"
            else ranks.bar(int(value))
            if facet == "rank"
            else facets.value(facet, value)
        )
        item = QTreeWidgetItem(head, [shown, formats.number(count)])
        item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        item.setForeground(1, QColor(theme.colors().muted))
        item.setData(0, Qt.ItemDataRole.UserRole, wanted)
        item.setToolTip(0, f"{wanted}\n{ranks.meaning()}" if facet == "rank" else wanted)
        spoken = self.tr("{value}: {count}").format(value=shown, count=formats.number(count))
        if f" {wanted} " in f" {query} ":
            spoken = self.tr("{value}: {count}, chosen").format(value=shown, count=formats.number(count))
            font = item.font(0)
            font.setBold(True)
            item.setFont(0, font)
            item.setIcon(0, theme.icon("check", "accent"))
        item.setData(0, Qt.ItemDataRole.AccessibleTextRole, spoken)

    def _choose(self, item: QTreeWidgetItem) -> None:
        wanted = self._wanted(item)
        if wanted:
            self.chosen.emit(wanted)


class Months(QWidget):
    """A bar for each month (or day) in which pages said it, or in which it came or went. `chosen`
    carries the condition of a month that was clicked, or of the span that was dragged over; arrows, with Shift for a
    span, and Enter do the same."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(self.tr("When it was said"))
        self.months: list[str] = []
        self._counts: dict[str, int] = {}
        self._span: tuple[int, int] | None = None  # the month where it began, and the one where it ends now
        self._stood = True  # for the last counts, or there were none yet
        self._waits = False

    def sizeHint(self) -> QSize:
        return QSize(200, _HEIGHT + QFontMetrics(self._small).height())

    @property
    def _small(self) -> QFont:
        return scaled(self.font(), 0.85)

    def captions(self) -> tuple[str, str, str]:
        """What stands below the bars: the first month, what is counted, the last month."""
        first, last = (_written(self.months[at]) for at in (0, -1)) if self.months else ("", "")
        return first, self.accessibleName(), last

    def show_months(
        self, counts: Mapping[str, int], days: Mapping[str, int] | None = None, *, changes: bool = False
    ) -> None:
        """Pages by the months (YYYYMM) in which they said it, or changes by theirs; months between are shown, too.
        What happened within two months is shown by `days` (YYYYMMDD), where these are known."""
        self.setAccessibleName(self.tr("When it came or went") if changes else self.tr("When it was said"))
        if days and len(_every(min(counts), max(counts))) <= _FEW:
            counts = days
        self._counts = dict(counts)
        self.months = _every(min(counts), max(counts)) if counts else []
        self._span = None
        self._stood = len(self.months) > 1
        self._waits = False
        self.setVisible(self._stood)
        self.update()

    def wait(self) -> None:
        """Others are being counted: until then it keeps the place that it had, so that nothing moves."""
        self._span, self._waits = None, True
        self.setVisible(self._stood)
        self.update()

    def _month_at(self, x: float) -> int:
        return max(0, min(len(self.months) - 1, int(x * len(self.months) / max(1, self.width()))))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, colors = QPainter(self), theme.colors()
        most, width = max(self._counts.values(), default=1), self.width() / max(1, len(self.months))
        for number, month in enumerate(self.months):
            chosen = self._span is not None and min(self._span) <= number <= max(self._span)
            count = self._counts.get(month, 0)
            if chosen:
                painter.fillRect(QRectF(number * width, 0, width, _HEIGHT), QColor(colors.accent_soft))
            if count:
                height = max(2.0, (_HEIGHT - 6) * count / most)
                bar = QRectF(number * width, _HEIGHT - height, max(1.0, width - 1), height)
                painter.fillRect(bar, QColor(colors.border if self._waits else colors.accent))
        painter.setPen(QColor(colors.border))
        painter.drawLine(QPointF(0, _HEIGHT - 0.5), QPointF(self.width(), _HEIGHT - 0.5))
        painter.setFont(self._small)
        painter.setPen(QColor(colors.muted))
        below = QRectF(0, _HEIGHT, self.width(), self.height() - _HEIGHT)
        first, counted, last = self.captions()
        aligned = Qt.AlignmentFlag
        ends = 2.5 * painter.fontMetrics().horizontalAdvance(first)
        room = max(0, int(self.width() - ends))
        counted = painter.fontMetrics().elidedText(counted, Qt.TextElideMode.ElideRight, room)
        for text, side in (
            (first, aligned.AlignLeft),
            (counted, aligned.AlignHCenter),
            (last, aligned.AlignRight),
        ):
            painter.drawText(below, side | aligned.AlignVCenter, text)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = self._month_at(event.position().x())
        self._span = at, at
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._span is not None and event.buttons():
            self._span = self._span[0], self._month_at(event.position().x())
            self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._take()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        by = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        if by and self.months:
            last = len(self.months) - 1
            begin, at = self._span or ((-1, -1) if by > 0 else (last + 1, last + 1))
            at = max(0, min(last, at + by))
            extended = self._span and event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            self._span = (begin if extended else at), at
            self.setAccessibleDescription(self._said(at))
            self.update()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._span is not None:
            self._take()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._span = None
        self.update()
        super().focusOutEvent(event)

    def _take(self) -> None:
        if self._span is None or not self.months:
            return
        first, last = (self.months[at] for at in sorted(self._span))
        self._span = None
        self.update()
        if first == last:
            self.chosen.emit(f"on:{_written(first)}")
        else:
            before, after = _next(last, 1), _next(first, -1)
            self.chosen.emit(f"after:{_written(after)} before:{_written(before)}")

    def _said(self, at: int) -> str:
        month = self.months[at]
        count = formats.number(self._counts.get(month, 0))
        return self.tr("{month}: {count}").format(month=_written(month), count=count)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and self.months:
            QToolTip.showText(event.globalPos(), self._said(self._month_at(event.pos().x())), self)
            return True
        return super().event(event)


def _written(month: str) -> str:
    """A month, or a day, as a query has it."""
    return "-".join(filter(None, (month[:4], month[4:6], month[6:])))


def _next(month: str, by: int) -> str:
    """The month behind one or before it; of a day the day."""
    if len(month) == 8:
        day = date(int(month[:4]), int(month[4:6]), int(month[6:])) + timedelta(days=by)
        return f"{day:%Y%m%d}"
    number = int(month[:4]) * 12 + int(month[4:]) - 1 + by
    return f"{number // 12:04d}{number % 12 + 1:02d}"


def _every(first: str, last: str) -> list[str]:
    found = [first]
    while found[-1] < last:
        found.append(_next(found[-1], 1))
    return found
