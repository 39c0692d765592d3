"""The site style tree: the worked examples of Yi, Liu and Li, and pages that want to break it."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.templates.page import seen
from app.templates.style_tree import (
    GAMMA,
    MOST_NODES,
    Element,
    StyleTree,
    composite_importance,
    node_importance,
    page_of,
)


def leaf(*features: str, name: str = "p") -> Element:
    return Element(name, (), features)


def tree_of(pages: Sequence[Element]) -> StyleTree:
    tree = StyleTree()
    for page in pages:
        tree.add(page)
    tree.weigh()
    return tree


def test_presentation_of_the_worked_example() -> None:
    """Four styles with 35, 25, 25 and 15 of 100 pages."""
    assert node_importance([0.35, 0.25, 0.25, 0.15], 100) == pytest.approx(0.292, abs=0.0005)
    assert node_importance([1.0], 100) == 0
    assert node_importance([1.0], 1) == 1


def test_content_of_the_worked_example() -> None:
    """Four texts on three pages, one of them on each: entropies 1, 0, 0, 0."""
    pages = [leaf("来源", agency) for agency in ("新华网", "人民网", "CCTV")]
    assert tree_of(pages).root.importance == pytest.approx(0.75)


def test_composite_importance_weighs_styles_against_what_is_inside() -> None:
    pages = [Element("body", (leaf("menu"), leaf(f"news {number}")), ()) for number in range(3)]
    pages += [Element("body", (leaf("menu"),), ()) for _ in range(1)]
    tree = tree_of(pages)
    first, second = tree.root.styles.values()
    assert [round(node.importance, 6) for node in first.elements] == [0, 1]
    inside = 0.75 * 0.5 + 0.25 * 1  # the other style has one page: all of it is important
    styles = node_importance([0.75, 0.25], 4)
    assert second.elements[0].importance == 1
    assert composite_importance(tree.root) == pytest.approx((1 - GAMMA**2) * styles + GAMMA**2 * inside)


def test_what_every_page_has_is_noise_and_what_differs_is_not() -> None:
    bodies = [
        f"<div><a href='/'>Home</a><a href='/about'>About</a></div><div><p>Story {number}</p></div>"
        for number in range(8)
    ]
    pages = [seen(f"<html><body>{body}</body></html>".encode()) for body in bodies]
    elements = [page_of(page.root) for page in pages if page is not None]
    tree = tree_of(elements)
    noise = [element.at for element in tree.noise(elements[0], 0.2)]
    assert ["".join(at.itertext()) for at in noise if at is not None] == ["HomeAbout"]


def test_a_single_page_is_all_important() -> None:
    page = seen(b"<html><body><nav><a href='/'>Home</a></nav><p>Text</p></body></html>")
    assert page is not None
    element = page_of(page.root)
    tree = tree_of([element])
    assert not list(tree.noise(element, 0.9)) and tree.root.importance == 1


def test_nothing_is_said_of_what_stands_beside_content_built_as_on_no_other_page() -> None:
    """A foot beside as many paragraphs as no other page has was given 1, though all pages say the same."""
    bodies = [f"<div>Menu</div><main>{'<p>Text</p>' * number}<h6>Foot</h6></main>" for number in range(1, 9)]
    pages = [seen(f"<html><body>{body}</body></html>".encode()) for body in bodies]
    elements = [page_of(page.root) for page in pages if page is not None]
    tree = tree_of(elements)
    said = {
        "".join(element.at.itertext()): importance
        for element, importance in tree.weighed(elements[2])
        if element.at is not None
    }
    assert said["Menu"] == 0 and "Foot" not in said


_NAMES = st.sampled_from(["p", "div", "a"])
_ELEMENTS = st.recursive(
    st.builds(
        lambda name, features: Element(name, (), tuple(features)),
        _NAMES,
        st.lists(st.sampled_from("xyz"), max_size=3),
    ),
    lambda inner: st.builds(
        lambda name, children: Element(name, tuple(children), ()),
        _NAMES,
        st.lists(inner, min_size=1, max_size=3),
    ),
    max_leaves=8,
)


@settings(max_examples=20)
@given(st.lists(_ELEMENTS, min_size=1, max_size=6))
def test_it_survives_being_kept_and_importance_stays_between_0_and_1(pages: list[Element]) -> None:
    tree = tree_of(pages)
    again = StyleTree.unpacked(json.loads(json.dumps(tree.packed())))
    again.weigh()
    assert again.packed() == tree.packed() and again.nodes == tree.nodes
    waiting = [tree.root]
    for node in waiting:
        assert -1e-9 <= node.importance <= 1 + 1e-9
        waiting += [child for style in node.styles.values() for child in style.elements]


def test_pages_without_end_are_cut_and_a_full_tree_takes_no_more() -> None:
    deep = seen(b"<html><body>" + b"<div>" * 1500 + b"x" + b"</div>" * 1500)
    broad = seen(b"<html><body>" + b"<div><b>1</b><i>2</i></div>" * 9_000)
    assert deep is not None and broad is not None
    tree = StyleTree()
    for page in (deep, broad):
        tree.add(page_of(page.root))
    assert tree.nodes <= 2 * MOST_NODES
