"""The page of the Blocks tab: as it looked, with its blocks outlined; it can be measured once it is there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from app.archive.model import Capture
from widgets.blocks import label_styles
from widgets.blocks.work import MARKED, Row
from widgets.kit.boxes import in_column
from widgets.web.boxes import WIDTH, Measured, measure
from widgets.web.marks import Mark

if TYPE_CHECKING:
    from widgets.web.view import ReplayView


class PageSurface(QWidget):
    """Shows a capture, outlines its blocks, says which was clicked."""

    clicked = Signal(int)  # number of a block
    link_activated = Signal(str)
    beside_activated = Signal(str)
    loaded = Signal(bool)

    def __init__(self, replay: ReplayView, parent: QWidget) -> None:
        super().__init__(parent)
        self.replay = replay
        self.ready = False
        self._rows: Sequence[Row] = ()
        self._outlined: frozenset[int] = frozenset()
        self._zoom = 1.0
        in_column(self, replay, spacing=-1)
        replay.loaded.connect(self._loaded)
        replay.mark_clicked.connect(self.clicked)
        replay.link_activated.connect(self.link_activated)
        replay.beside_activated.connect(self.beside_activated)

    def show_capture(self, capture: Capture) -> None:
        """Load a capture; the outlines of the one before are gone."""
        self.ready = False
        self._rows, self._outlined = (), frozenset()
        self.replay.show_capture(capture)

    def outline(self, rows: Sequence[Row]) -> None:
        """Outline the blocks that are not divided further."""
        self._rows = rows
        self._paint(frozenset(row.number for row in rows if row.leaf))

    def emphasise(self, number: int, scroll: bool) -> None:
        """Let a block stand out; one that is divided further is outlined besides its parts."""
        if not 0 <= number < len(self._rows):
            return
        leaves = frozenset(row.number for row in self._rows if row.leaf)
        if self._outlined != leaves | {number}:
            self._paint(leaves | {number})
        if scroll:
            self.replay.focus_mark(number)
        else:
            self.replay.emphasise(number)

    def measure(self, done: Callable[[Measured | None], None]) -> None:
        """Measure the page that is there."""
        measure(self.replay, done)

    def set_zoom(self, factor: float) -> None:
        """Larger or smaller than what fits."""
        self._zoom = factor
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _paint(self, numbers: frozenset[int]) -> None:
        self._outlined = numbers
        shown = [row for row in self._rows if row.number in numbers]
        marks = [mark for row in shown for mark in _marks(row)]
        self.replay.mark(marks, label_styles.page_styles())

    def _fit(self) -> None:
        self.replay.set_zoom(self._zoom * min(1.0, max(0.5, self.width() / WIDTH)))

    def _loaded(self, ok: bool) -> None:
        self.ready = True
        self._fit()  # the browser forgets the zoom when another site is shown
        self.loaded.emit(ok)


def _marks(row: Row) -> list[Mark]:
    if not row.paths:
        return [Mark(row.number, row.label, row.path, known_by(row))]
    return [Mark(row.number, row.label, path) for path in row.paths]


def known_by(row: Row) -> str:
    """The text by which a block is found on the page: all of a paragraph of preformatted text, which has no element of
    its own; nothing of several neighbours, whose texts take long to be read."""
    if "#" in row.path:
        return row.text
    return "" if ".." in row.path else row.text[:MARKED]
