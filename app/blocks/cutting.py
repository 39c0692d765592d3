"""Cut a page into its block tree, level by level (Algorithm 1 of the block-based web archive)."""

from __future__ import annotations

from bisect import bisect_left

from app.blocks.building import Unusual
from app.blocks.collecting import uncollected
from app.blocks.edges import Edges
from app.blocks.extraction import LONG, Extractor, Known, Piece
from app.blocks.grafting import graft
from app.blocks.nodes import Node, build, release
from app.blocks.preformatted import paragraphs
from app.blocks.reading import read_page
from app.blocks.rules import CUT, SMALLEST, WHOLE
from app.blocks.source import Source
from app.blocks.spans import Scan, scan
from app.blocks.stretches import Region
from app.blocks.styles import StaticStyle, Style
from app.blocks.tree import Block, BlockTree, shown_text

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
        tree = BlockTree(source.data, source.charset, [], level, unit, self.style, found, tuple(self.warnings))
        blocks = _Cutter(tree, self.style, self.known).blocks(root)
        if not blocks or not put_in_bytes(blocks, source):
            whole = Block("/html[1]", (0, len(source.data)), 1, WHOLE, root.weight, "html")
            whole.places, whole.numbers = (0, len(source.text)), (0, len(found.names))
            whole.text = shown_text(found, *whole.places)
            blocks = [whole]
        tree.blocks = blocks
        return tree

    def become(self, source: Source, style: Style, regions: list[Region], scan: Scan) -> None:
        """Be the next version of the page, in which these regions have been read. Unusual where that is not enough."""
        if self.reader is None:
            raise Unusual
        self.known.forget(graft(self.reader, regions, scan))
        self.source, self.style, self.scan = source, style, scan

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
            block.children = [child for child in block.children if start <= child.places[0] and child.places[1] <= end]
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
                block.numbers = min([node.first for node in numbered]), max([node.last for node in numbered]) + 1
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
