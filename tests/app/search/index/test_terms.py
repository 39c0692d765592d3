"""Terms: what the index has of a text, and which of them a query asks for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.search.index.terms import LONGEST, Phrase, indexed, phrase

HAN = "中国内核调度系统学习人民大文"


def found(text: str, sought: Phrase) -> bool:
    """What an index with places answers."""
    terms, (wanted, open_end) = indexed(text).split(), sought
    last = len(wanted) - 1
    return any(
        all(
            term.startswith(word) if open_end and number == last else term == word
            for number, (term, word) in enumerate(zip(terms[begin:], wanted, strict=False))
        )
        for begin in range(len(terms) - last)
    )


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("内核 linux", "内核 核 linux"),
        ("Linux内核调度", "linux 内核 核调 调度 度"),
        ("foo_bar don't", "foo bar don t"),
        ("中", "中"),
        ("，。!", ""),
        ("x" * 100, "x" * LONGEST),
    ],
)
def test_terms_of_a_text(text: str, terms: str) -> None:
    assert indexed(text).split() == terms.split()


def test_a_query_asks_for_what_is_certain() -> None:
    """What follows the sought text in a document is not known."""
    assert phrase("内核") == Phrase(("内核",))
    assert phrase("内核 a") == Phrase(("内核", "核", "a"))
    assert phrase("核") == Phrase(("核",), open_end=True)
    assert phrase("pre", prefix=True) == Phrase(("pre",), open_end=True)
    assert phrase("，") == Phrase(())


@given(st.text(HAN, min_size=1, max_size=40), st.data())
def test_every_stretch_of_a_chinese_text_is_found(text: str, data: st.DataObject) -> None:
    begin = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(begin + 1, len(text)))
    assert found(text, phrase(text[begin:end]))


@given(st.text(HAN, min_size=2, max_size=6), st.text(HAN + "a，", max_size=40))
def test_nothing_is_found_that_is_not_there(sought: str, text: str) -> None:
    assert found(text, phrase(sought)) == (sought in text)


@given(st.text(HAN + "ab ，", min_size=1, max_size=40), st.data())
def test_mixed_texts_are_found_from_word_to_word(text: str, data: st.DataObject) -> None:
    words = text.split()
    if not words:
        return
    begin = data.draw(st.integers(0, len(words) - 1))
    end = data.draw(st.integers(begin + 1, len(words)))
    sought = phrase(" ".join(words[begin:end]))
    assert not sought.terms or found(text, sought)
