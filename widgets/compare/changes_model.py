"""The changes of a comparison as a list, and how one of them is painted: sign, words before, words after."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    QSortFilterProxyModel,
    Qt,
)
from PySide6.QtGui import (
    QColor,
    QFont,
    QPainter,
    QPalette,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.blocks import Change, Comparison
from widgets import theme
from widgets.compare.words import Run, Words, excerpt, runs
from widgets.page.parts import scaled

Index = QModelIndex | QPersistentModelIndex
NUMBER = Qt.ItemDataRole.UserRole
KIND = Qt.ItemDataRole.UserRole + 1
BEFORE = Qt.ItemDataRole.UserRole + 2
AFTER = Qt.ItemDataRole.UserRole + 3
_LINES, _PAD, _SIGN = 3, 8, 20


class ChangesModel(QAbstractListModel):
    """All changes that are not "unchanged", each with its number in the comparison."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._comparison: Comparison | None = None
        self._words: dict[int, Words] = {}
        self._excerpts: dict[tuple[int, int], list[Run]] = {}
        self.rows: list[tuple[int, Change]] = []

    def show(self, comparison: Comparison | None, words: dict[int, Words]) -> None:
        self.beginResetModel()
        self._comparison, self._words = comparison, dict(words)
        self._excerpts.clear()
        found: Sequence[Change] = comparison.changes if comparison else ()
        self.rows = [(number, change) for number, change in enumerate(found) if change.kind != "unchanged"]
        self.endResetModel()

    def words(self, number: int) -> Words:
        """The word comparison of a change; made now when the worker left it out."""
        assert self._comparison is not None
        if number not in self._words:
            self._words[number] = list(self._comparison.words(self._comparison.changes[number]))
        return self._words[number]

    def kind_name(self, kind: str) -> str:
        return {
            "changed": self.tr("Changed"),
            "added": self.tr("Added"),
            "removed": self.tr("Removed"),
            "moved": self.tr("Moved"),
        }[kind]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        number, change = self.rows[index.row()]
        if role == NUMBER:
            return number
        if role == KIND:
            return change.kind
        if role in (BEFORE, AFTER):
            return self._excerpt(number, change, 1 if role == BEFORE else 2)
        if role == Qt.ItemDataRole.DisplayRole:
            return self.kind_name(change.kind)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(change)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._spoken(change)[:600]
        return None

    def _spoken(self, change: Change) -> str:
        if change.kind == "changed":
            words = self.tr("{kind}: “{before}” became “{after}”")
        else:
            words = self.tr("{kind}: “{text}”")
        text = " ".join((change.text_b or change.text_a).split())
        before, after = " ".join(change.text_a.split()), " ".join(change.text_b.split())
        return words.format(kind=self.kind_name(change.kind), before=before, after=after, text=text)

    def _excerpt(self, number: int, change: Change, side: int) -> list[Run]:
        key = (number, side)
        if key not in self._excerpts:
            if change.kind == "changed":
                self._excerpts[key] = excerpt(runs(self.words(number), side))
            else:
                whole = change.text_a if side == 1 else change.text_b
                wanted = (side == 1) == (change.kind == "removed")
                self._excerpts[key] = excerpt([(whole, False)]) if wanted and whole else []
        return self._excerpts[key]


