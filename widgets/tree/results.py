"""What the filter found: a flat list of all pages that fit, of which those are read that somebody scrolls to."""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt, Signal

from app.archive.index.facets import FacetChoice
from app.archive.model import Page
from app.archive.notes.state import NOTHING, Summary
from app.errors import UserError
from widgets.kit import jobs
from widgets.kit.tables import NOWHERE, Index
from widgets.tree import cells
from widgets.tree.beside import Column, exchange
from widgets.tree.cells import BareTitles, named_anew
from widgets.tree.nodes import values

if TYPE_CHECKING:
    from app.archive.reader import ArchiveReader, Order
    from widgets.tree.alike import Alike
    from widgets.tree.kinds import Kinds

CHUNK = 300
_NATURAL = 100_000  # as many are put in the order of the language; more in that of the index
_BY_WORDS = ("title", "url")


class Wanted(NamedTuple):
    """What is looked for, and in which order it is listed."""

    text: str
    kinds: tuple[str, ...]
    choice: FacetChoice
    order: Order = "last"
    descending: bool = True


class Found(NamedTuple):
    """All that was found by id, the first of them read; or only the first, where more are still looked for."""

    wanted: Wanted
    ids: array[int]
    pages: list[Page]
    complete: bool = True


def find(reader: ArchiveReader, wanted: Wanted, rows: int, task: jobs.Handle) -> Found:
    """Look for pages and read the first `rows` of them; takes a second in an archive of a million pages."""
    ids = _ids(reader, wanted, task)
    if wanted.order in _BY_WORDS and len(ids) <= _NATURAL:
        found = reader.values_of(ids, wanted.order)
        keys = {one[0]: value.key for one, value in zip(found, values(one[1] for one in found), strict=True)}
        back = wanted.descending
        ids = array("q", sorted(sorted(ids, reverse=back), key=keys.__getitem__, reverse=back))
    return Found(wanted, ids, reader.pages_by_id(ids[: max(rows, CHUNK)]))


def find_first(reader: ArchiveReader, wanted: Wanted, task: jobs.Handle) -> Found:
    """What can be shown of an answer before all of it is known: its first rows. A third of the time of `find` where a
    letter fits 200 000 pages; an order that the index has not got needs all of them."""
    if wanted.order in _BY_WORDS:
        return find(reader, wanted, 0, task)
    ids = _ids(reader, wanted, task, CHUNK + 1)
    return Found(wanted, ids[:CHUNK], reader.pages_by_id(ids[:CHUNK]), complete=len(ids) <= CHUNK)


def _ids(reader: ArchiveReader, wanted: Wanted, task: jobs.Handle, limit: int = -1) -> array[int]:
    text, kinds, choice, order, descending = wanted
    try:
        with reader.interruptible(lambda: task.cancelled):
            return reader.find_all(text, kinds, choice, order, descending, limit)
    except sqlite3.OperationalError:
        task.check()  # somebody has typed on
        raise


