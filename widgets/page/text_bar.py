"""The bars of the Text tab: what of a page is shown and how large; and where in a long document one is."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLabel, QPushButton, QWidget

from extractors import Document
from widgets import formats, theme
from widgets.page.parts import push_button, tool_button

_STEP = 1.1  # letters grow by a tenth


class TextBar(QWidget):
    """Main text or whole page, size of the letters, copy, find."""

    copy_asked = Signal()
    find_asked = Signal()
    zoom_asked = Signal(float)  # factor

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.main_text = self._choice(self.tr("Main text"), self.tr("Only what this page is about"))
        self.whole_page = self._choice(
            self.tr("Whole page"), self.tr("Everything that is written on it: menus, side columns and notes too")
        )
        group = QButtonGroup(self)
        for button in (self.main_text, self.whole_page):
            group.addButton(button)
        self.main_text.setChecked(True)
        self.length = QLabel(self)
        self.length.setProperty("muted", True)
        smaller = tool_button(
            self, "zoom-out", self.tr("Smaller letters (Ctrl+-)"), lambda: self.zoom_asked.emit(1 / _STEP)
        )
        larger = tool_button(self, "zoom-in", self.tr("Larger letters (Ctrl++)"), lambda: self.zoom_asked.emit(_STEP))
        copy = tool_button(self, "copy", self.tr("Copy the whole text"), self.copy_asked.emit)
        find = tool_button(self, "search", self.tr("Find (Ctrl+F)"), self.find_asked.emit)
        self._tools = (smaller, larger, copy, find)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.DOUBLE, theme.HALF, theme.UNIT, theme.HALF)
        row.setSpacing(theme.HALF)
        for widget in (self.main_text, self.whole_page, self.length):
            row.addWidget(widget)
        row.addStretch(1)
        for tool in self._tools:
            row.addWidget(tool)

    def _choice(self, text: str, tip: str) -> QPushButton:
        button = QPushButton(text, self)
        button.setCheckable(True)
        button.setProperty("link", True)
        button.setToolTip(tip)
        return button

    def set_document(self, document: Document | None) -> None:
        """Offer what this document has."""
        two = document is not None and bool(document.main)
        for button in (self.main_text, self.whole_page):
            button.setVisible(two)
        for tool in self._tools:
            tool.setEnabled(document is not None and not document.error)
        letters = len(document.text) if document else 0
        self.length.setText(self.tr("%Ln character(s)", "", letters) if letters else "")

    def shows_main(self) -> bool:
        """Is only the main text wanted? It is asked for before it is known whether there is one."""
        return not self.whole_page.isChecked()


class ChapterBar(QWidget):
    """Part 2 of 17, with steps to its neighbours; hidden where there is but one."""

    wanted = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("chapterBar")
        self._at, self._count = 0, 0
        tip = self.tr("The part before (Page Up at the beginning)")
        self.previous = push_button(self, "left", self.tr("Previous part"), tip, lambda: self.wanted.emit(self._at - 1))
        tip = self.tr("The part after this (Page Down at the end)")
        self.next = push_button(self, "right", self.tr("Next part"), tip, lambda: self.wanted.emit(self._at + 1))
        self.place = QLabel(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.DOUBLE, theme.HALF, theme.DOUBLE, theme.HALF)
        row.addWidget(self.previous)
        row.addStretch(1)
        row.addWidget(self.place)
        row.addStretch(1)
        row.addWidget(self.next)

    def show_place(self, at: int, count: int) -> None:
        """Say which part is shown."""
        self._at, self._count = at, count
        words = self.tr("Part {n} of {count} of this long document")
        self.place.setText(words.format(n=formats.number(at + 1), count=formats.number(count)))
        self.previous.setEnabled(at > 0)
        self.next.setEnabled(at < count - 1)
        self.setVisible(count > 1)
