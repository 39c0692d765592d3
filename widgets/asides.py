"""What stands where pages are shown for a while: a comparison, the page about the archive, a report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from widgets.compare import CompareView
    from widgets.compare.view import ComparePlace
    from widgets.integrity import IntegrityPage
    from widgets.workspace import Workspace

_WIDE = 1500  # pixels from which on two pages and the tree stand side by side
_MEDIUM = 1040  # the same for what is about the whole archive


class Asides:
    """Brings views to the front of a workspace and back; panels give way to what needs the room."""

    def __init__(self, workspace: Workspace, settings: QSettings) -> None:
        self._workspace, self._settings = workspace, settings
        self._compare: CompareView | None = None
        self._before: QWidget | None = None  # what the comparison stands in front of
        self._zoom = 1.0
        self.integrity: IntegrityPage | None = None
        self.away: list[QWidget] = []  # panels that gave way

    @property
    def comparison(self) -> CompareView | None:
        """The comparison on screen, or None."""
        return self._compare if self._compare and self._workspace.right.currentWidget() is self._compare else None

    def show(self, view: QWidget) -> None:
        """Show something about the archive."""
        workspace = self._workspace
        if workspace.right.indexOf(view) < 0:
            workspace.right.addWidget(view)
        if self.comparison is not None:
            self.back_to_page()
        if workspace.width() < _MEDIUM:
            self._put_away(workspace.tree)
        workspace.right.setCurrentWidget(view)
        workspace.compared.emit(False)

    def show_integrity(self, tab: str) -> IntegrityPage | None:
        """Show the page about the archive; returned when it was made just now, to be wired."""
        made = None
        if self.integrity is None:
            from widgets.integrity import IntegrityPage  # charts take a moment to load

            self.integrity = made = IntegrityPage(self._workspace.session, self._settings)
            made.closed.connect(self._workspace.back_to_page)
        self.show(self.integrity)
        self.integrity.open(tab)
        return made

    def compare(self, older: str, newer: str, place: ComparePlace | None = None) -> None:
        """Show two captures side by side; with a `place` as they were shown in another window."""
        workspace = self._workspace
        if self.comparison is None:
            self._before = workspace.right.currentWidget()
        view = self._compare or self._make_comparison()
        if workspace.width() < _WIDE:
            self._put_away(workspace.tree)
        if not workspace.session.crawling:
            self._put_away(workspace.crawl)  # two pages side by side need what it takes while nothing runs
        workspace.right.setCurrentWidget(view)
        if place is not None:
            view.return_to(place)
        view.show(older, newer)
        view.setFocus()  # the tree may be gone, and the keys of the comparison are to work at once
        workspace.compared.emit(True)

    def leave(self) -> None:
        """Back from a comparison to where it was asked for, from all else to the page."""
        before = self._before
        if self.comparison is not None and before is not None and before is not self._workspace.page:
            self.show(before)
        else:
            self.back_to_page()

    def back_to_page(self) -> None:
        """Back to the page, and all panels to their places."""
        workspace = self._workspace
        workspace.right.setCurrentWidget(workspace.page)
        for panel in self.away:
            panel.show()
        self.away = []
        workspace.tree.current_view().setFocus()
        workspace.compared.emit(False)

    def set_zoom(self, factor: float) -> None:
        """Show the pages of comparisons larger or smaller."""
        self._zoom = factor
        if self._compare is not None:
            self._compare.set_zoom(factor)

    def _make_comparison(self) -> CompareView:
        from widgets.compare import CompareView  # two browsers: not before two versions are compared

        workspace = self._workspace
        self._compare = CompareView(workspace.session, workspace)
        self._compare.closed.connect(workspace.leave)
        self._compare.notice.said.connect(workspace.said)
        self._compare.address_activated.connect(workspace.show_address)
        self._compare.set_zoom(self._zoom)
        workspace.right.addWidget(self._compare)
        return self._compare

    def _put_away(self, panel: QWidget) -> None:
        if panel.isVisibleTo(self._workspace):
            panel.hide()
            self.away.append(panel)
