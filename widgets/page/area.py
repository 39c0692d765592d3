"""The page area: one address with all that is known about it, and its versions in time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QStackedLayout, QTabWidget, QVBoxLayout, QWidget

from app.archive.model import Capture
from widgets.page.details_tab import DetailsTab
from widgets.page.header import PageHeader
from widgets.page.links_tab import LinksTab
from widgets.page.loading import Documents
from widgets.page.page_tab import PageTab
from widgets.page.parts import EmptyView, push_button
from widgets.page.source_tab import SourceTab
from widgets.page.strip import VersionStrip
from widgets.page.text_tab import TextTab

if TYPE_CHECKING:
    from widgets.session import Session

_SETTLE = 60  # milliseconds before a tab loads: arrow keys held down do not load what they pass


class Tab(Protocol):
    """What the area asks of a tab."""

    def load(self, capture: Capture) -> None: ...

    def clear(self) -> None: ...

    def open_find(self) -> None: ...


class PageArea(QWidget):
    """Header, tabs, and the strip of versions. Only the tab that is seen loads."""

    compare_requested = Signal(str, str)
    address_activated = Signal(str)
    crawl_requested = Signal(str)
    link_hovered = Signal(str)
    capture_shown = Signal(object)
    saved = Signal(str)
    zoomed = Signal(float)

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._url = ""
        self._capture: Capture | None = None
        self._versions: list[Capture] = []
        self._visits: list[Capture] = []
        self._changed = 0  # the seq of the newest capture in the strip
        self._loaded: dict[int, str] = {}
        self._documents = Documents()
        self.empty = EmptyView(self, "html", "")
        self.crawl = push_button(
            self.empty, "crawl", self.tr("Crawl this address…"), self.tr("Fetch it into the archive"), self._ask_crawl
        )
        self.empty.add_action(self.crawl)
        self.header = PageHeader(self)
        self.page = PageTab(session, self)
        self.text = TextTab(session, self._documents, self)
        self.source = SourceTab(session, self)
        self.links = LinksTab(session, self)
        self.details = DetailsTab(session, self)
        self.tabs = QTabWidget(self)
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setAccessibleName(self.tr("Ways to look at this page"))
        self.strip = VersionStrip(self)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_SETTLE)
        self._arrange()
        self._wire()
        self.clear()

    def _arrange(self) -> None:
        for tab, label, tip in (
            (self.page, self.tr("Page"), self.tr("As it looked")),
            (self.text, self.tr("Text"), self.tr("The text, to read")),
            (self.source, self.tr("Source"), self.tr("As it was received")),
            (self.links, self.tr("Links"), self.tr("Where it leads")),
            (self.details, self.tr("Details"), self.tr("All that is known about this version")),
        ):
            self.tabs.setTabToolTip(self.tabs.addTab(tab, label), tip)
        self._shown = QWidget(self)
        inside = QVBoxLayout(self._shown)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(0)
        inside.addWidget(self.header)
        inside.addWidget(self.tabs, 1)
        inside.addWidget(self.strip)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self._shown)

    def _wire(self) -> None:
        self._timer.timeout.connect(self._load_tab)
        self.tabs.currentChanged.connect(self._timer.start)
        for tab in (self.page, self.text, self.links):
            tab.link_activated.connect(self.address_activated)
        self.header.address_activated.connect(self.address_activated)
        self.links.crawl_requested.connect(self.crawl_requested)
        self.page.text_requested.connect(lambda: self.tabs.setCurrentWidget(self.text))
        self.header.saving.connect(self.page.save_original)
        self.page.missing_changed.connect(self.header.set_missing)
        self.page.link_hovered.connect(self.link_hovered)
        self.page.saved.connect(self.saved)
        self.page.zoomed.connect(self.zoomed)
        self.strip.version_chosen.connect(self._choose)
        self.strip.compare_requested.connect(self.compare_requested)
        self._session.changed.connect(self.refresh)

    def showEvent(self, event: QShowEvent) -> None:
        """What was chosen while something else was in front loads now."""
        super().showEvent(event)
        self._timer.start()

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
        capture = self._session.reader.nearest(url, None)
        if capture is None:
            self._show_absent(url)
        else:
            self.show_capture(capture)

    def show_capture(self, capture: Capture) -> None:
        """Show one capture; its page's other versions stand in the strip."""
        if capture.url != self._url:
            self._url = capture.url
            self._read_captures()
        self._capture = capture
        self._loaded.clear()
        self._describe(capture)
        self.header.set_missing(())
        self._stack.setCurrentWidget(self._shown)
        self._timer.start()
        self.capture_shown.emit(capture)

    def reload(self) -> None:
        """Show the capture on screen once more, read afresh."""
        self._loaded.clear()
        self._timer.start()

    def find(self) -> None:
        """Look for words in the tab that is seen."""
        if self._capture is not None:
            self._tab(self.tabs.currentIndex()).open_find()

    def set_zoom(self, factor: float) -> None:
        """Show pages, texts and sources larger or smaller."""
        for tab in (self.page, self.text, self.source):
            tab.set_zoom(factor)

    def clear(self) -> None:
        """Nothing is chosen."""
        self._url, self._capture = "", None
        self._loaded.clear()
        self.crawl.hide()
        self.empty.say(
            self.tr("Choose a page in the tree to see it here."),
            self.tr("You can look at any of its versions, read its text, and compare two versions side by side."),
        )
        self._stack.setCurrentWidget(self.empty)

    def refresh(self, _seq: int = 0) -> None:
        """Something new is in the archive: the strip shows it when it belongs to this page."""
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
        self.header.show_capture(capture, number, len(self._versions))
        self.strip.set_current(base)

    def _read_captures(self) -> None:
        page = self._session.reader.page(self._url)
        self._changed = page.changed if page else 0
        captures = self._session.reader.versions(self._url, visits=True)
        self._versions = [capture for capture in captures if capture.kind == "version"]
        self._visits = [capture for capture in captures if capture.kind == "visit"]
        self.strip.set_captures(self._versions, self._visits)

    def _choose(self, capture_id: str) -> None:
        known = {capture.id: capture for capture in (*self._versions, *self._visits)}
        if capture_id in known:
            self.show_capture(known[capture_id])

    def _show_absent(self, url: str) -> None:
        self._url, self._capture, self._changed = url, None, 0
        self._loaded.clear()
        self.empty.say(self.tr("This address is not in the archive."), url)
        self.crawl.show()
        self._stack.setCurrentWidget(self.empty)

    def _ask_crawl(self) -> None:
        self.crawl_requested.emit(self._url)

    def _load_tab(self) -> None:
        """Let the tab that is seen load, unless it shows this capture already."""
        index, capture = self.tabs.currentIndex(), self._capture
        if capture is None or not self.isVisible() or self._loaded.get(index) == capture.id:
            return
        for other in range(self.tabs.count()):
            if other != index and other not in self._loaded:
                self._tab(other).clear()
        self._loaded[index] = capture.id
        self._tab(index).load(capture)

    def _tab(self, index: int) -> Tab:
        return self.tabs.widget(index)
