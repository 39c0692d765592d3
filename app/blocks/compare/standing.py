"""Where in a page a text stands: passages that both have, each with the block that holds it."""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

from app.archive.model import Capture
from app.archive.reader import ArchiveReader
from app.blocks.compare.sides import side_of
from app.blocks.cutting.cutting import cut
from app.blocks.cutting.labels import Siblings, name_blocks
from app.blocks.page.tree import Block, BlockTree
from app.errors import CaptureMissing, FormatError, StorageUnreadable
from app.likeness.passages import between

LEVEL = 3
"""How finely pages are cut, unless a person says otherwise."""
_FINEST = 6


class Held(NamedTuple):
    """A passage: where it begins and ends in the text that was sought, its letters and figures, and the smallest block that
    has all of it; of blocks beside one another that in which it begins."""

    begin: int
    end: int
    size: int
    block: Block


def page_in_blocks(
    reader: ArchiveReader, capture: Capture, siblings: Siblings | None = None, level: int = LEVEL
) -> BlockTree | None:
    """A version in blocks with texts and labels; None where it is no page, or cannot be read."""
    try:
        side = side_of(reader, capture)
    except (FormatError, StorageUnreadable, CaptureMissing):
        return None
    if not side.is_html():
        return None
    tree = cut(side.data, side.charset, level=level)
    name_blocks(tree, siblings)
    return tree


def chosen(
    reader: ArchiveReader, capture: Capture, wanted: str, siblings: Siblings | None = None
) -> list[Block]:
    """The block of a version with this path, else the outermost with this label; none where there is none. A path may be
    that of a finer cut."""
    tree = page_in_blocks(reader, capture, siblings)
    if tree is None:
        return []
    if not wanted.startswith("/"):
        return [found for block in tree.blocks for found in _labelled(block, wanted.casefold())]
    for level in (LEVEL, *range(LEVEL + 1, _FINEST + 1)):
        finer = tree if level == LEVEL else page_in_blocks(reader, capture, siblings, level)
        for block in finer.walk() if finer is not None else ():
            if block.path == wanted:
                return [block]
    return []


def held(tree: BlockTree, text: str) -> list[Held]:
    """The passages of a text that a page has, in the order of the text; one may go over several blocks."""
    leaves = tree.leaves()
    starts, place = [], 0
    for leaf in leaves:
        starts.append(place)
        place += len(leaf.text) + 1
    found = []
    for one in between(text, "\n".join(leaf.text for leaf in leaves)):
        first, last = (bisect_right(starts, at) - 1 for at in (one.begin_b, one.end_b - 1))
        found.append(Held(one.begin_a, one.end_a, one.size, _around(tree, leaves[first], leaves[last])))
    return found


def holder(places: list[Held], begin: int, end: int) -> Block | None:
    """The block that has most of a stretch of the text that was sought."""
    most = max(places, key=lambda one: min(one.end, end) - max(one.begin, begin), default=None)
    return most.block if most is not None and min(most.end, end) > max(most.begin, begin) else None


def _labelled(block: Block, label: str) -> list[Block]:
    if block.label == label:
        return [block]
    return [found for child in block.children for found in _labelled(child, label)]


def _around(tree: BlockTree, first: Block, last: Block) -> Block:
    found, inside = first, tree.blocks
    if first is last:
        return first
    while around := next((one for one in inside if _holds(one, first) and _holds(one, last)), None):
        found, inside = around, around.children
    return found


def _holds(block: Block, leaf: Block) -> bool:
    return block.span[0] <= leaf.span[0] and leaf.span[1] <= block.span[1]
