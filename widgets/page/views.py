"""What an address is shown in: header, tabs, and the strip of its versions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

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


class PageViews(QWidget):
    """The views of one page above each other. They know nothing of each other: the page area wires them."""

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        inside = QVBoxLayout(self)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(0)
        self.header = PageHeader(self)
        self.tabs = QTabWidget(self)
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setAccessibleName(self.tr("Ways to look at this page"))
        self.strip = VersionStrip(self)
        self.page = PageTab(session, self.tabs)
        self.documents = Documents()
        self.text = TextTab(session, self.documents, self.tabs)
        self.source = SourceTab(session, self.tabs)
        self.histories = Histories(session, self)
        self.blocks = BlocksTab(session, self.histories, self.tabs)
        self.links = LinksTab(session, self.tabs)
        self.details = DetailsTab(session, self.tabs)
        for tab, label, tip in (
            (self.page, self.tr("Page"), self.tr("As it looked")),
            (self.text, self.tr("Text"), self.tr("The text, to read")),
            (self.source, self.tr("Source"), self.tr("As it was received")),
            (self.blocks, self.tr("Blocks"), self.tr("What it is made of, and how each part changed")),
            (self.links, self.tr("Links"), self.tr("Where it leads")),
            (self.details, self.tr("Details"), self.tr("All that is known about this version")),
        ):
            self.tabs.setTabToolTip(self.tabs.addTab(tab, label), tip)
        inside.addWidget(self.header)
        inside.addWidget(self.tabs, 1)
        inside.addWidget(self.strip)

    def tab(self, index: int) -> Tab:
        """One of the tabs."""
        return self.tabs.widget(index)
