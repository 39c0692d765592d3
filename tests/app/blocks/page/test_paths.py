"""Paths of stretches: what the scan of a page tells is what a tree of it would tell."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.blocks.cutting.cutting import cut
from app.blocks.page.paths import BuiltPaths, Outline, OutlinedPaths, PathFinder
from app.blocks.page.reading import read
from app.blocks.page.spans import Scan, scan
from app.blocks.page.styles import StaticStyle
from tests.app.blocks.page.test_reading import CLOSED, FRAMES, LOOSE

LONG = "Words that are long enough to be looked into. "
PAGES = [
    f"<body><p>{LONG}<b>{LONG}</b></i>{LONG}<p>short<!-- c -->more<div>{LONG}</p>{LONG}</div>",
    f"<table><col><tr><td>{LONG}<td>b<script>x</script><tr><td>c<tbody><td>{LONG}<td>d</table><p>{LONG}",
    f"<title>t</title></head><ul><li>{LONG}<li>a<li><b>b</b></ul><pre>\n<i>a</i>\n{LONG}</pre>",
    f"<html><head><title>t</title></head>\n<link><div><p>{LONG}</p>a</div></html>\n<script>x</script> <p>{LONG}<p>b",
    f"<svg><title>{LONG}</title><text>{LONG}</text></svg><iframe>{LONG}</iframe><textarea> {LONG}</textarea>",
    f"<body><select><option>{LONG}<option>b</select><input type=hidden value=12345><p><img src=a><p>{LONG}",
]


def otherwise(found: Scan, places: list[tuple[int, int]]) -> list[tuple[str, str]]:
    """Paths in the tree of an ordinary page, and those in its outline, where they are not the same."""
    tree = read(found.text, StaticStyle())
    outline = Outline(found)
    if tree is None or not outline.certain:
        return []
    built, outlined = BuiltPaths(*tree), OutlinedPaths(outline)
    pairs = [(built.path(*place), outlined.path(*place)) for place in places]
    built.release()
    return [(one, two) for one, two in pairs if one != two]


def edges(found: Scan) -> list[int]:
    """Where tags and texts begin and end."""
    texts = [place for start, end, _ in found.texts for place in (start, end)]
    return sorted({0, len(found.text), *found.starts, *found.ends, *found.inner_ends, *found.closes, *texts})


def some_places(found: Scan, rng: random.Random, count: int) -> list[tuple[int, int]]:
    """Stretches, most of them between tags."""
    borders, places = edges(found), []
    for _ in range(count):
        if rng.random() < 0.7:
            first = rng.randrange(len(borders))
            places.append((borders[first], borders[min(len(borders) - 1, first + int(rng.expovariate(0.3)))]))
        else:
            start = rng.randrange(len(found.text) + 1)
            places.append((start, min(len(found.text), start + int(rng.expovariate(0.02)))))
    return places


@pytest.mark.parametrize("page", PAGES)
def test_every_stretch_between_tags_and_texts_has_its_path(page: str) -> None:
    tree = cut(page.encode())
    assert tree.scan.exact
    assert Outline(tree.scan).certain
    borders = edges(tree.scan)
    assert otherwise(tree.scan, [(one, two) for one in borders for two in borders if one <= two]) == []


@given(
    st.sampled_from(FRAMES), st.lists(st.one_of(CLOSED, LOOSE), max_size=9).map("".join), st.integers(0, 999)
)
@settings(max_examples=200)
def test_any_page_has_the_paths_of_its_tree(frame: str, inside: str, seed: int) -> None:
    found = read(frame.format(inside), StaticStyle())
    if found is not None:
        assert otherwise(found[0], some_places(found[0], random.Random(seed), 40)) == []


def test_real_pages(samples: Path) -> None:
    rng = random.Random(2008)
    pages = sorted((samples / "pairs").glob("0*/a.html"))
    if not pages:
        pytest.skip("the page pairs are not here")
    for page in rng.sample(pages, 40):
        found = read(page.read_text("utf-8", "replace"), StaticStyle())
        if found is not None:
            assert otherwise(found[0], some_places(found[0], rng, 100)) == [], page


def test_a_page_for_the_parser_has_paths_too() -> None:
    page = "<table>moved<tr><td>cell</table><b><i>misnested</b></i><p>words"
    tree = cut(page.encode())
    assert not tree.scan.exact
    finder = PathFinder(tree)
    place = page.index("cell")
    assert finder.path(place, place + 4) == "/html[1]/body[1]/table[1]/tbody[1]/tr[1]/td[1]/text()[1]"
    finder.release()


def test_where_the_body_begins_may_be_unknown() -> None:
    """Behind the end of a head that was never begun a `noscript` is a part of the body."""
    page = "<title>t</title></head><noscript>x</noscript><p>words</p>"
    tree = cut(page.encode())
    assert not Outline(tree.scan).certain
    finder = PathFinder(tree)
    place = page.index("<p>")
    assert finder.path(place, len(page)) == "/html[1]/body[1]/p[1]"
    finder.release()


def test_outlining_is_linear() -> None:
    """Many cells that are asked for one by one, in rows that were never begun."""
    page = "<table>" + "<td>cell" * 20_000 + "</table>"
    found = scan(page)
    paths = OutlinedPaths(Outline(read(page, StaticStyle())[0]))  # type: ignore[index]
    last = [paths.path(start + 4, start + 6) for start in found.starts[1:]][-1]
    assert last == "/html[1]/body[1]/table[1]/tbody[1]/tr[1]/td[20000]/text()[1]"
