"""Algorithm 1: a page cut into its tree of blocks, cut again when its next version comes, and names of blocks.

The way in: `cutting.cut`, `recutting.cut_both`. Stands on `page`.

Decisions:
- The next version takes over blocks around which nothing changed (`recutting`): borders stay steadier,
  and it is quicker (6.3 ms without, 5.1 with, at the median of 109 pairs); where borders changed the
  nodes of the first version become those of the second (`grafting`).
- Pages with more than 80 000 elements in both versions are compared in a row of about 400 blocks
  (`rough`), unless little has changed; the comparison says so. Cutting a page by itself has no such
  bound.
- Long rows of equal parts are cut where a hash of a part's text says so, so an insertion disturbs one
  block.
"""
