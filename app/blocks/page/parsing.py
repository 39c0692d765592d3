"""The tree of a page from the parser, with a guard before it, and the places of neighbours in the source.

A conforming parser needs quadratic time for very deep nesting and for a tag with very many attributes, and quadratic
memory for formatting elements (`<b>`, `<font>` …) that are never closed. Browsers limit the depth as well. The guard
(`defuse`) takes out tags alone, never text.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from itertools import accumulate

from selectolax.lexbor import LexborHTMLParser, LexborNode

from app.blocks.page.elements import MEDIA, UNSEEN, kind_of, names
from app.blocks.page.node import LAYOUT, MIXED, TEXT, WORDS, Node, element, text_node, width
from app.blocks.page.spans import COMMENT_END, MARK, RAW, Scan
from app.blocks.page.styles import Style
from app.messages import Message

_MAX_DEPTH = 1000
_MAX_ATTRIBUTES = 100
LONG_TAG = 2 * _MAX_ATTRIBUTES  # characters: a shorter one cannot have too many attributes
_MAX_FORMATTING = 3000
_MAX_REPEATED = 1_000_000  # how often open formatting elements may be opened anew in following blocks

# As a tokenizer sees it: quotes mean something only after "=". Possessive, so that nothing is tried twice.
_ATTRIBUTE = r"[^\s/>][^\s/>=]*+(?>(?:\s*+=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\s>]*+))?)"
_TOKEN = re.compile(rf"<(?:!--|(/?)([a-zA-Z][^\s/>]*+)((?>(?:[\s/]++|{_ATTRIBUTE})*))>?)")
_ATTRIBUTES = re.compile(_ATTRIBUTE)
_VOID = names("area base br col embed frame hr img input link meta param source track wbr")
# The next one of the kind closes the one before: these do not pile up by themselves.
_CLOSED_BY_NEXT = names("p li dt dd option optgroup tr td th tbody thead tfoot rb rt rp rtc")
_FORMATTING = names("b big code em font i s small strike strong tt u")


def is_crowded(tag: str) -> bool:
    """Whether a tag has too many attributes."""
    return len(tag) >= LONG_TAG and len(_ATTRIBUTES.findall(tag)) > _MAX_ATTRIBUTES


def defuse(source: str) -> tuple[str, list[str]]:
    """The source without the tags a parser would choke on, and warnings; nearly always unchanged."""
    if source.count("<") < _MAX_DEPTH and len(source) < LONG_TAG:
        return source, []
    scan = _Scan(source, strip_formatting=False)
    if scan.formatting_bomb:
        scan = _Scan(source, strip_formatting=True)
    return scan.result(), scan.warnings


class _Scan:
    """One pass over the tags of a page."""

    def __init__(self, source: str, *, strip_formatting: bool) -> None:
        self._source = source
        self._strip = strip_formatting
        self._cuts: list[tuple[int, int]] = []
        self._open: Counter[str] = Counter()
        self._dropped: Counter[str] = Counter()
        self._depth = 0
        self._formatting: dict[str, list[str]] = defaultdict(list)  # element -> its open tags as written
        self._same: Counter[str] = Counter()
        self._active = 0  # formatting elements that a new block would open anew: at most three of a kind
        self._repeated = 0
        self.formatting_bomb = False
        self.warnings: list[str] = []
        if strip_formatting:
            self._warn(Message("formatting-unclosed"))
        self._run()

    def result(self) -> str:
        if not self._cuts:
            return self._source
        pieces = []
        position = 0
        for start, end in self._cuts:
            pieces.append(self._source[position:start])
            position = end
        pieces.append(self._source[position:])
        return "".join(pieces)

    def _run(self) -> None:
        source, search = self._source, _TOKEN.search
        token = search(source)
        while token is not None and not self.formatting_bomb:
            position = token.end()
            slash, name, attributes = token.groups()
            if name is None:
                end = COMMENT_END.search(source, token.start() + 2)
                if end is None:
                    return
                position = end.end()
            else:
                name = name.lower()
                if slash:
                    self._end_tag(token, name)
                else:
                    if len(attributes) >= LONG_TAG:
                        self._check_attributes(token)
                    self._start_tag(token, name, attributes)
                    if name in RAW and not (self._open["svg"] or self._open["math"]):
                        end = RAW[name].search(source, position)
                        if end is None:
                            return
                        position = end.start()
            token = search(source, position)

    def _start_tag(self, token: re.Match[str], name: str, attributes: str) -> None:
        if name in _VOID:
            return
        if name in _FORMATTING:
            if self._strip:
                self._cuts.append(token.span())
                return
            written = token.group()
            self._formatting[name].append(written)
            self._same[written] += 1
            self._active += self._same[written] <= 3
            self.formatting_bomb = self._same.total() > _MAX_FORMATTING if self._active > 50 else False
            self.formatting_bomb |= len(self._formatting[name]) > _MAX_FORMATTING
            return
        self._repeated += self._active
        if self._repeated > _MAX_REPEATED:
            self.formatting_bomb = True
        if name in _CLOSED_BY_NEXT:
            return
        if attributes.endswith("/") and (self._open["svg"] or self._open["math"]):
            return
        if self._depth >= _MAX_DEPTH:
            self._dropped[name] += 1
            self._cuts.append(token.span())
            self._warn(Message("nesting-flattened", count=_MAX_DEPTH))
            return
        self._open[name] += 1
        self._depth += 1

    def _end_tag(self, token: re.Match[str], name: str) -> None:
        if name in _FORMATTING:
            if self._strip:
                self._cuts.append(token.span())
            elif self._formatting[name]:
                written = self._formatting[name].pop()
                self._active -= self._same[written] <= 3
                self._same[written] -= 1
        elif self._dropped[name]:
            self._dropped[name] -= 1
            self._cuts.append(token.span())
        elif self._open[name]:
            self._open[name] -= 1
            self._depth -= 1

    def _check_attributes(self, token: re.Match[str]) -> None:
        """Cut what comes after so many attributes; the tag still ends where it ended."""
        start, end = token.span(3)
        for number, attribute in enumerate(_ATTRIBUTES.finditer(self._source, start, end), 1):
            if number > _MAX_ATTRIBUTES:
                self._cuts.append((attribute.start(), end))
                self._warn(Message("attributes-not-all", count=_MAX_ATTRIBUTES))
                return

    def _warn(self, sentence: str) -> None:
        if sentence not in self.warnings:
            self.warnings.append(sentence)


DEEP = 100  # elements open at once (or left open) from which the guard looks at the page
_NOTHING_BELOW = UNSEEN | {"img", "br", "input", "hr"}


def build(scan: Scan, style: Style) -> tuple[Node, list[str]]:
    """The root of the tree of a scanned page, and warnings about what was left out."""
    marked = scan.marked()
    warnings: list[str] = []
    if scan.deepest > DEEP or (
        scan.longest >= LONG_TAG
        and any(is_crowded(scan.text[start:end]) for start, end in zip(scan.starts, scan.ends, strict=True))
    ):
        marked, warnings = defuse(marked)
    tree = LexborHTMLParser(marked, scripting=True)
    builder = _Builder(scan, style)
    root = builder.run(tree.root)
    builder.place(root)
    return root, warnings


class _Builder:
    """One pass down the tree and back up, without recursion."""

    def __init__(self, scan: Scan, style: Style) -> None:
        self._scan = scan
        self._style = style
        self._live = bytearray(len(scan.names))
        self._order: list[Node] = []  # elements, children before parents

    def run(self, node: LexborNode | None) -> Node:
        root = current = element(None, "html", "layout")
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
                if tag == TEXT:
                    current.texts += 1
                    text = inside.text_content
                    if text and not text.isspace():
                        weight = len(text.strip()) if text.isascii() else width(text)
                        current.children.append(text_node(current, current.texts, weight))
                elif tag[:1] not in "-!":
                    child = element(current, tag, kind_of(tag))
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
        """Take the number of an element; the parser's copies of a formatting element get none."""
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
            return
        if node.tag in ("html", "body") and any(0 <= child.first < node.number for child in node.children):
            # the parser had made the element before its start tag came
            self._live[node.number] = 0
            node.number = node.first = node.last = -1
            node.count = 0
        self._order.append(node)
        inside = 0
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
                    inside |= LAYOUT if child.pure else LAYOUT | MIXED
            elif child.weight:
                inside |= WORDS
        node.weight, node.count, node.first, node.last = weight, count, first, last
        node.inside = inside
        if inside & LAYOUT and node.tag != "form":
            node.kind = "layout"  # HTML calls such elements transparent

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


