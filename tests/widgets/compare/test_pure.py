"""The pure parts: excerpts of changes, lines side by side, and places that belong together."""

from __future__ import annotations

from itertools import pairwise

from app.blocks import compare_text
from widgets.compare.lines import side_by_side
from widgets.compare.positions import Bridge, Positions, follow, reveal
from widgets.compare.words import excerpt, runs


def test_an_excerpt_begins_near_the_first_difference() -> None:
    words = [("unchanged", "x" * 300, "x" * 300), ("changed", "old", "new"), ("unchanged", "y" * 300, "y" * 300)]
    found = excerpt(runs(words, 2))
    assert found[0][0].startswith("…") and len(found[0][0]) < 40
    assert found[1] == ("new", True) and found[2][0].endswith("…")


def test_runs_of_one_side_leave_out_what_only_the_other_has() -> None:
    words = [("unchanged", "a ", "a "), ("added", "", "b "), ("removed", "c ", ""), ("unchanged", "d", "d")]
    assert runs(words, 1) == [("a ", False), ("c ", True), ("d", False)]
    assert runs(words, 2) == [("a ", False), ("b ", True), ("d", False)]


def test_an_excerpt_is_bounded() -> None:
    assert sum(len(text) for text, _ in excerpt([("z" * 5000, True)])) <= 240


def test_both_sides_have_as_many_lines_and_long_sameness_is_folded() -> None:
    a = "\n".join(f"line {n}" for n in range(100))
    found = compare_text(a, a.replace("line 50", "line fifty") + "\nline 100")
    left, right = side_by_side(found, lambda number: list(found.words(found.changes[number])))
    assert len(left) == len(right) < 40
    kinds = [kind for _, kind, _ in right]
    assert kinds.count("fold") == 2 and "changed" in kinds and kinds[-1] == "added"
    assert left[-1][1] == "gap"
    folded = [int(text[0][0]) for _, kind, text in right if kind == "fold"]
    shown = sum(1 for _, kind, _ in right if kind == "unchanged")
    assert sum(folded) + shown == found.count("unchanged")


def test_a_place_between_aligned_blocks_is_found_in_the_other_pane() -> None:
    a = Positions(1000, 100, {1: (0, 10), 2: (500, 10)})
    b = Positions(2000, 100, {1: (0, 10), 2: (1500, 10)})
    bridge = Bridge.build(a, b, [1, 2])
    assert bridge.across(500) == 1500 and bridge.across(1500, back=True) == 500
    assert 10 < bridge.across(250) < 1500


def test_blocks_that_would_turn_back_are_left_out() -> None:
    a = Positions(1000, 100, {1: (100, 10), 2: (500, 10), 3: (700, 10)})
    b = Positions(1000, 100, {1: (800, 10), 2: (300, 10), 3: (900, 10)})
    pairs = Bridge.build(a, b, [1, 2, 3]).pairs
    assert list(pairs) == sorted(pairs) and all(x[1] <= y[1] for x, y in pairwise(pairs))


def test_the_ends_of_both_panes_belong_together() -> None:
    a, b = Positions(1000, 100), Positions(5000, 100)
    bridge = Bridge.build(a, b, [])
    assert follow(0.0, a, b, bridge, back=False) == 0.0 and follow(1.0, b, a, bridge, back=True) == 1.0


def test_what_only_one_pane_has_is_shown_with_its_place_in_the_other() -> None:
    a = Positions(1000, 100, {1: (0, 10), 2: (400, 10), 3: (600, 10)})
    b = Positions(1000, 100, {1: (0, 10), 3: (600, 10)})
    bridge = Bridge.build(a, b, [1, 3])
    found = reveal(2, a, b, bridge, back=False)
    assert found is not None and 0.3 < found < 0.5
    assert reveal(2, b, a, bridge, back=True) is None
