"""The page area: one address with all that is known about it, and its versions in time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QScrollBar, QWidget
from shiboken6 import isValid

from app.archive.archive import Archive
from app.archive.calendar import day_of
from app.archive.model import Capture
from app.archive.notes.marks import Change, Target
from app.archive.notes.state import has_any
from app.messages import Message
from widgets.blocks.histories import amounts_of
from widgets.blocks.tab import BlocksTab
from widgets.handover.copying import Captures, one
from widgets.handover.dragging import drag_out
from widgets.kit import jobs
from widgets.kit.boxes import in_stack
from widgets.kit.find_strip import FindStrip
from widgets.kit.loading import Loader
from widgets.kit.parts import EmptyView, ScrolledTo, push_button
from widgets.notes.signs import signs
from widgets.page.details import DetailsTab
from widgets.page.documents.paper import Done, Failed, NoPaper, Paper, line_of
from widgets.page.links import LinksTab
from widgets.page.missing import MissingParts
from widgets.page.page_tab import PageTab, has_words
from widgets.page.source_tab import SourceTab
from widgets.page.text import TextTab
from widgets.page.versions.standing_before import StandingBefore
from widgets.page.views import NAMES, PageViews, Tab
from widgets.web.ahead import INPUT, STILL
from widgets.words import formats

if TYPE_CHECKING:
    from app.blocks.history.history import PageHistory
    from widgets.session import Session


# Tabs and the browser are made ahead of the first page, piece by piece.
#
# A browser takes Chromium a third of a second to start, in one piece. So it is started while neither the
# keyboard nor the pointer is used, not at the click on the first page. What it and the comparison need is loaded before,
# of the engine in a thread, of the window piece by piece: a crawl may be shown meanwhile.

_BETWEEN = 20  # milliseconds between two tabs, in which all else has its turn
_SAYING = ("page", "text", "source")  # tabs that show what a page says


def _load_engine() -> tuple[object, ...]:
    from app.blocks.compare import documents
    from app.blocks.noise import comparer
    from app.replay import server
    from app.templates import explaining

    return documents, comparer, server, explaining


def _load_browser() -> Iterator[object]:
    from PySide6 import QtWebEngineCore

    yield QtWebEngineCore
    from widgets.web import page

    yield page
    from widgets.web import context

    yield context


class Preparation(QObject):
    """Makes the tabs of a page area one after the other, then waits for its window to stand still."""

    def __init__(self, session: Session, area: PageArea) -> None:
        super().__init__(area)
        self._session, self._area = session, area
        self._watched: QObject | None = None
        self._browser = self._make_browser()
        self._loading: Iterator[object] | None = None
        self._next = QTimer(self, singleShot=True, interval=_BETWEEN)
        self._next.timeout.connect(self._make_tab)
        self._still = QTimer(self, singleShot=True, interval=STILL)
        self._still.timeout.connect(self._start_browser)

    def start(self) -> None:
        """The area has its views."""
        self._next.start()

    def go_on(self) -> bool:
        """One step towards the browser, which a page waits for; whether more are to come."""
        return next(self._browser, None) is not None

    def _make_browser(self) -> Iterator[object]:
        yield from _load_browser()
        yield self._session.replay  # its server is work of its own
        yield self._area.views.page.make_replay()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in INPUT:
            self._still.start()
        return super().eventFilter(watched, event)

    def _make_tab(self) -> None:
        if self._area.loading:
            self._next.start()  # the page that somebody waits for comes first
            return
        if self._area.views.make_next():
            self._next.start()
            return
        self._watched = self._area.window().windowHandle()  # all input comes through it, and little else
        if self._watched is not None:
            self._watched.installEventFilter(self)
            self._still.start()

    def _start_browser(self) -> None:
        """Nobody does anything: start the browser, unless it is there, or nothing is that it could show."""
        if self._session.closed or not self._session.seq or not self._area.isVisible():
            return  # after the next input, perhaps
        if QApplication.activePopupWidget() or QApplication.activeModalWidget():
            self._still.start()  # a menu would close: the window is made anew for the first browser
            return
        if self._loading is None:
            self._loading = chain(_load_browser(), self._area.ahead)
            jobs.run(self, lambda _: _load_engine(), done=lambda _: self._start_browser())
            return
        if next(self._loading, None) is not None:
            QTimer.singleShot(0, self, self._start_browser)
            return
        if not self._session.replaying:
            _ = self._session.replay
            QTimer.singleShot(0, self, self._start_browser)  # its server is work of its own
            return
        self._area.views.page.make_replay()
        if self._watched is not None and isValid(self._watched):
            self._watched.removeEventFilter(self)


_SETTLE = 60  # milliseconds before a tab loads: arrow keys held down do not load what they pass
_Zoomed = PageTab | TextTab | SourceTab | BlocksTab
_REST = 400  # milliseconds a page is on screen before its versions are compared with each other


class PagePlace(NamedTuple):
    """A capture in one of the tabs: how far the page is scrolled, and the scroll bars of the tab. What was never shown
    yet is shown at some `words`."""

    capture: str
    tab: int
    scrolled: tuple[float, float]
    bars: tuple[int, ...]
    words: str = ""


def _tab(place: PagePlace) -> int:
    return min(max(0, place.tab), len(NAMES) - 1)


class PageArea(QWidget):
    """Shows pages in its `views`, which are made for the first of them. Only the tab that is seen loads."""

    compare_requested = Signal(str, str)
    address_activated = Signal(str)
    beside_activated = Signal(str)  # an address that is to be opened in a tab of its own
    crawl_requested = Signal(str)
    fetch_requested = Signal(object, list)  # the capture on screen, addresses of what it lacks
    again_requested = Signal(str)  # the page on screen is to be fetched once more
    why_requested = Signal(str)  # why the archive has not got an address
    link_hovered = Signal(str)
    link_requested = Signal(
        str, str, object
    )  # a page, where its link leads to, the moment of the page or None
    link_missed = Signal()  # the link that was sought is not seen on the page
    capture_shown = Signal(object)
    left = Signal(object)  # the PagePlace of what was on screen, before something else is
    saved = Signal(str)
    teach_requested = Signal(object, str, str)  # a Capture, the path of an element in its page, what it says
    judge_requested = Signal(object, list, str, bool)  # a Capture, paths in its page, what they say; content
    elsewhere_requested = Signal(object, str)  # a Capture, and what a block of it says
    zoomed = Signal(float)
    pictures_toggled = Signal(bool)  # whether versions are shown as pictures
    reextract_requested = Signal(str)  # the format of the document on screen
    tag_activated = Signal(str)  # a query for all pages with a tag

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._views: PageViews | None = None
        # what is loaded, one a step, before the browser is started, while nobody does anything
        self.ahead: Iterator[object] = iter(())
        self._url = ""
        self._capture: Capture | None = None
        self._versions: list[Capture] = []
        self._visits: list[Capture] = []
        self._changed = 0  # the seq of the newest capture in the strip
        self._loaded: dict[int, str] = {}
        self._taking: PagePlace | None = None  # what is shown again, in its place
        self._scrolling: list[ScrolledTo] = []  # what waits for it to be loaded
        self._zoom = 1.0
        self._sought = ""  # words that are marked, also in the tab that is looked at next
        self._pictures = False
        self._damage = Loader(self)
        self._paper = Paper(session, self)
        self._missing = MissingParts(session, self)
        self._checked = ""  # the capture that was looked at for damage, or is
        self.empty = EmptyView(self, "html")
        self.crawl = push_button(
            self.empty,
            "crawl",
            self.tr("Crawl this address…"),
            self.tr("Fetch it into the archive"),
            self._ask_crawl,
        )
        self.fetch = push_button(
            self.empty,
            "again",
            self.tr("Fetch this page now"),
            self.tr("This page alone, with the settings of the last crawl of its site"),
            lambda: self.again_requested.emit(self._url),
        )
        self.empty.add_action(self.fetch)
        self.empty.add_action(self.crawl)
        self.why = push_button(
            self.empty,
            "info",
            self.tr("Why is it not here?"),
            self.tr("What the crawls of this archive say about it"),
            lambda: self.why_requested.emit(self._url),
        )
        self.empty.add_action(self.why)
        self.first = push_button(
            self.empty,
            "calendar",
            self.tr("Go to its first day"),
            self.tr("Show the archive as it was on the day of the first capture"),
            self._go_to_first,
        )
        self.empty.add_action(self.first)
        self.first.hide()
        self._timer = QTimer(self, singleShot=True, interval=_SETTLE)
        self._timer.timeout.connect(self._load_tab)
        self._rest = QTimer(self, singleShot=True, interval=_REST)
        self._rest.timeout.connect(self._want_history)
        self._before = StandingBefore(session, self)
        self._before.ready.connect(self._note_versions)
        self._preparation = Preparation(session, self)
        self._stack = in_stack(self, self.empty)
        self._session.changed.connect(self.refresh)
        self._session.notes.changed.connect(self._sign_versions)
        self._session.travel.changed.connect(self._travelled)
        self.clear()

    @property
    def views(self) -> PageViews:
        """Header, tabs and strip; making them takes a moment, so an archive opens without them."""
        if self._views is None:
            self._views = self._make_views()
        return self._views

    def _make_views(self) -> PageViews:
        views = PageViews(self._session, self)
        views.made.connect(self._wire_tab)
        views.tabs.currentChanged.connect(self._timer.start)
        views.tabs.currentChanged.connect(self._seek_again)
        views.header.address_activated.connect(self.address_activated)
        views.header.marks.tag_activated.connect(self.tag_activated)
        views.header.again_requested.connect(self.again_requested)
        views.header.dragged.connect(self._drag)
        self._missing.changed.connect(views.header.set_missing)
        views.header.fetch_requested.connect(lambda urls: self.fetch_requested.emit(self._capture, urls))
        views.header.saving.connect(self._save_original)
        views.histories.ready.connect(self._colour_strip)
        views.strip.version_chosen.connect(self._choose)
        views.pictures.chosen.connect(self._choose)
        views.strip.pictures.setChecked(self._pictures)
        views.strip.pictures.toggled.connect(self.pictures_toggled)
        views.strip.compare_requested.connect(self.compare_requested)
        self._stack.addWidget(views)
        self._preparation.start()
        return views

    def _wire_tab(self, tab: Tab) -> None:
        """A tab was made."""
        strip = getattr(tab, "find_bar", None)
        if isinstance(strip, FindStrip):
            strip.field.textEdited.connect(self._keep_sought)
            strip.dismissed.connect(lambda: self._keep_sought(""))
        if isinstance(tab, _Zoomed):
            tab.set_zoom(self._zoom)
        if isinstance(tab, PageTab | TextTab | LinksTab | BlocksTab):
            tab.link_activated.connect(self.address_activated)
            tab.beside_activated.connect(self.beside_activated)
        if isinstance(tab, PageTab):
            tab.text_requested.connect(self._show_text)
            tab.find_requested.connect(self._find_in_text)
            tab.words_missed.connect(self._seek_in_text)
            tab.missing_changed.connect(self._missing.asked)
            tab.link_hovered.connect(self.link_hovered)
            tab.link_missed.connect(self.link_missed)
            tab.saved.connect(self.saved)
            tab.teach_requested.connect(self.teach_requested)
            tab.judge_requested.connect(self.judge_requested)
            tab.zoomed.connect(self._zoomed)
        elif isinstance(tab, TextTab):
            tab.zoomed.connect(self._zoom_text)
        elif isinstance(tab, BlocksTab):
            tab.version_requested.connect(self._show_version)
            tab.tag_activated.connect(self.tag_activated)
            tab.compare_requested.connect(self.compare_requested)
            tab.judge_requested.connect(self.judge_requested)
            tab.elsewhere_requested.connect(self.elsewhere_requested)
        elif isinstance(tab, LinksTab):
            tab.link_requested.connect(self.link_requested)
            tab.crawl_requested.connect(self.crawl_requested)
            tab.again_requested.connect(self.again_requested)
        elif isinstance(tab, DetailsTab):
            tab.reextract_requested.connect(self.reextract_requested)

    def showEvent(self, event: QShowEvent) -> None:
        """What was chosen while something else was in front loads now."""
        super().showEvent(event)
        self._timer.start()
        if self._capture is not None:
            self._rest.start()  # what counts as noise may be different now

    # -- what it shows ----------------------------------------------------------------------------------------

    @property
    def capture(self) -> Capture | None:
        """The capture on screen."""
        return self._capture

    @property
    def url(self) -> str:
        return self._url

    def show_page(self, url: str) -> None:
        """Show the newest version of an address, or say that the archive does not hold it."""
        page = self._session.reader.page_meant(url)
        capture = self._session.reader.nearest(page.url, None) if page else None
        if capture is None:
            self._show_absent(url)
        else:
            self.show_capture(capture)

    def show_capture(self, capture: Capture) -> None:
        """Show one capture; its page's other versions stand in the strip. In place of one that came after the day that
        is shown, its page as it was on that day."""
        if self._session.travel.hides(capture):
            self.show_page(capture.url)
            return
        self._leave()
        if capture.url != self._url:
            self._url, self._sought = capture.url, ""
            for tab in self.views.known().values():
                if isinstance(bar := getattr(tab, "find_bar", None), FindStrip):
                    bar.put_away()
            self.views.strip.set_amounts({})
            self._note_versions(self._url, {})
            self._read_captures()
        self._capture = capture
        self._loaded.clear()
        self._describe(capture)
        self._missing.clear()
        self.views.header.set_damage("")
        self._forget_damage()
        self._stack.setCurrentWidget(self.views)
        self._timer.start()
        self.capture_shown.emit(capture)

    def chosen(self) -> tuple[Archive, Captures] | None:
        """The version on screen, to be copied or handed to another program."""
        return (self._session.archive, one(self._capture)) if self._capture is not None else None

    def _drag(self) -> None:
        chosen = self.chosen()
        if chosen is not None:
            drag_out(*chosen, self)

    def print_to(self, line: bool, done: Done, failed: Failed) -> None:
        """What is on screen as a PDF, with address and date at the foot of its pages if wanted: the text in its tab,
        elsewhere the page, or the text of what has none."""
        capture = self._capture
        if capture is None:
            failed(NoPaper(Message("paper-none")))
            return
        words, views = line_of(capture) if line else "", self.views
        at_text = views.tabs.currentIndex() == NAMES.index("text")
        if at_text or not views.page.print_to(self._paper, words, done, failed):
            main = views.text.bar.shows_main()
            self._paper.of_text(capture, main, words, done, failed)

    def place(self) -> PagePlace | None:
        """What is on screen, to come back to or for the page area of another window."""
        if self._capture is None:
            return None
        at, shown = self.views.tabs.currentIndex(), self._capture.id
        taking = self._taking if self._taking is not None and self._taking.capture == shown else None
        if taking is not None and self._loaded.get(taking.tab) != shown:
            return taking._replace(tab=at)  # it was not even loaded again
        bars = tuple(bar.value() for bar in self._bars(at)) if self._loaded.get(at) == shown else ()
        scrolled = (0.0, 0.0)
        if self._loaded.get(NAMES.index("page")) == shown:
            scrolled = self.views.page.scrolled
        elif taking is not None:
            scrolled = taking.scrolled
        return PagePlace(shown, at, scrolled, bars)

    def make_tab(self, place: PagePlace) -> None:
        """Make the tab that a place is in, before it is taken."""
        self.views.tab(_tab(place))

    def take(self, place: PagePlace) -> None:
        """Show again what was shown, here or in another page area."""
        capture = self._session.reader.capture(place.capture)
        self.show_capture(capture)
        self._taking = place
        self.views.tabs.setCurrentIndex(_tab(place))
        if any(place.scrolled):
            self.views.page.scroll_when_loaded(capture, place.scrolled)
        at = self.views.tabs.currentIndex()
        self.views.tab(at).clear()  # what stands there now is not what is to be scrolled
        bars = zip(self._bars(at), place.bars, strict=False)
        self._scrolling = [ScrolledTo(bar, value) for bar, value in bars if value]
        if place.words:
            self.seek(place.words)

    def _leave(self) -> None:
        """Something else is about to be shown."""
        place = self.place()
        self._taking = None
        for waiting in filter(isValid, self._scrolling):
            waiting.deleteLater()
        self._scrolling = []
        if place is not None:
            self.left.emit(place)

    def _bars(self, tab: int) -> list[QScrollBar]:
        return [area.verticalScrollBar() for area in self.views.tab(tab).findChildren(QAbstractScrollArea)]

    def reload(self) -> None:
        """Show the capture on screen once more, read afresh."""
        self._loaded.clear()
        self._missing.clear()
        self._forget_damage()
        self._timer.start()

    def read_again(self) -> None:
        """The index knows more of the page on screen than was shown."""
        if self._capture is not None:
            self.views.documents.clear()
            capture = self._session.reader.capture(self._capture.id)
            self._read_captures()
            self.show_capture(capture)

    def open_find(self) -> None:
        """Look for words in the tab that is seen."""
        if self._capture is not None:
            self.views.tab(self.views.tabs.currentIndex()).open_find()

    def seek(self, words: str) -> None:
        """Mark words in the tab that is seen, once it shows the page; in the text of what has no words as a page. A tab
        that does not show what the page says gives way to the page."""
        tabs = self.views.tabs
        if self._capture is not None and NAMES[tabs.currentIndex()] not in _SAYING:
            tabs.setCurrentIndex(NAMES.index("page"))
        at_page = tabs.currentIndex() == NAMES.index("page")
        if self._capture is not None and at_page and not has_words(self._capture.type):
            self._show_text()
        self._keep_sought(words)
        strip = self._strip()
        if strip is not None:
            strip.seek(words)

    def take_keyboard(self) -> None:
        """Let the keys scroll what the tab shows."""
        strip = self._strip()
        if strip is not None:
            strip.take_keyboard()

    def _keep_sought(self, words: str) -> None:
        self._sought = words

    def _seek_again(self) -> None:
        """Another tab is seen: mark in it what was marked in the one before."""
        strip = self._strip() if self._sought else None
        if strip is not None and strip.isHidden():
            strip.seek(self._sought)

    def seek_block(self, path: str, text: str) -> None:
        """Show the blocks of the capture on screen, and choose one, which tells its history."""
        if self._capture is not None:
            self.views.tabs.setCurrentWidget(self.views.blocks)
            self.views.blocks.seek(self._capture.id, path, text)

    def seek_link(self, target: str) -> None:
        """Show the page as it looked, and mark its links to an address."""
        if self._capture is not None:
            self.views.tabs.setCurrentWidget(self.views.page)
            shown = self._loaded.get(NAMES.index("page")) == self._capture.id
            self.views.page.seek_link(self._capture, target, at_once=shown)

    def step_find(self, by: int) -> None:
        """The next (1) or previous (-1) place of the words that are sought in the tab that is seen."""
        strip = self._strip()
        if strip is not None and strip.isVisible():
            strip.next() if by > 0 else strip.previous()
        else:
            self.open_find()

    def _strip(self) -> FindStrip | None:
        """The find bar of the tab that is seen, if it has one."""
        if self._capture is None:
            return None
        strip = getattr(self.views.tab(self.views.tabs.currentIndex()), "find_bar", None)
        return strip if isinstance(strip, FindStrip) else None

    def set_pictures(self, shown: bool) -> None:
        """Show versions as small pictures, too."""
        self._pictures = shown
        if self._views is not None:
            self._views.strip.pictures.setChecked(shown)

    def set_zoom(self, factor: float) -> None:
        """Show pages, texts and sources larger or smaller."""
        self._zoom = factor
        for tab in self._views.known().values() if self._views is not None else ():
            if isinstance(tab, _Zoomed):
                tab.set_zoom(factor)

    def _zoom_text(self, factor: float) -> None:
        self.set_zoom(factor)
        self.zoomed.emit(factor)

    def _zoomed(self, factor: float) -> None:
        self._zoom = factor
        self.zoomed.emit(factor)

    def clear(self) -> None:
        """Nothing is chosen."""
        self._leave()
        self._url, self._capture, self._sought = "", None, ""
        self._loaded.clear()
        self._forget_damage()
        for offer in (self.fetch, self.crawl, self.why, self.first):
            offer.hide()
        self._invite()
        self._stack.setCurrentWidget(self.empty)

    def _invite(self) -> None:
        if self._session.seq:
            versions = self.tr(
                "You can look at any of its versions, read its text, and compare two versions side by side."
            )
            self.empty.say(self.tr("Choose a page in the tree to see it here."), versions)
        else:
            self.empty.say(self.tr("Pages are shown here."))

    def refresh(self, _seq: int = 0) -> None:
        """Something new is in the archive: the strip shows it when it belongs to this page."""
        if not self._url:
            self._invite()
        page = self._session.reader.page(self._url) if self._url else None
        if page is None or page.changed == self._changed:
            return
        if self._capture is None:
            self.show_page(self._url)
        else:
            self._read_captures()
            self._describe(self._capture)

    def _describe(self, capture: Capture) -> None:
        """Header and strip for a capture; a visit stands at the version it confirms."""
        base = capture.base or capture.id
        numbers = [version.id for version in self._versions]
        number = numbers.index(base) + 1 if base in numbers else 1
        self.views.header.show_capture(capture, number, len(self._versions))
        version = self._versions[number - 1] if base in numbers else capture
        known = Change(Target(version.url, base), capture=base, date=version.date.isoformat())
        several = len(self._versions) > 1 or has_any(self._session.notes.mark(known.target))
        things = (Change(Target(version.url)), known) if several else (Change(Target(version.url)),)
        self.views.header.marks.show_things(things)
        self.views.strip.set_current(base)
        self.views.pictures.set_current(base)

    def _read_captures(self) -> None:
        page = self._session.reader.page(self._url)
        self._changed = page.changed if page else 0
        captures = self._session.reader.versions(self._url, visits=True)
        self._versions = [capture for capture in captures if capture.kind == "version"]
        self._visits = [capture for capture in captures if capture.kind == "visit"]
        self.views.strip.set_captures(self._versions, self._visits)
        self.views.pictures.set_versions(self._versions)
        self._sign_versions()
        self._rest.start()

    def _sign_versions(self) -> None:
        """What a person wrote on single versions stands above them."""
        if self._views is not None:
            marks = [mark for mark in self._session.notes.notes.of_page(self._url) if mark.target.capture]
            found = {mark.target.capture: signs(mark.star, mark.tags, bool(mark.note)) for mark in marks}
            self._views.strip.timeline.set_signs(found)

    def _want_history(self) -> None:
        """How much changed in each version, and where it stood before: read while somebody looks at the page."""
        self._before.want(self._url, self._versions)
        if len(self._versions) > 1:
            self.views.histories.want(self._url)
        else:
            self.views.histories.cancel()

    def _colour_strip(self, history: PageHistory) -> None:
        if history.url == self._url:
            self.views.strip.set_amounts(amounts_of(history))

    def _note_versions(self, url: str, notes: Mapping[str, str]) -> None:
        """Where nearly the same text stood before."""
        if url == self._url and self._views is not None:
            self._views.strip.timeline.set_before(notes)
            self._views.pictures.set_before(notes)

    def _choose(self, capture_id: str) -> None:
        known = {capture.id: capture for capture in (*self._versions, *self._visits)}
        if capture_id in known:
            self.show_capture(known[capture_id])

    def _show_version(self, capture_id: str) -> None:
        """A version of this page, or of another one, that the history of a block leads to."""
        self.show_capture(self._session.reader.capture(capture_id))

    def _show_absent(self, url: str) -> None:
        self._leave()
        self._url, self._capture, self._changed = url, None, 0
        self._loaded.clear()
        self._forget_damage()
        day, later = self._session.travel.day, self._session.present.page_meant(url)
        if day is not None and later is not None:
            sentence = self.tr("This page was not in the archive yet on {day}.").format(day=formats.day(day))
            first = self.tr("Its first capture: {date}").format(date=formats.date(later.first))
            self.empty.say(sentence, f"{formats.readable(later.url)}\n{first}")
        else:
            self.empty.say(self.tr("This address is not in the archive."), url)
        known = day is not None and later is not None
        self.first.setVisible(known)
        for offer in (self.fetch, self.crawl):
            offer.setVisible(not known)
        self.why.setVisible(not known and self._session.archive.crawl_db.exists())
        self._stack.setCurrentWidget(self.empty)

    def _go_to_first(self) -> None:
        page = self._session.present.page_meant(self._url)
        if page is not None:
            self._session.travel.to(day_of(page.first))

    def _travelled(self) -> None:
        """Another day is shown: the page as it was then."""
        url = self._url
        if url:
            self._leave()
            self._url, self._capture = "", None  # versions are others, also of the same page
            self.show_page(url)

    def _show_text(self) -> None:
        self.views.tabs.setCurrentWidget(self.views.text)

    def _find_in_text(self) -> None:
        self._show_text()
        self.views.text.open_find()

    def _seek_in_text(self, words: str) -> None:
        self._show_text()
        self.views.text.find_bar.seek(words)

    def _ask_crawl(self) -> None:
        self.crawl_requested.emit(self._url)

    def _look_for_damage(self, capture: Capture) -> None:
        """Find out whether a capture is what was stored; what can be read of a damaged one is shown all the same."""
        if self._checked != capture.id:
            self._checked = capture.id
            self._missing.look(capture)
            self._damage.start(
                self._session.archive,
                lambda reader, task: reader.damage_reason(capture, lambda: task.cancelled),
                lambda reason: self.views.header.set_damage(reason or ""),
                lambda _: None,
            )

    def _forget_damage(self) -> None:
        self._checked = ""
        self._damage.cancel()

    def _save_original(self) -> None:
        if self._capture is not None:
            self.views.page.save_original(self._capture)

    @property
    def loading(self) -> bool:
        """Whether the tab that is seen is yet to load what is to be shown."""
        capture = self._capture
        return (
            capture is not None
            and self.isVisible()
            and self._loaded.get(self.views.tabs.currentIndex()) != capture.id
        )

    def _load_tab(self) -> None:
        """Let the tab that is seen load, unless it shows this capture already. The browser is started for the first
        page, step by step."""
        capture = self._capture
        if capture is None or not self.isVisible() or self._session.closed:
            return
        self._look_for_damage(capture)
        index = self.views.tabs.currentIndex()
        if self._loaded.get(index) == capture.id:
            return
        if (
            index == NAMES.index("page")
            and self.views.page.needs_browser(capture)
            and self._preparation.go_on()
        ):
            QTimer.singleShot(0, self, self._load_tab)
            return
        for other, tab in self.views.known().items():
            if other != index and other not in self._loaded:
                tab.clear()
        self._loaded[index] = capture.id
        self.views.tab(index).load(capture)
