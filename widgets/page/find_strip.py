"""The line under a view in which one types what to look for; who looks is decided by its heirs."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QWidget

from widgets import formats
from widgets.page.parts import tool_button


class FindStrip(QWidget):
    """Field, count, previous and next, upper and lower case; hidden until `open`. Looks while one types."""

    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.field = QLineEdit(self)
        self.field.setPlaceholderText(self.tr("Find in this text"))
        self.field.setAccessibleName(self.tr("Find in this text"))
        self.field.setToolTip(self.tr("Enter goes to the next hit, Shift+Enter to the one before"))
        self.field.setClearButtonEnabled(True)
        self.count = QLabel(self)
        self.count.setMinimumWidth(96)
        self.count.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._previous = tool_button(self, "previous", self.tr("Previous hit (Shift+Enter)"), self.previous)
        self._next = tool_button(self, "next", self.tr("Next hit (Enter)"), self.next)
        self.case = tool_button(self, "case", self.tr("Match upper and lower case"), self._search)
        self.case.setCheckable(True)
        close = tool_button(self, "close", self.tr("Close the find bar (Esc)"), self.close_bar)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 4, 8, 4)
        layout.setSpacing(4)
        layout.addWidget(self.field, 1)
        for widget in (self.count, self._previous, self._next, self.case, close):
            layout.addWidget(widget)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(120)
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
