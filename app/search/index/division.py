"""Where in a version words stand: its blocks, and the smallest one that says what is sought."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from app.archive.model import Capture
from app.archive.reader import ArchiveReader
from app.blocks.compare.documents import read_units
from app.blocks.compare.sides import side_of
from app.blocks.cutting.cutting import cut
from app.blocks.cutting.labels import Labeller
from app.blocks.page.tree import Block, BlockTree, shown_text
from app.errors import FormatError, StorageUnreadable
from app.search import query, snippets
from app.search.index.labels import LABELS
from app.search.query import Filter, Node, Not, Text
from app.words.folding import fold
from extractors.base.types import Document

MOST_PARTS = 3000
"""Parts of a document that are blocks: a book has fewer, a sheet may have a hundred thousand rows."""

_KEPT = 4 << 20  # bytes of versions that were shown last


@dataclass(frozen=True, slots=True)
class Place:
    """A block of a version. `path` is its XPath, or where a part of a document stands ("/page[3]/p[2]"); `label` ""
    for such a part; `span` its first byte in the page and the one behind its last."""

    path: str
    label: str
    text: str
    span: tuple[int, int] | None = None


class Division:
    """A version in blocks that are not divided further. FormatError and StorageUnreadable on making one."""

    def __init__(self, reader: ArchiveReader, capture: Capture) -> None:
        side = side_of(reader, capture)
        self.size = len(side.data)
        self._tree: BlockTree | None = cut(side.data, side.charset) if side.is_html() else None
        self.leaves = leaves_of(self._tree) if self._tree is not None else parts_of(side.document())

    def smallest(self, fits: Callable[[str], bool], labels: int) -> Place | None:
        """The smallest block with one of these labels whose text fits; of blocks that hold others only where none of
        those inside fits."""
        wanted = {label for number, label in enumerate(LABELS) if labels >> number & 1}
        found = [leaf for leaf in self.leaves if leaf.label in wanted and fits(leaf.text)]
        if not found and self._tree is not None:
            labeller = Labeller(self._tree)
            around = [_place(self._tree, labeller, block) for block in self._tree.walk() if block.children]
            found = [one for one in around if one.label in wanted and fits(one.text)]
        return min(found, key=lambda one: len(one.text), default=None)

    def saying_most(self, sought: re.Pattern[str]) -> Place | None:
        """The block in which most of different words stand, of two the smaller; None where there is none of them."""
        best, most = None, (0, 0)
        for leaf in self.leaves:
            words = {fold(leaf.text[begin:end]) for begin, end in snippets.marks(leaf.text, sought)}
            if words and (len(words), -len(leaf.text)) > most:
                best, most = leaf, (len(words), -len(leaf.text))
        return best


def leaves_of(tree: BlockTree) -> list[Place]:
    """The blocks of a page that are not divided further."""
    labeller = Labeller(tree)
    return [_place(tree, labeller, leaf) for leaf in tree.leaves()]


def parts_of(document: Document) -> list[Place]:
    """The parts of a document that is no page."""
    units = [unit for group in read_units(document)[0] for unit in group.units][:MOST_PARTS]
    return [
        Place(unit.path, unit.label if unit.label in LABELS else "", unit.shown)
        for unit in units
        if unit.label != "metadata"
    ]


class Divisions:
    """Divisions of the versions that were shown last, since who types finds the same pages again."""

    def __init__(self) -> None:
        self._known: dict[str, Division] = {}

    def of(self, reader: ArchiveReader, capture: Capture) -> Division | None:
        """That of a version; None for one that cannot be read."""
        known = self._known.pop(capture.id, None)
        if known is None:
            try:
                known = Division(reader, capture)
            except (FormatError, StorageUnreadable):
                return None
        self._known[capture.id] = known
        while len(self._known) > 1 and sum(one.size for one in self._known.values()) > _KEPT:
            del self._known[next(iter(self._known))]
        return known


def _place(tree: BlockTree, labeller: Labeller, block: Block) -> Place:
    block.text = shown_text(tree.scan, *block.places)
    return Place(block.path, labeller.label(block), block.text, block.span)


def saying(node: Node) -> Callable[[str], bool]:
    """Whether a text says what the words of a query ask for, as the index would find it; what else the query asks for,
    titles and authors too, is no matter of a text."""
    if isinstance(node, Text) and node.field:
        return lambda text: True
    if isinstance(node, Text):
        sought = (
            [snippets.pattern([node])] if not node.slop else [snippets.pattern([one]) for one in _apart(node)]
        )
        return lambda text: all(one is not None and snippets.marks(text, one, 1) for one in sought)
    if isinstance(node, Not):
        inner = saying(node.of)
        matters = not isinstance(node.of, Filter) and not (isinstance(node.of, Text) and node.of.field)
        return (lambda text: not inner(text)) if matters else (lambda text: True)
    if isinstance(node, query.Several):
        parts = [saying(one) for one in node.of]
        how = all if node.how == "all" else any
        return lambda text: how(part(text) for part in parts)
    return lambda text: True


def _apart(near: Text) -> list[Text]:
    """The words of a text that may stand apart from one another."""
    return [Text(word) for word in near.text.split()]
