"""The site change report in the main window: opened from the menu, from the tree, and after a crawl."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from PySide6.QtCore import QObject

from app.errors import CaptureMissing
from widgets import jobs
from widgets.messages import sentence

if TYPE_CHECKING:
    from widgets.main_window import MainWindow
    from widgets.session import Session
    from widgets.site_changes.view import SiteChangesView
    from widgets.workspace import Workspace


class WindowChanges(QObject):
    """Does nothing while no archive is open."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.view: SiteChangesView | None = None

    def use(self, workspace: Workspace) -> None:
        """An archive was opened."""
        self.view = None
        workspace.tree.changes_requested.connect(lambda url: self.show(host=urlsplit(url).netloc))

    def leave(self) -> None:
        """The archive is about to be put away, and the view with it."""
        self.view = None

    def show(self, crawl: str = "", host: str = "") -> None:
        """Open the report; with a crawl or a site it begins at once."""
        window = self._window
        if window.workspace is None or window.session is None:
            return
        if self.view is None:
            self.view = self._make(window.session, window.workspace)
        window.put_sheets_away()
        window.workspace.show_aside(self.view)
        self.view.open(crawl, host)

    def _make(self, session: Session, workspace: Workspace) -> SiteChangesView:
        from widgets.site_changes.view import SiteChangesView  # not before somebody wants it

        view = SiteChangesView(session, workspace.right)
        view.closed.connect(workspace.back_to_page)
        view.compare_requested.connect(workspace.compare)
        view.capture_requested.connect(self._show_capture)
        view.crawl_requested.connect(lambda: self._window.crawls.ask(""))
        view.told.connect(self._window.messages.info)
        return view

    def offer(self, job_id: str, tell: Callable[[tuple[str, Callable[[], object]]], object]) -> None:
        """Call `tell` with the offer of a report, when the site of a crawl was crawled before."""
        session = self._window.session
        if session is None:
            return
        from widgets.site_changes import work

        archive = session.archive

        def known(found: bool) -> None:
            if found:
                tell((self.tr("What changed?"), lambda: self.show(crawl=job_id)))

        jobs.run(session, lambda _: work.known_site(archive, job_id), done=known)

    def _show_capture(self, capture_id: str) -> None:
        workspace, session = self._window.workspace, self._window.session
        if workspace is None or session is None:
            return
        try:
            workspace.show_capture(session.reader.capture(capture_id))
        except CaptureMissing as error:
            self._window.messages.warning(sentence(error))
