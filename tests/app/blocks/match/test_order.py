"""Which blocks of a page that was put in another order have moved, and which stayed."""

from __future__ import annotations

import random

import pytest

from app.blocks.compare.differing import compare
from tests.app.blocks.comparing import differing, of_kind
from tests.app.blocks.test_invariants import faults

WORDS = (
    "lantern",
    "harbour",
    "violin",
    "glacier",
    "pepper",
    "railway",
    "orchard",
    "copper",
    "meadow",
    "thunder",
)


def entry(name: str) -> str:
    return (
        f"<div><h3>{name}</h3><p>What there is to say of the {name}, in one sentence of its own.</p></div>\n"
    )


def page(names: list[str]) -> bytes:
    return f"<!doctype html><h1>A list</h1>{''.join(map(entry, names))}<p>The end.</p>".encode()


@pytest.mark.parametrize("seed", range(6))
def test_in_a_list_that_was_sorted_anew_entries_have_moved_or_stayed(seed: int) -> None:
    """Nothing else is told, and what stayed stands in one order in both versions."""
    names = [*WORDS]
    random.Random(seed).shuffle(names)
    a, b = page(names), page(sorted(names))
    result = compare(a, b)
    assert faults(result, a, b) == []
    assert {change.kind for change in differing(result)} <= {"moved", "layout"}
    told = "".join(change.text_b for change in of_kind(result, "moved"))
    places = [names.index(name) for name in sorted(names) if name not in told]
    assert places == sorted(places)


def test_what_several_passed_by_on_ways_that_overlap_has_moved_as_well() -> None:
    """Two went, each past two of three: which of the five moved is a matter of taste. One alone that passed two did."""
    five = WORDS[:5]
    first, one, two, three, last = five
    result = compare(page([*five]), page([one, last, two, first, three]))
    told = "".join(change.text_b for change in of_kind(result, "moved"))
    assert all(name in told for name in five)
    result = compare(page([*five]), page([one, two, first, three, last]))
    told = "".join(change.text_b for change in of_kind(result, "moved"))
    assert [name for name in five if name in told] == [first]


def test_equal_lines_of_two_sections_do_not_pass_each_other_by() -> None:
    """The first of two equal texts is the first one in the other version, too."""
    line = "<p>Dose = quantity x numerator, divided by what the package says of it in small letters</p>"
    old = f"<h2>One</h2><p>Begin with this.</p>{line}<h2>Two</h2><p>Go on with that.</p>{line}<p>End.</p>"
    new = f"<h2>Uno</h2>{line}<p>Otherwise than it was.</p><h2>Due</h2>{line}<p>Something else again.</p><p>End.</p>"
    result = compare(old.encode(), new.encode())
    spans = [(change.span_a, change.span_b) for change in result.changes if "Dose" in change.text_b]
    assert spans == sorted(spans, key=lambda both: both[1] or (0, 0))
    assert [a for a, _ in spans] == sorted([a for a, _ in spans], key=lambda span: span or (0, 0))


def test_a_small_block_that_is_equal_by_chance_is_what_moved() -> None:
    """Not the paragraphs that it passed by."""
    sections = [
        f"<h2>{word}</h2><p>A paragraph about {word} that is long enough to be a block, and says {word} again.</p>"
        for word in WORDS[:6]
    ]
    mark = '<p><a href="#here">¶</a></p>'
    a = "".join([mark, *sections])
    b = "".join([*sections[:5], mark, sections[5].replace("again", "once more")])
    result = compare(a.encode(), b.encode())
    assert [change.text_b for change in of_kind(result, "moved")] == ["¶"]
