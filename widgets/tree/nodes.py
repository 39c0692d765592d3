"""The nodes of the tree that are loaded, how rows are ordered, and which pages and folders are shown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from threading import get_ident
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from PySide6.QtCore import QCollator, QCollatorSortKey, QLocale, Qt

from app.archive.index.facets import Selection
from app.archive.model import Folder, Page

if TYPE_CHECKING:
    from app.archive.reader import ArchiveReader, Order


# What the tree model keeps for each row, and how rows are ordered.
#
# Below a folder stand its own page (home), then its folders, then its other pages. A folder that holds
# nothing but one other folder is one row with it ("2016/04"); one that holds but one page is that page's
# row.

Key = tuple[str | float, int]
T = TypeVar("T")


class Waiting(NamedTuple):
    """A page of a branch in natural order that has no row yet."""

    value: Value
    page_id: int
    top: Folder | None  # the folder whose only page it is


class Node:
    """A row: a folder (or site) with its children, or a page. The root has neither folder nor page.

    `top` is the folder directly below that of the parent: the first of merged folders, of which `folder` is the last, or
    the folder whose only page the row is.
    """

    __slots__ = (
        "awaited",
        "children",
        "folder",
        "folders_done",
        "homes",
        "ids",
        "last_folder",
        "last_key",
        "name",
        "natural",
        "number",
        "page",
        "pages_done",
        "parent",
        "ranked_soon",
        "row",
        "stale",
        "subfolders",
        "top",
        "waiting_folders",
        "waiting_pages",
        "wanted",
    )

    def __init__(
        self,
        number: int,
        parent: Node | None,
        folder: Folder | None = None,
        page: Page | None = None,
        top: Folder | None = None,
        name: str = "",
    ) -> None:
        self.number = number
        self.parent = parent
        self.folder = folder
        self.page = page
        self.top = top or folder
        self.name = name or (folder.name if folder else "")
        self.children: list[Node] = []
        self.row = 0
        self.stale = False  # rows of the children must be counted again
        self.forget()

    def forget(self) -> None:
        """Back to the state in which nothing below was loaded."""
        self.children.clear()
        self.homes = 0  # 1 when the first child is the folder's own page
        self.subfolders = 0  # children after it that stand among the folders
        self.natural: bool | None = (
            None  # whether all children were ordered at once; None: nothing was loaded
        )
        self.awaited = False  # whether nothing is loaded before the order of the rows is known
        self.ranked_soon = False  # whether the pages to come wait for an order that the index has not got
        self.waiting_folders: list[Folder] = []
        self.waiting_pages: list[Waiting] = []
        self.wanted = 0  # how many pages somebody asked for by opening and scrolling
        self.last_folder = ""
        self.last_key: Key | None = None
        self.ids: list[int] | None = None  # of the pages to come, where the index does not know their order
        self.folders_done = self.pages_done = self.page is not None

    @property
    def waits(self) -> bool:
        """Whether rows come once somebody has worked out their order."""
        return self.awaited or self.ranked_soon

    @property
    def before_pages(self) -> int:
        """The row of the first child that stands among the pages."""
        return self.homes + self.subfolders

    @property
    def complete(self) -> bool:
        """Whether everything below is loaded."""
        return self.folders_done and self.pages_done

    @property
    def opened(self) -> bool:
        """Whether anything below is loaded."""
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
        """Put `nodes` in at a row."""
        for row, child in enumerate(nodes, at):
            child.row = row
        self.stale = self.stale or at < len(self.children)
        self.children[at:at] = nodes

    def take(self, first: int, last: int) -> list[Node]:
        """Take the children of these rows away."""
        taken = self.children[first : last + 1]
        self.stale = self.stale or last + 1 < len(self.children)
        del self.children[first : last + 1]
        return taken


class Value:
    """A value that pages are ordered by, as a person orders it: p2 before p10, Chinese in the order of the language. Among
    equal ones the address decides: all pages of a list have one title, and stand in folders 2, 3 … 10."""

    __slots__ = ("_tie", "_url", "key")

    def __init__(self, value: str | float, collator: QCollator | None = None, url: str = "") -> None:
        self._url = url
        self._tie: QCollatorSortKey | None = None
        if isinstance(value, str):
            if "第" in value:
                value = _ORDINAL.sub(_in_digits, value)
            self.key: Any = (collator or _collator()).sortKey(value)
        else:
            self.key = value

    def __lt__(self, other: Value) -> bool:
        return bool(self.key < other.key)

    @property
    def tie(self) -> QCollatorSortKey:
        """The key of the address, made when it is needed."""
        if self._tie is None:
            self._tie = _collator().sortKey(self._url)
        return self._tie


def in_order(found: list[T], descending: bool, page: Callable[[T], Waiting]) -> None:
    """Put what stands for pages into natural order."""
    found.sort(key=lambda one: page(one).page_id, reverse=descending)
    found.sort(key=lambda one: page(one).value.key, reverse=descending)
    begin = 0
    for at in range(1, len(found) + 1):
        first = page(found[begin]).value
        if at < len(found):
            here = page(found[at]).value
            if not (here < first or first < here):
                continue
        if at - begin > 1:
            found[begin:at] = sorted(found[begin:at], key=lambda one: page(one).value.tie, reverse=descending)
        begin = at


def values(raw: Iterable[str | float]) -> list[Value]:
    """Many values, in the order given; asking for the language takes longer than making a key."""
    collator = _collator()
    return [Value(one, collator) for one in raw]


def keys_of(names: Iterable[str]) -> list[QCollatorSortKey]:
    """The keys that names are ordered by."""
    collator = _collator()
    return [collator.sortKey(_ORDINAL.sub(_in_digits, name) if "第" in name else name) for name in names]


def waiting_of(found: Iterable[tuple[int, str | float, str]]) -> list[Waiting]:
    """Pages of a branch by what the index says of them: number, value, address."""
    collator = _collator()
    return [Waiting(Value(value, collator, url), page_id, None) for page_id, value, url in found]


_NUMERALS = {sign: number for number, sign in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_UNITS = {"十": 10, "百": 100, "千": 1000}
_ORDINAL = re.compile(f"(?<=第)[{''.join((*_NUMERALS, *_UNITS))}]+")


def _in_digits(numeral: re.Match[str]) -> str:
    """第十二章 as 第12章: chapters are in their order, and not in that of their syllables."""
    if not any(sign in _UNITS for sign in numeral[0]):
        return "".join(str(_NUMERALS[sign]) for sign in numeral[0])  # 二〇一六
    total = digit = 0
    for sign in numeral[0]:
        if sign in _UNITS:
            total, digit = total + (digit or 1) * _UNITS[sign], 0
        else:
            digit = _NUMERALS[sign]
    return str(total + digit)


@lru_cache(maxsize=8)
def _collator_of(locale: str, thread: int) -> QCollator:
    made = QCollator(QLocale(locale))
    made.setNumericMode(True)
    made.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
    return made


def _collator() -> QCollator:
    """How texts are ordered in the language in use; each thread has its own."""
    locale = QLocale()
    name = "en" if locale.language() == QLocale.Language.C else locale.name()  # C knows bytes alone
    return _collator_of(name, get_ident())


def key_of(page: Page, order: Order) -> Key:
    """The sort key of a page as the reader wants it in `after`."""
    value: str | float
    if not isinstance(order, str):
        return order(page.page_id), page.page_id
    match order:
        case "title":
            value = page.indexed_title or page.name
        case "first" | "last":
            value = int(getattr(page, order).timestamp())
        case _:
            value = getattr(page, order)
    return value, page.page_id


def value_of(page: Page, order: Order) -> Value:
    """What a page is ordered by, as a person orders it."""
    if order == "title":
        return Value(page.title or page.name, url=page.url)
    return Value(key_of(page, order)[0], url=page.url)


def before(one: tuple[Value, int], other: tuple[Value, int]) -> bool:
    """Whether one page comes before another, in natural order; of equal ones the older."""
    if one[0] < other[0]:
        return True
    if other[0] < one[0]:
        return False
    if one[0].tie < other[0].tie:
        return True
    return not other[0].tie < one[0].tie and one[1] < other[1]


def index_key(page: Page, order: Order) -> Key:
    """The sort key of a page as Python compares it the way the index does."""
    value, page_id = key_of(page, order)
    return (_fold(str(value)) if order == "title" else value), page_id


def _fold(text: str) -> str:
    """ASCII letters in lower case: what NOCASE of SQLite compares."""
    return "".join(char.lower() if char.isascii() else char for char in text)


def position(node: Node, page: Page, order: Order, descending: bool) -> int:
    """The row below `node` where a page belongs among the pages."""
    low, high = node.before_pages, len(node.children)
    if node.natural:
        wanted = value_of(page, order), page.page_id

        def earlier(other: Page) -> bool:
            here = value_of(other, order), other.page_id
            return before(wanted, here) if descending else before(here, wanted)
    else:
        sought = index_key(page, order)

        def earlier(other: Page) -> bool:
            here = index_key(other, order)
            return here > sought if descending else here < sought

    while low < high:
        middle = (low + high) // 2
        other = node.children[middle].page
        assert other is not None, "pages come after folders"
        if earlier(other):
            low = middle + 1
        else:
            high = middle
    return low


def waiting_position(node: Node, page: Waiting, descending: bool) -> int:
    """Where a page belongs among those of `node` that have no row yet."""
    low, high = 0, len(node.waiting_pages)
    while low < high:
        middle = (low + high) // 2
        here = node.waiting_pages[middle]
        if before(page[:2], here[:2]) if descending else before(here[:2], page[:2]):
            low = middle + 1
        else:
            high = middle
    return low


def folder_position(node: Node, name: str) -> int:
    """The row below `node` where the row of a folder belongs among the folders."""
    low, high = node.homes, node.before_pages
    wanted = folder_key(node, name)
    while low < high:
        middle = (low + high) // 2
        other = node.children[middle].top
        assert other is not None, "folders come before pages"
        if folder_key(node, other.name) < wanted:
            low = middle + 1
        else:
            high = middle
    return low


def folder_key(node: Node, name: str) -> Any:
    """The sort key of a folder below `node`: sites and small branches are in natural order."""
    return Value(name) if node.natural else name


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


DOCUMENTS = ("document",)
EVERYTHING = ("document", "resource", "redirect", "error", "posted", "attached")


class Shown:
    """Kinds and selection (None: every page), and what follows from them."""

    def __init__(self, reader: ArchiveReader) -> None:
        self._reader = reader
        self.kinds: tuple[str, ...] = DOCUMENTS
        self.selection: Selection | None = None

    def use(self, reader: ArchiveReader) -> None:
        """Look with another reader."""
        self._reader = reader

    def holds(self, what: Folder | Page) -> bool:
        """Whether a folder or page belongs to what is shown now."""
        chosen = self.selection
        if isinstance(what, Page):
            return what.kind in self.kinds and (chosen is None or self._reader.fits(what, chosen.choice))
        return self.count(what) > 0

    def count(self, folder: Folder) -> int:
        """How many pages below a folder are shown."""
        if self.selection is not None:
            return self.selection.folders.get(folder.folder_id, 0)
        return folder.documents if self.kinds == DOCUMENTS else folder.pages

    def count_in(self, folders: Iterable[Folder]) -> None:
        """One page more that fits stands in these folders, which lie in each other."""
        if self.selection is not None:
            held = self.selection.folders
            for folder in folders:
                held[folder.folder_id] = held.get(folder.folder_id, 0) + 1
