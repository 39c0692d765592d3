"""Word-level differences."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.words.wording import word_diff, words

TEXT = st.text(alphabet="ab 中文网页天，。\n1x\U00020000é한", max_size=60)


@given(TEXT, TEXT)
def test_the_pieces_add_up(a: str, b: str) -> None:
    """Nothing is lost or invented on either side, equal pieces are equal, and neighbours differ in kind."""
    diff = word_diff(a, b)
    assert "".join(piece for _, piece, _ in diff) == a
    assert "".join(piece for _, _, piece in diff) == b
    for op, in_a, in_b in diff:
        assert (op == "unchanged") == (in_a == in_b)
        assert (op == "added") == (not in_a)
        assert (op == "removed") == (not in_b)
    assert all((x[0] == "unchanged") != (y[0] == "unchanged") for x, y in pairwise(diff))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("中文 web页", ["中", "文", "web", "页"]),
        ("don't 3.5%", ["don", "'", "t", "3.5", "%"]),
        ("カタカナ", ["カ", "タ", "カ", "ナ"]),
        ("한국어 위키", ["한국어", "위키"]),
        ("𠀀好", ["𠀀", "好"]),
        ("on 2021-04-27, 1,234.5", ["on", "2021-04-27", ",", "1,234.5"]),
        ("12:30:05 v1.2.3", ["12:30:05", "v1.2.3"]),
        ("于2021年4月27日更新", ["于", "2021年4月27日", "更", "新"]),
        ("and/or, end. 2", ["and", "/", "or", ",", "end", ".", "2"]),
    ],
)
def test_words(text: str, expected: list[str]) -> None:
    """Scripts without spaces fall into characters, the others into words; numbers and dates are words."""
    assert words(text) == expected


def test_replaced_words_read_as_one_change() -> None:
    """A space that two replaced words happen to share does not split the change."""
    assert word_diff("the old words here", "the new text here")[1] == ("changed", "old words", "new text")


def test_what_next_to_nothing_is_kept_between_reads_as_one_change() -> None:
    """A common word between two long replacements does not split them; between short ones it stays."""
    diff = word_diff(
        "archives keep pages of libraries forever", "museums show collections of paintings sometimes"
    )
    assert diff == [
        (
            "changed",
            "archives keep pages of libraries forever",
            "museums show collections of paintings sometimes",
        )
    ]
    assert ("unchanged", " of ", " of ") in word_diff("one of 3", "two of 4")


def test_lines_come_first() -> None:
    """A line that is the same is never torn apart for a word that is the same elsewhere."""
    a = "alpha beta\ncommon line\ngamma"
    b = "common words\nalpha line\ncommon line\ndelta"
    assert ("unchanged", "\ncommon line\n", "\ncommon line\n") in word_diff(a, b)
    assert word_diff("one\ntwo", "one\nnew\ntwo") == [
        ("unchanged", "one\n", "one\n"),
        ("added", "", "new\n"),
        ("unchanged", "two", "two"),
    ]


def test_chinese_insertion() -> None:
    """An inserted character in a Chinese sentence is found as such."""
    assert word_diff("今天天气好", "今天天气很好") == [
        ("unchanged", "今天天气", "今天天气"),
        ("added", "", "很"),
        ("unchanged", "好", "好"),
    ]


def test_very_long_texts_take_bounded_time() -> None:
    """A million words against a million others: coarse, but at once."""
    start = time.monotonic()
    diff = word_diff("same start " + "a b " * 400_000, "same start " + "b a c " * 300_000)
    assert diff[0][0] == "unchanged"
    assert diff[0][1].startswith("same start ")
    assert time.monotonic() - start < 10
