"""One content under many addresses has one fingerprint."""

from __future__ import annotations

import time

import pytest

from extractors.base.fingerprints import fingerprint, stretches

WORDS = b"<p>" + b"The library keeps many rare old books. " * 10 + b"</p>"


def test_pages_that_differ_in_numbers_markup_and_links_have_one_print() -> None:
    first = b"<html><body class=x><h1>May 2026</h1>" + WORDS + b'<a href="?m=6&s=81">next</a>'
    script = b'<script>var s = "<p>82</p>";</script>'
    second = b"<html><body>\n<h1>May  2027</h1>" + WORDS + script + b'<a href="?m=7">next</a>'
    assert fingerprint(first) == fingerprint(second) != b""


def test_pages_with_other_words_have_another_print() -> None:
    assert fingerprint(WORDS + b"<p>closed</p>") != fingerprint(WORDS + b"<p>open</p>")
    chinese = "图书馆收藏了许多珍贵的古籍".encode("gbk") * 10
    assert fingerprint(chinese) != fingerprint(chinese + "。".encode("gbk"))


def test_stretches_are_those_between_letters_whatever_stands_before_and_whatever_the_figures() -> None:
    text = b"Tobeornottobe,thatisthequestion:Whether'tisnobler2026inthemindtosuffer"
    found = stretches(text)
    assert len(found) == 3 and list(found) == sorted(found)
    assert stretches(text.replace(b"2026", b"1")) == found
    assert set(found) < set(stretches(b"Anotherlineofwords" + text))


def test_next_to_no_text_is_not_compared() -> None:
    assert fingerprint(b"<frameset><frame src=a><frame src=b></frameset>" * 50) == b""
    assert fingerprint(b"") == b""


@pytest.mark.parametrize("piece", [b"<script", b"<script>", b"<style><", b"<", b"&amp", b"<script></scrip>"])
def test_hostile_markup_is_read_once(piece: bytes) -> None:
    """A million of each ends at once; read again from every start it would take hours. Only one of them is text."""
    began = time.process_time()
    found = fingerprint(piece * 1_000_000)
    assert time.process_time() - began < 10
    assert bool(found) == (piece == b"&amp")
