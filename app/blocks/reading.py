"""The tree of an ordinary page straight from its source, without a parser.

Most pages leave out no more than end tags that may be left out. For these the scan for tags can build the tree that
the parser would build: each tag is looked up in the grammar, and at the first one whose effect is not plain (misnested
formatting, words directly in a table, a form in a form …) the page is given up and left to the parser. What is
built is the parser's tree, element for element; the tests compare both.
"""

from __future__ import annotations

import re

from app.blocks.building import DEEPEST, RISES, WHITE, Unusual
from app.blocks.grammar import CAREFUL, DEPTH, NO_WORDS, TAGS, tag_of
from app.blocks.nesting import Nesting
from app.blocks.nodes import LAYOUT, MIXED, WORDS, Node, Text, Whole, release, width
from app.blocks.references import unescape
from app.blocks.rules import SMALLEST
from app.blocks.spans import OTHER, TAG, Scan
from app.blocks.styles import SHORTEST, Style

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
    if "\0" in text or style.source != "static":  # measured boxes go by paths, which count after the whole page alone
        return None
    reader = Reader(text, style)
    try:
        reader.run(own_line=True)
        reader.finish()
        return reader
    except Unusual:
        release(reader.root)
        return None


class Reader(Nesting):
    """Reads a page, or with elements open around it a part of one. Unusual, where it needs the parser."""

    def run(self, *, own_line: bool) -> bool:
        """Read all of the text. Whether the first text stands on a line of its own, and one behind would."""
        # `open`, `leave`, `write` and `sum_up` are written out here for the usual case: this is what a page costs
        text, found, tags, new, new_text = self.text, self.scan, TAGS, Whole, Text
        names, starts = found.names, found.starts
        ends, inner_ends, closes, texts, nodes = found.ends, found.inner_ends, found.closes, found.texts, self.nodes
        returns, own = self.returns, self.style.own
        words_start = words_end = -1  # of the latest text
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
                            weight = len(said.strip()) if said.isascii() else 0 if said.isspace() else width(said)
                            if weight:
                                shown = new_text()
                                shown.parent, shown.position, shown.weight, shown.children = top, top.texts, weight, []
                                top.children.append(shown)
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
                elif words is not None and tag.ordinary:  # a whole element
                    begin, stop = token.span(4)
                    if top.around > DEEPEST - DEPTH:
                        raise Unusual
                    node = new()
                    node.parent, node.tag, node.kind, node.children = top, tag.name, tag.kind, []
                    node.background = node.way = None
                    node.number = node.last = len(names)
                    node.start, node.end, node.choice = start, end, -1
                    node.texts_before, node.texts, node.inside, weight = top.texts, 0, 0, tag.weight
                    top.children.append(node)
                    nodes.append(node)
                    names.append(tag.name)
                    starts.append(start)
                    ends.append(begin)
                    inner_ends.append(stop)
                    closes.append(end)
                    if tag.measured and begin - start >= SHORTEST + 2:
                        node.weight = weight
                        own(node, found)
                        weight = node.weight
                    if words:
                        texts.append((begin, stop, own_line))
                        own_line = tag.own_line
                        if "&" in words:
                            words = unescape(words)
                        if returns:
                            words = words.replace("\r\n", "\n").replace("\r", "\n")
                        said_there = len(words.strip()) if words.isascii() else 0 if words.isspace() else width(words)
                        if said_there:
                            weight += said_there
                            node.inside = WORDS
                            if weight >= SMALLEST or tag.bars < 0:  # what is smaller is never looked into
                                shown = new_text()
                                shown.parent, shown.position, shown.weight, shown.children = node, 1, said_there, []
                                node.children.append(shown)
                    node.weight = weight
                    if weight:
                        top.weight += weight
                        top.inside |= RISES[node.inside] if tag.layout else WORDS
                else:
                    around = (top.around & tag.keep | tag.add) + DEPTH
                    stop = end if words is None else token.start(4)
                    if around > DEEPEST:
                        raise Unusual
                    node = new()
                    node.parent, node.tag, node.kind, node.children = top, tag.name, tag.kind, []
                    node.background = node.way = None
                    node.number = number = len(names)
                    node.start, node.choice = start, -1
                    node.texts_before, node.texts, node.inside = top.texts, 0, 0
                    node.weight, node.around = tag.weight, around
                    top.children.append(node)
                    nodes.append(node)
                    names.append(tag.name)
                    starts.append(start)
                    ends.append(stop)
                    inner_ends.append(stop)
                    closes.append(stop)
                    if tag.measured and stop - start >= SHORTEST + 2:
                        own(node, found)
                    if not tag.empty:
                        top = node
                    else:
                        node.end, node.last = stop, number
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
            own_line = False
            words_end = len(text)
        self.words_end = words_end
        return own_line

    def _passed(self, start: int) -> int:
        """The end of a declaration or processing instruction."""
        text = self.text
        place = text.find(">", start)
        first = not self.scan.names and text[start + 2 : start + 9].lower() == "doctype"
        if place < 0 or not (first or text[start + 1] == "?"):
            raise Unusual
        return place + 1
