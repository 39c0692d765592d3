"""The widget that shows a capture as it looked."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import shiboken6
from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QColor, QImage
from PySide6.QtWebEngineCore import QWebEngineLoadingInfo, QWebEnginePage
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.archive.model import Capture
from app.replay import capture_named
from widgets.web.browser import Browser
from widgets.web.cover import Cover
from widgets.web.frames import FrameMarks, Frames
from widgets.web.page import is_allowed, request_url
from widgets.web.pane import Pane
from widgets.web.scripts import call

Words = list[tuple[str, bool]]  # the text of a block in stretches, and whether they are what differs
Links = list[tuple[str, int]]  # an address, and which of the links of the block that lead there
Breaks = list[tuple[int, str]]  # characters (white space apart) before a place where white space differs, and its sign
Relinked = list[tuple[int, str]]  # characters (white space apart) before words that are a part of a link in one version
# index, kind, path, text; the words, where they are to be highlighted; how many characters (white space apart) stand
# before the first that differs; links to be highlighted; addresses whose pictures are to be framed; where white space
# alone differs; words that a link gained or lost. Marks of one index that follow each other have one outline where they
# are neighbours.
Mark = (
    tuple[int, str, str, str] | tuple[int, str, str, str, Words] | tuple[int, str, str, str, Words, int]
    | tuple[int, str, str, str, Words, int, Links] | tuple[int, str, str, str, Words, int, Links, list[str]]
    | tuple[int, str, str, str, Words, int, Links, list[str], Breaks]
    | tuple[int, str, str, str, Words, int, Links, list[str], Breaks, Relinked]
)  # fmt: skip
# index, kind, paths of the blocks before and after a place where nothing stands, and whether it is kin of the one after
Gap = tuple[int, str, str, str] | tuple[int, str, str, str, bool]
MarkStyle = tuple[str, str] | tuple[str, str, str]  # colour, sign, and a line of LINES in marks_script.py

# For pages, which are light whatever the window is; each kind has a line of its own.
DEFAULT_STYLES: Mapping[str, MarkStyle] = {
    "changed": ("#b26a00", "~", "solid"),
    "markup": ("#7a3fa6", "<", "dotted"),
    "moved": ("#1565c0", "→", "double"),
    "added": ("#1a7f37", "+", "bar"),
    "removed": ("#c62828", "−", "hatched"),
    "layout": ("#55646b", "#", "thin"),
}

_FRAMES = 100  # milliseconds until a document that came into a frame is marked
_SILENCE = 800  # milliseconds after a page was stopped, in which the one wanted instead begins
# Chromium's numbers for a connection that was gone before the answer came: not connected, closed, reset, empty.
_CUT_OFF = frozenset({-15, -100, -101, -324})


class ReplayView(QWidget):
    """Shows captures of one archive. Made by `ReplayContext.new_view`."""

    loaded = Signal(bool)
    missing_changed = Signal(int)
    link_activated = Signal(str)
    link_hovered = Signal(str)
    scrolled = Signal(float, float)  # fraction of the height, fraction of the width
    frame_scrolled = Signal(list, float)  # the place of the frame: which of its page, and so on inwards; how far
    mark_clicked = Signal(int)
    marked = Signal(int, list)  # how many marks were found, indexes of those that were not
    download_refused = Signal(str)
    title_changed = Signal(str)
    zoom_changed = Signal(float)

    def __init__(self, pane: Pane, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pane = pane
        self._capture: Capture | None = None
        self._marks: list[Mark] = []
        self._gaps: list[Gap] = []
        self._framed: list[FrameMarks] = []
        self._styles: Mapping[str, MarkStyle] = DEFAULT_STYLES
        self._ready = self._begun = False  # the load has ended; it has begun
        self._retried = False
        self._document = ""  # which it brought
        self.frames = Frames(lambda: pane.page, self)
        self._again = QTimer(self, singleShot=True, interval=_FRAMES)
        self._again.timeout.connect(self._mark_frames)
        self._silent = QTimer(self, singleShot=True, interval=_SILENCE)
        self._silent.timeout.connect(self._on_silence)
        self._opacity = 1.0
        page = pane.page
        assert page is not None
        self._browser: Browser | None = Browser(page, self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._browser)
        self.cover = Cover(self)
        self.cover.changed.connect(self._show_through)
        self.setFocusProxy(self._browser)
        page.loadingChanged.connect(self._on_loading)
        page.renderProcessTerminated.connect(self._on_crash)
        page.linkHovered.connect(self._on_hover)
        page.titleChanged.connect(self.title_changed)
        page.link_activated.connect(self.link_activated)
        page.message.connect(self._on_message)
        self._browser.link_activated.connect(self.link_activated)
        page.zoomFactorChanged.connect(self.zoom_changed)
        pane.releasing.connect(self._drop_browser)
        pane.missing_changed.connect(self.missing_changed)
        pane.download_refused.connect(self.download_refused)

    @property
    def capture(self) -> Capture | None:
        return self._capture

    @property
    def page(self) -> QWebEnginePage | None:
        """The page, None once the context is closed."""
        return self._pane.page

    def show_capture(self, capture: Capture) -> None:
        """Load `capture` with everything around it as of its date; forgets the marks of the page before."""
        if self._pane.page is None:
            return
        before = self._capture.url if self._capture else ""
        self._capture, self._marks, self._gaps, self._ready = capture, [], [], False
        self._framed = []
        self._begun = self._retried = False
        self._silent.stop()
        # what is there must not be taken for what is wanted
        self.cover.lay(softly=before == capture.url)
        self._pane.show(capture)
        self._pane.page.leave(request_url(capture.url))

    def reload(self) -> None:
        if self._capture is not None:
            marks, gaps, framed = self._marks, self._gaps, self._framed
            self.show_capture(self._capture)
            self._marks, self._gaps, self._framed = marks, gaps, framed

    def missing(self) -> list[str]:
        """The addresses this page asked for that are not in the archive."""
        return self._pane.missing()

    def picture(self) -> QImage | None:
        """What is seen of the page now, in its own pixels; None while it is not in sight."""
        return self._browser.picture() if self._browser is not None and self._browser.isVisible() else None

    def parts(self) -> dict[str, str]:
        """The addresses that the page was made of, with the digests of their captures."""
        return self._pane.parts()

    @property
    def ready(self) -> bool:
        """Whether the page that is wanted was loaded."""
        return self._ready

    def set_zoom(self, factor: float) -> None:
        if self._browser is not None:
            self._browser.set_zoom(factor)

    def set_opacity(self, opacity: float) -> None:
        """Let what lies under the page show through it, 0 (all of it) to 1 (nothing)."""
        self._opacity = opacity
        self._show_through()

    def _show_through(self, *_: object) -> None:
        """A page that others show through is drawn above the cover, too: it waits until that is lifted."""
        if self._browser is not None:
            self._browser.set_opacity(1.0 if self.cover.isVisibleTo(self) else self._opacity)

    def zoom(self) -> float:
        return self._browser.zoomFactor() if self._browser is not None else 1.0

    def scroll_to(self, fraction: float, x: float | None = None) -> None:
        """Scroll to a fraction of what can be scrolled, without reporting it as `scrolled`."""
        self._call("scrollTo", fraction, x)

    def run_script(self, js: str, callback: Callable[[Any], None] | None = None, argument: Any = None) -> None:
        """Evaluate the expression `js` beside the page, where its scripts cannot interfere.

        `argument` is there under that name; both it and the value, given to `callback`, are JSON. The value
        is None when the expression failed. If another page is loaded meanwhile, `callback` is not called.
        """
        if self._pane.page is not None:
            self._pane.page.run_script(js, callback, argument)

    def scroll_frame(self, place: list[int], fraction: float) -> None:
        """Scroll a frame, without reporting it as `frame_scrolled`."""
        self.frames.call("scrollFrame", place, fraction)

    def mark(
        self,
        changes: Iterable[Mark],
        styles: Mapping[str, MarkStyle] | None = None,
        gaps: Iterable[Gap] = (),
        frames: Iterable[FrameMarks] = (),
    ) -> None:
        """Paint marks over blocks, now or as soon as the page is there. An empty list takes them away.

        `styles` gives kind → (colour, sign, line); kinds without a style are not painted. `gaps` are places where a
        block stands in another version only; `frames` are marks of documents in frames.
        """
        self._marks, self._gaps = list(changes), list(gaps)
        self._framed = [(tuple(addresses), marks, gaps) for addresses, marks, gaps in frames]
        if styles is not None:
            self._styles = styles
        if self._ready:
            self._send_marks()

    def conceal(self, indexes: Iterable[int]) -> None:
        """Marks without an outline, until other marks are painted: what differs there is hidden on the page."""
        wanted = sorted(indexes)
        self._call("conceal", wanted)
        self.frames.call("conceal", wanted)

    def focus_mark(self, index: int) -> None:
        """Scroll to a mark, in a tall one to what differs, and let it pulse once. Other panes are not told."""
        self._call("focusMark", index)
        self.frames.call("focusMark", index)

    def _looks(self) -> dict[str, dict[str, str]]:
        return {
            kind: {"color": QColor(look[0]).name(), "sign": look[1], "line": look[2] if len(look) > 2 else "solid"}
            for kind, look in self._styles.items()
        }

    def _mark_frames(self) -> None:
        if self._framed:
            self.frames.mark(self._framed, self._looks())
            self.marked.emit(0, [])

    def _send_marks(self) -> None:
        styles = self._looks()
        marks = [list(mark) for mark in self._marks if mark[1] in styles]
        gaps = [list(gap) for gap in self._gaps if gap[1] in styles]
        self._call("mark", marks, styles, gaps, then=self._on_marked)
        self.frames.mark(self._framed, styles)

    def _on_marked(self, answer: Any) -> None:
        if isinstance(answer, dict):
            self.marked.emit(answer["found"], answer["lost"])

    def _call(self, function: str, *arguments: Any, then: Callable[[Any], None] | None = None) -> None:
        if self._pane.page is not None:
            self._pane.page.evaluate(call(function, arguments), then)

    def _on_loading(self, how: QWebEngineLoadingInfo) -> None:
        page = self._pane.page
        if not is_allowed(how.url()):
            return  # a click on a mailto: link; its end may come while the next page is already being loaded
        if how.status() == QWebEngineLoadingInfo.LoadStatus.LoadStartedStatus:
            self._ready = False
            self._begun, self._document = True, ""
            return
        if not self._begun and how.status() != QWebEngineLoadingInfo.LoadStatus.LoadSucceededStatus:
            self._silent.start()  # the end of the page before, or of one whose process is gone
            return
        self._ready = True
        if page is None or self._browser is None or page.take_refused():
            return
        if how.errorCode() in _CUT_OFF and not self._retried and self._capture is not None:
            # the connection was to this very program, which holds the page: once more
            QTimer.singleShot(0, self, self._retry)
            return
        # A stored "404 Not Found" is a page like any other.
        answered = how.errorDomain() == QWebEngineLoadingInfo.ErrorDomain.HttpStatusCodeDomain
        self._arrived(answered or how.status() == QWebEngineLoadingInfo.LoadStatus.LoadSucceededStatus)

    def _arrived(self, whole: bool) -> None:
        if self._begun:  # else it is the end of the page before
            self.cover.lift_soon()
        if self._marks or self._gaps or self._framed:
            self._send_marks()
        self.loaded.emit(whole)

    def _on_silence(self) -> None:
        """QtWebEngine may tell neither beginning nor end of a load that is wanted while another is being stopped."""
        page = self._pane.page
        if not self._begun and not self._ready and page is not None and page.renderProcessPid():
            self._ready = self._begun = True
            self._arrived(True)

    def _retry(self) -> None:
        self.reload()
        self._retried = True

    def _on_crash(self, *_how: object) -> None:
        """The process of the page is gone, perhaps through no fault of this page: QtWebEngine keeps one for many pages,
        and Chromium loses it now and then. So the page is loaded once more."""
        self._ready = self._begun = False
        if not self._retried and self._capture is not None:
            QTimer.singleShot(0, self, self._retry)
            return
        self.cover.lift()
        self.loaded.emit(False)

    def _on_hover(self, address: str) -> None:
        # the address by which a page of ours links to a capture tells nobody anything
        self.link_hovered.emit("" if capture_named(address) else address)

    def _drop_browser(self) -> None:
        """A browser widget without its page would make itself another one, outside the archive."""
        if self._browser is not None:
            browser, self._browser = self._browser, None
            shiboken6.delete(browser)

    def _on_message(self, text: str) -> None:
        message = json.loads(text)
        if "frame" in message:
            self.frame_scrolled.emit(message["frame"], message["fraction"])
        elif "framed" in message:
            self._again.start()  # another document came into a frame: it needs its marks
        elif "fraction" in message:
            self.scrolled.emit(message["fraction"], message["x"])
        elif "document" in message and self._begun:
            self._document = message["document"]
        elif "painted" in message and message["painted"] == self._document:
            self.cover.lift()
        elif "clicked" in message:
            self.mark_clicked.emit(message["clicked"])