class ResultsModel(QAbstractTableModel):
    """Pages in the order of a column, the newest first at the beginning. Another order is asked for by `resorted`."""

    resorted = Signal()

    def __init__(self, reader: ArchiveReader, titles: BareTitles, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._reader, self._titles = reader, titles
        self._pages: list[Page] = []
        self._ids: array[int] = array("q")
        self._wanted: Wanted | None = None
        self.complete = True  # whether all that was found is known
        self.order: Order = "last"
        self.descending = True
        self.beside: tuple[Column, ...] = ()
        self._sorted_by, self._edition = -1, 0
        titles.changed.connect(self.redraw)
        self.marks: Callable[[str], Summary] = lambda _: NOTHING
        self.kinds: Kinds | None = None
        self.alike: Alike | None = None

    def use(self, reader: ArchiveReader) -> None:
        """Read rows of another day."""
        self._reader = reader

    @property
    def wanted(self) -> Wanted | None:
        """What was looked for."""
        return self._wanted

    @property
    def total(self) -> int:
        """How many pages were found so far."""
        return len(self._ids)

    @property
    def pages(self) -> Sequence[Page]:
        """Those that have rows."""
        return self._pages

    def flags(self, index: Index) -> Qt.ItemFlag:
        usual = super().flags(index)
        return usual | Qt.ItemFlag.ItemIsDragEnabled if index.isValid() else usual

    def show(self, found: Found) -> None:
        """Another list in place of the one shown; where the same was looked for, only rows that differ change."""
        more = len(found.ids) - len(self._ids)
        again, self._wanted = found.wanted == self._wanted and bool(self._pages), found.wanted
        self._ids, self.complete = found.ids, found.complete
        if not again:
            self.beginResetModel()
            self._pages = found.pages
            self.endResetModel()
            return
        fresh = found.pages[: max(0, max(CHUNK, len(self._pages)) + max(0, more))]
        if fresh == self._pages:
            return
        old, new = [page.page_id for page in self._pages], [page.page_id for page in fresh]
        first = next(
            (at for at, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new))
        )
        room = min(len(old), len(new)) - first
        pairs = zip(reversed(old), reversed(new), strict=False)
        same = next((at for at, (a, b) in enumerate(pairs) if a != b or at == room), room)
        if first < len(old) - same:
            self.beginRemoveRows(QModelIndex(), first, len(old) - same - 1)
            del self._pages[first : len(old) - same]
            self.endRemoveRows()
        if first < len(new) - same:
            self.beginInsertRows(QModelIndex(), first, len(new) - same - 1)
            self._pages[first:first] = fresh[first : len(new) - same]
            self.endInsertRows()
        self._pages = fresh
        if fresh:
            self.dataChanged.emit(self.index(0, 0), self.index(len(fresh) - 1, self.columnCount() - 1))

    def page_at(self, index: Index) -> Page | None:
        """The page in a row."""
        return self._pages[index.row()] if index.isValid() and index.row() < len(self._pages) else None

    def row_of(self, page: Page) -> int:
        """The row of a page, -1 where it has none."""
        return next((row for row, each in enumerate(self._pages) if each.page_id == page.page_id), -1)

    def more_below(self, parent: Index) -> bool:
        """Whether there are more than those that have rows."""
        return not parent.isValid() and len(self._pages) < len(self._ids)

    def fetchMore(self, parent: Index) -> None:
        """Read the next of them. Never raises: the view calls it."""
        begin = len(self._pages)
        try:
            fresh = self._reader.pages_by_id(self._ids[begin : begin + CHUNK])
        except sqlite3.ProgrammingError:
            fresh = []  # the archive was closed meanwhile
        except (sqlite3.Error, OSError, UserError) as error:
            jobs.center().failed.emit(error)
            fresh = []
        if not fresh:
            del self._ids[begin:]
            return
        self.beginInsertRows(QModelIndex(), begin, begin + len(fresh) - 1)
        self._pages.extend(fresh)
        self.endInsertRows()

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._pages)

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else cells.COLUMNS + len(self.beside)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        page = self.page_at(index)
        if page is None:
            return None
        if index.column() >= cells.COLUMNS and role not in cells.OWN:
            return self.beside[index.column() - cells.COLUMNS].data(page, role)
        return cells.page_data(
            page, index.column(), role, self._titles.of, self.marks, self.kinds, self.alike
        )

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < self.columnCount():
            return None
        if section >= cells.COLUMNS:
            return self.beside[section - cells.COLUMNS].header(role)
        return cells.header(section, role)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        descending = order == Qt.SortOrder.DescendingOrder or column < 0
        if (column, descending) != (self._sorted_by, self.descending):
            self._sorted_by, self.descending = column, descending
            self._order_anew()

    def _order_anew(self) -> None:
        """Ask for the order of the column that the list is sorted by."""
        beside = self._sorted_by - cells.COLUMNS
        if 0 <= beside < len(self.beside):
            self.order = self.beside[beside].order(self.descending)
            self._edition = self.beside[beside].edition
        else:
            self.order = cells.ORDER_OF.get(self._sorted_by, "last")
        self.resorted.emit()

    def show_beside(self, columns: tuple[Column, ...]) -> None:
        """Have other columns behind those of the index."""

        def put() -> None:
            self.beside = columns

        exchange(self, len(self.beside), len(columns), put)

    def beside_changed(self) -> None:
        """The columns behind those of the index say something else."""
        beside = self._sorted_by - cells.COLUMNS
        if 0 <= beside < len(self.beside) and self._edition != self.beside[beside].edition:
            self._order_anew()
        self.redraw()

    def renamed(self) -> None:
        """Show pages without a title of their own by the names that links give them now."""
        fresh = named_anew(self._reader, self._pages)
        if fresh:
            self._pages = [fresh.get(page.page_id, page) for page in self._pages]
            self.redraw()

    def redraw(self) -> None:
        """Titles, or what stands with them, are others now."""
        if self._pages:
            last = self.index(len(self._pages) - 1, self.columnCount() - 1)
            roles = [Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.DecorationRole]
            self.dataChanged.emit(self.index(0, cells.TITLE), last, roles)
