"""The reports about links in the main window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from widgets.shell.opened import Opened

if TYPE_CHECKING:
    from widgets.link_reports.view import LinkReportsView
    from widgets.session import Session
    from widgets.shell.workspace import Workspace


class WindowLinks(QObject):
    """The reports about links; idle while no archive is open."""

    def __init__(self, opened: Opened) -> None:
        super().__init__(opened.window)
        self._opened = opened
        self.view: LinkReportsView | None = None

    def leave(self) -> None:
        """The archive is about to be put away, and the view with it."""
        self.view = None

    def show(self, report: str = "") -> None:
        """Open the reports, with one chosen."""
        opened = self._opened
        self.view = opened.in_front(self.view, self._make)
        if self.view is not None:
            self.view.open(report)

    def _make(self, session: Session, workspace: Workspace) -> LinkReportsView:
        from widgets.link_reports.view import LinkReportsView  # not before somebody wants it

        view = LinkReportsView(session, lambda: workspace.page.url, workspace.right)
        view.closed.connect(workspace.back_to_page)
        view.address_requested.connect(workspace.show_address)
        view.beside_requested.connect(lambda url: workspace.open_beside("", url))
        view.link_requested.connect(workspace.show_link)
        view.told.connect(self._opened.messages.info)
        return view
