"""The menus of the main window: every action with text, icon, shortcut and tooltip, in one place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMainWindow, QMenu

from widgets.compare.menu import comparison_menu
from widgets.kit import theme
from widgets.shell.action_search import plain
from widgets.shell.archive_menu import WindowArchive, WindowConverting
from widgets.shell.asks import WindowAsks
from widgets.shell.crawls import WindowCrawls
from widgets.shell.encodings import EncodingMenu
from widgets.shell.exports import WindowExports
from widgets.shell.imports import WindowImports
from widgets.shell.opened import Opened
from widgets.shell.reextracting import WindowReextracting
from widgets.shell.views import WindowChanges, WindowViews

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
    "facets",
    "integrity",
    "statistics",
    "changes",
    "duplicates",
    "check",
    "reindex",
    "reextract",
    "convert",
)
PAGE = ("again_page", "compare", "reload", "find", "copy_address", "browser")
COMPARISON = ("next_change", "previous_change")
CRAWL = ("pause", "stop")


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
        self.comparison, self._of_comparison = comparison_menu(window, parts.views.perform_comparison)
        self._actions |= {f"comparison_{name}": action for name, action in self._of_comparison.items()}
        self._file()
        self._crawl()
        self._archive()
        self._view()
        self._go()
        self._help()

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def _add(
        self,
        name: str,
        icon: str,
        text: str,
        keys: str,
        tip: str,
        act: Callable[..., object],
        checkable: bool = False,
    ) -> QAction:
        action = QAction(theme.icon(icon), text, self._window, checkable=checkable)
        if keys:
            action.setShortcut(keys)
        native = action.shortcut().toString(action.shortcut().SequenceFormat.NativeText)
        action.setToolTip(self.tr("{tip} ({keys})").format(tip=tip, keys=native) if native else tip)
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
            add(
                "new",
                "new",
                self.tr("&New archive…"),
                "Ctrl+Shift+N",
                self.tr("Make an empty archive"),
                a.new,
            ),
            add(
                "open", "open", self.tr("&Open archive…"), "Ctrl+O", self.tr("Open an archive folder"), a.open
            ),
            self.recent,
            None,
            add(
                "import",
                "import",
                self.tr("&Import…"),
                "Ctrl+I",
                self.tr("Take in Tianwang, WARC, ARC and WACZ files"),
                i.choose_files,
            ),
            add(
                "import_folder",
                "import-folder",
                self.tr("Import a &folder…"),
                "Ctrl+Alt+I",
                self.tr("Take in all such files of a folder"),
                i.choose_folder,
            ),
            add(
                "import_report",
                "report",
                self.tr("Repor&t of the last import"),
                "Ctrl+Alt+L",
                self.tr("What came in, and what did not"),
                i.show_report,
            ),
            None,
            add(
                "export",
                "export",
                self.tr("&Export…"),
                "Ctrl+E",
                self.tr("Write documents to a folder, in a format others can read"),
                p.exports.export,
            ),
            None,
            add(
                "preferences",
                "preferences",
                self.tr("&Preferences…"),
                "Ctrl+,",
                self.tr("Language, theme, and what crawls begin with"),
                self.preferences_requested.emit,
            ),
            None,
            add(
                "close",
                "home",
                self.tr("&Close archive"),
                "Ctrl+W",
                self.tr("Back to the start page"),
                self.close_requested.emit,
            ),
            add("quit", "quit", self.tr("&Quit"), "Ctrl+Q", self.tr("Close the program"), self._window.close),
        )
        self["quit"].setMenuRole(QAction.MenuRole.QuitRole)
        self["preferences"].setMenuRole(QAction.MenuRole.PreferencesRole)

    def _crawl(self) -> None:
        c, a, v, add = self._parts.crawls, self._parts.asks, self._parts.views, self._add
        self._menu(
            self.tr("&Crawl"),
            add(
                "crawl",
                "crawl",
                self.tr("&New crawl…"),
                "Ctrl+N",
                self.tr("Choose an address and what to capture"),
                lambda: c.ask(""),
            ),
            add(
                "again",
                "again",
                self.tr("Crawl a&gain"),
                "Ctrl+Shift+A",
                self.tr(
                    "The selected site or folder, or the site of the page, with the settings of the last time"
                ),
                v.crawl_again,
            ),
            add(
                "again_page",
                "again",
                self.tr("Crawl &this page again"),
                "Ctrl+Alt+A",
                self.tr("The page on screen, with the settings of the last time"),
                v.crawl_page_again,
            ),
            add(
                "saved_crawls",
                "recent",
                self.tr("Sa&ved crawls…"),
                "Ctrl+Shift+R",
                self.tr("Crawls that are kept: run them, change them, repeat them by a timetable"),
                c.show_saved,
            ),
            None,
            add(
                "pause",
                "pause",
                self.tr("&Pause or go on"),
                "F9",
                self.tr("Pause the crawl or go on with it"),
                v.pause,
            ),
            add(
                "stop",
                "stop",
                self.tr("&Stop"),
                "Shift+F9",
                self.tr("Stop the crawl; it can be continued later"),
                v.stop,
            ),
            add(
                "change_crawl",
                "preferences",
                self.tr("C&hange settings…"),
                "Ctrl+F9",
                self.tr("Change a crawl that has begun, after a look at what that does to its queue"),
                c.change,
            ),
            None,
            add(
                "continue_last",
                "continue",
                self.tr("&Continue last crawl"),
                "Ctrl+R",
                self.tr("Go on with the newest crawl that has not finished"),
                a.continue_last,
            ),
            self.earlier,
            None,
            add(
                "browse",
                "address",
                self.tr("&Browse and archive…"),
                "Ctrl+Alt+W",
                self.tr("A browser whose pages can be archived as you see them"),
                c.browse,
            ),
            add(
                "logins",
                "key",
                self.tr("&Log-ins…"),
                "Ctrl+Alt+K",
                self.tr("Passwords and cookies that crawls may use; log in with the browser"),
                c.show_logins,
            ),
        )

    def _archive(self) -> None:
        r, add = self._parts.archive, self._add
        self._menu(
            self.tr("&Archive"),
            add(
                "integrity",
                "integrity",
                self.tr("&Integrity…"),
                "Ctrl+Shift+I",
                self.tr("Is everything in order, and what to do when it is not"),
                r.show,
            ),
            add(
                "statistics",
                "statistics",
                self.tr("&Statistics…"),
                "Ctrl+Shift+S",
                self.tr("What is in the archive, and how it grew"),
                lambda: r.show("statistics"),
            ),
            add(
                "changes",
                "changes",
                self.tr("Site c&hanges…"),
                "Ctrl+Shift+D",
                self.tr("What is new, gone and changed between two crawls or two dates"),
                lambda: self._parts.changes.show(),
            ),
            add(
                "duplicates",
                "copy",
                self.tr("&Duplicates…"),
                "Ctrl+Alt+U",
                self.tr("The same content at several addresses"),
                r.show_duplicates,
            ),
            None,
            add(
                "check",
                "verify",
                self.tr("&Check everything"),
                "Ctrl+Alt+C",
                self.tr("Read every record and compare it with its check sums"),
                r.check,
            ),
            add(
                "reindex",
                "rebuild",
                self.tr("Re&build the index…"),
                "Ctrl+Alt+B",
                self.tr("Make the index again from the batches"),
                r.reindex,
            ),
            add(
                "reextract",
                "reextract",
                self.tr("Re-e&xtract documents"),
                "Ctrl+Alt+X",
                self.tr("Read again what older extractors have read: titles, authors, dates, languages"),
                lambda: self._parts.reextracting.start(),
            ),
            add(
                "convert",
                "swap",
                self.tr("Con&vert the records…"),
                "Ctrl+Alt+V",
                self.tr("Write every version in full, or only what has changed since the one before"),
                lambda: self._parts.converting.start(),
            ),
            add(
                "recover",
                "recover",
                self.tr("&Recover a damaged file…"),
                "Ctrl+Alt+R",
                self.tr("Read what can be read of a damaged file into a new one"),
                r.recover,
            ),
        )

    def _view(self) -> None:
        v, add = self._parts.views, self._add
        group = QActionGroup(self)
        for keys, mode, text in (
            ("Ctrl+Alt+0", "system", self.tr("As the &system")),
            ("Ctrl+Alt+1", "light", self.tr("&Light")),
            ("Ctrl+Alt+2", "dark", self.tr("&Dark")),
        ):
            tip = self.tr("Colours of the program: {which}").format(which=plain(text))
            action = add(
                f"theme_{mode}", "theme", text, keys, tip, lambda mode=mode: self.theme_requested.emit(mode)
            )
            action.setCheckable(True)
            group.addAction(action)
            self.themes.addAction(action)
        self._menu(
            self.tr("&View"),
            add(
                "tree_panel",
                "app",
                self.tr("&Pages"),
                "Ctrl+B",
                self.tr("Show or hide the tree of pages"),
                v.show_tree,
                checkable=True,
            ),
            add(
                "crawl_panel",
                "panel",
                self.tr("&Crawl"),
                "Ctrl+J",
                self.tr("Show or hide the crawl with its log"),
                v.show_crawl,
                checkable=True,
            ),
            add(
                "everything",
                "resources",
                self.tr("Show &everything"),
                "Ctrl+Shift+E",
                self.tr("Show images, style sheets, scripts, redirects and errors too"),
                v.show_everything,
                checkable=True,
            ),
            None,
            add(
                "zoom_in",
                "zoom-in",
                self.tr("Zoom &in"),
                "Ctrl++",
                self.tr("Show pages larger"),
                lambda: v.zoom(1),
            ),
            add(
                "zoom_out",
                "zoom-out",
                self.tr("Zoom &out"),
                "Ctrl+-",
                self.tr("Show pages smaller"),
                lambda: v.zoom(-1),
            ),
            add(
                "zoom_reset",
                "search",
                self.tr("Original si&ze"),
                "Ctrl+0",
                self.tr("Show pages in their own size"),
                lambda: v.zoom(0),
            ),
            None,
            self.encoding,
            self.themes,
            add(
                "full",
                "expand",
                self.tr("&Full screen"),
                "F11",
                self.tr("Use the whole screen"),
                v.full_screen,
            ),
        )
        for name in ("tree_panel", "crawl_panel"):
            self[name].setChecked(name == "tree_panel")

    def _go(self) -> None:
        v, add = self._parts.views, self._add
        self._menu(
            self.tr("&Go"),
            add(
                "back",
                "back",
                self.tr("&Back"),
                "Alt+Left",
                self.tr("What was looked at before"),
                lambda: v.go(-1),
            ),
            add(
                "forward",
                "forward",
                self.tr("For&ward"),
                "Alt+Right",
                self.tr("What was looked at after this"),
                lambda: v.go(1),
            ),
            None,
            add(
                "next",
                "down",
                self.tr("&Next page"),
                "Ctrl+PgDown",
                self.tr("The next page of the tree"),
                lambda: v.step(1),
            ),
            add(
                "previous",
                "up",
                self.tr("&Previous page"),
                "Ctrl+PgUp",
                self.tr("The page of the tree before"),
                lambda: v.step(-1),
            ),
            None,
            add(
                "compare",
                "compare",
                self.tr("&Compare with previous version"),
                "Ctrl+D",
                self.tr("Show this version and the one before it side by side"),
                v.compare,
            ),
            add(
                "next_change",
                "next",
                self.tr("Next c&hange"),
                "F8",
                self.tr("The next change of the comparison"),
                lambda: v.step_change(1),
            ),
            add(
                "previous_change",
                "previous",
                self.tr("Pre&vious change"),
                "F7",
                self.tr("The change of the comparison before"),
                lambda: v.step_change(-1),
            ),
            self.comparison,
            add(
                "back_to_page",
                "close",
                self.tr("&Leave the comparison"),
                "Esc",
                self.tr("Show the page again"),
                v.back_to_page,
            ),
            None,
            add(
                "find",
                "search",
                self.tr("F&ind in the page…"),
                "Ctrl+F",
                self.tr("Find words in what is shown"),
                v.find,
            ),
            add(
                "reload",
                "reload",
                self.tr("&Reload"),
                "F5",
                self.tr("Show the page once more from the archive"),
                v.reload,
            ),
            add(
                "copy_address",
                "copy",
                self.tr("C&opy address"),
                "Ctrl+Shift+C",
                self.tr("Put the address of the page on the clipboard"),
                v.copy_address,
            ),
            add(
                "browser",
                "browser",
                self.tr("Op&en in browser"),
                "Ctrl+Shift+B",
                self.tr("Open the address in the browser, as it is today"),
                v.open_in_browser,
            ),
            None,
            add(
                "address",
                "address",
                self.tr("&Address field"),
                "Ctrl+L",
                self.tr("Type an address to archive"),
                self.address_requested.emit,
            ),
            add(
                "filter",
                "filter",
                self.tr("&Filter pages"),
                "Ctrl+Shift+F",
                self.tr("Find pages by title or address"),
                v.focus_filter,
            ),
            add(
                "facets",
                "facets",
                self.tr("Choose pages b&y…"),
                "Ctrl+Alt+F",
                self.tr("Narrow the tree by type, language, year, author, issuer"),
                v.open_facets,
            ),
        )
        for name in (*COMPARISON, "back_to_page"):
            # the comparison listens to these keys itself; here they only stand in the menu
            self[name].setShortcutContext(Qt.ShortcutContext.WidgetShortcut)

    def _help(self) -> None:
        a, v, add = self._parts.asks, self._parts.views, self._add
        self._menu(
            self.tr("&Help"),
            add("help", "help", self.tr("&Help"), "F1", self.tr("How to use this program"), v.show_help),
            add(
                "keys",
                "keyboard",
                self.tr("&Keyboard shortcuts"),
                "Ctrl+/",
                self.tr("All keys at a glance"),
                v.show_keys,
            ),
            add(
                "search",
                "search",
                self.tr("&Search actions…"),
                "Ctrl+K",
                self.tr("Find anything this program can do"),
                self.search_requested.emit,
            ),
            None,
            add(
                "about",
                "about",
                self.tr("&About Tianwang Explorer"),
                "Shift+F1",
                self.tr("Version and licence"),
                a.about,
            ),
        )
        self["about"].setMenuRole(QAction.MenuRole.AboutRole)

    def update(
        self, *, archive: bool, page: bool, comparison: bool, crawl: bool, writing: bool, aside: bool
    ) -> None:
        """Enable what makes sense now. `aside`: something else than a page is shown."""
        for names, on in ((ARCHIVE, archive), (PAGE, page), (COMPARISON, comparison), (CRAWL, crawl)):
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
        self.encoding.setEnabled(page or comparison)
        for name in ("zoom_in", "zoom_out", "zoom_reset"):
            self[name].setEnabled(page or comparison)
