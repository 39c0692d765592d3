"""What a query looks for (what was ever said, what is said now, what came or went), and how: in this archive or in all
recent ones, with other forms of words, with words that mean the same, with pages that are nearly the same once or each.
"""

from __future__ import annotations

from PySide6.QtCore import QSettings, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QComboBox, QMenu, QToolButton, QWidget

from app.search.scopes import Scope, scope_of
from widgets.kit import theme

_FOLD, _SYNONYMS = "search/fold", "search/synonyms"


class SearchOptions(QToolButton):
    """A button with a menu; `changed` comes when something else was chosen in it, `synonyms_wanted` when the words that
    mean the same are to be edited. Folding and synonyms are remembered."""

    changed = Signal()
    synonyms_wanted = Signal()

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
        self.synonyms = self._remembered(menu, self.tr("Words that &mean the same, too"), _SYNONYMS)
        editing = menu.addAction(theme.icon("note"), self.tr("&Edit words that mean the same…"))
        editing.triggered.connect(lambda _: self.synonyms_wanted.emit())
        menu.addSeparator()
        self.fold = self._remembered(menu, self.tr("Pages that are nearly the same &once"), _FOLD)
        self.setMenu(menu)
        where.triggered.connect(lambda _: self.changed.emit())
        self.forms.triggered.connect(lambda _: self.changed.emit())

    def _remembered(self, menu: QMenu, text: str, name: str) -> QAction:
        """A choice that a person made the last time, too."""
        action = self._add(menu, text, on=bool(QSettings().value(name, False, type=bool)))

        def chosen(on: bool) -> None:
            QSettings().setValue(name, on)
            self.changed.emit()

        action.triggered.connect(chosen)
        return action

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


class ScopeChoice(QComboBox):
    """Shows what the query says; `chosen` carries what somebody chose instead."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        choices: tuple[tuple[Scope, str, str], ...] = (
            ("ever", self.tr("Ever said it"), self.tr("Pages that say it in any of their versions")),
            ("now", self.tr("Says it now"), self.tr("Pages that say it in their newest version")),
            (
                "changed",
                self.tr("Came or went"),
                self.tr("Where and when the words came to a page or went from it"),
            ),
            ("appeared", self.tr("Came"), self.tr("Where and when the words came to a page")),
            ("vanished", self.tr("Went"), self.tr("Where and when the words went from a page")),
        )
        for scope, words, tip in choices:
            self.addItem(words, scope)
            self.setItemData(self.count() - 1, tip, 3)
        self.setAccessibleName(self.tr("What is looked for"))
        self.setToolTip(self.tr("Pages that say it, or the changes by which it came or went"))
        self.activated.connect(lambda number: self.chosen.emit(self.itemData(number)))

    def show_query(self, query: str) -> None:
        """Show what a query looks for."""
        self.setCurrentIndex(self.findData(scope_of(query)))
