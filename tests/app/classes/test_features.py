"""What terms tell of classes: the worked example of the book with its corrected figures."""

from __future__ import annotations

import math

import numpy as np
import pytest

from app.classes.features import METHODS, best, of_terms, weights
from app.classes.terms import Described, address_tokens, shown, terms, words

TERMS = ("cheap", "buy", "banking", "dinner", "the")
TABLE = np.array(
    [
        (0, 0, 0, 0, 1),
        (1, 0, 1, 0, 1),
        (0, 0, 0, 0, 1),
        (1, 0, 1, 0, 1),
        (1, 1, 0, 0, 1),
        (0, 0, 1, 0, 1),
        (0, 1, 1, 0, 1),
        (0, 1, 0, 0, 1),
        (0, 0, 0, 0, 1),
        (1, 0, 0, 1, 1),
    ]
)
SPAM = np.array([0, 1, 0, 1, 1, 0, 0, 0, 0, 0])
HAVING = np.stack([TABLE[label == SPAM].sum(axis=0) for label in (0, 1)], axis=1)
SIZES = np.bincount(SPAM)


def test_chi_of_the_spam_table() -> None:
    chi = dict(zip(TERMS, weights(HAVING, SIZES, "chi")[:, 1].tolist(), strict=True))
    assert chi["cheap"] == pytest.approx(6.4286, abs=5e-5)
    assert chi["dinner"] == pytest.approx(0.4762, abs=5e-5)
    assert math.isnan(chi["the"])


def test_information_gain_of_cheap_in_nats() -> None:
    assert of_terms(HAVING, SIZES, "ig")[0] == pytest.approx(0.3859, abs=5e-5)


def test_information_gain_is_the_difference_of_entropies() -> None:
    def entropy(counts: np.ndarray) -> float:
        shares = counts[counts > 0] / counts.sum()
        return -float((shares * np.log(shares)).sum())

    for number in range(len(TERMS)):
        have = HAVING[number]
        lack = SIZES - have
        after = sum(part.sum() / 10 * entropy(part) for part in (have, lack) if part.sum())
        assert of_terms(HAVING, SIZES, "ig")[number] == pytest.approx(entropy(SIZES) - after)


def test_gain_is_its_right_half_and_the_cross_entropy() -> None:
    halves = of_terms(HAVING, SIZES, "right-ig") + of_terms(HAVING, SIZES, "ece")
    assert halves == pytest.approx(of_terms(HAVING, SIZES, "ig"))


@pytest.mark.parametrize("method", METHODS)
def test_every_method_puts_cheap_before_a_word_of_all_documents(method: str) -> None:
    told = of_terms(HAVING, SIZES, method)  # type: ignore[arg-type]
    if method != "mi":  # sums logarithms of rare pairs, and likes rare words
        assert told[0] == np.nanmax(told)
    assert np.isfinite(told[:4]).all()


def test_a_term_of_all_documents_is_no_feature_and_ties_fall_to_the_first() -> None:
    assert best(HAVING, SIZES, 0, "chi").tolist() == [0, 1, 2, 3]
    assert best(HAVING, SIZES, 1, "chi").tolist() == [0]
    twice = np.concatenate([HAVING[:1], HAVING[:1], HAVING[:1]])
    assert best(twice, SIZES, 2, "chi").tolist() == [0, 1]


def test_an_address_as_tokens() -> None:
    assert address_tokens("http://bj.58.com/job.shtml") == ["bj", "58", "job"]
    assert address_tokens("http://[broken") == ["broken"]


def test_words_are_folded_and_chinese_is_cut() -> None:
    assert words("北京大学的学生 HELLO Café") == ["北京大学", "的", "学生", "hello", "cafe"]


def test_kinds_of_terms_never_meet() -> None:
    page = Described("jobs in town", "Jobs", "http://town.test/jobs", ("jobs",), "listing")
    found = terms(page, ("words", "pairs", "pieces", "anchors", "address", "tokens", "types"))
    assert found["types"] == {"%listing": 1} and shown("%listing") == ("type", "listing")
    assert found["words"]["jobs"] == 3 and found["pairs"]["jobs in"] == 1
    every = [term for group in found.values() for term in group]
    assert len(every) == len(set(every))
