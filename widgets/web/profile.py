"""What Chromium needs for one view: a profile with a token of its own, and a page in it."""

from __future__ import annotations

import shiboken6
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtNetwork import QSslCertificate
from PySide6.QtWebEngineCore import (
    QWebEngineDownloadRequest,
    QWebEngineProfile,
    QWebEngineProfileBuilder,
    QWebEngineUrlRequestInfo,
    QWebEngineUrlRequestInterceptor,
)

from app.archive.model import Capture
from app.replay.server import ReplayServer
from widgets.web.page import ReplayPage, is_allowed
from widgets.words import formats

# A profile behind the replay server: it trusts the server's certificates, and leaves nothing on the disk.


class Interceptor(QWebEngineUrlRequestInterceptor):
    """Refuses what does not end in the replay proxy."""

    def interceptRequest(self, info: QWebEngineUrlRequestInfo) -> None:
        if not is_allowed(info.requestUrl()):
            info.block(True)


def make_profile(token: str, folder: str, certificate: bytes, parent: QObject) -> QWebEngineProfile:
    """The profile of the view that the replay server knows by this token. Its files lie in `folder`, to be removed
    with it. Whoever makes it refuses downloads."""
    builder = QWebEngineProfileBuilder()
    builder.setAdditionalTrustedCertificates(QSslCertificate.fromData(certificate))
    builder.setPersistentStoragePath(folder + "/storage")
    builder.setCachePath(folder + "/cache")
    builder.setHttpCacheType(QWebEngineProfile.HttpCacheType.NoCache)
    builder.setPersistentCookiesPolicy(QWebEngineProfile.PersistentCookiesPolicy.NoPersistentCookies)
    builder.setPersistentPermissionsPolicy(QWebEngineProfile.PersistentPermissionsPolicy.StoreInMemory)
    profile = builder.createProfile(f"replay-{token}", parent)
    if profile is None:
        raise RuntimeError(f"QtWebEngine refused to make a profile in {folder}")
    profile.setHttpUserAgent(f"{profile.httpUserAgent()} TianwangReplay/{token}")
    profile.setSpellCheckEnabled(False)
    profile.setPushServiceEnabled(False)
    profile.setUrlRequestInterceptor(Interceptor(profile))
    return profile


class Pane(QObject):
    """Owns the profile and the page of one view, and its token at the server."""

    missing_changed = Signal(int)
    download_refused = Signal(str)
    releasing = Signal()
    released = Signal(object)

    def __init__(self, server: ReplayServer, folder: str, parent: QObject) -> None:
        super().__init__(parent)
        self._server = server
        self._arrived.connect(self._announce_missing, Qt.ConnectionType.QueuedConnection)
        self.token = server.open_view(None, self._arrived.emit)
        self.profile = make_profile(self.token, folder, self._server.ca_certificate_pem, self)
        self.profile.downloadRequested.connect(self._refuse_download)
        self.page: ReplayPage | None = ReplayPage(self.profile, self)
        # Chromium wants the page gone before its profile; as a child of the page it is, whoever deletes them.
        self.profile.setParent(self.page)

    # Emitted in a thread of the server.
    _arrived = Signal(int)

    def show(self, capture: Capture) -> None:
        """Answer from now on as of the date of `capture`."""
        self._server.set_view(self.token, capture.date, capture)
        self.profile.cookieStore().deleteAllCookies()
        if self.page is not None:
            redirect = 300 <= capture.status < 400  # where it leads may be a document
            self.page.allow_plugins(redirect or formats.type_kind(capture.type) != "html")
        self.missing_changed.emit(0)

    def missing(self) -> list[str]:
        return self._server.missing(self.token)

    def parts(self) -> dict[str, str]:
        """The addresses that the page was made of, with the digests of their captures."""
        return self._server.parts(self.token)

    def release(self) -> None:
        """Delete the widget, the page, the profile: Chromium wants this order. A second call does nothing."""
        if self.page is None:
            return
        self._server.close_view(self.token)
        self.releasing.emit()
        page, self.page = self.page, None
        if shiboken6.isValid(page):
            shiboken6.delete(page)  # and with it the profile
        self.released.emit(self)
        self.deleteLater()

    def _announce_missing(self, _count: int) -> None:
        # Counted now: the number that came with the signal may be about the page before.
        self.missing_changed.emit(len(self.missing()))

    def _refuse_download(self, download: QWebEngineDownloadRequest) -> None:
        download.cancel()
        self.download_refused.emit(download.url().toString())
