"""Which block of one version is which of the other, and what of a changed block a person would draw around.

The way in: `matching.match`, a row of steps over the leaves of two trees. Stands on `cutting` and `page`.

Decisions:
- A leaf is divided where blocks merged, split, or a line moved out of it, and at last (`narrowing`) where
  a few of its units tell the change; where they would tell of texts that went from one block to another,
  the blocks stay whole. Histories name the whole block (`Step.whole_a`, `whole_b`).
- Of blocks that changed places those stay that have the most text together, and what as much passed by
  has moved as well (`swaps`): which of two moved is a matter of taste, but none may go untold.
- Beyond 70 000 lines that differ the largest gaps are compared by a few of their lines, chosen by length
  and end; beyond 3 000 moves the rest is told as gone and new.
"""
