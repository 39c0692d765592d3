"""One of many names, found by typing parts of it."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QLineEdit, QListWidget, QVBoxLayout, QWidget
from shiboken6 import isValid

_SIZE = (460, 480)


class Chooser(QDialog):
    """A list of `names` that narrows to those with all the words that are typed, in any order."""

    def __init__(self, title: str, label: str, names: Iterable[str], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.resize(*_SIZE)
        self._names = list(names)
        self.field = QLineEdit(clearButtonEnabled=True, placeholderText=self.tr("Find by any of its words"))
        self.field.setAccessibleName(self.field.placeholderText())
        self.list = QListWidget()
        self.list.setUniformItemSizes(True)
        self.list.setAccessibleName(title)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        column = QVBoxLayout(self)
        for widget in (QLabel(label), self.field, self.list, self.buttons):
            column.addWidget(widget)
        self.field.textChanged.connect(self._narrow)
        self.field.installEventFilter(self)
        self.list.itemActivated.connect(lambda _: self.accept())
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self._narrow("")

    @property
    def name(self) -> str:
        """The name that is chosen; "" for none."""
        item = self.list.currentItem()
        return item.text() if item is not None else ""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Up and Down move in the list while words are typed."""
        if watched is self.field and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()), 0)
            if step:
                self.list.setCurrentRow(min(max(self.list.currentRow() + step, 0), self.list.count() - 1))
                return True
        return super().eventFilter(watched, event)

    def _narrow(self, text: str) -> None:
        words = text.casefold().split()
        self.list.clear()
        self.list.addItems([name for name in self._names if all(word in name.casefold() for word in words)])
        self.list.setCurrentRow(0)
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(self.list.count() > 0)


def choose(title: str, label: str, names: Iterable[str], parent: QWidget) -> str:
    """The name that a person chooses; "" when nothing is."""
    chooser = Chooser(title, label, names, parent)
    taken = chooser.exec()
    if not isValid(chooser):  # its window was closed meanwhile
        return ""
    chooser.deleteLater()
    return chooser.name if taken else ""
