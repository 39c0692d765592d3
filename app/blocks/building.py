"""Put the elements and texts of a page together as they come: the tree, each with its place and its weight."""

from __future__ import annotations

from html import unescape

from app.blocks.grammar import CAREFUL, DEPTH, LINE_END, NO_WORDS, ONLY_WORDS, OVER, Tag, tag_of
from app.blocks.nodes import DEEP, LONG_TAG, Node, Whole, width
from app.blocks.rules import SMALLEST
from app.blocks.spans import TOKEN, Scan
from app.blocks.styles import SHORTEST, Style

_WHITE = " \t\n\f\r"
_DROPPED = ("</", "<!", "<?")  # at these in a text the parser sees what the scan does not
_LINE_ENDS = ("\n", "\r\n", "\r")
_LONGEST_JOINED = 2000  # characters
_DEEPEST = DEEP * DEPTH


class Unusual(Exception):
    """The page needs the parser."""


class Builder:
    """A tree in the making: `top` is the element that is open. Offsets are characters."""

    def __init__(self, text: str, style: Style) -> None:
        self.text = text
        self.scan = Scan(text, exact=True)
        self.root = self.top = Node(None, "html", "layout")
        self.root.around = NO_WORDS
        self._style = style
        self._returns = "\r" in text

    def open(self, tag: Tag, start: int, name_end: int, end: int) -> Node:
        """Begin an element inside the open one, with its start tag."""
        scan, top = self.scan, self.top
        self.top = node = Whole(top, tag.name, tag.kind)
        node.number = node.first = len(scan.names)
        node.start = start
        scan.names.append(tag.name)
        scan.starts.append(start)
        scan.name_ends.append(name_end)
        scan.ends.append(end)
        scan.inner_ends.append(end)
        scan.closes.append(end)
        node.around = around = (top.around & tag.keep | tag.add) + DEPTH
        if around > _DEEPEST or end - start > LONG_TAG:
            raise Unusual
        top.children.append(node)
        if tag.weight:
            node.weight = tag.weight
        if tag.measured and end - name_end >= SHORTEST:
            self._style.own(node, scan)
        return node

    def whole(self, tag: Tag, start: int, name_end: int, places: tuple[int, int], end: int, own_line: bool) -> None:
        """An element with nothing but words in it, from start tag to end tag; `places` are those of the words."""
        scan, top = self.scan, self.top
        node = Whole(top, tag.name, tag.kind)
        node.number = node.first = node.last = len(scan.names)
        node.start, node.end = start, end
        begin, stop = places
        scan.names.append(tag.name)
        scan.starts.append(start)
        scan.name_ends.append(name_end)
        scan.ends.append(begin)
        scan.inner_ends.append(stop)
        scan.closes.append(end)
        if top.around > _DEEPEST - DEPTH or begin - start > LONG_TAG:
            raise Unusual
        top.children.append(node)
        weight = tag.weight
        if tag.measured and begin - name_end >= SHORTEST:
            self._style.own(node, scan)
            weight = node.weight
        words = False
        if begin < stop:
            scan.texts.append((begin, stop, own_line))
            text = self.text[begin:stop]
            if not text.isspace():
                if "&" in text:
                    text = unescape(text)
                if self._returns:
                    text = text.replace("\r\n", "\n").replace("\r", "\n")
                own = (len(text.strip()) if text.isascii() else width(text)) if not text.isspace() else 0
                if own:
                    words = True
                    weight += own
                    if weight >= SMALLEST:  # what is smaller is never looked into
                        child = Node(node, "-text", "text")
                        child.weight = own
                        node.children.append(child)
        if tag.kind == "layout":
            node.inline = False
            node.pure = words
            if weight:
                node.weight = weight
                top.weight += weight
                top.layouts = True
                if not words:
                    top.mixed = True
        elif weight:
            node.weight = weight
            top.weight += weight
            top.words = True

    def imply(self, name: str) -> Node:
        """Begin an element whose start tag was left out."""
        tag, top = tag_of(name), self.top
        self.top = node = Node(top, name, tag.kind)
        node.around = (top.around & tag.keep | tag.add) + DEPTH
        top.children.append(node)
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
        layout = node.kind == "layout"
        if node.layouts:
            node.inline = False
            if not layout and node.tag != "form":
                node.kind = "layout"  # HTML calls such elements transparent
                layout = True
            node.pure = layout and node.words and not node.mixed
        elif layout:
            node.inline = False
            node.pure = node.words
        weight = node.weight
        if layout:
            if weight or node.tag == "hr":
                parent.weight += weight
                parent.layouts = True
                if not node.pure:
                    parent.mixed = True
        elif weight:
            parent.weight += weight
            parent.words = True

    def write(self, start: int, end: int) -> None:
        """Put a stretch between tags into the open element."""
        text, top = self.text[start:end], self.top
        around = top.around
        if around & CAREFUL:
            if around & (NO_WORDS | OVER) and text.strip(_WHITE):
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

    def join(self, start: int, end: int) -> None:
        """Make one text of two, where the parser ignores an end tag between them."""
        top = self.top
        if top.around & OVER and self.text[self.text.rfind(">", start, end) + 1 : end].isspace():
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
        if self._returns:
            text = text.replace("\r\n", "\n").replace("\r", "\n")
        if text[0] == "\n" and top.around & LINE_END and start == self.scan.ends[top.number]:
            text = text[1:]
        child = Node(top, "-text", "text")
        child.position = top.texts
        child.weight = len(text.strip()) if text.isascii() else width(text)
        top.children.append(child)
        top.weight += child.weight
        top.words = True
