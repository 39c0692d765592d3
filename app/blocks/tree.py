"""A page cut into a tree of blocks, each a byte range of the page as it was received."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from app.blocks.references import unescape
from app.blocks.rules import rule
from app.blocks.spans import Scan
from app.blocks.styles import Style

_SPACES = re.compile(r"[ \t\f\r\n]+")
_LINKS = frozenset({"a", "button"})
_NEAR = 8  # elements that a link may hold, to be known as the one before


@dataclass(slots=True)
class Block:
    """A closed region of a page. `span` is (start, end) in bytes; `text` what it shows, a line a line."""

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
        """What stands around the leaf blocks: one piece more than there are leaves."""
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
        return f"Rule {block.rule}: {rule(block.rule).sentence}"

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
    """The visible text of a stretch of the source, white space collapsed, what stands apart on lines of its own.

    With `links_apart` a blank is between links, or buttons, that nothing else stands between: style sheets part them.
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
    return "\n".join(line for part in "".join(lines).split("\n") if (line := " ".join(part.split(" ")).strip()))


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
