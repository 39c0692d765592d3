"""History in the main window: what was looked at is kept, listed, and can be chosen from the buttons Back and Forward."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QMenu, QToolButton

from widgets.kit import jobs, theme
from widgets.kit.files import setting
from widgets.shell.opened import Opened
from widgets.words import formats

if TYPE_CHECKING:
    from app.archive.model import Capture
    from widgets.history.kept import Kept
    from widgets.history.view import HistoryView
    from widgets.session import Session
    from widgets.shell.workspace import Workspace

_LOOK = 1000  # milliseconds on screen that make a look of it
_SAVE = 2000  # milliseconds of rest before what is open is written down
_LISTED = 15  # steps in the menu of a button


class WindowHistory(QObject):
    """The history of what was looked at; idle while no archive is open."""

    again_requested = Signal(str)  # an address that is to be crawled once more

    def __init__(self, opened: Opened) -> None:
        super().__init__(opened.window)
        self._opened = opened
        self._kept: Kept | None = None
        self._seen: Capture | None = None
        self._restored = False  # what was open the last time
        self.view: HistoryView | None = None
        self._rest = QTimer(self, singleShot=True, interval=_LOOK)
        self._rest.timeout.connect(self._keep)
        self._later = QTimer(self, singleShot=True, interval=_SAVE)
        self._later.timeout.connect(self._save)

    def use(self, session: Session, workspace: Workspace) -> None:
        """An archive was opened."""
        from widgets.history.kept import Kept  # not at the start of the program

        self._kept = Kept(session.path)
        workspace.page.capture_shown.connect(self._shown)
        workspace.completed.connect(self._make_room)
        workspace.went.connect(self._later.start)  # a program that is killed knows what it had open

    def leave(self) -> None:
        """The archive is about to be put away, and the view with it."""
        self._rest.stop()
        self._later.stop()
        self._save()
        self._restored = False
        self._kept = self.view = self._seen = None

    def show(self) -> None:
        """Open the list."""
        opened, kept = self._opened, self._kept
        if opened.workspace is None or kept is None:
            return
        if self.view is None:
            self.view = self._make(opened.workspace, kept)
        opened.put_sheets_away()
        opened.workspace.show_instead(self.view)
        self.view.open()

    def offer_steps(self, button: QToolButton, way: int) -> None:
        """Give the button *Back* (-1) or *Forward* (1) an arrow with a menu of where it leads."""
        menu = QMenu(button)
        menu.aboutToShow.connect(lambda: self.fill(menu, way))
        button.setMenu(menu)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)

    def fill(self, menu: QMenu, way: int) -> None:
        """The steps of a menu, the nearest first."""
        menu.clear()
        workspace = self._opened.workspace
        for by, step in workspace.steps(way, _LISTED) if workspace is not None else ():
            action = menu.addAction(formats.shorten(step.title, 60).replace("&", "&&"))
            action.setToolTip(formats.readable(step.url))
            action.triggered.connect(lambda _=False, by=by: self._go(by))
        if menu.isEmpty():
            menu.addAction(self.tr("Nothing")).setEnabled(False)
        menu.addSeparator()
        menu.addAction(theme.icon("recent"), self.tr("Show the whole history…")).triggered.connect(self.show)
        menu.setToolTipsVisible(True)

    def clear_everything(self) -> None:
        """Forget what was looked at in every archive, pictures of versions included."""
        from app.personal import cache_folder
        from widgets.history.kept import clear_all

        clear_all()
        pictures = cache_folder() / "thumbnails"
        jobs.run(self, lambda _: shutil.rmtree(pictures, ignore_errors=True))
        self._forget_steps()
        if self.view is not None:
            self.view.read()

    def _go(self, by: int) -> None:
        workspace = self._opened.workspace
        if workspace is not None:
            if workspace.page_hidden:
                workspace.back_to_page()
            workspace.go(by)

    def _make(self, workspace: Workspace, kept: Kept) -> HistoryView:
        from widgets.history.view import HistoryView

        view = HistoryView(kept, self._opened.settings, workspace.right)
        view.closed.connect(workspace.back_to_page)
        view.capture_requested.connect(lambda id: self._opened.show_capture(id, view))
        view.beside_requested.connect(workspace.open_beside)
        view.again_requested.connect(self.again_requested)
        view.cleared.connect(self._forget_steps)
        return view

    def _save(self) -> None:
        """Keep which pages are open, for the next time; or that nobody wants that."""
        workspace, kept = self._opened.workspace, self._kept
        if workspace is None or kept is None:
            return
        if not self._restored:
            if not workspace.page.url:
                return  # what was open the last time is still to come
            self._restore()
        from widgets.history import tabs

        pages, at = workspace.tabs.kept()
        tabs.save(kept.tabs, pages if self._wanted else [], at)

    def _make_room(self) -> None:
        """Make the tab in which the last page is shown again, and show that in the next step: both at once would hold
        up the window."""
        workspace, kept = self._opened.workspace, self._kept
        if self._restored or workspace is None or kept is None or not self._wanted or workspace.page.url:
            self._restore()
            return
        from widgets.history import tabs

        pages, at = tabs.load(kept.tabs)
        place = pages[at].place if 0 <= at < len(pages) else None
        if place is not None:
            workspace.page.make_tab(place)
        QTimer.singleShot(
            0, workspace, lambda: self._restore() if self._opened.workspace is workspace else None
        )

    def _restore(self) -> None:
        """Open again what was open the last time; behind what is on screen where somebody was quicker."""
        workspace, kept = self._opened.workspace, self._kept
        again, self._restored = self._restored, True
        if again or workspace is None or kept is None or not self._wanted or len(workspace.tabs.pages) > 1:
            return
        from widgets.history import tabs

        pages, at = tabs.load(kept.tabs)
        here = workspace.page.url
        if not here and not workspace.page_hidden and not workspace.session.crawling:
            workspace.tabs.take(pages, at)
            return
        for page in pages:
            if page.url != here:
                workspace.tabs.open(page, at=len(workspace.tabs.pages))

    @property
    def _wanted(self) -> bool:
        """Whether anything is kept."""
        from widgets.history.kept import KEEP

        return setting(self._opened.settings, KEEP, True)

    def _forget_steps(self) -> None:
        workspace = self._opened.workspace
        if workspace is not None:
            workspace.forget_steps()

    def _shown(self, capture: Capture) -> None:
        self._seen = capture
        self._rest.start()

    def _keep(self) -> None:
        if self._kept is not None and self._seen is not None and self._wanted:
            self._kept.add(self._seen)
