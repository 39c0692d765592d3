"""Put the elements and texts of a page together as they come: the tree, each with its place and its weight."""

from __future__ import annotations

from app.blocks.grammar import CAREFUL, DEPTH, LINE_END, NO_WORDS, ONLY_WORDS, OVER, Tag, tag_of
from app.blocks.nodes import DEEP, LAYOUT, MIXED, WORDS, Node, Whole, element, text_node, width
from app.blocks.references import unescape
from app.blocks.spans import TOKEN, Scan
from app.blocks.styles import SHORTEST, Style

WHITE = " \t\n\f\r"
_DROPPED = ("</", "<!", "<?")  # at these in a text the parser sees what the scan does not
_LINE_ENDS = ("\n", "\r\n", "\r")
_LONGEST_JOINED = 2000  # characters
DEEPEST = DEEP * DEPTH
# What is in the element around something that arranges the page, by what is in that.
RISES = tuple(LAYOUT if inside & (WORDS | MIXED) == WORDS else LAYOUT | MIXED for inside in range(8))


class Unusual(Exception):
    """The page needs the parser."""


class Builder:
    """A tree in the making: `top` is the element that is open. Offsets are characters."""

    def __init__(self, text: str, style: Style) -> None:
        self.text = text
        self.scan = Scan(text, exact=True)
        self.root = self.top = element(None, "html", "layout")
        self.nodes: list[Node] = []  # of the start tags, by number
        self.implied: list[Node] = []  # whose start tags were left out
        self.words_end = -1  # of the latest text, with end tags behind it that are ignored
        self.root.around = NO_WORDS
        self.style = style
        self.returns = "\r" in text

    def open(self, tag: Tag, start: int, name_end: int, end: int) -> Node:
        """Begin an element inside the open one, with its start tag."""
        scan, top = self.scan, self.top
        around = (top.around & tag.keep | tag.add) + DEPTH
        if around > DEEPEST:
            raise Unusual
        self.top = node = Whole()
        node.parent, node.tag, node.kind, node.children = top, tag.name, tag.kind, []
        node.background = node.way = None
        node.number, node.start, node.choice = len(scan.names), start, -1
        node.texts_before, node.texts, node.inside = top.texts, 0, 0
        node.weight, node.around = tag.weight, around
        top.children.append(node)
        self.nodes.append(node)
        scan.names.append(tag.name)
        scan.starts.append(start)
        scan.ends.append(end)
        scan.inner_ends.append(end)
        scan.closes.append(end)
        if tag.measured and end - name_end >= SHORTEST:
            self.style.own(node, scan)
        return node

    def imply(self, name: str) -> Node:
        """Begin an element whose start tag was left out."""
        tag, top = tag_of(name), self.top
        self.top = node = element(top, name, tag.kind)
        node.around = (top.around & tag.keep | tag.add) + DEPTH
        node.texts_before = top.texts
        top.children.append(node)
        self.implied.append(node)
        node.weight = tag.weight
        return node

    def leave(self, node: Node, inner_end: int, end: int) -> None:
        """End the open element: its place is known now, and what it adds to the one around it."""
        parent = node.parent
        assert parent is not None
        self.top = parent
        number = node.number
        if number >= 0:
            scan = self.scan
            scan.inner_ends[number] = inner_end
            scan.closes[number] = node.end = end
            node.last = len(scan.names) - 1
        else:
            node.cover()
        self.sum_up(node, parent)

    def sum_up(self, node: Node, parent: Node) -> None:
        """What is inside makes of a node what it is, and of the one around it something too."""
        weight, inside = node.weight, node.inside
        if inside & LAYOUT and node.tag != "form":
            node.kind = "layout"  # HTML calls such elements transparent
        layout = node.kind == "layout"
        if weight or (layout and node.tag == "hr"):
            parent.weight += weight
            parent.inside |= RISES[inside] if layout else WORDS

    def write(self, start: int, end: int) -> None:
        """Put a stretch between tags into the open element."""
        text, top = self.text[start:end], self.top
        around = top.around
        if around & CAREFUL:
            if around & (NO_WORDS | OVER) and text.strip(WHITE):
                raise Unusual
            if around & (NO_WORDS | ONLY_WORDS):
                return
            if around & LINE_END and text in _LINE_ENDS and start == self.scan.ends[top.number]:
                return
        top.texts += 1
        if text.isspace():
            return
        if "<" in text and any(mark in text for mark in _DROPPED):
            raise Unusual
        self.put(unescape(text) if "&" in text else text, start)

    def join(self, start: int, more: int, end: int) -> None:
        """Make one text of two, where the parser ignores an end tag between them; the second begins at `more`."""
        top = self.top
        if top.around & OVER and self.text[more:end].isspace():
            return
        if top.around & CAREFUL or end - start > _LONGEST_JOINED:
            raise Unusual
        children = top.children
        if children and children[-1].tag == "-text" and children[-1].position == top.texts:
            top.weight -= children.pop().weight
        text = TOKEN.sub("", self.text[start:end])
        if any(mark in text for mark in _DROPPED):
            raise Unusual
        self.put(unescape(text), start)

    def put(self, text: str, start: int) -> None:
        """Put a text as it is shown into the open element; `start` is where it is written."""
        if not text or text.isspace():
            return
        top = self.top
        if self.returns:
            text = text.replace("\r\n", "\n").replace("\r", "\n")
        if text[0] == "\n" and top.around & LINE_END and start == self.scan.ends[top.number]:
            text = text[1:]
        weight = len(text.strip()) if text.isascii() else width(text)
        top.children.append(text_node(top, top.texts, weight))
        top.weight += weight
        top.inside |= WORDS
