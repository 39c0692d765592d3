"""What stands between blocks goes with those that came or went."""

from __future__ import annotations

import pytest

from app.blocks.compare.changes import Change
from app.blocks.compare.differing import cut_both
from app.blocks.compare.layouts import Gap, fill
from app.blocks.match.stretches import Side, Stretch
from app.words.sequences import Pair


def sides(a: str, b: str, charset_b: str = "utf-8") -> tuple[Side, Side]:
    one, two = cut_both(a.encode(), b.encode(charset_b), "utf-8", charset_b)
    return Side(one), Side(two)


def stretch(side: Side, text: str) -> Stretch:
    """The place of a text that stands once, as a block."""
    first = side.tree.scan.text.index(text)
    places = first, first + len(text)
    return side.stretch(span(side, places), places, 1)


def span(side: Side, places: Pair) -> Pair:
    first, last = (len(side.tree.scan.text[:place].encode(side.tree.charset)) for place in places)
    return first, last


def gap(side: Side, before: Stretch | None, after: Stretch | None) -> Gap:
    places = before.places[1] if before else 0, after.places[0] if after else len(side.tree.scan.text)
    return Gap(side, span(side, places), places, before, after, side.tree.scan.text[slice(*places)].encode())


def filled(a: str, b: str, *, kind: str = "added", charset_b: str = "utf-8") -> tuple[bool, str]:
    """Whether the block "new" takes in what came with it, which stands between "old" and "last"; and all of it then."""
    one, two = sides(a, b, charset_b)
    new = stretch(two, "new")
    more = [gap(two, stretch(two, "old"), new), gap(two, new, stretch(two, "last"))]
    less = gap(one, stretch(one, "old"), stretch(one, "last"))
    change = Change(kind, None, new)  # type: ignore[arg-type]
    found = fill(less, more, {id(new): change})
    assert new.content.decode(charset_b) == two.tree.scan.text[slice(*new.places)], (
        "bytes and characters say the same"
    )
    return found, two.tree.scan.text[slice(*new.places)]


@pytest.mark.parametrize(
    ("a", "b", "taken"),
    [
        ("<p>old</p><p>last</p>", "<p>old</p><p>new</p><p>last</p>", "<p>new</p>"),
        ("<p>old</p>\n<p>last</p>", "<p>old</p>\n<p>new</p>\n<p>last</p>", "<p>new</p>\n"),
        (
            "<i>old</i><hr><b>last</b>",
            "<i>old</i><hr><div><u>new</u></div><b>last</b>",
            "<div><u>new</u></div>",
        ),
        ("<p>日 old</p><p>last</p>", "<p>日 old</p><p>日<b>new</b></p><p>last</p>", "<p>日<b>new</b></p>"),
    ],
)
def test_whole_elements_go_with_what_came(a: str, b: str, taken: str) -> None:
    """Of several ways to divide the same letters: not "new</p><p>"."""
    assert filled(a, b) == (True, taken)


def test_what_was_there_in_no_way_is_left() -> None:
    assert filled("<p>old</p><hr><p>last</p>", "<p>old</p><p>new</p><div><p>last</p></div>") == (False, "new")


@pytest.mark.parametrize("kind", ["changed", "moved", "unchanged"])
def test_only_what_stands_in_one_version_alone_takes_anything_in(kind: str) -> None:
    assert filled("<p>old</p><p>last</p>", "<p>old</p><p>new</p><p>last</p>", kind=kind) == (False, "new")


def test_letters_in_another_charset_are_not_the_same() -> None:
    told = filled("<p>old</p><p>last</p>", "<p>old</p><p>new</p><p>last</p>", charset_b="gb18030")
    assert told == (False, "new")
