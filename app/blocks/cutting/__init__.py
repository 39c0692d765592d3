"""Algorithm 1: a page cut into its tree of blocks, and names of blocks.

The way in: `cutting.cut`, `labels.name_blocks`. Stands on `page`.

Decisions:
- Both versions of a page are cut with blocks of one size, each by itself. A re-cut of the changed stretches alone
  (1 000 lines) was removed: on 119 pairs the median of a comparison stayed at 5.3 ms, the 90th percentile went from 13.3
  to 14.3 ms, no figure of the comparison against the truth changed, and its lists of changes had 804 rows for 796.
- Versions with more than 80 000 elements together (120 000 where little has changed) are divided into a row of about 400
  blocks by their texts (`rough`); the comparison says so. A page cut by itself has no such limit.
- Long rows of equal parts are cut where a hash of a part's text says so, so an insertion disturbs one block.
"""
