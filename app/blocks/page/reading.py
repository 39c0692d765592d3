"""The tree of an ordinary page straight from its source, without a parser.

Most pages leave out no more than end tags that may be left out. For these the scan for tags can build the tree that
the parser would build: each tag is looked up in the grammar, and at the first one whose effect is not plain (misnested
formatting, words directly in a table, a form in a form …) the page is given up and left to the parser. What is
built is the parser's tree, element for element; the tests compare both.
"""

from __future__ import annotations

import re
from bisect import bisect_left

from app.blocks.page.building import (
    CAREFUL,
    CLOSES_FIRST,
    DEEPEST,
    DEPTH,
    HEAD_PARTS,
    IMPLIED,
    IN_DD,
    IN_FOREIGN,
    IN_LI,
    IN_P,
    IN_SELECT,
    IN_TABLES,
    NO_WORDS,
    ONLY_WORDS,
    OVER,
    RESTRICTED,
    RISES,
    SVG_PARTS,
    TABLE_BODIES,
    TABLE_PARTS,
    TAGS,
    WHITE,
    Builder,
    Does,
    Tag,
    Unusual,
    tag_of,
)
from app.blocks.page.elements import HEADINGS
from app.blocks.page.node import LAYOUT, MIXED, WORDS, Node, Whole, release, text_node, width
from app.blocks.page.source import unescape
from app.blocks.page.spans import OTHER, RAW, TAG, Scan
from app.blocks.page.styles import SHORTEST, Style
from app.blocks.page.tree import SMALLEST

# The outermost parts of a page that is read without a parser: html, head and body, and what holds no tags.

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


# What a tag does that does more than open or close its element (HTML, tree construction), where that is plain.

_NEVER_STRAY = TABLE_PARTS | {"p", "br", "head"}  # end tags that do something else alone
_IN_ROW = IMPLIED | {"td", "th"}
_IN_BODY = _IN_ROW | {"tr"}


class Nesting(Frame):
    """A tree in the making that knows all tags. Unusual, where it needs the parser."""

    # Start tags

    def start_tag(self, tag: Tag, start: int, name_end: int, end: int) -> int:
        """A start tag that does more than opening its element. Returns where the scan goes on."""
        if self.body is None:
            place = self.before_body(tag, start, name_end, end)
            if place >= 0:
                return place
        if self.top.around & OVER:
            self.resume(start)
        does, name, around = tag.does, tag.name, self.top.around
        if around & RESTRICTED:
            self._check_place(tag)
        if around & IN_FOREIGN or does is Does.FOREIGN:
            return self._foreign(tag, start, name_end, end)
        if does is Does.HOLDS_RAW:
            return self.raw(tag, start, name_end, end)
        if does is Does.UNKNOWN or (name == "table" and around & IN_P):
            raise Unusual  # where a table stands after a p depends on the document type
        if does is Does.ITEM:
            self._next_item(name, start)
        elif does is Does.OPTION:
            self._next_option(name, start)
        elif does is Does.TABLE_PART:
            self._table_part(name, start)
        if self.top.around & tag.bars & IN_P:
            self._close(IMPLIED - {"p"}, start)
            self._leave_implied(("p",), start)
        if does is Does.OPENS and self.top.around & tag.bars:
            if not {name, self.top.tag} <= {"a"} and not {name, self.top.tag} <= HEADINGS:
                raise Unusual
            self.leave(self.top, start, start)  # the next one ends it
        node = self.open(tag, start, name_end, end)
        if tag.empty:
            self.leave(node, end, end)
        return end

    def _next_item(self, name: str, start: int) -> None:
        kinds = ("li",) if name == "li" else ("dd", "dt")
        if self.top.around & (IN_LI if name == "li" else IN_DD):
            self._close(IMPLIED.difference(kinds), start)
            self._leave_implied(kinds, start)

    def _next_option(self, name: str, start: int) -> None:
        if self.top.tag == "option":
            self.leave(self.top, start, start)
        if name == "optgroup":
            if not self.top.around & IN_SELECT:
                raise Unusual
            if self.top.tag == "optgroup":
                self.leave(self.top, start, start)

    def _leave_implied(self, kinds: tuple[str, ...], start: int) -> None:
        if self.top.tag not in kinds:
            raise Unusual
        self.leave(self.top, start, start)

    def _table_part(self, name: str, start: int) -> None:
        if name == "col":
            if self.top.tag == "table":
                self.imply("colgroup")
            if self.top.tag != "colgroup":
                raise Unusual
            return
        self._close(_IN_ROW if name in ("td", "th") else _IN_BODY, start)
        if self.top.tag == "colgroup" or (self.top.tag in TABLE_BODIES and name in TABLE_BODIES):
            self.leave(self.top, start, start)
        if self.top.tag == "table" and name in ("tr", "td", "th"):
            self.imply("tbody")
        if self.top.tag in TABLE_BODIES and name in ("td", "th"):
            self.imply("tr")
        wanted = {"tr": TABLE_BODIES, "td": ("tr",), "th": ("tr",)}.get(name, ("table",))
        if self.top.tag not in wanted:
            raise Unusual

    def _close(self, closing: frozenset[str], start: int) -> None:
        """Close open elements as long as they are of these."""
        while self.top.tag in closing:
            self.leave(self.top, start, start)

    def _check_place(self, tag: Tag) -> None:
        """Where not everything may stand, the parser does something else with the rest."""
        around = self.top.around
        if around & IN_FOREIGN:
            allowed = tag.name in SVG_PARTS and not around & ONLY_WORDS
        elif around & NO_WORDS:
            raw = tag.name in IN_TABLES and self.top.tag != "colgroup"
            allowed = raw or tag.does is Does.TABLE_PART
        else:
            allowed = tag.does is Does.OPTION
        if not allowed:
            raise Unusual

    def _foreign(self, tag: Tag, start: int, name_end: int, end: int) -> int:
        node = self.open(tag, start, name_end, end)
        if tag.name == "title":
            node.around |= ONLY_WORDS
        if self.text[end - 2] == "/":
            self.leave(node, end, end)
        return end

    # End tags

    def end_tag(self, name: str, start: int, end: int) -> bool:
        """An end tag that is not simply that of the open element. False when the parser ignores it."""
        if name in ("html", "body"):
            self.page_ends(name, start, end)
            return False
        if self.body is None:
            self.head_ends(name, start, end)
            return True
        around = self.top.around
        if name == "p" and not around & (IN_P | RESTRICTED):  # the parser makes an empty one
            self.leave(self.imply("p"), start, end)
            return True
        if not self._is_open(name):
            if around & IN_FOREIGN or name in _NEVER_STRAY or self.top.tag == "colgroup":
                raise Unusual
            return False
        if name in HEADINGS:  # closes any of them
            self._close(IMPLIED, start)
            name = self.top.tag if self.top.tag in HEADINGS else name
        self._close(CLOSES_FIRST.get(name, frozenset()) - {name}, start)
        if self.top.tag != name or self.top.number < 0:
            raise Unusual
        self.leave(self.top, start, end)
        return True

    def _is_open(self, name: str) -> bool:
        alike = HEADINGS if name in HEADINGS else (name,)
        node: Node | None = self.top
        while node is not None:
            if node.tag in alike:
                return True
            if node.tag == "table" and name in TABLE_PARTS:
                return False
            node = node.parent
        return False


