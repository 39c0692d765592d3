"""Shortcuts of the window that a field with the keyboard would take for itself.

On X11 line edits move to the end of the line with Ctrl+E and delete to it with Ctrl+K, as terminals do; whoever types
into a filter and presses the key of *Export* or of the search of actions means those.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QTextEdit, QWidget

_TAKEN = frozenset((Qt.Key.Key_D, Qt.Key.Key_E, Qt.Key.Key_K))


class WindowKeys(QObject):
    """Looks at the keys of the field that has the keyboard, and at nothing else."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._field: QWidget | None = None
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._moved)

    def _moved(self, _former: QWidget | None, now: QWidget | None) -> None:
        field = now if isinstance(now, QLineEdit | QPlainTextEdit | QTextEdit) else None
        if field is not None and field.window() is self._window and field is not self._field:
            field.installEventFilter(self)  # installing it twice is installing it once
            self._field = field

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            plain = event.modifiers() == Qt.KeyboardModifier.ControlModifier
            if plain and event.key() in _TAKEN:
                event.ignore()
                return True  # the field does not get to say that the key is its own
        return super().eventFilter(watched, event)
