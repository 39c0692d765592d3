"""What browsers of archived and of live pages share: profiles that leave nothing behind, no to every request, and pages
that stay where they are."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtNetwork import QSslCertificate
from PySide6.QtWebEngineCore import (
    QWebEnginePage,
    QWebEngineProfile,
    QWebEngineProfileBuilder,
    QWebEngineScript,
)

from widgets.web.scripts import injected, run


def make_profile(
    name: str, folder: str, certificate: bytes, parent: QObject, *, cache: int = 0
) -> QWebEngineProfile:
    """A profile that trusts a certificate; its files lie in `folder`, to be removed with it. Up to `cache` bytes of what
    may be kept are kept in memory. Whoever makes it refuses downloads."""
    kinds = QWebEngineProfile.HttpCacheType
    builder = QWebEngineProfileBuilder()
    builder.setAdditionalTrustedCertificates(QSslCertificate.fromData(certificate))
    builder.setPersistentStoragePath(folder + "/storage")
    builder.setCachePath(folder + "/cache")
    builder.setHttpCacheType(kinds.MemoryHttpCache if cache else kinds.NoCache)
    if cache:
        builder.setHttpCacheMaximumSize(cache)
    builder.setPersistentCookiesPolicy(QWebEngineProfile.PersistentCookiesPolicy.NoPersistentCookies)
    builder.setPersistentPermissionsPolicy(QWebEngineProfile.PersistentPermissionsPolicy.StoreInMemory)
    profile = builder.createProfile(name, parent)
    if profile is None:
        raise RuntimeError(f"QtWebEngine refused to make a profile in {folder}")
    profile.setSpellCheckEnabled(False)
    profile.setPushServiceEnabled(False)
    return profile


def refuse_everything(page: QWebEnginePage) -> None:
    """Answer with no every request of a page, archived or live, for more than it is."""
    page.permissionRequested.connect(lambda permission: permission.deny())
    # our own authority is trusted by the profile; whatever comes here was made by somebody else
    page.certificateError.connect(lambda error: error.rejectCertificate())
    page.fullScreenRequested.connect(lambda request: request.reject())
    page.fileSystemAccessRequested.connect(lambda request: request.reject())
    page.registerProtocolHandlerRequested.connect(lambda request: request.reject())
    page.desktopMediaRequested.connect(lambda request: request.cancel())
    page.webAuthUxRequested.connect(lambda request: request.cancel())


_NAME = "stay"
_MOST_WANTED = 1000


def stay(page: QWebEnginePage, *, may_reload: bool = False) -> None:
    """From its next document on, keep the page there; with `may_reload` it may come again to the same address. What a
    script of another origin does to it, as from a frame, is still for `acceptNavigationRequest`."""
    scripts = page.scripts()
    for old in scripts.find(_NAME):
        scripts.remove(old)
    worlds = QWebEngineScript.ScriptWorldId
    ours = run("stay", mayReload=may_reload, most=_MOST_WANTED)
    scripts.insert(injected(_NAME, ours, worlds.ApplicationWorld, frames=False))
    scripts.insert(injected(_NAME, run("forms"), worlds.MainWorld, frames=False))
