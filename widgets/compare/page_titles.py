"""Where a comparison tells that a page has another title: in a row of its own. No Qt.

A page of a few bare words is one block with its title in it, so that a page replaced by such a one would tell the old
title around the blocks and the new one in a block.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from app.blocks.changes import Change

Attributes = tuple[tuple[str, ...], tuple[str, ...]]

_TITLE = "[title "


def apart(changes: Sequence[Change], check: Callable[[], None]) -> dict[int, Attributes]:
    """What some changes have of links, pictures and titles once the titles that blocks hold stand with the one around
    them; nothing where no title stands there. `check` may raise to stop."""
    have: dict[int, Attributes] = {}
    for number, change in enumerate(changes):
        if change.kind != "unchanged":
            check()
            sides = (change.attributes_a, change.attributes_b)
            if any(_is_title(one) for side in sides for one in side):
                have[number] = sides
    around = next((number for number in have if changes[number].kind == "layout"), None)
    if around is None or len(have) < 2:
        return {}
    titles = tuple(tuple(one for sides in have.values() for one in sides[side] if _is_title(one)) for side in (0, 1))
    moved = {number: _without(sides) for number, sides in have.items()}
    moved[around] = (titles[0] + moved[around][0], titles[1] + moved[around][1])
    return moved


def _without(sides: Attributes) -> Attributes:
    one, two = (tuple(one for one in side if not _is_title(one)) for side in sides)
    return one, two


def _is_title(attribute: str) -> bool:
    return attribute.startswith(_TITLE)
