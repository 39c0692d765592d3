"""The outermost parts of a page that is read without a parser: html, head and body, and what holds no tags."""

from __future__ import annotations

import re
from bisect import bisect_left

from app.blocks.building import Builder, Unusual
from app.blocks.grammar import HEAD_PARTS, IMPLIED, OVER, Does, Tag
from app.blocks.nodes import Node
from app.blocks.spans import RAW
from app.blocks.styles import Style

_ATTRIBUTES = re.compile(
    r"(?>(?:[\s/]++|[^\s/>=\"'][^\s/>=\"']*+(?>(?:\s*+=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\s>\"'][^\s>\"']*+))?))*)>"
)


def is_tag_end(text: str) -> bool:
    """Whether a text is what may follow the name in a tag, up to its end, with all quotes closed."""
    return _ATTRIBUTES.fullmatch(text) is not None


class Frame(Builder):
    """A page in the making, with the parts that each page has once. `body` is None until it begins."""

    def __init__(self, text: str, style: Style) -> None:
        super().__init__(text, style)
        self.body: Node | None = None
        self._head: Node | None = None
        self._head_left = False
        self._stop = len(text)  # where the page says that it ends
        self._over = -1  # where the first end tag of the page stands
        self._ended: set[str] = set()
        self._left_open: Node | None = None  # where the page ended, other than the body

    def inside(self, names: list[str]) -> Node:
        """Begin in the content of elements with these names, html the first of them where it has a start tag."""
        for name in names:
            if name == "html" and self.top is self.root:
                continue
            if name == "head" and self.top is self.root:
                self._head = self.imply(name)
                continue
            if self.body is None and self._head is None:
                self.body = self.imply("body")
                if name == "body":
                    continue
            self.imply(name)
        self.implied.clear()
        return self.top

    def raw(self, tag: Tag, start: int, name_end: int, end: int) -> int:
        """An element that holds no tags, up to its end tag."""
        text, name = self.text, tag.name
        until = RAW[name].search(text, end)
        if until is None:
            raise Unusual
        stop = until.start()
        if name == "script" and "<!--" in text[end:stop] and "<script" in text[end:stop].lower():
            raise Unusual  # inside such a comment even an end tag may be none
        node = self.open(tag, start, name_end, end)
        if name == "textarea":
            self.scan.texts.append((end, stop, True))
            self.write(end, stop)
        elif name == "iframe":
            node.texts = 1
            self.put(text[end:stop], end)
        return stop

    def before_body(self, tag: Tag, start: int, name_end: int, end: int) -> int:
        """A start tag before the body has begun; -1 when it begins with it, and the tag is its first."""
        name = tag.name
        if name == "html":
            if self.scan.names:
                raise Unusual
            self.open(tag, start, name_end, end)
            self.top = self.root
            self.root.children.clear()
            self.root.number = self.root.first = 0
            self.nodes[0] = self.root
            return end
        if name == "head":
            if self._head is not None:
                raise Unusual
            self._head = self.open(tag, start, name_end, end)
            return end
        if self._head is None:
            self._head = self.imply("head")
        if name in HEAD_PARTS and (name != "noscript" or not self._head_left):
            self.top = self._head
            if tag.does is Does.HOLDS_RAW:
                return self.raw(tag, start, name_end, end)
            self.leave(self.open(tag, start, name_end, end), end, end)
            return end
        if self.top is self._head:
            self._leave_head(start, start)
        if name == "body":
            self.body = self.open(tag, start, name_end, end)
            return end
        self.body = self.imply("body")
        return -1

    def _leave_head(self, start: int, end: int) -> None:
        assert self._head is not None
        if not self._head_left:
            self.leave(self._head, start, end)
            self._head_left = True
        else:  # what stands between head and body came into it
            self._head.cover()
            self.top = self.root

    def head_ends(self, name: str, start: int, end: int) -> None:
        """An end tag before the body."""
        if name != "head" or self.top is not self._head:
            raise Unusual
        self._leave_head(start, end)

    def page_ends(self, name: str, start: int, end: int) -> None:
        """The body goes on behind its end tag, should anything follow."""
        node, body = self.top, self.body
        while node is not body:
            if node.tag not in IMPLIED or node.parent is None:
                raise Unusual
            node = node.parent
        ending = body if name == "body" else self.root
        if body is None or ending is None or "html" in self._ended:
            raise Unusual
        if not self.top.around & OVER:
            self.top.around |= OVER
            self._over = start
            self._left_open = self.top if self.top is not body else None
        if ending.number < 0:
            return
        self._stop = min(self._stop, start)
        if name == "html" and "body" not in self._ended:
            self._end_at("body", body, start, start)
        self._end_at(name, ending, start, end)

    def resume(self, start: int) -> None:
        """Something begins behind the end tag of the page."""
        if self.top is not self.body or self.text.find("<!", self._over, start) >= 0:
            raise Unusual  # a comment there is moved away from between two texts
        self.top.around &= ~OVER
        self._stop = len(self.text)

    def _end_at(self, name: str, node: Node, inner_end: int, end: int) -> None:
        self._ended.add(name)
        if node.number >= 0:
            self.scan.inner_ends[node.number], self.scan.closes[node.number] = inner_end, end

    def check(self) -> None:
        """Unusual, where something ended behind the page that was open in it, or a quoted value has no end.

        Such a value goes on to the end of the page: only a page's last quotes can begin one.
        """
        if self._left_open is not None and self.top is not self._left_open:
            raise Unusual
        text, scan = self.text, self.scan
        for quote in "\"'":
            last = text.rfind(quote)
            number = bisect_left(scan.starts, last) - 1
            if number < 0:
                continue
            end = scan.ends[number]
            if last < end:
                if not is_tag_end(text[scan.name_ends[number] : end]):
                    raise Unusual
            elif text.rfind("</", end, last) > text.rfind(">", end, last):
                raise Unusual

    def finish(self) -> Node:
        self.check()
        end, body, root, scan = len(self.text), self.body, self.root, self.scan
        if body is None:
            raise Unusual
        while self.top is not body:
            self.leave(self.top, self._stop, self._stop)
        for name, node in (("body", body), ("html", root)):
            if name not in self._ended:
                self._end_at(name, node, end, end)
        number = max(body.number, 0)
        self.leave(body, scan.inner_ends[number], scan.closes[number])
        self.cover()
        return root

    def cover(self) -> None:
        """Give the parts that each page has once the places of all that has come into them."""
        root, scan = self.root, self.scan
        for part in (self._head, self.body):
            if part is not None:
                part.cover()
        root.end = -1
        if root.number >= 0:
            root.start, root.end = scan.starts[root.number], scan.closes[root.number]
        root.cover()
        if root.end < 0:
            root.start, root.end = 0, len(self.text)
