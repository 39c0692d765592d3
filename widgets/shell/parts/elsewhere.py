"""What archives elsewhere have of the page on screen, in the main window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from widgets.shell.opened import Opened

if TYPE_CHECKING:
    from widgets.elsewhere.view import ElsewhereView
    from widgets.session import Session
    from widgets.shell.parts.imports import WindowImports
    from widgets.shell.workspace import Workspace


class WindowElsewhere(QObject):
    """Does nothing while no page is chosen."""

    def __init__(self, opened: Opened, imports: WindowImports) -> None:
        super().__init__(opened.window)
        self._opened, self._imports = opened, imports
        self.view: ElsewhereView | None = None

    def leave(self) -> None:
        """The archive is about to be put away, and the view with it."""
        self.view = None

    def show(self) -> None:
        """Open the view for the page on screen."""
        opened = self._opened
        if opened.workspace is None or opened.session is None:
            return
        url = opened.workspace.page.url
        if not url:
            opened.messages.info(self.tr("Choose a page first."))
            return
        if self.view is None:
            self.view = self._make(opened.session, opened.workspace)
        opened.put_sheets_away()
        opened.workspace.show_aside(self.view)
        self.view.show_page(url)

    def _busy(self) -> bool:
        """Whether something else writes to the archive, which is then said."""
        session = self._opened.session
        if session is not None and session.crawling:
            self._opened.messages.warning(
                self.tr("A crawl is running. Take captures in when it has finished.")
            )
            return True
        return self._imports.runs()

    def _make(self, session: Session, workspace: Workspace) -> ElsewhereView:
        from widgets.elsewhere.view import ElsewhereView  # not before somebody wants it

        view = ElsewhereView(session, self._busy, workspace.right)
        view.closed.connect(workspace.back_to_page)
        view.capture_requested.connect(self._opened.show_capture)
        view.taken.connect(self._opened.changed)
        view.told.connect(self._opened.messages.info)
        return view
