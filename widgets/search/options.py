"""How is searched: in this archive or in all recent ones, with other forms of English words or without."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from widgets.kit import theme


class SearchOptions(QToolButton):
    """A button with a menu; `changed` comes when something else was chosen in it."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        tip = self.tr("Where and how to search")
        self.setToolTip(tip)
        self.setAccessibleName(tip)
        self.setIcon(theme.icon("preferences"))
        self.setAutoRaise(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self)
        where = QActionGroup(menu)
        self.here = self._add(menu, self.tr("In &this archive"), on=True)
        self.all = self._add(menu, self.tr("In all &recent archives"))
        for action in (self.here, self.all):
            where.addAction(action)
        menu.addSeparator()
        self.forms = self._add(menu, self.tr("Other &forms of English words, too"))
        self.setMenu(menu)
        where.triggered.connect(lambda _: self.changed.emit())
        self.forms.triggered.connect(lambda _: self.changed.emit())

    @staticmethod
    def _add(menu: QMenu, text: str, *, on: bool = False) -> QAction:
        action = menu.addAction(text)
        action.setCheckable(True)
        action.setChecked(on)
        return action

    @property
    def everywhere(self) -> bool:
        """Whether all recent archives are searched."""
        return self.all.isChecked()
