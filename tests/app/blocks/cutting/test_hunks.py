"""Differing stretches of two texts."""

from __future__ import annotations

import time

from hypothesis import given, settings
from hypothesis import strategies as st

from app.blocks.cutting.stretches import hunks

PIECES = st.lists(st.sampled_from(["<a>", "<b>one", "<c>two", "x", "<", "<d>three", "\n"]), max_size=14).map(
    "".join
)


@given(PIECES, PIECES, PIECES, PIECES)
@settings(max_examples=500)
def test_what_lies_between_hunks_is_equal(one: str, two: str, three: str, four: str) -> None:
    for old, new in ((one, two), (one + two + three, one + four + three), (one + two, two + one)):
        place = new_place = 0
        for start, end, new_start, new_end in hunks(old, new):
            assert place <= start <= end
            assert new_place <= new_start <= new_end
            assert old[place:start] == new[new_place:new_start]
            assert old[start:end] != new[new_start:new_end]
            place, new_place = end, new_end
        assert old[place:] == new[new_place:]


def test_hunks_are_small() -> None:
    old = "".join(f"<p>Paragraph {n} of a page</p>\n" for n in range(200))
    new = old.replace("Paragraph 7 ", "Section 7 ").replace("<p>Paragraph 90 of a page</p>\n", "")
    found = hunks(old, new)
    assert [(old[one:two], new[three:four]) for one, two, three, four in found] == [
        ("Paragraph", "Section"),
        (" of a page</p>\n<p>Paragraph 90", ""),
    ]
    assert hunks(old, old) == []
    assert hunks("", "a") == [(0, 0, 0, 1)]


def test_hunks_are_found_in_linear_time() -> None:
    start = time.process_time()
    hunks("<a>x" * 100_000, "<b>y<a>x" * 70_000)
    hunks("".join(f"<p>{n}" for n in range(50_000)), "".join(f"<p>{n}" for n in reversed(range(50_000))))
    assert time.process_time() - start < 3
