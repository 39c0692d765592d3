"""Give the blocks of a page their texts, topics and labels."""

from __future__ import annotations

from app.blocks.labels import Labeller, Sisters
from app.blocks.topics import topic_of
from app.blocks.tree import BlockTree, shown_text


def name_blocks(tree: BlockTree, sisters: Sisters | None = None) -> None:
    """Fill in text, topic and label of every block; `sisters` are other pages of the site."""
    labeller = Labeller(tree, sisters)
    for block in tree.walk():
        block.text = shown_text(tree.scan, *block.places)
        block.topic = topic_of(tree, block)
        block.label = labeller.label(block)
