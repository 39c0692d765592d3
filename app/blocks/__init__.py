"""Pages in blocks, and what changed between two versions of a page, block by block.

`cutting.cut` divides a page into a tree of blocks that are byte ranges of it; `compare` aligns the block trees of two
versions and says of each block what became of it; `compare_text` does the same for the lines of a text.
"""

from __future__ import annotations

from app.blocks.changes import Change, Comparison, Given, Kind, Noise, WordOp, Words
from app.blocks.differing import compare, compare_text

__all__ = [
    "Change",
    "Comparison",
    "Given",
    "Kind",
    "Noise",
    "WordOp",
    "Words",
    "compare",
    "compare_text",
]
