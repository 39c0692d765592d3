"""Actions on the whole archive: check, count, rebuild the index, convert the records, recover a file."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QCoreApplication, QObject, Signal

from app.errors import IndexDamaged
from widgets.exchange import importing
from widgets.exchange.recovery_sheet import RecoverySheet
from widgets.kit import jobs
from widgets.kit.messages import ask, sentence
from widgets.shell.idle import WindowIdle
from widgets.shell.opened import Opened
from widgets.words import formats

if TYPE_CHECKING:
    from app.archive.archive import Archive
    from app.archive.model import Policy
    from app.archive.upkeep.converting import ConvertReport
    from app.archive.upkeep.reindexing import ReindexReport
    from widgets.duplicates import DuplicatesView
    from widgets.session import Session
    from widgets.shell.workspace import Workspace


# Converting the records of the open archive: each version in full, or what has changed alone.


def convert(
    owner: QObject,
    path: Path,
    to: Policy,
    done: Callable[[ConvertReport], None],
    failed: Callable[[Exception], None],
    stopped: Callable[[ConvertReport | None], None],
) -> jobs.Task[ConvertReport]:
    """Rewrite all records of an archive as the policy `to`; `stopped` after a cancellation, which leaves the archive
    unchanged."""
    step = QCoreApplication.translate("importing", "{done} of {total}")

    def work(task: jobs.Handle) -> ConvertReport:
        from app.archive.archive import Archive
        from app.blocks.cutting.levels import PageDivider  # the whole partition: not before it is needed

        report = Archive.convert(
            path, to, PageDivider(), task.steps(step, formats.size), lambda: task.cancelled
        )
        task.cancelled = report.cancelled  # called off when all was done already: it has happened
        return report

    label = QCoreApplication.translate("WindowConverting", "Converting the records")
    return jobs.run(owner, work, done=done, failed=failed, stopped=stopped, label=label)


class WindowConverting(QObject):
    """The action of the menu: asks once, closes the archive, converts it, opens it again and tells what came of it."""

    def __init__(self, opened: Opened, idle: WindowIdle, archive: WindowArchive) -> None:
        super().__init__(opened.window)
        self._opened, self._idle, self._archive = opened, idle, archive

    def start(self) -> None:
        """Convert the open archive to the other way of writing records, after asking once."""
        session = self._opened.session
        if session is None:
            return
        to: Policy = "full" if session.archive.policy == "incremental" else "incremental"
        if session.busy:
            self._opened.messages.warning(
                self.tr("The archive is being written to. Wait until that has finished.")
            )
        elif self._may(to):
            self._idle.when_idle(lambda: self._convert(session.path, to))

    def _convert(self, path: Path, to: Policy) -> None:
        tell = self._opened.messages.tell
        reopen = self._archive.close_for_work(path)
        convert(
            self,
            path,
            to,
            done=lambda report: reopen(lambda: self._tell(report)),
            failed=lambda error: reopen(lambda: tell(error), lambda _: tell(error)),
            stopped=lambda _: reopen(
                lambda: self._opened.messages.info(self.tr("The archive is as it was before."))
            ),
        )

    def _tell(self, report: ConvertReport) -> None:
        text = self.tr("{converted} of {records} records were converted: {before} before, {after} now.")
        text = text.format(
            converted=formats.number(report.converted),
            records=formats.number(report.records),
            before=formats.size(report.before),
            after=formats.size(report.after),
        )
        left = []
        if report.failed:
            left.append(self.tr("%Ln record(s) could not be read and stay as they were.", "", report.failed))
        if report.kept:
            left.append(
                self.tr(
                    "%Ln month(s) stayed as before: their damaged records may need the others.",
                    "",
                    report.kept,
                )
            )
        if left:
            offer = (self.tr("Check everything"), self._archive.check)
            self._opened.messages.warning(formats.sentences([text, *left]), offer)
        else:
            self._opened.messages.info(text)

    def _may(self, to: Policy) -> bool:
        if to == "full":
            text = self.tr("Write every version of this archive in full?")
            what = self.tr("Each version then stands by itself, and the archive becomes larger.")
        else:
            text = self.tr("Write only what has changed since the version before?")
            what = self.tr("The archive becomes smaller, and every version comes out of it byte for byte.")
        how = self.tr(
            "It is so for later captures, too. Numbers, dates and titles stay. Until everything is done the disk needs "
            "room for a second copy; when it is stopped, the archive is as it was before. It is closed meanwhile."
        )
        answers = self.tr("Con&vert"), self.tr("&Cancel")
        return ask(
            self._opened.window, self.tr("Convert the records"), text, formats.sentences([what, how]), answers
        )


class Reopen(Protocol):
    """Opens an archive that was closed, then does something; `otherwise` is for when it cannot be opened."""

    def __call__(
        self, then: Callable[[], object], otherwise: Callable[[Exception], None] | None = None
    ) -> None: ...


class WindowArchive(QObject):
    """The menu *Archive*; without an open archive only the recovery of a file works."""

    import_requested = Signal(object)  # paths

    def __init__(self, opened: Opened, idle: WindowIdle) -> None:
        super().__init__(opened.window)
        self._opened, self._idle = opened, idle
        self.duplicates: DuplicatesView | None = None

    @cached_property
    def recovery(self) -> RecoverySheet:
        """The sheet that recovers a damaged file, made when it is first needed."""
        made = RecoverySheet(self._opened.stage)
        made.told.connect(lambda text: self._opened.messages.info(text))
        made.import_requested.connect(self.import_requested)
        self._opened.add_sheets(lambda: (made,))
        return made

    def show(self, tab: str = "integrity") -> None:
        """Show the page about the archive."""
        workspace = self._opened.workspace
        if workspace is None:
            return
        page = workspace.show_integrity(tab)
        if page is not None:  # made just now
            page.check.capture_requested.connect(self._opened.show_capture)
            page.check.reindex_requested.connect(self.reindex)
            page.check.recover_requested.connect(self.recover)
            page.check.told.connect(self._opened.messages.info)
        self._opened.put_sheets_away()

    def show_duplicates(self) -> None:
        """Show the list of contents that have several addresses."""
        self.duplicates = self._opened.in_front(self.duplicates, self._make_duplicates)
        if self.duplicates is not None:
            self.duplicates.open()

    def _make_duplicates(self, session: Session, workspace: Workspace) -> DuplicatesView:
        from widgets.duplicates import DuplicatesView

        made = DuplicatesView(session, workspace.right)
        made.closed.connect(workspace.back_to_page)
        made.capture_requested.connect(self._opened.show_capture)
        return made

    def leave(self) -> None:
        """The archive is about to be put away, and what was shown of it."""
        self.duplicates = None

    def check(self) -> None:
        """Show the page and begin to check."""
        self.show()
        workspace = self._opened.workspace
        if workspace is not None and workspace.integrity is not None:
            workspace.integrity.check_soon()

    def recover(self, file: Path | None = None) -> None:
        """Open the sheet that recovers a damaged file."""
        session = self._opened.session
        self._opened.put_sheets_away()
        self.recovery.open_for(file, session.path if session else None)

    # ---- the index ----------------------------------------------------------------------------------------------

    def reindex(self) -> None:
        """Make the index of the open archive again, after asking once."""
        session = self._opened.session
        if session is None:
            return
        if session.busy:
            self._opened.messages.warning(
                self.tr("The archive is being written to. Wait until that has finished.")
            )
        elif self._may_reindex():
            self.rebuild(session.path)

    def rebuild(self, path: Path) -> None:
        """Rebuild the index of an archive, closed meanwhile because views would keep the old one, and open it again."""
        self._idle.when_idle(lambda: self._rebuild(path))

    def _rebuild(self, path: Path) -> None:
        tell = self._opened.messages.tell
        reopen = self.close_for_work(path)

        def done(report: ReindexReport) -> None:
            reopen(lambda: self._tell(report))

        def failed(error: Exception) -> None:
            reopen(lambda: tell(error), lambda _: tell(error))

        importing.reindex(self, path, done, failed, stopped=lambda _: reopen(lambda: None))

    def close_for_work(self, path: Path) -> Reopen:
        """Close the archive; what is returned opens it again as it was shown, and then does what it is given."""
        workspace = self._opened.workspace
        again = workspace is not None and workspace.integrity is not None and workspace.integrity.isVisible()
        self._opened.leave_requested.emit()

        def reopen(then: Callable[[], object], otherwise: Callable[[Exception], None] | None = None) -> None:
            def opened(archive: Archive) -> None:
                self._opened.use_requested.emit(archive)
                if again:
                    self.show()
                then()

            importing.open_archive(self, path, opened, otherwise or self._opened.messages.tell)

        return reopen

    def broken(self, path: Path, error: Exception) -> None:
        """An archive could not be opened: say why, and offer to make its index again when only that is at fault."""
        if isinstance(error, IndexDamaged):
            offer = (self.tr("Rebuild the index"), lambda: self.rebuild(path))
            self._opened.messages.error(sentence(error), offer)
        else:
            self._opened.messages.tell(error)

    def _tell(self, report: ReindexReport) -> None:
        text = self.tr(
            "The index was made again from {records} records: {versions} versions and {visits} visits."
        )
        text = text.format(
            records=formats.number(report.records),
            versions=formats.number(report.versions),
            visits=formats.number(report.visits),
        )
        if report.damaged:
            more = self.tr(
                "%Ln damaged place(s) were stepped over; a check names them.", "", len(report.damaged)
            )
            offer = (self.tr("Check everything"), self.check)
            self._opened.messages.warning(formats.sentences([text, more]), offer)
        else:
            self._opened.messages.info(text)

    def _may_reindex(self) -> bool:
        detail = self.tr(
            "Nothing is lost: all captures stay in the batches, with the same numbers, and everything about them "
            "is read from there again. The old index stays until the new one is complete. "
            "The archive is closed meanwhile; a large one takes some minutes."
        )
        title, text = self.tr("Rebuild the index"), self.tr("Make the index of this archive again?")
        return ask(self._opened.window, title, text, detail, (self.tr("&Rebuild"), self.tr("&Cancel")))
