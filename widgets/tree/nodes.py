"""What the tree model keeps for each row, and how rows are ordered. No Qt in here."""

from __future__ import annotations

from collections.abc import Sequence

from app.archive import Folder, Page

Key = tuple[str | int, int]

ORDERS = ("title", "type", "versions", "last", "length", "status", "name")


class Node:
    """A row: a folder (or site) with its children, or a page. The root has neither folder nor page."""

    __slots__ = (
        "children", "folder", "folders_done", "last_folder", "last_key", "number", "page", "pages_done", "parent",
        "row", "stale", "subfolders", "wanted",
    )  # fmt: skip

    def __init__(
        self, number: int, parent: Node | None, folder: Folder | None = None, page: Page | None = None
    ) -> None:
        self.number = number
        self.parent = parent
        self.folder = folder
        self.page = page
        self.children: list[Node] = []
        self.subfolders = 0  # children before the pages
        self.row = 0
        self.stale = False  # rows of the children must be counted again
        self.forget()

    def forget(self) -> None:
        """Back to the state in which nothing below was loaded."""
        self.children.clear()
        self.subfolders = 0
        self.wanted = 0  # how many pages somebody asked for by opening and scrolling
        self.last_folder = ""
        self.last_key: Key | None = None
        self.folders_done = self.pages_done = self.page is not None

    @property
    def complete(self) -> bool:
        """True when there is nothing more to load below."""
        return self.folders_done and self.pages_done

    @property
    def opened(self) -> bool:
        """True when something below was loaded."""
        return bool(self.children) or self.folders_done

    def row_in_parent(self) -> int:
        """The row of this node among its siblings."""
        parent = self.parent
        if parent is None:
            return 0
        if parent.stale:
            for row, child in enumerate(parent.children):
                child.row = row
            parent.stale = False
        return self.row

    def insert(self, at: int, nodes: Sequence[Node]) -> None:
        """Put `nodes` in at a row; folders count as subfolders."""
        for row, child in enumerate(nodes, at):
            child.row = row
        self.stale = self.stale or at < len(self.children)
        self.children[at:at] = nodes
        self.subfolders += sum(child.folder is not None for child in nodes)


def key_of(page: Page, order: str) -> Key:
    """The sort key of a page as the reader wants it in `after`."""
    value: str | int
    match order:
        case "title":
            value = page.title or page.name
        case "last":
            value = int(page.last.timestamp())
        case _:
            value = getattr(page, order)
    return value, page.page_id


def sort_key(page: Page, order: str) -> Key:
    """The sort key of a page as Python compares it the way the index does."""
    value, page_id = key_of(page, order)
    return (_fold(str(value)) if order == "title" else value), page_id


def _fold(text: str) -> str:
    """ASCII letters in lower case: what NOCASE of SQLite compares."""
    return "".join(char.lower() if char.isascii() else char for char in text)


def position(node: Node, page: Page, order: str, descending: bool) -> int:
    """The row below `node` where a page belongs."""
    wanted = sort_key(page, order)
    low, high = node.subfolders, len(node.children)
    while low < high:
        middle = (low + high) // 2
        other = node.children[middle].page
        assert other is not None, "pages come after folders"
        here = sort_key(other, order)
        if (here > wanted) if descending else (here < wanted):
            low = middle + 1
        else:
            high = middle
    return low


def folder_position(node: Node, name: str) -> int:
    """The row below `node` where a folder belongs."""
    low, high = 0, node.subfolders
    while low < high:
        middle = (low + high) // 2
        other = node.children[middle].folder
        assert other is not None, "folders come before pages"
        if other.name < name:
            low = middle + 1
        else:
            high = middle
    return low
