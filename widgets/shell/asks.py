"""Dialogs of the main window: which archive, which files, a foreign address, the end of a crawl, About."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QMenu, QMessageBox

from app import __version__
from widgets.crawl.job_menu import earlier_menu
from widgets.kit import files as places
from widgets.kit import theme
from widgets.shell import start_page as recent
from widgets.shell.crawls import WindowCrawls
from widgets.shell.idle import WindowIdle
from widgets.shell.opened import Opened
from widgets.shell.views import WindowChanges
from widgets.words import formats, reasons
from widgets.words.counts import Counts

if TYPE_CHECKING:
    from app.crawl.run.crawl import Crawl

_JOBS = 12  # crawls of a menu; earlier ones stand in a menu of their own


class WindowAsks(QObject):
    """Asks, then tells the window what to do."""

    log_wanted = Signal()

    def __init__(
        self, opened: Opened, idle: WindowIdle, crawls: WindowCrawls, changes: WindowChanges
    ) -> None:
        super().__init__(opened.window)
        self._opened, self._idle, self._crawls, self._changes = opened, idle, crawls, changes
        self.told_by: Callable[[Crawl], bool] = lambda _: (
            False
        )  # whether somebody else says how a crawl ended

    # ---- archives -----------------------------------------------------------------------------------------------

    def new(self) -> None:
        """Ask where to make an archive."""
        folder = places.archive_folder(self._opened.settings)
        with suppress(OSError):  # a folder that is not there now: the person chooses another
            folder.mkdir(parents=True, exist_ok=True)
        start = str(folder / self.tr("My archive", "default name of a folder"))
        chosen, _ = QFileDialog.getSaveFileName(
            self._opened.window, self.tr("New archive"), f"{start}.archive", self.tr("Archives (*.archive)")
        )
        if chosen:
            path = Path(chosen)
            self._opened.create_requested.emit(path if path.suffix else path.with_suffix(".archive"))

    def open(self) -> None:
        """Ask which archive to open."""
        start = str(places.archive_folder(self._opened.settings))
        chosen = QFileDialog.getExistingDirectory(self._opened.window, self.tr("Open archive"), start)
        if chosen:
            self._opened.open_requested.emit(Path(chosen))

    def fill_recent(self, menu: QMenu) -> None:
        """The menu of recent archives."""
        menu.clear()
        for entry in recent.load(self._opened.settings):
            text = self.tr("{name} ({folder})").format(
                name=entry.name.replace("&", "&&"),
                folder=formats.shorten(places.home_short(Path(entry.path)), 50),
            )
            action = menu.addAction(theme.icon("archive"), text)
            action.triggered.connect(lambda _=False, path=entry.path: self._opened.open_requested.emit(path))
        if menu.isEmpty():
            menu.addAction(self.tr("No archive was opened yet")).setEnabled(False)

    def foreign(self, address: str) -> None:
        """An address that is no web page: another program may know what to do with it."""
        text = self.tr("“{address}” is not a web address, so it cannot be archived.")
        offer = (self.tr("Open with its program"), lambda: QDesktopServices.openUrl(QUrl(address)))
        self._opened.messages.info(text.format(address=formats.shorten(address)), offer)

    def address_entered(self, text: str) -> None:
        """An address was typed in the toolbar: ask what to capture."""
        from widgets.crawl_setup import sentences as crawl_words

        found, bad = crawl_words.addresses(text)
        if bad:
            self._opened.messages.warning(crawl_words.refused(bad))
        elif found:
            self._crawls.ask("\n".join(found))

    # ---- crawls -------------------------------------------------------------------------------------------------

    def fill_earlier(self, menu: QMenu) -> None:
        """The menu of crawls that can be continued."""
        menu.clear()
        session = self._opened.session
        jobs = session.jobs() if session else []
        for number, job in enumerate(jobs):
            if number and number % _JOBS == 0:
                menu = earlier_menu(menu, len(jobs) - number)
            seeds = formats.shorten(job.settings.seeds[0] if job.settings.seeds else "", 48)
            text = self.tr("{date}: {address} ({state}, {waiting} waiting)").format(
                date=formats.date(job.started),
                address=seeds.replace("&", "&&"),
                state=reasons.crawl_state("stopped" if job.state == "running" else job.state),
                waiting=formats.number(job.queued),
            )
            action = menu.addAction(theme.icon("continue"), text)
            action.setEnabled(job.unfinished)
            action.triggered.connect(lambda _=False, job_id=job.job_id: self._crawls.resume(job_id))
        if not jobs:
            menu.addAction(self.tr("There was no crawl in this archive yet")).setEnabled(False)

    def continue_last(self) -> None:
        """Go on with the newest crawl that has not finished."""
        session = self._opened.session
        job = next((job for job in (session.jobs() if session else []) if job.unfinished), None)
        if job:
            self._crawls.resume(job.job_id)
        else:
            self._opened.messages.info(
                self.tr("There is no crawl that could be continued: all have finished.")
            )

    def crawl_ended(self, crawl: Crawl) -> None:
        """Say how a crawl ended, then do what waited for it."""
        messages = self._opened.messages
        messages.hide()
        if self._idle.crawl_ended():
            return
        if crawl.error:
            messages.tell(crawl.error)
        elif not self.told_by(crawl):
            self._tell_end(crawl)

    def _tell_end(self, crawl: Crawl) -> None:
        progress, messages = crawl.progress(), self._opened.messages
        pages = Counts().answered(progress.pages)
        if progress.state == "stopped":
            text = self.tr("The crawl was stopped: {pages}.").format(pages=pages)
            messages.info(text, (self.tr("Go on"), lambda: self._crawls.resume(crawl.job_id)))
            return
        if progress.state == "failed":
            messages.error(
                self.tr("The crawl broke off because of a defect of the program. What was stored is safe.")
            )
            return
        if not progress.pages:
            self._tell_nothing(crawl)
            return
        text = self.tr(
            "The crawl has finished: {pages}. With their pictures and styles, new: {versions}, "
            "unchanged: {unchanged}; errors: {errors}."
        )
        text = text.format(
            pages=pages,
            versions=formats.number(progress.versions),
            unchanged=formats.number(progress.visits),
            errors=formats.number(progress.errors),
        )
        if progress.limit_reached:
            text = self.tr("{sentence} {reason}.").format(
                sentence=text, reason=reasons.limit(progress.limit_reached)
            )
        sample = self._sample_offer(crawl)
        ended_by = progress.limit_reached
        limit = self._crawls.limit_offer(crawl.job_id, ended_by) if ended_by else None
        messages.info(text, sample or limit)
        if sample is None:
            self._changes.offer(crawl.job_id, lambda offer: messages.info(text, offer))

    def _tell_nothing(self, crawl: Crawl) -> None:
        """A crawl that stored no page says why: else an empty window is all there is to see."""
        session = self._opened.session
        from app.crawl.frontier.joblist import refusal_counts

        codes = refusal_counts(session.archive, crawl.job_id) if session else {}
        text = self.tr("The crawl has finished and stored no page.")
        if codes:
            text = self.tr("{sentence} {reason}.").format(
                sentence=text, reason=reasons.reason(next(iter(codes)))
            )
        self._opened.messages.warning(text, (self.tr("Show the log"), self.log_wanted.emit))

    def _sample_offer(self, crawl: Crawl) -> tuple[str, Callable[[], object]] | None:
        sample = self._crawls.sample
        if not sample.serves(crawl.settings.seeds) or sample.edition == 2:
            return None

        def change() -> None:
            sample.change()
            self._crawls.begin(crawl.settings)

        return self.tr("Let it change and crawl again"), change

    # ---- the program --------------------------------------------------------------------------------------------

    def about(self) -> None:
        """Version and licence."""
        text = self.tr(
            "<h3>Tianwang Explorer {version}</h3>"
            "<p>Captures web sites, keeps every version of every page in an open archive, and shows what changed.</p>"
            "<p>Free software under the GNU General Public License, version 3 or later. It comes without warranty.</p>"
        )
        QMessageBox.about(
            self._opened.window, self.tr("About Tianwang Explorer"), text.format(version=__version__)
        )
