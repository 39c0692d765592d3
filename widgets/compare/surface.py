"""What a compare pane shows a version with: the page as it looked, or its text; both can be marked and scrolled."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QColor, QMouseEvent, QResizeEvent, QTextBlockFormat, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QTextBrowser, QVBoxLayout, QWidget

from app.archive.model import Capture
from widgets import theme
from widgets.compare.positions import MEASURE, Positions
from widgets.compare.words import Run
from widgets.page.parts import bare

if TYPE_CHECKING:
    from widgets.web import ReplayView

Mark = tuple[int, str, str, str]  # index, kind, path, text
KINDS = ("changed", "added", "removed", "moved")


class WebSurface(QWidget):
    """A page as it looked, narrowed so that it is laid out as in a window of ordinary width."""

    scrolled = Signal(float)
    mark_clicked = Signal(int)
    settled = Signal()  # loaded, marked or laid out anew: measure again

    _WIDTH = 960  # pixels a page is laid out for, where the zoom allows

    def __init__(self, replay: ReplayView, parent: QWidget) -> None:
        super().__init__(parent)
        self.replay = replay
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(replay)
        self._paths: list[tuple[int, str]] = []
        self._zoom = 1.0
        replay.scrolled.connect(lambda fraction, _x: self.scrolled.emit(fraction))
        replay.mark_clicked.connect(self.mark_clicked)
        replay.loaded.connect(self._loaded)
        replay.marked.connect(lambda _found, _lost: self.settled.emit())

    def show_capture(self, capture: Capture) -> None:
        self.replay.show_capture(capture)

    def mark(self, marks: Sequence[Mark], anchors: Iterable[tuple[int, str]]) -> None:
        """Paint `marks`; `anchors` are blocks without a mark whose places are of use."""
        self._paths = list(anchors)
        # the view's own colours: those of the scheme would drown, for pages are light whatever the window is
        self.replay.mark(marks)

    def focus_mark(self, index: int) -> None:
        self.replay.focus_mark(index)

    def scroll_to(self, fraction: float) -> None:
        self.replay.scroll_to(fraction)

    def measure(self, callback: Callable[[Positions], None]) -> None:
        self.replay.run_script(MEASURE, lambda answer: callback(Positions.from_answer(answer)), self._paths)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
        self.settled.emit()

    def _loaded(self, _ok: bool) -> None:
        self._fit()  # the browser forgets the zoom when another site is shown
        self.settled.emit()

    def _fit(self) -> None:
        self.replay.set_zoom(self._zoom * min(1.0, max(0.6, self.width() / self._WIDTH)))

    def set_zoom(self, factor: float) -> None:
        """Larger or smaller than what fits."""
        self._zoom = factor
        self._fit()
        self.settled.emit()


class TextSurface(QTextBrowser):
    """Lines of text; the marked ones stand on the ground of their kind, with its sign before them."""

    scrolled = Signal(float)
    mark_clicked = Signal(int)
    settled = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        bare(self)
        self.setOpenLinks(False)
        self.setUndoRedoEnabled(False)
        self.setAccessibleName(self.tr("Text of this version"))
        self._blocks: dict[int, int] = {}  # index of a change → number of the text block
        self._kinds: dict[int, str] = {}
        self._quiet = False
        self.verticalScrollBar().valueChanged.connect(self._moved)

    def show_lines(self, lines: Iterable[tuple[int, str, list[Run]]], folded: str) -> None:
        """Lines as (index, kind, runs); kind "fold" stands for lines left out and says so with `folded`."""
        self.clear()
        self._blocks.clear()
        self._kinds.clear()
        self.setExtraSelections([])
        self.document().setDocumentMargin(theme.UNIT)
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        for number, (index, kind, runs) in enumerate(lines):
            form = self._block_format(kind)
            if number:
                cursor.insertBlock(form)
            else:
                cursor.setBlockFormat(form)
            self._blocks[index] = cursor.blockNumber()
            self._kinds[index] = kind
            self._insert(cursor, kind, [(folded.format(n=runs[0][0]), False)] if kind == "fold" else runs)
        cursor.endEditBlock()
        self.settled.emit()

    def mark(self, _marks: Sequence[Mark], _anchors: Iterable[tuple[int, str]]) -> None:
        """Lines are marked when they are shown."""

    def focus_mark(self, index: int) -> None:
        number = self._blocks.get(index)
        if number is None:
            return
        block = self.document().findBlockByNumber(number)
        top = self.document().documentLayout().blockBoundingRect(block).top()
        self._set(round(top - self.viewport().height() / 3))
        self._outline(number, self._kinds.get(index, ""))

    def scroll_to(self, fraction: float) -> None:
        self._set(round(fraction * self.verticalScrollBar().maximum()))

    def measure(self, callback: Callable[[Positions], None]) -> None:
        layout = self.document().documentLayout()
        spans: dict[int, tuple[float, float]] = {}
        for index, number in self._blocks.items():
            box = layout.blockBoundingRect(self.document().findBlockByNumber(number))
            spans[index] = (box.top(), box.height())
        callback(Positions(max(1.0, layout.documentSize().height()), self.viewport().height(), spans))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        number = self.cursorForPosition(event.position().toPoint()).blockNumber()
        clicked = next((index for index, block in self._blocks.items() if block == number), -1)
        if clicked >= 0:
            self.mark_clicked.emit(clicked)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.settled.emit()

    def _block_format(self, kind: str) -> QTextBlockFormat:
        form = QTextBlockFormat()
        form.setLeftMargin(8)
        if kind in KINDS:
            form.setBackground(QColor(theme.soft(kind)))
        elif kind in ("gap", "fold"):
            form.setBackground(QColor(theme.colors().raised))
        return form

    def _insert(self, cursor: QTextCursor, kind: str, runs: list[Run]) -> None:
        plain = QTextCharFormat()
        if kind == "fold":
            plain.setForeground(QColor(theme.colors().muted))
        sign = QTextCharFormat()
        sign.setFontWeight(700)
        if kind in KINDS:
            colour, mark = theme.changes[kind]
            sign.setForeground(QColor(colour))
            cursor.insertText(f"{mark}  ", sign)
        else:
            cursor.insertText("    ", plain)
        for text, differs in runs:
            form = QTextCharFormat(plain)
            if differs and kind in KINDS:
                colour = QColor(theme.changes[kind][0])
                form.setFontWeight(600)
                form.setFontUnderline(True)
                form.setForeground(colour)
            cursor.insertText(text, form)

    def _outline(self, number: int, kind: str) -> None:
        """A firmer ground for the line in focus."""
        selection = QTextBrowser.ExtraSelection()
        selection.cursor = QTextCursor(self.document().findBlockByNumber(number))
        ground = QColor(theme.changes[kind][0] if kind in KINDS else theme.colors().accent)
        ground.setAlpha(72)
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
