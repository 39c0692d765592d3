"""The tree of a page, each element with its place in the source and with what it weighs on the page."""

from __future__ import annotations

from itertools import accumulate

from selectolax.lexbor import LexborHTMLParser, LexborNode

from app.blocks.guard import defuse
from app.blocks.spans import MARK, Scan
from app.blocks.styles import Style
from app.blocks.tags import MEDIA, UNSEEN, Kind, kind_of

_TEXT = "-text"
DEEP = 100  # elements open at once (or left open) from which the guard looks at the page
_NOTHING_BELOW = UNSEEN | {"img", "br", "input", "hr"}
LONG_TAG = 3000  # characters of a tag, likewise


class Node:
    """An element or a text of the tree. Offsets are characters of the source text, -1 while unknown."""

    number = -1  # of its start tag; -1 when the parser made the element
    weight = 0  # 0 for what shows nothing
    first = last = -1  # smallest and largest number inside
    count = 0  # how many numbers inside
    start = end = -1
    mapped = False  # its source is one stretch with nothing of others in it
    inline = True  # no layout inside
    pure = False  # rule 8 or, of all its layout children, 8 or 9
    texts = 0  # text nodes below it, empty ones included
    numbered = 0  # how many children have their position
    named: dict[str, int] | None = None  # how many of each name these are
    known_path: str | None = None
    position = 1  # among the siblings with its name
    background: str | None = None
    around = 0  # bits of grammar: what is open here
    words = layouts = mixed = False  # while it is read: has words, has layout, has layout that is not pure

    def __init__(self, parent: Node | None, tag: str, kind: Kind) -> None:
        self.parent = parent
        self.tag = tag
        self.kind: Kind = kind
        self.children: list[Node] = []

    def path(self) -> str:
        """XPath with positions in the HTML5 tree."""
        unknown: list[Node] = []
        node: Node | None = self
        while node is not None and node.known_path is None:
            unknown.append(node)
            node = node.parent
        path = node.known_path or "" if node is not None else ""
        for node in reversed(unknown):
            if node.parent is not None and node.parent.numbered < len(node.parent.children):
                node.parent._number_children()
            path = f"{path}/{'text()' if node.tag == _TEXT else node.tag}[{node.position}]"
            node.known_path = path
        return path

    def _number_children(self) -> None:
        """Give those children their positions that came since the last time."""
        if self.named is None:
            self.named = {}
        for child in self.children[self.numbered :]:
            if child.tag != _TEXT:
                child.position = self.named[child.tag] = self.named.get(child.tag, 0) + 1
        self.numbered = len(self.children)

    def cover(self) -> None:
        """Take the place of the children together, which stand side by side in the source."""
        inside = [child for child in self.children if child.count]
        if not inside:
            return
        if self.number < 0:
            self.first, self.start = inside[0].first, inside[0].start
        self.last = inside[-1].last
        self.count = self.last - self.first + 1
        self.end = max(self.end, inside[-1].end)
        self.mapped = True

    def seen(self) -> list[Node]:
        """The children that show something."""
        return [child for child in self.children if child.weight]


class Whole(Node):
    """An element that begins with its start tag, and whose source is one stretch."""

    mapped = True
    count = 1


def build(scan: Scan, style: Style) -> tuple[Node, list[str]]:
    """The tree of a scanned page from its root element, and what had to be left out of it."""
    marked = scan.marked()
    warnings: list[str] = []
    if scan.deepest > DEEP or scan.longest > LONG_TAG:
        marked, warnings = defuse(marked)
    tree = LexborHTMLParser(marked, scripting=True)
    builder = _Builder(scan, style)
    root = builder.run(tree.root)
    builder.place(root)
    return root, warnings


def release(root: Node) -> None:
    """Take a tree apart that is needed no more: the window's process collects cyclic garbage late and at a cost."""
    pending = [root]
    while pending:
        node = pending.pop()
        if node.children:
            pending += node.children
            node.children = []


def width(text: str) -> int:
    """The room a text takes: a CJK character as much as two others."""
    return (len(text) + len(text.encode("utf-8", "replace"))) // 2