class ChangesFilter(QSortFilterProxyModel):
    """Keeps the kinds that are wanted."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._hidden: frozenset[str] = frozenset()

    def hide_kinds(self, kinds: frozenset[str]) -> None:
        self.beginFilterChange()
        self._hidden = kinds
        self.endFilterChange(QSortFilterProxyModel.Direction.Rows)

    def filterAcceptsRow(self, number: int, _parent: Index) -> bool:
        model = self.sourceModel()
        assert isinstance(model, ChangesModel)
        return model.rows[number][1].kind not in self._hidden


class ChangeDelegate(QStyledItemDelegate):
    """Sign in a circle, kind, then what stood there and what stands there."""

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._view = view
        self._heights: dict[tuple[int, int], int] = {}

    def forget(self) -> None:
        """Other changes are shown: the heights known are those of the old ones."""
        self._heights.clear()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        width = self._view.viewport().width()
        key = (int(index.data(NUMBER)), width)
        if key not in self._heights:
            room = max(80.0, width - _SIGN - 3 * _PAD - 2)
            texts = [index.data(role) for role in (BEFORE, AFTER)]
            height = sum(_lay_out(found, option.font, room)[1] + 4 for found in texts if found)
            self._heights[key] = math.ceil(2 * _PAD + option.fontMetrics.lineSpacing() + 2 + height)
        return QSize(160, self._heights[key])

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colors = theme.colors()
        kind = str(index.data(KIND))
        colour, sign = theme.changes[kind]
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, option.palette.color(QPalette.ColorRole.Highlight))
            painter.fillRect(QRect(option.rect.topLeft(), QSize(3, option.rect.height())), QColor(colors.accent))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(option.rect, QColor(colors.raised))
        box = QRectF(option.rect).adjusted(_PAD + 2, _PAD, -_PAD, -_PAD)
        circle = QRectF(box.left(), box.top(), _SIGN, _SIGN)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colour))
        painter.drawEllipse(circle)
        painter.setPen(QColor(colors.surface))
        painter.setFont(scaled(option.font, 1.0, QFont.Weight.Bold))
        painter.drawText(circle, Qt.AlignmentFlag.AlignCenter, sign)
        words = box.adjusted(_SIGN + _PAD, 0, 0, 0)
        painter.setFont(scaled(option.font, 1.0, QFont.Weight.DemiBold))
        painter.setPen(QColor(colour))
        height = option.fontMetrics.lineSpacing()
        painter.drawText(QRectF(words.left(), words.top(), words.width(), _SIGN), 0, str(index.data()))
        top = words.top() + height + 2
        room = max(80.0, self._view.viewport().width() - _SIGN - 3 * _PAD - 2.0)
        for role, side in ((BEFORE, "removed"), (AFTER, "added")):
            found: list[Run] = index.data(role)
            if found:
                place = QPointF(words.left(), top)
                top += _paint_runs(painter, place, room, found, option.font, side) + 4
        painter.setPen(QColor(colors.border))
        painter.drawLine(option.rect.bottomLeft(), option.rect.bottomRight())
        painter.restore()


def _lay_out(found: list[Run], font: QFont, room: float, side: str = "") -> tuple[QTextLayout, float, bool]:
    """Stretches of text in at most a few lines: the layout, its height, and whether something was left out."""
    layout = QTextLayout("".join(text for text, _ in found), font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    length = 0
    formats: list[QTextLayout.FormatRange] = []
    for text, differs in found:
        span = QTextLayout.FormatRange()
        # positions in Qt's texts count UTF-16 units
        span.start, span.length = length, len(text.encode("utf-16-le")) // 2
        span.format = _format(side if differs else "")
        formats.append(span)
        length += span.length
    layout.setFormats(formats)
    layout.beginLayout()
    height, end = 0.0, 0
    for _ in range(_LINES):
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(room)
        line.setPosition(QPointF(0, height))
        height += line.height()
        end = line.textStart() + line.textLength()
    layout.endLayout()
    return layout, height, end < length


def _format(side: str) -> QTextCharFormat:
    """How text looks that is the same (""), or is only on one side."""
    form = QTextCharFormat()
    form.setForeground(QColor(getattr(theme.colors(), side or "text")))
    if side:
        form.setBackground(QColor(theme.soft(side)))
        form.setFontStrikeOut(side == "removed")
        form.setFontUnderline(side == "added")
    return form


def _paint_runs(painter: QPainter, place: QPointF, room: float, found: list[Run], font: QFont, side: str) -> float:
    """Paint stretches of text, what differs on its ground; the height used."""
    layout, height, more = _lay_out(found, font, room, side)
    layout.draw(painter, place)
    if more:
        painter.setPen(QColor(theme.colors().muted))
        painter.setFont(font)
        last = layout.lineAt(layout.lineCount() - 1)
        x = place.x() + min(last.naturalTextWidth(), room - 10)
        painter.drawText(QPointF(x, place.y() + last.y() + last.ascent()), "…")
    return height
