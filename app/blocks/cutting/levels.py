"""The level at which a page is cut for the store, and the `Divider` of archives.

A page whose blocks always change together is cut more coarsely; one where little changes in large blocks, more finely.
The partition is loaded with the first page that is cut: most crawls meet none that has changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from app.archive.increments import Division, Observation

if TYPE_CHECKING:
    from app.blocks.page.tree import Block

REMEMBERED = 3
"""Changed versions in a row that must say the same before the level moves."""
LARGE = 1024
"""Bytes of a changed block from which on it is worth being divided."""
LITTLE = 8
"""So many times as large as what is new in them are changed blocks that are too coarse."""


class PageDivider:
    """Cuts HTML pages into leaf blocks; the `Divider` of archives."""

    def divide(self, body: bytes, charset: str | None, level: int) -> Division:
        """The leaf blocks of a page; never raises."""
        from app.blocks.cutting.cutting import cut

        spans: list[tuple[int, int]] = []
        parents: list[int] = []
        number = 0
        for top in cut(body, charset, level=level).blocks:
            for parent, leaves in _families(top):
                number += 1
                for leaf in leaves:
                    spans.append(leaf.span)
                    parents.append(number if parent is not None else -len(spans))
        order = sorted(range(len(spans)), key=spans.__getitem__)
        return Division([spans[n] for n in order], [parents[n] for n in order])

    def next_level(self, level: int, seen: Sequence[Observation]) -> int:
        """The level for the next version of a page; `seen` are its last changes, the newest first."""
        from app.blocks.cutting.cutting import MAX_LEVEL

        recent = seen[:REMEMBERED]
        if len(recent) < REMEMBERED or any(one.level != level or not one.changed for one in recent):
            return level
        if all(1 < one.changed == one.together and 2 * one.new >= one.size for one in recent):
            return max(1, level - 1)
        if all(one.size >= LARGE * one.changed and LITTLE * one.new < one.size for one in recent):
            return min(MAX_LEVEL, level + 1)
        return level


def _families(top: Block) -> list[tuple[Block | None, list[Block]]]:
    """The leaves below a top block by the block that holds them directly, None for a top block that is a leaf."""
    if not top.children:
        return [(None, [top])]
    return [
        (block, leaves)
        for block in top.walk()
        if (leaves := [child for child in block.children if not child.children])
    ]
