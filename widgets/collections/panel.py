"""The collections in the place of the tree: headings above, below them the pages of the row that is chosen. Saved searches
are among them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QMenu, QSplitter

from app.search.saved import SavedSearch
from widgets.collections.categories import CategoriesSection
from widgets.collections.clusters import ClustersSection
from widgets.collections.copies import CopiesSection
from widgets.collections.listing import Listing
from widgets.collections.marked import KindsSection, TagsSection
from widgets.collections.overview import Overview
from widgets.collections.section import Entry, Listed, Section
from widgets.collections.teaching import Lesson, TeachBar
from widgets.kit import jobs, theme
from widgets.kit.boxes import in_column
from widgets.kit.loading import Loader
from widgets.notes.menu import SeveralPages
from widgets.search.work import Finder
from widgets.tree.places import Elsewhere

if TYPE_CHECKING:
    from app.archive.archive import Archive
    from app.archive.model import Page
    from app.archive.reader import ArchiveReader
    from widgets.session import Session
    from widgets.tree.panel import TreePanel

_LOOK_MS = 1500
_HEIGHTS = (360, 300)  # pixels of the headings and of the pages


class CollectionsPanel(Elsewhere):
    """The signals say what the person wants; the window decides how it is done."""

    capture_requested = Signal(str)
    compare_requested = Signal(str, str)
    export_requested = Signal(str, object)  # what to call it, and the numbers of its pages
    search_requested = Signal(object)  # a SavedSearch, None for a new search
    tag_requested = Signal()  # of the page on screen
    told = Signal(str, object)  # a sentence, and what takes back what it says, or None
    clusters_requested = Signal(object, object)  # a Run, and the one it is compared with, or None

    def __init__(self, session: Session, tree: TreePanel) -> None:
        super().__init__(tree)
        self._session = session
        self.copies = CopiesSection(session, self)
        self.kinds = KindsSection(session, tree.kinds, self)
        self.saved = SavedSection(session, self)
        self.tags = TagsSection(session, self.tag_requested.emit, self)
        self.categories = CategoriesSection(session, self)
        self.clusters = ClustersSection(session, self)
        self.sections: tuple[Section, ...] = (
            self.categories,
            self.clusters,
            self.kinds,
            self.copies,
            self.saved,
            self.tags,
        )
        splitter = QSplitter(Qt.Orientation.Vertical, self, handleWidth=1, childrenCollapsible=False)
        self.overview = Overview(self.sections, splitter)
        self.listing = Listing(session, tree, splitter)
        self.list = self.listing.list
        self.teacher = TeachBar(session, self.listing, self.listing)
        self.listing.below.addWidget(self.teacher)
        splitter.setSizes(list(_HEIGHTS))
        in_column(self, splitter)
        self._keeping = Loader(self)
        self._timer = QTimer(self, interval=_LOOK_MS)
        self._timer.timeout.connect(self.look)
        self._wire()

    def _wire(self) -> None:
        self.overview.chosen.connect(self._choose)
        self.overview.opened.connect(self._open)
        for section in self.sections:
            section.changed.connect(lambda section=section: self._reread(section))
            section.told.connect(self.told)
        self.saved.opened.connect(self.search_requested)
        self.copies.kept.connect(self._keep)
        self.overview.taught.connect(self.teach)
        self.overview.given.connect(
            lambda entry, section, target: self._with_pages(entry, partial(section.take, target))
        )
        self.clusters.shown.connect(self.clusters_requested)
        self.clusters.categorise.connect(
            lambda entry: self._with_pages(entry, lambda pages: self.categories.ask(pages, self))
        )
        self.clusters.tag.connect(lambda entry: self._with_pages(entry, self._tag))
        self.teacher.ended.connect(self._listed_anew)
        self.listing.capture_requested.connect(self.capture_requested)
        self.listing.compare_requested.connect(self.compare_requested)
        self.listing.export_requested.connect(self.export_requested)
        self._session.changed.connect(lambda _: self.spoil())
        self._session.travel.changed.connect(self._travelled)

    def open(self, section: str = "", entry: str = "") -> None:
        """Show it, at a heading or a row."""
        if section:
            self.overview.select(section, entry)

    # ---- what is known ----------------------------------------------------------------------------------------------

    def spoil(self) -> None:
        """The archive has something else now."""
        for section in self.sections:
            section.spoil()

    def look(self) -> None:
        """Read again what is due, while somebody looks."""
        if self.isVisible() and not self._session.closed:
            for section in self.sections:
                section.look()

    def rest(self) -> None:
        """The archive is put away."""
        self._timer.stop()
        self.teacher.end()
        self.listing.rest()
        self._keeping.cancel()
        for section in self.sections:
            section.rest()

    def _travelled(self) -> None:
        for section in self.sections:
            section.spoil(soon=True)
        self.listing.use()
        self.look()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.saved.spoil(soon=True)  # a search may have been saved meanwhile
        self.look()
        self._timer.start()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.overview.recolour()

    # ---- what is chosen ---------------------------------------------------------------------------------------------

    def _choose(self, section: Section, entry: Entry | None) -> None:
        self.teacher.end()
        self.listing.show_entry(entry)

    def teach(self, section: Section, entry: Entry) -> None:
        """Propose pages like those of a category or a tag."""
        if section is self.categories:
            key, name, archive = entry.key, entry.name, self._session.path

            def refused() -> list[str]:
                from app.classes import hand

                return [url for url, category in hand.read(archive)[1].items() if category == key]

            lesson = Lesson(
                entry,
                lambda pages: self.categories.assign([page.url for page in pages], key, name),
                lambda pages: self.categories.refuse([page.url for page in pages], key, name),
                refused,
            )
        else:
            lesson = Lesson(entry, lambda pages: section.take(entry, pages), lambda _: None, tuple)
        self.teacher.begin(lesson)

    def _reread(self, section: Section) -> None:
        """What is listed may be something else now."""
        at = self.overview.current()
        if at is not None and not self.teacher.teaching and at[0] is section:
            self.listing.show_entry(at[1])

    def _listed_anew(self) -> None:
        """The pages of the chosen row in place of proposals."""
        at = self.overview.current()
        self.listing.show_entry(at[1] if at is not None else None)

    def _open(self, section: Section, entry: Entry) -> None:
        """Double click or Enter: what the row does, else into its pages."""
        if entry.act is not None:
            entry.act()
        else:
            self.list.setFocus()

    def list_pages(self, entry: Entry, url: str = "") -> None:
        """List the pages of an entry from elsewhere, one of them as the chosen one."""
        self.teacher.end()
        self.listing.show_entry(entry)
        if url:
            self.listing.when_listed(lambda: self._choose_page(url))

    def _choose_page(self, url: str) -> None:
        page = self._session.reader.page(url)
        row = self.listing.model.row_of(page) if page is not None else -1
        if row >= 0:
            self.list.setCurrentIndex(self.listing.model.index(row, 0))
            self.list.take_as_told()

    def _with_pages(self, entry: Entry, act: Callable[[list[Page]], None]) -> None:
        """Do something with all pages of a row."""
        read: Callable[..., Listed] | None = entry.read
        if read is None:
            return

        def pages(reader: ArchiveReader, task: jobs.Handle) -> list[Page]:
            return reader.pages_by_id(list(read(reader, task).pages))

        self._keeping.start(self._session.readers, pages, act)

    def _tag(self, pages: list[Page]) -> None:
        SeveralPages(self._session.notes, [page.url for page in pages]).ask(self)

    def _keep(self, entry: Entry) -> None:
        """Export one page of each group of a row."""
        read: Callable[..., Listed] | None = entry.read
        if read is None:
            return

        def done(found: Listed) -> None:
            firsts = list(dict.fromkeys(group[0] for group in found.groups if group))
            self.export_requested.emit(self.tr("One of each: {name}").format(name=entry.name), firsts)

        self._keeping.start(self._session.readers, read, done)


class SavedSection(Section):
    """`opened` carries the SavedSearch that is to be shown with its hits, None for a new search."""

    opened = Signal(object)
    key, icon = "saved", "search"

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(session, parent)
        self._finder = Finder(session.archive)

    def name(self) -> str:
        return self.tr("Saved searches")

    def tip(self) -> str:
        return self.tr("Pages that a search with a name finds, those of later crawls as well")

    def ready(self) -> Callable[[ArchiveReader, jobs.Handle], tuple[Entry, ...]]:
        return partial(_saved, self.session.archive, self._finder, self.opened.emit)

    def nothing(self) -> Entry:
        return Entry(
            "",
            self.tr("Search the archive…"),
            "add",
            tip=self.tr("A search can be kept under a name; it is listed here then"),
            act=lambda: self.opened.emit(None),
        )

    def fill(self, menu: QMenu, entry: Entry | None) -> None:
        if entry is not None and entry.act is not None:
            menu.addAction(theme.icon("search"), self.tr("&Open in the search"), entry.act)

    def rest(self) -> None:
        super().rest()
        self._finder.close()


def _saved(
    archive: Archive,
    finder: Finder,
    opened: Callable[[SavedSearch], object],
    reader: ArchiveReader,
    task: jobs.Handle,
) -> tuple[Entry, ...]:
    from app.errors import UserError
    from app.search.query import lists_changes, parse

    found = list[Entry]()
    for search, counted in finder.saved():
        task.check()
        try:
            of_pages = not lists_changes(parse(search.query))
        except UserError:  # a query that is none any more says so where it is opened
            of_pages = False
        found.append(
            Entry(
                search.id,
                search.name,
                "search",
                counted.total if counted else None,
                counted.new if counted else 0,
                search.query,
                read=partial(_found, archive, search) if of_pages else None,
                act=partial(opened, search),
            )
        )
    return tuple(found)


def _found(archive: Archive, search: SavedSearch, reader: ArchiveReader, task: jobs.Handle) -> Listed:
    from app.search.listing import Listing

    pages, captures = list[int](), dict[int, str]()
    listing = Listing(archive, search.query, forms=search.forms, synonyms=search.synonyms)
    for page in listing.pages(reader):
        task.check()
        pages.append(page.page_id)
        captures[page.page_id] = listing.version(reader, page).id
    return Listed(pages, captures=captures)
