"""The browser that captures pages out of sight. Started by a crawl, with the port of its recording proxy:

    main(["--port=N"])

Messages come and go as in `app.crawl.net.browser`, which alone decides what happens when. Nothing is decided here.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import sys
from functools import partial
from typing import Any, NoReturn

import shiboken6
from PySide6.QtCore import QObject, QSize, QTimer, QUrl, Signal
from PySide6.QtWebEngineCore import QWebEngineHttpRequest, QWebEnginePage, QWebEngineProfile, QWebEngineScript
from PySide6.QtWebEngineWidgets import QWebEngineView

from widgets.live.page import (
    PAINTED,
    ProxyKey,
    close_doors,
    live_profile,
    report_script,
    step_script,
    text_of,
)
from widgets.web.channel import Channel, serve
from widgets.web.refusals import stay

SIZE = QSize(1280, 1024)
_RELOADS = 3  # of a page by itself: some set a cookie and come again
_MOST_WANTED = 1000
# milliseconds between two looks whether a step was painted, and how many there are at most
_FRAME, _FRAMES = 20, 25
_OWN_WORDS = "chrome-error:"  # the address of what Chromium says in place of a page
_WORLD = QWebEngineScript.ScriptWorldId.ApplicationWorld.value
_Type = QWebEnginePage.NavigationType


class CapturePage(QWebEnginePage):
    """Stays at its address: where it wants to go instead is noted. Nothing it asks of a person is answered with no."""

    def __init__(self, profile: QWebEngineProfile, key: ProxyKey, address: QUrl) -> None:
        super().__init__(profile)
        self.errors = 0
        self.wanted: list[tuple[str, str]] = []  # what led there, and the address
        self._address = address
        self._visits = 0
        close_doors(self, key)
        stay(self, may_reload=True)
        self.newWindowRequested.connect(lambda request: self._note("window", request.requestedUrl()))

    def acceptNavigationRequest(self, url: QUrl | str, type: _Type, main_frame: bool) -> bool:
        address = QUrl(url)
        if not main_frame:
            return address.scheme() in ("http", "https", "data", "blob", "about")
        asked, wanted = text_of(self._address).partition("#")[0], text_of(address).partition("#")[0]
        # Chromium takes some hosts for https ones, whatever the address says; the proxy asks as it was told.
        same = wanted == asked or (
            wanted.startswith("https:") and wanted[6:] == asked[5:] and not self._visits
        )
        if same and self._visits <= _RELOADS:
            self._visits += 1
            if self._visits > _RELOADS:
                stay(self)  # it comes for the last time, and is to be there to its end
            return True
        if not same:
            self._note("navigation", address)
        return False

    def _note(self, element: str, url: QUrl) -> None:
        if len(self.wanted) < _MOST_WANTED:
            self.wanted.append((element, text_of(url)))

    def javaScriptConsoleMessage(
        self, level: QWebEnginePage.JavaScriptConsoleMessageLevel, _message: str, _line: int, _source: str
    ) -> None:
        self.errors += level == QWebEnginePage.JavaScriptConsoleMessageLevel.ErrorMessageLevel

    def javaScriptAlert(self, origin: QUrl | str, msg: str) -> None:
        """There is nobody to read it: it is answered at once."""

    def javaScriptConfirm(self, origin: QUrl | str, msg: str) -> bool:
        return True

    def javaScriptPrompt(self, origin: QUrl | str, msg: str, default: str) -> tuple[bool, str]:
        return True, default

    def chooseFiles(self, *_arguments: object) -> list[str]:
        return []


class Tab(QObject):
    """One page after the other in one profile, so that what they share is fetched once."""

    happened = Signal(str, int)  # "loaded" or "crashed", and the number of the page

    def __init__(self, profile: QWebEngineProfile, key: ProxyKey) -> None:
        super().__init__()
        self._profile, self._key = profile, key
        self._view: QWebEngineView | None = None
        self._page: CapturePage | None = None
        profile.downloadRequested.connect(lambda download: download.cancel())

    def open(self, url: str, number: int) -> None:
        self.close()
        address = QUrl.fromEncoded(url.encode("utf-8"))
        self._page = page = CapturePage(self._profile, self._key, address)
        self._view = QWebEngineView()
        self._view.setPage(page)
        self._view.resize(SIZE)
        self._view.show()  # on no screen; a page that nobody could see would load no lazy part
        page.loadFinished.connect(lambda _: self.happened.emit("loaded", number))
        page.renderProcessTerminated.connect(lambda *_: self.happened.emit("crashed", number))
        request = QWebEngineHttpRequest(address)
        request.setHeader(b"Cache-Control", b"no-cache")  # the page itself never comes out of the cache
        page.load(request)

    def look(self, script: str, answer: Any) -> None:
        """Run a script and hand its value to `answer`; a page that is stuck never answers."""
        page = self._page
        if page is None:
            answer(None)
            return
        page.runJavaScript(script, _WORLD, lambda text: answer(json.loads(text) if text else None))

    def scroll(self, answer: Any) -> None:
        """One step down; answers whether there is more below, once that step was painted."""
        page = self._page

        def painted(more: bool, tries: int, yes: bool | None) -> None:
            if yes or not tries or self._page is not page:
                answer(more)
            else:
                QTimer.singleShot(_FRAME, self, lambda: self.look(PAINTED, partial(painted, more, tries - 1)))

        self.look(step_script(), lambda more: painted(bool(more), _FRAMES, None))

    def report(self, answer: Any) -> None:
        page = self._page

        def complete(found: dict[str, Any] | None) -> None:
            if found is None or found["url"].startswith(_OWN_WORDS):
                found = {"url": "", "title": "", "text": 0, "links": [], "html": ""}
            if page is not None:
                found["links"] += [[url, element, "", ""] for element, url in page.wanted]
                found["errors"] = page.errors
            answer(found)

        self.look(report_script(), complete)

    def close(self, *, stuck: bool = False) -> None:
        """Take the page away, whatever it says about that."""
        if self._page is None or self._view is None:
            return
        page, view, renderer = self._page, self._view, self._page.renderProcessPid()
        self._page = self._view = None
        shiboken6.delete(view)
        shiboken6.delete(page)
        if stuck and renderer > 0:
            with contextlib.suppress(OSError):
                os.kill(renderer, signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL)


class Captures(QObject):
    """Obeys the messages of the process that started this one."""

    def __init__(self, channel: Channel, parent: QObject) -> None:
        super().__init__(parent)
        self._channel = channel
        self._begin: dict[str, Any] = {}
        self._tabs: dict[str, Tab] = {}
        channel.received.connect(self._do)

    def _do(self, message: dict[str, Any]) -> None:
        getattr(self, f"_do_{message['do']}")(message)

    def _do_begin(self, message: dict[str, Any]) -> None:
        self._begin = message
        self._channel.say(event="ready")

    def _do_open(self, message: dict[str, Any]) -> None:
        name = message["tab"]
        if name not in self._tabs:
            begin, key = self._begin, ProxyKey(name, message["secret"])
            profile = live_profile(name, begin["folder"], begin["certificate"], self, cached=True)
            if begin["agent"]:
                profile.setHttpUserAgent(begin["agent"])
            tab = self._tabs[name] = Tab(profile, key)
            tab.happened.connect(lambda what, number: self._channel.say(event=what, tab=name, page=number))
        self._tabs[name].open(message["url"], message["page"])

    def _do_scroll(self, message: dict[str, Any]) -> None:
        self._tabs[message["tab"]].scroll(lambda more: self._answer(message, more=more))

    def _do_report(self, message: dict[str, Any]) -> None:
        self._tabs[message["tab"]].report(lambda found: self._answer(message, **found))

    def _do_close(self, message: dict[str, Any]) -> None:
        self._tabs[message["tab"]].close(stuck=message["stuck"])
        self._answer(message)

    def _answer(self, message: dict[str, Any], **values: object) -> None:
        self._channel.say(id=message["id"], **values)


def main(arguments: list[str]) -> NoReturn:
    """Run until the standard input ends."""
    serve("tianwang-capture", arguments, Captures)
