"""The sample site: served by this program itself, captured like any other, and able to change."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSettings

from widgets import places

if TYPE_CHECKING:
    from app.sampleserver import SampleServer

_KEY = "sample/port"


class SampleSite:
    """Starts the server when it is first asked for. The port is kept, so that later crawls find the same address."""

    def __init__(self, settings: QSettings) -> None:
        self._settings = settings
        self._server: SampleServer | None = None

    @property
    def url(self) -> str:
        """The address of the site; starts the server."""
        if self._server is None:
            self._server = self._start()
        return self._server.url

    def serves(self, addresses: Sequence[str]) -> bool:
        """Whether these are addresses of the site as it is served now."""
        return self._server is not None and all(address.startswith(self._server.url) for address in addresses)

    @property
    def archive(self) -> Path:
        """The archive it goes to by default."""
        return places.archive_folder(self._settings) / "sample.archive"

    @property
    def edition(self) -> int:
        """1, or 2 after the site has changed."""
        return self._server.edition if self._server else 1

    def change(self) -> None:
        """Let the site change: what the next crawl finds differs."""
        if self._server:
            self._server.edition = 2

    def stop(self) -> None:
        """Stop serving."""
        if self._server:
            self._server.stop()
            self._server = None

    def _start(self) -> SampleServer:
        from app.sampleserver import SampleServer

        kept = self._settings.value(_KEY, 0, int)
        server = SampleServer(edition=1, port=kept)
        try:
            server.start()
        except OSError:  # somebody else uses that port now
            server = SampleServer(edition=1)
            server.start()
        self._settings.setValue(_KEY, int(server.url.rstrip("/").rpartition(":")[2]))
        return server
