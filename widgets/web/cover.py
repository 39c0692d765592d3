"""The calm ground that lies over a page from the moment another is wanted until that one is painted."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

_SOFTLY = 200  # milliseconds before another version of the same page is covered, too: most are there by then
_HELD = 600  # milliseconds after which Chromium shows a page that is there, though it has nothing to paint
_WORDS = 300  # milliseconds before the ground says what it waits for


class Cover(QWidget):
    """Covers its parent; hidden at first."""

    changed = Signal(bool)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAutoFillBackground(True)
        self._words = QLabel(self.tr("Loading…"), self)
        self._words.setProperty("muted", True)
        self._words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column = QVBoxLayout(self)
        column.addWidget(self._words)
        self._soon = QTimer(self, singleShot=True, interval=_SOFTLY)
        self._soon.timeout.connect(self._cover)
        self._speak = QTimer(self, singleShot=True, interval=_WORDS)
        self._speak.timeout.connect(self._words.show)
        self._held = QTimer(self, singleShot=True, interval=_HELD)
        self._held.timeout.connect(self.lift)
        parent.installEventFilter(self)
        self.hide()

    def lay(self, *, softly: bool) -> None:
        """Cover what is there; `softly`: only when it stays there for long."""
        self._held.stop()
        if softly and self.isHidden():
            self._soon.start()
        elif self.isHidden():
            self._cover()

    def lift_soon(self) -> None:
        """What is wanted is there, but perhaps not painted."""
        self._held.start()

    def lift(self) -> None:
        """Show what is below."""
        for timer in (self._soon, self._speak, self._held):
            timer.stop()
        if not self.isHidden():
            self.hide()
            self.changed.emit(False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and watched is self.parent():
            self._fit()
        return super().eventFilter(watched, event)

    def _cover(self) -> None:
        self._soon.stop()
        self._words.hide()
        self._fit()
        self.show()
        self.raise_()
        self._speak.start()
        self.changed.emit(True)

    def _fit(self) -> None:
        self.setGeometry(self.parentWidget().rect())
