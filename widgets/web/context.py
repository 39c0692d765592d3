"""Everything the panes of one open archive share: the replay server and a folder for their profiles."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer
from PySide6.QtWidgets import QWidget

from app.replay import ReadableArchive, ReplayServer, explanation
from widgets.web import arguments
from widgets.web.pane import Pane
from widgets.web.view import ReplayView


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
        self.server = ReplayServer(archive, listener=arguments.listener(), page_for_missing=self._missing_page)
        self.server.start()
        application = QCoreApplication.instance()
        if application is not None:
            # Profiles must be gone before the application is: Chromium insists on it.
            application.aboutToQuit.connect(self.close)

    def new_view(self, parent: QWidget | None = None) -> ReplayView:
        """A view with a profile of its own, so that it can show its own date beside another one."""
        self._made += 1
        pane = Pane(self.server, f"{self._folder}/{self._made}", self)
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
        return explanation(
            self.tr("Not in the archive"),
            self.tr("The archive holds nothing under this address. It may be worth crawling."),
            url,
        )


def _remove(folder: str, attempts: int) -> None:
    """Remove the files of profiles; Chromium goes on writing to them for a moment after they are closed."""
    shutil.rmtree(folder, ignore_errors=True)
    if attempts and Path(folder).exists():
        QTimer.singleShot(200, lambda: _remove(folder, attempts - 1))
