"""The menu about the archive as a whole: check it, count it, make its index again, recover a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject

from app.errors import CaptureMissing, IndexDamaged
from widgets import formats, importing
from widgets.messages import sentence
from widgets.question import ask
from widgets.recovery_sheet import RecoverySheet

if TYPE_CHECKING:
    from app.archive import Archive
    from app.archive.reindexing import ReindexReport
    from widgets.duplicates import DuplicatesView
    from widgets.main_window import MainWindow


class Reopen(Protocol):
    """Opens an archive that was closed, then does something; `otherwise` is for when it cannot be opened."""

    def __call__(self, then: Callable[[], object], otherwise: Callable[[Exception], object] | None = None) -> None: ...


class WindowArchive(QObject):
    """Does nothing that needs an archive while none is open."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.recovery = RecoverySheet(window.stage)
        self.recovery.told.connect(lambda text: window.messages.info(text))
        self.recovery.import_requested.connect(lambda paths: window.imports.bring_in(paths))
        self.duplicates: DuplicatesView | None = None

    def show(self, tab: str = "integrity") -> None:
        """Show the page about the archive."""
        workspace = self._window.workspace
        if workspace is None:
            return
        page = workspace.show_integrity(tab)
        if page is not None:  # made just now
            page.check.capture_requested.connect(self._show_capture)
            page.check.reindex_requested.connect(self.reindex)
            page.check.recover_requested.connect(self.recover)
            page.check.told.connect(self._window.messages.info)
        self._window.put_sheets_away()

    def show_duplicates(self) -> None:
        """List what stands at several addresses."""
        workspace, session = self._window.workspace, self._window.session
        if workspace is None or session is None:
            return
        if self.duplicates is None:
            from widgets.duplicates import DuplicatesView

            self.duplicates = made = DuplicatesView(session, workspace.right)
            made.closed.connect(workspace.back_to_page)
            made.capture_requested.connect(self._show_capture)
        self._window.put_sheets_away()
        workspace.show_aside(self.duplicates)
        self.duplicates.open()

    def leave(self) -> None:
        """The archive is about to be put away, and what was shown of it."""
        self.duplicates = None

    def check(self) -> None:
        """Show the page and begin to check."""
        self.show()
        workspace = self._window.workspace
        if workspace is not None and workspace.integrity is not None:
            workspace.integrity.check_soon()

    def _show_capture(self, capture_id: str) -> None:
        workspace, session = self._window.workspace, self._window.session
        if workspace is None or session is None:
            return
        try:
            workspace.show_capture(session.reader.capture(capture_id))
        except CaptureMissing as error:
            self._window.messages.warning(sentence(error))

    def recover(self, file: Path | None = None) -> None:
        """Open the sheet that recovers a damaged file."""
        session = self._window.session
        self._window.put_sheets_away()
        self.recovery.open_for(file, session.path if session else None)

    # ---- the index ----------------------------------------------------------------------------------------------

    def reindex(self) -> None:
        """Make the index of the open archive again, after asking once."""
        session = self._window.session
        if session is None:
            return
        if session.busy:
            self._window.messages.warning(self.tr("The archive is being written to. Wait until that has finished."))
        elif self._may_reindex():
            self.rebuild(session.path)

    def rebuild(self, path: Path) -> None:
        """Make the index of an archive again and open it. It is closed meanwhile: views would keep the old one."""
        self._window.asks.when_idle(lambda: self._rebuild(path))

    def _rebuild(self, path: Path) -> None:
        tell = self._window.messages.tell
        reopen = self.close_for_work(path)

        def done(report: ReindexReport) -> None:
            reopen(lambda: self._tell(report))

        def failed(error: Exception) -> None:
            reopen(lambda: tell(error), lambda _: tell(error))

        importing.reindex(self, path, done, failed, stopped=lambda _: reopen(lambda: None))

    def close_for_work(self, path: Path) -> Reopen:
        """Close the archive; what is returned opens it again as it was shown, and then does what it is given."""
        workspace = self._window.workspace
        again = workspace is not None and workspace.integrity is not None and workspace.integrity.isVisible()
        self._window.leave_archive()

        def reopen(then: Callable[[], object], otherwise: Callable[[Exception], object] | None = None) -> None:
            def opened(archive: Archive) -> None:
                self._window.use_archive(archive)
                if again:
                    self.show()
                then()

            importing.open_archive(self, path, opened, otherwise or self._window.messages.tell)

        return reopen

    def broken(self, path: Path, error: Exception) -> None:
        """An archive could not be opened: say why, and offer to make its index again when only that is at fault."""
        if isinstance(error, IndexDamaged):
            offer = (self.tr("Rebuild the index"), lambda: self.rebuild(path))
            self._window.messages.error(sentence(error), offer)
        else:
            self._window.messages.tell(error)

    def _tell(self, report: ReindexReport) -> None:
        text = self.tr("The index was made again from {records} records: {versions} versions and {visits} visits.")
        text = text.format(
            records=formats.number(report.records),
            versions=formats.number(report.versions),
            visits=formats.number(report.visits),
        )
        if report.damaged:
            more = self.tr("%Ln damaged place(s) were stepped over; a check names them.", "", len(report.damaged))
            offer = (self.tr("Check everything"), self.check)
            self._window.messages.warning(formats.sentences([text, more]), offer)
        else:
            self._window.messages.info(text)

    def _may_reindex(self) -> bool:
        detail = self.tr(
            "Nothing is lost: all captures stay in the batches, with the same numbers, and everything about them "
            "is read from there again. The old index stays until the new one is complete. "
            "The archive is closed meanwhile; a large one takes some minutes."
        )
        title, text = self.tr("Rebuild the index"), self.tr("Make the index of this archive again?")
        return ask(self._window, title, text, detail, (self.tr("&Rebuild"), self.tr("&Cancel")))
