"""The nodes of the tree of a page: elements and texts, each with its place in the source and its weight."""

from __future__ import annotations

from collections.abc import Iterable

from app.blocks.page.elements import Kind

TEXT = "-text"
WORDS, LAYOUT, MIXED = 1, 2, 4  # what is in a node: words, layout, layout that is not pure


class Way:
    """The progress of numbering the children of an element, and its path once known."""

    __slots__ = ("named", "numbered", "path")

    def __init__(self) -> None:
        self.path: str | None = None
        self.numbered = 0  # how many children have their position
        self.named: dict[str, int] = {}  # how many of each name these are


_COMMON: tuple[str, ...] = (
    "children",
    "parent",
    "position",
    "weight",
)  # more of elements; texts have constants


class Node:
    """An element or a text of the tree. Offsets are characters of the source text, -1 while unknown."""

    __slots__ = _COMMON
    parent: Node | None
    children: list[Node]
    weight: int  # 0 for what shows nothing
    position: int  # among the siblings with its name, once it was asked for; among the texts
    tag: str
    kind: Kind
    number: int  # of its start tag; -1 when the parser made the element
    first: int  # smallest and largest number inside
    last: int
    start: int
    end: int
    count: int  # how many numbers inside
    mapped: bool  # its source is one stretch with nothing of others in it
    texts: int  # text nodes below it, empty ones included
    around: int  # bits of grammar while it is read: what is open here
    inside: int  # WORDS, LAYOUT, MIXED
    background: str | None
    choice: int  # a number made of what it says, once it was asked for; -1
    way: Way | None

    @property
    def inline(self) -> bool:
        """No layout inside."""
        return self.kind != "layout" and not self.inside & LAYOUT

    @property
    def pure(self) -> bool:
        """Rule 8 or, of all its layout children, 8 or 9."""
        return self.kind == "layout" and self.inside & (WORDS | MIXED) == WORDS

    def path(self) -> str:
        """XPath with positions in the HTML5 tree."""
        unknown: list[Node] = []
        node: Node | None = self
        path = ""
        while node is not None:
            if node.way is not None and node.way.path is not None:
                path = node.way.path
                break
            unknown.append(node)
            node = node.parent
        for node in reversed(unknown):
            parent = node.parent
            if parent is not None and (parent.way is None or parent.way.numbered < len(parent.children)):
                parent._number_children()
            if node.tag == TEXT:
                return f"{path}/text()[{node.position}]"
            path = f"{path}/{node.tag}[{node.position}]"
            if node.way is None:
                node.way = Way()
            node.way.path = path
        return path

    def _number_children(self) -> None:
        """Give those children their positions that came since the last time."""
        way = self.way
        if way is None:
            way = self.way = Way()
        named = way.named
        for child in self.children[way.numbered :]:
            tag = child.tag
            if tag != TEXT:
                child.position = named[tag] = named.get(tag, 0) + 1
        way.numbered = len(self.children)

    def cover(self) -> None:
        """Take the place of the children together, which stand side by side in the source."""
        first = next((child for child in self.children if child.count), None)
        if first is None:
            return
        last = next(child for child in reversed(self.children) if child.count)
        if self.number < 0:
            self.first, self.start = first.first, first.start
        self.last = last.last
        self.end = max(self.end, last.end)
        if not isinstance(self, Whole):
            self.count = self.last - self.first + 1
            self.mapped = True


class Element(Node):
    """An element that the parser made, or that has no start tag."""

    __slots__ = (
        "around",
        "background",
        "choice",
        "count",
        "end",
        "first",
        "inside",
        "kind",
        "last",
        "mapped",
        "number",
        "start",
        "tag",
        "texts",
        "way",
    )


class Whole(Node):
    """An element that begins with its start tag, and whose source is one stretch."""

    __slots__ = (
        "around",
        "background",
        "choice",
        "end",
        "inside",
        "kind",
        "last",
        "number",
        "start",
        "tag",
        "texts",
        "way",
    )
    mapped = True
    count = 1

    @property
    def first(self) -> int:  # type: ignore[override]
        return self.number


class Text(Node):
    """A text that shows something."""

    __slots__ = ()
    tag = TEXT
    kind = "text"
    number = first = last = start = end = choice = -1
    count = texts = around = inside = 0
    mapped = False
    background = way = None


def text_node(parent: Node, position: int, weight: int) -> Text:
    """A text; its parent does not know it yet."""
    node = Text()
    node.parent, node.position, node.weight, node.children = parent, position, weight, []
    return node


def element(parent: Node | None, tag: str, kind: Kind) -> Node:
    """An element of which only the name is known; its parent does not know it yet."""
    node = Element()
    node.parent, node.tag, node.kind, node.children = parent, tag, kind, []
    node.number = node.first = node.last = node.start = node.end = node.choice = -1
    node.weight = node.count = node.texts = node.around = node.inside = 0
    node.background = node.way = None
    node.position, node.mapped = 1, False
    return node


def release(root: Node, nodes: Iterable[Node] = ()) -> None:
    """Take a tree apart: the cyclic collector is late and slow in the window's process. `nodes` at hand save the search."""
    for node in nodes:
        if node.children:
            node.children = []
    pending = [root]
    while pending:
        node = pending.pop()
        if node.children:
            pending += node.children
            node.children = []


def weight_of(text: str) -> int:
    """What a text between tags weighs."""
    if text.isspace():
        return 0
    return len(text.strip()) if text.isascii() else width(text)


def width(text: str) -> int:
    """The room of a text: a CJK character takes as much as two others."""
    return (len(text) + len(text.encode("utf-8", "replace"))) // 2
