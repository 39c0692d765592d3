"""Actions that end a session wait here until its crawl or import has stopped."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication

from widgets.kit.messages import ask
from widgets.shell.opened import Opened

_LOOK_AGAIN_MS = 50


class WindowIdle(QObject):
    """Asks once whether the work may be stopped, and does afterwards what waited for its end."""

    def __init__(self, opened: Opened) -> None:
        super().__init__(opened.window)
        self._opened = opened
        self._after_crawl: Callable[[], object] | None = None
        self._after_import: Callable[[], object] | None = None

    def when_idle(self, act: Callable[[], object]) -> None:
        """Do something that ends the session: at once, or after one question and the end of the crawl or import.

        The work may end, and other work begin, while the question is open.
        """
        session = self._opened.session
        if session is not None and session.importing:
            if self._may_stop(importing=True):
                self._stop_import(act)
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
        self._opened.messages.warning(self.tr("Stopping the crawl: what is under way is still stored…"))
        crawl.stop()

    def when_alone(self, act: Callable[[], object]) -> None:
        """Do something that removes views: at once, or when no dialog and no menu is open over them any more."""
        if QApplication.activeModalWidget() or QApplication.activePopupWidget():
            QTimer.singleShot(_LOOK_AGAIN_MS, self, lambda: self.when_alone(act))
        else:
            act()

    @property
    def waits(self) -> bool:
        """Whether something is to be done when the crawl that runs has been stopped."""
        return self._after_crawl is not None

    def crawl_ended(self) -> bool:
        """Do what waited for the end of the crawl; whether there was anything."""
        act, self._after_crawl = self._after_crawl, None
        return self._do(act)

    def import_ended(self) -> bool:
        """Do what waited for the end of the import; whether there was anything."""
        act, self._after_import = self._after_import, None
        return self._do(act)

    def _do(self, act: Callable[[], object] | None) -> bool:
        if act is not None:
            self.when_alone(lambda: self.when_idle(act))
        return act is not None

    def _stop_import(self, act: Callable[[], object]) -> None:
        session = self._opened.session
        if session is None or session.importing is None:
            self.when_idle(act)  # it ended while the person was asked
            return
        self._after_import = act
        session.importing.cancel()
        self._opened.messages.info(self.tr("Stopping the import…"))

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
        return ask(self._opened.window, title, text, detail, answers, cautious=True)
