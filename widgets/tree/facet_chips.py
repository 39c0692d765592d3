"""What the tree is narrowed to, as chips: each can be taken away, or all of them."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from app.archive import FACETS, FacetChoice
from widgets import formats, theme
from widgets.flow_layout import FlowLayout
from widgets.tree import facet_words

_LONGEST = 24  # characters on a chip


class Chip(QPushButton):
    """A chosen value; a click, Delete or Backspace takes it away."""

    def __init__(self, facet: str, text: str, parent: QWidget) -> None:
        whole = facet_words.chip(facet, text)
        # “not stated” could be any facet's
        super().__init__(formats.shorten(facet_words.value(facet, text) if text else whole, _LONGEST), parent)
        self.setProperty("chip", True)
        self.setIcon(theme.icon("close", "muted"))
        self.setIconSize(QSize(14, 14))
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft)  # the cross stands behind the words
        self.setToolTip(self.tr("{what}: click to show the others again").format(what=whole))
        self.setAccessibleName(self.tr("Take away {what}").format(what=whole))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.click()
        else:
            super().keyPressEvent(event)


class FacetChips(QWidget):
    """Hidden while everything is shown."""

    toggled = Signal(str, str, bool)  # facet, value; never but False: taken away
    cleared = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._flow = FlowLayout(self, theme.HALF)
        self._flow.setContentsMargins(theme.UNIT, 0, theme.UNIT, theme.UNIT)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.setAccessibleName(self.tr("What the tree is narrowed to"))
        self.chips: list[Chip] = []
        self.clear = QPushButton(self.tr("Clear all"), self)
        self.clear.setProperty("link", True)
        self.clear.setToolTip(self.tr("Show everything again"))
        self.clear.clicked.connect(self.cleared)
        self.hide()

    def show_choice(self, choice: FacetChoice) -> None:
        """A chip for each chosen value."""
        while self._flow.takeAt(0) is not None:
            pass
        for chip in self.chips:
            chip.hide()
            chip.deleteLater()
        self.chips = []
        for facet in FACETS:
            for text in getattr(choice, facet):
                chip = Chip(facet, text, self)
                chip.clicked.connect(lambda _=False, facet=facet, text=text: self.toggled.emit(facet, text, False))
                self._flow.addWidget(chip)
                chip.show()
                self.chips.append(chip)
        self._flow.addWidget(self.clear)
        self.clear.setVisible(len(self.chips) > 1)
        self.setVisible(bool(self.chips))
        self.updateGeometry()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.update()
