"""Stored documents are read again with the present extractors, in the background, while the archive stays open."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QObject

from widgets.kit import jobs
from widgets.shell.opened import Opened
from widgets.words import formats

if TYPE_CHECKING:
    from app.archive.archive import Archive
    from app.archive.upkeep.reextracting import ReextractReport


def outdated(owner: QObject, archive: Archive, done: Callable[[Mapping[str, int]], None]) -> jobs.Task[Any]:
    """How many captures of each format an older extractor has read."""

    def work(_task: jobs.Handle) -> Mapping[str, int]:
        with archive.reader() as reader:
            return reader.outdated()

    return jobs.run(owner, work, done=done)


def reextract(
    owner: QObject,
    archive: Archive,
    wanted: Sequence[str] | None,
    done: Callable[[ReextractReport | None], None],
    failed: Callable[[Exception], None],
    *,
    everything: bool = False,
) -> jobs.Task[Any]:
    """Read captures again; `done` also gets what was done when it was called off."""
    translate = QCoreApplication.translate
    step = translate("reextracting", "{done} of {total} documents")

    def work(task: jobs.Handle) -> ReextractReport:
        from app.archive.archive import Archive

        return Archive.reextract(
            archive.path,
            wanted,
            task.steps(step, formats.number),
            lambda: task.cancelled,
            everything=everything,
        )

    label = translate("reextracting", "Reading documents again")
    return jobs.run(owner, work, done=done, stopped=done, failed=failed, label=label)


class WindowReextracting(QObject):
    """The action of the menu and of a page: finds out whether there is anything to do, does it, tells what changed."""

    def __init__(self, opened: Opened) -> None:
        super().__init__(opened.window)
        self._opened = opened

    def start(self, wanted: Sequence[str] | None = None) -> None:
        """Read again what older extractors have read, of some formats or any."""
        session, messages = self._opened.session, self._opened.messages
        if session is None:
            return
        if session.busy:
            messages.warning(self.tr("The archive is being written to. Wait until that has finished."))
            return

        def counted(counts: Mapping[str, int]) -> None:
            if self._opened.session is not session:
                return
            if any(wanted is None or format in wanted for format in counts):
                self._run(wanted)
                return
            text = self.tr("All documents have been read by this version of the program already.")
            if wanted:
                text = self.tr(
                    "All documents of this kind have been read by this version of the program already."
                )
            again = (self.tr("Read them again all the same"), lambda: self._run(wanted, everything=True))
            messages.info(text, again)

        outdated(session, session.archive, counted)

    def _run(self, wanted: Sequence[str] | None, *, everything: bool = False) -> None:
        session = self._opened.session
        if session is None or session.busy:
            return

        def ended() -> None:
            session.rereading = None
            session.reread.emit()
            self._opened.changed.emit()

        def done(report: ReextractReport | None) -> None:
            ended()
            if report is not None and self._opened.workspace is not None and self._opened.session is session:
                self._opened.workspace.read_again()
                self._tell(report)

        def failed(error: Exception) -> None:
            ended()
            self._opened.messages.tell(error)

        session.rereading = reextract(session, session.archive, wanted, done, failed, everything=everything)
        self._opened.changed.emit()

    def _tell(self, report: ReextractReport) -> None:
        parts = [self.tr("%Ln document(s) were read again.", "", report.read)]
        if report.changed:
            parts.append(
                self.tr("%Ln of them have another title, author, date or language now.", "", report.changed)
            )
        else:
            parts.append(self.tr("Nothing about them has changed."))
        if report.failed:
            parts.append(self.tr("%Ln could not be read; what was known of them stays.", "", report.failed))
        if report.cancelled:
            parts.append(self.tr("The rest is left for another time."))
        self._opened.messages.info(formats.sentences(parts))
