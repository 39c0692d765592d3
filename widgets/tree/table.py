"""The nodes of the tree that are loaded, by what they are asked for. No Qt in here."""

from __future__ import annotations

from collections.abc import Sequence

from app.archive import Folder, Page
from widgets.tree.nodes import Node


class NodeTable:
    """Nodes by their number, their folder's id, their page's id. A number is never given twice: indexes of a view may
    outlive their nodes. The three dictionaries stay the same objects."""

    def __init__(self) -> None:
        self.nodes: dict[int, Node] = {}
        self.folders: dict[int, Node] = {}
        self.pages: dict[int, Node] = {}
        self._next_number = 1

    def start_over(self) -> Node:
        """Forget all of them; returns the new root, which has the number 0."""
        for each in (self.nodes, self.folders, self.pages):
            each.clear()
        root = self.nodes[0] = Node(0, None)
        return root

    def new_folder(self, parent: Node, folder: Folder) -> Node:
        """A node for a folder, not yet inserted."""
        node = self.folders[folder.folder_id] = self._register(Node(self._next_number, parent, folder=folder))
        return node

    def new_page(self, parent: Node, page: Page) -> Node:
        """A node for a page, not yet inserted."""
        node = self.pages[page.page_id] = self._register(Node(self._next_number, parent, page=page))
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

    def _register(self, node: Node) -> Node:
        self.nodes[node.number] = node
        self._next_number += 1
        return node
