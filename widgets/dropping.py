"""One file dropped on a widget."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QLineEdit, QWidget

from widgets import places


class FileDrop(QObject):
    """Calls `chosen` with a file that is dropped on a widget or on a field in it, which would take its address."""

    def __init__(self, widget: QWidget, chosen: Callable[[Path], object]) -> None:
        super().__init__(widget)
        self._chosen = chosen
        widget.setAcceptDrops(True)
        widget.installEventFilter(self)
        for field in widget.findChildren(QLineEdit):
            field.setAcceptDrops(False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() not in (QEvent.Type.DragEnter, QEvent.Type.Drop):
            return super().eventFilter(watched, event)
        files = [path for path in places.local_paths(event.mimeData()) if path.is_file()]
        if len(files) == 1:
            event.acceptProposedAction()
            if event.type() == QEvent.Type.Drop:
                self._chosen(files[0])
        else:
            event.ignore()
        return True
