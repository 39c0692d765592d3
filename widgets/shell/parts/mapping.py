"""The link map in the main window: opened from the menu and from the tree, made when somebody wants it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from widgets.shell.opened import Opened

if TYPE_CHECKING:
    from widgets.linkmap.view import MapView
    from widgets.session import Session
    from widgets.shell.workspace import Workspace


class WindowMap(QObject):
    """The link map; idle while no archive is open."""

    def __init__(self, opened: Opened) -> None:
        super().__init__(opened.window)
        self._opened = opened
        self.view: MapView | None = None

    def use(self, workspace: Workspace) -> None:
        """An archive was opened."""
        workspace.tree.map_requested.connect(self.show)

    def leave(self) -> None:
        """The archive is about to be put away, and the view with it."""
        self.view = None

    def show(self, below: str | None = None) -> None:
        """Open the map, of a site or folder where one is named."""
        opened = self._opened
        self.view = opened.in_front(self.view, self._make)
        if self.view is not None:
            self.view.open(below)

    def _make(self, session: Session, workspace: Workspace) -> MapView:
        from widgets.linkmap.view import MapView  # not before somebody wants it

        view = MapView(session, workspace.right)
        view.closed.connect(workspace.back_to_page)
        view.page_requested.connect(workspace.show_address)
        view.beside_requested.connect(lambda url: workspace.open_beside("", url))
        view.told.connect(self._opened.messages.info)
        return view
