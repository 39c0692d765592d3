"""Figures in a row: a small caption above each number."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from widgets import theme


class Figures(QWidget):
    """`add` makes a figure, `set` fills it in."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._values: dict[str, QLabel] = {}
        self._boxes: dict[str, QWidget] = {}
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
        value.setAccessibleName(caption)
        box.setToolTip(tip)
        column.addWidget(label)
        column.addWidget(value)
        self._values[name], self._boxes[name] = value, box
        self._row.insertWidget(self._row.count() - 1, box)

    def set(self, name: str, text: str, exact: str = "") -> None:
        """Show a value, the exact one in the tooltip."""
        self._values[name].setText(text)
        self._values[name].setToolTip(exact)

    def text(self, name: str) -> str:
        """What is shown."""
        return self._values[name].text()

    def show_only(self, *names: str) -> None:
        """Hide the figures that have nothing to say."""
        for name, box in self._boxes.items():
            box.setVisible(name in names)
