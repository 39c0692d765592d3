"""Passages that two texts have in common, with their places."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from app.likeness import passages
from app.likeness.shingles import normal

QUOTE = "Nothing in the world is as soft and yielding as water, yet nothing can better overcome the hard."


def test_a_quote_is_found_with_its_places_though_blanks_and_case_differ() -> None:
    a = f"He began: “{QUOTE}” Then he left."
    b = f"Another page. {QUOTE.upper().replace(' ', '  ')} - it is said."
    (found,) = passages.between(a, b)
    assert a[found.begin_a : found.end_a] == QUOTE.rstrip(".")
    assert normal(b[found.begin_b : found.end_b]) == normal(QUOTE)
    assert found.size == len(normal(QUOTE))


def test_two_quotes_in_another_order_are_two_passages() -> None:
    other = "天下莫柔弱于水，而攻坚强者莫之能胜，以其无以易之。弱之胜强，柔之胜刚，天下莫不知，莫能行。是以圣人云受国之垢"
    found = passages.between(f"{QUOTE} one. {other}", f"{other} two. {QUOTE}")
    assert [one.begin_b > 20 for one in found] == [True, False]


def test_short_agreement_and_empty_texts_are_none() -> None:
    assert passages.between("a short agreement", "a short agreement") == []
    assert passages.between("", QUOTE) == []


@given(st.text("abcdef ", max_size=80), st.text("uvwxyz ", max_size=80), st.integers(0, 40))
def test_texts_with_a_common_passage_share_a_mark(before: str, after: str, start: int) -> None:
    said = normal(QUOTE)[start : start + passages.LEAST]
    if len(said) == passages.LEAST:
        a, b = passages.marks(normal(before + said)), passages.marks(normal(after + said + before))
        assert passages.shared(a, b) >= 1


def test_a_row_of_dashes_of_letters_does_not_take_for_ever() -> None:
    assert passages.between("x" * 5000, "x" * 5000)[0].size == 5000
