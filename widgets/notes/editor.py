"""The field in which a note is written: Ctrl+Enter keeps it, Esc leaves it as it was."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from app.archive.notes.marks import LONGEST_NOTE, Target
from widgets.kit import theme
from widgets.kit.boxes import in_column, in_row
from widgets.kit.parts import push_button

_LINES = 5


class NoteEditor(QWidget):
    """`written` carries the target and the text. What was typed is kept, too, when something else is shown."""

    written = Signal(object, str)
    closed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._target: Target | None = None
        self._before = ""
        self.text = QPlainTextEdit(self)
        self.text.setAccessibleName(self.tr("Note"))
        self.text.setPlaceholderText(self.tr("What you want to remember of it"))
        self.text.setTabChangesFocus(True)
        self.text.setFixedHeight(_LINES * self.text.fontMetrics().lineSpacing() + theme.DOUBLE)
        self.text.textChanged.connect(self._bound)
        self.text.installEventFilter(self)
        self.keep = push_button(
            self, "ok", self.tr("Keep"), self.tr("Keep the note (Ctrl+Enter)"), self.leave
        )
        self.keep.setProperty("primary", True)
        self.drop = push_button(
            self, "close", self.tr("Cancel"), self.tr("Leave the note as it was (Esc)"), self.cancel
        )
        self.delete = push_button(
            self, "remove", self.tr("Delete"), self.tr("Delete the note; that can be undone"), self._delete
        )
        in_column(
            self,
            self.text,
            in_row(None, self.keep, self.drop, None, self.delete, spacing=theme.UNIT),
            spacing=theme.HALF,
        )

    def open(self, target: Target, note: str) -> None:
        """Begin with a note as it stands."""
        self._target, self._before = target, note
        self.text.setPlainText(note)
        self.delete.setEnabled(bool(note))
        self.text.moveCursor(self.text.textCursor().MoveOperation.End)
        self.show()

    def leave(self) -> None:
        """Keep what was written, and close."""
        target, text = self._target, self.text.toPlainText().strip()
        if target is not None and text != self._before:
            self.written.emit(target, text)
        self.cancel()

    def cancel(self) -> None:
        """Close; the note stays as it was."""
        if self._target is not None:
            self._target = None
            self.hide()
            self.closed.emit()

    def _delete(self) -> None:
        self.text.clear()
        self.leave()

    def _bound(self) -> None:
        """No more than a note has room for."""
        cursor = self.text.textCursor()
        if self.text.document().characterCount() > LONGEST_NOTE:
            cursor.setPosition(LONGEST_NOTE - 1)
            cursor.movePosition(cursor.MoveOperation.End, cursor.MoveMode.KeepAnchor)
            cursor.removeSelectedText()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self.text and isinstance(event, QKeyEvent):
            control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
            enter = control and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            if enter or event.key() == Qt.Key.Key_Escape:
                if event.type() == QEvent.Type.KeyPress:
                    self.leave() if enter else self.cancel()
                event.accept()
                return True
        return super().eventFilter(watched, event)
