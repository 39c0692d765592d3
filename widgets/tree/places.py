"""What stands on the left side of an archive: its pages as a tree, or its collections."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QTabBar, QToolButton, QWidget

from widgets.kit import theme
from widgets.tree.view import PageTree

PAGES, COLLECTIONS = range(2)


class Elsewhere(QWidget):
    """What can stand in place of the tree; `list` shows the pages that are chosen there."""

    list: PageTree


class PlaceTabs(QTabBar):
    """`wanted` when somebody chooses the collections (True) or the tree."""

    wanted = Signal(bool)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("placeTabs")
        self.setAccessibleName(self.tr("Pages or collections"))
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setUsesScrollButtons(False)
        for button in self.findChildren(QToolButton):  # those of Qt, which are there all the same
            button.setToolTip(self.accessibleName())
        keys = QKeySequence("Ctrl+Shift+J").toString(QKeySequence.SequenceFormat.NativeText)
        for icon, words, tip in (
            ("app", self.tr("Pages"), self.tr("The pages of the archive as a tree")),
            (
                "collections",
                self.tr("Collections"),
                self.tr("What belongs together: categories, kinds, duplicates, saved searches, tags"),
            ),
        ):
            at = self.addTab(theme.icon(icon), words)
            self.setTabToolTip(at, f"{tip} ({keys})")
        self.currentChanged.connect(lambda at: self.wanted.emit(at == COLLECTIONS))

    def show_place(self, *, collections: bool) -> None:
        """Which of them is shown."""
        self.blockSignals(True)
        self.setCurrentIndex(COLLECTIONS if collections else PAGES)
        self.blockSignals(False)
