"""The visible content of a page as Parts, in reading order."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from lxml import etree

from extractors.base import spacing
from extractors.base.addresses import Resolver
from extractors.base.numbering import FORMS, written
from extractors.base.spacing import names
from extractors.base.types import Part, PartKind, table
from extractors.html import scripts
from extractors.html.tree import BLOCKS, UNSEEN, parse

# The words of a drawing (SVG) in a page or book: its texts, and what it is called, in the order of its source.

_TEXTS = BLOCKS | {"text", "title", "desc", "foreignobject"}  # a block ends a drawing that was never closed
_UNSEEN = names("script style metadata defs symbol clippath mask marker pattern template")
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_PLACED = frozenset(("x", "y", "dy"))
"""Attributes by which a part of a text stands apart from what comes before."""


def lines(drawing: etree._Element) -> list[str]:
    """A line for each text, title and description; scripts, style sheets and definitions are left out, as are titles
    and descriptions of drawings for the eye alone (`aria-hidden`)."""
    found: list[str] = []
    decorates = drawing.get("aria-hidden") == "true"
    walk = etree.iterwalk(drawing, events=("start",))
    for _, element in walk:
        name = _local(element)
        if name in _UNSEEN or element.get("display") == "none" or _HIDDEN.search(element.get("style") or ""):
            walk.skip_subtree()
        elif name in _TEXTS:
            walk.skip_subtree()
            line = " ".join("".join(_pieces(element)).split())
            if line and not (decorates and name in ("title", "desc")) and line not in found[-1:]:
                found.append(line)
    return found


def _pieces(text: etree._Element) -> list[str]:
    pieces: list[str] = []
    walk = etree.iterwalk(text, events=("start", "end", "comment", "pi"))
    for event, element in walk:
        if event == "start":
            name = _local(element)
            if name in _UNSEEN:
                walk.skip_subtree()
                continue
            if name not in ("tspan", "a", "textpath") or not _PLACED.isdisjoint(element.attrib):
                pieces.append(" ")
            pieces.append(element.text or "")
        elif element is not text:
            pieces.append(element.tail or "")
    return pieces


def _local(element: etree._Element) -> str:
    return str(element.tag).rpartition("}")[2].lower()


# The numbers of list items as a page shows them (HTML, 4.4.5 and 4.4.8).

_INTEGER = re.compile(r"\s*([+-]?\d{1,9})")
_PLAIN = re.compile(r"list-style(?:-type)?\s*:[^;]*\b(?:none|disc|circle|square)\b", re.IGNORECASE)
_LARGEST = 10_000  # items of a list that counts down


class Numbers:
    """The lists that are open; `label` is what the item that is open is still to be marked with, "3." or ""."""

    def __init__(self) -> None:
        self.label = ""
        self._lists: list[tuple[str, int, int]] = []  # form, next number, step; form "" = not numbered

    def begin(self, element: etree._Element) -> None:
        """A list begins."""
        if element.tag != "ol" or _PLAIN.search(element.get("style") or ""):
            self._lists.append(("", 0, 0))
            return
        downwards = element.get("reversed") is not None
        usual = sum(1 for _ in element.iterchildren("li")) if downwards else 1
        start = _integer(element.get("start"), min(usual, _LARGEST))
        self._lists.append((FORMS.get(element.get("type") or "1", "decimal"), start, -1 if downwards else 1))

    def end(self) -> None:
        """The innermost list ends."""
        if self._lists:
            self._lists.pop()
        self.label = ""

    def item(self, element: etree._Element) -> None:
        """An item of the innermost list begins."""
        form, number, step = self._lists[-1] if self._lists else ("", 0, 0)
        if not form or _PLAIN.search(element.get("style") or ""):
            self.label = ""
            return
        number = _integer(element.get("value"), number)
        self._lists[-1] = form, number + step, step
        self.label = f"{written(number, form)}."

    def take(self) -> str:
        """The label, for the first words of the item alone."""
        label, self.label = self.label, ""
        return label


def _integer(text: str | None, otherwise: int) -> int:
    found = _INTEGER.match(text or "")
    return int(found[1]) if found else otherwise


# Do two inline elements that follow one another without a blank stand apart on the page?
#
# Style sheets make badges, menus and columns of elements that are inline by name
# (<b>128</b><span>leaves</span>), and they are not at hand. What the markup says by itself has to do:
# sentences have words of their own between their elements, boxes are made of elements alone.

_ALWAYS = names("button select label time meter progress output textarea input")
# What belongs to the word beside it, whatever surrounds it.
_NEVER = names("sub sup wbr br ruby rb rt rp bdo bdi tt kbd samp var")
_CODE = frozenset(("code", "pre", "kbd", "samp", "tt", "var", "math"))
# Sentences stand in these: elements in them only stand apart when both have been given a class.
_SENTENCES = names("""
    p h1 h2 h3 h4 h5 h6 blockquote q em strong b i u font cite mark s del ins small caption figcaption
    dt
    """)
_INLINE = frozenset(
    (
        "a",
        "abbr",
        "b",
        "big",
        "cite",
        "em",
        "font",
        "i",
        "mark",
        "s",
        "small",
        "span",
        "strong",
        "u",
        *_ALWAYS,
    )
)
# Classes that word processors give to runs of one sentence.
_RUNS = ("mso", "spell", "gram")
_OPENING = "([{<（［｛〔【《〈「『“‘\"'/\\@#$￥¥-–_"
_CLOSING = ")]}>）］｝〕】》〉」』”’\"',.;:!?%…，。；：！？、％·/\\-–_"


class Spacing:
    """Remembers the last parent that was looked at: its children come one after the other."""

    def __init__(self) -> None:
        self._parent: etree._Element | None = None
        self._sentence = False

    def apart(self, left: etree._Element, right: etree._Element, before: str) -> bool:
        """Whether a reader sees a gap between two neighbours; `before` is the last piece of text before it."""
        tag, other = left.tag, right.tag
        if (
            tag not in _INLINE
            or other not in _INLINE
            or not before
            or before[-1] in _OPENING
            or before[-1].isspace()
        ):
            return False
        parent = left.getparent()
        if parent is None or parent.tag in _CODE:
            return False
        anchors = tag == other == "a" and left.get("href") != right.get("href")
        if not anchors:
            if parent is not self._parent:
                self._parent, self._sentence = parent, _has_words(parent)
            if self._sentence or not (tag in _ALWAYS or other in _ALWAYS or _boxes(parent, left, right)):
                return False
        after = next((text for text in right.itertext() if text), "")
        if not after or after[0] in _CLOSING or after[0].isspace():
            return False
        # an initial that is set large belongs to its word
        return anchors or not (len(before) == 1 and before.isalpha() and after[0].islower())


def _has_words(parent: etree._Element) -> bool:
    """Whether words stand between the elements inside this one."""
    text = parent.text
    if text and not text.isspace():
        return True
    return any(child.tail and not child.tail.isspace() for child in parent)


def _boxes(parent: etree._Element, left: etree._Element, right: etree._Element) -> bool:
    classes = [element.get("class", "").lower() for element in (left, right)]
    if any(name.startswith(_RUNS) for name in classes):
        return False
    if parent.tag in _SENTENCES:
        return all(classes)
    grown = parent.getparent()
    if grown is not None and grown.tag in _CODE:
        return False
    return left.tag != right.tag or any(classes)


# Tables that hold data, told from those that only place things on the page.

_MIN_ROWS, _MIN_CELLS = 3, 2
_LONGEST_CELL = 1500
"""A cell with more characters is a text that was put beside others."""


def data_rows(table: etree._Element) -> tuple[tuple[str, ...], ...]:
    """The cells of a table that holds data, else (): at least three rows in a sequence with the same number (two or
    more) of cells, no other table inside, and no whole article in a cell."""
    if next(table.iterdescendants("table"), None) is not None:
        return ()
    rows = list(table.iter("tr"))
    cells = [[cell for cell in row if cell.tag in ("td", "th")] for row in rows]
    run = longest = 0
    for before, now in zip([[], *cells], cells, strict=False):
        run = run + 1 if len(now) == len(before) and run else 1
        longest = max(longest, run if len(now) >= _MIN_CELLS else 0)
    if longest < _MIN_ROWS:
        return ()
    data = tuple(tuple(_cell_text(cell) for cell in row) for row in cells if row)
    return () if any(len(text) > _LONGEST_CELL for row in data for text in row) else data


def _cell_text(cell: etree._Element) -> str:
    if not len(cell):
        return " ".join((cell.text or "").split())
    words: list[str] = []
    spacing = Spacing()
    walk = etree.iterwalk(cell, events=("start", "end", "comment", "pi"))
    for event, element in walk:
        if event == "start":
            if element.tag in UNSEEN:
                walk.skip_subtree()
            elif element.tag == "svg":
                words.append(f" {' '.join(lines(element))} ")
                walk.skip_subtree()
            elif element.text:
                words.append(element.text)
            continue
        tail = element.tail
        if event == "end" and (element.tag in BLOCKS or element.tag == "br"):
            words.append(" ")
        elif not tail and words and event == "end":
            right = element.getnext()
            if right is not None and spacing.apart(element, right, words[-1]):
                words.append(" ")
        if tail and element is not cell:
            words.append(tail)
    return " ".join("".join(words).split())


_PREFORMATTED = frozenset(("pre", "xmp", "listing", "plaintext", "textarea"))
_LISTS = frozenset(("ul", "ol", "dl", "menu", "dir"))
_OWN_LINE = re.compile(r"display\s*:\s*(?:block|flex|grid|table|list-item)\b", re.IGNORECASE)
_LETTER = re.compile(
    r"(?:^|[\s_-])(?:emoji|smil(?:ey|ie)|wp-smiley|emoticon|latex|tex|math|formula)(?:$|[\s_-])",
    re.IGNORECASE,
)
_LONGEST_HEADING = 120
_SEPARATORS = re.compile(r"[\x1c-\x1f]")
_BLANKS = re.compile(r"[ \t\r\n\f\v\xa0]+")


def text(parts: Sequence[Part]) -> str:
    """The plain text of parts, a line each."""
    return "\n".join(part.text for part in parts if part.text and part.kind != "image")


class Block(NamedTuple):
    """A part, the innermost block element around it, how many of its characters are those of anchors, how many
    anchors it has, and whether the page shows it only when asked to (a tab, a part that unfolds)."""

    part: Part
    place: etree._Element
    linked: int
    anchors: int
    hidden: bool = False


def parts(root: etree._Element, resolver: Resolver) -> list[Part]:
    """What a page shows."""
    return [block.part for block in blocks(root, resolver)]


def blocks(root: etree._Element, resolver: Resolver, *, unseen: bool = False) -> list[Block]:
    """The blocks of a page in their order; `unseen`: those out of sight too. Walks the page once, without recursion
    (pages nest 2000 elements deep)."""
    walk = _Walk(resolver, root, unseen=unseen)
    walk.run(root)
    return walk.blocks


class _Block(NamedTuple):
    name: str
    kind: PartKind
    level: int
    lists: int


@lru_cache(maxsize=4096)
def _inside(block: _Block, name: str) -> _Block:
    """The block `name` opened in another."""
    if len(name) == 2 and name[0] == "h" and name[1].isdigit():
        return _Block(name, "heading", int(name[1]), block.lists)
    if name in _PREFORMATTED:
        return _Block(name, "code", 0, block.lists)
    if name in ("li", "dd", "dt"):
        return _Block(name, "item", max(1, block.lists), block.lists)
    if name in _LISTS:
        return _Block(name, block.kind, block.level, block.lists + 1)
    if name == "blockquote":
        return _Block(name, "quote", 0, block.lists)
    if name in ("td", "th", "article", "section", "main"):
        return _Block(name, "paragraph", 0, 0)
    return block._replace(name=name)


_OUTSIDE = _Block("", "paragraph", 0, 0)


_EVENTS = ("start", "end", "comment", "pi")
_SPECIAL = UNSEEN | {"svg", "table"}
_WITH_STYLE = etree.XPath("descendant-or-self::*[@style or @hidden]")
"""Few elements have one, and to ask each of them takes as long as to walk through all."""


class _Walk:
    """One walk through a page; `blocks` is what it found."""

    def __init__(self, resolver: Resolver, root: etree._Element, *, unseen: bool) -> None:
        self.blocks: list[Block] = []
        self._hidden: etree._Element | None = None
        """The outermost open element that the page hides, when what it holds is `unseen` but wanted."""
        self._unseen = unseen
        self._resolver = resolver
        self._words: list[str] = []
        self._pictures: list[Part] = []
        # The open blocks: name, what their content is (kind and level), and how many lists are open; their elements.
        self._open: list[_Block] = [_OUTSIDE]
        self._places = [root]
        # Where in the words anchors begin (1) and end (-1), and how many are open before these.
        self._marks: list[tuple[int, int]] = []
        self._depth = 0
        self._numbers = Numbers()
        self._apart = Spacing().apart
        self._lines: set[etree._Element] = set()  # open inline elements that have lines of their own

    def run(self, root: etree._Element) -> None:
        found = _WITH_STYLE(root)
        styled = set(found if isinstance(found, list) else ())
        words, add, marks = self._words, self._words.append, self._marks
        skipped: etree._Element | None = None
        walk = etree.iterwalk(root, events=_EVENTS)
        for event, element in walk:
            if event == "start":
                name = element.tag
                if (name in _SPECIAL or element in styled) and self._passed_over(name, element):
                    skipped = element  # its "end" is still to come
                    walk.skip_subtree()
                    continue
                if name in BLOCKS:
                    if words or marks or self._pictures:
                        self._flush()
                    self._enter(name, element)
                elif name == "a":
                    marks.append((len(words), 1))
                elif name == "br":
                    add("\n" if self._open[-1].kind == "code" else "\0")
                elif name == "img":
                    self._picture(element)
                text = element.text
                if text:
                    add(text)
                if element in styled and name not in BLOCKS and _OWN_LINE.search(element.get("style") or ""):
                    self._begin_line(element)
                continue
            tail = element.tail
            if element is skipped:
                skipped = None
            elif event == "end":
                name = element.tag
                if name in BLOCKS:
                    if words or marks or self._pictures:
                        self._flush()
                    self._open.pop()
                    self._places.pop()
                    if name in _LISTS:
                        self._numbers.end()
                else:
                    self._leave(name, element, tail)
            if element is self._hidden:
                self._hidden = None
            if tail and element is not root:
                add(tail)
        self._flush()

    def _passed_over(self, name: str, element: etree._Element) -> bool:
        """Whether the walk does not go on inside an element: it is out of sight, or told as a whole."""
        if name == "script" and element.text and "document.write" in element.text:
            self._written(element)
        style = element.get("style")
        hides = name != "body" and (
            (style is not None and _HIDDEN.search(style) is not None) or element.get("hidden") is not None
        )
        if name in UNSEEN or (hides and not (self._unseen and name in BLOCKS)):
            if name in BLOCKS:
                self._flush()
            return True
        if name == "svg":
            self._drawing(element)
            return True
        if hides and self._hidden is None:
            self._flush()
            self._hidden = element
        rows = data_rows(element) if name == "table" else ()
        if rows:
            self._flush()
            self._table(element, rows)
        return bool(rows)

    def _enter(self, name: str, element: etree._Element) -> None:
        self._open.append(_inside(self._open[-1], name))
        self._places.append(element)
        if name in _LISTS:
            self._numbers.begin(element)
        elif name == "li":
            self._numbers.item(element)

    def _leave(self, name: str, element: etree._Element, tail: str | None) -> None:
        """An element within a line ends."""
        words = self._words
        if name == "q" or name == "input" or name == "button":
            words.append(" ")
        if words:
            if self._lines and element in self._lines:
                self._lines.remove(element)
                words.append("\0")
            elif not tail and name in _INLINE:
                after = element.getnext()
                if (
                    after is not None
                    and self._open[-1].kind != "code"
                    and self._apart(element, after, words[-1])
                ):
                    words.append(" ")
        if name == "a":
            self._marks.append((len(words), -1))

    def _begin_line(self, element: etree._Element) -> None:
        self._lines.add(element)
        self._words.insert(len(self._words) - bool(element.text), "\0")

    def _written(self, script: etree._Element) -> None:
        """The text that a script writes into the page, where it stands in the script itself."""
        markup = scripts.written(script.text or "") if scripts.is_code(script) else ""
        root = parse(markup.encode("utf-8", "replace"))[0] if markup.strip() else None
        if root is not None:
            said = [part.text for part in parts(root, self._resolver) if part.text and part.kind != "image"]
            edge = "\0" if len(said) > 1 and self._open[-1].kind != "code" else " " * (markup[:1] == " ")
            self._words.append(f"{edge}{edge.join(said)}{edge}")

    def _drawing(self, element: etree._Element) -> None:
        """The words of a drawing: one line may be a sign within a sentence, several are lines of their own."""
        found = lines(element)
        edge = "\0" if len(found) > 1 and self._open[-1].kind != "code" else " "
        if found:
            self._words.append(f"{edge}{edge.join(found)}{edge}")

    def _table(self, element: etree._Element, rows: tuple[tuple[str, ...], ...]) -> None:
        anchors = list(element.iter("a"))
        linked = sum(_letters("".join(anchor.itertext())) for anchor in anchors)
        self.blocks.append(Block(table(rows), element, linked, len(anchors), self._hidden is not None))

    def _picture(self, element: etree._Element) -> None:
        if element.get("width") in ("0", "1") or element.get("height") in ("0", "1"):
            return  # a counter, not a picture
        alt = " ".join((element.get("alt") or "").split())
        if alt and _stands_for_letters(element, alt):
            self._words.append(alt)
            return
        url = self._resolver.resolve(element.get("src") or element.get("data-src") or "")
        if url:
            self._pictures.append(Part("image", alt, url=url))

    def _flush(self) -> None:
        """What was read becomes a block."""
        words = self._words
        linked = anchors = 0
        if self._marks:
            linked, anchors = self._anchored()
        elif self._depth > 0 and words:
            linked, anchors = sum(map(_letters, words)), 1
        if words:
            text = "".join(words)
            if len(words) > 1 and "\n" in text and not text.isascii() and self._open[-1].kind != "code":
                text = "".join(map(_edged, words))
            words.clear()
            part = self._part(text)
            if part is not None:
                self.blocks.append(Block(part, self._places[-1], linked, anchors, self._hidden is not None))
        if self._pictures:
            for part in self._pictures:
                self.blocks.append(Block(part, self._places[-1], linked, anchors, self._hidden is not None))
            self._pictures.clear()

    def _anchored(self) -> tuple[int, int]:
        """How many letters stand in anchors, and how many anchors begin."""
        words, depth, at = self._words, self._depth, 0
        linked = anchors = 0
        for place, step in (*self._marks, (len(words), 0)):
            if depth > 0:
                linked += sum(map(_letters, words[at:place]))
            at, depth = place, depth + step
            anchors += step > 0
        self._depth = depth
        self._marks.clear()
        return linked, anchors

    def _part(self, words: str) -> Part | None:
        if words.isspace():
            return None
        block = self._open[-1]
        content = _preformatted(words) if block.kind == "code" else _lines(words)
        if not content:
            return None
        if block.kind == "heading" and len(content) > _LONGEST_HEADING and block.name[0] != "h":
            block = _inside(_OUTSIDE, "p")  # a heading that was never closed
        number = self._numbers.take() if block.kind == "item" and self._numbers.label else ""
        return Part(block.kind, content, block.level, places=number)


def _letters(text: str) -> int:
    """Characters that are no blanks."""
    return len("".join(text.split()))


def _edged(piece: str) -> str:
    """A line break between two elements is a blank, even where one inside a Chinese sentence is nothing."""
    core = piece.strip(" \t\r\n\f")
    if len(core) == len(piece):
        return piece
    if not core:
        return " "
    return f"{' ' if piece[0] != core[0] else ''}{core}{' ' if piece[-1] != core[-1] else ''}"


def _preformatted(words: str) -> str:
    return words.strip("\r\n").rstrip()


def _lines(words: str) -> str:
    """Single blanks; each "\0" begins a line."""
    if words.isascii():
        if _SEPARATORS.search(words):  # which are blanks to Python, and none to a page
            lines = _BLANKS.sub(" ", words).split("\0")
            return "\n".join(map(str.strip, lines)).strip("\n")
        if "\0" not in words:
            return " ".join(words.split())
        return "\n".join([" ".join(line.split()) for line in words.split("\0")]).strip("\n")
    if "\0" not in words:
        return _line(words.strip())
    return "\n".join(_line(line.strip()) for line in words.split("\0")).strip("\n")


def _line(line: str) -> str:
    if "\n" in line:
        return spacing.join_lines(line.splitlines())
    plain = " ".join(line.split())
    if plain.isprintable():  # as nearly all are: nothing in it is out of sight
        return spacing.unspaced(plain)
    return spacing.paragraph(line)


def _stands_for_letters(element: etree._Element, alt: str) -> bool:
    """Whether a picture shows a sign or a formula, and so belongs to the sentence."""
    if len(alt) <= 3 and not alt.isascii() and not any(map(str.isalnum, alt)):
        return True
    return _LETTER.search(element.get("class") or "") is not None
