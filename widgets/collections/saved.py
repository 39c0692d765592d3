"""Saved searches as collections."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMenu

from app.search.saved import SavedSearch
from widgets.collections.section import Entry, Listed, Section
from widgets.kit import jobs, theme
from widgets.search.work import Finder

if TYPE_CHECKING:
    from app.archive.archive import Archive
    from app.archive.reader import ArchiveReader
    from widgets.session import Session


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
