"""Words that a person says mean the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.errors import StorageFailed
from app.likeness.synonyms import (
    MOST_BYTES,
    NAME,
    Synonyms,
    digest_of,
    parsed,
    problems,
    read_synonyms,
    read_text,
    write_text,
)


def test_the_books_example() -> None:
    known = parsed("华联商厦 = 北京华联 = 华联超市")
    assert known.replaced("我从北京华联走到华联超市") == "我从华联商厦走到华联商厦"
    assert known.of("华联超市") == ("华联商厦", "北京华联", "华联超市")
    assert known.of("超市") == ("超市",)


def test_the_longest_word_counts_and_letters_are_whole_words() -> None:
    known = parsed("Union = UN\nUnited Nations = un general assembly\n# UN = none\n\nalone")
    assert (
        known.replaced("The UN General Assembly, the un, and undo.")
        == "The United Nations, the Union, and undo."
    )
    assert len(known.groups) == 2


def test_case_and_width_do_not_count() -> None:
    assert parsed("colour, COLOR").replaced("ｃｏｌｏｒ Color colors") == "colour colour colors"


def test_a_file_of_an_archive_is_read_as_text(tmp_path: Path) -> None:
    assert not read_synonyms(tmp_path) and digest_of(tmp_path) == ""
    (tmp_path / NAME).write_bytes("\ufeff甲=乙\n\xff\n".encode() + b"\xff\xfe=\n")
    assert read_synonyms(tmp_path).replaced("乙") == "甲"
    assert digest_of(tmp_path)


@given(st.text(max_size=200))
def test_no_file_raises(text: str) -> None:
    parsed(text).replaced(text)


@given(
    st.lists(st.lists(st.text("甲乙丙丁", min_size=1, max_size=4), max_size=4), max_size=6),
    st.text("甲乙丙丁戊", max_size=30),
)
def test_the_tree_does_what_trying_all_words_does(groups: list[list[str]], text: str) -> None:
    known = Synonyms(groups)
    words: dict[str, str] = {}
    for group in known.groups:
        for word in group:
            words.setdefault(word, group[0])
    expected, at = "", 0
    while at < len(text):
        best = max((word for word in words if text.startswith(word, at)), key=len, default="")
        expected += words[best] if best else text[at]
        at += len(best) or 1
    assert known.replaced(text) == expected


def test_what_of_a_file_does_not_count_is_told_with_its_line() -> None:
    text = f"a = b\n# note\nalone\nB, c\n{'x' * 300} = y = z\n\nq = q"
    assert [(one.code, one.arguments["line"]) for one in problems(text)] == [
        ("synonym-alone", 3),
        ("synonym-twice", 4),
        ("synonym-long", 5),
        ("synonym-alone", 7),
    ]
    assert problems("a = b = c\n") == []


def test_a_file_is_written_whole_read_again_and_taken_away(tmp_path: Path) -> None:
    write_text(tmp_path, "a = b\n")
    assert read_text(tmp_path) == "a = b\n" and read_synonyms(tmp_path).of("b") == ("a", "b")
    with pytest.raises(StorageFailed):
        write_text(tmp_path, "x" * (MOST_BYTES + 1))
    assert read_text(tmp_path) == "a = b\n"
    write_text(tmp_path, "  \n")
    assert not (tmp_path / NAME).exists()


def test_variants_have_each_word_of_a_group_in_place_of_the_others() -> None:
    groups = parsed("ship = vessel = boat\nred = crimson")
    assert groups.variants("the RED ship sails", 9) == [
        "the RED vessel sails",
        "the RED boat sails",
        "the crimson ship sails",
        "the crimson vessel sails",
        "the crimson boat sails",
    ]
    assert len(groups.variants(" ".join(["ship"] * 40), 9)) == 9, "bounded"
    assert groups.variants("shipping reddish", 9) == []
