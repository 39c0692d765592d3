"""What no page of ours is granted, archived or live: permissions, files, the screen, foreign certificates."""

from __future__ import annotations

from PySide6.QtWebEngineCore import (
    QWebEngineCertificateError,
    QWebEngineDesktopMediaRequest,
    QWebEngineFileSystemAccessRequest,
    QWebEngineFullScreenRequest,
    QWebEnginePage,
    QWebEnginePermission,
    QWebEngineRegisterProtocolHandlerRequest,
    QWebEngineWebAuthUxRequest,
)


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
