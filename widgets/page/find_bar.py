"""The find bar under a text: looks as you type, says which hit of how many, marks them all."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget

from widgets import theme
from widgets.page.find_strip import FindStrip

_MOST = 2000  # hits marked; more would only slow the view down


class FindBar(FindStrip):
    """Finds in a QTextEdit or QPlainTextEdit."""

    def __init__(self, editor: QTextEdit | QPlainTextEdit, parent: QWidget) -> None:
        super().__init__(parent)
        self._editor = editor
        self._hits: list[tuple[int, int]] = []
        self._current = -1

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and getattr(self, "_hits", None):
            self._show()

    def reset(self) -> None:
        self._hits, self._current = [], -1
        super().reset()

    @property
    def hits(self) -> int:
        return len(self._hits)

    def _selected(self) -> str:
        return self._editor.textCursor().selectedText()

    def _unmark(self) -> None:
        self._hits = []
        self._editor.setExtraSelections([])
        self._editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def _search(self) -> None:
        self._timer.stop()
        wanted = self.field.text()
        document = self._editor.document()
        self._hits, self._current = [], -1
        if wanted:
            flags = QTextDocument.FindFlag.FindCaseSensitively if self.case.isChecked() else QTextDocument.FindFlag(0)
            cursor = document.find(wanted, 0, flags)
            while not cursor.isNull() and len(self._hits) < _MOST:
                self._hits.append((cursor.selectionStart(), cursor.selectionEnd()))
                cursor = document.find(wanted, cursor, flags)
        start = self._editor.textCursor().selectionStart()
        if self._hits:
            self._current = next((i for i, hit in enumerate(self._hits) if hit[0] >= start), 0)
        self._show()

    def _step(self, step: int) -> None:
        if self._timer.isActive() or not self._hits:
            self._search()
            return
        self._current = (self._current + step) % len(self._hits)
        self._show()

    def _show(self) -> None:
        colors = theme.colors()
        selections: list[QTextEdit.ExtraSelection] = []
        for index, (start, end) in enumerate(self._hits):
            cursor = QTextCursor(self._editor.document())
            cursor.setPosition(start)
            cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            here = index == self._current
            form = QTextCharFormat()
            form.setBackground(QColor(colors.accent if here else colors.changed_soft))
            form.setForeground(QColor(colors.on_accent if here else colors.text))
            selection = QTextEdit.ExtraSelection()
            selection.cursor, selection.format = cursor, form
            selections.append(selection)
        self._editor.setExtraSelections(selections)
        if 0 <= self._current < len(self._hits):
            cursor = QTextCursor(self._editor.document())
            cursor.setPosition(self._hits[self._current][0])
            self._editor.setTextCursor(cursor)
            self._editor.ensureCursorVisible()
        self._say(self._current + 1, len(self._hits), len(self._hits) == _MOST)
