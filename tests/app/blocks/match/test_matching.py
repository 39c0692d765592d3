"""The steps of the alignment, each by itself."""

from __future__ import annotations

from app.blocks.compare.differing import cut_both
from app.blocks.match.entries import join_moved, split_entries
from app.blocks.match.matching import listed, moved_leaves, paired_pieces, same_leaves
from app.blocks.match.order import mark_swapped, settle_order
from app.blocks.match.stretches import Matched, Side
from app.words.sequences import gaps_around

TEXT = (
    "A paragraph about the {}, long enough to be a block of its own, and then some more of it about the {}."
)
NAMES = ("lantern", "harbour", "violin", "glacier", "pepper")


def paragraph(name: str) -> str:
    return f"<p>{TEXT.format(name, name)}</p>"


def sides(old: list[str], new: list[str]) -> tuple[Side, Side]:
    pages = (f"<body>{''.join(texts)}</body>".encode() for texts in (old, new))
    a, b = cut_both(*pages, unit=24)
    return Side(a), Side(b)


def whole(what: str, side_a: Side, i: int | None, side_b: Side, j: int | None) -> Matched:
    return Matched(
        what,  # type: ignore[arg-type]
        None if i is None else side_a.leaf(i),
        None if j is None else side_b.leaf(j),
    )


def test_leaves_with_the_same_bytes_are_pairs_in_order() -> None:
    a, b = sides([paragraph(name) for name in NAMES], [paragraph(name) for name in (*NAMES[:2], *NAMES[3:])])
    assert same_leaves(a, b) == [(0, 0), (1, 1), (3, 2), (4, 3)]


def test_a_leaf_with_the_same_bytes_elsewhere_has_moved() -> None:
    a, b = sides([paragraph(name) for name in NAMES], [paragraph(name) for name in (*NAMES[1:], NAMES[0])])
    same = same_leaves(a, b)
    assert moved_leaves(a, b, list(gaps_around(same, 5, 5))) == [(0, 4)]


def test_leaves_between_the_same_ones_are_paired_by_their_lines() -> None:
    """What has no partner is in the list once, behind what it followed."""
    new = [paragraph(NAMES[0]), paragraph(NAMES[1]).replace("some more", "a little"), paragraph(NAMES[3])]
    a, b = sides([paragraph(name) for name in NAMES[:4]], new)
    same = same_leaves(a, b)
    pieces = paired_pieces(a, b, list(gaps_around(same, len(a.leaves), len(b.leaves))), [])
    assert pieces.all_read and pieces.all_moved and pieces.few_differ
    found = listed(pieces, same, [])
    assert [each.what for each in found] == ["same", "paired", "removed", "same"]
    assert found[1].b is not None and "a little" in found[1].b.text


def test_steps_give_new_lists_and_leave_those_they_take() -> None:
    """Two swapped blocks: one moved, then the other one as well."""
    a, b = sides([paragraph(name) for name in NAMES[:2]], [paragraph(name) for name in NAMES[1::-1]])
    found = [whole("moved", a, 1, b, 0), whole("paired", a, 0, b, 1)]
    before = [each.what for each in found]
    swapped = mark_swapped(settle_order(found))
    assert [each.what for each in found] == before
    assert [each.what for each in swapped] == ["moved", "moved"]
    assert split_entries(found) == found == join_moved(found)


def test_what_stands_beside_a_moved_block_on_both_sides_moved_along() -> None:
    old = [paragraph(NAMES[0]), "<p>May 06, 2024 and a few words</p>", paragraph(NAMES[1])]
    new = [paragraph(NAMES[0]), "<p>August 26, 2024 and a few words</p>", paragraph(NAMES[1])]
    a, b = sides(old, new)
    assert len(a.leaves) == len(b.leaves) == 3
    found = [
        whole("moved", a, 0, b, 0),
        whole("removed", a, 1, b, None),
        whole("added", a, None, b, 1),
        whole("moved", a, 2, b, 2),
    ]
    joined = join_moved(found)
    assert [each.what for each in joined] == ["moved", "moved", "moved"]
    assert [each.what for each in found] == ["moved", "removed", "added", "moved"]
