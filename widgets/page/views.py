"""What an address is shown in: header, tabs, and the strip of its versions."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Protocol, TypeVar

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QTabWidget, QVBoxLayout, QWidget

from app.archive.model import Capture
from widgets.blocks.tab import BlocksTab
from widgets.page.details_tab import DetailsTab
from widgets.page.header import PageHeader
from widgets.page.histories import Histories
from widgets.page.links_tab import LinksTab
from widgets.page.loading import Documents
from widgets.page.page_tab import PageTab
from widgets.page.source_tab import SourceTab
from widgets.page.strip import VersionStrip
from widgets.page.text_tab import TextTab

if TYPE_CHECKING:
    from widgets.session import Session


class Tab(Protocol):
    """What the area asks of a tab."""

    def load(self, capture: Capture) -> None: ...

    def clear(self) -> None: ...

    def open_find(self) -> None: ...


T = TypeVar("T", bound=QWidget)
NAMES = ("page", "text", "source", "blocks", "links", "details")


class PageViews(QWidget):
    """The views of one page above each other. They know nothing of each other: the page area wires them.

    A tab is made when it is first asked for: all of them at once would hold up the window.
    """

    made = Signal(str, QWidget)  # the name of a tab, and the tab

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        inside = QVBoxLayout(self)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(0)
        self.header = PageHeader(self)
        self.tabs = QTabWidget(self)
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setAccessibleName(self.tr("Ways to look at this page"))
        self.strip = VersionStrip(self)
        self.documents = Documents()
        self.histories = Histories(session, self)
        for label, tip in (
            (self.tr("Page"), self.tr("As it looked")),
            (self.tr("Text"), self.tr("The text, to read")),
            (self.tr("Source"), self.tr("As it was received")),
            (self.tr("Blocks"), self.tr("What it is made of, and how each part changed")),
            (self.tr("Links"), self.tr("Where it leads")),
            (self.tr("Details"), self.tr("All that is known about this version")),
        ):
            self.tabs.setTabToolTip(self.tabs.addTab(QWidget(self.tabs), label), tip)
        inside.addWidget(self.header)
        inside.addWidget(self.tabs, 1)
        inside.addWidget(self.strip)

    @cached_property
    def page(self) -> PageTab:
        """As it looked."""
        return self._put("page", PageTab(self._session, self.tabs))

    @cached_property
    def text(self) -> TextTab:
        """The text, to read."""
        return self._put("text", TextTab(self._session, self.documents, self.tabs))

    @cached_property
    def source(self) -> SourceTab:
        """As it was received."""
        return self._put("source", SourceTab(self._session, self.tabs))

    @cached_property
    def blocks(self) -> BlocksTab:
        """What it is made of."""
        return self._put("blocks", BlocksTab(self._session, self.histories, self.tabs))

    @cached_property
    def links(self) -> LinksTab:
        """Where it leads."""
        return self._put("links", LinksTab(self._session, self.tabs))

    @cached_property
    def details(self) -> DetailsTab:
        """All that is known about it."""
        return self._put("details", DetailsTab(self._session, self.tabs))

    def tab(self, index: int) -> Tab:
        """One of the tabs."""
        return getattr(self, NAMES[index])

    def known(self) -> dict[int, Tab]:
        """The tabs that are made, by their index."""
        return {index: self.__dict__[name] for index, name in enumerate(NAMES) if name in self.__dict__}

    def make_next(self) -> bool:
        """Make one of the tabs that are still to come; whether more are."""
        missing = [index for index in range(len(NAMES)) if index not in self.known()]
        if missing:
            self.tab(missing[0])
        return len(missing) > 1

    def _put(self, name: str, tab: T) -> T:
        """Put a tab where its label stands already."""
        tabs, at = self.tabs, NAMES.index(name)
        label, tip, current = tabs.tabText(at), tabs.tabToolTip(at), tabs.currentIndex()
        empty = tabs.widget(at)
        with QSignalBlocker(tabs):
            tabs.setTabToolTip(tabs.insertTab(at, tab, label), tip)
            tabs.setCurrentIndex(current if current <= at else current + 1)
            tabs.removeTab(at + 1)
        empty.deleteLater()
        self.made.emit(name, tab)
        return tab
