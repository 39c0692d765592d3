"""Words found in one text: folded as the search folds them, at the places where they stand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.words import finding
from app.words.finding import Findable


def found(text: str, words: str, *, exact: bool = False, apart: bool = False) -> list[str]:
    units = text.encode("utf-16-le")
    hits = Findable(text, exact=exact).find(words, apart=apart)
    return [units[2 * begin : 2 * end].decode("utf-16-le") for begin, end in hits]


@pytest.mark.parametrize(
    ("text", "words", "hits"),
    [
        ("Full and ＦＵＬＬ and full", "full", ["Full", "ＦＵＬＬ", "full"]),
        ("臺灣 and 台湾", "台湾", ["臺灣", "台湾"]),
        ("臺灣 and 台湾", "臺灣", ["臺灣", "台湾"]),
        ("E\u0301te\u0301 or Été", "ete", ["E\u0301te\u0301", "Été"]),
        ("Große Straße", "strasse", ["Straße"]),
        ("Große Straße", "s", ["ß", "S", "ß"]),
        ("one\n   two", "one two", ["one\n   two"]),
        ("one\u2029two", "one two", []),
        ("内\n核 内核", "内核", ["内\n核", "内核"]),
        ("so\u00adft hy\u200bphen", "soft hyphen", ["so\u00adft hy\u200bphen"]),
        ("ﾊﾟｶﾞ", "パガ", ["ﾊﾟｶﾞ"]),
        ("𝔸 of 😀 needle 😀", "needle", ["needle"]),
        ("a.c abc", "a.c", ["a.c"]),
        ("anything", "  ", []),
    ],
)
def test_words_are_found_however_they_are_written(text: str, words: str, hits: list[str]) -> None:
    assert found(text, words) == hits


def test_exactly_means_letter_by_letter() -> None:
    assert found("Été été ete 臺灣 台湾", "été", exact=True) == ["été"]
    assert found("Été été ete 臺灣 台湾", "台湾", exact=True) == ["台湾"]


def test_hits_stand_where_they_are_across_pieces_and_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding, "_PIECE", 5)
    monkeypatch.setattr(finding, "_WINDOW", 7)
    text = "aß臺灣b " * 20
    findable = Findable(text)
    assert findable.find("台湾b a") == [(n * 6 + 2, n * 6 + 7) for n in range(19)]
    assert findable.count("台湾") == 20


def test_no_more_hits_are_given_than_wanted_and_all_are_counted() -> None:
    findable = Findable("x " * 5000)
    assert len(findable.find("x", most=10)) == 10 and findable.count("x") == 5000


@given(
    st.text(alphabet="aAéÉß臺台灣湾ｶﾞガ😀 \n\u00ad", max_size=40),
    st.text(alphabet="aé台湾ガ ", min_size=1, max_size=4),
)
def test_every_hit_reads_as_the_words_do(text: str, words: str) -> None:
    for hit in found(text, words):
        again = Findable(hit).find(words)
        assert again and again[0][0] == 0


def test_words_apart_are_whole_words_and_the_place_with_most_of_them_is_known() -> None:
    text = Findable(
        "Groups 𠀀 of consumers; consumerGroup. A consumer, alone. " + "x" * 300 + " Consumer of a group"
    )
    hits = text.find("consumer group", apart=True)
    said = text.text.encode("utf-16-le")
    assert [said[2 * a : 2 * b].decode("utf-16-le") for a, b in hits] == ["consumer", "Consumer", "group"]
    assert text.fullest(hits) == 1
    assert text.find("consumer group") == [] and text.count("consumer group", apart=True) == 3


def test_words_without_spaces_between_them_are_found_apart_anywhere() -> None:
    assert found("数据库的副本", "副本 数据", apart=True) == ["数据", "副本"]


def test_a_phrase_in_quotation_marks_stays_together() -> None:
    assert found("new, a new garden", 'copy "New Garden"', apart=True) == ["new garden"]
