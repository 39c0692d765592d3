"""Fingerprints of texts: SimHash and its tables, files of fingerprints, MinHash, semantic fingerprints."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.likeness import fingerprint_file, pairing, shingles, simhash, tables
from app.likeness.prints import of_text
from app.likeness.semantic import best_terms, semantic
from app.likeness.terms import Terms, Weights, terms_of, unpacked_terms

NUMBERS = st.integers(0, 2**64 - 1)


def test_worked_examples_of_the_book() -> None:
    assert simhash.hamming(0b1011101, 0b1001001) == 2
    assert simhash.hamming(0b11110, 0b0100) == 3
    assert [len(tables.tables(layout)) for layout in ("4x16", "16x28", "20x32")] == [4, 16, 20]
    assert {table.width for table in tables.tables("4x16")} == {16}
    assert {table.width for table in tables.tables("16x28")} == {28}
    assert {table.width for table in tables.tables("20x32")} == {31, 32, 33}


def test_a_tie_gives_0_and_a_text_without_terms_has_no_fingerprint() -> None:
    assert simhash.simhash({}) is None and simhash.simhash({"word": 0.0}) is None
    one = simhash.simhash({"word": 1.0})
    assert one == simhash.term_hash("word")
    other = simhash.term_hash("other")
    assert simhash.simhash({"word": 1.0, "other": 1.0}) == one & other


def test_fingerprints_are_the_same_on_every_machine() -> None:
    assert simhash.simhash({"内核": 2.5, "linux": 1.25, "调度": 0.5}) == 0xB91293B0727637BF
    assert simhash.simhash({"b": 0.1, "a": 0.2, "c": 0.3}) == simhash.simhash({"c": 0.3, "a": 0.2, "b": 0.1})


def brute(values: np.ndarray, most: int) -> set[tuple[int, int]]:
    return {
        (i, j)
        for i in range(len(values))
        for j in np.flatnonzero(np.bitwise_count(values[i + 1 :] ^ values[i]) <= most) + i + 1
    }


@pytest.mark.parametrize("layout", ["4x16", "16x28", "20x32"])
def test_tables_find_exactly_what_comparing_all_finds(layout: tables.LayoutName) -> None:
    rng = np.random.default_rng(7)
    values = rng.integers(0, 2**64, 3000, dtype=np.uint64)
    for at in range(600):
        bits = rng.choice(64, rng.integers(0, 6), replace=False)
        values[2000 + at] = values[at] ^ np.uint64(sum(1 << int(bit) for bit in bits))
    for most in (0, 1, 3):
        found = tables.near_pairs(values, most, layout)
        assert set(map(tuple, found.tolist())) == brute(values, most)
    with pytest.raises(ValueError, match="laid out"):
        tables.near_pairs(values, 4)


@given(st.lists(NUMBERS, max_size=60))
def test_a_file_of_fingerprints_gives_them_back_sorted(values: list[int]) -> None:
    data = fingerprint_file.packed(np.array(values, np.uint64))
    assert fingerprint_file.unpacked(data).tolist() == sorted(values)


@given(st.lists(NUMBERS, min_size=1, max_size=8), st.data())
def test_a_file_with_another_byte_or_cut_is_refused(values: list[int], data: st.DataObject) -> None:
    packed = bytearray(fingerprint_file.packed(np.array(values, np.uint64)))
    at = data.draw(st.integers(0, len(packed) - 1))
    with pytest.raises(ValueError, match="fingerprints"):
        fingerprint_file.unpacked(bytes(packed[:at]))
    packed[at] ^= data.draw(st.integers(1, 255))
    with pytest.raises(ValueError, match="fingerprints"):
        fingerprint_file.unpacked(bytes(packed))


def test_differences_are_unsigned() -> None:
    """The greatest step takes ten bytes, as the least takes one."""
    assert len(fingerprint_file.packed(np.array([0, 2**64 - 1], np.uint64))) == 12 + 8 + 8 + 10
    assert len(fingerprint_file.packed(np.array([5, 6], np.uint64))) == 12 + 8 + 8 + 1


@given(st.text(max_size=60), st.text(max_size=60))
def test_jaccard_is_that_of_the_sets(a: str, b: str) -> None:
    def grams(text: str) -> set[str]:
        said = shingles.normal(text)
        size = min(4, len(said))
        return {said[at : at + size] for at in range(len(said) - size + 1)} if said else set()

    one, other = grams(a), grams(b)
    expected = len(one & other) / len(one | other) if one and other else 0.0
    found = shingles.alike(shingles.shingles(shingles.normal(a)), shingles.shingles(shingles.normal(b)))
    assert found.jaccard == pytest.approx(expected)


def test_a_minhash_estimates_jaccard_and_bands_find_the_pair() -> None:
    text = " ".join(f"word{number * 7919 % 1000}" for number in range(400))
    one, other = (shingles.shingles(shingles.normal(each)) for each in (text, text[:-300] + "another end"))
    a, b = shingles.minhash(one), shingles.minhash(other)
    true = shingles.alike(one, other).jaccard
    assert true > 0.8 and abs(np.count_nonzero(a == b) / 64 - true) < 0.2
    assert list(pairing.candidates(np.stack((a, b)), 0)) == [(0, 1)]
    assert list(pairing.candidates(np.stack((a, b)), 2)) == []
    assert (shingles.minhash(one[:0]) == 0xFFFFFFFF).all()


def test_a_band_that_hundreds_share_costs_a_bounded_number_of_pairs_and_keeps_them_together() -> None:
    same = np.zeros((500, 64), np.uint32)
    found = list(pairing.candidates(same, 0))
    assert len(found) <= 500 * (pairing.BEFORE + 1)
    assert {b for a, b in found} == set(range(1, 500))


def test_two_reports_of_one_event_have_one_semantic_fingerprint() -> None:
    """The book's example (lines 13552–13568): the five terms are the same, whatever stands around them."""
    said = "罗玉凤征婚，要求北大或清华硕士。" * 3
    one, other = terms_of(f"最牛征婚女。{said}"), terms_of(f"应征者如云。{said}上海街头有传单。")
    weights = Weights.of([one, other, terms_of("街头天气很好"), terms_of("条件苛刻的要求")])
    assert "罗玉凤" in one.names and "上海" in other.names
    assert set(best_terms(one, weights)) == {"罗玉凤", "征婚", "北大", "清华", "硕士"}
    assert best_terms(one, weights) == tuple(sorted(best_terms(one, weights)))
    assert semantic(best_terms(one, weights)) == semantic(best_terms(other, weights)) != b""
    assert semantic(("a", "b")) == b""


def test_names_are_words_with_a_capital_inside_sentences() -> None:
    terms = terms_of("The house of Miller stands near Paris. House prices rise, Miller says. near a house.")
    assert terms.names == {"miller", "paris"}
    assert terms.counts["house"] == 3 and "the" not in terms.counts
    assert unpacked_terms(terms.packed()) == terms
    with pytest.raises(ValueError, match="header"):
        unpacked_terms(b"nothing")


def test_rare_words_weigh_more() -> None:
    texts = [Terms({"common": 1, f"rare{number}": 1}, frozenset()) for number in range(9)]
    weights = Weights.of(texts)
    assert weights.idf("rare1") > weights.idf("common") > 0
    assert Counter(weights.weighed(texts[0])).most_common(1)[0][0] == "rare0"


def test_texts_that_say_nothing_have_no_fingerprints() -> None:
    assert of_text("") is None and of_text(" … — \n") is None
    made = of_text("一")
    assert made is not None and made.said == "一" and not len(made.marks)
