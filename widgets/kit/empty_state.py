"""What an empty view shows: what it is for, and the next step."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QWidget

from widgets.kit import theme
from widgets.kit.boxes import in_column, text_button, text_label

_LOW = 200  # pixels of height below which there is no picture, so that the words can be read


class EmptyState(QWidget):
    """An icon, a heading, a sentence, and at most one button, in the middle of the view."""

    def __init__(self, icon: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon_name = icon
        self._icon = QLabel(alignment=Qt.AlignmentFlag.AlignCenter)
        self.heading = text_label("", "section", wrap=True, centred=True)
        self.text = text_label("", "muted", wrap=True, centred=True)
        self.button = text_button(hidden=True)
        column = in_column(self, margins=(theme.TRIPLE, theme.TRIPLE, theme.TRIPLE, theme.TRIPLE), spacing=-1)
        self._column = column
        column.setSpacing(theme.UNIT)
        column.addStretch(2)
        column.addWidget(self._icon)
        column.addWidget(self.heading)
        column.addWidget(self.text)
        column.addSpacing(theme.UNIT)
        column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)
        self._draw()

    def say(self, heading: str, text: str) -> None:
        """Set heading and sentence."""
        self.heading.setText(heading)
        self.text.setText(text)
        self.text.setVisible(bool(text))

    def offer(self, label: str, tip: str, act: Callable[[], object]) -> None:
        """Offer the next step."""
        self.button.setText(label)
        self.button.setToolTip(tip)
        self.button.setAccessibleName(label)
        self.button.clicked.connect(lambda: act())
        self.button.show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        low = event.size().height() < _LOW
        self._icon.setVisible(not low)
        room = theme.UNIT if low else theme.TRIPLE
        self._column.setContentsMargins(theme.TRIPLE, room, theme.TRIPLE, room)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.PaletteChange:
            self._draw()
        super().changeEvent(event)

    def _draw(self) -> None:
        self._icon.setPixmap(theme.icon(self._icon_name, "outline").pixmap(48, 48))
