"""The main window: start page or workspace, toolbar, menus, messages; it decides what happens, the views only ask."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QEvent, QObject, QSettings, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QLineEdit,
    QMainWindow,
    QPlainTextEdit,
    QPushButton,
    QTextEdit,
    QToolBar,
    QToolButton,
    QWidget,
)

from app.archive.spellings import same_address
from widgets.calendar.band import TravelBand
from widgets.kit import jobs, theme
from widgets.kit.boxes import in_column, named, restyle, stacked
from widgets.kit.files import setting
from widgets.kit.job_bar import JobBar
from widgets.kit.messages import MessageBar
from widgets.shell import start_page as recent
from widgets.shell.action_search import ActionSearch, plain
from widgets.shell.actions import WindowActions
from widgets.shell.archive_menu import WindowArchive, WindowConverting
from widgets.shell.asks import WindowAsks
from widgets.shell.crawls import WindowCrawls
from widgets.shell.idle import WindowIdle
from widgets.shell.menus.table import Parts
from widgets.shell.opened import Opened
from widgets.shell.parts.clusters import WindowClusters
from widgets.shell.parts.collecting import WindowCollections
from widgets.shell.parts.comparing import WindowComparing
from widgets.shell.parts.elsewhere import WindowElsewhere
from widgets.shell.parts.exports import WindowExports
from widgets.shell.parts.fetching import WindowFetching
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
from widgets.shell.preferences import LAY_OUT, Preferences
from widgets.shell.start_page import StartPage
from widgets.shell.views import WindowChanges, WindowViews
from widgets.words import formats

if TYPE_CHECKING:
    from app.archive.archive import Archive
    from app.crawl.run.crawl import Crawl
    from widgets.session import Handed, Session
    from widgets.shell.workspace import Place, Workspace
    from widgets.web.ahead import BrowserAhead


# Shortcuts of the window that a field with the keyboard would take for itself.
#
# On X11 line edits move to the end of the line with Ctrl+E and delete to it with Ctrl+K, as terminals do;
# whoever types
# into a filter and presses the key of *Export* or of the search of actions means those.

_TAKEN = frozenset((Qt.Key.Key_D, Qt.Key.Key_E, Qt.Key.Key_K))


class WindowKeys(QObject):
    """Looks at the keys of the field that has the keyboard, and at nothing else."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._field: QWidget | None = None
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._moved)

    def _moved(self, _former: QWidget | None, now: QWidget | None) -> None:
        field = now if isinstance(now, QLineEdit | QPlainTextEdit | QTextEdit) else None
        if field is not None and field.window() is self._window and field is not self._field:
            field.installEventFilter(self)  # installing it twice is installing it once
            self._field = field

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            plain = event.modifiers() == Qt.KeyboardModifier.ControlModifier
            if plain and event.key() in _TAKEN:
                event.ignore()
                return True  # the field does not get to say that the key is its own
        return super().eventFilter(watched, event)


# The parts of the main window and where they stand; what they do is decided in main_window.py.

_ADDRESS = 240  # pixels that the address field keeps
_EDGE = 4  # pixels around a window that shows a day of the past
_WIDE = 1100  # pixels from which on figures stand beside a message, and words beside the bar of work
_WORDLESS = 520  # pixels that all else in the toolbar takes, without words


