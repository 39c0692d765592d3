"""The archive as a lazy tree: site → folder → page.

Branches are loaded in chunks when somebody opens them: a branch of few rows in natural order, which is worked out for
all of them at once, a large one when `ordering` has worked it out, a very large one by keyset in the order of the index.
Indexes carry a node's number, never a pointer.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, Qt, QTimer, Signal

from app.archive.index.facets import Selection
from app.archive.model import Folder, Page
from app.archive.notes.state import NOTHING, Summary
from app.errors import CaptureMissing, UserError
from widgets.kit import jobs
from widgets.kit.tables import NOWHERE, Index
from widgets.tree import cells
from widgets.tree.beside import Column, Order, exchange
from widgets.tree.cells import BareTitles, named_anew
from widgets.tree.nodes import (
    DOCUMENTS,
    Node,
    NodeTable,
    Shown,
    Value,
    Waiting,
    folder_position,
    in_order,
    index_key,
    key_of,
    keys_of,
    position,
    value_of,
    waiting_of,
    waiting_position,
)
from widgets.words import formats

if TYPE_CHECKING:
    from app.archive.reader import ArchiveReader
    from app.archive.reader import Order as AnyOrder
    from widgets.tree.alike import Alike
    from widgets.tree.kinds import Kinds

CHUNK = 300
FIRST_SITES, SITES = 100, 600  # that are there at once, and that come at a time behind them
SMALL = 2500  # rows of a branch that are put in natural order at once
MANY = 50_000  # addresses of a folder beyond which its rows are in the order of the index
_ALONE = 100  # addresses below a folder with one document, where that is shown in its place
_FOLDER_FLAGS = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsDragEnabled
_PAGE_FLAGS = _FOLDER_FLAGS | Qt.ItemFlag.ItemNeverHasChildren


class ArchiveModel(QAbstractItemModel):
    """Rows are Pages and Folders of one ArchiveReader; what a crawl has stored meanwhile `live.Growth` puts in."""

    grown = Signal()
    unordered = Signal(int)  # id of a folder with too many rows to put them in natural order at once
    unranked = Signal(int)  # the same, and a column that the index has not got
    reshaping = Signal(object)  # a row is about to be replaced, because there is more below it: its node
    reshaped = Signal()

    def __init__(self, reader: ArchiveReader, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._reader = reader
        self.shown = Shown(reader)
        self.order: AnyOrder = "title"
        self.descending = False
        self.beside: tuple[Column, ...] = ()
        self._sorted_by, self._edition = cells.TITLE, 0
        self.titles = BareTitles(reader, self)
        self.titles.changed.connect(self.redraw)
        self.marks: Callable[[str], Summary] = lambda _: NOTHING
        self.kinds: Kinds | None = None
        self.alike: Alike | None = None
        self.patient = False  # whether somebody answers `unordered`
        self._ordered: dict[int, list[Waiting]] = {}  # of large branches that are about to be read again
        self._table = NodeTable()
        self._nodes, self._folders = self._table.nodes, self._table.folders
        self._tops, self._pages = self._table.tops, self._table.pages
        self._sites = QTimer(self, singleShot=True, interval=0)
        self._sites.timeout.connect(self._more_sites)
        self._start_over()

    # ---- what it holds ------------------------------------------------------------------------------------------

    def _start_over(self) -> None:
        self.root = self._table.start_over()
        self.pinned: Node | None = None
        self.root.natural = self.root.folders_done = self.root.pages_done = True
        sites = [site for site in self._reader.sites() if self.shown.count(site) > 0]
        keys = keys_of(site.name for site in sites)
        self.root.waiting_folders = [sites[at] for at in sorted(range(len(sites)), key=keys.__getitem__)]
        self.root.insert(0, self._next_sites(FIRST_SITES))
        self.root.subfolders = len(self.root.children)
        if not self.root.folders_done:
            self._sites.start()

    def _next_sites(self, count: int) -> list[Node]:
        """Rows of the next sites, not yet inserted. The view gives all rows their places after each insertion, which for
        3000 sites and again for each change of its size would hold up the window when an archive is opened."""
        root = self.root
        fresh, root.waiting_folders = root.waiting_folders[:count], root.waiting_folders[count:]
        root.folders_done = not root.waiting_folders
        return [self._table.new_folder(root, site) for site in fresh]

    def _more_sites(self) -> None:
        self.insert(self.root, self.root.before_pages, self._next_sites(SITES), folders=True)
        if not self.root.folders_done:
            self._sites.start()

    def site_changed(self, site: Folder) -> None:
        """A site that has no row yet is there, as it is now."""
        root = self.root
        root.waiting_folders = [each for each in root.waiting_folders if each.folder_id != site.folder_id]
        root.folders_done = not root.waiting_folders
        self.put_folder(root, site)

    @property
    def loaded(self) -> int:
        return len(self._nodes)

    def folder_node(self, folder_id: int) -> Node | None:
        """The node of a folder when it is loaded."""
        return self._folders.get(folder_id)

    def top_node(self, folder_id: int) -> Node | None:
        """The node that stands for a folder below its parent: its own, or that of its only page."""
        return self._tops.get(folder_id)

    def page_node(self, page_id: int) -> Node | None:
        """The node of a page when it is loaded."""
        return self._pages.get(page_id)

    def node(self, index: Index) -> Node | None:
        """The node of an index; the root for the invalid index."""
        return self._nodes.get(index.internalId()) if index.isValid() else self.root

    def index_of(self, node: Node, column: int = 0) -> QModelIndex:
        """The index of a node."""
        return (
            QModelIndex()
            if node is self.root
            else self.createIndex(node.row_in_parent(), column, node.number)
        )

    def page_at(self, index: Index) -> Page | None:
        """The page in a row, None for folders."""
        return node.page if (node := self.node(index)) else None

    def index_of_page(self, page: Page) -> QModelIndex:
        """The index of a page, loading the branches that lead there; invalid when it is not shown."""
        node = self.page_node(page.page_id)
        if node is None and self.shown.holds(page):
            parent = self._reach(page.folder_id)
            while parent is not None and not parent.complete and page.page_id not in self._pages:
                self._load_more(parent)
            node = self.page_node(page.page_id)
        return self.index_of(node) if node else QModelIndex()

    def index_of_folder(self, folder_id: int) -> QModelIndex:
        """The index of a folder, loading the branches that lead there; invalid when it is not shown."""
        return self.index_of(node) if (node := self._reach(folder_id)) else QModelIndex()

    def _reach(self, folder_id: int) -> Node | None:
        """The node of a folder, or of the row it is merged with; loads the branches on the way."""
        try:
            chain = [self._reader.folder(folder_id)]
        except CaptureMissing:
            return None  # it was not there yet on the day that is shown
        while (above := chain[0].parent_id) is not None:
            chain.insert(0, self._reader.folder(above))
        places = {folder.folder_id: at for at, folder in enumerate(chain)}
        while chain[0].folder_id not in self._tops and not self.root.folders_done:
            self._more_sites()
        node = self._tops.get(chain[0].folder_id)
        while node is not None and node.folder is not None:
            at = places.get(node.folder.folder_id, len(chain))
            if at >= len(chain) - 1:
                return node
            wanted = chain[at + 1]
            while self.shown.holds(wanted) and wanted.folder_id not in self._tops and not node.complete:
                self._load_more(node)
            node = self._tops.get(wanted.folder_id)
        return node

    # ---- QAbstractItemModel -------------------------------------------------------------------------------------

    def index(self, row: int, column: int, parent: Index = NOWHERE) -> QModelIndex:
        # called for each row of each layout, while a crawl wants the interpreter too: no call more than needed
        node = self._nodes.get(parent.internalId()) if parent.isValid() else self.root
        if node is None or not (
            0 <= row < len(node.children) and 0 <= column < cells.COLUMNS + len(self.beside)
        ):
            return QModelIndex()
        return self.createIndex(row, column, node.children[row].number)

    def parent(self, index: Index | None = None) -> Any:  # two methods of Qt in one
        if index is None:
            return super().parent()
        node = self.node(index)
        if not index.isValid() or node is None or node.parent is None:
            return QModelIndex()
        return self.index_of(node.parent)

    def rowCount(self, parent: Index = NOWHERE) -> int:
        node = self.node(parent)
        return len(node.children) if node and parent.column() <= 0 else 0

    def columnCount(self, parent: Index = NOWHERE) -> int:
        return cells.COLUMNS + len(self.beside)

    def hasChildren(self, parent: Index = NOWHERE) -> bool:
        node = self.node(parent)
        return node is not None and parent.column() <= 0 and (bool(node.children) or not node.complete)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        node = self.node(index)
        if not index.isValid() or node is None:
            return None
        if node.page:
            if role == Qt.ItemDataRole.DisplayRole and index.column() == cells.TITLE:
                return self._called(node, node.page, index.row())
            if index.column() >= cells.COLUMNS and role not in cells.OWN:
                return self.beside[index.column() - cells.COLUMNS].data(node.page, role)
            return cells.page_data(
                node.page, index.column(), role, self.titles.of, self.marks, self.kinds, self.alike
            )
        if node.folder is None:
            return None
        everything = self.shown.kinds != DOCUMENTS
        return cells.folder_data(
            node.folder, index.column(), role, node.name, self.shown.count(node.folder), everything
        )

    def _called(self, node: Node, page: Page, row: int) -> str:
        """The title of a page; where the page beside it in the order, or that of the folder, has the same one, with the
        last part of its address."""
        title, last = self.titles.of(page), page.name
        if node.top is not None:  # it stands for its folder
            last = f"{node.top.name}/{last.strip('/')}"
        beside = node.parent.children if node.parent else []
        if page.title and last not in ("", "/"):
            others = (beside[at].page for at in {0, row - 1, row + 1} - {row} if 0 <= at < len(beside))
            if any(other and self.titles.of(other) == title for other in others):
                return f"{title} – {formats.readable(last)}"
        return title

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < self.columnCount():
            return None
        if section >= cells.COLUMNS:
            return self.beside[section - cells.COLUMNS].header(role)
        return cells.header(section, role)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        node = self._nodes.get(index.internalId())
        return _FOLDER_FLAGS if node is None or node.page is None else _PAGE_FLAGS

    def canFetchMore(self, parent: Index) -> bool:
        # QTreeView fetches for each open branch at each layout: to it, only what was never loaded can be fetched
        node = self.node(parent)
        return node is not None and not node.opened and not node.complete and not node.waits

    def more_below(self, parent: Index) -> bool:
        """Whether a branch has rows that are not loaded; the view asks for them where somebody looks."""
        node = self.node(parent)
        return node is not None and not node.complete and not node.waits

    def fetchMore(self, parent: Index) -> None:
        """Load the next chunk of a branch. Never raises: the view calls this from inside of calls of ours, and an
        exception that goes through it would end the program."""
        node = self.node(parent)
        if node is not None:
            self._fetch(node, waits=self.patient)

    def _fetch(self, node: Node, *, waits: bool = False) -> None:
        try:
            if not (waits and self._awaits_order(node)):
                self._load_more(node, waits=waits)
        except sqlite3.ProgrammingError:
            self._give_up(node)  # the archive was closed meanwhile
        except (sqlite3.Error, OSError, UserError) as error:
            self._give_up(node)  # else each layout would ask again
            jobs.center().failed.emit(error)

    # ---- loading ------------------------------------------------------------------------------------------------

    def _awaits_order(self, node: Node) -> bool:
        """Whether the rows of a large branch that is opened come later, in natural order; asks for that."""
        folder = node.folder
        if node.waits:
            return True
        if node.natural is not None or folder is None or self.shown.selection is not None:
            return False
        id, small = (
            folder.folder_id,
            folder.pages <= SMALL or not self._reader.holds_more(folder.folder_id, SMALL),
        )
        if small or id in self._ordered or self._reader.holds_more(id, MANY):
            return False
        node.awaited = True
        self.unordered.emit(id)
        return node.awaited

    @staticmethod
    def _give_up(node: Node) -> None:
        node.waiting_folders, node.waiting_pages = [], []
        node.folders_done = node.pages_done = True

    def _load_more(self, node: Node, *, waits: bool = False) -> None:
        """The next folders, and when there are none left the next pages, until something new is in, or with `waits` until
        that has to be put in an order elsewhere."""
        node.awaited = node.ranked_soon = False
        before = len(node.children)
        if node.natural is None:
            self._open(node)
        while not node.complete and not node.waits and len(node.children) == before:
            if node.folders_done:
                self._load_pages(node, waits=waits)
            else:
                self._load_folders(node)
        few = len(node.children) < CHUNK and not node.waits
        if before == 0 and node.folders_done and not node.pages_done and few:
            self._load_pages(node, waits=waits)

    def _open(self, node: Node) -> None:
        """The folder's own page, and how the other rows are ordered."""
        assert node.folder is not None
        home = self._reader.home(node.folder.folder_id, kinds=self.shown.kinds, chosen=self.shown.selection)
        self._put_in_order(node, home)
        if home is not None and home.page_id not in self._pages:
            self.insert_home(node, home)
        if not node.folders_done:
            self._load_folders(node)

    def _put_in_order(self, node: Node, home: Page | None = None, times: int = 1) -> bool:
        """Put all rows of a branch that are not loaded in natural order; False for very many of them."""
        assert node.folder is not None
        most = times * SMALL
        id, shown = node.folder.folder_id, self.shown
        node.natural = False
        if node.folder.pages > MANY and self._reader.holds_more(id, MANY):
            return False
        folders = self._reader.folders(id, limit=most + 1)
        room = most - len(folders)
        if room < 0:
            return False
        waiting = self._ordered.pop(id, None)
        if waiting is None:
            pages = self._reader.page_order(
                id, kinds=shown.kinds, order=self.order, chosen=shown.selection, limit=room + 1
            )
            if len(pages) > room:
                self.unordered.emit(id)
                return False
            waiting = waiting_of(pages)
        node.natural = True
        fresh = [folder for folder in folders if shown.holds(folder) and folder.folder_id not in self._tops]
        alone = self.only_pages(fresh)
        found = [page for page in waiting if page.page_id not in self._pages]
        for top in fresh:
            page = alone.get(top.folder_id)
            if page is not None and page.page_id not in self._pages:
                found.append(Waiting(value_of(page, self.order), page.page_id, top))
        if home is not None:
            found = [page for page in found if page.page_id != home.page_id]
        in_order(found, self.descending, lambda page: page)
        node.waiting_pages = found
        rest = [folder for folder in fresh if folder.folder_id not in alone]
        node.waiting_folders = sorted(rest, key=lambda folder: Value(folder.name).key)
        node.folders_done, node.pages_done = not node.waiting_folders, not found
        return True

    def only_pages(self, folders: Collection[Folder]) -> dict[int, Page]:
        """Of the folders that hold one page, that page."""
        alone = [each.folder_id for each in folders if self.shown.count(each) == 1 and each.pages <= _ALONE]
        if not alone:
            return {}
        chosen = self.shown.selection
        if chosen is None:
            return self._reader.only_pages(alone, kinds=self.shown.kinds)
        return self._reader.only_pages(alone, kinds=chosen.kinds, choice=chosen.choice)

    def merged(self, top: Folder) -> tuple[Folder, str]:
        """The last of the folders that hold nothing but one another, beginning with `top`; what they are called."""
        folder, names = top, [top.name]
        everything, chosen = self.shown.kinds != DOCUMENTS, self.shown.selection
        while (below := self._reader.whole_below(folder, everything, chosen)) is not None:
            folder = below
            names.append(below.name)
        return folder, "/".join(map(formats.readable, names))

    def _folder_rows(self, node: Node, tops: Sequence[Folder], alone: dict[int, Page]) -> list[Node]:
        made = []
        for top in tops:
            page = alone.get(top.folder_id)
            if page is None:
                made.append(self._table.new_folder(node, *self._merged_row(top)))
            elif page.page_id not in self._pages:
                made.append(self._table.new_page(node, page, top))
        return made

    def _merged_row(self, top: Folder) -> tuple[Folder, Folder, str]:
        # a site is never merged
        folder, name = self.merged(top) if top.parent_id is not None else (top, top.name)
        return folder, top, name

    def _load_folders(self, node: Node) -> None:
        if node is self.root:
            self._more_sites()
            return
        assert node.folder is not None
        if node.natural:
            fresh, node.waiting_folders = node.waiting_folders[:CHUNK], node.waiting_folders[CHUNK:]
            node.folders_done = not node.waiting_folders
            self.insert(node, node.before_pages, self._folder_rows(node, fresh, {}), folders=True)
            return
        found = self._reader.folders(node.folder.folder_id, after=node.last_folder, limit=CHUNK)
        if found:
            node.last_folder = found[-1].name
        node.folders_done = len(found) < CHUNK
        fresh = [
            folder for folder in found if self.shown.holds(folder) and folder.folder_id not in self._tops
        ]
        self.insert(
            node, node.before_pages, self._folder_rows(node, fresh, self.only_pages(fresh)), folders=True
        )

    def _load_pages(self, node: Node, *, waits: bool = False) -> None:
        assert node.folder is not None
        if waits and self._awaits_ranks(node):
            return
        node.wanted += CHUNK
        if node.natural:
            chosen, node.waiting_pages = node.waiting_pages[:CHUNK], node.waiting_pages[CHUNK:]
            node.pages_done = not node.waiting_pages
            tops = {each.page_id: each.top for each in chosen}
            found = self._reader.pages_by_id([each.page_id for each in chosen])
        elif isinstance(self.order, Order):
            ids = node.ids
            if ids is None:
                ids = pages_in_order(self._reader, node.folder.folder_id, self.order, self.shown.selection)
            found = [page for page in self._reader.pages_by_id(ids[:CHUNK]) if page.kind in self.shown.kinds]
            node.ids = ids[CHUNK:]
            node.pages_done, tops = not node.ids, {}
        else:
            found = self._reader.pages(
                node.folder.folder_id,
                kinds=self.shown.kinds,
                order=self.order,
                descending=self.descending,
                after=node.last_key,
                limit=CHUNK,
                chosen=self.shown.selection,
            )
            tops = {}
            if found:
                node.last_key = key_of(found[-1], self.order)
            node.pages_done = len(found) < CHUNK
        fresh = [page for page in found if page.page_id not in self._pages]
        rows = [self._table.new_page(node, page, tops.get(page.page_id)) for page in fresh]
        self.insert(node, len(node.children), rows)

    def _awaits_ranks(self, node: Node) -> bool:
        """Whether the pages of a very large branch come later, in an order that the index has not got; asks for that."""
        folder = node.folder
        if folder is None or not self.patient or self.shown.selection is not None:
            return False
        if node.natural or node.ids is not None or not isinstance(self.order, Order):
            return False
        node.ranked_soon = True
        self.unranked.emit(folder.folder_id)
        return node.ranked_soon

    def put_ranked(self, folder_id: int, ids: list[int] | None) -> None:
        """The pages of a very large branch in the order that was asked for; None where that is to be had here alone."""
        node = self._folders.get(folder_id)
        if node is not None and node.ranked_soon:
            node.ids = ids
            self._fetch(node)

    def trim(self, node: Node, keep: int) -> None:
        """Let go of the pages after the first `keep`; they are read again when somebody scrolls there."""
        first = node.before_pages + keep
        if self.pinned is not None and self.pinned.parent is node:
            first = max(first, self.pinned.row_in_parent() + 1)
        if first >= len(node.children):
            return
        surplus = self.remove(node, first, len(node.children) - 1)
        if node.natural:
            again = [
                Waiting(value_of(each.page, self.order), each.page.page_id, each.top)
                for each in surplus
                if each.page is not None
            ]
            node.waiting_pages = [*again, *node.waiting_pages]
        else:
            last = node.children[-1].page if len(node.children) > node.before_pages else None
            node.last_key, node.ids = key_of(last, self.order) if last else None, None
        node.pages_done = False

    def pin(self, page: Page) -> None:
        """Never let go of the page somebody looks at."""
        self.pinned = self._pages.get(page.page_id)

    # ---- putting rows in and taking them out --------------------------------------------------------------------

    def insert(self, node: Node, at: int, fresh: Sequence[Node], *, folders: bool = False) -> None:
        """Insert rows below `node`, among its folders or among its pages, and say so."""
        if fresh:
            self.beginInsertRows(self.index_of(node), at, at + len(fresh) - 1)
            node.insert(at, fresh)
            node.subfolders += len(fresh) if folders else 0
            self.endInsertRows()

    def insert_home(self, node: Node, page: Page) -> None:
        """A folder's own page stands before everything else."""
        self.beginInsertRows(self.index_of(node), 0, 0)
        node.insert(0, [self._table.new_page(node, page)])
        node.homes = 1
        self.endInsertRows()

    def remove(self, node: Node, first: int, last: int) -> list[Node]:
        """Take rows away, and say so."""
        self.beginRemoveRows(self.index_of(node), first, last)
        folders = max(0, min(last + 1, node.before_pages) - max(first, node.homes))
        node.homes -= first == 0 and node.homes
        node.subfolders -= folders
        taken = node.take(first, last)
        self._table.release(taken)
        if self.pinned is not None and self.pinned.number not in self._nodes:
            self.pinned = None
        self.endRemoveRows()
        return taken

    def put_pages(self, node: Node, arrivals: Sequence[tuple[Page, Folder | None]]) -> None:
        """New pages of an open branch to where they belong; what is behind the rows loaded comes later."""
        places = sorted(
            ((position(node, page, self.order, self.descending), page, top) for page, top in arrivals),
            key=lambda place: place[0],
        )
        # from the last to the first, so that the positions found stay true
        for at, group in groupby(reversed(places), key=lambda place: place[0]):
            entries = [
                (Waiting(value_of(page, self.order), page.page_id, top), page) for _, page, top in group
            ]
            if at == len(node.children) and not node.pages_done:
                node.ids = None
                for entry, _ in entries if node.natural else ():
                    node.waiting_pages.insert(waiting_position(node, entry, self.descending), entry)
                continue
            in_order(entries, self.descending, lambda entry: entry[0])
            if not node.natural:
                entries.sort(key=lambda entry: index_key(entry[1], self.order), reverse=self.descending)
            self.insert(node, at, [self._table.new_page(node, page, entry.top) for entry, page in entries])
        if len(node.waiting_pages) > MANY:
            self._read_branch(node)

    def put_folder(self, node: Node, top: Folder) -> None:
        """A folder that holds several pages to where it belongs in an open branch."""
        at = folder_position(node, top.name)
        if at == node.before_pages and not node.folders_done:
            if node.natural:
                node.waiting_folders = sorted(
                    [*node.waiting_folders, top], key=lambda each: Value(each.name).key
                )
            return
        self.insert(node, at, self._folder_rows(node, [top], {}), folders=True)

    def put_single(self, node: Node, page: Page, top: Folder) -> None:
        """In a branch by keyset, the only page of a folder stands among the folders."""
        at = folder_position(node, top.name)
        if at != node.before_pages or node.folders_done:
            self.insert(node, at, [self._table.new_page(node, page, top)], folders=True)

    def replace(self, have: Node, top: Folder) -> None:
        """Another row for a folder: it was merged with one that does not hold everything any more, or held one page."""
        node = have.parent
        assert node is not None
        self.reshaping.emit(have)
        row = have.row_in_parent()
        self.remove(node, row, row)
        self.put_folder(node, top)
        self.reshaped.emit()

    def put_in_order(self, folder_id: int, waiting: list[Waiting] | None) -> None:
        """The natural order of a large branch, worked out elsewhere for all its pages as they are now; None where there
        is none to be had, and the branch is shown as the index has it."""
        node = self._folders.get(folder_id)
        if node is None or not (node.awaited or (waiting is not None and node.natural is False)):
            return
        if waiting is not None:
            self._ordered[folder_id] = waiting
        if node.awaited:
            self._fetch(node)
        else:
            self._read_branch(node)

    def _read_branch(self, node: Node) -> None:
        """Read a branch again that became too large for its order."""
        self.reshaping.emit(node)
        self.remove(node, 0, len(node.children) - 1)
        node.forget()
        self._load_more(node, waits=self.patient)
        self.reshaped.emit()

    # ---- what changes -------------------------------------------------------------------------------------------

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Order the pages; the loaded branches are read again, folders stay where they are."""
        descending = order == Qt.SortOrder.DescendingOrder
        if (column, descending) == (self._sorted_by, self.descending):
            return
        self._sorted_by, self.descending = column, descending
        self._order_anew()

    def _order_anew(self) -> None:
        """Read the loaded branches in the order of the column that they are sorted by."""
        beside = self._sorted_by - cells.COLUMNS
        if 0 <= beside < len(self.beside):
            self.order = self.beside[beside].order(self.descending)
            self._edition = self.beside[beside].edition
        else:
            self.order = cells.ORDER_OF.get(self._sorted_by, "title")
        for waits in [node for node in self._folders.values() if node.awaited]:
            assert waits.folder is not None
            self.unordered.emit(waits.folder.folder_id)
        for node in [node for node in self._folders.values() if node.natural is not None]:
            rows = len(node.children) > node.before_pages
            pages, node.ranked_soon = rows or node.ranked_soon, False
            if rows:
                self.remove(node, node.before_pages, len(node.children) - 1)
            if node.natural:
                if not self._put_in_order(node, times=4):
                    self._read_branch(node)
                    continue
            else:
                node.last_key, node.ids, node.pages_done = None, None, False
                if node.folder is not None and node.folder.pages <= MANY:
                    self.unordered.emit(node.folder.folder_id)
            if pages:
                self._load_pages(node, waits=True)

    def show_kinds(self, kinds: Collection[str]) -> None:
        """Choose which kinds of pages are shown; starts over."""
        if tuple(kinds) != self.shown.kinds:
            self._change(tuple(kinds), self.shown.selection)

    def show_chosen(self, selection: Selection | None) -> None:
        """Show only the pages of a selection and the folders they are in, or all of them; starts over."""
        if selection is not self.shown.selection:
            self._change(self.shown.kinds, selection)

    def use(self, reader: ArchiveReader) -> None:
        """Show another day of the archive; starts over."""
        self._reader = reader
        self.shown.use(reader)
        self.titles.use(reader)
        self.read_again()

    def read_again(self) -> None:
        """Read everything that is loaded once more."""
        self._change(self.shown.kinds, self.shown.selection)

    def _change(self, kinds: tuple[str, ...], selection: Selection | None) -> None:
        self.beginResetModel()
        self.shown.kinds, self.shown.selection = kinds, selection
        self._start_over()
        self.endResetModel()

    def opened_folders(self, within: Node | None = None) -> list[int]:
        """Ids of folders with loaded rows below: all of them, or those of a row and below it."""
        if within is None:
            return [number for number, node in self._folders.items() if node.opened]
        here = [within.folder.folder_id] if within.folder and within.opened else []
        return here + [id for child in within.children if child.folder for id in self.opened_folders(child)]

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
        """Show loaded pages without a title of their own by the names that links give them now; they stay in their rows
        until the branch is read again."""
        fresh = named_anew(
            self._reader, [node.page for node in self._pages.values() if node.page is not None]
        )
        for id, page in fresh.items():
            self._pages[id].page = page
        if fresh:
            self.redraw()

    def redraw(self) -> None:
        """Titles of pages, or what stands behind them, are others now."""
        for node in list(self._nodes.values()):
            pages = [child for child in node.children if child.page is not None]
            if pages:
                first, last = self.index_of(pages[0]), self.index_of(pages[-1], self.columnCount() - 1)
                roles = [Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.DecorationRole]
                self.dataChanged.emit(first, last, roles)


def pages_in_order(
    reader: ArchiveReader, folder_id: int, order: Order, chosen: Selection | None = None
) -> list[int]:
    """The numbers of the pages of a folder in an order that the index has not got. Whether a page is shown at all is looked
    at when it is read."""
    found = reader.page_numbers(folder_id, chosen)
    ids: list[int] = order.ordered(np.array(found, np.int64)).tolist()
    return ids
