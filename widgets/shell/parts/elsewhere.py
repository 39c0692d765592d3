"""What archives elsewhere have of the page on screen, in the main window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from widgets.shell.opened import Opened

if TYPE_CHECKING:
    from app.archive.model import Capture
    from app.remote.archives import Remote
    from app.remote.asking import RemoteCapture
    from widgets.elsewhere.look import LookView
    from widgets.elsewhere.version_line import ElsewhereLine
    from widgets.elsewhere.view import ElsewhereView
    from widgets.session import Session
    from widgets.shell.parts.imports import WindowImports
    from widgets.shell.workspace import Workspace


class WindowElsewhere(QObject):
    """Captures of other archives; idle while no page is chosen."""

    def __init__(self, opened: Opened, imports: WindowImports) -> None:
        super().__init__(opened.window)
        self._opened, self._imports = opened, imports
        self.view: ElsewhereView | None = None
        self.look: LookView | None = None
        self.line: ElsewhereLine | None = None

    def use(self, session: Session, workspace: Workspace) -> None:
        """An archive was opened."""
        from widgets.elsewhere.version_line import ElsewhereLine

        self.line = line = ElsewhereLine(session, workspace.page, self._busy)
        line.show_requested.connect(lambda remote, one: self._look_at(remote, one, None))
        line.compare_requested.connect(self._look_at)
        line.list_requested.connect(self.show)
        line.taken.connect(self._opened.changed)
        line.told.connect(self._opened.messages.info)

    def leave(self) -> None:
        """The archive is about to be put away, and the views with it."""
        self.view = self.look = self.line = None

    def show(self) -> None:
        """Open the view for the page on screen."""
        opened = self._opened
        if opened.workspace is None:
            return
        url = opened.workspace.page.url
        if not url:
            opened.messages.info(self.tr("Choose a page first."))
            return
        self.view = opened.in_front(self.view, self._make)
        if self.view is not None:
            self.view.show_page(url)

    def _look_at(self, remote: Remote, one: RemoteCapture, ours: Capture | None) -> None:
        """Show a capture elsewhere, or compare it with one of ours."""
        self.look = self._opened.in_front(self.look, self._make_look)
        if self.look is None:
            return
        if ours is None:
            self.look.show_capture(remote, one)
        else:
            self.look.compare(remote, one, ours)

    def _make_look(self, session: Session, workspace: Workspace) -> LookView:
        from widgets.elsewhere.look import LookView  # not before somebody wants it

        look = LookView(session, workspace.right)
        look.closed.connect(workspace.back_to_page)
        if self.line is not None:
            look.take_requested.connect(self.line.take)
        return look

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
        if self.line is not None:
            view.taken.connect(self.line.refresh)
        view.told.connect(self._opened.messages.info)
        return view
