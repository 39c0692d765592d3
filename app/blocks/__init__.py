"""Pages in blocks, and what changed between two versions of a page, block by block.

The way in: `cutting.cutting.cut` divides a page into a tree of blocks that are byte ranges of it;
`compare.differing.compare` aligns the trees of two versions; `noise.judged.compare_captures` compares captures and
tells noise; `vips.structure.segment` divides a page by sight. Rooms, each on those before it: `page`, `cutting` and
`vips`, `match`, `compare`, `noise`, `history`.

A *block* is a part of a page by the rules of Algorithm 1, a *leaf* one without blocks below; a *stretch* any range of
the source; a *unit* the smallest part of a block that stands by itself (paragraph, entry, cell, line). A node is an
element or a text of the parsed tree; a line is a line of visible text.

Decisions:
- Block offsets come from numbered start tags: a tolerant scan numbers them, a private attribute carries
  the number through lexbor; the span of an element holds exactly the numbers of its subtree, or it has
  none. Paths refer to the HTML5 tree, which is the browser's, not libxml2's.
- Budgets are counts, the same on every machine, and a comparison says what was cut. Objects of a
  comparison are freed by counting references; the cyclic collector rests (`page.effort`).
- The look of a page is measured on demand, never at capture: a crawl stays light, and boxes depend on the
  width of the view.
"""
