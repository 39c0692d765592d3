"""The menus of the main window: every action with text, icon, shortcut and tooltip, in one place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from widgets.compare.menu import comparison_menu
from widgets.handover.copying import CopyMenu
from widgets.kit import theme
from widgets.shell.action_search import plain
from widgets.shell.archive_menu import WindowArchive, WindowConverting
from widgets.shell.asks import WindowAsks
from widgets.shell.crawls import WindowCrawls
from widgets.shell.opened import Opened
from widgets.shell.parts.comparing import WindowComparing
from widgets.shell.parts.encodings import EncodingMenu
from widgets.shell.parts.exports import WindowExports
from widgets.shell.parts.fields import WindowFields
from widgets.shell.parts.imports import WindowImports
from widgets.shell.parts.looking import WindowHistory
from widgets.shell.parts.noting import WindowNotes
from widgets.shell.parts.printing import WindowPrinting
from widgets.shell.parts.reextracting import WindowReextracting
from widgets.shell.parts.searching import WindowSearch
from widgets.shell.parts.travelling import WindowTravel
from widgets.shell.views import WindowChanges, WindowViews

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
    "check": "Ctrl+Alt+C",
    "reindex": "Ctrl+Alt+B",
    "reextract": "Ctrl+Alt+X",
    "convert": "Ctrl+Alt+V",
    "recover": "Ctrl+Alt+R",
    "theme_system": "Ctrl+Alt+0",
    "theme_light": "Ctrl+Alt+1",
    "theme_dark": "Ctrl+Alt+2",
    "tree_panel": "Ctrl+B",
    "crawl_panel": "Ctrl+J",
    "everything": "Ctrl+Shift+E",
    "zoom_in": "Ctrl++",
    "zoom_out": "Ctrl+-",
    "zoom_reset": "Ctrl+0",
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
    "check",
    "reindex",
    "reextract",
    "convert",
)
PAGE = (
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


Entries = tuple[QAction | QMenu | None, ...]  # of a menu; None for a line between them


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
        self._window: QMainWindow = window
        self._parts = parts
        self._actions: dict[str, QAction] = {}
        self.recent = QMenu(self.tr("&Recent archives"), window)
        self.recent.setIcon(theme.icon("recent"))
        self.earlier = QMenu(self.tr("Continue &earlier crawl"), window)
        self.earlier.setIcon(theme.icon("continue"))
        self.themes = QMenu(self.tr("&Theme"), window)
        self.themes.setIcon(theme.icon("theme"))
        self.encoding = EncodingMenu(opened)
        self.copying = CopyMenu(parts.views.page_on_screen, window)
        self.comparison, self._of_comparison = comparison_menu(window, parts.views.perform_comparison)
        self._actions |= {f"comparison_{name}": action for name, action in self._of_comparison.items()}
        self._file()
        self._crawl()
        self._archive()
        self._view()
        self._go()
        self._notes()
        self._help()

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def _add(
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
        action = QAction(theme.icon(icon or name), text, self._window)
        action.setCheckable(checkable)
        action.setShortcut(KEYS[name])
        keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        action.setToolTip(self.tr("{tip} ({keys})").format(tip=tip, keys=keys))
        action.setStatusTip(tip)
        if checkable:
            action.toggled.connect(act)
        else:
            action.triggered.connect(lambda: act())
        self._actions[name] = action
        return action

    def _menu(self, title: str, *parts: QAction | QMenu | None) -> None:
        menu = self._window.menuBar().addMenu(title)
        for part in parts:
            if part is None:
                menu.addSeparator()
            elif isinstance(part, QMenu):
                menu.addMenu(part)
            else:
                menu.addAction(part)

    def _file(self) -> None:
        p, a, i, add = self._parts, self._parts.asks, self._parts.imports, self._add
        self._menu(
            self.tr("&File"),
            add("new", self.tr("&New archive…"), self.tr("Make an empty archive"), a.new),
            add("open", self.tr("&Open archive…"), self.tr("Open an archive folder"), a.open),
            self.recent,
            None,
            add(
                "import",
                self.tr("&Import…"),
                self.tr("Take in Tianwang, WARC, ARC and WACZ files"),
                i.choose_files,
            ),
            add(
                "import_folder",
                self.tr("Import a &folder…"),
                self.tr("Take in all such files of a folder"),
                i.choose_folder,
                icon="import-folder",
            ),
            add(
                "import_report",
                self.tr("Repor&t of the last import"),
                self.tr("What came in, and what did not"),
                i.show_report,
                icon="report",
            ),
            None,
            add(
                "export",
                self.tr("&Export…"),
                self.tr("Write documents to a folder, in a format others can read"),
                p.exports.export,
            ),
            add(
                "outside",
                self.tr("Open in anot&her program"),
                self.tr("Open a copy of the document in the program that this computer has for it"),
                p.views.open_outside,
            ),
            self.copying,
            None,
            *self._printing(),
            None,
            add(
                "preferences",
                self.tr("&Preferences…"),
                self.tr("Language, theme, and what crawls begin with"),
                self.preferences_requested.emit,
            ),
            None,
            add(
                "close",
                self.tr("&Close archive"),
                self.tr("Back to the start page"),
                self.close_requested.emit,
                icon="home",
            ),
            add("quit", self.tr("&Quit"), self.tr("Close the program"), self._window.close),
        )
        self["quit"].setMenuRole(QAction.MenuRole.QuitRole)
        self["preferences"].setMenuRole(QAction.MenuRole.PreferencesRole)

    def _printing(self) -> Entries:
        """What is on screen, on paper or as a PDF."""
        p, add = self._parts.printing, self._add
        entries = (
            add(
                "print",
                self.tr("Print pa&ge…"),
                self.tr("Print the page, text or document on screen"),
                p.print_page,
            ),
            add(
                "save_pdf",
                self.tr("Save as P&DF…"),
                self.tr("Save the page, text or document on screen as a PDF"),
                p.save_pdf,
                icon="pdf",
            ),
            add(
                "print_line",
                self.tr("Address and date on p&aper"),
                self.tr("At the foot of each printed page: the address, and when it was captured"),
                p.set_line,
                icon="address",
                checkable=True,
            ),
        )
        self["print_line"].setChecked(p.line)
        return entries

    def _crawl(self) -> None:
        c, a, v, add = self._parts.crawls, self._parts.asks, self._parts.views, self._add
        self._menu(
            self.tr("&Crawl"),
            add(
                "crawl",
                self.tr("&New crawl…"),
                self.tr("Choose an address and what to capture"),
                lambda: c.ask(""),
            ),
            add(
                "again",
                self.tr("Crawl a&gain"),
                self.tr(
                    "The selected site or folder, or the site of the page, with the settings of the last time"
                ),
                v.crawl_again,
            ),
            add(
                "again_page",
                self.tr("Crawl &this page again"),
                self.tr("The page on screen, with the settings of the last time"),
                v.crawl_page_again,
                icon="again",
            ),
            add(
                "saved_crawls",
                self.tr("Sa&ved crawls…"),
                self.tr("Crawls that are kept: run them, change them, repeat them by a timetable"),
                c.show_saved,
                icon="recent",
            ),
            None,
            add("pause", self.tr("&Pause or go on"), self.tr("Pause the crawl or go on with it"), v.pause),
            add("stop", self.tr("&Stop"), self.tr("Stop the crawl; it can be continued later"), v.stop),
            add(
                "change_crawl",
                self.tr("C&hange settings…"),
                self.tr("Change a crawl that has begun, after a look at what that does to its queue"),
                c.change,
                icon="preferences",
            ),
            None,
            add(
                "continue_last",
                self.tr("&Continue last crawl"),
                self.tr("Go on with the newest crawl that has not finished"),
                a.continue_last,
                icon="continue",
            ),
            self.earlier,
            None,
            add(
                "browse",
                self.tr("&Browse and archive…"),
                self.tr("A browser whose pages can be archived as you see them"),
                c.browse,
                icon="address",
            ),
            add(
                "logins",
                self.tr("&Log-ins…"),
                self.tr("Passwords and cookies that crawls may use; log in with the browser"),
                c.show_logins,
                icon="key",
            ),
        )

    def _archive(self) -> None:
        r, add = self._parts.archive, self._add
        self._menu(
            self.tr("&Archive"),
            add(
                "integrity",
                self.tr("&Integrity…"),
                self.tr("Is everything in order, and what to do when it is not"),
                r.show,
            ),
            add(
                "statistics",
                self.tr("&Statistics…"),
                self.tr("What is in the archive, and how it grew"),
                lambda: r.show("statistics"),
            ),
            add(
                "changes",
                self.tr("Site c&hanges…"),
                self.tr("What is new, gone and changed between two crawls or two dates"),
                lambda: self._parts.changes.show(),
            ),
            add(
                "fields",
                self.tr("&Fields…"),
                self.tr("Prices, dates, names and other values of pages, in every version"),
                lambda: self._parts.fields.show(),
                icon="facets",
            ),
            add(
                "duplicates",
                self.tr("&Duplicates…"),
                self.tr("The same content at several addresses"),
                r.show_duplicates,
                icon="copy",
            ),
            None,
            add(
                "check",
                self.tr("&Check everything"),
                self.tr("Read every record and compare it with its check sums"),
                r.check,
                icon="verify",
            ),
            add(
                "reindex",
                self.tr("Re&build the index…"),
                self.tr("Make the index again from the batches"),
                r.reindex,
                icon="rebuild",
            ),
            add(
                "reextract",
                self.tr("Re-e&xtract documents"),
                self.tr("Read again what older extractors have read: titles, authors, dates, languages"),
                lambda: self._parts.reextracting.start(),
            ),
            add(
                "convert",
                self.tr("Con&vert the records…"),
                self.tr("Write every version in full, or only what has changed since the one before"),
                lambda: self._parts.converting.start(),
                icon="swap",
            ),
            add(
                "recover",
                self.tr("&Recover a damaged file…"),
                self.tr("Read what can be read of a damaged file into a new one"),
                r.recover,
            ),
        )

    def _view(self) -> None:
        v, add = self._parts.views, self._add
        group = QActionGroup(self)
        for mode, text in (
            ("system", self.tr("As the &system")),
            ("light", self.tr("&Light")),
            ("dark", self.tr("&Dark")),
        ):
            tip = self.tr("Colours of the program: {which}").format(which=plain(text))
            choose = partial(self.theme_requested.emit, mode)
            action = add(f"theme_{mode}", text, tip, choose, icon="theme")
            action.setCheckable(True)
            group.addAction(action)
            self.themes.addAction(action)
        self._menu(
            self.tr("&View"),
            add(
                "tree_panel",
                self.tr("&Pages"),
                self.tr("Show or hide the tree of pages"),
                v.show_tree,
                icon="app",
                checkable=True,
            ),
            add(
                "crawl_panel",
                self.tr("&Crawl"),
                self.tr("Show or hide the crawl with its log"),
                v.show_crawl,
                icon="panel",
                checkable=True,
            ),
            add(
                "everything",
                self.tr("Show &everything"),
                self.tr("Show images, style sheets, scripts, redirects and errors too"),
                v.show_everything,
                icon="resources",
                checkable=True,
            ),
            None,
            add(
                "zoom_in",
                self.tr("Zoom &in"),
                self.tr("Show pages larger"),
                lambda: v.zoom(1),
                icon="zoom-in",
            ),
            add(
                "zoom_out",
                self.tr("Zoom &out"),
                self.tr("Show pages smaller"),
                lambda: v.zoom(-1),
                icon="zoom-out",
            ),
            add(
                "zoom_reset",
                self.tr("Original si&ze"),
                self.tr("Show pages in their own size"),
                lambda: v.zoom(0),
                icon="search",
            ),
            None,
            self.encoding,
            self.themes,
            add(
                "full", self.tr("&Full screen"), self.tr("Use the whole screen"), v.full_screen, icon="expand"
            ),
        )
        for name in ("tree_panel", "crawl_panel"):
            self[name].setChecked(name == "tree_panel")

    def _go(self) -> None:
        self._menu(
            self.tr("&Go"),
            *self._steps(),
            None,
            *self._tabs(),
            *self._days(),
            None,
            *self._comparing(),
            None,
            *self._on_page(),
            None,
            *self._finding_pages(),
        )
        for name in (*COMPARISON, "back_to_page"):
            # the comparison listens to these keys itself; here they only stand in the menu
            self[name].setShortcutContext(Qt.ShortcutContext.WidgetShortcut)

    def _steps(self) -> Entries:
        """Back and forward, and along the tree."""
        v, add = self._parts.views, self._add
        return (
            add("back", self.tr("&Back"), self.tr("What was looked at before"), lambda: v.go(-1)),
            add("forward", self.tr("For&ward"), self.tr("What was looked at after this"), lambda: v.go(1)),
            add(
                "history",
                self.tr("History…"),
                self.tr("What was looked at in this archive, today and earlier"),
                lambda: self._parts.history.show(),
                icon="recent",
            ),
            None,
            add(
                "next",
                self.tr("&Next page"),
                self.tr("The next page of the tree"),
                lambda: v.step(1),
                icon="down",
            ),
            add(
                "previous",
                self.tr("&Previous page"),
                self.tr("The page of the tree before"),
                lambda: v.step(-1),
                icon="up",
            ),
        )

    def _tabs(self) -> Entries:
        """Pages that are open beside each other."""
        v, add = self._parts.views, self._add
        return (
            add(
                "new_tab",
                self.tr("New &tab"),
                self.tr("A page more beside the one on screen"),
                lambda: v.with_tabs(lambda tabs: tabs.new()),
                icon="add",
            ),
            add(
                "close_tab",
                self.tr("Close tab"),
                self.tr("Close the page on screen; the archive stays open"),
                lambda: v.with_tabs(lambda tabs: tabs.close()),
                icon="close",
            ),
            add(
                "reopen_tab",
                self.tr("Reopen closed tab"),
                self.tr("Open again the tab that was closed last"),
                lambda: v.with_tabs(lambda tabs: tabs.reopen()),
                icon="recent",
            ),
            add(
                "next_tab",
                self.tr("Next tab"),
                self.tr("The page of the tab to the right"),
                lambda: v.with_tabs(lambda tabs: tabs.step(1)),
                icon="next",
            ),
            add(
                "previous_tab",
                self.tr("Previous tab"),
                self.tr("The page of the tab to the left"),
                lambda: v.with_tabs(lambda tabs: tabs.step(-1)),
                icon="previous",
            ),
        )

    def _days(self) -> Entries:
        """The calendar, and other days of the past."""
        t, add = self._parts.travel, self._add
        days = QMenu(self.tr("Days of the past"), self._window)
        days.setIcon(theme.icon("recent"))
        days.addActions(
            [
                add(
                    "day_before",
                    self.tr("Day with captures &before"),
                    self.tr("Show the archive as it was on the day with captures before"),
                    lambda: t.beside(-1),
                    icon="day-before",
                ),
                add(
                    "day_after",
                    self.tr("&Next day with captures"),
                    self.tr("Show the archive as it was on the next day with captures"),
                    lambda: t.beside(1),
                    icon="day-after",
                ),
                add(
                    "now",
                    self.tr("Back to no&w"),
                    self.tr("Show the archive as it is now"),
                    t.back,
                    icon="forward",
                ),
            ]
        )
        calendar = add(
            "calendar",
            self.tr("Calen&dar…"),
            self.tr("Days with captures; a day shows the archive as it was then"),
            lambda: t.show(),
        )
        return calendar, days

    def _comparing(self) -> Entries:
        """Versions beside each other."""
        v, add = self._parts.views, self._add
        return (
            add(
                "compare",
                self.tr("&Compare with previous version"),
                self.tr("Show this version and the one before it side by side"),
                v.compare,
            ),
            add(
                "compare_other",
                self.tr("Compare with another page…"),
                self.tr("Show this version and a page of another address side by side"),
                lambda: self._parts.comparing.open(),
                icon="compare",
            ),
            add(
                "next_change",
                self.tr("Next c&hange"),
                self.tr("The next change of the comparison"),
                lambda: v.step_change(1),
                icon="next",
            ),
            add(
                "previous_change",
                self.tr("Pre&vious change"),
                self.tr("The change of the comparison before"),
                lambda: v.step_change(-1),
                icon="previous",
            ),
            self.comparison,
            add(
                "back_to_page",
                self.tr("&Leave the comparison"),
                self.tr("Show the page again"),
                v.back_to_page,
                icon="close",
            ),
        )

    def _on_page(self) -> Entries:
        """Words, and the page on screen."""
        v, add = self._parts.views, self._add
        return (
            add(
                "search_archive",
                self.tr("&Search the archive…"),
                self.tr("Find words in every version of every page"),
                lambda: self._parts.search.show(),
                icon="search",
            ),
            add(
                "find",
                self.tr("F&ind in the page…"),
                self.tr("Find words in what is shown"),
                v.find,
                icon="search",
            ),
            add(
                "find_next",
                self.tr("Find ne&xt"),
                self.tr("The next place of the words on the page"),
                lambda: self._parts.search.step(1),
                icon="next",
            ),
            add(
                "find_previous",
                self.tr("Find previo&us"),
                self.tr("The place of the words before"),
                lambda: self._parts.search.step(-1),
                icon="previous",
            ),
            add("reload", self.tr("&Reload"), self.tr("Show the page once more from the archive"), v.reload),
            add(
                "copy_address",
                self.tr("C&opy address"),
                self.tr("Put the address of the page on the clipboard"),
                v.copy_address,
                icon="copy",
            ),
            add(
                "browser",
                self.tr("Op&en in browser"),
                self.tr("Open the address in the browser, as it is today"),
                v.open_in_browser,
            ),
        )

    def _finding_pages(self) -> Entries:
        """Which pages the tree shows."""
        v, add = self._parts.views, self._add
        return (
            add(
                "address",
                self.tr("&Address field"),
                self.tr("Type an address to archive"),
                self.address_requested.emit,
            ),
            add(
                "filter", self.tr("&Filter pages"), self.tr("Find pages by title or address"), v.focus_filter
            ),
            add(
                "facets",
                self.tr("Choose pages b&y…"),
                self.tr("Narrow the tree by type, language, year, author, issuer, own tags"),
                v.open_facets,
            ),
        )

    def _notes(self) -> None:
        """What a person writes on pages."""
        n, add = self._parts.notes, self._add
        self._menu(
            self.tr("&Notes"),
            add("star", self.tr("&Star"), self.tr("Give the page on screen a star, or take it away"), n.star),
            add("tag", self.tr("Add a &tag…"), self.tr("A word by which the page is found again"), n.tag),
            add(
                "note",
                self.tr("Write a &note…"),
                self.tr("What you want to remember of the page"),
                n.note,
            ),
            None,
            add(
                "undo_note",
                self.tr("&Undo"),
                self.tr("Take back the star, tag or note that was written last"),
                n.undo,
                icon="undo",
            ),
            add(
                "redo_note",
                self.tr("&Redo"),
                self.tr("Write again what was taken back last"),
                n.redo,
                icon="redo",
            ),
        )

    def _help(self) -> None:
        a, v, add = self._parts.asks, self._parts.views, self._add
        self._menu(
            self.tr("&Help"),
            add("help", self.tr("&Help"), self.tr("How to use this program"), v.show_help),
            add(
                "keys",
                self.tr("&Keyboard shortcuts"),
                self.tr("All keys at a glance"),
                v.show_keys,
                icon="keyboard",
            ),
            add(
                "search",
                self.tr("&Search actions…"),
                self.tr("Find anything this program can do"),
                self.search_requested.emit,
            ),
            None,
            add("about", self.tr("&About Tianwang Explorer"), self.tr("Version and licence"), a.about),
        )
        self["about"].setMenuRole(QAction.MenuRole.AboutRole)

    def update(
        self, *, archive: bool, page: bool, comparison: bool, crawl: bool, writing: bool, aside: bool
    ) -> None:
        """Enable the actions that apply now; `aside`: a view other than a page is shown."""
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
        self["back_to_page"].setEnabled(aside)
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
