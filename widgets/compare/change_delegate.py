"""Painting of a change in the list: sign, title, kind, text before and after."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPalette,
    QPen,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from widgets.compare.changes_model import AFTER, BEFORE, EVIDENCE, EXTENTS, FACTS, FOLD, KIND, NUMBER, TAG
from widgets.compare.words import END, Run, extent
from widgets.compare.words import PICTURE_SIGN as SIGN
from widgets.kit import theme
from widgets.kit.parts import scaled
from widgets.kit.tables import Index
from widgets.words import formats

_LINES, _PAD, _SIGN, _FOLD, _MORE = 3, 8, 20, 36, 14
_FEW = 20  # characters left out that need no number


class ChangeDelegate(QStyledItemDelegate):
    """Rows as high as their text, at most three lines of it on either side."""

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._view = view
        self._heights: dict[tuple[int, int], int] = {}

    def forget(self) -> None:
        """Other changes are shown: the heights known are those of the old ones."""
        self._heights.clear()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        if index.data(FOLD):
            return QSize(160, _FOLD)
        width = self._view.viewport().width()
        key = (int(index.data(NUMBER) or 0), width)
        if key not in self._heights:
            texts = [index.data(role) for role in (BEFORE, AFTER)]
            height = sum(_lay_out(found, option.font, self._room())[1] + 4 for found in texts if found)
            lines = 1 + bool(index.data(FACTS)) + bool(index.data(EVIDENCE))
            self._heights[key] = math.ceil(2 * _PAD + lines * option.fontMetrics.lineSpacing() + 2 + height)
        return QSize(160, self._heights[key])

    def _room(self) -> float:
        return max(80.0, self._view.viewport().width() - _SIGN - 3 * _PAD - 2.0)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colors = theme.colors()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, option.palette.color(QPalette.ColorRole.Highlight))
            painter.fillRect(
                QRect(option.rect.topLeft(), QSize(3, option.rect.height())), QColor(colors.accent)
            )
        elif option.state & QStyle.StateFlag.State_MouseOver or index.data(FOLD):
            painter.fillRect(option.rect, QColor(colors.raised))
        if index.data(FOLD):
            self._paint_fold(painter, option, index)
        else:
            self._paint_change(painter, option, index)
        painter.setPen(QColor(colors.border))
        painter.drawLine(option.rect.bottomLeft(), option.rect.bottomRight())
        painter.restore()

    def _paint_fold(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        box = option.rect.adjusted(_PAD, 0, -_PAD, 0)
        arrow = theme.icon("expand" if index.data(KIND) else "collapse", "muted")
        arrow.paint(painter, QRect(box.left(), box.center().y() - 9, 18, 18))
        painter.setPen(QColor(theme.colors().muted))
        painter.setFont(option.font)
        words = box.adjusted(_SIGN + _PAD, 0, 0, 0)
        text = option.fontMetrics.elidedText(str(index.data()), Qt.TextElideMode.ElideRight, words.width())
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, text)

    def _paint_change(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        colors = theme.colors()
        kind = str(index.data(KIND))
        colour, sign = theme.changes[kind]
        box = QRectF(option.rect).adjusted(_PAD + 2, _PAD, -_PAD, -_PAD)
        evidence = str(index.data(EVIDENCE) or "")
        circle = QRectF(box.left(), box.top(), _SIGN, _SIGN)
        paint_sign(painter, circle, colour, sign, option.font, hollow=bool(evidence))
        words = box.adjusted(_SIGN + _PAD, 0, 0, 0)
        height = option.fontMetrics.lineSpacing()
        room = words.width() - self._paint_tag(painter, words, str(index.data(TAG) or ""), option.font)
        bold = scaled(option.font, 1.0, QFont.Weight.DemiBold)
        painter.setFont(bold)
        facts = str(index.data(FACTS) or "")
        painter.setPen(QColor(colors.text if facts else colour))
        title = QFontMetricsF(bold).elidedText(str(index.data()), Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRectF(words.left(), words.top(), room, height), 0, title)
        top = words.top() + height
        small = scaled(option.font, 0.92)
        painter.setFont(small)
        for text, ink in ((facts, colour), (evidence, colors.muted)):
            if text:
                painter.setPen(QColor(ink))
                said = QFontMetricsF(small).elidedText(text, Qt.TextElideMode.ElideRight, words.width())
                painter.drawText(
                    QRectF(words.left(), top, words.width(), height), Qt.AlignmentFlag.AlignVCenter, said
                )
                top += height
        top += 2
        for role, side, whole in zip((BEFORE, AFTER), ("removed", "added"), index.data(EXTENTS), strict=True):
            found: list[Run] = index.data(role)
            if found:
                place = QPointF(words.left(), top)
                top += _paint_runs(painter, place, self._room(), found, option.font, side, whole) + 4

    @staticmethod
    def _paint_tag(painter: QPainter, words: QRectF, text: str, font: QFont) -> float:
        """The part that the block plays, small at the right; the width it takes."""
        if not text:
            return 0
        small = scaled(font, 0.84)
        metrics = QFontMetricsF(small)
        width = min(metrics.horizontalAdvance(text) + 12, words.width() * 0.5)
        box = QRectF(words.right() - width, words.top() + 1, width, metrics.height() + 2)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(theme.colors().border), 1))
        painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
        painter.setPen(QColor(theme.colors().muted))
        painter.setFont(small)
        said = metrics.elidedText(text, Qt.TextElideMode.ElideRight, width - 8)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, said)
        return width + 6


def paint_sign(
    painter: QPainter, circle: QRectF, colour: str, sign: str, font: QFont, *, hollow: bool = False
) -> None:
    """The sign of a kind in a filled circle; `hollow` for what is noise."""
    painter.setPen(QPen(QColor(colour), 1.5) if hollow else Qt.PenStyle.NoPen)
    painter.setBrush(Qt.BrushStyle.NoBrush if hollow else QColor(colour))
    painter.drawEllipse(circle.adjusted(1, 1, -1, -1) if hollow else circle)
    painter.setPen(QColor(colour if hollow else theme.colors().surface))
    painter.setFont(scaled(font, 1.0, QFont.Weight.Bold))
    painter.drawText(circle, Qt.AlignmentFlag.AlignCenter, sign)


def _lay_out(
    found: list[Run], font: QFont, room: float, side: str = "", tail: float = _MORE
) -> tuple[QTextLayout, float, bool]:
    """Stretches of text in at most a few lines: the layout, its height, and whether something was left out, for which
    `tail` pixels are kept free."""
    layout = QTextLayout("".join(text for text, _ in found), font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    length = 0
    formats: list[QTextLayout.FormatRange] = []
    for text, differs in found:
        span = QTextLayout.FormatRange()
        # positions in Qt's texts count UTF-16 units
        span.start, span.length = length, len(text.encode("utf-16-le", "surrogatepass")) // 2
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
        if layout.lineCount() == _LINES and line.textStart() + line.textLength() < length:
            line.setLineWidth(room - tail)  # for the dots
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


def _paint_runs(
    painter: QPainter, place: QPointF, room: float, found: list[Run], font: QFont, side: str, whole: int
) -> float:
    """Paint stretches of text, what differs on its ground, and how much of it was left out; the height used."""
    metrics = QFontMetricsF(font)
    tail = max(_MORE, metrics.horizontalAdvance(_left_out(whole)) if whole > _FEW else 0.0)
    layout, height, more = _lay_out(found, font, room, side, tail)
    layout.draw(painter, place)
    last = layout.lineAt(layout.lineCount() - 1)
    said = said_of(found, last.textStart() + last.textLength())
    said = said[said.index((END, False)) + 1 :] if (END, False) in said else said
    left = whole - extent([run for run in said if not run[0].startswith(SIGN)])
    words = _left_out(left) if left > _FEW else "…" if more else ""
    if words and (more or last.naturalTextWidth() + tail <= room):
        painter.setPen(QColor(theme.colors().muted))
        painter.setFont(font)
        x = place.x() + min(last.naturalTextWidth(), room - tail)
        painter.drawText(QPointF(x, place.y() + last.y() + last.ascent()), words)
    return height


def _left_out(count: int) -> str:
    return f"… +{formats.number(count)}"


def said_of(found: list[Run], length: int) -> list[Run]:
    """The beginning of stretches of text, as many UTF-16 units long."""
    said: list[Run] = []
    for text, differs in found:
        units = text.encode("utf-16-le", "surrogatepass")[: 2 * max(0, length)]
        said.append((units.decode("utf-16-le", "replace"), differs))
        length -= len(units) // 2
    return said
