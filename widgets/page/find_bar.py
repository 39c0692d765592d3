"""The find bar under a text: looks as you type, says which hit of how many, marks them all."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QKeySequence,
    QShortcut,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QPlainTextEdit, QTextEdit, QWidget

from widgets import theme
from widgets.page.parts import tool_button

_MOST = 2000  # hits marked; more would only slow the view down


class FindBar(QWidget):
    """Finds in a QTextEdit or QPlainTextEdit; hidden until `open` (Ctrl+F in the text)."""

    closed = Signal()

    def __init__(self, editor: QTextEdit | QPlainTextEdit, parent: QWidget) -> None:
        super().__init__(parent)
        self._editor = editor
        self._hits: list[tuple[int, int]] = []
        self._current = -1
        self.field = QLineEdit(self)
        self.field.setPlaceholderText(self.tr("Find in this text"))
        self.field.setAccessibleName(self.tr("Find in this text"))
        self.field.setClearButtonEnabled(True)
        self.count = QLabel(self)
        self.count.setMinimumWidth(96)
        self.count.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._previous = tool_button(self, "previous", self.tr("Previous hit (Shift+Enter)"), self.previous)
        self._next = tool_button(self, "next", self.tr("Next hit (Enter)"), self.next)
        self._case = tool_button(self, "case", self.tr("Match upper and lower case"), self._search)
        self._case.setCheckable(True)
        close = tool_button(self, "close", self.tr("Close the find bar (Esc)"), self.close_bar)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 4, 8, 4)
        layout.setSpacing(4)
        layout.addWidget(self.field, 1)
        for widget in (self.count, self._previous, self._next, self._case, close):
            layout.addWidget(widget)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(120)
        self._timer.timeout.connect(self._search)
        self.field.textChanged.connect(self._timer.start)
        shortcut = QShortcut(QKeySequence(QKeySequence.StandardKey.Find), parent)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(self.open)
        self.hide()

    def open(self) -> None:
        """Show the bar, with the selected words in it."""
        selected = self._editor.textCursor().selectedText()
        if selected and "\u2029" not in selected:
            self.field.setText(selected)
        self.show()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()
        self._search()

    def close_bar(self) -> None:
        self.hide()
        self._hits = []
        self._editor.setExtraSelections([])
        self._editor.setFocus(Qt.FocusReason.OtherFocusReason)
        self.closed.emit()

    def reset(self) -> None:
        """Another text is shown: look again when the bar is open."""
        self._hits, self._current = [], -1
        if self.isVisible():
            self._timer.start()

    def next(self) -> None:
        self._step(1)

    def previous(self) -> None:
        self._step(-1)

    @property
    def hits(self) -> int:
        return len(self._hits)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_bar()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._step(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        else:
            super().keyPressEvent(event)

    def _search(self) -> None:
        self._timer.stop()
        wanted = self.field.text()
        document = self._editor.document()
        self._hits, self._current = [], -1
        if wanted:
            flags = QTextDocument.FindFlag.FindCaseSensitively if self._case.isChecked() else QTextDocument.FindFlag(0)
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
        self._say()

    def _say(self) -> None:
        if not self.field.text():
            self.count.setText("")
        elif not self._hits:
            self.count.setText(self.tr("Not found"))
        else:
            total = f"{len(self._hits):n}" + ("+" if len(self._hits) == _MOST else "")
            self.count.setText(self.tr("{n} of {total}").format(n=self._current + 1, total=total))
        for button in (self._previous, self._next):
            button.setEnabled(bool(self._hits))
