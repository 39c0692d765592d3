"""Cut a page into its block tree, level by level (Algorithm 1 of the block-based web archive)."""

from __future__ import annotations

import math
import re
import zlib
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from app.blocks.page.effort import uncollected
from app.blocks.page.elements import HEADINGS, PREFORMATTED, SECTIONS
from app.blocks.page.node import Node, release
from app.blocks.page.parsing import Edges, build
from app.blocks.page.reading import read_page
from app.blocks.page.source import Source, unescape
from app.blocks.page.spans import Scan, scan
from app.blocks.page.styles import StaticStyle, Style
from app.blocks.page.tree import (
    CUT,
    GATHERED,
    MAX_DEPTH,
    SECTION,
    SMALLEST,
    UNDIVIDED,
    WHOLE,
    Block,
    BlockTree,
    decide,
    shown_text,
    smallest_size,
)

_EMPTY_LINES = re.compile(r"\n(?:[ \t\f\r]*\n)+")
_MOST_PARAGRAPHS = 8  # times as many paragraphs as usual: then a cut follows in any case


def paragraphs(node: Node, scan: Scan, minimum: int) -> list[tuple[int, int]]:
    """Places of groups of paragraphs of about `minimum` characters in preformatted text; [] for other or shorter text.

    As with other long rows, the text of a paragraph alone chooses whether a cut follows.
    """
    if node.tag not in PREFORMATTED or node.number < 0 or not node.mapped:
        return []
    begin, end = scan.ends[node.number], min(scan.inner_ends[node.number], node.end)
    inside = iter([(child.start, child.end) for child in node.children if child.start >= 0])
    start, stop = next(inside, (end, end))
    cuts: list[int] = []
    for empty in _EMPTY_LINES.finditer(scan.text, begin, end):
        while stop <= empty.start() and start < end:
            start, stop = next(inside, (end, end))
        if empty.end() <= start:
            cuts.append(empty.end())
    modulus = 1 << max(0, round(minimum * (len(cuts) + 1) / max(1, end - begin)).bit_length() - 1)
    places: list[tuple[int, int]] = []
    paragraph = begin
    waiting = 0
    for cut in cuts:
        waiting += 1
        said = " ".join(scan.text[paragraph:cut].split()).encode("utf-8", "replace")
        paragraph = cut
        if zlib.crc32(said) % modulus == 0 or waiting >= _MOST_PARAGRAPHS * modulus:
            places.append((begin, cut))
            begin, waiting = cut, 0
    return [*places, (begin, end)] if places and begin < end else places


LONG = 3  # times the minimum: what is longer is cut where it can be
_HEADED = 9  # times the minimum: a longer paragraph stands apart from its heading, to be cut
_PLAIN = 8  # the rule of a block with nothing but words
_MOST_PARTS = 8  # times as many parts as usual: then a cut follows in any case
_CHOOSING = 256  # characters of a part that choose whether a cut follows it


@dataclass(slots=True)
class Piece:
    """Neighbours below one element that are a block together: `parent.children[first : last + 1]`."""

    parent: Node
    first: int
    last: int
    rule: int

    @property
    def nodes(self) -> list[Node]:
        return self.parent.children[self.first : self.last + 1]

    @property
    def node(self) -> Node | None:
        """The element, when the block is just one."""
        only = self.parent.children[self.first] if self.first == self.last else None
        return only if only is not None and only.number >= 0 else None

    @property
    def weight(self) -> int:
        if self.first == self.last:
            return self.parent.children[self.first].weight
        return sum([node.weight for node in self.nodes])


class Known:
    """Results for nodes, by their ids, so that none is cut or read twice."""

    def __init__(self) -> None:
        # in a node; also by their size, and by how deep it is below the block that is divided
        self.blocks: dict[tuple[int, int, int], tuple[Node, list[Piece]]] = {}
        self.choices: dict[
            tuple[int, int, int], int
        ] = {}  # numbers made of what neighbours say, by parent and place


