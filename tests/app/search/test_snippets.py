"""Snippets: the part of a text in which a query was found, and the marks in it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.search import snippets
from app.search.query import parse, texts
from app.search.snippets import LENGTH, beginning, marks, pattern, snippet
from app.words.folding import fold


def marked(text: str, query: str) -> list[str]:
    found = pattern(texts(parse(query)))
    assert found
    return [text[begin:end] for begin, end in marks(text, found)]


def test_words_are_marked_as_they_are_written() -> None:
    assert marked("Die Straße, STRASSE und Strassen", "strasse") == ["Straße", "STRASSE"]
    assert marked("臺灣與台湾", "台灣") == ["臺灣", "台湾"]
    assert marked("prefix preface deprefix", "pre*") == ["prefix", "preface"]
    assert marked("Linux内核，linux 内核", '"linux 内核"') == ["Linux内核", "linux 内核"]
    assert marked("fine ﬁne", "fine") == ["fine", "ﬁne"]
    assert marked("near and far", 'near:"far near"') == ["near", "far"]


def test_the_part_with_most_different_words_is_shown() -> None:
    text = "alpha. " + "nothing here. " * 40 + "alpha and beta meet here. " + "nothing. " * 40 + "beta"
    shown = snippet(text, pattern(texts(parse("alpha beta"))))
    assert shown and [shown.text[a:b] for a, b in shown.marks] == ["alpha", "beta"]
    assert shown.text.startswith("alpha and beta meet") and len(shown.text) <= LENGTH
    assert text[shown.place :].startswith("alpha and beta")


def test_a_word_that_stands_everywhere_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty frequent characters were folded 38 000 times for ten snippets."""
    folded, sought = list[str](), pattern(texts(parse("美 OR 丽 OR 艺")))
    monkeypatch.setattr(snippets, "fold", lambda text: (folded.append(text), fold(text))[1])
    shown = snippet("美丽艺术。" * 300, sought)
    assert shown and {shown.text[a:b] for a, b in shown.marks} == {"美", "丽", "艺"}
    assert sum(len(text) == 1 for text in folded) <= 3


def test_without_words_there_is_no_snippet() -> None:
    assert snippet("text", pattern(texts(parse("other")))) is None and snippet("text", None) is None
    assert beginning("one\ntwo").text == "one two"


@given(st.text(st.characters(max_codepoint=0x9FFF), max_size=400), st.text("ab内核é", min_size=1, max_size=4))
def test_marks_lie_in_the_snippet(text: str, word: str) -> None:
    shown = snippet(text + " " + word + " " + text, pattern(texts(parse(word))))
    assert shown and shown.marks
    assert all(0 <= begin < end <= len(shown.text) for begin, end in shown.marks)
