"""Views of the whole archive in the main window: reports about links, link map, figures over time.

Each is opened from the menu, stands in place of the page, and is not loaded before somebody wants it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Generic

from PySide6.QtCore import QObject

from widgets.shell.opened import Opened, View

if TYPE_CHECKING:
    from widgets.link_reports.view import LinkReportsView
    from widgets.linkmap.view import MapView
    from widgets.session import Session
    from widgets.shell.parts.searching import WindowSearch
    from widgets.shell.workspace import Workspace
    from widgets.statistics.view import StatisticsView


class _Overview(QObject, Generic[View]):
    """A place for one of these views; idle while no archive is open."""

    view: View | None = None

    def __init__(self, opened: Opened) -> None:
        super().__init__(opened.window)
        self._opened = opened

    def leave(self) -> None:
        """The archive is about to be put away, and the view with it."""
        self.view = None

    def _in_front(self, make: Callable[[Session, Workspace], View]) -> View | None:
        self.view = self._opened.in_front(self.view, make)
        return self.view


class WindowLinks(_Overview["LinkReportsView"]):
    """The reports about links."""

    def show(self, report: str = "") -> None:
        """Open the reports, with one chosen."""
        if (view := self._in_front(self._make)) is not None:
            view.open(report)

    def _make(self, session: Session, workspace: Workspace) -> LinkReportsView:
        from widgets.link_reports.view import LinkReportsView

        view = LinkReportsView(session, lambda: workspace.page.url, workspace.right)
        view.closed.connect(workspace.back_to_page)
        view.address_requested.connect(workspace.show_address)
        view.beside_requested.connect(lambda url: workspace.open_beside("", url))
        view.link_requested.connect(workspace.show_link)
        view.told.connect(self._opened.messages.info)
        return view


class WindowMap(_Overview["MapView"]):
    """The link map, which the tree opens, too."""

    def use(self, workspace: Workspace) -> None:
        """An archive was opened."""
        workspace.tree.map_requested.connect(self.show)

    def show(self, below: str | None = None) -> None:
        """Open the map, of a site or folder where one is named."""
        if (view := self._in_front(self._make)) is not None:
            view.open(below)

    def _make(self, session: Session, workspace: Workspace) -> MapView:
        from widgets.linkmap.view import MapView

        view = MapView(session, workspace.right)
        view.closed.connect(workspace.back_to_page)
        view.page_requested.connect(workspace.show_address)
        view.beside_requested.connect(lambda url: workspace.open_beside("", url))
        view.told.connect(self._opened.messages.info)
        return view


class WindowStatistics(_Overview["StatisticsView"]):
    """The figures over time."""

    def __init__(self, opened: Opened, searching: WindowSearch) -> None:
        super().__init__(opened)
        self._searching = searching

    def show(self) -> None:
        """Open the figures."""
        if (view := self._in_front(self._make)) is not None:
            view.open()

    def _make(self, session: Session, workspace: Workspace) -> StatisticsView:
        from widgets.statistics.view import StatisticsView

        view = StatisticsView(session, workspace.right)
        view.closed.connect(workspace.back_to_page)
        view.address_requested.connect(workspace.show_address)
        view.search_requested.connect(self._searching.show)
        view.told.connect(self._opened.messages.info)
        return view
