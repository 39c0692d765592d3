"""Pages in blocks, and what changed between two versions of a page, block by block. The way in:
`cutting.cutting.cut` divides a page into a tree of blocks that are byte ranges of it;
`compare.differing.compare` aligns the trees of two versions; `noise.judged.compare_captures` compares
captures and tells noise."""
