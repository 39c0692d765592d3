"""Growth of the tree while a crawl runs: new pages are read and put into the model, parent by parent, in slices."""

from __future__ import annotations

import time
from collections import defaultdict
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from app.archive.model import Folder, Page
from app.archive.reader import HOME_NAMES
from widgets.kit.courtesy import first
from widgets.tree.model import ArchiveModel
from widgets.tree.nodes import Node

if TYPE_CHECKING:
    from app.archive.reader import ArchiveReader

BUDGET = 0.015  # seconds of the event loop that one slice may take
READ = 100  # changes read at a time
# The view lays out all rows of open branches anew after each insertion. So a branch that grows past what
# somebody asked for is cut back; the rest is fetched when somebody scrolls there. With MANY rows in the
# tree, the sooner.
LONG, SHORT, SLACK, MANY = 300, 100, 100, 4000


class Growth(QObject):
    """Brings an ArchiveModel up to a sequence number; it begins where the archive is when this is made."""

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

    def pass_over(self) -> None:
        """The model has read everything anew that has come so far."""
        self.rest()
        self._seq = self._wanted = self._reader.last_seq()

    def rest(self) -> None:
        """The archive is put away: nothing more is read of it."""
        self._wanted = self._seq
        self._timer.stop()

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
        self._model.titles.grown()
        self._model.grown.emit()

    def _take(self, pages: list[Page]) -> None:
        chains: dict[int, list[Folder]] = {}
        fresh: dict[int, list[Page]] = defaultdict(list)  # by site
        changed: dict[int, list[Node]] = defaultdict(list)
        for page in pages:
            if page.folder_id not in chains:
                chains[page.folder_id] = self._chain(page.folder_id, chains)
            node = self._model.page_node(page.page_id)
            if node is not None:
                node.page = page
                changed[node.parent.number if node.parent else 0].append(node)
            elif self._model.shown.holds(page):
                fresh[chains[page.folder_id][0].folder_id].append(page)
                if page.versions + page.visits == 1:  # others may be counted among those that fit already
                    self._model.shown.count_in(chains[page.folder_id])
        self._show_counts(chains)
        for arrivals in fresh.values():
            self._show_site(arrivals, chains)
        for nodes in changed.values():
            self._announce(
                [each for each in nodes if each.page and self._model.page_node(each.page.page_id) is each]
            )

    def _chain(self, folder_id: int, known: dict[int, list[Folder]]) -> list[Folder]:
        """The folder and those above it, from the site down, as they are now."""
        folder = self._reader.folder(folder_id)
        if folder.parent_id is None:
            return [folder]
        if folder.parent_id not in known:
            known[folder.parent_id] = self._chain(folder.parent_id, known)
        return [*known[folder.parent_id], folder]

    def _show_counts(self, chains: dict[int, list[Folder]]) -> None:
        """Update the counts of loaded folders."""
        for folder in {folder.folder_id: folder for chain in chains.values() for folder in chain}.values():
            node = self._model.folder_node(folder.folder_id)
            if node is not None and node.folder != folder:
                node.folder = folder
                self._announce([node])

    def _show_site(self, arrivals: list[Page], chains: dict[int, list[Folder]]) -> None:
        """New pages of one site, where somebody has opened the way to them."""
        site = chains[arrivals[0].folder_id][0]
        node = self._model.top_node(site.folder_id)
        if node is not None:
            self._below(node, arrivals, chains)
        elif self._model.shown.holds(site):
            self._model.site_changed(site)

    def _below(self, node: Node, pages: list[Page], chains: dict[int, list[Folder]]) -> None:
        """New pages of a folder and of the folders below it."""
        model = self._model
        if node.folder is None or node.natural is None:
            return
        arrivals: list[tuple[Page, Folder | None]] = []
        deeper: dict[int, list[Page]] = defaultdict(list)
        tops: dict[int, Folder] = {}
        for page in pages:
            chain = chains[page.folder_id]
            at = next((at for at, each in enumerate(chain) if each.folder_id == node.folder.folder_id), None)
            if at is None or model.page_node(page.page_id) is not None:
                continue  # what came into being with a folder just made visible may have been loaded with it
            if at == len(chain) - 1:
                arrivals.append((page, None))
            else:
                tops[chain[at + 1].folder_id] = chain[at + 1]
                deeper[chain[at + 1].folder_id].append(page)
        self._stop_waiting(node, {page.page_id for page, _ in arrivals}, set(tops))
        if not node.homes and any(page.name in HOME_NAMES for page, _ in arrivals):
            home = min((page for page, _ in arrivals if page.name in HOME_NAMES), key=_home_rank)
            model.insert_home(node, home)
            arrivals = [arrival for arrival in arrivals if arrival[0] is not home]
        for top in tops.values():
            single = self._show_top(node, top)
            if single is not None:
                arrivals.append((single, top))
        self._insert(node, arrivals)
        for id, below in deeper.items():
            child = model.top_node(id)
            if child is not None:
                self._below(child, below, chains)

    def _stop_waiting(self, node: Node, pages: set[int], tops: set[int]) -> None:
        """What has no row yet in an ordered branch is put in anew."""
        if node.waiting_pages:
            node.waiting_pages = [
                each
                for each in node.waiting_pages
                if each.page_id not in pages and (each.top is None or each.top.folder_id not in tops)
            ]
        if node.waiting_folders:
            node.waiting_folders = [each for each in node.waiting_folders if each.folder_id not in tops]

    def _show_top(self, node: Node, top: Folder) -> Page | None:
        """The row of a folder, as it has to be now; where it is to be that of its only page, that page."""
        model = self._model
        have = model.top_node(top.folder_id)
        if have is None:
            if not model.shown.holds(top):
                return None
            single = model.only_pages([top]).get(top.folder_id)
            if single is None:
                model.put_folder(node, top)
            elif node.natural:
                return single
            else:
                model.put_single(node, single, top)
        elif have.page is not None:
            if model.shown.count(top) > 1:
                model.replace(have, top)
        elif have.folder is not None and model.shown.count(have.folder) != model.shown.count(top):
            folder, _ = model.merged(top)
            if folder.folder_id != have.folder.folder_id:
                model.replace(have, top)
        return None

    def _insert(self, parent: Node, arrivals: list[tuple[Page, Folder | None]]) -> None:
        self._model.put_pages(parent, arrivals)
        limit = SHORT if self._model.loaded >= MANY else LONG
        if len(parent.children) - parent.before_pages > max(limit, parent.wanted) + SLACK:
            self._model.trim(parent, max(limit, parent.wanted))

    def _announce(self, nodes: list[Node]) -> None:
        """One signal for all rows of one branch between the first and the last that changed."""
        if not nodes:
            return
        first = min(nodes, key=Node.row_in_parent)
        last = max(nodes, key=Node.row_in_parent)
        self._model.dataChanged.emit(
            self._model.index_of(first), self._model.index_of(last, self._model.columnCount() - 1), []
        )


def _home_rank(page: Page) -> int:
    return HOME_NAMES.index(page.name)
