"""Put the elements and texts of a page together as they come: the tree, each with its place and its weight."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

from app.blocks.page.elements import BLOCK_LEVEL, HEADINGS, MEDIA, Kind, kind_of, names
from app.blocks.page.node import LAYOUT, MIXED, WORDS, Node, Whole, element, text_node, width
from app.blocks.page.parsing import DEEP
from app.blocks.page.source import unescape
from app.blocks.page.spans import TOKEN, Scan
from app.blocks.page.styles import SHORTEST, Style

# What each tag does to the open elements, for pages in which it does nothing unusual (HTML, tree
# construction).
#
# Only what is listed here is understood; the rest is left to the parser.

# What is open around a place, as bits of `Node.around`.
IN_P = 1  # a p that the next element on a line of its own closes
IN_LI = 2  # a li that the next one closes
IN_DD = 4  # likewise dd and dt
IN_A = 8
IN_BUTTON = 16
IN_SELECT = 32
IN_FOREIGN = 64
IN_FORM = 128
_BELOW = IN_A | IN_SELECT | IN_FOREIGN | IN_FORM
# Of the open element alone:
NO_WORDS = 256  # a table, a row …: the parser moves words away from there
ONLY_WORDS = 512
IN_HEADING = 1024
LINE_END = 2048  # one at its very beginning is dropped
OVER = 4096  # the end tag of the page has come
DEPTH = 8192  # how much one more open element adds

# Not every start tag does there what it does elsewhere; likewise for texts.
RESTRICTED = IN_SELECT | IN_FOREIGN | NO_WORDS | ONLY_WORDS | OVER
CAREFUL = NO_WORDS | ONLY_WORDS | OVER | LINE_END


class Does(IntEnum):
    """What a start tag does."""

    OPENS = 0
    ITEM = 1  # li, dd, dt
    OPTION = 2
    TABLE_PART = 3
    HOLDS_RAW = 4
    FOREIGN = 5
    UNKNOWN = 6  # what needs the parser, or is not for a body


@dataclass(frozen=True, slots=True)
class Tag:
    """A start tag. It simply opens its element where none of the bits in `bars` is set."""

    name: str
    kind: Kind
    does: Does
    bars: int
    keep: int  # mask of what stays open around the content of its element …
    add: int  # … and what is opened by it
    empty: bool
    layout: bool
    closes: bool  # its end tag closes its element, where that is the open one
    ordinary: bool  # words may stand in it
    own_line: bool
    measured: bool  # the style is asked about it
    weight: int  # without attributes and content
    inside: frozenset[str]  # it simply opens its element directly in these, whatever the bits say


IMPLIED = names("dd dt li optgroup option p")  # their end tags may be left out
TABLE_PARTS = names("td th tr tbody thead tfoot colgroup")
TABLE_BODIES = names("tbody thead tfoot")
HEAD_PARTS = names("meta link base script style title noscript noframes")
IN_TABLES = names("script style")  # stay where they are, in a table too
SVG_PARTS = names(
    "path g circle rect line polyline polygon ellipse use defs symbol stop mask text tspan filter pattern title"
)
_EMPTY = names("area base br embed hr img input link meta param source track wbr col")
_RAW = names("script style textarea title iframe noembed noframes noscript")
_CLOSE_P = (
    HEADINGS
    | names(
        "address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form header "
        "hgroup hr listing main menu nav ol p pre section summary ul li dd dt table"  # (a table: by the document type)
    )
)
_UNKNOWN = names(
    "basefont bgsound caption frame frameset image isindex math nobr plaintext rb rp rt rtc template "
    "keygen search xmp html head body"
)
_DOES: tuple[tuple[Does, frozenset[str]], ...] = (
    (Does.UNKNOWN, _UNKNOWN),
    (Does.HOLDS_RAW, _RAW),
    (Does.ITEM, names("li dd dt")),
    (Does.OPTION, names("option optgroup")),
    (Does.TABLE_PART, TABLE_PARTS | {"col"}),
    (Does.FOREIGN, names("svg")),
)
_ADDS = {
    "p": IN_P,
    "li": IN_LI,
    "dd": IN_DD,
    "dt": IN_DD,
    "a": IN_A,
    "button": IN_BUTTON,
    "select": IN_SELECT,
    "form": IN_FORM,
    "svg": IN_FOREIGN,
    "pre": LINE_END,
    "listing": LINE_END,
    "textarea": LINE_END,
    **dict.fromkeys(HEADINGS, IN_HEADING),
    **dict.fromkeys((TABLE_PARTS | {"table", "head"}) - {"td", "th"}, NO_WORDS),
}
# A second one inside is something else.
_NOT_IN_ITSELF = {
    "a": IN_A,
    "button": IN_BUTTON,
    "form": IN_FORM,
    "li": IN_LI,
    "dd": IN_DD,
    "dt": IN_DD,
    **dict.fromkeys(HEADINGS, IN_HEADING),
}
_INSIDE = {
    **dict.fromkeys(("td", "th"), frozenset({"tr"})),
    "tr": TABLE_BODIES,
    **dict.fromkeys(TABLE_BODIES, frozenset({"table"})),
    "option": frozenset({"select", "optgroup"}),
    **dict.fromkeys(("meta", "link", "base"), frozenset({"head"})),
}
# A li inside these, and not inside an address, div or p, does not close the li around them ("special" in HTML).
_HIDE_ITEMS = HEADINGS | names(
    "article aside blockquote button center details dir dl fieldset figcaption figure footer form header hgroup "
    "listing main menu nav object applet marquee ol pre section summary table ul select td th li dd dt"
)
_HIDE_ALL = names("table td th object applet marquee")  # nothing is in scope behind these

# An end tag closes these first (HTML, "generate implied end tags", and the tables' insertion modes).
CLOSES_FIRST: dict[str, frozenset[str]] = {
    **dict.fromkeys(_CLOSE_P | names("button object applet marquee td th"), IMPLIED),
    **{name: IMPLIED - {name} for name in ("li", "dd", "dt", "p")},
    "optgroup": names("option"),
    "select": names("option optgroup"),
    "tr": IMPLIED | {"td", "th"},
    **dict.fromkeys(TABLE_BODIES, IMPLIED | {"td", "th", "tr"}),
    "table": IMPLIED | TABLE_PARTS,
}


def _keep(name: str) -> int:
    keep = -DEPTH | _BELOW | IN_P | IN_BUTTON | IN_LI | IN_DD
    if name in _HIDE_ITEMS:
        keep &= ~(IN_LI | IN_DD)
    if name in _HIDE_ALL:
        keep &= ~(IN_P | IN_BUTTON)
        if name != "table":
            keep &= ~IN_A
    return keep & ~IN_P if name == "button" else keep


@lru_cache(1000)
def tag_of(name: str) -> Tag:
    """What is known of a tag with this name (in small letters)."""
    does = next((does for does, members in _DOES if name in members), Does.OPENS)
    bars = RESTRICTED | _NOT_IN_ITSELF.get(name, 0)
    if does not in (Does.OPENS, Does.ITEM):
        bars |= -DEPTH  # everywhere
    if name in _CLOSE_P:
        bars |= IN_P
    kind, add, empty = kind_of(name), _ADDS.get(name, 0), name in _EMPTY
    return Tag(
        name=name,
        kind=kind,
        does=does,
        bars=bars,
        keep=_keep(name),
        add=add,
        empty=empty,
        layout=kind == "layout",
        closes=does is not Does.UNKNOWN,
        ordinary=not empty and not add & CAREFUL,
        own_line=name in BLOCK_LEVEL or name == "br",
        measured=kind == "layout" or name in MEDIA,
        weight=MEDIA.get(name, 0),
        inside=_INSIDE.get(name, frozenset()),
    )


_USUAL = names(
    "a abbr address article aside audio b big blockquote body br button canvas caption center cite code col colgroup "
    "dd del details dfn dir div dl dt em embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 "
    "h5 h6 head header hr html i iframe img input ins kbd label legend li link main map mark menu meta nav noscript "
    "object ol optgroup option p param path picture pre s samp script section select small source span strike strong "
    "style sub summary sup svg table tbody td textarea tfoot th thead time title tr tt u ul use var video wbr"
)
# In both ways of writing that pages use.
TAGS: dict[str, Tag] = {written: tag_of(name) for name in _USUAL for written in (name, name.upper())}


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
        node.texts, node.inside = 0, 0
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
