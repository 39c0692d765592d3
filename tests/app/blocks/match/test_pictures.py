"""Rows of pictures without text: which of them belong together in two versions."""

from __future__ import annotations

from collections import Counter

import pytest

from app.blocks.compare.differing import compare
from tests.app.blocks.comparing import differing, of_kind
from tests.app.blocks.test_invariants import faults

PAGE = (
    "<!doctype html><h2>Sponsors</h2><p>If you would like to be one of them, write to us.</p>"
    "<div>{}</div><h2>Programme</h2><p>{}</p>"
)


def rows(names: list[str], folder: str) -> str:
    return "".join(
        f'<div><a href="http://{name}.example/" title="{name}"><img src="{folder}/{name}.png" alt="{name}"></a></div>\n'
        for name in names
    )


def names(count: int) -> list[str]:
    return [f"firm{n}" for n in range(count)]


def page(names: list[str], folder: str, text: str = "Talks begin at ten.") -> bytes:
    return PAGE.format(rows(names, folder), text).encode()


@pytest.mark.parametrize("count", [12, 28, 40, 100])
def test_pictures_that_come_from_another_folder_are_neither_new_nor_gone(count: int) -> None:
    """However many they are, and also where the two versions are divided into other blocks."""
    a, b = page(names(count), "http://page.example/2013/logos"), page(names(count), "/2013/logos")
    result = compare(a, b)
    assert faults(result, a, b) == []
    assert {change.kind for change in differing(result)} == {"changed"}
    inside = [change.path_b or "" for change in differing(result)]
    assert all(path.startswith("/html[1]/body[1]/div[1]/div[") for path in inside), inside
    assert sum(len(change.attributes_b) for change in result.changes) >= count


def test_a_picture_more_among_many_that_moved_to_another_folder_is_told() -> None:
    """Rows of other names are not paired one by one: nothing is lost."""
    a, b = page(names(40), "/old"), page([*names(40)[:20], "newcomer", *names(40)[20:]], "/new")
    result = compare(a, b)
    assert faults(result, a, b) == []
    said = Counter(each for change in differing(result) for each in change.attributes_b)
    assert any("newcomer" in each for each in said)


def test_other_pictures_are_other_pictures() -> None:
    """Names decide: what shows something else came, and what was there went."""
    result = compare(page(names(30), "/logos"), page([f"other{n}" for n in range(30)], "/logos"))
    assert of_kind(result, "removed")
    assert of_kind(result, "added")


RULE, FIELD = "<hr>", '<input type="search" name="q" placeholder="Search the notes" size="55">'
LINES = (
    f"{'&nbsp;' * 8}*.bz2{'&nbsp;' * 10} bzip2<br>\n{{}}&nbsp;vim:tw=78:ts=8:ft=help:norl:<br>\n{{}}\n"
    '<a href="#top">top</a> - <a href="index.html">main help file</a>'
)
DATED = "<div class=date>2008-03-14</div>\n</div>\n{}    {}"
GONE = "<div style=color:red>/where/the/notes/of/this/page/are/written<b>/join.md</b>\n</div>\n\n\n"


@pytest.mark.parametrize(
    ("page", "older", "newer", "silent"),
    [(LINES, "", "<div>\n", RULE), (DATED, GONE, "", FIELD)],
)
def test_what_has_no_words_stays_where_only_what_is_around_it_changed(
    page: str, older: str, newer: str, silent: str
) -> None:
    """A rule or a field that both versions have at its place neither came nor went, whatever it stands in."""
    a, b = page.format(older, silent).encode(), page.format(newer, silent).encode()
    result = compare(a, b)
    assert faults(result, a, b) == []
    assert not of_kind(result, "added")
    assert [change.text_a for change in of_kind(result, "removed")] == (
        ["/where/the/notes/of/this/page/are/written/join.md"] if older else []
    )


def test_a_new_rule_is_told_by_itself_and_not_by_all_that_is_around_it() -> None:
    """What is marked in the page is the rule: it has a path of its own."""
    pages = [f"<p>one two three</p>{rule}<p>four five six</p>".encode() for rule in ("", RULE)]
    assert [(change.kind, change.path_b) for change in differing(compare(*pages))] == [
        ("added", "/html[1]/body[1]/hr[1]")
    ]
