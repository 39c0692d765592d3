"""The collections in the main window: beside the tree, made when somebody wants them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMenu

from widgets.kit import theme
from widgets.shell.opened import Opened

if TYPE_CHECKING:
    from app.archive.model import Capture, Page
    from app.classes.runs import Run
    from app.search.saved import SavedSearch
    from widgets.collections.cluster_view import ClusterView
    from widgets.collections.panel import CollectionsPanel
    from widgets.collections.seen import SeenView
    from widgets.session import Session
    from widgets.shell.parts.noting import WindowNotes
    from widgets.shell.parts.searching import WindowSearch
    from widgets.shell.workspace import Workspace


class WindowCollections(QObject):
    """Collections in place of the tree; idle while no archive is open."""

    export_requested = Signal(str, object)  # what to call it, and the numbers of its pages
    place_shown = Signal(bool)  # whether the collections are shown, not the tree

    def __init__(self, opened: Opened, searching: WindowSearch, notes: WindowNotes) -> None:
        super().__init__(opened.window)
        self._opened, self._searching, self._notes = opened, searching, notes
        self.panel: CollectionsPanel | None = None
        self.seen: SeenView | None = None
        self.clusters: ClusterView | None = None

    def use(self, session: Session, workspace: Workspace) -> None:
        """An archive was opened."""
        workspace.tree.collections_wanted.connect(lambda: self._make(session, workspace))
        workspace.tree.place_shown.connect(self.place_shown)
        workspace.tree.menu_opened.connect(self._offer)
        workspace.page.elsewhere_requested.connect(self.seek_passage)
        self.place_shown.emit(False)

    def leave(self) -> None:
        """The archive is about to be put away."""
        if self.panel is not None:
            self.panel.rest()
        if self.clusters is not None:
            self.clusters.rest()
        self.panel = self.seen = self.clusters = None

    def show(self, shown: bool = True) -> None:
        """Show the collections, or the tree again."""
        workspace = self._opened.workspace
        if workspace is not None:
            workspace.tree.show()
            workspace.tree.show_collections(shown)

    def open(self, section: str, entry: str = "") -> None:
        """Show the collections at a heading, or at a row below it."""
        self.show()
        if self.panel is not None:
            self.panel.open(section, entry)

    def show_seen(self) -> None:
        """Be asked for a file: is it, or something like it, in the archive?"""
        view = self._seen_view()
        if view is not None:
            view.open()

    def more_like(self, url: str = "") -> None:
        """Look for pages that are like one, the one on screen without an address."""
        opened = self._opened
        if opened.workspace is None or opened.session is None:
            return
        capture = opened.session.reader.nearest(url, None) if url else opened.workspace.page.capture
        view = self._seen_view() if capture is not None else None
        if view is None or capture is None:
            opened.messages.info(self.tr("Choose a page first."))
        else:
            view.seek_version(capture)

    def seek_passage(self, capture: Capture, text: str) -> None:
        """Look for pages that say what a block of a version says."""
        view = self._seen_view()
        if view is not None:
            view.seek_passage(capture, text)

    def _seen_view(self) -> SeenView | None:
        """The view in front, None where no archive is open."""
        self.seen = self._opened.in_front(self.seen, self._make_seen)
        return self.seen

    def _make_seen(self, session: Session, workspace: Workspace) -> SeenView:
        from widgets.collections.seen import SeenView

        view = SeenView(session, workspace.right)
        view.closed.connect(workspace.back_to_page)
        view.capture_requested.connect(self._opened.show_capture)
        view.compare_requested.connect(workspace.compare)
        return view

    def _offer(self, menu: QMenu, pages: Sequence[Page]) -> None:
        """What can be done with pages of the tree beyond what the tree knows."""
        if pages:
            menu.addAction(
                theme.icon("category"), self.tr("Put into a cate&gory…"), lambda: self._categorise(pages)
            )
        if len(pages) == 1:
            url = pages[0].url
            menu.addAction(theme.icon("alike"), self.tr("Mo&re like this"), lambda: self.more_like(url))

    def _categorise(self, pages: Sequence[Page]) -> None:
        workspace, session = self._opened.workspace, self._opened.session
        if workspace is not None and session is not None:
            if self.panel is None:
                self._make(session, workspace)
            if self.panel is not None:
                self.panel.categories.ask(pages, workspace)

    def _make(self, session: Session, workspace: Workspace) -> None:
        from widgets.collections.panel import CollectionsPanel  # not before somebody wants it

        self.panel = panel = CollectionsPanel(session, workspace.tree)
        panel.capture_requested.connect(self._opened.show_capture)
        panel.compare_requested.connect(workspace.compare)
        panel.export_requested.connect(self.export_requested)
        panel.search_requested.connect(self._search)
        panel.tag_requested.connect(self._tag)
        panel.told.connect(self._tell)
        panel.clusters_requested.connect(self._show_clusters)
        workspace.tree.put(panel)

    def _show_clusters(self, run: Run, before: Run | None) -> None:
        """The groups of a run in front, with what became of those of another one."""
        if (panel := self.panel) is None:
            return

        def make(session: Session, workspace: Workspace) -> ClusterView:
            from widgets.collections.cluster_view import ClusterView

            view = ClusterView(session, workspace.right)
            view.closed.connect(workspace.back_to_page)
            view.entry_chosen.connect(panel.list_pages)
            view.page_requested.connect(self._show_page)
            return view

        self.clusters = self._opened.in_front(self.clusters, make)
        if self.clusters is not None:
            self.clusters.show_run(run, before)

    def _show_page(self, url: str) -> None:
        capture = self._opened.session.reader.nearest(url, None) if self._opened.session is not None else None
        if capture is not None:
            self._opened.show_capture(capture.id)

    def _search(self, search: SavedSearch | None) -> None:
        if search is None:
            self._searching.show()
        else:
            self._searching.show_saved(search)

    def _tag(self) -> None:
        workspace = self._opened.workspace
        if workspace is not None and workspace.page.capture is None:
            self._opened.messages.info(self.tr("Choose a page first."))
        else:
            self._notes.tag()

    def _tell(self, text: str, undo: object) -> None:
        self._opened.messages.say("info", text, (self.tr("Undo"), undo) if callable(undo) else None)
