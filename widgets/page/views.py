"""What an address is shown in: header, tabs, and the strip of its versions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QPoint, QSignalBlocker, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QFont, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import (
    QLabel,
    QListWidget,
    QMenu,
    QTabWidget,
    QWidget,
    QWidgetAction,
)

from app.archive.addresses import label
from app.archive.model import Capture
from widgets.blocks.histories import Histories
from widgets.blocks.tab import BlocksTab
from widgets.handover.dragging import Handle
from widgets.kit import theme
from widgets.kit.boxes import in_column, in_row
from widgets.kit.loading import Documents
from widgets.kit.parts import Badge, ElidedLabel, icon, scaled, tool_button
from widgets.notes.bar import MarksBar
from widgets.page.details import DetailsTab
from widgets.page.links import LinksTab
from widgets.page.page_tab import PageTab
from widgets.page.source_tab import SourceTab
from widgets.page.text import TextTab
from widgets.page.versions.pictures import VersionPictures
from widgets.page.versions.strip import VersionStrip
from widgets.words import engine as engine_words
from widgets.words import formats, reasons

if TYPE_CHECKING:
    from widgets.notes.keeper import Keeper
    from widgets.session import Session


# The line above a page: what it is called, where it lives, which version this is and what is missing in it.


_WORDS, _DATE = 640, 520  # pixels of width that the words of a button need, and the date


class PageHeader(QWidget):
    """Title large, address with a copy button, badges for type and status, the date, the missing resources."""

    address_activated = Signal(str)
    saving = Signal()
    again_requested = Signal(str)
    dragged = Signal()  # the version on screen, to be taken elsewhere
    fetch_requested = Signal(list)  # addresses of what the page lacks

    def __init__(self, keeper: Keeper, parent: QWidget) -> None:
        super().__init__(parent)
        self._capture: Capture | None = None
        self.marks = MarksBar(keeper, self, keys=True)
        self._missing: Sequence[str] = ()
        self._answered: Mapping[str, int] = {}
        self._picture = QLabel(self)
        self._picture.setToolTip(
            self.tr("Drag this into a folder or another program to copy the document there")
        )
        Handle(self._picture, self.dragged.emit)
        self.title = ElidedLabel(self)
        self.title.setFont(scaled(self.font(), 1.5, QFont.Weight.DemiBold))
        self.address = ElidedLabel(self, Qt.TextElideMode.ElideMiddle)
        self.copy = tool_button(self, "copy", self.tr("Copy the address (Ctrl+Shift+C)"), self.copy_address)
        tip = self.tr("Open this address in the browser, as it is today (Ctrl+Shift+B)")
        self.browse = tool_button(self, "browser", tip, self.open_in_browser)
        tip = self.tr("Fetch this page once more, with the settings of the last crawl (Ctrl+Alt+A)")
        self.again = tool_button(self, "again", tip, self._ask_again)
        words = self.tr("Crawl again")
        self.again.setText(f" {words}")  # the style leaves no room between icon and words
        self.again.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.save = tool_button(
            self, "save", self.tr("Save this document as it was received"), self.saving.emit
        )
        self.date = QLabel(self)
        self.damage = Badge(self, "error")
        self.missing = Badge(self, "warning")
        self.missing.setCursor(Qt.CursorShape.PointingHandCursor)
        self.missing.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.missing.clicked.connect(self.show_missing_list)
        self.type = Badge(self)
        self.status = Badge(self)
        first = in_row(
            None,
            self._picture,
            self.marks.star,
            self.title,
            None,
            self.damage,
            self.missing,
            self.type,
            self.status,
            spacing=theme.UNIT,
        )
        second = in_row(
            None,
            self.address,
            self.copy,
            self.browse,
            self.save,
            self.again,
            self.marks.tag,
            self.marks.note,
            self.marks.scope,
            None,
            self.date,
            spacing=theme.HALF,
        )
        in_column(self, first, second, self.marks, margins=(theme.DOUBLE, theme.UNIT, theme.DOUBLE, 0))
        for line in (self.address, self.date):
            line.setProperty("muted", True)
        self._colour()
        self.set_missing(())
        theme.watcher().changed.connect(self._colour)
        self.set_damage("")

    def show_capture(self, capture: Capture, number: int, total: int) -> None:
        """Describe version `number` of `total`."""
        self._capture = capture
        self.title.set_text(label(capture.title, capture.url))
        self.address.set_text(formats.readable(capture.url))
        self.address.setToolTip("\n".join(dict.fromkeys((self.address.full_text(), capture.url))))
        self._picture.setPixmap(icon(formats.type_kind(capture.type), "accent").pixmap(24, 24))
        kind_tip = self.tr("{type}, {size}").format(
            type=capture.type or "–", size=formats.size_exact(capture.length)
        )
        self.type.show_text(formats.type_label(capture.type), "muted", kind_tip)
        tone = "ok" if capture.status < 300 else "moved" if capture.status < 400 else "error"
        self.status.show_text(str(capture.status), tone, reasons.status(capture.status))
        words = (
            self.tr("Version {n} of {total}, {date}") if total > 1 else self.tr("The only version, {date}")
        )
        if capture.kind == "visit":
            words = self.tr("Seen unchanged {date}")
        self.date.setText(words.format(n=number, total=total, date=formats.date(capture.date)))
        self.date.setToolTip(formats.date_exact(capture.date))

    def set_damage(self, reason: str) -> None:
        """Why the content is not what was stored, in the words of the engine; "" when it is."""
        tip = self.tr("This capture is damaged: {reason}.").format(reason=engine_words.say(reason))
        self.damage.show_text(self.tr("Damaged") if reason else "", "error", tip)

    def set_missing(self, addresses: Sequence[str], answered: Mapping[str, int] | None = None) -> None:
        """What the shown page asked for in vain, or names and the archive has not got, and what was answered with an error
        (address → status)."""
        self._missing, self._answered = tuple(addresses), answered or {}
        missing = self.tr("%n resource(s) missing", "", len(addresses)) if addresses else ""
        errors = self.tr("%n answered with an error", "", len(self._answered)) if self._answered else ""
        text = " · ".join(filter(None, (missing, errors)))
        tip = self.tr(
            "The page needs these and the archive does not hold them. Click to list or to fetch them."
        )
        self.missing.show_text(text, "warning", tip)
        if text:
            self.missing.setAccessibleName(text)

    def show_missing_list(self) -> QMenu | None:
        """The missing addresses in a pop-up, those with an error behind it; Enter or double click asks for one of them."""
        missing = [*self._missing, *self._answered]
        if not missing:
            return None
        menu = QMenu(self)
        listing = QListWidget(menu)
        listing.setAccessibleName(self.tr("Missing resources"))
        listing.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        listing.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for address in missing:
            status = self._answered.get(address)
            listing.addItem(f"{f'{status}  ' if status else ''}{formats.readable(address)}")
            listing.item(listing.count() - 1).setToolTip(address)
        listing.setFixedSize(480, min(320, 16 + theme.ROW_HEIGHT * len(missing)))
        listing.itemActivated.connect(menu.close)
        listing.itemActivated.connect(lambda item: self.address_activated.emit(item.toolTip()))
        action = QWidgetAction(menu)
        action.setDefaultWidget(listing)
        menu.addAction(action)
        fetch = menu.addAction(icon("crawl"), self.tr("Fetch what is missing"))
        fetch.setToolTip(self.tr("Crawl exactly these addresses, as they are today, and show the page again"))
        fetch.triggered.connect(lambda: self.fetch_requested.emit(missing))
        everything = menu.addAction(icon("copy"), self.tr("Copy all addresses"))
        everything.triggered.connect(lambda: QGuiApplication.clipboard().setText("\n".join(missing)))
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        corner = self.missing.mapToGlobal(QPoint(self.missing.width() - 496, self.missing.height() + 4))
        menu.popup(corner)
        return menu

    def _ask_again(self) -> None:
        if self._capture is not None:
            self.again_requested.emit(self._capture.url)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is little room words give way to icons, then the date to the strip, which has it, too."""
        super().resizeEvent(event)
        style = Qt.ToolButtonStyle
        wide = event.size().width() >= _WORDS
        self.again.setToolButtonStyle(style.ToolButtonTextBesideIcon if wide else style.ToolButtonIconOnly)
        self.date.setVisible(event.size().width() >= _DATE)

    def _colour(self) -> None:
        if self._capture is not None:
            self._picture.setPixmap(icon(formats.type_kind(self._capture.type), "accent").pixmap(24, 24))

    def copy_address(self) -> None:
        """Put the address on the clipboard."""
        QGuiApplication.clipboard().setText(self._capture.url if self._capture else "")

    def open_in_browser(self) -> None:
        """Show the address in the system's browser: the page as it is today."""
        if self._capture is not None:
            QDesktopServices.openUrl(QUrl(self._capture.url))


