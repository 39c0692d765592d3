"""Everything the panes of one open archive share: the replay server and a folder for their profiles."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer
from PySide6.QtWidgets import QWidget

from app.archive.model import Damage
from app.replay.explaining import address_of, explanation
from app.replay.server import ReplayServer
from app.replay.source import ReadableArchive
from widgets.kit import theme
from widgets.web import arguments
from widgets.web.page import Pane
from widgets.web.view import ReplayView
from widgets.words import engine as engine_words
from widgets.words import formats


class ReplayContext(QObject):
    """Replays one archive. Close it before the archive; a new one can be made afterwards.

    There is one at a time: all pages of the process go through one port, behind which stands one archive.
    """

    _taken = False

    def __init__(self, archive: ReadableArchive, parent: QObject | None = None) -> None:
        super().__init__(parent)
        if not arguments.is_prepared():
            raise RuntimeError("The QApplication must be made with webengine_arguments(argv)")
        if ReplayContext._taken:
            raise RuntimeError("Close the ReplayContext of the other archive first")
        ReplayContext._taken = True
        self._closed = False
        self._folder = tempfile.mkdtemp(prefix="tianwang-view-")
        atexit.register(shutil.rmtree, self._folder, ignore_errors=True)
        self._panes: list[Pane] = []
        self._made = 0
        self.server = ReplayServer(
            archive,
            listener=arguments.listener(),
            page_for_missing=self._missing_page,
            page_for_damaged=self._damaged_page,
        )
        self.server.start()
        application = QCoreApplication.instance()
        if application is not None:
            # Profiles must be gone before the application is: Chromium insists on it.
            application.aboutToQuit.connect(self.close)

    def new_view(self, parent: QWidget | None = None, archive: ReadableArchive | None = None) -> ReplayView:
        """A view with a profile of its own, so that it can show its own date beside another one; with `archive` it shows
        captures of that one."""
        self._made += 1
        pane = Pane(self.server, f"{self._folder}/{self._made}", self, archive)
        self._panes.append(pane)
        view = ReplayView(pane, parent)
        # Later: while the view says so it is half gone, and its browser still holds the page.
        view.destroyed.connect(pane.release, Qt.ConnectionType.QueuedConnection)
        pane.released.connect(self._forget)
        return view

    def close(self) -> None:
        """Take the pages out of all views, stop the server and remove the temporary files."""
        if self._closed:
            return
        self._closed = True
        for pane in list(self._panes):
            pane.release()
        self.server.close()
        ReplayContext._taken = False
        _remove(self._folder, attempts=25)

    def _forget(self, pane: Pane) -> None:
        self._panes.remove(pane)

    def _missing_page(self, url: str, date: datetime | None) -> str:
        """Called in the thread of the server; translating is all it does."""
        sentence = self.tr("The archive holds nothing under this address. It may be worth crawling.")
        ways = [(self.tr("Fetch it, or ask why it is not here"), url)]
        return explanation(self.tr("Not in the archive"), [sentence], formats.readable(url), ways, _scheme())

    def _damaged_page(self, url: str, damage: Damage) -> str:
        """Called in the thread of the server, as the one above."""
        capture, links = damage.capture, []
        for words, whole in (
            (self.tr("The version before it, {date}"), damage.before),
            (self.tr("The version after it, {date}"), damage.after),
        ):
            if whole is not None:
                links.append((words.format(date=formats.date(whole.date)), address_of(whole.id)))
        reason = engine_words.say(damage.reason)
        where = self.tr("It is the record {id} in the file {file}, from byte {offset} on.")
        whole_ones = self.tr("These versions of the page are whole:")
        sentences = [
            self.tr("{reason}.", "what is wrong with a capture").format(
                reason=reason[:1].upper() + reason[1:]
            ),
            where.format(id=capture.id, file=capture.file, offset=formats.number(capture.offset)),
            self.tr(
                "“Check everything” on the page Integrity (“tianwang verify”) lists all that is damaged. What can "
                "be saved of a file, “Recover a damaged file…” there (“tianwang recover”) writes to a new one."
            ),
            whole_ones if links else self.tr("No version of this page near this one is whole."),
        ]
        return explanation(
            self.tr("This capture is damaged"), sentences, formats.readable(url), links, _scheme()
        )


def _scheme() -> str:
    """Archived pages are light whatever the window is; a page of ours is as the window."""
    return "dark" if theme.colors().dark else "light"


def _remove(folder: str, attempts: int) -> None:
    """Remove the files of profiles; Chromium goes on writing to them for a moment after they are closed."""
    shutil.rmtree(folder, ignore_errors=True)
    if attempts and Path(folder).exists():
        QTimer.singleShot(200, lambda: _remove(folder, attempts - 1))
