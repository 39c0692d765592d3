"""Figures over time in the main window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from widgets.shell.opened import Opened

if TYPE_CHECKING:
    from widgets.session import Session
    from widgets.shell.parts.searching import WindowSearch
    from widgets.shell.workspace import Workspace
    from widgets.statistics.view import StatisticsView


class WindowStatistics(QObject):
    """The view of figures over time; idle while no archive is open."""

    def __init__(self, opened: Opened, searching: WindowSearch) -> None:
        super().__init__(opened.window)
        self._opened, self._searching = opened, searching
        self.view: StatisticsView | None = None

    def leave(self) -> None:
        """The archive is about to be put away, and the view with it."""
        self.view = None

    def show(self) -> None:
        """Open the figures."""
        opened = self._opened
        self.view = opened.in_front(self.view, self._make)
        if self.view is not None:
            self.view.open()

    def _make(self, session: Session, workspace: Workspace) -> StatisticsView:
        from widgets.statistics.view import StatisticsView  # not before somebody wants it

        view = StatisticsView(session, workspace.right)
        view.closed.connect(workspace.back_to_page)
        view.address_requested.connect(workspace.show_address)
        view.search_requested.connect(self._searching.show)
        view.told.connect(self._opened.messages.info)
        return view