class Extractor:
    """Cuts elements at one level; `minimum` is the size of its blocks in characters."""

    def __init__(self, scan: Scan, edges: Edges, style: Style, minimum: int, known: Known) -> None:
        self._scan = scan
        self._known = known
        self._edges = edges
        self._style = style
        self._minimum = minimum
        self._least = smallest_size(minimum)

    def inside(self, piece: Piece, depth: int = 0) -> list[Piece]:
        """The blocks inside a block. Small parts are gathered, so the blocks hold everything visible."""
        if piece.first == piece.last:
            return self._in(piece.parent.children[piece.first], depth)
        return self._among(piece.parent, piece.first, piece.last, depth)

    def _in(self, node: Node, depth: int) -> list[Piece]:
        """The blocks in a node."""
        key = id(node), self._minimum, depth
        known = self._known.blocks.get(key)
        if known is None:
            known = self._known.blocks[key] = node, self._among(node, 0, len(node.children) - 1, depth)
        return known[1]

    def _among(self, parent: Node, first: int, last: int, depth: int) -> list[Piece]:
        children, least, minimum = parent.children, self._least, self._minimum
        if not self._scan.exact:
            for child in children[first : last + 1]:
                if child.count and child.weight and not child.mapped:  # a text stands between others
                    return []
        pieces: list[Piece] = []
        begin = -1  # of the neighbours that wait to be gathered
        after_block = False
        for index in range(first, last + 1):
            child = children[index]
            weight = child.weight
            if not weight:
                continue
            if weight < least or (weight < minimum and child.tag not in SECTIONS):
                found = None  # none of rules 1 to 5 makes a block
            else:
                found = self._blocks(parent, index, depth, after_block)
            if not found:
                begin = index if begin < 0 else begin
                continue
            if begin >= 0:
                heading = self._heading_before(parent, begin, index)
                most = (_HEADED if found[0].rule == _PLAIN else LONG) * minimum
                fits = len(found) == 1 and found[0].parent is parent and child.weight <= most
                if heading >= 0 and fits:
                    found[0].first, found[0].rule = heading, SECTION
                    if heading > begin:
                        pieces += self._gather(parent, begin, heading - 1)
                else:
                    pieces += self._gather(parent, begin, index - 1)
                begin = -1
            pieces += found
            after_block = True
        if begin >= 0:
            pieces += self._gather(parent, begin, last)
        return pieces

    def _blocks(self, parent: Node, index: int, depth: int, after_block: bool) -> list[Piece]:
        """The child as a block, or the blocks inside it; [] where it is to be gathered with its neighbours."""
        child = parent.children[index]
        rule = decide(child, self._minimum, after_block=after_block)
        if rule.block:
            return [Piece(parent, index, index, rule.number)]
        if child.inline:  # old pages have all their text in one <font>
            inner = self._in(child, depth + 1) if depth < MAX_DEPTH else []
            return inner if len(inner) > 1 else []
        if depth >= MAX_DEPTH:
            return [Piece(parent, index, index, UNDIVIDED)]
        inner = self._in(child, depth + 1)
        if not inner:
            return [Piece(parent, index, index, UNDIVIDED)]
        if len(inner) == 1 and inner[0].weight == child.weight and child.number >= 0:
            return [Piece(parent, index, index, inner[0].rule)]
        return inner

    @staticmethod
    def _heading_before(parent: Node, begin: int, index: int) -> int:
        """Where a heading stands that belongs to the block which follows it, or -1."""
        place = index - 1
        while place >= begin and not parent.children[place].weight:
            place -= 1
        return place if place >= begin and parent.children[place].tag in HEADINGS else -1

    def _gather(self, parent: Node, first: int, last: int) -> list[Piece]:
        """The blocks of neighbours that are no blocks alone."""
        children = parent.children
        while last > first and not children[last].weight:
            last -= 1
        whole = Piece(parent, first, last, GATHERED)
        if whole.weight <= LONG * self._minimum:
            return [whole]
        parts = self._parts(parent, first, last)
        headed = [
            n
            for n, (start, _) in enumerate(parts)
            if (children[start] if children[start].weight else _first_seen(children, start)).tag in HEADINGS
        ]
        if len(headed) < 2:
            return self._cut(parent, parts)
        bounds = sorted({0, *headed})
        sections = [
            (parts[n][0], parts[(bounds[m + 1] if m + 1 < len(bounds) else len(parts)) - 1][1])
            for m, n in enumerate(bounds)
        ]
        pieces: list[Piece] = []
        for piece in self._cut(parent, sections):
            if piece.weight > LONG * self._minimum:
                inner = parts[bisect_left(parts, (piece.first, 0)) : bisect_left(parts, (piece.last + 1, 0))]
                if _first_seen(children, inner[0][0]).tag in HEADINGS and len(inner) > 1:
                    inner[:2] = [(inner[0][0], inner[1][1])]
                pieces += self._cut(parent, inner)
            else:
                piece.rule = SECTION if children[piece.first].tag in HEADINGS else piece.rule
                pieces.append(piece)
        return pieces

    def _parts(self, parent: Node, first: int, last: int, enough: int = 2) -> list[tuple[int, int]]:
        """The parts that must not be cut: elements with layout, or words up to an empty line.

        Where too much stands between empty lines, its lines are the parts (`enough` line breaks: one).
        """
        parts: list[tuple[int, int]] = []
        begin, breaks, before = -1, 0, None

        def end_words(place: int) -> None:
            weight = sum(child.weight for child in parent.children[begin : place + 1])
            if enough > 1 and weight > LONG * self._minimum:
                parts.extend(self._parts(parent, begin, place, 1))
            else:
                parts.append((begin, place))

        for index in range(first, last + 1):
            child = parent.children[index]
            breaks += child.tag == "br"
            if not child.weight:
                if begin >= 0 and child.tag == "hr":
                    end_words(index)
                    begin = -1
                continue
            if begin >= 0 and (
                breaks >= enough
                or child.kind == "layout"
                or (before is not None and self._style.apart(before, child))
            ):
                end_words(index - 1)
                begin = -1
            if child.kind == "layout":
                parts.append((index, index))
            elif begin < 0:
                begin = index
            breaks, before = 0, child
        if begin >= 0:
            end_words(last)
        return parts

    def _cut(self, parent: Node, parts: Sequence[tuple[int, int]]) -> list[Piece]:
        """The blocks of a row of parts, of about the minimum size.

        The text of the part before it alone chooses a cut: an insertion or removal disturbs its own block alone, a change of
        markup disturbs none.
        """
        children = parent.children
        weights = [
            children[start].weight
            if start == end
            else sum([child.weight for child in children[start : end + 1]])
            for start, end in parts
        ]
        total = sum(weights)
        modulus = 1 << max(0, round(math.log2(max(1.0, self._minimum * len(parts) / max(1, total)))))
        pieces: list[Piece] = []
        begin = 0
        for n, (start, end) in enumerate(parts):
            large = weights[n] >= self._minimum
            choice = children[start].choice if start == end else -1
            if large and begin < n:  # a large part stands alone, whatever is beside it
                pieces.append(Piece(parent, parts[begin][0], parts[n - 1][1], CUT))
                begin = n
            if (
                large
                or modulus == 1
                or n == len(parts) - 1
                or n - begin >= _MOST_PARTS * modulus
                or (choice if choice >= 0 else self._chosen(parent, start, end)) % modulus == 0
            ):
                pieces.append(Piece(parent, parts[begin][0], end, CUT if begin < n else GATHERED))
                begin = n + 1
        return pieces

    def _chosen(self, parent: Node, first: int, last: int) -> int:
        """The hash of the text of a part."""
        node = parent.children[first]
        if first == last and node.number >= 0:
            choice = node.choice = zlib.crc32(self._said(parent, first, last))
            return choice
        key = id(parent), first, last
        known = self._known.choices.get(key)
        if known is None:
            known = self._known.choices[key] = zlib.crc32(self._said(parent, first, last))
        return known

    def _said(self, parent: Node, first: int, last: int) -> bytes:
        """The begin of the text of a part, for choosing cuts; its markup where it has no text."""
        text, texts = self._scan.text, self._scan.texts
        number = parent.children[first].number
        if first == last and number >= 0:
            begin, stop = self._scan.ends[number], self._scan.inner_ends[number]
            if (
                begin < stop <= begin + _CHOOSING and text.find("<", begin, stop) < 0
            ):  # a short text, as most are
                written = " ".join(text[begin:stop].split())
                if written:
                    return (unescape(written) if "&" in written else written).encode("utf-8", "replace")
        start, end = self._edges.of(parent, first, last)
        said: list[str] = []
        room = _CHOOSING
        for n in range(bisect_left(texts, (start,)), len(texts)):
            begin, stop, _ = texts[n]
            if begin >= end:
                break
            if stop > end:
                stop = end
            words = text[begin : stop if stop - begin < _CHOOSING else begin + _CHOOSING].split()
            if words:
                said += words
                room -= sum(map(len, words))
                if room <= 0:
                    break
        written = " ".join(said) if said else text[start : min(end, start + _CHOOSING)]
        return (unescape(written) if "&" in written else written).encode("utf-8", "replace")


