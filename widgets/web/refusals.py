"""Pages that stay where they are, wherever their scripts and refreshes want to go."""

from __future__ import annotations

from PySide6.QtWebEngineCore import (
    QWebEngineCertificateError,
    QWebEngineDesktopMediaRequest,
    QWebEngineFileSystemAccessRequest,
    QWebEngineFullScreenRequest,
    QWebEnginePage,
    QWebEnginePermission,
    QWebEngineRegisterProtocolHandlerRequest,
    QWebEngineScript,
    QWebEngineWebAuthUxRequest,
)

from widgets.web.scripts import run

# What no page of ours is granted, archived or live: permissions, files, the screen, foreign certificates.


def refuse_everything(page: QWebEnginePage) -> None:
    """Answer every request of a page for more than it is with no."""
    page.permissionRequested.connect(_deny)
    page.certificateError.connect(_reject_certificate)
    page.fullScreenRequested.connect(_reject_full_screen)
    page.fileSystemAccessRequested.connect(_reject_file_access)
    page.registerProtocolHandlerRequested.connect(_reject_protocol)
    page.desktopMediaRequested.connect(_cancel_capture)
    page.webAuthUxRequested.connect(_cancel_login)


def _deny(permission: QWebEnginePermission) -> None:
    permission.deny()


def _reject_certificate(error: QWebEngineCertificateError) -> None:
    # Our own authority is trusted by the profile; whatever comes here was made by somebody else.
    error.rejectCertificate()


def _reject_full_screen(request: QWebEngineFullScreenRequest) -> None:
    request.reject()


def _reject_file_access(request: QWebEngineFileSystemAccessRequest) -> None:
    request.reject()


def _reject_protocol(request: QWebEngineRegisterProtocolHandlerRequest) -> None:
    request.reject()


def _cancel_capture(request: QWebEngineDesktopMediaRequest) -> None:
    request.cancel()


def _cancel_login(request: QWebEngineWebAuthUxRequest) -> None:
    request.cancel()


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
    for world, source in ((worlds.ApplicationWorld, ours), (worlds.MainWorld, run("forms"))):
        script = QWebEngineScript()
        script.setName(_NAME)
        script.setSourceCode(source)
        script.setInjectionPoint(QWebEngineScript.InjectionPoint.DocumentCreation)
        script.setWorldId(world)
        scripts.insert(script)
