"""Terms: what the index has of a text, and which of them a query asks for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.search.index.terms import LONGEST, Phrase, ends, indexed, phrase
from app.search.query import Text
from app.search.snippets import pattern

HAN = "中国内核调度系统学习人民大文"


def found(text: str, sought: Phrase) -> bool:
    """What an index with places answers."""
    terms, wanted = indexed(text).split(), sought.terms
    last = len(wanted) - 1

    def fits(term: str, word: str, number: int) -> bool:
        if number == 0 and sought.open_begin:
            return term.endswith(word) and len(term) <= 2
        return term.startswith(word) if number == last and sought.open_end else term == word

    if sought.single and wanted[0] in ends(indexed(text)):
        return True
    return any(
        all(
            fits(term, word, number)
            for number, (term, word) in enumerate(zip(terms[begin:], wanted, strict=False))
        )
        for begin in range(len(terms) - last)
    )


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("内核 linux", "内核 linux"),
        ("Linux内核调度", "linux 内核 核调 调度"),
        ("内核，核心", "内核 核 核心"),
        ("核，核心，心", "核 核心 心 心"),
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
    assert phrase("内核 a") == Phrase(("内核", "a"))
    assert phrase("核 a") == Phrase(("核", "a"), open_begin=True)
    assert phrase("核 核心") == Phrase(("核", "核心"))
    assert phrase("a 核") == Phrase(("a", "核"), open_end=True)
    assert phrase("核") == Phrase(("核",), open_end=True)
    assert phrase("pre", prefix=True) == Phrase(("pre",), open_end=True)
    assert phrase("，") == Phrase(())


@given(st.text(HAN, min_size=1, max_size=40), st.data())
def test_every_stretch_of_a_chinese_text_is_found(text: str, data: st.DataObject) -> None:
    begin = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(begin + 1, len(text)))
    assert found(text, phrase(text[begin:end]))


@given(st.text(HAN, min_size=1, max_size=6), st.text(HAN + "a，", max_size=40))
def test_nothing_is_found_that_is_not_there(sought: str, text: str) -> None:
    assert found(text, phrase(sought)) == (sought in text)


@given(st.text("中国a ", min_size=1, max_size=6), st.text("中国a，", max_size=12))
def test_a_phrase_of_several_runs_is_found_as_an_expression_finds_it(sought: str, text: str) -> None:
    """Few characters, so that a run often ends with what the next one begins with."""
    expression = pattern([Text(sought)])
    if expression is not None:
        assert found(text, phrase(sought)) == (expression.search(text) is not None)


@given(st.text(HAN + "ab ，", min_size=1, max_size=40), st.data())
def test_mixed_texts_are_found_from_word_to_word(text: str, data: st.DataObject) -> None:
    words = text.split()
    if not words:
        return
    begin = data.draw(st.integers(0, len(words) - 1))
    end = data.draw(st.integers(begin + 1, len(words)))
    sought = phrase(" ".join(words[begin:end]))
    assert not sought.terms or found(text, sought)


MARGIN = "plain words beside it " * 30


@given(
    st.text(
        st.one_of(
            st.sampled_from(HAN + "a\u00df\u2103\ufb01\u7e94\uff76\uff9e\u00e9\u0301，_ 1"), st.characters()
        ),
        max_size=80,
    )
)
def test_a_long_text_has_the_terms_of_a_short_one(text: str) -> None:
    """Long texts are cut as arrays, short ones character by character."""
    assert indexed(f"{text}\n{MARGIN}").split() == indexed(text).split() + MARGIN.split()
    assert ends(indexed(f"{text}\n{MARGIN}")) == ends(indexed(text))


@pytest.mark.parametrize("beside", ["", "内"])
@pytest.mark.parametrize("length", [LONGEST - 1, LONGEST, LONGEST + 1, 1000])
def test_a_long_word_is_known_by_its_beginning_in_any_text(length: int, beside: str) -> None:
    terms = indexed(f"{MARGIN}{beside} {'é' * length} {'x' * length} {MARGIN}").split()
    assert ("e" * min(length, LONGEST) in terms, "x" * min(length, LONGEST) in terms) == (True, True)
    assert max(map(len, terms)) == min(length, LONGEST)
