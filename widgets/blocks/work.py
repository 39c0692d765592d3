"""Cutting a page into blocks for the tab, in a worker: plain rows come out, and nothing of the page is kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.archive.model import Capture
from app.archive.notes.marks import digest_of
from app.archive.reader import ArchiveReader
from extractors.base.types import Document
from extractors.door.sniffing import sniff

if TYPE_CHECKING:
    from app.blocks.page.styles import RenderedStyle
    from app.blocks.page.tree import Block, BlockTree
    from widgets.web.boxes import Measured

TEXT = 5_000  # characters of a block's text that are shown: more would hold up the window
MARKED = 200  # characters by which a block is found on the page
MOST_PARTS = 3000  # of a document that are listed
_KINDS = {
    "h": "heading",
    "p": "paragraph",
    "li": "item",
    "row": "table",
    "quote": "quote",
    "code": "code",
    "line": "code",
    "formula": "formula",
    "figure": "image",
    "note": "note",
    "metadata": "metadata",
    "links": "related links",
}


@dataclass(frozen=True, slots=True)
class Row:
    """A block, or a part of a document, as the tab shows it; `number` is its place in the row of all."""

    number: int
    parent: int  # number of the block around it, -1 for those of the page
    level: int
    label: str
    topic: str
    text: str
    size: int  # characters of all of its text
    share: float  # of the room that the page takes, 0 to 1
    leaf: bool
    path: str = ""
    span: tuple[int, int] = (0, 0)
    why: str = ""
    coherence: int = 0
    tag: str = ""
    digest: str = ""  # of all of its text, as notes know a block
    paths: tuple[str, ...] = ()  # of a visual block: its elements, which may have different parents
    beyond: str = ""  # of a block not divided further: what its text says behind what is shown


@dataclass(frozen=True, slots=True)
class Blocks:
    """All blocks of a version. `style` says what they were cut by: "static", "rendered", "visual", or "" for a
    document."""

    rows: tuple[Row, ...]
    style: str = ""
    charset: str = ""
    size: int = 0  # bytes of the page
    layout: int = 0  # of these, those around the blocks
    seen: int = 0  # blocks not divided further that have a place among the measured boxes
    warnings: tuple[str, ...] = ()
    left: int = 0  # parts of a document that are not listed

    def leaves(self) -> list[Row]:
        """What is not divided further, in the order of the page."""
        return [row for row in self.rows if row.leaf]


def is_page(capture: Capture) -> bool:
    """Whether a capture is a web page by its type."""
    return capture.type.partition(";")[0].strip().lower() in ("text/html", "application/xhtml+xml")


def cut_page(
    reader: ArchiveReader,
    capture: Capture,
    level: int,
    measured: Measured | None,
    check: Callable[[], object],
) -> Blocks:
    """The blocks of a page; measured boxes are used where there are any. `check` may raise to break off."""
    from app.blocks.cutting.cutting import (
        cut,  # here, in the worker: the window opens without the engine of blocks
    )
    from app.blocks.cutting.labels import Namer
    from app.blocks.noise.siblings import siblings_of

    # a style is measured of the page as it is replayed from its bytes
    message = reader.shown(capture) if measured is None else reader.http(capture)
    check()
    style = measured.style() if measured is not None else None
    tree = cut(message.body, message.charset, level=level, style=style)
    check()
    namer = Namer(tree, siblings_of(reader, capture))
    check()
    rows: list[Row] = []
    whole = max(1, sum(block.weight for block in tree.blocks))

    def add(block: Block, parent: int) -> None:
        check()
        namer.name(block)
        number = len(rows)
        rows.append(_row(tree, block, number, parent, block.weight / whole))
        for child in block.children:
            add(child, number)

    for block in tree.blocks:
        add(block, -1)
    layout = len(message.body) - sum(row.span[1] - row.span[0] for row in rows if row.leaf)
    seen = _seen(tree, style) if style is not None else 0
    return Blocks(
        tuple(rows), tree.style.source, tree.charset, len(message.body), layout, seen, tree.warnings
    )


def see_page(measured: Measured, degree: int, check: Callable[[], object]) -> Blocks:
    """The visual blocks of a measured page for a degree of coherence. `check` may raise to break off."""
    from app.blocks.vips.structure import segment  # here, in the worker

    page = measured.seen()
    check()
    if page is None:
        return Blocks((), "visual")
    found = segment(page)
    rows: list[Row] = []
    whole = max(1.0, found.root.rect.area)
    above: list[int] = []  # the last block of each depth
    for block, depth, leaf in found.walk(degree):
        check()
        number, text = len(rows), block.text
        paths = tuple(node.path for node in block.nodes)
        rows.append(
            Row(
                number,
                above[depth - 2] if depth > 1 else -1,
                depth,
                block.kind,
                block.topic,
                text[:TEXT],
                len(text),
                min(1.0, block.rect.area / whole),
                leaf,
                paths[0],
                why=block.why,
                coherence=block.doc,
                tag=block.nodes[0].tag if len(paths) == 1 else "",
                digest=digest_of(text),
                paths=paths,
                beyond=text[TEXT:] if leaf else "",
            )
        )
        del above[depth - 1 :]
        above.append(number)
    return Blocks(tuple(rows), "visual")


def _row(tree: BlockTree, block: Block, number: int, parent: int, share: float) -> Row:
    return Row(
        number,
        parent,
        block.level,
        block.label,
        block.topic,
        block.text[:TEXT],
        len(block.text),
        min(1.0, share),
        not block.children,
        block.path,
        block.span,
        tree.why(block),
        tree.coherence(block),
        block.tag,
        digest_of(block.text),
        beyond="" if block.children else block.text[TEXT:],
    )


def _seen(tree: BlockTree, style: RenderedStyle) -> int:
    return sum(1 for leaf in tree.leaves() if style.rectangle(range(*leaf.numbers)) is not None)


def document_blocks(document: Document, most: int = MOST_PARTS) -> Blocks:
    """The parts of a document that is no page: sheets, slides and headings hold what follows them."""
    from app.blocks.compare.documents import read_units

    groups, complete = read_units(document)
    units = [(group.name, unit) for group in groups for unit in group.units]
    whole = max(1, sum(len(unit.shown) for _, unit in units))
    rows: list[Row] = []
    heading, above = -1, ""
    for number, (name, unit) in enumerate(units[:most]):
        kind = unit.label or _KINDS.get(unit.tag, "other")
        if name != above:
            heading, above = -1, name
        parent = -1 if kind == "heading" else heading
        topic = " ".join(unit.shown.split())[:120]
        rows.append(
            Row(
                number,
                parent,
                1 if parent < 0 else 2,
                kind,
                topic,
                unit.shown[:TEXT],
                len(unit.shown),
                len(unit.shown) / whole,
                True,
                unit.path,
                tag=unit.tag,
                digest=digest_of(unit.shown),
                beyond=unit.shown[TEXT:],
            )
        )
        if kind == "heading":
            heading = number
    left = len(units) - len(rows)
    return Blocks(tuple(rows), warnings=document.warnings, left=left if complete else left + 1)


def blocks_of(
    reader: ArchiveReader,
    capture: Capture,
    level: int,
    measured: Measured | None,
    check: Callable[[], object],
    *,
    visual: bool = False,
) -> Blocks:
    """The blocks of any capture; with `visual` those that are seen, for `level` as the degree of coherence."""
    if measured is not None and visual:
        return see_page(measured, level, check)
    if is_page(capture) or sniff(reader.body(capture), capture.type, capture.url) == "html":
        return cut_page(reader, capture, level, measured, check)
    return document_blocks(reader.document(capture))
