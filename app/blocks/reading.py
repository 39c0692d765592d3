"""The tree of an ordinary page straight from its source, without a parser.

Most pages leave out no more than end tags that may be left out. For these the scan for tags can build the tree that
the parser would build: each tag is looked up in the grammar, and at the first one whose effect is not plain (misnested
formatting, words directly in a table, a form in a form …) the page is given up and left to the parser. What is
built is the parser's tree, element for element; the tests compare both.
"""

from __future__ import annotations

import re
from html import unescape

from app.blocks.building import DEEPEST, WHITE, Unusual
from app.blocks.grammar import CAREFUL, DEPTH, NO_WORDS, TAGS, tag_of
from app.blocks.nesting import Nesting
from app.blocks.nodes import LAYOUT, LONG_TAG, MIXED, WORDS, Node, Text, Whole, release, width
from app.blocks.spans import COMMENT_END, TOKEN, Scan
from app.blocks.styles import SHORTEST, Style

# A tag, or a whole element with nothing but words in it.
_PART = re.compile(TOKEN.pattern + r"(?(1)|(?:(?<=>)([^<]*+)</\2>)?)")
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
        text, found, search, tags = self.text, self.scan, _PART.search, TAGS
        names, starts, name_ends = found.names, found.starts, found.name_ends
        ends, inner_ends, closes, texts, nodes = found.ends, found.inner_ends, found.closes, found.texts, self.nodes
        returns, own, new, new_text = self.returns, self.style.own, Whole, Text
        position = 0
        words_start = words_end = -1  # of the latest text
        top = self.top
        token = search(text)
        while token is not None:
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
                        if not said.isspace():
                            weight = len(said.strip()) if said.isascii() else width(said)
                            shown = new_text()
                            shown.parent, shown.position, shown.weight, shown.children = top, top.texts, weight, []
                            top.children.append(shown)
                            top.weight += weight
                            top.inside |= WORDS
                words_end = start
            slash, name, _, closed, words = token.groups()
            if closed == "":
                raise Unusual
            position = end
            if name is None:
                self.top = top
                position = self._passed(token)
                token = search(text, position)
                continue
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
                    token = search(text, end)
                    continue
                inner_ends[number] = start
                closes[number] = top.end = end
                top.last = len(names) - 1
                node, around_it = top, top.parent
                assert around_it is not None
                top = around_it
                weight, inside = node.weight, node.inside
                if inside & LAYOUT:
                    self.sum_up(node, top)
                elif node.kind == "layout":
                    if inside:
                        node.pure = True
                        top.weight += weight
                        top.inside |= LAYOUT
                    elif weight:
                        top.weight += weight
                        top.inside |= LAYOUT | MIXED
                elif weight:
                    top.weight += weight
                    top.inside |= WORDS
            elif top.around & tag.bars and top.tag not in tag.inside:
                self.top = top
                position = end if words is None else token.start(5)
                position = self.start_tag(tag, start, start + 1 + len(name), position)
                top = self.top
                if tag.name == "textarea":
                    own_line = True
            elif words is not None and tag.ordinary:
                self.top = top
                begin, stop = token.span(5)
                self.whole(tag, start, start + 1 + len(name), begin, stop, end, words, own_line)
                own_line = tag.own_line or (own_line and not words)
            else:
                around = (top.around & tag.keep | tag.add) + DEPTH
                position = end if words is None else token.start(5)
                if around > DEEPEST or position - start > LONG_TAG:
                    raise Unusual
                node = new()
                node.parent, node.tag, node.kind, node.children = top, tag.name, tag.kind, []
                node.named = node.known_path = node.background = None
                node.numbered, node.position, node.choice = 0, 1, -1
                node.number = node.first = number = len(names)
                node.start = start
                node.texts_before = top.texts
                node.texts = node.inside = 0
                node.weight, node.inline, node.pure = tag.weight, tag.inline, False
                node.around = around
                top.children.append(node)
                nodes.append(node)
                names.append(tag.name)
                starts.append(start)
                name_end = start + 1 + len(name)
                name_ends.append(name_end)
                ends.append(position)
                inner_ends.append(position)
                closes.append(position)
                if tag.measured and position - name_end >= SHORTEST:
                    own(node, found)
                if not tag.empty:
                    top = node
                else:
                    node.end, node.last = position, number
                    if tag.kind == "layout":  # a line
                        top.inside |= LAYOUT | MIXED
                    elif node.weight:
                        top.weight += node.weight
                        top.inside |= WORDS
            token = search(text, position)
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
