"""The rules that divide an element or leave it whole."""

from __future__ import annotations

from app.blocks.vips.extraction import Part, extract
from app.blocks.vips.reading import ABOVE, INLINE, PICTURE, SHOWN, read
from tests.app.blocks.vips.measured import E, T, page, words


def parts(*inside: E, size: tuple[float, float] = (960, 1000)) -> list[Part]:
    tree = read(page(*inside, size=size))
    assert tree is not None
    return extract(tree.children[0]).parts


def shown(found: list[Part]) -> list[tuple[str, int]]:
    return [("+".join(node.tag for node in part.nodes), part.rule) for part in found]


SMALL = (0.0, 900.0, 900.0, 20.0)
TAIL = words("tail", SMALL, "div")


def test_nothing_but_texts_stays_whole() -> None:
    bold = E("b", (100, 0, 50, 20), (T("bold", (100, 0, 50, 20)),), bold=True, bits=SHOWN | INLINE)
    text = E("p", (0, 0, 900, 500), (T("a text", (0, 0, 90, 20)), bold))
    assert shown(parts(text, TAIL)) == [("p", 4), ("div", 4)]


def test_what_holds_one_thing_is_that_thing() -> None:
    inner = words("alone", (0, 0, 900, 400), "section")
    wrapped = E("div", (0, 0, 900, 400), (E("div", (0, 0, 900, 400), (inner,)),))
    assert shown(parts(wrapped, TAIL)) == [("section", 4), ("div", 4)]


def test_a_picture_is_a_part_and_an_empty_element_is_none() -> None:
    picture = E("img", (0, 0, 900, 400), bits=SHOWN | PICTURE)
    empty = E("div", (0, 420, 900, 100))
    assert shown(parts(picture, empty, TAIL)) == [("img", 1), ("div", 4)]


def test_a_rule_across_an_element_divides_it() -> None:
    ruled = E(
        "div",
        (0, 0, 900, 60),
        (
            words("a", (0, 0, 900, 20)),
            E("hr", (0, 29, 900, 2), bits=SHOWN | ABOVE),
            words("b", (0, 40, 900, 20)),
        ),
    )
    assert shown(parts(ruled, TAIL)) == [("p", 4), ("p", 4), ("div", 4)]
    assert shown(parts(ruled._replace(inside=(ruled.inside[0], ruled.inside[2])), TAIL)) == [
        ("div", 10),
        ("div", 4),
    ]


def test_a_child_on_another_background_is_left_whole() -> None:
    inside = (words("a", (0, 0, 900, 150)), words("b", (0, 150, 900, 150)))
    aside = E("div", (0, 0, 900, 300), inside, background="rgb(9, 9, 9)")
    body = E("div", (0, 0, 900, 600), (aside, words("c", (0, 300, 900, 300))))
    assert shown(parts(body, TAIL)) == [("div", 8), ("p", 4), ("div", 4)]
    plain = E("div", (0, 0, 900, 600), (aside._replace(background=""), body.inside[1]))
    assert shown(parts(plain, TAIL)) == [("p", 4), ("p", 4), ("p", 4), ("div", 4)]


def test_small_things_stay_together() -> None:
    cells = tuple(words(f"cell {n}", (40.0 * n, 0, 40, 400), "div") for n in range(20))
    assert shown(parts(E("div", (0, 0, 900, 400), cells), TAIL)) == [("div", 10), ("div", 4)]


def test_a_text_stays_together_however_large_its_paragraphs_are() -> None:
    inside = tuple(words(f"entry {n}", (0, 170.0 * n, 900, 150)) for n in range(5))
    assert shown(parts(E("div", (0, 0, 900, 850), inside), TAIL)) == [("div", 14), ("div", 4)]
    beside = tuple(words(f"column {n}", (180.0 * n, 0, 170, 850)) for n in range(5))
    assert shown(parts(E("div", (0, 0, 900, 850), beside), TAIL)) == [("p", 4)] * 5 + [("div", 4)]


def test_a_region_by_itself_is_divided() -> None:
    entries = tuple(words(f"entry {n}", (0, 20.0 * n, 900, 20), "li") for n in range(4))
    tree = read(page(E("ul", (0, 0, 900, 80), entries), TAIL))
    assert tree is not None
    assert shown(extract(tree.children[0].children[0]).parts) == [("li", 4)] * 4


def test_texts_between_elements_are_parts_by_themselves() -> None:
    mixed = E(
        "div",
        (0, 0, 900, 800),
        (T("before", (0, 0, 90, 20)), words("in", (0, 20, 900, 700), "div"), T("x", (0, 730, 9, 20))),
    )
    assert shown(parts(mixed, TAIL)) == [("-text", 4), ("div", 4), ("-text", 4), ("div", 4)]
