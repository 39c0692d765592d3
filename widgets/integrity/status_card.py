"""The answer first: is everything in order, since when is that known, and the button that finds out."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from widgets import theme

_ICONS = {
    "none": ("integrity", "muted"),
    "busy": ("verify", "accent"),
    "ok": ("ok", "ok"),
    "info": ("info", "accent"),
    "warning": ("warning", "warning"),
    "error": ("error", "error"),
}


class StatusCard(QFrame):
    """`say` shows a state; the button checks, or calls the check off while it runs."""

    check_requested = Signal()
    cancel_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("statusCard")
        self.kind = "none"
        self._icon = QLabel()
        self.heading = QLabel(wordWrap=True)
        self.heading.setProperty("role", "heading")
        self.text = QLabel(wordWrap=True)
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.button = QPushButton()
        self.button.setProperty("primary", True)
        self.button.clicked.connect(self._clicked)
        self.strict = QCheckBox(self.tr("&Strict: the form too"))
        self.strict.setToolTip(
            self.tr("Also report records that can be read but are not written exactly as the format asks")
        )
        words = QVBoxLayout()
        words.setSpacing(theme.HALF)
        words.addWidget(self.heading)
        words.addWidget(self.text)
        acts = QVBoxLayout()
        acts.setSpacing(theme.HALF)
        acts.addWidget(self.button)
        acts.addWidget(self.strict, 0, Qt.AlignmentFlag.AlignHCenter)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.DOUBLE, theme.DOUBLE, theme.DOUBLE, theme.UNIT)
        row.setSpacing(theme.DOUBLE)
        row.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(words, 1)
        row.addLayout(acts)
        self._draw()

    def say(self, kind: str, heading: str, text: str) -> None:
        """Show a state: none, busy, ok, info, warning or error."""
        self.heading.setText(heading)
        self.tell(text)
        if kind != self.kind:
            self.kind = kind
            self.setProperty("kind", kind)
            self.style().unpolish(self)
            self.style().polish(self)
        self._draw()

    def tell(self, text: str) -> None:
        """Change only the sentence below."""
        self.text.setText(text)
        self.setAccessibleName(f"{self.heading.text()} {text}")

    def _clicked(self) -> None:
        (self.cancel_requested if self.kind == "busy" else self.check_requested).emit()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "strict"):
            self._draw()

    def _draw(self) -> None:
        self._icon.setPixmap(theme.icon(*_ICONS[self.kind]).pixmap(32, 32))
        busy = self.kind == "busy"
        self.button.setText(self.tr("Cancel") if busy else self.tr("&Check everything"))
        tip = self.tr("Stop checking") if busy else self.tr("Read every record and compare it with its check sums")
        self.button.setToolTip(tip)
        self.strict.setEnabled(not busy)
