"""Folding: what does not count in a search, and where each folded character comes from."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.words.folding import fold, fold_apart, folded_with_places, stands_alone


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


@given(st.text(st.sampled_from("aéｱﾞか゛ゝ\u3099한ᅡ내核，Ａ①\u0301ﬁ裏 _")))
def test_a_text_of_characters_that_stand_alone_needs_no_composing(text: str) -> None:
    assert fold(text) == fold_apart(unicodedata.normalize("NFKC", text))


def test_no_character_that_stands_alone_is_composed_with_what_stands_before_it() -> None:
    """Neither one that combines, nor the second of two that are one, nor a Korean letter of a syllable."""
    characters = [chr(code) for code in range(0x80, 0x10000) if not 0xD800 <= code < 0xE000]
    pairs = (unicodedata.decomposition(one).split() for one in characters)
    second = {chr(int(pair[1], 16)) for pair in pairs if len(pair) == 2 and pair[0][0] != "<"}
    begins = {unicodedata.normalize("NFKD", one)[0] for one in filter(stands_alone, characters)}
    assert not any(map(unicodedata.combining, begins))
    assert not begins & second
    assert not any("\u1161" <= one <= "\u1175" or "\u11a8" <= one <= "\u11c2" for one in begins)
