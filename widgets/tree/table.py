"""The nodes of the tree that are loaded, by what they are asked for. No Qt in here."""

from __future__ import annotations

from collections.abc import Sequence

from app.archive import Folder, Page
from widgets.tree.nodes import Node


class NodeTable:
    """Nodes by their number, their folder's id, the id of the folder they begin with, their page's id. A number is
    never given twice: indexes of a view may outlive their nodes. The dictionaries stay the same objects."""

    def __init__(self) -> None:
        self.nodes: dict[int, Node] = {}
        self.folders: dict[int, Node] = {}
        self.tops: dict[int, Node] = {}
        self.pages: dict[int, Node] = {}
        self._next_number = 1

    def start_over(self) -> Node:
        """Forget all of them; returns the new root, which has the number 0."""
        for each in (self.nodes, self.folders, self.tops, self.pages):
            each.clear()
        root = self.nodes[0] = Node(0, None)
        return root

    def new_folder(self, parent: Node, folder: Folder, top: Folder | None = None, name: str = "") -> Node:
        """A node for a folder, not yet inserted; with `top`, for all folders from there to it."""
        node = self._register(Node(self._next_number, parent, folder=folder, top=top, name=name))
        self.folders[folder.folder_id] = self.tops[(top or folder).folder_id] = node
        return node

    def new_page(self, parent: Node, page: Page, top: Folder | None = None) -> Node:
        """A node for a page, not yet inserted; with `top`, in place of the folder that holds nothing else."""
        node = self.pages[page.page_id] = self._register(Node(self._next_number, parent, page=page, top=top))
        if top is not None:
            self.tops[top.folder_id] = node
        return node

    def release(self, nodes: Sequence[Node]) -> None:
        """Forget these nodes, and all below them."""
        for node in nodes:
            self.release(node.children)
            self.nodes.pop(node.number, None)
            if node.page:
                self.pages.pop(node.page.page_id, None)
            elif node.folder:
                self.folders.pop(node.folder.folder_id, None)
            if node.top and self.tops.get(node.top.folder_id) is node:
                del self.tops[node.top.folder_id]

    def _register(self, node: Node) -> Node:
        self.nodes[node.number] = node
        self._next_number += 1
        return node
