"""Rows of pictures without text: which of them belong together in two versions."""

from __future__ import annotations

from collections import Counter

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


RULE = "<hr>"


def test_a_new_rule_is_told_by_itself_and_not_by_all_that_is_around_it() -> None:
    """What is marked in the page is the rule: it has a path of its own."""
    pages = [f"<p>one two three</p>{rule}<p>four five six</p>".encode() for rule in ("", RULE)]
    assert [(change.kind, change.path_b) for change in differing(compare(*pages))] == [
        ("added", "/html[1]/body[1]/hr[1]")
    ]
