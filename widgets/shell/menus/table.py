"""What the menus of the main window are made of: the key of each action, when it applies, who does it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from widgets.kit import theme
from widgets.shell.archive_menu import WindowArchive, WindowConverting
from widgets.shell.asks import WindowAsks
from widgets.shell.crawls import WindowCrawls
from widgets.shell.parts.clusters import WindowClusters
from widgets.shell.parts.collecting import WindowCollections
from widgets.shell.parts.comparing import WindowComparing
from widgets.shell.parts.elsewhere import WindowElsewhere
from widgets.shell.parts.exports import WindowExports
from widgets.shell.parts.fields import WindowFields
from widgets.shell.parts.imports import WindowImports
from widgets.shell.parts.looking import WindowHistory
from widgets.shell.parts.noting import WindowNotes
from widgets.shell.parts.overviews import WindowLinks, WindowMap, WindowStatistics
from widgets.shell.parts.printing import WindowPrinting
from widgets.shell.parts.reextracting import WindowReextracting
from widgets.shell.parts.searching import WindowSearch
from widgets.shell.parts.sharing import WindowSharing
from widgets.shell.parts.templates import WindowTemplates
from widgets.shell.parts.travelling import WindowTravel
from widgets.shell.views import WindowChanges, WindowViews

translate = QCoreApplication.translate

# the key of each action
KEYS = {
    "new": "Ctrl+Shift+N",
    "open": "Ctrl+O",
    "import": "Ctrl+I",
    "import_folder": "Ctrl+Alt+I",
    "import_report": "Ctrl+Alt+L",
    "export": "Ctrl+E",
    "outside": "Ctrl+Shift+O",
    "print": "Ctrl+P",
    "save_pdf": "Ctrl+Shift+P",
    "print_line": "Ctrl+Alt+Q",
    "preferences": "Ctrl+,",
    "close": "Ctrl+Shift+W",
    "quit": "Ctrl+Q",
    "crawl": "Ctrl+N",
    "again": "Ctrl+Shift+A",
    "again_page": "Ctrl+Alt+A",
    "saved_crawls": "Ctrl+Shift+R",
    "pause": "F9",
    "stop": "Shift+F9",
    "change_crawl": "Ctrl+F9",
    "continue_last": "Ctrl+R",
    "browse": "Ctrl+Alt+W",
    "logins": "Ctrl+Alt+K",
    "integrity": "Ctrl+Shift+I",
    "statistics": "Ctrl+Shift+S",
    "changes": "Ctrl+Shift+D",
    "duplicates": "Ctrl+Alt+U",
    "fields": "Ctrl+Alt+Y",
    "link_reports": "Ctrl+Shift+K",
    "share": "Ctrl+Alt+6",
    "over_time": "Ctrl+Alt+5",
    "elsewhere": "Ctrl+Alt+7",
    "on_cluster": "Ctrl+Alt+8",
    "check": "Ctrl+Alt+C",
    "reindex": "Ctrl+Alt+B",
    "reextract": "Ctrl+Alt+X",
    "convert": "Ctrl+Alt+V",
    "recover": "Ctrl+Alt+R",
    "theme_system": "Ctrl+Alt+0",
    "theme_light": "Ctrl+Alt+1",
    "theme_dark": "Ctrl+Alt+2",
    "tree_panel": "Ctrl+B",
    "collections": "Ctrl+Shift+J",
    "seen": "Ctrl+Alt+Z",
    "more_like": "Ctrl+Shift+H",
    "crawl_panel": "Ctrl+J",
    "everything": "Ctrl+Shift+E",
    "zoom_in": "Ctrl++",
    "zoom_out": "Ctrl+-",
    "zoom_reset": "Ctrl+0",
    "template": "Ctrl+Alt+H",
    "link_map": "Ctrl+Alt+O",
    "full": "F11",
    "back": "Alt+Left",
    "forward": "Alt+Right",
    "next": "Ctrl+PgDown",
    "previous": "Ctrl+PgUp",
    "compare": "Ctrl+D",
    "compare_other": "Ctrl+Alt+D",
    "next_change": "F8",
    "previous_change": "F7",
    "back_to_page": "Esc",
    "history": "Ctrl+H",
    "new_tab": "Ctrl+T",
    "close_tab": "Ctrl+W",
    "reopen_tab": "Ctrl+Shift+T",
    "next_tab": "Ctrl+Tab",
    "previous_tab": "Ctrl+Shift+Tab",
    "calendar": "Ctrl+Shift+Y",
    "day_before": "Alt+PgUp",
    "day_after": "Alt+PgDown",
    "now": "Alt+End",
    "search_archive": "Ctrl+Shift+F",
    "find": "Ctrl+F",
    "find_next": "F3",
    "find_previous": "Shift+F3",
    "reload": "F5",
    "copy_address": "Ctrl+Shift+C",
    "browser": "Ctrl+Shift+B",
    "address": "Ctrl+L",
    "filter": "Ctrl+Shift+L",
    "facets": "Ctrl+Alt+F",
    "star": "Ctrl+Alt+S",
    "tag": "Ctrl+Shift+G",
    "note": "Ctrl+Shift+M",
    "undo_note": "Ctrl+Z",
    "redo_note": "Ctrl+Shift+Z",
    "help": "F1",
    "keys": "Ctrl+/",
    "search": "Ctrl+K",
    "about": "Shift+F1",
}
# enabled only while an archive is open, while a page is chosen, while a comparison is shown, while a crawl runs
ARCHIVE = (
    "again",
    "export",
    "close",
    "continue_last",
    "saved_crawls",
    "change_crawl",
    "browse",
    "crawl_panel",
    "collections",
    "seen",
    "everything",
    "next",
    "previous",
    "filter",
    "search_archive",
    "calendar",
    "history",
    "new_tab",
    "close_tab",
    "facets",
    "undo_note",
    "redo_note",
    "integrity",
    "statistics",
    "changes",
    "duplicates",
    "fields",
    "link_reports",
    "over_time",
    "link_map",
    "share",
    "check",
    "reindex",
    "reextract",
    "convert",
)
PAGE = (
    "elsewhere",
    "more_like",
    "template",
    "again_page",
    "compare",
    "compare_other",
    "reload",
    "find",
    "find_next",
    "find_previous",
    "star",
    "tag",
    "note",
    "copy_address",
    "browser",
    "outside",
    "print",
    "save_pdf",
)
COMPARISON = ("next_change", "previous_change")
CRAWL = ("pause", "stop")
PAST = ("day_before", "day_after", "now")


@dataclass(frozen=True, slots=True)
class Parts:
    """What does what the menus say."""

    asks: WindowAsks
    views: WindowViews
    imports: WindowImports
    exports: WindowExports
    archive: WindowArchive
    converting: WindowConverting
    crawls: WindowCrawls
    reextracting: WindowReextracting
    changes: WindowChanges
    search: WindowSearch
    printing: WindowPrinting
    history: WindowHistory
    comparing: WindowComparing
    travel: WindowTravel
    notes: WindowNotes
    fields: WindowFields
    links: WindowLinks
    over_time: WindowStatistics
    elsewhere: WindowElsewhere
    templates: WindowTemplates
    map: WindowMap
    collections: WindowCollections
    sharing: WindowSharing
    clusters: WindowClusters


Entries = tuple[QAction | QMenu | None, ...]  # of a menu; None for a line between them


class ActionTable:
    """Actions by name, and the menu bar that they stand in."""

    def __init__(self, window: QMainWindow) -> None:
        self.window = window
        self.actions: dict[str, QAction] = {}

    def __getitem__(self, name: str) -> QAction:
        return self.actions[name]

    def add(
        self,
        name: str,
        text: str,
        tip: str,
        act: Callable[..., object],
        *,
        icon: str = "",
        checkable: bool = False,
    ) -> QAction:
        """An action; its icon is called like it, unless `icon` says otherwise."""
        action = QAction(theme.icon(icon or name), text, self.window)
        action.setCheckable(checkable)
        action.setShortcut(KEYS[name])
        keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        action.setToolTip(translate("WindowActions", "{tip} ({keys})").format(tip=tip, keys=keys))
        action.setStatusTip(tip)
        if checkable:
            action.toggled.connect(act)
        else:
            action.triggered.connect(lambda: act())
        self.actions[name] = action
        return action

    def menu(self, title: str, *parts: QAction | QMenu | None) -> None:
        menu = self.window.menuBar().addMenu(title)
        for part in parts:
            if part is None:
                menu.addSeparator()
            elif isinstance(part, QMenu):
                menu.addMenu(part)
            else:
                menu.addAction(part)
