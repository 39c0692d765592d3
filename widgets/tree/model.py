"""The archive as a lazy tree: site → folder → page.

Branches are loaded in chunks by keyset when somebody opens them. Indexes carry a node's number, never a pointer.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from app.archive import Page, Selection
from app.errors import UserError
from widgets import jobs
from widgets.tree import cells
from widgets.tree.live import Growth
from widgets.tree.nodes import Node, key_of
from widgets.tree.shown import DOCUMENTS, Shown
from widgets.tree.table import NodeTable

if TYPE_CHECKING:
    from app.archive import ArchiveReader

CHUNK = 300
Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()


class ArchiveModel(QAbstractItemModel):
    """Rows are Pages and Folders of one ArchiveReader; `grow(seq)` takes in what a crawl has stored meanwhile."""

    grown = Signal()

    def __init__(self, reader: ArchiveReader, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._reader = reader
        self.shown = Shown(reader)
        self.order, self.descending = "title", False
        self._table = NodeTable()
        self.new_folder, self.new_page = self._table.new_folder, self._table.new_page
        self._nodes, self._folders, self._pages = self._table.nodes, self._table.folders, self._table.pages
        self._start_over()
        self._growth = Growth(self, reader)

    # ---- what it holds ------------------------------------------------------------------------------------------

    def _start_over(self) -> None:
        self.root = self._table.start_over()
        self.pinned: Node | None = None
        sites = [self.new_folder(self.root, site) for site in self._reader.sites() if self.shown.holds(site)]
        self.root.insert(0, sites)
        self.root.folders_done = self.root.pages_done = True

    @property
    def loaded(self) -> int:
        return len(self._nodes)

    def folder_node(self, folder_id: int) -> Node | None:
        """The node of a folder when it is loaded."""
        return self._folders.get(folder_id)

    def page_node(self, page_id: int) -> Node | None:
        """The node of a page when it is loaded."""
        return self._pages.get(page_id)

    def node(self, index: Index) -> Node | None:
        """The node of an index; the root for the invalid index."""
        return self._nodes.get(index.internalId()) if index.isValid() else self.root

    def index_of(self, node: Node, column: int = 0) -> QModelIndex:
        """The index of a node."""
        return QModelIndex() if node is self.root else self.createIndex(node.row_in_parent(), column, node.number)

    def page_at(self, index: Index) -> Page | None:
        """The page in a row, None for folders."""
        return node.page if (node := self.node(index)) else None

    def index_of_page(self, page: Page) -> QModelIndex:
        """The index of a page, loading the branches that lead there; invalid when it is not shown."""
        node = self.page_node(page.page_id)
        if node is None:
            parent = self._load_folder(page.folder_id)
            while parent is not None and not parent.complete and page.page_id not in self._pages:
                self._load_more(parent)
            node = self.page_node(page.page_id)
        return self.index_of(node) if node else QModelIndex()

    def index_of_folder(self, folder_id: int) -> QModelIndex:
        """The index of a folder, loading the branches that lead there; invalid when it is not shown."""
        return self.index_of(node) if (node := self._load_folder(folder_id)) else QModelIndex()

    def _load_folder(self, folder_id: int) -> Node | None:
        node = self.folder_node(folder_id)
        if node is None:
            folder = self._reader.folder(folder_id)
            parent = self._load_folder(folder.parent_id) if folder.parent_id is not None else None
            while parent is not None and not parent.folders_done and folder_id not in self._folders:
                self._load_more(parent)
            node = self.folder_node(folder_id)
        return node

    # ---- QAbstractItemModel -------------------------------------------------------------------------------------

    def index(self, row: int, column: int, parent: Index = _NOWHERE) -> QModelIndex:
        # called for each row of each layout, while a crawl wants the interpreter too: no call more than needed
        node = self._nodes.get(parent.internalId()) if parent.isValid() else self.root
        if node is None or not (0 <= row < len(node.children) and 0 <= column < cells.COLUMNS):
            return QModelIndex()
        return self.createIndex(row, column, node.children[row].number)

    def parent(self, index: Index = None) -> QModelIndex | QObject:
        if index is None:
            return super().parent()
        node = self.node(index)
        if not index.isValid() or node is None or node.parent is None:
            return QModelIndex()
        return self.index_of(node.parent)

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        node = self.node(parent)
        return len(node.children) if node and parent.column() <= 0 else 0

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        return cells.COLUMNS

    def hasChildren(self, parent: Index = _NOWHERE) -> bool:
        node = self.node(parent)
        return node is not None and parent.column() <= 0 and (bool(node.children) or not node.complete)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        node = self.node(index)
        if not index.isValid() or node is None:
            return None
        if node.page:
            return cells.page_data(node.page, index.column(), role)
        if node.folder is None:
            return None
        everything, fitting = self.shown.kinds != DOCUMENTS, self.shown.fitting(node.folder)
        return cells.folder_data(node.folder, index.column(), role, everything, fitting)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < cells.COLUMNS:
            return None
        return cells.header(section, role)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        node = self.node(index)
        return flags | Qt.ItemFlag.ItemNeverHasChildren if node and node.page else flags

    def canFetchMore(self, parent: Index) -> bool:
        # QTreeView fetches for each open branch at each layout: to it, only what was never loaded can be fetched
        node = self.node(parent)
        return node is not None and not node.opened and not node.complete

    def more_below(self, parent: Index) -> bool:
        """Whether a branch has rows that are not loaded; the view asks for them where somebody looks."""
        node = self.node(parent)
        return node is not None and not node.complete

    def fetchMore(self, parent: Index) -> None:
        """Load the next chunk of a branch. Never raises: the view calls this from inside of calls of ours, and an
        exception that goes through it would end the program."""
        node = self.node(parent)
        if node is None:
            return
        try:
            self._load_more(node)
        except sqlite3.ProgrammingError:
            node.folders_done = node.pages_done = True  # the archive was closed meanwhile
        except (sqlite3.Error, OSError, UserError) as error:
            node.folders_done = node.pages_done = True  # else each layout would ask again
            jobs.center().failed.emit(error)

    # ---- loading ------------------------------------------------------------------------------------------------

    def _load_more(self, node: Node) -> None:
        """The next folders, and when there are none left the next pages, until something new is in."""
        before = len(node.children)
        while not node.complete and len(node.children) == before:
            if node.folders_done:
                self._load_pages(node)
            else:
                self._load_folders(node)
        if before == 0 and node.folders_done and not node.pages_done and len(node.children) < CHUNK:
            self._load_pages(node)

    def _load_folders(self, node: Node) -> None:
        assert node.folder is not None
        found = self._reader.folders(node.folder.folder_id, after=node.last_folder, limit=CHUNK)
        if found:
            node.last_folder = found[-1].name
        node.folders_done = len(found) < CHUNK
        fresh = [folder for folder in found if self.shown.holds(folder) and folder.folder_id not in self._folders]
        self.insert(node, node.subfolders, [self.new_folder(node, folder) for folder in fresh])

    def _load_pages(self, node: Node) -> None:
        assert node.folder is not None
        found = self._reader.pages(
            node.folder.folder_id, kinds=self.shown.kinds, order=self.order, descending=self.descending,
            after=node.last_key, limit=CHUNK, chosen=self.shown.selection,
        )  # fmt: skip
        if found:
            node.last_key = key_of(found[-1], self.order)
        node.pages_done = len(found) < CHUNK
        fresh = [page for page in found if page.page_id not in self._pages]
        node.wanted += CHUNK
        self.insert(node, len(node.children), [self.new_page(node, page) for page in fresh])

    def trim(self, node: Node, keep: int) -> None:
        """Let go of the pages after the first `keep`; they are read again when somebody scrolls there."""
        first = node.subfolders + keep
        if self.pinned is not None and self.pinned.parent is node:
            first = max(first, self.pinned.row_in_parent() + 1)
        if first < len(node.children):
            self.beginRemoveRows(self.index_of(node), first, len(node.children) - 1)
            surplus = node.children[first:]
            del node.children[first:]
            self._table.release(surplus)
            self.endRemoveRows()
            last = node.children[-1].page
            node.last_key = key_of(last, self.order) if last else None
            node.pages_done = False

    def pin(self, page: Page) -> None:
        """Never let go of the page somebody looks at."""
        self.pinned = self._pages.get(page.page_id)

    def insert(self, node: Node, at: int, fresh: Sequence[Node]) -> None:
        """Insert nodes below `node` and say so."""
        if fresh:
            self.beginInsertRows(self.index_of(node), at, at + len(fresh) - 1)
            node.insert(at, fresh)
            self.endInsertRows()

    # ---- what changes -------------------------------------------------------------------------------------------

    def grow(self, seq: int) -> None:
        """Take in what was stored up to `seq`, in slices of the event loop."""
        self._growth.to(seq)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Order the pages; the loaded branches are read again, folders stay where they are."""
        wanted = (cells.ORDER_OF.get(column, "title"), order == Qt.SortOrder.DescendingOrder)
        if wanted == (self.order, self.descending):
            return
        self.order, self.descending = wanted
        for node in [node for node in self._folders.values() if node.folders_done and node.opened]:
            pages = node.children[node.subfolders :]
            if pages:
                self.beginRemoveRows(self.index_of(node), node.subfolders, len(node.children) - 1)
                del node.children[node.subfolders :]
                self._table.release(pages)
                self.endRemoveRows()
            node.last_key, node.pages_done = None, False
            self._load_pages(node)

    def show_kinds(self, kinds: Collection[str]) -> None:
        """Choose which kinds of pages are shown; starts over."""
        if tuple(kinds) != self.shown.kinds:
            self._change(tuple(kinds), self.shown.selection)

    def show_chosen(self, selection: Selection | None) -> None:
        """Show only the pages of a selection and the folders they are in, or all of them; starts over."""
        if selection is not self.shown.selection:
            self._change(self.shown.kinds, selection)

    def read_again(self) -> None:
        """Read everything that is loaded once more."""
        self._change(self.shown.kinds, self.shown.selection)

    def _change(self, kinds: tuple[str, ...], selection: Selection | None) -> None:
        self.beginResetModel()
        self.shown.kinds, self.shown.selection = kinds, selection
        self._start_over()
        self.endResetModel()

    def opened_folders(self) -> list[int]:
        """Ids of the folders something was loaded below."""
        return [number for number, node in self._folders.items() if node.opened]
