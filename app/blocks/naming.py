"""Give the blocks of a page their texts, topics and labels."""

from __future__ import annotations

from app.blocks.labels import Labeller, Siblings
from app.blocks.topics import topic_of
from app.blocks.tree import Block, BlockTree, shown_text


class Namer:
    """Names blocks of one page; `siblings` are other pages of the site."""

    def __init__(self, tree: BlockTree, siblings: Siblings | None = None) -> None:
        self._tree = tree
        self._labeller = Labeller(tree, siblings)

    def name(self, block: Block) -> None:
        """Fill in text, topic and label of a block."""
        block.text = shown_text(self._tree.scan, *block.places)
        block.topic = topic_of(self._tree, block)
        block.label = self._labeller.label(block)


def name_blocks(tree: BlockTree, siblings: Siblings | None = None) -> None:
    """Fill in text, topic and label of every block."""
    namer = Namer(tree, siblings)
    for block in tree.walk():
        namer.name(block)
