"""The actions of the main window, put together from the tables of its menus, and which of them apply now."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from widgets.compare.menu import comparison_menu
from widgets.handover.copying import CopyMenu
from widgets.kit import theme
from widgets.shell.menus.go import go_menu
from widgets.shell.menus.table import ARCHIVE, COMPARISON, CRAWL, PAGE, PAST, ActionTable, Parts
from widgets.shell.menus.view import help_menu, notes_menu, view_menu
from widgets.shell.menus.work import archive_menu, crawl_menu, file_menu
from widgets.shell.opened import Opened
from widgets.shell.parts.encodings import EncodingMenu


class WindowActions(QObject):
    """Makes the actions and menus; `self["open"]` is an action."""

    preferences_requested = Signal()
    close_requested = Signal()  # of the archive
    theme_requested = Signal(str)
    search_requested = Signal()
    address_requested = Signal()  # the keyboard is to go to its field

    def __init__(self, opened: Opened, parts: Parts) -> None:
        window = opened.window
        super().__init__(window)
        self._parts = parts
        made = ActionTable(window)
        self._actions = made.actions
        self.recent = QMenu(self.tr("&Recent archives"), window)
        self.recent.setIcon(theme.icon("recent"))
        self.earlier = QMenu(self.tr("Continue &earlier crawl"), window)
        self.earlier.setIcon(theme.icon("continue"))
        self.themes = QMenu(self.tr("&Theme"), window)
        self.themes.setIcon(theme.icon("theme"))
        self.encoding = EncodingMenu(opened)
        self.copying = CopyMenu(parts.views.page_on_screen, window)
        self.comparison, self._of_comparison = comparison_menu(window, parts.views.perform_comparison)
        made.actions |= {f"comparison_{name}": action for name, action in self._of_comparison.items()}
        file_menu(
            made,
            parts,
            self.recent,
            self.copying,
            self.preferences_requested.emit,
            self.close_requested.emit,
        )
        crawl_menu(made, parts, self.earlier)
        archive_menu(made, parts)
        view_menu(made, parts, self, self.themes, self.encoding, self.theme_requested.emit)
        go_menu(made, parts, self.comparison, self.address_requested.emit)
        notes_menu(made, parts)
        help_menu(made, parts, self.search_requested.emit)

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def update(
        self, *, archive: bool, page: bool, comparison: bool, crawl: bool, writing: bool, page_hidden: bool
    ) -> None:
        """Enable the actions that apply now; `page_hidden`: a view other than a page is shown."""
        past = self._parts.travel.past
        for names, on in (
            (ARCHIVE, archive),
            (PAGE, page),
            (COMPARISON, comparison),
            (CRAWL, crawl),
            (PAST, past),
        ):
            for name in names:
                self[name].setEnabled(on)
        for action in self._of_comparison.values():
            action.setEnabled(comparison)
        self["back_to_page"].setEnabled(page_hidden)
        for name in ("continue_last", "reindex", "reextract", "convert"):
            self[name].setEnabled(archive and not writing)
        for name in ("import", "import_folder"):
            self[name].setEnabled(not writing)
        self["import_report"].setEnabled(self._parts.imports.last is not None)
        self["tree_panel"].setEnabled(archive)
        self.earlier.setEnabled(archive and not writing)
        for name, by in (("back", -1), ("forward", 1)):
            self[name].setEnabled(archive and self._parts.views.can_go(by))
        for name in ("next_tab", "previous_tab"):
            self[name].setEnabled(archive and self._parts.views.with_tabs(lambda tabs: len(tabs.pages) > 1))
        self["reopen_tab"].setEnabled(archive and self._parts.views.with_tabs(lambda tabs: tabs.can_reopen))
        self.encoding.setEnabled(page or comparison)
        self.copying.setEnabled(page)
        for name in ("zoom_in", "zoom_out", "zoom_reset"):
            self[name].setEnabled(page or comparison)
