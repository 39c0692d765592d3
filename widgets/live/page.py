"""A page of the living Web that a person looks at."""

from __future__ import annotations

from PySide6.QtCore import QUrl
from PySide6.QtWebEngineCore import QWebEngineNewWindowRequest, QWebEnginePage, QWebEngineProfile

from widgets.live.profile import ProxyKey, close_doors


class LivePage(QWebEnginePage):
    """Goes wherever http leads; what it opens in a window comes here instead."""

    def __init__(self, profile: QWebEngineProfile, key: ProxyKey) -> None:
        super().__init__(profile)
        close_doors(self, key)
        self.newWindowRequested.connect(self._stay)

    def acceptNavigationRequest(self, url: QUrl | str, _type: QWebEnginePage.NavigationType, _main: bool) -> bool:
        return QUrl(url).scheme() in ("http", "https", "data", "blob", "about")

    def _stay(self, request: QWebEngineNewWindowRequest) -> None:
        if request.isUserInitiated():
            self.load(request.requestedUrl())


def text_of(url: QUrl) -> str:
    """An address as it is sent."""
    return bytes(url.toEncoded().data()).decode("ascii", "replace")
