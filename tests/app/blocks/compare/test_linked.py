"""Links that lost or gained words of a text that stays, and what is none of that."""

from __future__ import annotations

import pytest

from app.blocks.compare.changes import Change
from app.blocks.compare.differing import compare

AROUND = "<p>Something stands before all of this.</p>{}<p>Something stands after all of this.</p>"


def changed(old: str, new: str) -> Change:
    found = compare(AROUND.format(old).encode(), AROUND.format(new).encode())
    (change,) = [each for each in found.changes if each.kind != "unchanged"]
    return change


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "See <a href=/x>one two</a> three.",
            "See <a href=/x>one</a> two three.",
            [("/x", "one two", "one")],
        ),
        (
            "See <a href=/x>one</a> two three.",
            "See <a href=/x>one two</a> three.",
            [("/x", "one", "one two")],
        ),
        ("See <a href=/x>one</a> or two.", "See one or <a href=/x>two</a>.", [("/x", "one", "two")]),
        ("See <a href=/x>here</a> or here.", "See here or <a href=/x>here</a>.", [("/x", "here", "here")]),
        (
            "<a href=/x>one two</a> <a href=/x>three</a>.",
            "<a href=/x>one</a> <a href=/x>two three</a>.",
            [("/x", "one two", "one"), ("/x", "three", "two three")],
        ),
    ],
)
def test_a_link_tells_its_words_before_and_after(
    old: str, new: str, said: list[tuple[str, str, str]]
) -> None:
    change = changed(f"<p>{old}</p>", f"<p>{new}</p>")
    assert [link[:3] for link in change.links] == said
    assert change.size == 0 and change.text_a == change.text_b, "no word of the text is marked"


def test_it_says_where_in_both_texts_the_words_stand_that_it_lost() -> None:
    old = "<p>Read <a href='/x'>all about it - Part One</a> today.</p>"
    new = "<p>Read <a href='/x'>all about it</a> of Part One today, and what follows.</p>"
    change = changed(old, new)
    (link,) = change.links
    for places, text in ((link.places_a, change.text_a), (link.places_b, change.text_b)):
        flat = "".join(text.split())
        assert [flat[first:last] for first, last in places] == ["PartOne"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("See <a href=/x>one two</a> three.", "See one two three."),  # the link is gone: an attribute
        (
            "See <a href=/x>one two</a> three.",
            "See <a href=/y>one two</a> three.",
        ),  # leads elsewhere: an attribute
        ("See <a href=/x>one two</a>.", "See <a href=/x>one two.</a>"),  # a full stop
        ("See <a href=/x>one two</a> three.", "See <a href=/x>one two more</a> three."),  # the words tell it
        ("See <a name=x>one two</a> three.", "See <a name=x>one</a> two three."),  # no link
        (
            "<a href=/x>Part 1</a> of it",
            "<a href=/w>Part 0</a> here, <a href=/x>Part 1b</a> of it",
        ),  # another link
    ],
)
def test_what_is_told_otherwise_is_not_told_of_links(old: str, new: str) -> None:
    assert changed(f"<p>{old}</p>", f"<p>{new}</p>").links == ()


def test_words_that_happen_to_stand_in_another_link_are_not_those_that_it_lost() -> None:
    old = "<p><a href=/1>Changes to the memory</a>, <a href=/2>Change peek</a> and no more than that.</p>"
    new = "<p><a href=/1>Changes of memory</a>, <a href=/2>Changes to the peek</a> and no more than that.</p>"
    assert changed(old, new).links == ()


def test_a_block_with_thousands_of_links_takes_no_time() -> None:
    links = " ".join(f"<a href=/{n}>link {n}</a> and" for n in range(3000))
    change = changed(f"<p>{links}</p>", f"<p>{links.replace('link 7</a> and', 'link</a> 7 and')}</p>")
    assert [link[:3] for link in change.links] == [("/7", "link 7", "link")]
