"""Search in the main window: opened by menu, key and magnifier; a hit opens its page at the words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from widgets.kit.files import setting
from widgets.search.feeding import IndexFeeder
from widgets.shell.opened import Opened

if TYPE_CHECKING:
    from widgets.search.view import SearchView
    from widgets.session import Session
    from widgets.shell.workspace import Workspace


class WindowSearch(QObject):
    """Does nothing while no archive is open."""

    crawl_requested = Signal(str)  # an address that is not in the archive
    export_requested = Signal(object, int)  # a Listing, and how many hits it has

    def __init__(self, opened: Opened) -> None:
        super().__init__(opened.window)
        self._opened = opened
        self.view: SearchView | None = None
        self.feeder: IndexFeeder | None = None

    def use(self, session: Session) -> None:
        """An archive was opened: what its index does not know is read in the background, unless nobody wants that."""
        ahead = setting(self._opened.settings, "search/ahead", True)
        self.feeder = IndexFeeder(session, ahead=ahead, parent=self)

    def show(self, query: str = "") -> None:
        """Open the search, with what was sought last."""
        opened = self._opened
        if opened.workspace is None or opened.session is None or self.feeder is None:
            return
        if self.view is None:
            self.view = self._make(opened.session, opened.workspace, self.feeder)
        opened.put_sheets_away()
        opened.workspace.show_aside(self.view)
        self.view.open(query)

    def leave(self) -> None:
        """The archive is about to be put away, and the view with it."""
        if self.view is not None:
            self.view.shut()
        if self.feeder is not None:
            self.feeder.close()
            self.feeder.deleteLater()
        self.view = self.feeder = None

    def step(self, by: int) -> None:
        """The next or previous place of the words on the page."""
        if self._opened.workspace is not None:
            self._opened.workspace.page.step_find(by)

    def _make(self, session: Session, workspace: Workspace, feeder: IndexFeeder) -> SearchView:
        from widgets.search.view import SearchView  # not before somebody searches

        view = SearchView(session, feeder, workspace.right)
        view.closed.connect(workspace.back_to_page)
        view.opened.connect(self._open)
        view.beside_requested.connect(workspace.open_beside)
        view.address_chosen.connect(self.crawl_requested)
        view.export_requested.connect(self.export_requested)
        return view

    def _open(self, capture_id: str, words: str) -> None:
        if self._opened.show_capture(capture_id) and words and self._opened.workspace is not None:
            self._opened.workspace.page.seek(words)
