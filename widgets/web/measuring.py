"""The browser that measures archived pages out of sight. Started by the command line, with the port of its server:

    main(["--port=N"])

It reaches nothing but that replay server. Asked to measure an address it answers with what `boxes` measures there
("boxes"), or with why that could not be done ("failed").
"""

from __future__ import annotations

from typing import Any, NoReturn

from PySide6.QtCore import QObject, QSize, QUrl, Signal
from PySide6.QtWebEngineCore import (
    QWebEngineDownloadRequest,
    QWebEngineLoadingInfo,
    QWebEnginePage,
    QWebEngineProfile,
)
from PySide6.QtWebEngineWidgets import QWebEngineView

from widgets.web.boxes import WIDTH, Measured, measure
from widgets.web.channel import Channel, serve
from widgets.web.page import ReplayPage, replay_profile, request_url
from widgets.web.refusals import stay

SIZE = QSize(WIDTH, 1024)
_PAGES = ("text/html", "application/xhtml+xml")
_Domain = QWebEngineLoadingInfo.ErrorDomain
_Status = QWebEngineLoadingInfo.LoadStatus


class MeasuredPage(ReplayPage):
    """Stays at its address, wherever its scripts and refreshes want to go."""

    def __init__(self, profile: QWebEngineProfile, parent: QObject) -> None:
        super().__init__(profile, parent)
        self._there = False
        stay(self)

    def acceptNavigationRequest(
        self, url: QUrl | str, type: QWebEnginePage.NavigationType, main_frame: bool
    ) -> bool:
        if main_frame and self._there:
            return self._refuse()
        self._there = self._there or main_frame
        return super().acceptNavigationRequest(url, type, main_frame)


class Measurement(QObject):
    """Loads one page and measures it as soon as it has loaded."""

    ended = Signal(dict)  # the answer; only the first counts

    def __init__(self, profile: QWebEngineProfile, parent: QObject) -> None:
        super().__init__(parent)
        self._page = MeasuredPage(profile, self)
        self._view = QWebEngineView()
        self._view.setPage(self._page)
        self._view.resize(SIZE)
        self._view.show()  # on no screen; a page that nobody could see would load no lazy part
        self._page.loadingChanged.connect(self._loading)
        self._page.renderProcessTerminated.connect(self._crashed)
        profile.downloadRequested.connect(self._refuse_download)

    def begin(self, url: str) -> None:
        self._page.load(request_url(url))

    def _loading(self, how: QWebEngineLoadingInfo) -> None:
        if how.status() == _Status.LoadStartedStatus:
            return
        refused = self._page.take_refused()
        # A stored "404 Not Found" is a page like any other, and one that was not left is still there.
        failed = (
            how.status() == _Status.LoadFailedStatus and how.errorDomain() != _Domain.HttpStatusCodeDomain
        )
        if failed and not refused:
            self._fail(how.errorString() or f"error {how.errorCode()}")
        else:
            self._page.run_script('document.URL === "about:blank" ? "" : document.contentType', self._look)

    def _look(self, media_type: str | None) -> None:
        if media_type in _PAGES:
            measure(self._page, self._measured)
        elif (
            not media_type
        ):  # no content, or a file to be saved: the empty page before it still stands, if one came
            self._fail("a browser shows nothing of it")
        else:
            self._fail(f"a browser takes it for {media_type}")

    def _measured(self, measured: Measured | None) -> None:
        if measured is None:
            self._fail("its elements cannot be looked at")
        else:
            self.ended.emit({"boxes": measured.text})

    def _crashed(self, *_how: object) -> None:
        self._fail("it brought the browser down")

    def _refuse_download(self, download: QWebEngineDownloadRequest) -> None:
        download.cancel()

    def _fail(self, why: str) -> None:
        self.ended.emit({"failed": why})


class Measurer(QObject):
    """Does what the messages say: `begin`, then one `measure`."""

    def __init__(self, channel: Channel, parent: QObject) -> None:
        super().__init__(parent)
        self._channel = channel
        self._begin: dict[str, Any] = {}
        self._number = 0
        channel.received.connect(self._do)

    def _do(self, message: dict[str, Any]) -> None:
        if message["do"] == "begin":
            self._begin = message
            self._channel.say(event="ready")
            return
        self._number = message["id"]
        begin = self._begin
        certificate = begin["certificate"].encode()
        self._profile = replay_profile(begin["token"], f"{begin['folder']}/profile", certificate, self)
        self._measurement = Measurement(self._profile, self)
        self._measurement.ended.connect(self._answer)
        self._measurement.begin(message["url"])

    def _answer(self, answer: dict[str, str]) -> None:
        self._channel.say(id=self._number, **answer)


def main(arguments: list[str]) -> NoReturn:
    """Run until the standard input ends."""
    serve("tianwang-measuring", arguments, Measurer)
