"""What a compare pane shows sources with: the page as it was received, the bytes of each change on its ground."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QResizeEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QTextEdit, QWidget

from widgets import theme
from widgets.compare.positions import Positions
from widgets.compare.source_text import Marked, MarkedSource, Place
from widgets.page.code_view import CodeView


class SourceSurface(CodeView):
    """Source with line numbers; in the margin the signs of the changes."""

    scrolled = Signal(float)
    mark_clicked = Signal(int)
    settled = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Source of this version"))
        self._marked: MarkedSource | None = None
        self._marks: dict[int, Marked] = {}
        self._rows: dict[int, list[Marked]] = {}  # what is marked in a row
        self._focused = -1
        self._quiet = False
        self._wait = QTimer(self, singleShot=True, interval=0)
        self._wait.timeout.connect(self.settled)
        self.written.connect(self._all_written)
        self.verticalScrollBar().valueChanged.connect(self._moved)

    def show_marked(self, marked: MarkedSource, language: str, hidden: frozenset[int]) -> None:
        """Show a version; changes in `hidden` are not marked."""
        new, self._marked = marked is not self._marked, marked
        self._marks = {mark[0]: mark for mark in marked.marks if mark[0] not in hidden}
        self._rows = {}
        for mark in self._marks.values():
            (first, _), (last, column) = mark[2:]
            for row in range(first, last + (column > 0 or first == last)):
                self._rows.setdefault(row, []).append(mark)
        self._focused = -1
        if new:
            self.show_source(marked.source, language)
        self._select()
        self._wait.start()

    def _all_written(self) -> None:
        """What stands further down can be marked and gone to only now."""
        if self._marked is not None:
            self._select()
            if self._focused >= 0:
                self.focus_mark(self._focused)
            self._wait.start()

    def forget(self) -> None:
        """Other versions will be shown."""
        self._marked, self._marks, self._rows = None, {}, {}

    def focus_mark(self, index: int) -> None:
        if index not in self._marks:
            return
        self._focused = index
        self._select()
        if self._marks[index][2][0] >= self.blockCount():
            return  # not written yet: once it is
        cursor = self._cursor(self._marks[index][2])
        self._quiet = True
        self.setTextCursor(cursor)
        self.centerCursor()
        self._quiet = False

    def scroll_to(self, fraction: float) -> None:
        self._quiet = True
        self.verticalScrollBar().setValue(round(fraction * self.verticalScrollBar().maximum()))
        self._quiet = False

    def measure(self, callback: Callable[[Positions], None]) -> None:
        """Places in lines on screen, which the scroll bar counts as well."""
        bar = self.verticalScrollBar()
        spans: dict[int, tuple[float, float]] = {}
        marks = [(number, first, last) for number, _, first, last in self._marks.values()]
        for number, first, last in [*marks, *(self._marked.anchors if self._marked else ())]:
            top, bottom = self._line(first), self._line(last)
            spans[number] = (float(top), max(1.0, float(bottom - top)))
        at = bar.value() / max(1, bar.maximum())
        callback(Positions(float(bar.maximum() + bar.pageStep()), float(max(1, bar.pageStep())), spans, at=at))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        cursor = self.cursorForPosition(event.position().toPoint())
        place = (cursor.blockNumber(), cursor.positionInBlock())
        for number, _, first, last in self._marks.values():
            if first <= place <= last:
                self.mark_clicked.emit(number)
                return

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._wait.start()

    def paint_gutter(self, event: QPaintEvent) -> None:
        super().paint_gutter(event)
        painter = QPainter(self._gutter)
        line = self.fontMetrics().lineSpacing()
        block = self.firstVisibleBlock()
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        while block.isValid() and top <= event.rect().bottom():
            height = self.blockBoundingRect(block).height()
            for _, kind, first, last in self._rows.get(block.blockNumber(), ()):
                colour, sign = theme.changes[kind]
                begins, ends = first[0] == block.blockNumber(), last[0] == block.blockNumber()
                y = top + (self._line(first) - block.firstLineNumber()) * line if begins else top
                bottom = top + (self._line(last) - block.firstLineNumber() + 1) * line if ends else top + height
                painter.fillRect(QRectF(0, y, 3, bottom - y), QColor(colour))
                if begins:
                    painter.setPen(QColor(colour))
                    painter.drawText(QRectF(4, y, 12, line), Qt.AlignmentFlag.AlignCenter, sign)
            top += height
            block = block.next()
        painter.end()

    def _line(self, place: Place) -> int:
        """The line on screen of a place; of what was never in sight, that of its row."""
        block = self.document().findBlockByNumber(place[0])
        line = block.layout().lineForTextPosition(place[1]) if block.isValid() else None
        return block.firstLineNumber() + (line.lineNumber() if line is not None and line.isValid() else 0)

    def _cursor(self, place: Place) -> QTextCursor:
        block = self.document().findBlockByNumber(place[0])
        cursor = QTextCursor(block)
        cursor.setPosition(block.position() + min(place[1], block.length() - 1))
        return cursor

    def _select(self) -> None:
        selections = []
        rows = self.blockCount() if self.complete else self.blockCount() - 1
        for number, kind, first, last in self._marks.values():
            if last[0] >= rows:
                continue  # not written yet
            selection = QTextEdit.ExtraSelection()
            selection.cursor = self._cursor(first)
            selection.cursor.setPosition(self._cursor(last).position(), QTextCursor.MoveMode.KeepAnchor)
            ground = QColor(theme.soft(kind))
            if number == self._focused:
                ground = QColor(theme.changes[kind][0])
                ground.setAlpha(80)
            selection.format = QTextCharFormat()
            selection.format.setBackground(ground)
            selections.append(selection)
        self.setExtraSelections(selections)

    def _moved(self, value: int) -> None:
        if not self._quiet:
            self.scrolled.emit(value / max(1, self.verticalScrollBar().maximum()))
