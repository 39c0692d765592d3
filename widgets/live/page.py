"""A page of the living Web that a person looks at."""

from __future__ import annotations

from PySide6.QtCore import QObject, QUrl
from PySide6.QtNetwork import QAuthenticator, QSslCertificate
from PySide6.QtWebEngineCore import (
    QWebEngineNewWindowRequest,
    QWebEnginePage,
    QWebEngineProfile,
    QWebEngineProfileBuilder,
    QWebEngineScript,
    QWebEngineSettings,
)

from widgets.web.refusals import refuse_everything
from widgets.web.scripts import run

# A profile behind the recording proxy: it trusts the proxy's certificates and leaves nothing on the disk.

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


def make_profile(
    name: str, folder: str, certificate: str, agent: str, parent: QObject, *, cached: bool
) -> QWebEngineProfile:
    """A profile whose files lie in `folder`, to be removed with it. With `cached` it keeps what may be kept in memory.
    `agent` may be empty."""
    builder = QWebEngineProfileBuilder()
    builder.setAdditionalTrustedCertificates(QSslCertificate.fromData(certificate.encode()))
    builder.setPersistentStoragePath(f"{folder}/{name}/storage")
    builder.setCachePath(f"{folder}/{name}/cache")
    kinds = QWebEngineProfile.HttpCacheType
    builder.setHttpCacheType(kinds.MemoryHttpCache if cached else kinds.NoCache)
    if cached:
        builder.setHttpCacheMaximumSize(_CACHE)
    builder.setPersistentCookiesPolicy(QWebEngineProfile.PersistentCookiesPolicy.NoPersistentCookies)
    builder.setPersistentPermissionsPolicy(QWebEngineProfile.PersistentPermissionsPolicy.StoreInMemory)
    profile = builder.createProfile(name, parent)
    if profile is None:
        raise RuntimeError(f"QtWebEngine refused to make a profile in {folder}")
    if agent:
        profile.setHttpUserAgent(agent)
    profile.setSpellCheckEnabled(False)
    profile.setPushServiceEnabled(False)
    script = QWebEngineScript()
    script.setName("no peers")
    script.setSourceCode(run("no_peers"))
    script.setInjectionPoint(QWebEngineScript.InjectionPoint.DocumentCreation)
    script.setWorldId(QWebEngineScript.ScriptWorldId.MainWorld)
    script.setRunsOnSubFrames(True)
    profile.scripts().insert(script)
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
