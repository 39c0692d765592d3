"""A page that has no way out of its view: clicks are reported, everything else is refused. Its profile and its owner."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from typing import Any

import shiboken6
from PySide6.QtCore import QObject, Qt, QTimer, QUrl, Signal
from PySide6.QtWebEngineCore import (
    QWebEngineDownloadRequest,
    QWebEngineNewWindowRequest,
    QWebEnginePage,
    QWebEngineProfile,
    QWebEngineScript,
    QWebEngineSettings,
    QWebEngineUrlRequestInfo,
    QWebEngineUrlRequestInterceptor,
)

from app.archive.model import Capture
from app.replay.server import ReplayServer
from app.replay.source import ReadableArchive
from widgets.web.refusals import make_profile, refuse_everything
from widgets.web.scripts import injected, no_peers, page_script
from widgets.words import formats

# What an archived page may load: http and https end in the replay proxy, the others come from the page
# itself.
_SCHEMES = frozenset({"http", "https", "data", "blob", "about"})
# Where WebEngine keeps its own viewer of PDF documents; nothing of it comes from the network.
_PDF_VIEWER = frozenset({"chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai", "chrome://resources"})
# for other programs: the owner asks the person
_FOREIGN = frozenset({"mailto", "tel", "sms", "ftp", "magnet"})
# How long a navigation is taken for the consequence of a click or a key: so many beats of so many
# milliseconds.
_BEATS, _BEAT = 3, 500
_Type = QWebEnginePage.NavigationType
_OFF = (
    QWebEngineSettings.WebAttribute.JavascriptCanOpenWindows,
    QWebEngineSettings.WebAttribute.JavascriptCanAccessClipboard,
    QWebEngineSettings.WebAttribute.JavascriptCanPaste,
    QWebEngineSettings.WebAttribute.LocalContentCanAccessFileUrls,
    QWebEngineSettings.WebAttribute.LocalContentCanAccessRemoteUrls,
    QWebEngineSettings.WebAttribute.HyperlinkAuditingEnabled,
    QWebEngineSettings.WebAttribute.FullScreenSupportEnabled,
    QWebEngineSettings.WebAttribute.ScreenCaptureEnabled,
    QWebEngineSettings.WebAttribute.AutoLoadIconsForPage,
    QWebEngineSettings.WebAttribute.TouchIconsEnabled,
    QWebEngineSettings.WebAttribute.AllowGeolocationOnInsecureOrigins,
    QWebEngineSettings.WebAttribute.AllowWindowActivationFromJavaScript,
    QWebEngineSettings.WebAttribute.DnsPrefetchEnabled,
    QWebEngineSettings.WebAttribute.NavigateOnDropEnabled,
    QWebEngineSettings.WebAttribute.FocusOnNavigationEnabled,
    QWebEngineSettings.WebAttribute.BackForwardCacheEnabled,
    QWebEngineSettings.WebAttribute.PluginsEnabled,  # but see allow_plugins
)
_ON = (
    # A page of http images on an https address shows in the archive what it showed in the Web.
    QWebEngineSettings.WebAttribute.AllowRunningInsecureContent,
    QWebEngineSettings.WebAttribute.WebRTCPublicInterfacesOnly,
    QWebEngineSettings.WebAttribute.PlaybackRequiresUserGesture,
    QWebEngineSettings.WebAttribute.PdfViewerEnabled,
)


def is_allowed(url: QUrl) -> bool:
    """Whether an address stays inside the archive, the page, or WebEngine itself."""
    return url.scheme() in _SCHEMES or f"{url.scheme()}://{url.host()}" in _PDF_VIEWER


def request_url(url: str) -> QUrl:
    """An address as the browser is to ask for it: what is not ASCII goes out in UTF-8."""
    return QUrl.fromEncoded(
        b"".join(c.encode() if c.isascii() else bytes(QUrl.toPercentEncoding(c).data()) for c in url)
    )


class ReplayPage(QWebEnginePage):
    """One archived page.

    Scripts may move it by themselves (redirects, refreshes); what a person clicks is emitted as
    `link_activated` and not followed. `message` carries what our own script in the page has to say.
    """

    link_activated = Signal(str)
    beside_activated = Signal(str)  # clicked with the middle button or with Ctrl
    message = Signal(str)

    def __init__(self, profile: QWebEngineProfile, parent: QObject | None = None) -> None:
        super().__init__(profile, parent)
        self._secret = secrets.token_hex(16)
        self._input, self._beats_left = 0, 0
        self._beat = QTimer(self, interval=_BEAT, singleShot=True)
        self._beat.timeout.connect(self._ask_whether_alive)
        self._leaving = self._refused = False
        self._hovered = self._pressed = ""
        for attribute in _OFF:
            self.settings().setAttribute(attribute, False)
        for attribute in _ON:
            self.settings().setAttribute(attribute, True)
        # Otherwise a mailto: in a frame would start the mail program.
        self.settings().setUnknownUrlSchemePolicy(
            QWebEngineSettings.UnknownUrlSchemePolicy.DisallowUnknownUrlSchemes
        )
        ours = injected("replay", page_script(self._secret), QWebEngineScript.ScriptWorldId.ApplicationWorld)
        self._own_scripts, self._bereft = (ours, no_peers()), False  # bereft: the profile's do not arrive
        # into the profile: scripts of the page itself are lost after a refused click on a mailto: link
        for script in self._own_scripts:
            profile.scripts().insert(script)
        self.newWindowRequested.connect(self._new_window)
        refuse_everything(self)
        self.loadStarted.connect(self._stay)
        self.renderProcessTerminated.connect(self._process_gone)
        self.linkHovered.connect(self._hover)

    def _stay(self) -> None:
        self._leaving = False

    def _hover(self, address: str) -> None:
        self._hovered = address

    def press_foreign(self) -> None:
        """The mouse went down: remember a link that is not for a browser. Chromium does not tell of clicks on them."""
        self._pressed = self._hovered if self._hovered.partition(":")[0].lower() in _FOREIGN else ""

    def release_foreign(self) -> None:
        """The mouse went up: on the same link this is a click."""
        pressed, self._pressed = self._pressed, ""
        if pressed and pressed == self._hovered:
            self.link_activated.emit(pressed)

    def note_input(self) -> None:
        """The person clicked or pressed a key in the page.

        What follows is taken for its consequence for some beats, and a beat ends when the page has answered: a busy
        one may take long before it comes to the input at all.
        """
        self._input += 1
        self._beats_left = _BEATS
        self._beat.start()

    def _ask_whether_alive(self) -> None:
        number, world = self._input, QWebEngineScript.ScriptWorldId.ApplicationWorld.value
        self.runJavaScript("0", world, lambda _: self._answered(number))

    def _answered(self, number: int) -> None:
        if number == self._input and self._beats_left and shiboken6.isValid(self):
            self._beats_left -= 1
            if self._beats_left:
                self._beat.start()

    def _forget_input(self) -> None:
        self._beats_left = 0
        self._beat.stop()

    def acceptNavigationRequest(self, url: QUrl | str, type: _Type, main_frame: bool) -> bool:
        address = QUrl(url)
        if not (address.scheme() in _SCHEMES or (is_allowed(address) and not main_frame)):
            return self._refuse(main_frame)
        if not main_frame:
            return True
        if type == _Type.NavigationTypeBackForward:
            # The history holds other captures: only the owner knows their dates.
            return self._refuse()
        if self._beats_left and type in (_Type.NavigationTypeLinkClicked, _Type.NavigationTypeFormSubmitted):
            self._forget_input()
            self.link_activated.emit(_text(address))
            return self._refuse()
        return True

    def allow_plugins(self, allowed: bool) -> None:
        """Whether the next page may hold a plugin: only the viewer of PDF documents is one.

        For any other, as Flash, QtWebEngine puts a placeholder into the page that the garbage collector frees while
        Chromium's frame still knows it: some pages later the process crashes.
        """
        self.settings().setAttribute(QWebEngineSettings.WebAttribute.PluginsEnabled, allowed)

    def leave(self, address: QUrl) -> None:
        """Load another page, whatever the present one says about that."""
        self._leaving, self._refused = True, False
        self._forget_input()
        if self._bereft:
            self._inject_here()
        self.triggerAction(QWebEnginePage.WebAction.Stop)
        self.load(address)

    def run_script(
        self, js: str, callback: Callable[[Any], None] | None = None, argument: Any = None
    ) -> None:
        """Evaluate the expression `js` beside the page, where its scripts cannot interfere.

        `argument` is there under that name; both it and the value, given to `callback`, are JSON. The value
        is None when the expression failed, or when the process of the page is gone. If another page is loaded or the
        process ends meanwhile, `callback` is not called.
        """
        self.evaluate(
            f"(function (argument) {{ return JSON.stringify({js}\n); }})({json.dumps(argument)})", callback
        )

    def evaluate(self, source: str, callback: Callable[[Any], None] | None) -> None:
        """The same with JavaScript whose value is JSON as it is, or an empty text."""
        world = QWebEngineScript.ScriptWorldId.ApplicationWorld.value
        if callback is None:
            self.runJavaScript(source, world)
        elif not self.renderProcessPid():
            QTimer.singleShot(0, self, lambda: callback(None))  # nobody else will ever answer
        else:
            # Only text comes back whole, so everything travels as JSON.
            self.runJavaScript(source, world, lambda text: callback(json.loads(text) if text else None))

    def take_refused(self) -> bool:
        """Whether the load that ended was only a refused click: the page is still there, untouched."""
        refused, self._refused = self._refused, False
        return refused

    def _refuse(self, main_frame: bool = True) -> bool:
        self._refused = self._refused or main_frame
        return False

    def javaScriptConsoleMessage(
        self, level: QWebEnginePage.JavaScriptConsoleMessageLevel, message: str, line: int, source: str
    ) -> None:
        if message.startswith(self._secret):
            self.message.emit(message[len(self._secret) :])

    def javaScriptAlert(self, origin: QUrl | str, msg: str) -> None:
        """An archived page does not interrupt anybody."""

    def javaScriptConfirm(self, origin: QUrl | str, msg: str) -> bool:
        # "Do you want to leave this page?" comes this way too.
        return self._leaving

    def javaScriptPrompt(self, origin: QUrl | str, msg: str, default: str) -> tuple[bool, str]:
        return False, ""

    def chooseFiles(self, *_arguments: object) -> list[str]:
        return []

    def _process_gone(self, *_how: object) -> None:
        """Give our scripts to the page itself: QtWebEngine gives those of the profile to its first process only."""
        self._bereft = True
        self._inject_here()

    def _inject_here(self) -> None:
        for script in self._own_scripts:
            for old in self.scripts().find(script.name()):
                self.scripts().remove(old)
            self.scripts().insert(script)

    def _new_window(self, request: QWebEngineNewWindowRequest) -> None:
        if request.isUserInitiated() and request.requestedUrl().scheme() in ("http", "https"):
            beside = request.destination() == QWebEngineNewWindowRequest.DestinationType.InNewBackgroundTab
            (self.beside_activated if beside else self.link_activated).emit(_text(request.requestedUrl()))


def _text(url: QUrl) -> str:
    return bytes(url.toEncoded().data()).decode("ascii", "replace")


# A profile behind the replay server: it trusts the server's certificates, and leaves nothing on the disk.


class Interceptor(QWebEngineUrlRequestInterceptor):
    """Refuses what does not end in the replay proxy."""

    def interceptRequest(self, info: QWebEngineUrlRequestInfo) -> None:
        if not is_allowed(info.requestUrl()):
            info.block(True)


def replay_profile(token: str, folder: str, certificate: bytes, parent: QObject) -> QWebEngineProfile:
    """The profile of the view that the replay server knows by this token."""
    profile = make_profile(f"replay-{token}", folder, certificate, parent)
    profile.setHttpUserAgent(f"{profile.httpUserAgent()} TianwangReplay/{token}")
    profile.setUrlRequestInterceptor(Interceptor(profile))
    return profile


class Pane(QObject):
    """Owns the profile and the page of one view, and its token at the server."""

    missing_changed = Signal(int)
    download_refused = Signal(str)
    releasing = Signal()
    released = Signal(object)

    def __init__(
        self, server: ReplayServer, folder: str, parent: QObject, archive: ReadableArchive | None = None
    ) -> None:
        super().__init__(parent)
        self._server = server
        self._arrived.connect(self._announce_missing, Qt.ConnectionType.QueuedConnection)
        self.token = server.open_view(None, self._arrived.emit, archive)
        self.profile = replay_profile(self.token, folder, self._server.ca_certificate_pem, self)
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