def _first_seen(children: Sequence[Node], index: int) -> Node:
    while not children[index].weight and index + 1 < len(children):
        index += 1
    return children[index]


DEFAULT_LEVEL = 3
MAX_LEVEL = 6
_FIRST_SHARE = 6  # a block of level 1 is at least this part of the page …
SHARE = 3  # … and one of each further level this part of those


@uncollected
def cut(
    data: bytes,
    charset: str | None = None,
    *,
    level: int = DEFAULT_LEVEL,
    style: Style | None = None,
    unit: int | None = None,
) -> BlockTree:
    """The block tree of an HTML page with blocks of level 1 to `level`. Never raises for any bytes.

    `charset` is what the server declared; `style` where sizes and colours come from (the source itself, if none
    is given); `unit` the size of the blocks, as another version of the page had it.
    """
    page = Page(Source(data, charset), style or StaticStyle())
    try:
        return page.cut(level, unit)
    finally:
        page.release()


class Page:
    """A page with its nodes, to be cut. `release` it when that has been done."""

    def __init__(self, source: Source, style: Style) -> None:
        self.source, self.style = source, style
        self.reader = read_page(source.text, style)  # None: it needed the parser
        self.known = Known()
        self.warnings: list[str] = []
        if self.reader is not None:
            self.scan, self.root = self.reader.scan, self.reader.root
        else:
            self.scan = scan(source.text)
            self.root, self.warnings = build(self.scan, style)

    def cut(self, level: int, unit: int | None) -> BlockTree:
        """Its block tree. `unit` as above."""
        source, found, root = self.source, self.scan, self.root
        if unit is None:
            unit = usual_unit(root.weight)
        tree = BlockTree(
            source.data, source.charset, [], level, unit, self.style, found, tuple(self.warnings)
        )
        blocks = _Cutter(tree, self.style, self.known).blocks(root)
        if not blocks or not put_in_bytes(blocks, source):
            whole = Block("/html[1]", (0, len(source.data)), 1, WHOLE, root.weight, "html")
            whole.places, whole.numbers = (0, len(source.text)), (0, len(found.names))
            whole.text = shown_text(found, *whole.places)
            blocks = [whole]
        tree.blocks = blocks
        return tree

    def release(self) -> None:
        """Take the nodes apart. Nothing happens the second time."""
        self.known = Known()
        release(self.root, self.reader.nodes if self.reader is not None else ())


