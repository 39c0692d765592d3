"""What the main window asks the person: which archive, which files, whether to stop a crawl."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox

from app import __version__
from app.errors import UserError
from widgets.crawl.job_menu import earlier_menu
from widgets.kit import files as places
from widgets.kit import theme
from widgets.kit.messages import ask
from widgets.shell import start_page as recent
from widgets.words import formats, reasons
from widgets.words.counts import Counts

if TYPE_CHECKING:
    from app.archive.archive import Archive
    from app.crawl.run.crawl import Crawl
    from widgets.shell.main_window import MainWindow

_LOOK_AGAIN_MS = 50
_JOBS = 12  # crawls of a menu; earlier ones stand in a menu of their own


class WindowAsks(QObject):
    """Asks, then tells the window what to do."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._after_crawl: Callable[[], object] | None = None

    # ---- archives -----------------------------------------------------------------------------------------------

    def new(self) -> None:
        """Ask where to make an archive."""
        folder = places.archive_folder(self._window.settings)
        with suppress(OSError):  # a folder that is not there now: the person chooses another
            folder.mkdir(parents=True, exist_ok=True)
        start = str(folder / self.tr("My archive", "default name of a folder"))
        chosen, _ = QFileDialog.getSaveFileName(
            self._window, self.tr("New archive"), f"{start}.archive", self.tr("Archives (*.archive)")
        )
        if chosen:
            path = Path(chosen)
            self._window.create_archive(path if path.suffix else path.with_suffix(".archive"))

    def open(self) -> None:
        """Ask which archive to open."""
        start = str(places.archive_folder(self._window.settings))
        chosen = QFileDialog.getExistingDirectory(self._window, self.tr("Open archive"), start)
        if chosen:
            self._window.open_archive(Path(chosen))

    def fill_recent(self) -> None:
        """The menu of recent archives."""
        menu = self._window.actions_.recent
        menu.clear()
        for entry in recent.load(self._window.settings):
            text = self.tr("{name} ({folder})").format(
                name=entry.name.replace("&", "&&"),
                folder=formats.shorten(places.home_short(Path(entry.path)), 50),
            )
            action = menu.addAction(theme.icon("archive"), text)
            action.triggered.connect(lambda _=False, path=entry.path: self._window.open_archive(path))
        if menu.isEmpty():
            menu.addAction(self.tr("No archive was opened yet")).setEnabled(False)

    def foreign(self, address: str) -> None:
        """An address that is no web page: another program may know what to do with it."""
        text = self.tr("“{address}” is not a web address, so it cannot be archived.")
        offer = (self.tr("Open with its program"), lambda: QDesktopServices.openUrl(QUrl(address)))
        self._window.messages.info(text.format(address=formats.shorten(address)), offer)

    def address_entered(self) -> None:
        """An address was typed in the toolbar: ask what to capture."""
        window = self._window
        from widgets.crawl_setup import sentences as crawl_words

        found, bad = crawl_words.addresses(window.address.text())
        if bad:
            window.messages.warning(crawl_words.refused(bad))
        elif found:
            window.crawls.ask("\n".join(found))

    # ---- crawls -------------------------------------------------------------------------------------------------

    def fill_earlier(self) -> None:
        """The menu of crawls that can be continued."""
        menu = self._window.actions_.earlier
        menu.clear()
        session = self._window.session
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
            action.triggered.connect(lambda _=False, job_id=job.job_id: self._window.crawls.resume(job_id))
        if not jobs:
            menu.addAction(self.tr("There was no crawl in this archive yet")).setEnabled(False)

    def continue_last(self) -> None:
        """Go on with the newest crawl that has not finished."""
        session = self._window.session
        job = next((job for job in (session.jobs() if session else []) if job.unfinished), None)
        if job:
            self._window.crawls.resume(job.job_id)
        else:
            self._window.messages.info(
                self.tr("There is no crawl that could be continued: all have finished.")
            )

    def when_idle(self, act: Callable[[], object]) -> None:
        """Do something that ends the session: at once, or after asking once and stopping the crawl or import.

        What is asked about may end, and something else begin, while the question stands."""
        session = self._window.session
        if session is not None and session.importing:
            if self._may_stop(importing=True):
                self._window.imports.stop_then(act)
            return
        if session is None or not session.crawling:
            act()
            return
        if self._after_crawl is None and not self._may_stop():
            return
        crawl = session.crawl
        if crawl is None:
            self.when_idle(act)
            return
        self._after_crawl = act
        self._window.messages.warning(self.tr("Stopping the crawl: what is under way is still stored…"))
        crawl.stop()

    @property
    def waits(self) -> bool:
        """Whether something is to be done when the crawl that runs has been stopped."""
        return self._after_crawl is not None

    def when_alone(self, act: Callable[[], object]) -> None:
        """Do something that takes views away: at once, or when no dialog and no menu stands over them any more."""
        if QApplication.activeModalWidget() or QApplication.activePopupWidget():
            QTimer.singleShot(_LOOK_AGAIN_MS, self, lambda: self.when_alone(act))
        else:
            act()

    def _may_stop(self, importing: bool = False) -> bool:
        if importing:
            title = self.tr("An import is running")
            text = self.tr("Files are being imported into this archive.")
            detail = self.tr(
                "What has come in is kept, and importing the same files again goes on from there."
            )
            answers = self.tr("&Stop the import"), self.tr("&Keep importing")
        else:
            title = self.tr("A crawl is running")
            text = self.tr("A crawl is running in this archive.")
            detail = self.tr("Everything captured so far is kept, and the crawl can be continued later.")
            answers = self.tr("&Stop the crawl"), self.tr("&Keep crawling")
        return ask(self._window, title, text, detail, answers, cautious=True)

    def crawl_ended(self, crawl: Crawl) -> None:
        """Say how a crawl ended, then do what waited for it."""
        act, self._after_crawl = self._after_crawl, None
        messages = self._window.messages
        messages.hide()
        if act:
            self.when_alone(lambda: self.when_idle(act))
        elif crawl.error:
            messages.tell(crawl.error)
        else:
            self._tell_end(crawl)

    def _tell_end(self, crawl: Crawl) -> None:
        progress, messages = crawl.progress(), self._window.messages
        pages = Counts().answered(progress.pages)
        if progress.state == "stopped":
            text = self.tr("The crawl was stopped: {pages}.").format(pages=pages)
            messages.info(text, (self.tr("Go on"), lambda: self._window.crawls.resume(crawl.job_id)))
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
        limit = self._window.crawls.limit_offer(crawl.job_id, ended_by) if ended_by else None
        messages.info(text, sample or limit)
        if sample is None:
            self._window.changes.offer(crawl.job_id, lambda offer: messages.info(text, offer))

    def _tell_nothing(self, crawl: Crawl) -> None:
        """A crawl that stored no page says why: else an empty window is all there is to see."""
        session = self._window.session
        from app.crawl.frontier.joblist import refusal_counts

        codes = refusal_counts(session.archive, crawl.job_id) if session else {}
        text = self.tr("The crawl has finished and stored no page.")
        if codes:
            text = self.tr("{sentence} {reason}.").format(
                sentence=text, reason=reasons.reason(next(iter(codes)))
            )
        self._window.messages.warning(text, (self.tr("Show the log"), self._window.views.show_log))

    def _sample_offer(self, crawl: Crawl) -> tuple[str, Callable[[], object]] | None:
        sample = self._window.crawls.sample
        if not sample.serves(crawl.settings.seeds) or sample.edition == 2:
            return None

        def change() -> None:
            sample.change()
            self._window.crawls.begin(crawl.settings)

        return self.tr("Let the site change and crawl it again"), change

    # ---- the program --------------------------------------------------------------------------------------------

    def about(self) -> None:
        """Version and licence."""
        text = self.tr(
            "<h3>Tianwang Explorer {version}</h3>"
            "<p>Captures web sites, keeps every version of every page in an open archive, and shows what changed.</p>"
            "<p>Free software under the GNU General Public License, version 3 or later. It comes without warranty.</p>"
        )
        QMessageBox.about(self._window, self.tr("About Tianwang Explorer"), text.format(version=__version__))


def create(path: Path, tell: Callable[[UserError], object]) -> Archive | None:
    """A new archive, or None after telling why not."""
    try:
        from app.archive.archive import Archive

        return Archive.create(path)
    except UserError as error:
        tell(error)
        return None
