"""What changed between two versions of a page, block by block.

`compare` parses both pages into the tree a browser builds, cuts them into blocks (paragraphs, headings,
items, rows, pictures ...) and aligns the blocks; `compare_text` does the same for the lines of a text.
"""

from __future__ import annotations

from app.blocks.comparing import compare, compare_text
from app.blocks.model import Block, Change, Comparison, Kind, WordOp
from app.blocks.partition import Page, partition

__all__ = [
    "Block",
    "Change",
    "Comparison",
    "Kind",
    "Page",
    "WordOp",
    "compare",
    "compare_text",
    "partition",
]
