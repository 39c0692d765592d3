"""The rules of Algorithm 1, and the tree of blocks that they make.

Rules 1 to 11 of the block-based web archive decide whether an element is a block; the first that applies counts. Where
today's pages differ from those of 2008 a rule says so. Besides the paper's: a text is a format child (rule 8 would
find nothing otherwise), an inline element with layout inside is layout, and the rest between blocks is gathered by the
rules from 12 on, so that little of a page stays in its layout.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field

from app.blocks.page.elements import FUNCTION, SECTIONS
from app.blocks.page.node import LAYOUT, Node
from app.blocks.page.source import unescape
from app.blocks.page.spans import Scan
from app.blocks.page.styles import Style
from app.messages import Message

SMALLEST = 24  # characters: nothing smaller is a block of its own
_SECTION_SHARE = 4  # an element that calls itself a part of the page needs this part of the minimum
MAX_DEPTH = 100  # elements below are not looked into


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of Algorithm 1. The first one that applies decides: `block` is the answer."""

    number: int
    sentence: str
    block: bool
    coherence: int = 0  # of the blocks it makes, as in VIPS: 10 one thing only, 1 anything


def minimum_size(tag: str, minimum: int) -> int:
    """The minimum size of a tag's blocks, in characters."""
    return max(SMALLEST, minimum // _SECTION_SHARE if tag in SECTIONS else minimum)


RULES: tuple[Rule, ...] = (
    Rule(1, Message("block-empty"), False),
    Rule(2, Message("block-control"), False),
    Rule(3, Message("block-formatting"), False),
    Rule(4, Message("block-single"), False),
    Rule(5, Message("block-small"), False),
    Rule(6, Message("block-colour"), False),
    Rule(7, Message("block-arranges"), False),
    Rule(8, Message("block-text"), True, 10),
    Rule(
        9,
        Message("block-own-text"),
        True,
        8,
    ),
    Rule(10, Message("block-beside"), True, 6),
    Rule(11, Message("block-other"), False),
    Rule(12, Message("block-together"), True, 6),
    Rule(13, Message("block-heading"), True, 8),
    Rule(14, Message("block-row"), True, 5),
    Rule(15, Message("block-whole"), True, 3),
    Rule(16, Message("block-page"), True, 1),
)
GATHERED, SECTION, CUT, UNDIVIDED, WHOLE = 12, 13, 14, 15, 16


def smallest_size(minimum: int) -> int:
    """The minimum size of the blocks of section tags, in characters."""
    return max(SMALLEST, minimum // _SECTION_SHARE)


def decide(node: Node, minimum: int, *, after_block: bool = False) -> Rule:
    """The first of rules 1 to 11 that applies to an element, for blocks of at least `minimum` characters.

    `after_block`: its previous sibling is a block.
    """
    return RULES[_number(node, minimum, after_block) - 1]


def _number(node: Node, minimum: int, after_block: bool) -> int:
    children = node.children
    only = next((child for child in children if child.weight), None)
    if only is None:
        return 1
    kind = node.kind
    if kind == "function":
        return 2  # with layout inside it arranges the page as well; the form around a whole page stays a function
    if kind != "layout":
        return 3
    parts: list[Node] = []
    seen = 0
    if node.inside & LAYOUT or only.tag == "form":
        shown = [child for child in children if child.weight]
        seen = len(shown)
        # the child is asked next; where it can be no block (text, format, function) rule 8 must have its turn
        if seen == 1 and (only.kind == "layout" or (only.tag in FUNCTION and not only.inline)):
            return 4
        parts = [child for child in shown if child.kind == "layout"]
    if node.weight < minimum_size(node.tag, minimum):
        return 5
    if not parts:
        return 8
    if _other_colour(node, parts):
        return 6
    if len(parts) == seen:
        return 7
    if node.pure:
        return 9
    return 10 if after_block else 11


def _other_colour(node: Node, parts: list[Node]) -> bool:
    # of children that could be seen as parts: a marked word does not divide a paragraph
    for child in parts:
        if child.background is not None and child.background != node.background:  # noqa: SIM102 -- seldom asked further
            if SMALLEST <= child.weight < node.weight:
                return True
    return False


def rule(number: int) -> Rule:
    """The rule with this number."""
    return RULES[number - 1]


_SPACES = re.compile(r"[ \t\f\r\n]+")
_LINKS = frozenset({"a", "button"})
_NEAR = 8  # elements that a link may hold, to be known as the one before


@dataclass(slots=True)
class Block:
    """A closed part of a page. `span` is (start, end) in bytes; `text` its visible text, line by line."""

    path: str  # XPath of its element, or of the first of several and after ".." the last step of the last
    span: tuple[int, int]
    level: int  # 1 for the blocks of the page, 2 for the blocks in those …
    rule: int  # the number of the rule that decided, see rules.RULES
    weight: int  # the room it takes, in characters of text
    tag: str
    text: str = ""
    topic: str = ""
    label: str = ""
    children: list[Block] = field(default_factory=list)
    places: tuple[int, int] = (0, 0)  # the span in characters of the source text
    numbers: tuple[int, int] = (0, 0)  # of its start tags: from, to (exclusive)

    def leaves(self) -> Iterator[Block]:
        """The blocks that are not divided further, in the order of the source."""
        if not self.children:
            yield self
        for child in self.children:
            yield from child.leaves()

    def walk(self) -> Iterator[Block]:
        """The block and all below it."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(slots=True)
class BlockTree:
    """A page in blocks. Layout and blocks together are the page, byte for byte, by construction."""

    data: bytes
    charset: str
    blocks: list[Block]
    level: int
    unit: int  # size of a block at level 1, in characters; give it to the other version for like cuts
    style: Style  # `style.source` says which one was used
    scan: Scan
    warnings: tuple[str, ...] = ()

    def leaves(self) -> list[Block]:
        """The blocks that are not divided further, in the order of the source."""
        return [leaf for block in self.blocks for leaf in block.leaves()]

    def walk(self) -> Iterator[Block]:
        """All blocks, each before those inside it."""
        for block in self.blocks:
            yield from block.walk()

    def layout(self) -> list[bytes]:
        """The bytes around the leaf blocks: one more piece than there are leaves."""
        pieces: list[bytes] = []
        position = 0
        for leaf in self.leaves():
            pieces.append(self.data[position : leaf.span[0]])
            position = leaf.span[1]
        return [*pieces, self.data[position:]]

    def content(self, block: Block) -> bytes:
        """The bytes of a block."""
        return self.data[slice(*block.span)]

    def why(self, block: Block) -> str:
        """Why this is a block: the number of the rule and a sentence."""
        return Message("rule", number=block.rule, what=rule(block.rule).sentence)

    def coherence(self, block: Block) -> int:
        """How much the block is one thing: 10 for nothing but words, 1 for a page that could not be divided (VIPS)."""
        return rule(block.rule).coherence


def rebuild(layout: Sequence[bytes], contents: Sequence[bytes]) -> bytes:
    """The page out of its layout and the contents of its leaf blocks. ValueError unless their numbers fit."""
    if len(layout) != len(contents) + 1:
        raise ValueError(f"{len(contents)} blocks do not fill a layout with {len(layout) - 1} places")
    pieces = [layout[0]]
    for content, after in zip(contents, layout[1:], strict=True):
        pieces += (content, after)
    return b"".join(pieces)


def shown_text(scan: Scan, start: int, end: int, *, links_apart: bool = False) -> str:
    """The visible text of a stretch, white space collapsed, elements that stand apart on lines of their own.

    With `links_apart` a blank separates adjacent links or buttons, as style sheets do.
    """
    texts = scan.texts
    lines: list[str] = []
    number = bisect_left(texts, (start, -1, False))
    if number and texts[number - 1][1] > start:
        number -= 1  # one preformatted text can be several blocks
    for n in range(number, len(texts)):
        begin, stop, own_line = texts[n]
        if begin >= end:
            break
        written = scan.text[max(begin, start) : min(stop, end)]
        if own_line and lines:
            lines.append("\n")
        elif links_apart and lines and _is_next_link(scan, texts[n - 1][1], begin):
            lines.append(" ")
        lines.append(_SPACES.sub(" ", unescape(written) if "&" in written else written))
    return "\n".join(
        line for part in "".join(lines).split("\n") if (line := " ".join(part.split(" ")).strip())
    )


def _is_next_link(scan: Scan, stop: int, begin: int) -> bool:
    """Whether a link or button ends and another begins between two places, which leads elsewhere."""
    first, last = bisect_left(scan.starts, stop), bisect_left(scan.starts, begin)
    new = next((number for number in range(first, last) if scan.names[number] in _LINKS), None)
    if new is None:
        return False
    around = range(first - 1, max(-1, first - 1 - _NEAR), -1)
    old = next((number for number in around if scan.names[number] == scan.names[new]), None)
    if old is None or not stop <= scan.closes[old] <= begin:
        return False
    tags = [scan.text[scan.name_ends[number] : scan.ends[number]] for number in (old, new)]
    return scan.names[new] == "button" or tags[0] != tags[1]


def enclosing(
    names: Sequence[str], starts: Sequence[int], closes: Sequence[int], kinds: Container[str]
) -> tuple[list[int], bytearray]:
    """The element around each element, -1 for none, and 1 for each that holds one of these kinds, at any depth."""
    around, holds = [-1] * len(names), bytearray(len(names))
    stack: list[int] = []
    for number, name in enumerate(names):
        while stack and closes[stack[-1]] <= starts[number]:
            stack.pop()
        if stack:
            around[number] = stack[-1]
        if name in kinds:
            for holder in reversed(stack):
                if holds[holder]:
                    break
                holds[holder] = 1
        stack.append(number)
    return around, holds
