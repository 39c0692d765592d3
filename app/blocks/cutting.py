"""Cut a page into its block tree, level by level (Algorithm 1 of the block-based web archive)."""

from __future__ import annotations

from bisect import bisect_left

from app.blocks.collecting import uncollected
from app.blocks.edges import Edges
from app.blocks.extraction import LONG, Extractor, Piece
from app.blocks.nodes import Node, build, release
from app.blocks.preformatted import paragraphs
from app.blocks.reading import read
from app.blocks.rules import CUT, SMALLEST, WHOLE
from app.blocks.source import Source
from app.blocks.spans import scan
from app.blocks.styles import StaticStyle, Style
from app.blocks.tree import Block, BlockTree, shown_text

DEFAULT_LEVEL = 3
MAX_LEVEL = 6
_FIRSTSHARE = 6  # a block of level 1 is at least this part of the page …
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
    source = Source(data, charset)
    style = style or StaticStyle()
    ordinary = read(source.text, style)
    if ordinary is not None:
        found, root, warnings = *ordinary, list[str]()
    else:
        found = scan(source.text)
        root, warnings = build(found, style)
    if unit is None:
        # in steps, so that a page which grows a little is cut as before
        unit = 1 << (root.weight // _FIRSTSHARE).bit_length()
    tree = BlockTree(data, source.charset, [], level, unit, style, found, tuple(warnings))
    cutter = _Cutter(tree, style)
    blocks = cutter.blocks(root)
    release(root)
    if not blocks or not put_in_bytes(blocks, source):
        whole = Block("/html[1]", (0, len(data)), 1, WHOLE, root.weight, "html")
        whole.places, whole.numbers = (0, len(source.text)), (0, len(found.names))
        whole.text = shown_text(found, *whole.places)
        blocks = [whole]
    tree.blocks = blocks
    return tree


class _Cutter:
    def __init__(self, tree: BlockTree, style: Style) -> None:
        self._scan = tree.scan
        self._edges = Edges(tree.scan)
        self._levels = min(max(tree.level, 1), MAX_LEVEL)
        self._sizes = [max(SMALLEST, tree.unit // SHARE**n) for n in range(self._levels)]
        self._extractors = [Extractor(tree.scan, self._edges, style, size) for size in self._sizes]

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
        nodes = [node for node in piece.nodes if node.count]
        first, last = piece.nodes[0], piece.nodes[-1]
        path = first.path()
        if first is not last:
            path += f"..{last.path().rpartition('/')[2]}"
        block = Block(path, (0, 0), level, piece.rule, piece.weight, first.tag if first is last else "")
        block.places = self._edges.of(piece.parent, piece.first, piece.last)
        if nodes:
            block.numbers = (min(node.first for node in nodes), max(node.last for node in nodes) + 1)
        return block


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
