"""A read-only view of source text with line numbers; very long lines are broken for display."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFontDatabase, QPainter, QPaintEvent, QPalette, QResizeEvent, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from widgets import theme
from widgets.page.highlight import SourceHighlighter
from widgets.page.parts import bare, scaled

_LONGEST = 4000  # characters in a line on screen: text layout grows worse than linearly
_AT_ONCE = 6_000  # characters; more are written a slice at a time, so that the window stays awake
_PIECE = 4_000  # characters between looks at the clock
_SLICE = 0.008  # seconds: two views may be written at the same time
_BREAK = re.compile(r"[;>},]")


@dataclass(frozen=True, slots=True)
class SourceText:
    """Text ready to show: `numbers` is the line number of every block (0 = continues the line above), empty when
    no line was broken."""

    text: str
    numbers: tuple[int, ...] = ()
    lines: int = 0


def break_lines(text: str, longest: int = _LONGEST) -> SourceText:
    """Break lines longer than `longest`, after a `;`, `>`, `}` or `,` when there is one near."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2029", "\n").split("\n")
    if all(len(line) <= longest for line in lines):
        return SourceText("\n".join(lines), (), len(lines))
    shown: list[str] = []
    numbers: list[int] = []
    for number, line in enumerate(lines, 1):
        start, label = 0, number
        while len(line) - start > longest:
            breaks = [m.end() for m in _BREAK.finditer(line, start + longest * 3 // 4, start + longest)]
            end = breaks[-1] if breaks else start + longest
            shown.append(line[start:end])
            numbers.append(label)
            start, label = end, 0
        shown.append(line[start:])
        numbers.append(label)
    return SourceText("\n".join(shown), tuple(numbers), len(lines))


def _pieces(text: str) -> Iterator[str]:
    yield text[:_AT_ONCE]
    for start in range(_AT_ONCE, len(text), _PIECE):
        yield text[start : start + _PIECE]


class CodeView(QPlainTextEdit):
    """Source text, coloured as far as it was scrolled to."""

    written = Signal()  # all of the text is there

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._rest: Iterator[str] = iter(())
        self._more = QTimer(self, singleShot=True, interval=0)
        self._more.timeout.connect(self._write)
        self.setReadOnly(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.setUndoRedoEnabled(False)
        bare(self)
        self.setTabStopDistance(4 * self.fontMetrics().horizontalAdvance(" "))
        self.set_wrapped(True)
        self._source = SourceText("")
        self._language = ""
        self._gutter = _Gutter(self)
        self.highlighter: SourceHighlighter | None = None
        self.blockCountChanged.connect(self._fit_gutter)
        self.updateRequest.connect(self._scrolled)
        self._fit_gutter()

    def set_zoom(self, factor: float) -> None:
        """Larger or smaller letters, line numbers too."""
        self.setFont(scaled(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont), factor))
        self.setTabStopDistance(4 * self.fontMetrics().horizontalAdvance(" "))
        self._fit_gutter()

    def show_source(self, source: SourceText, language: str) -> None:
        """Show text; `language` "" leaves it without colours."""
        self.clear()  # first: colours are taken from what little is left, not from all of the text before
        self._drop_highlighter()
        self._source, self._language = source, language
        self._more.stop()
        self._rest = _pieces(source.text)
        self.setPlainText(next(self._rest))
        self._highlight()
        self._fit_gutter()
        if len(source.text) > _AT_ONCE:
            self._more.start()  # what is seen is there: the rest takes turns with all else
        else:
            self.written.emit()

    @property
    def complete(self) -> bool:
        """Whether all of the text is there."""
        return not self._more.isActive()

    def _write(self) -> None:
        """Write more of the text as long as that does not hold up the window."""
        end = time.monotonic() + _SLICE
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        for piece in self._rest:
            cursor.insertText(piece)
            if time.monotonic() > end:
                self._more.start()
                return
        self.written.emit()

    def set_wrapped(self, wrapped: bool) -> None:
        mode = QPlainTextEdit.LineWrapMode.WidgetWidth if wrapped else QPlainTextEdit.LineWrapMode.NoWrap
        self.setLineWrapMode(mode)

    def line_label(self, block_number: int) -> str:
        """What stands in the margin beside a block."""
        if not self._source.numbers:
            return str(block_number + 1)
        number = self._source.numbers[block_number] if block_number < len(self._source.numbers) else 0
        return str(number) if number else "·"

    def gutter_width(self) -> int:
        digits = max(3, len(str(max(1, self._source.lines))))
        return 24 + self.fontMetrics().horizontalAdvance("9") * digits

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        inside = self.contentsRect()
        self._gutter.setGeometry(QRect(inside.left(), inside.top(), self.gutter_width(), inside.height()))
        self._reach()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._language:
            self._drop_highlighter()
            self._highlight()

    def paint_gutter(self, event: QPaintEvent) -> None:
        painter = QPainter(self._gutter)
        colors = theme.colors()
        painter.fillRect(event.rect(), self.palette().color(QPalette.ColorRole.Base))
        painter.setPen(QColor(colors.border))
        right = self._gutter.width() - 8
        painter.drawLine(right, event.rect().top(), right, event.rect().bottom())
        painter.setPen(QColor(colors.muted))
        painter.setFont(self.font())
        block = self.firstVisibleBlock()
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        height = self.fontMetrics().height()
        while block.isValid() and top <= event.rect().bottom():
            box = QRect(0, round(top), right - 8, height)
            painter.drawText(box, Qt.AlignmentFlag.AlignRight, self.line_label(block.blockNumber()))
            top += self.blockBoundingRect(block).height()
            block = block.next()
        painter.end()

    def _highlight(self) -> None:
        if self._language:
            dark = self.palette().color(QPalette.ColorRole.Base).lightness() < 128
            self.highlighter = SourceHighlighter(self.document(), self._language, dark=dark)
            self._reach()

    def _drop_highlighter(self) -> None:
        if self.highlighter is not None:
            self.highlighter.setDocument(None)
            self.highlighter.deleteLater()
            self.highlighter = None

    def _fit_gutter(self) -> None:
        self.setViewportMargins(self.gutter_width(), 0, 0, 0)

    def _scrolled(self, area: QRect, dy: int) -> None:
        if dy:
            self._gutter.scroll(0, dy)
        else:
            self._gutter.update(0, area.y(), self._gutter.width(), area.height())
        self._reach()

    def _reach(self) -> None:
        if self.highlighter is not None:
            rows = self.viewport().height() // max(1, self.fontMetrics().height())
            self.highlighter.reach(min(self.blockCount() - 1, self.firstVisibleBlock().blockNumber() + rows + 20))


class _Gutter(QWidget):
    """The margin with the line numbers."""

    def __init__(self, view: CodeView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self) -> QSize:
        return QSize(self._view.gutter_width(), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        self._view.paint_gutter(event)
