"""Converting the records of the open archive: each version in full, or what has changed alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject

from widgets import formats, jobs
from widgets.courtesy import FIRST
from widgets.question import ask

if TYPE_CHECKING:
    from app.archive.archive import Policy
    from app.archive.converting import ConvertReport
    from widgets.main_window import MainWindow


def convert(
    owner: QObject,
    path: Path,
    to: Policy,
    done: Callable[[ConvertReport], None],
    failed: Callable[[Exception], None],
    stopped: Callable[[ConvertReport | None], None],
) -> jobs.Task[ConvertReport]:
    """Write all records of an archive anew; `stopped` when it was called off, which leaves everything as it was."""
    step = QCoreApplication.translate("importing", "{done} of {total}")

    def work(task: jobs.Handle) -> ConvertReport:
        from app.blocks.levels import PageDivider  # the whole partition: not before it is needed

        def progress(read: int, total: int) -> None:
            FIRST.give_way()
            if task.due():
                text = step.format(done=formats.size(read), total=formats.size(total))
                task.progress(read / total if total else 1.0, text)

        from app.archive import Archive

        report = Archive.convert(path, to, PageDivider(), progress, lambda: task.cancelled)
        task.cancelled = report.cancelled  # called off when all was done already: it has happened
        return report

    label = QCoreApplication.translate("WindowConverting", "Converting the records")
    return jobs.run(owner, work, done=done, failed=failed, stopped=stopped, label=label)


class WindowConverting(QObject):
    """The action of the menu: asks once, closes the archive, converts it, opens it again and tells what came of it."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window

    def start(self) -> None:
        """Convert the open archive to the other way of writing records, after asking once."""
        session = self._window.session
        if session is None:
            return
        to: Policy = "full" if session.archive.policy == "incremental" else "incremental"
        if session.busy:
            self._window.messages.warning(self.tr("The archive is being written to. Wait until that has finished."))
        elif self._may(to):
            self._window.asks.when_idle(lambda: self._convert(session.path, to))

    def _convert(self, path: Path, to: Policy) -> None:
        tell = self._window.messages.tell
        reopen = self._window.archive.close_for_work(path)
        convert(
            self, path, to,
            done=lambda report: reopen(lambda: self._tell(report)),
            failed=lambda error: reopen(lambda: tell(error), lambda _: tell(error)),
            stopped=lambda _: reopen(lambda: self._window.messages.info(self.tr("The archive is as it was before."))),
        )  # fmt: skip

    def _tell(self, report: ConvertReport) -> None:
        text = self.tr("{converted} of {records} records were converted: {before} before, {after} now.")
        text = text.format(
            converted=formats.number(report.converted), records=formats.number(report.records),
            before=formats.size(report.before), after=formats.size(report.after),
        )  # fmt: skip
        left = []
        if report.failed:
            left.append(self.tr("%Ln record(s) could not be read and stay as they were.", "", report.failed))
        if report.kept:
            left.append(
                self.tr("%Ln month(s) stayed as before: their damaged records may need the others.", "", report.kept)
            )
        if left:
            offer = (self.tr("Check everything"), self._window.archive.check)
            self._window.messages.warning(formats.sentences([text, *left]), offer)
        else:
            self._window.messages.info(text)

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
        return ask(self._window, self.tr("Convert the records"), text, formats.sentences([what, how]), answers)