class WindowFrame(QMainWindow):
    """Start page or workspace, messages and long work in the status bar; a toolbar with the address field."""

    def __init__(self, settings: QSettings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self._typed_at: QWidget | None = None
        self._worded: list[QToolButton] = []
        self._build_center()
        self._build_toolbar()
        self._build_status()

    def _build_center(self) -> None:
        self.start = StartPage(self.settings)
        self.stack = stacked(self.start)
        self.stage = named(QWidget(), "stage")
        self.stage.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.band = TravelBand()
        self.around = in_column(self.stage, self.band, (self.stack, 1))
        self.setCentralWidget(self.stage)

    def fill_toolbar(self, actions: WindowActions) -> None:
        """Put the actions people use most around the address field."""
        self.toolbar.addAction(actions["close"])
        for name in ("tree_panel", "back", "forward"):
            self.toolbar.addAction(actions[name])
        self.toolbar.addWidget(self.address)
        for name in (
            "crawl",
            "pause",
            "stop",
            "",
            "compare",
            "export",
            "search_archive",
            "calendar",
            "",
            "crawl_panel",
        ):
            if name:
                self.toolbar.addAction(actions[name])
            else:
                self.toolbar.addSeparator()
        for action in self.toolbar.actions():
            button = self.toolbar.widgetForAction(action)
            if button and action.text():
                button.setAccessibleName(plain(action.text()))
        words = {
            "crawl": self.tr("New crawl", "button"),
            "compare": self.tr("Compare", "button"),
            "export": self.tr("Export", "button"),
            "search_archive": self.tr("Search", "button"),
        }
        for name, word in words.items():
            actions[name].setIconText(word)
        shown = (self.toolbar.widgetForAction(actions[name]) for name in words)
        self._worded = [button for button in shown if isinstance(button, QToolButton)]
        self.fit_words()

    def fit_words(self) -> None:
        """Show words beside the icons used most, unless the preferences forbid it or the window is too narrow."""
        wanted = setting(self.settings, "toolbar/words", True)
        room = (
            self.width()
            - _WORDLESS
            - sum(b.fontMetrics().horizontalAdvance(b.text()) + 8 for b in self._worded)
        )
        beside = wanted and room >= _ADDRESS
        style = (
            Qt.ToolButtonStyle.ToolButtonTextBesideIcon if beside else Qt.ToolButtonStyle.ToolButtonIconOnly
        )
        for button in self._worded:
            if button.toolButtonStyle() != style:
                button.setToolButtonStyle(style)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit_words()
        self.share_status()

    def _build_toolbar(self) -> None:
        self.toolbar = named(QToolBar(self.tr("Tools"), movable=False), "tools")
        self.toolbar.setIconSize(QSize(20, 20))
        self.toolbar.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.address = QLineEdit(clearButtonEnabled=True)
        self.address.setProperty("address", True)
        self.address.setPlaceholderText(self.tr("Paste a web address to archive it…"))
        self.address.setAccessibleName(self.tr("Web address to archive"))
        self.address.setToolTip(self.tr("Enter chooses what to capture"))
        self.address.addAction(theme.icon("address", "muted"), QLineEdit.ActionPosition.LeadingPosition)
        self.addToolBar(self.toolbar)

    def event(self, event: QEvent) -> bool:
        if (
            event.type() == QEvent.Type.ShortcutOverride
        ):  # comes before the key itself, and to whoever has the keyboard
            holder = self.focusWidget()
            self._typed_at = holder if holder is not None and holder.isVisible() else None
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses the button that has the keyboard, as in dialogs: if it had it when the key was struck, and was
        not given it by a field on Enter."""
        button, struck_at, self._typed_at = self.focusWidget(), self._typed_at, None
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and isinstance(button, QPushButton | QToolButton) and button is struck_at:
            button.click()
        else:
            super().keyPressEvent(event)

    def _build_status(self) -> None:
        self.messages, self.job_bar, self.figures = MessageBar(), JobBar(), QLabel()
        bar = self.statusBar()
        bar.addPermanentWidget(self.messages, 1)
        for part in (self.job_bar, self.figures):
            bar.addPermanentWidget(part)
        # as high as with work and a message in it: nothing moves when some begins, or something is said
        bar.setFixedHeight(
            max(part.sizeHint().height() for part in (self.job_bar, self.messages)) + theme.HALF
        )
        bar.setSizeGripEnabled(False)
        bar.messageChanged.connect(self.messages.pass_by)
        self.messages.shown_changed.connect(self.share_status)
        self.job_bar.shown_changed.connect(self.share_status)

    def share_status(self) -> None:
        """A message has the room that it needs: figures give way to it, and work beside it is told in brief."""
        told, works, wide = not self.messages.isHidden(), not self.job_bar.isHidden(), self.width() >= _WIDE
        self.figures.setVisible(not told or (wide and not works))
        self.job_bar.set_brief(told, wordless=not wide)
        if told and works and wide and self.messages.line + self.job_bar.sizeHint().width() > self.width():
            self.job_bar.set_brief(True, wordless=True)  # before the sentence breaks


T = TypeVar("T")


def _load_engine() -> tuple[object, ...]:
    """What the first archive needs of the engine, also by way of its views: the tree alone brings 180 modules."""
    from app.archive import archive
    from app.crawl.frontier import summaries
    from app.crawl.plans import again, plans
    from app.fields import store
    from app.graph import incoming, standing
    from app.interchange import exporting, importing
    from app.page_types import known as types
    from app.replay import server
    from app.templates import known
    from extractors.pdf import words

    views = again, store, incoming, standing, types, known, words
    return archive, summaries, plans, server, importing, exporting, views


@cache
def _load_certificates() -> object:
    """Qt reads those of the system for the first one, in 0.2 s in which no page would come, and half of that no other
    thread goes on."""
    from PySide6.QtNetwork import QSslCertificate

    from app.loopback.authority import Authority

    return QSslCertificate.fromData(Authority().certificate_pem)


def _load_views() -> Iterator[object]:
    """The views of the first archive, imported one a step: each brings little that those before it have not."""
    from widgets.exchange import importing

    yield importing
    from widgets import session

    yield session
    from widgets.tree import panel as tree

    yield tree
    from widgets.page.versions import strip

    yield strip
    from widgets.page import details

    yield details
    from widgets.page import text

    yield text
    from widgets.page import links

    yield links
    from widgets.page import views

    yield views
    from widgets.page import area

    yield area
    from widgets.crawl import panel as crawl

    yield crawl
    from widgets.shell import workspace

    yield workspace
    from widgets.crawl_setup import sheet

    yield sheet


class MainWindow(WindowFrame):
    """Give it the QSettings; `open_archive(path)` opens an archive, `language_changed` asks for a new window."""

    language_changed = Signal(str)
    session_opened = Signal(object)

    def __init__(self, settings: QSettings, parent: QWidget | None = None) -> None:
        super().__init__(settings, parent)
        self._browser_ahead: BrowserAhead | None = None
        self._loads = False  # what the first archive needs is being loaded
        self._loaded: list[Callable[[], None]] = []  # what waits for that
        self._language_wanted = ""  # that waits for the end of some work
        self._made_anew = False  # in another language: the archive that comes back was open before
        self._opened = opened = Opened(self, settings, self.stage, self.messages)
        self.idle = idle = WindowIdle(opened)
        self.views, self.changes = WindowViews(opened, self.figures), WindowChanges(opened)
        self.imports, self.exports = WindowImports(opened, idle), WindowExports(opened)
        self.archive = WindowArchive(opened, idle)
        self.converting = WindowConverting(opened, idle, self.archive)
        self.crawls = WindowCrawls(opened, idle, self.imports)
        self.asks = WindowAsks(opened, idle, self.crawls, self.changes)
        self.reextracting = WindowReextracting(opened)
        self.searching = WindowSearch(opened)
        self.printing = WindowPrinting(opened)
        self.travelling = WindowTravel(opened, self.band)
        self.history = WindowHistory(opened)
        self.comparing = WindowComparing(opened)
        self.notes = WindowNotes(opened)
        self.fields = WindowFields(opened)
        self.links = WindowLinks(opened)
        self.elsewhere = WindowElsewhere(opened, self.imports)
        self.over_time = WindowStatistics(opened, self.searching)
        self.templates = WindowTemplates(opened)
        self.map = WindowMap(opened)
        self.collections = WindowCollections(opened, self.searching, self.notes)
        self.sharing = WindowSharing(opened)
        self.clusters = WindowClusters(opened)
        self.notes.search_requested.connect(self.searching.show)
        self.fetching = WindowFetching(opened, self.crawls)
        self.actions_ = WindowActions(
            opened,
            Parts(
                self.asks,
                self.views,
                self.imports,
                self.exports,
                self.archive,
                self.converting,
                self.crawls,
                self.reextracting,
                self.changes,
                self.searching,
                self.printing,
                self.history,
                self.comparing,
                self.travelling,
                self.notes,
                self.fields,
                self.links,
                self.over_time,
                self.elsewhere,
                self.templates,
                self.map,
                self.collections,
                self.sharing,
                self.clusters,
            ),
        )
        self.fill_toolbar(self.actions_)
        for name, way in (("back", -1), ("forward", 1)):
            button = self.toolbar.widgetForAction(self.actions_[name])
            if isinstance(button, QToolButton):
                self.history.offer_steps(button, way)
        self.preferences = Preferences(settings, self.stage)
        opened.add_sheets(lambda: (self.preferences,))
        self.search = ActionSearch(self.menuBar(), self)
        WindowKeys(self)
        self._wire()
        self._restore()
        self.update_actions()

    @property
    def session(self) -> Session | None:
        """The session of the archive that is open."""
        return self._opened.session

    @property
    def workspace(self) -> Workspace | None:
        """The views of the archive that is open."""
        return self._opened.workspace

    # ---- putting together ---------------------------------------------------------------------------------------

    def _wire(self) -> None:
        self.start.crawl_requested.connect(self.crawls.from_start)
        self.start.new_requested.connect(self.asks.new)
        self.start.open_requested.connect(self.asks.open)
        self.start.sample_requested.connect(self.crawls.try_sample)
        self.start.archive_chosen.connect(self.open_archive)
        self.start.import_requested.connect(self.imports.bring_in)
        self.start.import_wanted.connect(self.imports.choose_files)
        self.start.refused.connect(self.messages.warning)
        self.preferences.language_changed.connect(self._language)
        self.preferences.theme_changed.connect(self.use_theme)
        self.preferences.laying_out_changed.connect(self._lay_out)
        self.preferences.words_changed.connect(self.fit_words)
        self.address.returnPressed.connect(lambda: self.asks.address_entered(self.address.text()))
        self.archive.import_requested.connect(self.imports.bring_in)
        self.crawls.address_wanted.connect(self.start.address.setFocus)
        self.changes.crawl_requested.connect(self.crawls.ask)
        self.searching.crawl_requested.connect(self.crawls.ask)
        self.history.again_requested.connect(self.crawls.page_again)
        self.preferences.history_cleared.connect(self.history.clear_everything)
        self.searching.export_requested.connect(self.exports.show_hits)
        self.collections.export_requested.connect(self.exports.show_pages)
        self.views.integrity_requested.connect(lambda: self.archive.show())
        self.asks.log_wanted.connect(self.views.show_log)
        self.asks.told_by = self.fetching.tell
        self.fetching.log_wanted.connect(self.views.show_log)
        self._wire_actions(self.actions_)
        self._wire_archive(self._opened)
        jobs.center().failed.connect(self.messages.tell)

    def _wire_actions(self, actions: WindowActions) -> None:
        actions.recent.aboutToShow.connect(lambda: self.asks.fill_recent(actions.recent))
        actions.earlier.aboutToShow.connect(lambda: self.asks.fill_earlier(actions.earlier))
        actions.preferences_requested.connect(self.show_preferences)
        actions.close_requested.connect(self.close_archive)
        actions.theme_requested.connect(self.use_theme)
        actions.search_requested.connect(self.search.open)
        actions.address_requested.connect(self.focus_address)
        self.views.panel_shown.connect(lambda name: actions[name].setChecked(True))
        self.collections.place_shown.connect(actions["collections"].setChecked)

    def _wire_archive(self, opened: Opened) -> None:
        opened.open_requested.connect(self.open_archive)
        opened.create_requested.connect(self.create_archive)
        opened.use_requested.connect(self.use_archive)
        opened.leave_requested.connect(self.leave_archive)
        opened.changed.connect(self.update_actions)
        self.travelling.travelled.connect(self._travelled)
        opened.grown.connect(self.views.count)

    def _restore(self) -> None:
        self.setWindowTitle(self.tr("Tianwang Explorer"))
        self.setMinimumSize(720, 480)
        if not self.restoreGeometry(self.settings.value("window/geometry") or b""):
            self.resize(1280, 800)
        mode = setting(self.settings, "theme", "system")
        self.actions_[f"theme_{mode if mode in theme.MODES else 'system'}"].setChecked(True)
        self.start.address.setFocus()

    def load_ahead(self) -> None:
        """Load what the first archive needs, once the window is seen: the engine in a worker, the views one by one
        here, for a class of Qt's may only be made where its objects live."""
        if not self._loads:
            self._loads = True
            jobs.run(self, lambda _: _load_engine(), done=lambda _: self._go_on_loading(_load_views()))

    def _go_on_loading(self, views: Iterator[object]) -> None:
        for _ in views:
            QTimer.singleShot(0, self, lambda: self._go_on_loading(views))
            return
        self._loads = False
        jobs.run(self, lambda _: _load_certificates())
        waiting, self._loaded = self._loaded, []
        for act in waiting:
            act()
        if self.session is None and not waiting:
            self.start_browser()
        gc.freeze()  # code stays for good: collections need not look at it

    def _when_loaded(self, act: Callable[[], None]) -> None:
        """Once there are the views of an archive: loaded at one go, they would hold up a window that is seen already for
        half a second."""
        if "widgets.shell.workspace" in sys.modules and not self._loads:
            act()
        else:
            self._loaded.append(act)
            self.load_ahead()

    def start_browser(self) -> None:
        """Have Chromium start while there is no archive that it would hold up: now, if the window is not seen yet, else
        when nobody does anything."""
        from widgets.web.ahead import BrowserAhead

        if self._browser_ahead is None:
            seen = self.windowHandle() if self.isVisible() else None
            if seen is None:
                _load_certificates()
            self._browser_ahead = BrowserAhead(seen, self)

    # ---- archives -----------------------------------------------------------------------------------------------

    def open_archive(self, path: Path | str) -> None:
        """Open an archive; the one that is open is closed, after its crawl was stopped."""
        from widgets.exchange import importing

        folder = Path(path)
        failed = partial(self.archive.broken, folder)

        def use(archive: Archive) -> None:
            self._when_loaded(lambda: self.idle.when_alone(lambda: self.use_archive(archive)))

        self.idle.when_idle(lambda: importing.open_archive(self, folder, use, failed))

    def create_archive(self, path: Path) -> None:
        """Make an empty archive and open it."""

        def make() -> None:
            archive = self._opened.create(path)
            if archive:
                self.use_archive(archive)

        self.idle.when_idle(make)

    def use_archive(self, archive: Archive, handed: Handed | None = None) -> None:
        """Show an open archive; with what another window has `handed` over of it."""
        from widgets.session import Session
        from widgets.shell.workspace import (
            Workspace,  # every view of pages: loaded ahead, and not before the window is seen
        )

        self.leave_archive()
        if self._browser_ahead is not None:
            self._browser_ahead.stop()
        self.messages.hide()
        self._opened.session = session = Session(archive, self, handed=handed)
        self._lay_out(setting(self.settings, LAY_OUT, True))
        self._opened.workspace = workspace = Workspace(session, self.settings, self.stack)
        self.stack.addWidget(workspace)
        self.stack.setCurrentWidget(workspace)
        self._wire_workspace(session, workspace)
        self._name_window()
        self.views.count()
        self.update_actions()
        self.session_opened.emit(session)

    def _wire_workspace(self, session: Session, workspace: Workspace) -> None:
        workspace.export_requested.connect(self.exports.show)
        workspace.compared.connect(self.update_actions)
        workspace.hovered.connect(lambda url: self.statusBar().showMessage(url))
        workspace.told.connect(self.messages.info)
        workspace.tree.undo_offered.connect(
            lambda text, act: self.messages.info(text, (self.tr("Undo"), act))
        )
        workspace.said.connect(self.messages.say)
        workspace.foreign.connect(self.asks.foreign)
        workspace.went.connect(self.update_actions)
        workspace.archive_dropped.connect(self.open_archive)
        workspace.files_dropped.connect(self.imports.bring_in)
        workspace.page.capture_shown.connect(self.update_actions)
        for shown in (workspace.page.capture_shown, workspace.went):
            shown.connect(self._follow)
        workspace.page.reextract_requested.connect(lambda format: self.reextracting.start([format]))
        workspace.tree.everything.setShortcut("")  # the menu has it
        workspace.tree.everything.toggled.connect(self.actions_["everything"].setChecked)
        self.actions_["everything"].setChecked(workspace.tree.everything.isChecked())
        self.actions_["crawl_panel"].setChecked(workspace.crawl_wanted)
        self.views.listen_in(workspace)
        self.travelling.use(session, workspace)
        session.crawl_started.connect(self._crawl_started)
        session.crawl_finished.connect(self._crawl_finished)
        again, self._made_anew = self._made_anew, False
        self.crawls.use(session, workspace, again=again)
        self.changes.use(workspace)
        self.searching.use(session, workspace)
        self.history.use(session, workspace)
        self.notes.use(session, workspace)
        self.fields.use(session, workspace)
        self.elsewhere.use(session, workspace)
        self.templates.use(workspace)
        self.map.use(workspace)
        self.collections.use(session, workspace)
        self.fetching.use(workspace)

    def close_archive(self) -> None:
        """Back to the start page."""
        self.idle.when_idle(self.leave_archive)

    def leave_archive(self) -> None:
        """Put the archive away at once; the window shows the start page."""
        self._leave(lambda session: session.close())

    def hand_over(self) -> Handed | None:
        """Put the archive away, for another window in which its crawl goes on."""
        return self._leave(lambda session: session.hand_over())

    def take_over(self, handed: Handed) -> None:
        """Show the archive that another window has put away."""
        self._made_anew = True
        self.use_archive(handed.archive, handed)

    def _leave(self, end: Callable[[Session], T]) -> T | None:
        """Put the archive away, and `end` its session."""
        if self.session is None or self.workspace is None:
            return None
        self._remember()
        self.imports.forget()
        self.exports.forget()
        self.crawls.leave()
        self.changes.leave()
        self.searching.leave()
        self.fields.leave()
        self.links.leave()
        self.over_time.leave()
        self.elsewhere.leave()
        self.templates.leave()
        self.sharing.leave()
        self.map.leave()
        self.collections.leave()
        self.travelling.leave()
        self.history.leave()
        self.comparing.leave()
        self.archive.leave()
        session, workspace = self.session, self.workspace
        self._opened.session = self._opened.workspace = None
        self.stack.setCurrentWidget(self.start)
        self.stack.removeWidget(workspace)
        workspace.tree.rest()  # deleted later than the archive is closed
        workspace.deleteLater()
        ended = end(session)
        session.deleteLater()
        self.figures.clear()
        self.address.clear()
        if self.messages.kind == "info":
            self.messages.hide()
        self.start.refresh()
        self._travelled()
        return ended

    def _name_window(self) -> None:
        """The archive, and the day of the past that it is shown as it was on."""
        session = self.session
        if session is None:
            self.setWindowTitle(self.tr("Tianwang Explorer"))
        elif session.travel.day is None:
            self.setWindowTitle(self.tr("{archive} – Tianwang Explorer").format(archive=session.name))
        else:
            title = self.tr("{archive} as it was on {day} – Tianwang Explorer")
            self.setWindowTitle(title.format(archive=session.name, day=formats.day(session.travel.day)))

    def _travelled(self) -> None:
        """Another day is shown: an edge of its colour stands around everything."""
        travels = self.session is not None and self.session.travel.day is not None
        edge = _EDGE if travels else 0
        self.around.setContentsMargins(edge, 0, edge, edge)
        restyle(self.stage, travels=travels)
        self.views.count()
        self._name_window()
        self.update_actions()

    def _follow(self, *_: object) -> None:
        """The address field names the page on screen, unless somebody is typing into it."""
        url = self.workspace.page.url if self.workspace else ""
        if url and not (self.address.hasFocus() and self.address.isModified()):
            text = formats.readable(url)
            self.address.setText(text if same_address(text, url) else url)
            self.address.setCursorPosition(0)

    def _remember(self) -> None:
        if self.session and self.workspace:
            self.workspace.save()
            pages = sum(site.documents for site in self.session.present.sites())
            recent.remember(self.settings, self.session.path, self.session.name, pages)

    # ---- crawling -----------------------------------------------------------------------------------------------

    def _crawl_started(self) -> None:
        self.messages.hide()
        self.figures.clear()  # the crawl panel has the figures that move; these are counted again at the end
        self.actions_["crawl_panel"].setChecked(True)
        self.update_actions()

    def _crawl_finished(self, crawl: Crawl) -> None:
        self.update_actions()
        self.views.count()
        self.asks.crawl_ended(crawl)
        self.searching.crawl_ended(crawl)
        self.fields.crawl_ended(crawl)
        self._language_soon()

    # ---- the end ------------------------------------------------------------------------------------------------

    def closeEvent(self, event: QCloseEvent) -> None:
        if self.session and (self.session.crawling or self.session.importing):
            event.ignore()
            # a window that is being closed does not hear that it is to be closed
            self.idle.when_idle(lambda: QTimer.singleShot(0, self, self.close))
            return
        self.settings.setValue("window/geometry", self.saveGeometry())
        self.leave_archive()
        self.crawls.sample.stop()
        jobs.wait_all()
        event.accept()

    def update_actions(self, *_: object) -> None:
        """Enable the actions that apply now."""
        workspace = self.workspace
        page_hidden = bool(workspace and workspace.page_hidden)
        self.actions_.update(
            archive=workspace is not None,
            page=bool(workspace and workspace.page.capture) and not page_hidden,
            comparison=bool(workspace and workspace.comparison),
            crawl=bool(self.session and self.session.crawling),
            writing=bool(self.session and self.session.busy),
            page_hidden=page_hidden,
        )
        self.toolbar.setVisible(workspace is not None)
        if workspace:
            self.actions_["tree_panel"].setChecked(workspace.tree.isVisibleTo(workspace))
            self.actions_["crawl_panel"].setChecked(workspace.crawl_wanted)

    def use_theme(self, mode: str) -> None:
        """Change the colours, and remember it."""
        self.settings.setValue("theme", mode)
        self.actions_[f"theme_{mode}"].setChecked(True)
        self.preferences.show_theme(mode)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            theme.apply_theme(application, mode)

    def _language(self, language: str) -> None:
        """Ask for a window in another language: at once, or when work has ended that cannot go on in another window."""
        self._language_wanted = language
        work = (self.session.importing or self.session.rereading) if self.session else None
        if work is not None:
            text = self.tr("The language changes when the work that is running has finished.")
            self.messages.info(text)
            self.preferences.tell(text)
            work.ended.connect(self._language_soon)
        elif (
            not self.idle.waits
        ):  # else something is about to be opened or closed, which is the end of a crawl
            self._language_wanted = ""
            self.language_changed.emit(language)

    def _language_soon(self) -> None:
        """Something has ended, and whoever asked for it is told first."""
        QTimer.singleShot(
            0, self, lambda: self._language(self._language_wanted) if self._language_wanted else None
        )

    def stand_like(self, place: Place | None, preferences: bool) -> None:
        """Show what another window showed: a place in the archive that is open, the preferences."""
        if place is not None and self.workspace is not None:
            self.workspace.take(place)
            if place.integrity:
                self.archive.show(place.integrity)
        if preferences:
            self.show_preferences()

    def _lay_out(self, wanted: bool) -> None:
        """Let LibreOffice begin by itself with Office documents, or wait until somebody asks for it."""
        if self.session is not None:
            self.session.lays_out = wanted

    def show_preferences(self) -> None:
        """Open the preferences."""
        self._opened.put_sheets_away()
        self.preferences.slide_in()
        self.preferences.language.setFocus()

    def focus_address(self) -> None:
        """Put the keyboard into the address field."""
        field = self.address if self.workspace else self.start.address
        field.setFocus()
        field.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc that nobody else has a use for leaves the sheet that is open, then the message, then what stands in front
        of the page, then the day of the past."""
        if event.key() == Qt.Key.Key_Escape and self._opened.sheet_is_open():
            self._opened.put_sheets_away()
        elif event.key() == Qt.Key.Key_Escape and self.messages.isVisible():
            self.messages.hide()
        elif event.key() == Qt.Key.Key_Escape and self.workspace is not None and self.workspace.page_hidden:
            self.workspace.leave()
        elif event.key() == Qt.Key.Key_Escape and self.session is not None and self.session.travel.day:
            self.session.travel.back()
        else:
            super().keyPressEvent(event)