class _Cutter:
    def __init__(self, tree: BlockTree, style: Style, known: Known) -> None:
        self._scan = tree.scan
        self._edges = Edges(tree.scan)
        self._levels = min(max(tree.level, 1), MAX_LEVEL)
        self._sizes = [max(SMALLEST, tree.unit // SHARE**n) for n in range(self._levels)]
        self._extractors = [Extractor(tree.scan, self._edges, style, size, known) for size in self._sizes]

    def blocks(self, root: Node) -> list[Block]:
        if not root.weight:
            return []
        for body in range(len(root.children)):
            if root.children[body].weight:
                return self._divide(Piece(root, body, body, WHOLE), 0, 1)
        return []

    def _divide(self, piece: Piece, step: int, level: int) -> list[Block]:
        """The blocks inside a piece at the first level that divides it, and theirs."""
        while step < self._levels:
            inside = self._extractors[step].inside(piece)
            step += 1
            if len(inside) > 1 or (level == 1 and inside):
                break
            written = self._paragraphs(piece, step - 1, level)
            if written:
                return written
        else:
            return []
        found = [(self._block(each, level), each) for each in inside]
        found = [(block, each) for block, each in found if block.places[0] < block.places[1]]
        found.sort(key=lambda entry: entry[0].places)
        blocks: list[Block] = []
        for block, each in found:
            if blocks and block.places[0] < blocks[-1].places[1]:
                # texts that the parser moved out of a table have no place of their own
                blocks[-1].places = blocks[-1].places[0], max(blocks[-1].places[1], block.places[1])
                continue
            blocks.append(block)
            block.children = self._divide(each, step, level + 1)
        for block in blocks:
            if not block.children:
                continue
            start, end = block.places
            block.children = [
                child for child in block.children if start <= child.places[0] and child.places[1] <= end
            ]
        return blocks

    def _paragraphs(self, piece: Piece, step: int, level: int) -> list[Block]:
        """The blocks of preformatted text, which are not divided further."""
        node, minimum = piece.node, self._sizes[step]
        if node is None or node.weight <= LONG * minimum:
            return []
        blocks = []
        for number, (start, end) in enumerate(paragraphs(node, self._scan, minimum), 1):
            block = Block(f"{node.path()}#{number}", (0, 0), level, CUT, end - start, "")
            block.places = start, end
            block.numbers = bisect_left(self._scan.starts, start), bisect_left(self._scan.starts, end)
            blocks.append(block)
        return blocks if len(blocks) > 1 else []

    def _block(self, piece: Piece, level: int) -> Block:
        first = piece.parent.children[piece.first]
        if piece.first == piece.last:
            block = Block(first.path(), (0, 0), level, piece.rule, first.weight, first.tag)
            if first.count:
                block.numbers = first.first, first.last + 1
        else:
            nodes = piece.nodes
            path = f"{first.path()}..{nodes[-1].path().rpartition('/')[2]}"
            block = Block(path, (0, 0), level, piece.rule, piece.weight, "")
            numbered = [node for node in nodes if node.count]
            if numbered:
                block.numbers = (
                    min([node.first for node in numbered]),
                    max([node.last for node in numbered]) + 1,
                )
        block.places = self._edges.of(piece.parent, piece.first, piece.last)
        return block


def usual_unit(weight: int) -> int:
    """The size of the blocks of a page: in steps, so that one which grows a little is cut as before."""
    return 1 << (weight // _FIRST_SHARE).bit_length()


def put_in_bytes(blocks: list[Block], source: Source) -> bool:
    """Give all blocks their byte ranges; False when the source text cannot be mapped to its bytes."""
    every = [block for top in blocks for block in top.walk()]
    places = sorted({place for block in every for place in block.places})
    offsets = source.offsets(places)
    if offsets is None:
        return False
    at = dict(zip(places, offsets, strict=True))
    for block in every:
        block.span = at[block.places[0]], at[block.places[1]]
    return True
