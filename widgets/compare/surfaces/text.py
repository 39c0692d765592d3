"""What a compare pane shows texts with: lines, each on the ground of its kind with its sign before it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QColor, QMouseEvent, QResizeEvent, QTextBlockFormat, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QApplication, QTextBrowser, QWidget

from widgets.compare.kinds import KINDS
from widgets.compare.lines import Line
from widgets.compare.surfaces.positions import Positions
from widgets.compare.words import CELLS, Run
from widgets.kit import theme
from widgets.kit.parts import bare, scaled

_SLICE = (
    0.012  # seconds of writing lines and laying them out in one go, about; both panes write at the same time
)
_ROOM = 4_000, 200_000  # characters written in one go: at first, and at most


class TextSurface(QTextBrowser):
    """Lines of text; many of them are written a slice at a time, so that the window stays awake."""

    scrolled = Signal(float)
    mark_clicked = Signal(int)
    settled = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        bare(self)
        self.setOpenLinks(False)
        self.setUndoRedoEnabled(False)
        self.setAccessibleName(self.tr("Text of this version"))
        self._blocks: dict[int, tuple[int, int]] = {}  # number of a change → its first and last text block
        self._kinds: dict[int, str] = {}
        self._numbers: list[int] = []
        self._lines: Iterator[Line] = iter(())
        self._folded = ""
        self._room = _ROOM[0]
        self._quiet = False
        self._places: Positions | None = None  # where everything stands, until it is laid out anew
        self._more = QTimer(self, singleShot=True, interval=0)
        self._more.timeout.connect(self._write)
        self.verticalScrollBar().valueChanged.connect(self._moved)

    @property
    def complete(self) -> bool:
        """Whether all lines are written."""
        return not self._more.isActive()

    def show_lines(self, lines: Iterable[Line], folded: str) -> None:
        """Lines as (index, kind, runs); kind "fold" stands for lines left out and says so with `folded`."""
        self._more.stop()
        self.clear()
        self._blocks.clear()
        self._kinds.clear()
        self._numbers.clear()
        self.setExtraSelections([])
        self.document().setDocumentMargin(theme.UNIT)
        self.setTabStopDistance(16)
        self._lines, self._folded = iter(lines), folded
        self._more.start()

    def _write(self) -> None:
        """Write lines as long as that does not hold up the window."""
        self._places = None
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.beginEditBlock()
        begin, left = time.monotonic(), self._room
        for index, kind, runs in self._lines:
            left -= 40 + sum(len(text) for text, _ in runs)  # a line is work by itself
            form = self._block_format(kind)
            if self._numbers:
                cursor.insertBlock(form)
            else:
                cursor.setBlockFormat(form)
            number = cursor.blockNumber()
            self._blocks[index] = (self._blocks.get(index, (number, number))[0], number)
            if kind != "unchanged" or index not in self._kinds:
                self._kinds[index] = kind
            self._numbers.append(index)
            self._insert(
                cursor, kind, [(self._folded.format(n=runs[0][0]), False)] if kind == "fold" else runs
            )
            if left < 0 or time.monotonic() > begin + _SLICE:
                self._more.start()
                break
        cursor.endEditBlock()  # only now all is laid out, which takes longer than the writing
        pace = _SLICE / max(_SLICE / 2, time.monotonic() - begin)
        self._room = min(max(_ROOM[0], int(self._room * pace)), _ROOM[1])
        if self.complete:
            self.settled.emit()

    def set_zoom(self, factor: float) -> None:
        """Larger or smaller letters."""
        self.setFont(scaled(QApplication.font(), factor))
        self._places = None
        self.settled.emit()

    def focus_mark(self, index: int) -> None:
        blocks = self._blocks.get(index, self._blocks.get(-index - 1))
        if blocks is None:
            return
        first = self.document().findBlockByNumber(blocks[0])
        top = self.document().documentLayout().blockBoundingRect(first).top()
        self._set(round(top - self.viewport().height() / 3))
        self._outline(*blocks, self._kinds.get(index, ""))

    def scroll_to(self, fraction: float) -> None:
        self._set(round(fraction * self.verticalScrollBar().maximum()))

    def measure(self, callback: Callable[[Positions], None]) -> None:
        if self._places is None:
            self._places = self._measured()
        bar = self.verticalScrollBar()
        callback(replace(self._places, at=bar.value() / max(1, bar.maximum())))

    def _measured(self) -> Positions:
        layout, document = self.document().documentLayout(), self.document()
        spans: dict[int, tuple[float, float]] = {}
        gaps: dict[int, float] = {}
        for index, (first, last) in self._blocks.items():
            top = layout.blockBoundingRect(document.findBlockByNumber(first)).top()
            if index < 0:
                gaps[-index - 1] = top
                continue
            spans[index] = (top, layout.blockBoundingRect(document.findBlockByNumber(last)).bottom() - top)
        height = max(1.0, layout.documentSize().height())
        gaps = {number: y for number, y in gaps.items() if number not in spans}
        return Positions(height, self.viewport().height(), spans, gaps)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        number = self.cursorForPosition(event.position().toPoint()).blockNumber()
        if 0 <= number < len(self._numbers) and self._kinds.get(self._numbers[number]) in (*KINDS, "gap"):
            index = self._numbers[number]
            self.mark_clicked.emit(index if index >= 0 else -index - 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._places = None
        self.settled.emit()

    def _block_format(self, kind: str) -> QTextBlockFormat:
        form = QTextBlockFormat()
        form.setLeftMargin(24)
        form.setTextIndent(-16)  # signs stand before the text, also where it is wrapped
        if kind in KINDS:
            form.setBackground(QColor(theme.soft(kind)))
        elif kind == "heading":
            form.setTopMargin(theme.DOUBLE)
        elif kind in ("gap", "fold"):
            form.setBackground(QColor(theme.colors().raised))
        return form

    def _insert(self, cursor: QTextCursor, kind: str, runs: list[Run]) -> None:
        plain = QTextCharFormat()
        if kind in ("fold", "heading"):
            plain.setForeground(QColor(theme.colors().muted))
        if kind == "heading":
            plain.setFontWeight(600)
        sign = QTextCharFormat()
        sign.setFontWeight(700)
        if kind in KINDS:
            colour, mark = theme.changes[kind]
            sign.setForeground(QColor(colour))
            cursor.insertText(f"{mark}\t", sign)
        else:
            cursor.insertText("\t", plain)
        for text, differs in runs:
            form = QTextCharFormat(plain)
            if differs and kind in KINDS:
                form.setFontWeight(600)
                form.setFontUnderline(True)
                form.setForeground(QColor(theme.changes[kind][0]))
            cursor.insertText(text.replace("\t", CELLS), form)

    def _outline(self, first: int, last: int, kind: str) -> None:
        """A firmer ground for the lines in focus."""
        ground = QColor(theme.changes[kind][0] if kind in KINDS else theme.colors().accent)
        ground.setAlpha(72)
        selection = QTextBrowser.ExtraSelection()
        selection.cursor = QTextCursor(self.document().findBlockByNumber(first))
        end = self.document().findBlockByNumber(last)
        selection.cursor.setPosition(end.position() + end.length() - 1, QTextCursor.MoveMode.KeepAnchor)
        selection.format.setBackground(ground)
        selection.format.setProperty(QTextCharFormat.Property.FullWidthSelection, True)
        self.setExtraSelections([selection])

    def _set(self, value: int) -> None:
        self._quiet = True
        self.verticalScrollBar().setValue(value)
        self._quiet = False

    def _moved(self, value: int) -> None:
        if not self._quiet:
            self.scrolled.emit(value / max(1, self.verticalScrollBar().maximum()))
