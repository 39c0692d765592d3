"""A page of the living Web that a person looks at."""

from __future__ import annotations

from PySide6.QtCore import QObject, QUrl
from PySide6.QtNetwork import QAuthenticator
from PySide6.QtWebEngineCore import (
    QWebEngineNewWindowRequest,
    QWebEnginePage,
    QWebEngineProfile,
    QWebEngineSettings,
)

from widgets.web.refusals import make_profile, refuse_everything
from widgets.web.scripts import no_peers, run, source

_CACHE = 32 * 1024 * 1024
_OFF = (
    QWebEngineSettings.WebAttribute.JavascriptCanAccessClipboard,
    QWebEngineSettings.WebAttribute.JavascriptCanPaste,
    QWebEngineSettings.WebAttribute.LocalContentCanAccessFileUrls,
    QWebEngineSettings.WebAttribute.LocalContentCanAccessRemoteUrls,
    QWebEngineSettings.WebAttribute.HyperlinkAuditingEnabled,
    QWebEngineSettings.WebAttribute.ScreenCaptureEnabled,
    QWebEngineSettings.WebAttribute.TouchIconsEnabled,
    QWebEngineSettings.WebAttribute.AllowGeolocationOnInsecureOrigins,
    QWebEngineSettings.WebAttribute.DnsPrefetchEnabled,
    QWebEngineSettings.WebAttribute.NavigateOnDropEnabled,
    QWebEngineSettings.WebAttribute.PluginsEnabled,
    QWebEngineSettings.WebAttribute.PdfViewerEnabled,
)


class ProxyKey:
    """Name and secret of one tab of the proxy."""

    def __init__(self, user: str, secret: str) -> None:
        self._user, self._secret = user, secret

    def show(self, _address: object, authenticator: QAuthenticator, _proxy: str) -> None:
        """Slot for `proxyAuthenticationRequired`."""
        authenticator.setUser(self._user)
        authenticator.setPassword(self._secret)


def live_profile(
    name: str, folder: str, certificate: str, parent: QObject, *, cached: bool = False
) -> QWebEngineProfile:
    """A profile behind the recording proxy. With `cached` it keeps what may be kept, in memory."""
    files, cache = f"{folder}/{name}", _CACHE if cached else 0
    profile = make_profile(name, files, certificate.encode(), parent, cache=cache)
    profile.scripts().insert(no_peers())
    return profile


def close_doors(page: QWebEnginePage, key: ProxyKey) -> None:
    """Settings and answers that every live page has."""
    for attribute in _OFF:
        page.settings().setAttribute(attribute, False)
    page.settings().setAttribute(QWebEngineSettings.WebAttribute.AllowRunningInsecureContent, True)
    page.settings().setAttribute(QWebEngineSettings.WebAttribute.WebRTCPublicInterfacesOnly, True)
    page.settings().setUnknownUrlSchemePolicy(
        QWebEngineSettings.UnknownUrlSchemePolicy.DisallowUnknownUrlSchemes
    )
    page.proxyAuthenticationRequired.connect(key.show)
    refuse_everything(page)


class LivePage(QWebEnginePage):
    """Goes wherever http leads; what it opens in a window comes here instead."""

    def __init__(self, profile: QWebEngineProfile, key: ProxyKey) -> None:
        super().__init__(profile)
        close_doors(self, key)
        self.newWindowRequested.connect(self._stay)

    def acceptNavigationRequest(
        self, url: QUrl | str, _type: QWebEnginePage.NavigationType, _main: bool
    ) -> bool:
        return QUrl(url).scheme() in ("http", "https", "data", "blob", "about")

    def _stay(self, request: QWebEngineNewWindowRequest) -> None:
        if request.isUserInitiated():
            self.load(request.requestedUrl())


def text_of(url: QUrl) -> str:
    """An address as it is sent."""
    return bytes(url.toEncoded().data()).decode("ascii", "replace")


_MOST_TREE = 6_000_000  # characters of the tree of a page
_MOST_LINKS = 20_000


def step_script() -> str:
    """Scroll one step down; true while there is more below."""
    return run("live/step")


PAINTED = "JSON.stringify(globalThis.tianwangPainted === true)"  # whether that step was


def report_script() -> str:
    """What the page says now, with its tree."""
    tree = f"(\n{source('live/tree')})({_MOST_TREE})"
    return f"(\n{source('live/report')})({{ most: {_MOST_LINKS}, html: {tree} }})"


def used_script() -> str:
    """Which document this is, and every address that it and its frames have used."""
    return run("live/used")
