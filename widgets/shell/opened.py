"""Shared state of the main window's parts: open archive, message bar, settings, sheets."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, QSettings, Signal
from PySide6.QtWidgets import QMainWindow, QWidget

from app.errors import CaptureMissing, UserError
from widgets.kit.messages import MessageBar, sentence
from widgets.kit.side_sheet import SideSheet

if TYPE_CHECKING:
    from app.archive.archive import Archive
    from widgets.session import Session
    from widgets.shell.workspace import Workspace

View = TypeVar("View", bound=QWidget)


class Opened(QObject):
    """The window alone opens and closes archives: its parts ask for that with signals, and find here what is open.
    `window` is for dialogs and the status bar, `stage` is what sheets slide over."""

    open_requested = Signal(object)  # the path of an archive
    create_requested = Signal(object)  # the path of an archive that is to be made
    use_requested = Signal(object)  # an archive that was opened and is to be shown
    leave_requested = Signal()
    changed = Signal()  # other actions make sense now
    grown = Signal()  # the figures of the archive are others

    def __init__(
        self, window: QMainWindow, settings: QSettings, stage: QWidget, messages: MessageBar
    ) -> None:
        super().__init__(window)
        self.window, self.settings, self.stage, self.messages = window, settings, stage, messages
        self.session: Session | None = None
        self.workspace: Workspace | None = None
        self._sheets: list[Callable[[], Iterable[SideSheet]]] = []

    def add_sheets(self, made: Callable[[], Iterable[SideSheet]]) -> None:
        """Count these sheets, those that were made so far, among the ones of which one is open at a time."""
        self._sheets.append(made)

    def put_sheets_away(self) -> None:
        """One sheet at a time."""
        for sheet in self._every():
            sheet.cancel()

    def sheet_is_open(self) -> bool:
        """Whether a sheet is open, which no report may cover."""
        return any(sheet.isVisible() for sheet in self._every())

    def in_front(self, view: View | None, make: Callable[[Session, Workspace], View]) -> View | None:
        """A view about the archive in place of the page, made where there is none yet; None while no archive is open."""
        if self.workspace is None or self.session is None:
            return None
        view = view or make(self.session, self.workspace)
        self.put_sheets_away()
        self.workspace.show_instead(view)
        return view

    def create(self, path: Path) -> Archive | None:
        """A new archive, None after telling why not."""
        from app.archive.archive import Archive

        try:
            return Archive.create(path)
        except UserError as error:
            self.messages.tell(error)
            return None

    def show_capture(self, capture_id: str, origin: QWidget | None = None) -> bool:
        """Show a capture in place of what stands there, from which back leads to the view in which it was chosen
        (`origin`); whether the archive has it, which is told otherwise."""
        if self.workspace is None or self.session is None:
            return False
        try:
            self.workspace.show_capture(self.session.reader.capture(capture_id), origin)
        except CaptureMissing as error:
            self.messages.warning(sentence(error))
            return False
        return True

    def say_briefly(self, text: str, milliseconds: int) -> None:
        """Show a sentence in the status bar for some milliseconds."""
        self.window.statusBar().showMessage(text, milliseconds)

    def _every(self) -> list[SideSheet]:
        return [sheet for made in self._sheets for sheet in made()]
