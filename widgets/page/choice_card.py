"""A card that can be chosen: icon, name and a sentence."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QSizePolicy, QWidget

from widgets import theme
from widgets.page.parts import scaled

_HEAD = 38  # pixels above and below the sentence of a card


class ChoiceCard(QPushButton):
    """One of several choices: its name, and a sentence for whom it is good."""

    def __init__(self, name: str, title: str, sentence: str, icon_name: str, parent: QWidget, lines: int = 2) -> None:
        super().__init__(parent)
        self.name = name
        self.setCheckable(True)
        self.setAutoDefault(False)
        self.setProperty("card", True)
        self.setAccessibleName(title)
        self.setAccessibleDescription(sentence)
        self.setToolTip(sentence)
        self._picture = QLabel(self)
        self._icon_name = icon_name
        head = QLabel(title, self)
        head.setFont(scaled(self.font(), 1.0, QFont.Weight.DemiBold))
        self._words = words = QLabel(sentence, self)
        words.setWordWrap(True)
        words.setProperty("muted", True)
        words.setAlignment(Qt.AlignmentFlag.AlignTop)
        for label in (self._picture, head, words):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        layout = QGridLayout(self)
        layout.setContentsMargins(12, 4, 12, 4)
        layout.setHorizontalSpacing(theme.UNIT)
        layout.setVerticalSpacing(2)
        layout.addWidget(self._picture, 0, 0)
        layout.addWidget(head, 0, 1)
        layout.addWidget(words, 1, 0, 1, 2)
        layout.setColumnStretch(1, 1)
        layout.setRowStretch(1, 1)
        self.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Minimum)  # as high as the highest beside it
        self._room = lines * self.fontMetrics().lineSpacing()
        self.toggled.connect(self._colour)
        self._colour()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A wide font, or a long language: the sentence may need a line more than was thought."""
        super().resizeEvent(event)
        needed = self._words.heightForWidth(self._words.width())
        if needed > self._room:
            self._room = needed
            self._colour()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._colour()

    def _colour(self) -> None:
        colors = theme.colors()
        tone = "accent" if self.isChecked() else "muted"
        self._picture.setPixmap(theme.icon(self._icon_name, tone).pixmap(20, 20))
        on = f"background: {colors.accent_soft}; border: 2px solid {colors.accent}; padding: 11px 15px;"
        # by a style sheet: that of the program gives every button a least height, which overrules a fixed one
        room = f"min-height: {_HEAD + self._room - 24}px;"
        sheet = f"ChoiceCard {{ {room} {on if self.isChecked() else ''} }}"
        if self.styleSheet() != sheet:
            self.setStyleSheet(sheet)
