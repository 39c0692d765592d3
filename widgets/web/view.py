"""The widget that shows a capture as it looked."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import shiboken6
from PySide6.QtCore import QChildEvent, QEvent, QObject, QPoint, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QColor, QContextMenuEvent, QGuiApplication, QImage, QMouseEvent, QPageLayout
from PySide6.QtQuickWidgets import QQuickWidget
from PySide6.QtWebEngineCore import QWebEngineFrame, QWebEngineLoadingInfo, QWebEnginePage, QWebEngineScript
from PySide6.QtWebEngineWidgets import QWebEngineView
from PySide6.QtWidgets import QLabel, QMenu, QVBoxLayout, QWidget

from app.archive.model import Capture
from app.archive.spellings import same_address
from app.replay.explaining import capture_named
from widgets.kit.boxes import in_column
from widgets.web import scripts
from widgets.web.marks import DEFAULT_STYLES, FrameMarks, Gap, Mark, MarkStyle, painted
from widgets.web.page import Pane, ReplayPage, is_allowed, request_url
from widgets.web.scripts import call

# The bare browser widget: a short context menu, zoom, and an eye on clicks.

_ZOOM_STEP = 1.1
_ZOOM_RANGE = (0.25, 5.0)
_INPUT = frozenset({QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease, QEvent.Type.KeyPress})


class Browser(QWebEngineView):
    link_activated = Signal(str)
    menu_made = Signal(QMenu)  # about to be shown
    beside_activated = Signal(str)

    def __init__(self, page: ReplayPage, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAcceptDrops(False)
        # Kept here, because `page()` would hand the page over: PySide takes what a getter returns for a child
        # of the object, and deletes it together with the browser.
        self._page = page
        self.setPage(page)

    def set_zoom(self, factor: float) -> None:
        factor = min(max(factor, _ZOOM_RANGE[0]), _ZOOM_RANGE[1])
        self.setZoomFactor(factor)

    def set_opacity(self, opacity: float) -> None:
        """Let what lies under the page show through it, 0 (all of it) to 1 (nothing)."""
        inside = self.focusProxy()
        if isinstance(inside, QQuickWidget):
            # only a widget that is drawn after all others is drawn over them instead of in their place
            inside.setAttribute(Qt.WidgetAttribute.WA_AlwaysStackOnTop, opacity < 1)
            inside.setClearColor(QColor(Qt.GlobalColor.transparent if opacity < 1 else Qt.GlobalColor.white))
            for item in inside.quickWindow().contentItem().childItems():
                item.setOpacity(opacity)
            inside.update()

    def picture(self) -> QImage | None:
        """What is seen of the page now."""
        inside = self.focusProxy()
        return inside.grabFramebuffer() if isinstance(inside, QQuickWidget) else None

    def event(self, event: QEvent) -> bool:
        """Look at the widgets that get the input from their first moment; Chromium brings a new one with every site."""
        if isinstance(event, QChildEvent) and event.added() and event.child().isWidgetType():
            event.child().installEventFilter(self)
        return super().event(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _INPUT:
            self._page.note_input()
            if isinstance(event, QMouseEvent) and event.button() == Qt.MouseButton.LeftButton:
                down = event.type() == QEvent.Type.MouseButtonPress
                self._page.press_foreign() if down else self._page.release_foreign()
        return super().eventFilter(watched, event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = self.make_menu()
        self.menu_made.emit(menu)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def pointed(self) -> tuple[int, int]:
        """The point of the last context menu, in pixels of the page."""
        request = self.lastContextMenuRequest()
        at = request.position() if request is not None else QPoint()
        return round(at.x() / self.zoomFactor()), round(at.y() / self.zoomFactor())

    def make_menu(self) -> QMenu:
        menu = QMenu(self)
        request = self.lastContextMenuRequest()
        link = request.linkUrl() if request is not None else QUrl()
        if link.scheme() in ("http", "https"):
            address = bytes(link.toEncoded().data()).decode("ascii", "replace")
            menu.addAction(self.tr("Open Link"), lambda: self.link_activated.emit(address))
            menu.addAction(self.tr("Open Link in New Tab"), lambda: self.beside_activated.emit(address))
            menu.addAction(self.tr("Copy Link Address"), lambda: QGuiApplication.clipboard().setText(address))
            menu.addSeparator()
        copy = menu.addAction(self.tr("Copy"), lambda: self.triggerPageAction(QWebEnginePage.WebAction.Copy))
        copy.setEnabled(request is not None and bool(request.selectedText()))
        menu.addAction(
            self.tr("Select All"), lambda: self.triggerPageAction(QWebEnginePage.WebAction.SelectAll)
        )
        menu.addSeparator()
        menu.addAction(self.tr("Reload"), lambda: self.triggerPageAction(QWebEnginePage.WebAction.Reload))
        menu.addAction(self.tr("Zoom In"), lambda: self.set_zoom(self.zoomFactor() * _ZOOM_STEP))
        menu.addAction(self.tr("Zoom Out"), lambda: self.set_zoom(self.zoomFactor() / _ZOOM_STEP))
        menu.addAction(self.tr("Actual Size"), lambda: self.set_zoom(1.0))
        return menu


# The calm ground that lies over a page from the moment another is wanted until that one is painted.

_SOFTLY = 200  # milliseconds before another version of the same page is covered, too: most are there by then
_HELD = 600  # milliseconds after which Chromium shows a page that is there, though it has nothing to paint
_WORDS = 300  # milliseconds before the ground says what it waits for


class Cover(QWidget):
    """Covers its parent; hidden at first."""

    changed = Signal(bool)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._below = parent
        self.setAutoFillBackground(True)
        self._words = QLabel(self.tr("Loading…"), self)
        self._words.setProperty("muted", True)
        self._words.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column = QVBoxLayout(self)
        column.addWidget(self._words)
        self._soon = QTimer(self, singleShot=True, interval=_SOFTLY)
        self._soon.timeout.connect(self._cover)
        self._speak = QTimer(self, singleShot=True, interval=_WORDS)
        self._speak.timeout.connect(self._words.show)
        self._held = QTimer(self, singleShot=True, interval=_HELD)
        self._held.timeout.connect(self.lift)
        parent.installEventFilter(self)
        self.hide()

    def lay(self, *, softly: bool) -> None:
        """Cover what is there; `softly`: only when it stays there for long."""
        self._held.stop()
        if softly and self.isHidden():
            self._soon.start()
        elif self.isHidden():
            self._cover()

    def lift_soon(self) -> None:
        """What is wanted is there, but perhaps not painted."""
        self._held.start()

    def lift(self) -> None:
        """Show what is below."""
        for timer in (self._soon, self._speak, self._held):
            timer.stop()
        if not self.isHidden():
            self.hide()
            self.changed.emit(False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and watched is self._below:
            self._fit()
        return super().eventFilter(watched, event)

    def _cover(self) -> None:
        self._soon.stop()
        self._words.hide()
        self._fit()
        self.show()
        self.raise_()
        self._speak.start()
        self.changed.emit(True)

    def _fit(self) -> None:
        self.setGeometry(self._below.rect())


# The documents in the frames of a page: our script runs in each of them, and is reached through
# QtWebEngine.

_WORLD = QWebEngineScript.ScriptWorldId.ApplicationWorld.value
_PATIENCE = 500  # milliseconds that a frame has to answer: one that goes takes its answer along


class Frames(QObject):
    """Calls functions of the script in all frames of a page but the outermost."""

    def __init__(self, page: Callable[[], QWebEnginePage | None], parent: QObject) -> None:
        super().__init__(parent)
        self._page = page

    def call(self, function: str, *arguments: Any) -> None:
        """Call a function in every frame."""
        for frame in self._every():
            frame.runJavaScript(call(function, arguments), _WORLD)

    def mark(self, wanted: Iterable[FrameMarks], styles: Mapping[str, MarkStyle]) -> None:
        """Paint marks in the frames that show what these are for, and take them away from the others."""
        given = list(wanted)
        for frame in self._every():
            address = frame.url().toString()
            marks, gaps = next(
                (
                    (each.marks, each.gaps)
                    for each in given
                    if any(same_address(address, one) for one in each.addresses)
                ),
                ((), ()),
            )
            frame.runJavaScript(call("mark", [painted(marks, gaps, styles)]), _WORLD)

    def ask(self, function: str, *arguments: Any, then: Callable[[list[Any]], None]) -> None:
        """Call a function in every frame; `then` gets the answers of those that gave one."""
        frames = list(self._every())
        if not frames:
            then([])
            return
        answers: list[Any] = []
        waiting = QTimer(self, singleShot=True, interval=_PATIENCE)

        def done() -> None:
            waiting.stop()
            waiting.deleteLater()
            then(answers)

        def arrived(text: Any) -> None:
            if waiting.isActive():
                answers.append(json.loads(text) if text else None)
                if len(answers) == len(frames):
                    done()

        waiting.timeout.connect(done)
        waiting.start()
        for frame in frames:
            frame.runJavaScript(call(function, arguments), _WORLD, arrived)

    def _every(self) -> Iterator[QWebEngineFrame]:
        page = self._page()
        waiting = list(page.mainFrame().children()) if page is not None and page.renderProcessPid() else []
        while waiting:
            frame = waiting.pop(0)
            if frame.isValid():
                yield frame
                waiting += frame.children()


_FRAMES = 100  # milliseconds until a document that came into a frame is marked
_SILENCE = 800  # milliseconds after a page was stopped, in which the one wanted instead begins
# Chromium's numbers for a connection that was gone before the answer came: not connected, closed, reset,
# empty.
_CUT_OFF = frozenset({-15, -100, -101, -324})


class ReplayView(QWidget):
    """Shows captures of one archive. Made by `ReplayContext.new_view`."""

    loaded = Signal(bool)
    missing_changed = Signal(int)
    link_activated = Signal(str)
    beside_activated = Signal(str)  # a link that is to be opened in a tab of its own
    link_hovered = Signal(str)
    scrolled = Signal(float, float)  # fraction of the height, fraction of the width
    frame_scrolled = Signal(list, float)  # the places of frames from the page inwards; how far
    mark_clicked = Signal(int)
    marked = Signal(int, list)  # how many marks were found, indexes of those that were not
    download_refused = Signal(str)
    zoom_changed = Signal(float)
    menu_made = Signal(QMenu)

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
        in_column(self, self._browser, spacing=-1)
        self.cover = Cover(self)
        self.cover.changed.connect(self._show_through)
        self.setFocusProxy(self._browser)
        page.loadingChanged.connect(self._on_loading)
        page.renderProcessTerminated.connect(self._on_crash)
        page.linkHovered.connect(self._on_hover)
        page.link_activated.connect(self.link_activated)
        page.beside_activated.connect(self.beside_activated)
        self._browser.beside_activated.connect(self.beside_activated)
        page.message.connect(self._on_message)
        self._browser.link_activated.connect(self.link_activated)
        self._browser.menu_made.connect(self.menu_made)
        page.zoomFactorChanged.connect(self.zoom_changed)
        pane.releasing.connect(self._drop_browser)
        pane.missing_changed.connect(self.missing_changed)
        pane.download_refused.connect(self.download_refused)

    @property
    def capture(self) -> Capture | None:
        return self._capture

    def ask_pointed(self, then: Callable[[Any], None]) -> None:
        """The element at the point of the last context menu: its path in the tree, and what it says; None for none."""
        if self._browser is not None:
            x, y = self._browser.pointed()
            self.run_script(scripts.run("pointed", x=x, y=y), then)

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
        self._document = ""  # the page before may be painted only now, and would be taken for this one
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
        self.ask("scrollTo", fraction, x)

    def print_to_pdf(self, layout: QPageLayout, then: Callable[[bytes], None]) -> None:
        """The page as it is printed; empty when that failed."""
        if self._pane.page is None:
            then(b"")
        else:
            self._pane.page.printToPdf(lambda found: then(bytes(found.data())), layout)

    def run_script(
        self, js: str, callback: Callable[[Any], None] | None = None, argument: Any = None
    ) -> None:
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
        marks: Iterable[Mark],
        styles: Mapping[str, MarkStyle] | None = None,
        gaps: Iterable[Gap] = (),
        frames: Iterable[FrameMarks] = (),
    ) -> None:
        """Paint marks over blocks, now or as soon as the page is there. An empty list takes them away.

        `styles` gives each kind its look; kinds without one are not painted. `gaps` are places where a
        block stands in another version only; `frames` are marks of documents in frames.
        """
        self._marks, self._gaps = list(marks), list(gaps)
        self._framed = list(frames)
        if styles is not None:
            self._styles = styles
        if self._ready:
            self._send_marks()

    def conceal(self, indexes: Iterable[int]) -> None:
        """Marks without an outline, until other marks are painted: what differs there is hidden on the page."""
        wanted = sorted(indexes)
        self.ask("conceal", wanted)
        self.frames.call("conceal", wanted)

    def emphasise(self, index: int) -> None:
        """Let a mark stand out and pulse where it is, without scrolling."""
        self.ask("emphasise", index)

    def focus_mark(self, index: int) -> None:
        """Scroll to a mark, in a tall one to what differs, and let it pulse once. Other panes are not told."""
        self.ask("focusMark", index)
        self.frames.call("focusMark", index)

    def _mark_frames(self) -> None:
        if self._framed:
            self.frames.mark(self._framed, self._styles)
            self.marked.emit(0, [])

    def _send_marks(self) -> None:
        self.ask("mark", painted(self._marks, self._gaps, self._styles), then=self._on_marked)
        self.frames.mark(self._framed, self._styles)

    def _on_marked(self, answer: Any) -> None:
        if isinstance(answer, dict):
            self.marked.emit(answer["found"], answer["lost"])

    def ask(self, function: str, *arguments: Any, then: Callable[[Any], None] | None = None) -> None:
        """Call a function of our script beside the page. `then` gets its value, None when the script is not there or
        gives none; it is not called if another page is loaded meanwhile."""
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