class _Builder:
    """One pass down the tree and back up, without recursion."""

    def __init__(self, scan: Scan, style: Style) -> None:
        self._scan = scan
        self._style = style
        self._live = bytearray(len(scan.names))
        self._order: list[Node] = []  # elements, children before parents

    def run(self, node: LexborNode | None) -> Node:
        root = current = Node(None, "html", "layout")
        if node is None:
            return root
        self._read(root, node)
        stack: list[LexborNode] = []
        inside = node.first_child
        read, leave, own, scan = self._read, self._leave, self._style.own, self._scan
        asks_all = self._style.source == "rendered"
        while True:
            if inside is not None:
                tag = inside.tag or ""
                if tag == _TEXT:
                    current.texts += 1
                    text = inside.text_content
                    if text and not text.isspace():
                        child = Node(current, tag, "text")
                        child.position = current.texts
                        child.weight = len(text.strip()) if text.isascii() else width(text)
                        current.children.append(child)
                elif tag[:1] not in "-!":
                    child = Node(current, tag, kind_of(tag))
                    current.children.append(child)
                    read(child, inside)
                    if asks_all or child.kind == "layout" or tag in MEDIA:
                        own(child, scan)
                    down = None if tag in _NOTHING_BELOW else inside.first_child
                    if down is not None:
                        stack.append(inside)
                        current, inside = child, down
                        continue
                    leave(child)
                inside = inside.next
                continue
            leave(current)
            if not stack:
                return root
            inside = stack.pop().next
            assert current.parent is not None
            current = current.parent

    def _read(self, node: Node, element: LexborNode) -> None:
        """Take the number of an element; a copy that the parser made of a formatting element gets none."""
        value = element.attributes.get(MARK)
        if value is not None and value.isdecimal():
            number = int(value)
            live = self._live
            if number < len(live) and not live[number]:
                live[number] = 1
                node.number = node.first = node.last = number
                node.count = 1

    def _leave(self, node: Node) -> None:
        """All children are there: add up."""
        if not node.children:
            if node.count:
                self._order.append(node)
            node.inline = node.kind != "layout"
            return
        if node.tag in ("html", "body") and any(0 <= child.first < node.number for child in node.children):
            # the parser had made the element before its start tag came
            self._live[node.number] = 0
            node.number = node.first = node.last = -1
            node.count = 0
        self._order.append(node)
        words = layouts = 0
        pure = True
        weight, count, first, last = node.weight, node.count, node.first, node.last
        for child in node.children:
            weight += child.weight
            if child.count:
                count += child.count
                if child.last > last:
                    last = child.last
                if not 0 <= first < child.first:
                    first = child.first
            if child.kind == "layout":
                if child.weight or child.tag == "hr":
                    layouts += 1
                    pure = pure and child.pure
            elif child.weight:
                words += 1
        node.weight, node.count, node.first, node.last = weight, count, first, last
        if layouts:
            node.inline = False
            if node.kind == "format" or (node.kind == "function" and node.tag != "form"):
                node.kind = "layout"  # HTML calls such elements transparent
        elif node.kind == "layout":
            node.inline = False
        node.pure = node.kind == "layout" and words > 0 and pure

    def place(self, root: Node) -> None:
        """Give the elements their places in the source, children before parents."""
        scan, live = self._scan, self._live
        before = [0, *accumulate(live)]
        following = [len(scan.text)] * (len(live) + 1)  # start of the first living element from a number on
        for number in range(len(live) - 1, -1, -1):
            following[number] = scan.starts[number] if live[number] else following[number + 1]
        for node in self._order:
            first, last = node.first, node.last
            if first < 0:
                continue
            if first == last and node.count == 1 and not node.children:
                node.mapped, node.start = True, scan.starts[first]
                node.end = min(scan.closes[first], following[last + 1])
                continue
            whole = before[last + 1] - before[first] == node.count
            node.mapped = whole and node.number in (first, -1)
            node.start = scan.starts[first]
            reached = scan.closes[node.number] if node.number >= 0 else 0
            for child in node.children:
                if child.end > reached:
                    reached = child.end
            node.end = min(reached, following[last + 1])
        if root.end < 0:
            root.start, root.end = 0, len(scan.text)
