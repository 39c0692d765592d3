"""The find bar without a search: a subclass looks in its view."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from widgets.kit.boxes import in_row
from widgets.kit.parts import announce, tool_button, word_field
from widgets.words import formats


class FindStrip(QWidget):
    """Field, count, previous and next, exactly as typed or folded; hidden until `open`. Looks while one types."""

    closed = Signal()
    dismissed = Signal()  # by a person: its words are not sought any more

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._from_search = ""  # words that were sought elsewhere, which may stand apart
        # who has it until what is looked through is shown
        self._keyboard: tuple[QWidget | None] | None = None
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
        exactly = self.tr(
            "Exactly as typed: upper and lower case, accents, and the way Chinese is written count"
        )
        self.case = tool_button(self, "case", exactly, self._search)
        self.case.setCheckable(True)
        close = tool_button(self, "close", self.tr("Close the find bar (Esc)"), self.close_bar)
        self.row = in_row(
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
        """Show the bar with words that somebody looked for elsewhere; the keyboard stays where it is. Where they do not
        stand together each of them is marked."""
        self._from_search = words
        self.field.setText(words)
        self.show()
        self._timer.start()

    def close_bar(self) -> None:
        """Put the bar away, and what it marked; the keyboard goes back to what was looked through."""
        self.put_away()
        self.dismissed.emit()
        self._take_keyboard()

    def put_away(self) -> None:
        """Close the bar where the keyboard is elsewhere: what it looked through is no more on the screen. Its words stay."""
        if not self.isHidden():
            self.hide()
            self._timer.stop()
            self._unmark()
            self.closed.emit()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        # another tab or view stands in the place of this one; the whole window is hidden and shown again when the first
        # browser comes into it
        if not event.spontaneous() and self.window().isVisible():
            self.put_away()

    def take_keyboard(self) -> None:
        """Give the keyboard to what is looked through, now or as soon as it is shown."""
        self._take_keyboard()
        self._keyboard = (QApplication.focusWidget(),)

    def reset(self) -> None:
        """Something else is shown: look again when the bar is open."""
        waiting, self._keyboard = self._keyboard, None
        if waiting is not None and QApplication.focusWidget() in (*waiting, None):
            self._take_keyboard()  # nobody went elsewhere meanwhile
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
        if not self.field.text() or not (total or self._shows_something()):
            self.count.setText("")
        elif not total:
            self.count.setText(self.tr("Not found"))
        else:
            counted = formats.number(total) + ("+" if more else "")
            self.count.setText(self.tr("{n} of {total}").format(n=formats.number(current), total=counted))
        for button in (self._previous, self._next):
            button.setEnabled(bool(total))
        announce(self, self.count.text())

    @property
    def _loose(self) -> bool:
        """Whether the words may stand apart."""
        return self.field.text() == self._from_search

    def _shows_something(self) -> bool:
        """Whether there is anything yet to look in."""
        return True

    # what heirs do

    def _selected(self) -> str:
        raise NotImplementedError

    def _search(self) -> None:
        raise NotImplementedError

    def _step(self, step: int) -> None:
        raise NotImplementedError

    def _unmark(self) -> None:
        raise NotImplementedError

    def _take_keyboard(self) -> None:
        raise NotImplementedError