Tab = PageTab | TextTab | SourceTab | BlocksTab | LinksTab | DetailsTab
T = TypeVar("T", bound=Tab)
NAMES = ("page", "text", "source", "blocks", "links", "details")


class PageViews(QWidget):
    """The views of one page above each other. They know nothing of each other: the page area wires them.

    A tab is made when it is first asked for: all of them at once would hold up the window.
    """

    made = Signal(QWidget)  # one of the tabs

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self._session = session
        self._known: dict[int, Tab] = {}
        inside = in_column(self)
        self.header = PageHeader(session.notes, self)
        self.tabs = QTabWidget(self)
        self.tabs.setDocumentMode(True)
        self.tabs.tabBar().setAccessibleName(self.tr("Ways to look at this page"))
        self.pictures = VersionPictures(session, self)
        self.strip = VersionStrip(self)
        self.strip.pictures.toggled.connect(self.pictures.setVisible)
        self.documents = Documents()
        self.histories = Histories(session, self)
        for name, tip in (
            (self.tr("Page"), self.tr("As it looked")),
            (self.tr("Text"), self.tr("The text, to read")),
            (self.tr("Source"), self.tr("As it was received")),
            (self.tr("Blocks"), self.tr("What it is made of, and how each part changed")),
            (self.tr("Links"), self.tr("Where it leads")),
            (self.tr("Details"), self.tr("All that is known about this version")),
        ):
            self.tabs.setTabToolTip(self.tabs.addTab(QWidget(self.tabs), name), tip)
        inside.addWidget(self.header)
        inside.addWidget(self.tabs, 1)
        inside.addWidget(self.pictures)
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
        tab: Tab = getattr(self, NAMES[index])
        return tab

    def known(self) -> dict[int, Tab]:
        """The tabs that are made, by their index."""
        return dict(sorted(self._known.items()))

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
        with QSignalBlocker(tabs):
            tabs.setTabToolTip(tabs.insertTab(at, tab, label), tip)
            tabs.setCurrentIndex(current if current <= at else current + 1)
            tabs.removeTab(at + 1)
        self._known[at] = tab
        self.made.emit(tab)
        return tab
