"""A browser on the living Web whose pages can be archived as they were seen. Its window is a process of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from widgets.kit import messages

if TYPE_CHECKING:
    from app.archive.archive import Archive
    from app.crawl.net.logins import Vault
    from app.crawl.run.crawl import Crawl
    from widgets.live.recorder import ArchivedPage, Recorder


class LiveBrowser(QObject):
    """Opens the live browser and tells what it did. Close it before the archive.

    `crawl` gives the crawl that writes to the archive at the moment, if one does. Log-ins go to `vault`.
    """

    archived = Signal(object)  # ArchivedPage
    failed = Signal(str)  # a sentence
    logged_in = Signal(str, int)  # site, cookies
    closed = Signal()
    _ended = Signal(object)

    def __init__(
        self,
        archive: Archive,
        *,
        crawl: Callable[[], Crawl | None] = lambda: None,
        vault: Vault | None = None,
        language: str = "system",
        theme: str = "system",
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._archive, self._crawl, self._vault = archive, crawl, vault
        self._look = {"language": language, "theme": theme, "archive": archive.name}
        self._recorder: Recorder | None = None
        self._ended.connect(self._forget)

    @property
    def running(self) -> bool:
        """Whether its window is open, or about to."""
        return self._recorder is not None

    def open(self, url: str) -> None:
        """Show an address in the browser's window."""
        if self._recorder is not None:
            self._recorder.open(url)
            return
        from app.crawl.net.logins import Vault
        from widgets.live.recorder import Recorder, Store

        store = Store(self._archive, self._crawl)
        self._recorder = Recorder(store, self._vault or Vault(), self._look, _Relay(self))
        self._recorder.start(url)

    def archive(self) -> None:
        """Store the page on the screen; `archived` or `failed` tells what became of it."""
        if self._recorder is not None:
            self._recorder.press("archive")

    def use_log_in(self) -> None:
        """Hand the cookies of the site on the screen to crawls; `logged_in` or `failed` tells what became of it."""
        if self._recorder is not None:
            self._recorder.press("log-in")

    def close(self) -> None:
        """End the browser; what is being stored is stored first."""
        recorder, self._recorder = self._recorder, None
        if recorder is not None:
            recorder.close()
            self.closed.emit()

    def _forget(self, relay: object) -> None:
        recorder = self._recorder
        if recorder is not None and recorder._listener is relay:
            self.close()


class _Relay:
    """Brings what the recorder's thread tells into signals, which Qt delivers in the thread of the window."""

    def __init__(self, browser: LiveBrowser) -> None:
        self._browser = browser

    def archived(self, page: ArchivedPage) -> None:
        self._browser.archived.emit(page)

    def logged_in(self, site: str, count: int) -> None:
        self._browser.logged_in.emit(site, count)

    def failed(self, error: Exception) -> str:
        said = messages.sentence(error)
        self._browser.failed.emit(said)
        return said

    def ended(self) -> None:
        self._browser._ended.emit(self)
