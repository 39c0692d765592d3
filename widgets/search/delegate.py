"""How a hit is painted: title, site and dates, the headings it stands under, two lines of text with the words marked."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPalette,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from widgets.blocks import label_styles
from widgets.kit import theme
from widgets.kit.parts import scaled
from widgets.search.model import ADDRESS, FACTS, LABEL, MARKS, NEW, PATH, SNIPPET, TITLE

Index = QModelIndex | QPersistentModelIndex
PAD = 10
_LINES, _ICON = 2, 18
_DISC, _ROOMY = 16, 320  # pixels of the sign of a label, and of a row from which on its name stands beside it
_SHARED = 280  # pixels from which on an address has room for headings beside it
_RIGHT, _MIDDLE = Qt.TextElideMode.ElideRight, Qt.TextElideMode.ElideMiddle


class HitDelegate(QStyledItemDelegate):
    """Rows of one height, so that a list of many is laid out at once."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(160, 2 * PAD + (2 + _LINES) * option.fontMetrics.lineSpacing() + 6)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        colors, line = theme.colors(), option.fontMetrics.lineSpacing()
        paint_ground(painter, option)
        box = QRectF(option.rect).adjusted(PAD + 2, PAD, -PAD, -PAD)
        icon = index.data(Qt.ItemDataRole.DecorationRole)
        icon.paint(painter, QRect(int(box.left()), int(box.top()) + 1, _ICON, _ICON))
        words = box.adjusted(_ICON + PAD, 0, 0, 0)
        bold = scaled(option.font, 1.0, QFont.Weight.DemiBold)
        title = QRectF(words)
        fresh = str(index.data(NEW) or "")
        if fresh:
            title.setRight(
                paint_badge(painter, words, scaled(option.font, 0.85, QFont.Weight.DemiBold), fresh)
            )
        label = str(index.data(LABEL) or "")
        if label:
            title.setRight(_label(painter, title, scaled(option.font, 0.85), label))
        paint_line(painter, title, bold, colors.text, str(index.data(TITLE)), _RIGHT)
        words.setTop(words.top() + line + 1)
        small = scaled(option.font, 0.92)
        self._paint_facts(painter, words, small, index)
        words.setTop(words.top() + line + 3)
        paint_text(painter, words, option.font, str(index.data(SNIPPET)), index.data(MARKS) or ())
        painter.setPen(QColor(colors.border))
        painter.drawLine(option.rect.bottomLeft(), option.rect.bottomRight())
        painter.restore()

    @staticmethod
    def _paint_facts(painter: QPainter, words: QRectF, font: QFont, index: Index) -> None:
        """Address, dates and versions, headings: the address and the headings share what room there is."""
        muted, metrics = theme.colors().muted, QFontMetricsF(font)
        facts, path = f"  ·  {index.data(FACTS)}", str(index.data(PATH) or "")
        address = str(index.data(ADDRESS))
        fixed = metrics.horizontalAdvance(facts)
        if words.width() - fixed < _SHARED:
            path = ""  # neither could be read; the tip has it
        left = words.width() - fixed
        share = left if not path else max(0.55 * left, left - metrics.horizontalAdvance(f"  ›  {path}"))
        room = min(metrics.horizontalAdvance(address) + 2, max(60.0, share))
        paint_line(painter, QRectF(words.left(), words.top(), room, 20), font, muted, address, _MIDDLE)
        behind = words.adjusted(room, 0, 0, 0)
        paint_line(painter, behind, font, muted, facts, _RIGHT)
        if path:
            paint_line(
                painter, behind.adjusted(fixed, 0, 0, 0), font, theme.colors().accent, f"  ›  {path}", _RIGHT
            )


def _label(painter: QPainter, box: QRectF, font: QFont, label: str) -> float:
    """The label of the block that says it, with its sign as on a page, at the right; where there is little room the
    sign alone. Where the room before it ends."""
    words = f"{label_styles.name(label)}"
    width = QFontMetricsF(font).horizontalAdvance(words) + 4 if box.width() >= _ROOMY else 0.0
    left = box.right() - width - _DISC
    label_styles.paint_disc(painter, QPointF(left + _DISC / 2, box.top() + _DISC / 2), label, font)
    if width:
        place = QRectF(left + _DISC + 4, box.top() + 1, width, box.height())
        paint_line(painter, place, font, theme.colors().muted, words, _RIGHT)
    return left - 6


def paint_badge(painter: QPainter, box: QRectF, font: QFont, text: str) -> float:
    """A word in a box of its own at the right end of a line; where what stands before it must end."""
    metrics, colors = QFontMetricsF(font), theme.colors()
    width = metrics.horizontalAdvance(text) + 12
    place = QRectF(box.right() - width, box.top() + 1, width, metrics.height() + 2)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colors.accent_soft))
    painter.drawRoundedRect(place, 4, 4)
    painter.setFont(font)
    painter.setPen(QColor(colors.accent))
    painter.drawText(place, Qt.AlignmentFlag.AlignCenter, text)
    return place.left() - 6


def paint_ground(painter: QPainter, option: QStyleOptionViewItem) -> None:
    """Behind a row: whether it is chosen, or under the pointer."""
    colors = theme.colors()
    if option.state & QStyle.StateFlag.State_Selected:
        painter.fillRect(option.rect, option.palette.color(QPalette.ColorRole.Highlight))
        painter.fillRect(QRect(option.rect.topLeft(), QSize(3, option.rect.height())), QColor(colors.accent))
    elif option.state & QStyle.StateFlag.State_MouseOver:
        painter.fillRect(option.rect, QColor(colors.raised))


def paint_line(
    painter: QPainter, box: QRectF, font: QFont, ink: str, text: str, mode: Qt.TextElideMode
) -> None:
    metrics = QFontMetricsF(font)
    painter.setFont(font)
    painter.setPen(QColor(ink))
    shown = metrics.elidedText(text, mode, box.width())
    painter.drawText(
        QRectF(box.left(), box.top(), box.width(), metrics.lineSpacing()), Qt.TextFlag.TextSingleLine, shown
    )


def paint_text(
    painter: QPainter,
    box: QRectF,
    font: QFont,
    text: str,
    marks: tuple[tuple[int, int], ...],
    ground: str = "",
    most: int = _LINES,
) -> None:
    """So many lines, the last one cut where there is more; what is marked stands on a ground."""
    marked = QTextCharFormat()
    marked.setBackground(QColor(ground or theme.colors().changed_soft))
    marked.setFontWeight(QFont.Weight.DemiBold)
    layout = QTextLayout(text, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    ranges = []
    for begin, end in marks:
        stretch = QTextLayout.FormatRange()
        stretch.start, stretch.length, stretch.format = (
            _units(text, begin),
            _units(text, end) - _units(text, begin),
            marked,
        )
        ranges.append(stretch)
    layout.setFormats(ranges)
    painter.setPen(QColor(theme.colors().text))
    painter.setFont(font)
    layout.beginLayout()
    lines = []
    for number in range(most):
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(box.width())
        line.setPosition(QPointF(0, number * QFontMetricsF(font).lineSpacing()))
        lines.append(line)
    layout.endLayout()
    for line in lines:
        line.draw(painter, box.topLeft())


def _units(text: str, place: int) -> int:
    """A place in the UTF-16 units that Qt counts."""
    return place if text.isascii() else len(text[:place].encode("utf-16-le")) // 2