class Edges:
    """Places in the source text of a scanned page."""

    def __init__(self, scan: Scan) -> None:
        self._scan = scan

    def of(self, parent: Node, first: int, last: int) -> tuple[int, int]:
        """Start and end of `parent.children[first : last + 1]`."""
        children = parent.children
        begin, finish = children[first], children[last]
        start = begin.start if begin.number >= 0 else self._before(parent, first)
        end = finish.end if finish.number >= 0 else self._after(parent, last)
        return start, end

    def _before(self, parent: Node, index: int) -> int:
        """Where a text begins: behind the element before it, or the start tag around it."""
        while True:
            for place in range(index - 1, -1, -1):
                if parent.children[place].end >= 0:
                    return parent.children[place].end
            if parent.number >= 0:
                return self._scan.ends[parent.number]
            if parent.parent is None:
                return 0
            around = parent.parent
            parent, index = around, around.children.index(parent)

    def _after(self, parent: Node, index: int) -> int:
        """Where a text ends: at the element behind it, or the end tag around it."""
        while True:
            for place in range(index + 1, len(parent.children)):
                if parent.children[place].start >= 0:
                    return parent.children[place].start
            if parent.number >= 0:
                return min(self._scan.inner_ends[parent.number], parent.end)
            if parent.parent is None:
                return len(self._scan.text)
            around = parent.parent
            parent, index = around, around.children.index(parent)
