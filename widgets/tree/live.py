"""How the tree grows while a crawl runs: the model reads what is new and puts it in, parent by parent, in slices."""

from __future__ import annotations

import time
from collections import defaultdict
from itertools import groupby
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from app.archive import Folder, Page
from widgets.courtesy import first
from widgets.tree import cells
from widgets.tree.nodes import Node, folder_position, position, sort_key

if TYPE_CHECKING:
    from app.archive import ArchiveReader
    from widgets.tree.model import ArchiveModel

BUDGET = 0.015  # seconds of the event loop that one slice may take
READ = 100  # changes read at a time
# The view lays out all rows of open branches anew after each insertion. So a branch that grows past what somebody
# asked for is cut back; the rest is fetched when somebody scrolls there. With MANY rows in the tree, the sooner.
LONG, SHORT, SLACK, MANY = 300, 100, 100, 4000


class Growth(QObject):
    """Brings an ArchiveModel up to a sequence number."""

    def __init__(self, model: ArchiveModel, reader: ArchiveReader) -> None:
        super().__init__(model)
        self._model, self._reader = model, reader
        self._seq = self._wanted = reader.last_seq()
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._slice)

    @property
    def busy(self) -> bool:
        """Whether there is more to take in."""
        return self._timer.isActive()

    def to(self, seq: int) -> None:
        """Begin to take in everything up to `seq`."""
        self._wanted = max(self._wanted, seq)
        if self._seq < self._wanted and not self._timer.isActive():
            self._timer.start()

    @first
    def _slice(self) -> None:
        end = time.monotonic() + BUDGET
        while self._seq < self._wanted:
            pages = self._reader.changes_after(self._seq, READ)
            if not pages:
                self._seq = self._wanted
                break
            self._take(pages)
            self._seq = pages[-1].changed
            if time.monotonic() >= end:
                break
        if self._seq < self._wanted:
            self._timer.start()
        self._model.grown.emit()

    def _take(self, pages: list[Page]) -> None:
        chains: dict[int, list[Folder]] = {}
        fresh: dict[int, list[Page]] = defaultdict(list)
        changed: dict[int, list[Node]] = defaultdict(list)
        for page in pages:
            if page.folder_id not in chains:
                chains[page.folder_id] = self._chain(page.folder_id, chains)
            node = self._model.page_node(page.page_id)
            if node is not None:
                node.page = page
                changed[page.folder_id].append(node)
            elif self._model.shown.holds(page):
                fresh[page.folder_id].append(page)
                if page.versions + page.visits == 1:  # others may be counted among those that fit already
                    self._model.shown.count_in(chains[page.folder_id])
        self._show_folders(chains)
        for folder_id, arrivals in fresh.items():
            parent = self._model.folder_node(folder_id)
            # what came into being with a folder just made visible may have been loaded with it
            if parent is not None and parent.folders_done and parent.opened:
                self._insert(parent, [page for page in arrivals if self._model.page_node(page.page_id) is None])
        for nodes in changed.values():
            self._announce(nodes)

    def _chain(self, folder_id: int, known: dict[int, list[Folder]]) -> list[Folder]:
        """The folder and those above it, from the site down, as they are now."""
        folder = self._reader.folder(folder_id)
        if folder.parent_id is None:
            return [folder]
        if folder.parent_id not in known:
            known[folder.parent_id] = self._chain(folder.parent_id, known)
        return [*known[folder.parent_id], folder]

    def _show_folders(self, chains: dict[int, list[Folder]]) -> None:
        seen: set[int] = set()
        for chain in chains.values():
            above = self._model.root
            for folder in chain:
                node = self._model.folder_node(folder.folder_id)
                if node is not None:
                    if folder.folder_id not in seen and node.folder != folder:
                        node.folder = folder
                        self._announce([node])
                elif not self._model.shown.holds(folder) or (not above.opened and above is not self._model.root):
                    break
                else:
                    at = folder_position(above, folder.name)
                    if at == above.subfolders and not above.folders_done:
                        break  # comes with the next chunk
                    node = self._model.new_folder(above, folder)
                    self._model.insert(above, at, [node])
                seen.add(folder.folder_id)
                above = node

    def _insert(self, parent: Node, arrivals: list[Page]) -> None:
        order, descending = self._model.order, self._model.descending
        places = sorted(
            ((position(parent, page, order, descending), page) for page in arrivals),
            key=lambda place: place[0],
        )
        # from the last to the first, so that the positions found stay true
        for at, group in groupby(reversed(places), key=lambda pair: pair[0]):
            run = [page for _, page in group]
            if at == len(parent.children) and not parent.pages_done:
                continue  # comes with the next chunk
            run.sort(key=lambda page: sort_key(page, order), reverse=descending)
            self._model.insert(parent, at, [self._model.new_page(parent, page) for page in run])
        limit = SHORT if self._model.loaded >= MANY else LONG
        if len(parent.children) - parent.subfolders > max(limit, parent.wanted) + SLACK:
            self._model.trim(parent, max(limit, parent.wanted))

    def _announce(self, nodes: list[Node]) -> None:
        """One signal for all rows between the first and the last that changed."""
        first = min(nodes, key=Node.row_in_parent)
        last = max(nodes, key=Node.row_in_parent)
        self._model.dataChanged.emit(self._model.index_of(first), self._model.index_of(last, cells.COLUMNS - 1), [])
