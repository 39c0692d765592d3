"""The tree of an ordinary page straight from its source, without a parser.

Most pages leave out no more than end tags that may be left out. For these the scan for tags can build the tree that
the parser would build: each tag is looked up in the grammar, and at the first one whose effect is not plain (misnested
formatting, words directly in a table, a form in a form …) the page is given up and left to the parser. What is
built is the parser's tree, element for element; the tests compare both.
"""

from __future__ import annotations

import re

from app.blocks.building import Unusual
from app.blocks.framing import Frame
from app.blocks.grammar import (
    CAREFUL,
    CLOSES_FIRST,
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
    SVG_PARTS,
    TABLE_BODIES,
    TABLE_PARTS,
    TAGS,
    Does,
    Tag,
    tag_of,
)
from app.blocks.nodes import Node, release
from app.blocks.spans import COMMENT_END, TOKEN, Scan
from app.blocks.styles import Style
from app.blocks.tags import HEADINGS

_NEVER_STRAY = TABLE_PARTS | {"p", "br", "head"}  # end tags that do something else alone
_NEVER_STRAY = TABLE_PARTS | {"p", "br", "head"}  # end tags that do something else alone
_ATTRIBUTES = re.compile(
    r"(?:[\s/]++|[^\s/>=\"'][^\s/>=\"']*+(?:\s*+=\s*+(?:\"[^\"]*+\"|'[^']*+'|[^\s>\"'][^\s>\"']*+))?+)*+>"
)
# A tag, or a whole element with nothing but words in it.
_PART = re.compile(TOKEN.pattern + r"(?(1)|(?:(?<=>)([^<]*+)</(\2)>)?)")
_NAME = re.compile(r"[a-zA-Z][a-zA-Z0-9:_-]*")
_IN_ROW = IMPLIED | {"td", "th"}
_IN_BODY = _IN_ROW | {"tr"}


def read(text: str, style: Style) -> tuple[Scan, Node] | None:
    """Scan and tree of a page; None when it needs the parser."""
    if "\0" in text or style.source != "static":  # measured boxes go by paths, which count after the whole page alone
        return None
    reader = Reader(text, style)
    try:
        reader.run(own_line=True)
        return reader.scan, reader.finish()
    except Unusual:
        release(reader.root)
        return None


class Reader(Frame):
    """Reads a page, or with elements open around it a part of one. Unusual, where it needs the parser."""

    def run(self, *, own_line: bool) -> bool:
        """Read all of the text. Whether the first text stands on a line of its own, and one behind would."""
        text, found, search, tags = self.text, self.scan, _PART.search, TAGS
        texts = found.texts
        position = 0
        words_start = words_end = -1  # of the latest text
        token = search(text)
        while token is not None:
            start, end = token.span()
            if start > position:
                texts.append((position, start, own_line))
                own_line = False
                if position == words_end:
                    self.join(words_start, start)
                else:
                    words_start = position
                    if self.top.around & CAREFUL or not text[position:start].isspace():
                        self.write(position, start)
                    else:
                        self.top.texts += 1
                words_end = start
            slash, name, _, closed, words, _ = token.groups()
            if closed == "":
                raise Unusual
            if name is None:
                end = self._passed(token)
            else:
                tag = tags.get(name)
                if tag is None:
                    if _NAME.fullmatch(name) is None:
                        raise Unusual
                    tag = tag_of(name.lower())
                if tag.own_line:
                    own_line = True
                top = self.top
                if slash:
                    if top.tag == tag.name and top.number >= 0 and tag.does is not Does.UNKNOWN:
                        self.leave(top, start, end)
                    elif not self._end_tag(tag.name, start, end) and words_end == start:
                        words_end = end  # nothing has come between the texts around
                elif words is not None and not top.around & tag.bars and tag.ordinary:
                    self.whole(tag, start, start + 1 + len(name), token.span(5), end, own_line)
                    own_line = tag.own_line or (own_line and not words)
                elif top.around & tag.bars:
                    end = end if words is None else token.start(5)
                    end = self._start_tag(tag, start, start + 1 + len(name), end)
                    own_line = own_line or tag.name == "textarea"
                else:
                    end = end if words is None else token.start(5)
                    top = self.open(tag, start, start + 1 + len(name), end)
                    if tag.empty:
                        self.leave(top, end, end)
            position = end
            token = search(text, end)
        if position < len(text):
            texts.append((position, len(text), own_line))
            if position == words_end:
                self.join(words_start, len(text))
            else:
                self.write(position, len(text))
            own_line = False
        return own_line

    def _passed(self, token: re.Match[str]) -> int:
        """The end of a comment, declaration or processing instruction."""
        text, start = self.text, token.start()
        if text.startswith("<!--", start):
            end = COMMENT_END.search(text, start + 4)
            if end is None or text.startswith((">", "->"), start + 4):
                raise Unusual
            return end.end()
        place = text.find(">", start)
        first = not self.scan.names and text[start + 2 : start + 9].lower() == "doctype"
        if place < 0 or not (first or text[start + 1] == "?"):
            raise Unusual
        return place + 1

    # Start tags

    def _start_tag(self, tag: Tag, start: int, name_end: int, end: int) -> int:
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

    def _end_tag(self, name: str, start: int, end: int) -> bool:
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
