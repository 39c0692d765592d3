"""Each rule alone, on the smallest page that shows it."""

from __future__ import annotations

import pytest

from app.blocks.cutting.cutting import cut
from app.blocks.page.node import Node
from app.blocks.page.parsing import build
from app.blocks.page.spans import scan
from app.blocks.page.styles import StaticStyle
from app.blocks.page.tree import RULES, decide, minimum_size, rule

LONG = "Something long enough to be a block of its own on any page."


def element(html: str) -> Node:
    """The first element of the body."""
    root, _ = build(scan(f"<html><body>{html}</body></html>"), StaticStyle())
    return next(child for child in root.children[-1].children if child.tag != "-text")


def decided(html: str, minimum: int = 24, *, after_block: bool = False) -> int:
    return decide(element(html), minimum, after_block=after_block).number


@pytest.mark.parametrize(
    ("number", "html"),
    [
        (1, "<div></div>"),
        (1, "<div><script>x</script><p></p></div>"),
        (2, f"<a href='/'>{LONG}</a>"),
        (2, f"<form>{LONG}<p>{LONG}</p></form>"),
        (3, f"<b>{LONG}</b>"),
        (3, f"<x-unknown>{LONG}</x-unknown>"),
        (4, f"<div><div>{LONG}</div></div>"),
        (4, f"<div><!-- only this --><p>{LONG}</p> </div>"),
        (5, "<p>Short.</p>"),
        (6, f"<div>{LONG}<div bgcolor=red>{LONG}</div></div>"),
        (6, f"<div>{LONG}<div style='background: #fff'>{LONG}</div></div>"),
        (7, f"<div><p>{LONG}</p><p>{LONG}</p></div>"),
        (8, f"<p>{LONG}</p>"),
        (8, f"<div><a>{LONG}</a><b>x</b></div>"),
        (9, f"<div>{LONG}<p>{LONG}</p></div>"),
        (9, f"<div>{LONG}<div>{LONG}<p>{LONG}</p></div></div>"),
        (11, f"<div>{LONG}<div><p>{LONG}</p><p>{LONG}</p></div></div>"),
    ],
)
def test_the_first_rule_that_applies_decides(number: int, html: str) -> None:
    assert decided(html) == number


def test_rule_10_what_stands_beside_a_block_is_a_block() -> None:
    html = f"<div>{LONG}<div><p>{LONG}</p><p>{LONG}</p></div></div>"
    assert decided(html, after_block=True) == 10


def test_inline_elements_around_layout_are_layout() -> None:
    """HTML allows <a><div>…: such an element arranges the page."""
    assert decided(f"<a><div>{LONG}</div><div>{LONG}</div></a>") == 7


def test_the_minimum_depends_on_the_tag() -> None:
    assert minimum_size("nav", 400) == 100 < minimum_size("div", 400) == 400
    assert minimum_size("nav", 40) == minimum_size("div", 10) == 24


def test_rules_are_numbered_from_1_and_each_has_a_sentence() -> None:
    assert [each.number for each in RULES] == list(range(1, 17))
    assert all(rule(number).sentence.endswith(".") for number in range(1, 17))
    assert [each.number for each in RULES if each.coherence] == [each.number for each in RULES if each.block]


def gathered(html: str, **options: int) -> list[int]:
    return [leaf.rule for leaf in cut(f"<html><body>{html}</body></html>".encode(), **options).leaves()]


def test_rule_12_small_neighbours_are_gathered() -> None:
    tree = cut(f"<html><body><p>a</p><p>b</p><div>{LONG * 9}</div></body></html>".encode(), level=1)
    assert tree.content(tree.leaves()[0]) == b"<p>a</p><p>b</p>"
    assert tree.why(tree.leaves()[0]) == "Rule 12: Neighbours that are too small alone stand together here."
    assert tree.leaves()[0].path == "/html[1]/body[1]/p[1]..p[2]"


def test_rule_13_a_heading_belongs_to_what_follows() -> None:
    sections = "".join(f"<h2>Part {n}</h2><p>{LONG}</p><p>{LONG}</p>" for n in range(9))
    tree = cut(f"<html><body>{sections}</body></html>".encode(), level=1, unit=100)
    assert len(tree.leaves()) == 9
    assert {leaf.rule for leaf in tree.leaves()} == {13}
    assert all(tree.content(leaf).startswith(b"<h2>") for leaf in tree.leaves())


def test_rule_14_cuts_of_a_long_row_move_with_its_content() -> None:
    items = [f"<li>Entry {n * n * 7919} of a list</li>" for n in range(200)]
    old = cut(f"<ul>{''.join(items)}</ul>".encode(), unit=600)
    new = cut(f"<ul><li>New on top</li>{''.join(items)}</ul>".encode(), unit=600)
    restyled = cut(f"<ul>{''.join(items)}</ul>".replace("<li>", "<li class=x>").encode(), unit=600)
    assert [leaf.path for leaf in restyled.leaves()] == [leaf.path for leaf in old.leaves()]
    contents = [{tree.content(leaf) for leaf in tree.leaves()} for tree in (old, new)]
    assert 14 in {leaf.rule for leaf in old.leaves()}
    assert len(contents[0]) > 10
    assert len(contents[0] - contents[1]) == 1


def test_rule_15_what_is_mixed_with_others_in_the_source_stays_whole() -> None:
    mixed = f"<div><table><p>{LONG}</p><tr><td>{LONG}<td>{LONG}</table></div><p>{LONG}</p>"
    assert 15 in gathered(mixed, unit=24)


def test_rule_16_a_page_without_structure_is_one_block() -> None:
    for page in (b"", b"just text", b"\x00\xff", b"<html></html>", "<p>a</p>".encode("utf-16") + b"\x00"):
        tree = cut(page)
        assert len(tree.leaves()) == 1
    assert cut(b"").leaves()[0].rule == 16
