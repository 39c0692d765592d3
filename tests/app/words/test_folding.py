"""Folding: what does not count in a search, and where each folded character comes from."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.words.folding import fold, folded_with_places


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("Ｆｕｌｌ　Width", "full width"),
        ("Été à Zürich", "ete a zurich"),
        ("Straße ﬁn", "strasse fin"),
        ("臺灣體育學習", "台湾体育学习"),
        ("裏 裡", "里 里"),
        ("ΣΊΣΥΦΟΣ", "σισυφοσ"),
        ("ёлка", "елка"),
        ("①２", "12"),
    ],
)
def test_these_are_the_same(text: str, same: str) -> None:
    assert fold(text) == same


def test_marks_that_make_other_letters_stay() -> None:
    assert fold("が") != fold("か") and fold("กี") != fold("กา")


@given(st.text())
def test_folding_again_changes_nothing(text: str) -> None:
    once = fold(text)
    assert fold(once) == once


@given(st.text(st.characters(max_codepoint=0x9FFF)))
def test_each_folded_character_knows_where_it_comes_from(text: str) -> None:
    folded, places = folded_with_places(text)
    assert len(places) == len(folded) + 1 and places == sorted(places) and places[-1] == len(text)
    for number, character in enumerate(folded):
        assert character in fold(text[places[number]])


@given(st.text(st.characters(categories=["Lu", "Ll", "Lo", "Zs", "Po"], max_codepoint=0x9FFF)))
def test_both_ways_agree_on_composed_text(text: str) -> None:
    composed = unicodedata.normalize("NFKC", text)
    assert folded_with_places(composed)[0] == fold(composed)
