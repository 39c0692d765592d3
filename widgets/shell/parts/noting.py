"""Stars, tags and notes in the main window: menu, keys, what is said about them, and undo."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from widgets.shell.opened import Opened

if TYPE_CHECKING:
    from widgets.kit.messages import Offer
    from widgets.notes.bar import MarksBar
    from widgets.notes.keeper import Keeper
    from widgets.session import Session
    from widgets.shell.workspace import Workspace


class WindowNotes(QObject):
    """Does nothing while no archive is open. `search_requested` carries a query for what has a tag."""

    search_requested = Signal(str)

    def __init__(self, opened: Opened) -> None:
        super().__init__(opened.window)
        self._opened = opened

    def use(self, session: Session, workspace: Workspace) -> None:
        """An archive was opened."""
        session.notes.said.connect(self._say)
        workspace.page.tag_activated.connect(self.search_requested)

    def star(self) -> None:
        """Give the page on screen a star, or take it away."""
        bar = self._bar()
        if bar is not None:
            bar.toggle_star()

    def tag(self) -> None:
        """Type a tag for the page on screen."""
        bar = self._bar()
        if bar is not None:
            bar.ask_tag()

    def note(self) -> None:
        """Write a note on the page on screen."""
        bar = self._bar()
        if bar is not None:
            bar.ask_note()

    def undo(self) -> None:
        """Take back what was written last."""
        keeper = self._keeper()
        if keeper is not None and keeper.can_undo:
            keeper.undo()
        elif keeper is not None and keeper.can_redo:
            self._say(self.tr("All of it was taken back."), None)
        elif keeper is not None:
            self._say(self.tr("No star, tag or note was written since the archive was opened."), None)

    def redo(self) -> None:
        """Write again what was taken back last."""
        keeper = self._keeper()
        if keeper is not None and keeper.can_redo:
            keeper.redo()
        elif keeper is not None:
            self._say(self.tr("Nothing was taken back."), None)

    def _keeper(self) -> Keeper | None:
        return self._opened.session.notes if self._opened.session is not None else None

    def _bar(self) -> MarksBar | None:
        """Where marks of the page on screen are written; the page comes to the front for that."""
        workspace = self._opened.workspace
        if workspace is None or workspace.page.capture is None:
            return None
        if workspace.page_hidden:
            workspace.back_to_page()
        return workspace.page.views.header.marks

    def _say(self, text: str, offer: Offer | None) -> None:
        self._opened.messages.say("info", text, offer)
