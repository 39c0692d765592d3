"""The choice of what a query looks for: what was ever said, what is said now, or what came or went."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QWidget

from app.search.scopes import Scope, scope_of


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
