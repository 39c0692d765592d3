"""A profile behind the replay server: it trusts the server's certificates, and leaves nothing on the disk."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtNetwork import QSslCertificate
from PySide6.QtWebEngineCore import (
    QWebEngineProfile,
    QWebEngineProfileBuilder,
    QWebEngineUrlRequestInfo,
    QWebEngineUrlRequestInterceptor,
)

from widgets.web.page import is_allowed


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