_COMMENT = r"!--(?:(?!-?>)[^-]*+(?>(?:-(?!-!?>)[^-]*+)*)--!?>)?"
# A tag, or a whole element with nothing but words in it, or a comment.
_PART = re.compile(rf"<(?:{TAG}(?(1)|(?:(?<=>)([^<]*+)</\2>)?)|{_COMMENT}|{OTHER})")
_NAME = re.compile(r"[a-zA-Z][a-zA-Z0-9:_-]*")


def read(text: str, style: Style) -> tuple[Scan, Node] | None:
    """Scan and tree of a page; None when it needs the parser."""
    reader = read_page(text, style)
    return (reader.scan, reader.root) if reader is not None else None


def read_page(text: str, style: Style) -> Reader | None:
    """A page that has been read; None when it needs the parser."""
    if (
        "\0" in text or style.source != "static"
    ):  # measured boxes go by paths, which count after the whole page alone
        return None
    reader = Reader(text, style)
    try:
        reader.run()
        reader.finish()
        return reader
    except Unusual:
        release(reader.root)
        return None


class Reader(Nesting):
    """Reads a page. Unusual, where it needs the parser."""

    def run(self) -> None:
        """Read all of the text."""
        # `leave`, `write` and `sum_up` are written out here for the usual case: this is what a page costs
        text, found, tags, returns = self.text, self.scan, TAGS, self.returns
        names, inner_ends, closes, texts = found.names, found.inner_ends, found.closes, found.texts
        words_start = words_end = -1  # of the latest text
        own_line = True  # of the next text
        top = self.top
        position, going_on = 0, True
        while going_on:
            going_on = False
            for token in _PART.finditer(text, position):
                start, end = token.span()
                if start > position:
                    texts.append((position, start, own_line))
                    own_line = False
                    if position == words_end:
                        self.top = top
                        self.join(words_start, position, start)
                    else:
                        words_start = position
                        said = text[position:start]
                        if top.around & CAREFUL:
                            if not top.around & NO_WORDS or said.strip(WHITE):
                                self.top = top
                                self.write(position, start)
                        elif said.isspace():
                            top.texts += 1
                        elif returns or "<" in said:
                            self.top = top
                            self.write(position, start)
                        else:
                            top.texts += 1
                            if "&" in said:
                                said = unescape(said)
                            weight = (
                                len(said.strip()) if said.isascii() else 0 if said.isspace() else width(said)
                            )
                            if weight:
                                top.children.append(text_node(top, top.texts, weight))
                                top.weight += weight
                                top.inside |= WORDS
                    words_end = start
                slash, name, closed, words = token.groups()
                if closed == "":
                    raise Unusual
                position = end
                if name is None:
                    if text.startswith("<!--", start):
                        if end == start + 4:
                            raise Unusual  # it has no end, or an unusual one
                        continue
                    position, going_on = self._passed(start), True
                    break
                tag = tags.get(name)
                if tag is None:
                    if _NAME.fullmatch(name) is None:
                        raise Unusual
                    tag = tag_of(name.lower())
                if tag.own_line:
                    own_line = True
                if slash:
                    number = top.number
                    if top.tag != tag.name or number < 0 or not tag.closes:
                        self.top = top
                        if not self.end_tag(tag.name, start, end) and words_end == start:
                            words_end = end  # nothing has come between the texts around
                        top = self.top
                        continue
                    inner_ends[number] = start
                    closes[number] = top.end = end
                    top.last = len(names) - 1
                    weight, inside, layout = top.weight, top.inside, tag.layout
                    if inside & LAYOUT and not layout and tag.name != "form":
                        top.kind, layout = "layout", True
                    around_it = top.parent
                    assert around_it is not None
                    top = around_it
                    if weight:
                        top.weight += weight
                        top.inside |= RISES[inside] if layout else WORDS
                elif top.around & tag.bars and top.tag not in tag.inside:
                    self.top = top
                    stop = end if words is None else token.start(4)
                    position = self.start_tag(tag, start, start + 1 + len(name), stop)
                    top = self.top
                    if tag.name == "textarea":
                        own_line = True
                    if position != end:
                        going_on = True
                        break
                elif words is not None and tag.ordinary:
                    begin, stop = token.span(4)
                    own_line = self._whole(top, tag, start, begin, stop, end, own_line)
                else:
                    self.top = top
                    stop = end if words is None else token.start(4)
                    node = self.open(tag, start, start + 1 + len(name), stop)
                    if not tag.empty:
                        top = node
                    else:
                        node.end, node.last = stop, node.number
                        if tag.layout:  # a line
                            top.inside |= LAYOUT | MIXED
                        elif node.weight:
                            top.weight += node.weight
                            top.inside |= WORDS
                    if stop != end:
                        position, going_on = stop, True
                        break
        self.top = top
        if position < len(text):
            texts.append((position, len(text), own_line))
            if position == words_end:
                self.join(words_start, position, len(text))
            else:
                self.write(position, len(text))

    def _whole(
        self, top: Node, tag: Tag, start: int, begin: int, stop: int, end: int, own_line: bool
    ) -> bool:
        """An element from its start tag to its end tag with nothing but words in it, from `begin` to `stop`.

        `own_line`: whether these words begin a line. Returns whether the next ones do.
        """
        if top.around > DEEPEST - DEPTH:
            raise Unusual
        scan = self.scan
        node = Whole()
        node.parent, node.tag, node.kind, node.children = top, tag.name, tag.kind, []
        node.background = node.way = None
        node.number = node.last = len(scan.names)
        node.start, node.end, node.choice = start, end, -1
        node.texts, node.inside, node.weight = 0, 0, tag.weight
        top.children.append(node)
        self.nodes.append(node)
        scan.names.append(tag.name)
        scan.starts.append(start)
        scan.ends.append(begin)
        scan.inner_ends.append(stop)
        scan.closes.append(end)
        if tag.measured and begin - start >= SHORTEST + 2:
            self.style.own(node, scan)
        if stop > begin:
            scan.texts.append((begin, stop, own_line))
            own_line = tag.own_line
            words = self.text[begin:stop]
            if "&" in words:
                words = unescape(words)
            if self.returns:
                words = words.replace("\r\n", "\n").replace("\r", "\n")
            said = len(words.strip()) if words.isascii() else 0 if words.isspace() else width(words)
            if said:
                node.weight += said
                node.inside = WORDS
                if node.weight >= SMALLEST or tag.bars < 0:  # what is smaller is never looked into
                    node.children.append(text_node(node, 1, said))
        if node.weight:
            top.weight += node.weight
            top.inside |= RISES[node.inside] if tag.layout else WORDS
        return own_line

    def _passed(self, start: int) -> int:
        """The end of a declaration or processing instruction."""
        text = self.text
        place = text.find(">", start)
        first = not self.scan.names and text[start + 2 : start + 9].lower() == "doctype"
        if place < 0 or not (first or text[start + 1] == "?"):
            raise Unusual
        return place + 1
