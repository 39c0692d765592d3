"""The find bar under a page as it looked: the browser looks and marks, the bar says how many."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QColor, QKeyEvent, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWebEngineCore import QWebEngineFindTextResult, QWebEnginePage
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QTextEdit, QWidget

from widgets.kit import theme
from widgets.kit.boxes import in_row
from widgets.kit.parts import tool_button, word_field
from widgets.words import formats

if TYPE_CHECKING:
    from widgets.web.view import ReplayView


# The find bar without a search: a subclass looks in its view.


class FindStrip(QWidget):
    """Field, count, previous and next, upper and lower case; hidden until `open`. Looks while one types."""

    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.field = word_field(
            self,
            self.tr("Find in this text"),
            self.tr("Enter goes to the next hit, Shift+Enter to the one before"),
        )
        self.count = QLabel(self)
        self.count.setMinimumWidth(96)
        self.count.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._previous = tool_button(self, "previous", self.tr("Previous hit (Shift+Enter)"), self.previous)
        self._next = tool_button(self, "next", self.tr("Next hit (Enter)"), self.next)
        self.case = tool_button(self, "case", self.tr("Match upper and lower case"), self._search)
        self.case.setCheckable(True)
        close = tool_button(self, "close", self.tr("Close the find bar (Esc)"), self.close_bar)
        in_row(
            self,
            (self.field, 1),
            self.count,
            self._previous,
            self._next,
            self.case,
            close,
            margins=(8, 4, 8, 4),
            spacing=4,
        )
        self._timer = QTimer(self, singleShot=True, interval=120)
        self._timer.timeout.connect(self._search)
        self.field.textChanged.connect(self._timer.start)
        self.hide()

    def open(self) -> None:
        """Show the bar, with the selected words in it."""
        selected = self._selected()
        if selected and "\u2029" not in selected and "\n" not in selected:
            self.field.setText(selected)
        self.show()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()
        self._search()

    def seek(self, words: str) -> None:
        """Show the bar with words that somebody looked for elsewhere; the keyboard stays where it is."""
        self.field.setText(words)
        self.show()
        self._timer.start()

    def close_bar(self) -> None:
        """Put the bar away, and what it marked."""
        self.hide()
        self._timer.stop()
        self._unmark()
        self.closed.emit()

    def reset(self) -> None:
        """Something else is shown: look again when the bar is open."""
        if self.isVisible():
            self._timer.start()

    def next(self) -> None:
        self._step(1)

    def previous(self) -> None:
        self._step(-1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_bar()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._step(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        else:
            super().keyPressEvent(event)

    def _say(self, current: int, total: int, more: bool = False) -> None:
        """Which hit of how many; `more` when there are more than were counted."""
        if not self.field.text():
            self.count.setText("")
        elif not total:
            self.count.setText(self.tr("Not found"))
        else:
            counted = formats.number(total) + ("+" if more else "")
            self.count.setText(self.tr("{n} of {total}").format(n=formats.number(current), total=counted))
        for button in (self._previous, self._next):
            button.setEnabled(bool(total))

    # what heirs do

    def _selected(self) -> str:
        raise NotImplementedError

    def _search(self) -> None:
        raise NotImplementedError

    def _step(self, step: int) -> None:
        raise NotImplementedError

    def _unmark(self) -> None:
        raise NotImplementedError


# The find bar under a text: looks as you type, says which hit of how many, marks them all.

_MOST = 2000  # hits marked; more would only slow the view down


class FindBar(FindStrip):
    """Finds in a QTextEdit or QPlainTextEdit."""

    def __init__(self, editor: QTextEdit | QPlainTextEdit, parent: QWidget) -> None:
        super().__init__(parent)
        self._editor = editor
        self._hits: list[tuple[int, int]] = []
        self._current = -1
        theme.watcher().changed.connect(self._recolour)

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
            flags = (
                QTextDocument.FindFlag.FindCaseSensitively
                if self.case.isChecked()
                else QTextDocument.FindFlag(0)
            )
            cursor = document.find(wanted, 0, flags)
            while not cursor.isNull() and len(self._hits) < _MOST:
                self._hits.append((cursor.selectionStart(), cursor.selectionEnd()))
                cursor = document.find(wanted, cursor, flags)
        start = self._editor.textCursor().selectionStart()
        if self._hits:
            self._current = next((i for i, hit in enumerate(self._hits) if hit[0] >= start), 0)
        self._show()

    def _recolour(self) -> None:
        if self._hits:
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


class PageFindBar(FindStrip):
    """Finds in a ReplayView, once it is given one."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._view: ReplayView | None = None
        self.hits = 0

    def watch(self, view: ReplayView) -> None:
        """Look in this view from now on."""
        self._view = view
        if view.page is not None:
            view.page.findTextFinished.connect(self._found)
        view.loaded.connect(lambda _ok: self.reset())

    def reset(self) -> None:
        page = self._page()
        if page is not None and self.isVisible():
            page.findText("")  # else the same words would mean the next place
        super().reset()

    def _page(self) -> QWebEnginePage | None:
        return self._view.page if self._view is not None else None

    def _selected(self) -> str:
        page = self._page()
        return page.selectedText() if page is not None else ""

    def _search(self) -> None:
        self._look(QWebEnginePage.FindFlag(0))

    def _step(self, step: int) -> None:
        self._look(QWebEnginePage.FindFlag.FindBackward if step < 0 else QWebEnginePage.FindFlag(0))

    def _look(self, flags: QWebEnginePage.FindFlag) -> None:
        """The same words again mean the next hit: so the browser has it."""
        self._timer.stop()
        page = self._page()
        if page is None:
            return
        if self.case.isChecked():
            flags |= QWebEnginePage.FindFlag.FindCaseSensitively
        page.findText(self.field.text(), flags)
        if not self.field.text():
            self._say(0, 0)

    def _found(self, result: QWebEngineFindTextResult) -> None:
        self.hits = result.numberOfMatches()
        self._say(result.activeMatch(), self.hits)

    def _unmark(self) -> None:
        page = self._page()
        if page is not None:
            page.findText("")
        if self._view is not None:
            self._view.setFocus(Qt.FocusReason.OtherFocusReason)
