"""A PDF as it looks: its pages to read, small ones beside them to choose from, zoom; drawn in workers, page by page."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QImage, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSpinBox, QVBoxLayout, QWidget

from widgets import formats, theme
from widgets.page.page_strip import PageStrip
from widgets.page.parts import push_button, tool_button

_PAPER = 794  # pixels: A4 at 96 dots an inch
_SMALL = 104
_STRIP = 152
_NARROW, _LEAST = 760, 520  # pixels below which the words of the buttons go, and the small pages
_LARGEST, _SMALLEST = 4.0, 0.25

Draw = Callable[[int, int, Callable[[QImage | None], None]], None]
"""Draws a page: number, width, and whom to give the picture."""


class PdfView(QWidget):
    """`show_document` shows the pages; `failed` says that not even the first could be drawn."""

    text_requested = Signal()
    save_requested = Signal()
    zoomed = Signal(float)
    failed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._draw: Draw | None = None
        self._scale = 1.0
        self.pages = PageStrip(self)
        self.pages.setAccessibleName(self.tr("Pages of the document"))
        self.small = PageStrip(self, numbered=True)
        self.small.setAccessibleName(self.tr("Small pages to choose from"))
        self.small.setFixedWidth(_STRIP)
        self.small.set_page_width(_SMALL)
        self.number = QSpinBox(self)
        self.number.setAccessibleName(self.tr("Page"))
        self.number.setToolTip(self.tr("The page in sight; type a number to go there"))
        self.number.setKeyboardTracking(False)
        self.number.lineEdit().setTextMargins(theme.HALF + 2, 0, 0, 0)  # style sheets do not reach in there
        self.of = QLabel(self)
        self.of.setProperty("muted", True)
        smaller = tool_button(
            self, "zoom-out", self.tr("Smaller (Ctrl+-, or Ctrl and the wheel)"), lambda: self._zoom(1 / 1.1)
        )
        self.percent = QLabel(self)
        self.percent.setProperty("muted", True)
        larger = tool_button(
            self, "zoom-in", self.tr("Larger (Ctrl++, or Ctrl and the wheel)"), lambda: self._zoom(1.1)
        )
        self.fit = tool_button(self, "fit-width", self.tr("As wide as there is room"), self.fit_width)
        tip = self.tr("Read the text of this document")
        self.text = push_button(self, "text", self.tr("Show text"), tip, self.text_requested.emit)
        tip = self.tr("Save the document as it was received")
        self.save = push_button(self, "save", self.tr("Save original…"), tip, self.save_requested.emit)
        self._words = (self.text.text(), self.save.text())
        bar = QHBoxLayout()
        bar.setContentsMargins(theme.DOUBLE, theme.HALF, theme.DOUBLE, theme.HALF)
        bar.setSpacing(theme.HALF)
        for widget in (self.number, self.of, smaller, self.percent, larger, self.fit):
            bar.addWidget(widget)
        bar.addStretch(1)
        bar.addWidget(self.text)
        bar.addWidget(self.save)
        row = QHBoxLayout()
        row.setSpacing(0)
        row.addWidget(self.small)
        row.addWidget(self.pages, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(bar)
        layout.addLayout(row, 1)
        self._connect()

    def _connect(self) -> None:
        for strip in (self.pages, self.small):
            strip.wanted.connect(lambda number, width, strip=strip: self._ask(strip, number, width))
            strip.page_clicked.connect(self.show_page)
        self.pages.zoom_asked.connect(self._zoom)
        self.pages.resized.connect(self._fit)
        self.pages.current_changed.connect(self._arrived)
        self.number.valueChanged.connect(lambda number: self.show_page(number - 1))

    def show_document(self, count: int, draw: Draw) -> None:
        """Show a document of `count` pages; `draw` is asked for one page at a time and strip."""
        self._draw = draw
        self.number.blockSignals(True)
        self.number.setRange(1, max(1, count))
        self.number.setValue(1)
        self.number.blockSignals(False)
        self.of.setText(self.tr("of {count}").format(count=formats.number(count)))
        self.small.setVisible(count > 1 and self.width() >= _LEAST)
        for strip in (self.small, self.pages):
            strip.set_pages(count)
        self._fit()
        for strip in (self.pages, self.small):
            strip.ask()

    def clear(self) -> None:
        """Forget the document and its pictures."""
        self._draw = None
        for strip in (self.pages, self.small):
            strip.set_pages(0)

    def show_page(self, number: int) -> None:
        """Bring a page into sight, counted from 0."""
        self.pages.show_page(number)
        self._arrived(number)
        self.pages.current = max(0, min(self.pages.count - 1, number))

    def set_zoom(self, factor: float) -> None:
        """1.0: as large as paper is, as far as there is room."""
        self._scale = min(_LARGEST, max(_SMALLEST, factor))
        self._fit()

    def fit_width(self) -> None:
        """As wide as the view."""
        self._zoom(self._room() / max(1, self.pages.page_width))

    def _zoom(self, by: float) -> None:
        self.set_zoom(self._scale * by)
        self.zoomed.emit(self._scale)

    def _room(self) -> int:
        return max(120, self.pages.viewport().width() - 2 * theme.DOUBLE)

    def _fit(self) -> None:
        self.pages.set_page_width(round(min(self._room(), _PAPER) * self._scale))
        self.percent.setText(formats.percent(self._scale))

    def _arrived(self, number: int) -> None:
        self.number.blockSignals(True)
        self.number.setValue(number + 1)
        self.number.blockSignals(False)
        self.small.make_current(number)

    def _ask(self, strip: PageStrip, number: int, width: int) -> None:
        if self._draw is None:
            return

        def arrived(picture: QImage | None) -> None:
            strip.put(number, width, picture)
            if picture is None and number == 0 and strip is self.pages:
                self.failed.emit()

        self._draw(number, width, arrived)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = event.size().width() < _NARROW
        for button, words in zip((self.text, self.save), self._words, strict=True):
            button.setText("" if narrow else words)
        self.small.setVisible(self.pages.count > 1 and event.size().width() >= _LEAST)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            for strip in (self.pages, self.small):
                strip.viewport().update()
