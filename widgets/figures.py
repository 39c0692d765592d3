"""Figures in a row: a small caption above each number."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from widgets import theme


class Figures(QWidget):
    """`add` makes a figure, `set` fills it in."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._values: dict[str, QLabel] = {}
        self._captions: dict[str, str] = {}
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(theme.TRIPLE)
        self._row.addStretch(1)

    def add(self, name: str, caption: str, tip: str) -> None:
        """Put one more figure at the right end."""
        box = QWidget()
        column = QVBoxLayout(box)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        label, value = QLabel(caption), QLabel("–")
        label.setProperty("muted", True)
        value.setProperty("role", "section")
        box.setToolTip(tip)
        column.addWidget(label)
        column.addWidget(value)
        self._values[name], self._captions[name] = value, caption
        self._row.insertWidget(self._row.count() - 1, box)

    def set(self, name: str, text: str, exact: str = "") -> None:
        """Show a value, the exact one in the tooltip."""
        self._values[name].setText(text)
        self._values[name].setAccessibleName(f"{self._captions[name]} {text}")
        self._values[name].setToolTip(exact)

    def text(self, name: str) -> str:
        """What is shown."""
        return self._values[name].text()
