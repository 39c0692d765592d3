"""Likeness of sequences and of pages."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from app.templates.page import seen
from app.templates.similarity import common_length, similarity

_SEQUENCES = st.lists(st.sampled_from("abcd"), max_size=25)


def test_the_worked_example_of_the_book() -> None:
    assert common_length("abcbdab", "bdcaba") == 4
    assert similarity("abcbdab", "bdcaba") == 8 / 13


@settings(max_examples=20)
@given(_SEQUENCES, _SEQUENCES)
def test_it_is_the_length_of_the_table_of_the_textbook(a: list[str], b: list[str]) -> None:
    row = [0] * (len(b) + 1)
    for x in a:
        before = row[:]
        for at, y in enumerate(b):
            row[at + 1] = before[at] + 1 if x == y else max(before[at + 1], row[at])
    assert common_length(a, b) == row[-1] == common_length(b, a)
    assert 0 <= similarity(a, b) <= 1 and similarity(a, a) == 1


def test_pages_of_one_layout_are_alike_however_long_they_are() -> None:
    def outline(body: str) -> list[str]:
        page = seen(f"<html><body><nav><ul><li>Home</li></ul></nav>{body}</body></html>".encode())
        assert page is not None
        return page.outline

    short, long = (outline("<article>" + "<p>Text.</p>" * count + "</article>") for count in (1, 200))
    table = outline("<table><tr><td><dl><dt>a</dt><dd>b</dd></dl></td></tr></table>")
    assert similarity(short, long) == 1 > similarity(short, table)
