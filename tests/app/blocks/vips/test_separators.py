"""Separators: where they are, by the paper's way of finding them, and what weighs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.blocks.vips.extraction import Line, Part
from app.blocks.vips.reading import Rect, read
from app.blocks.vips.separators import OVERLAP, Region, Separator, bands
from tests.app.blocks.vips.measured import E, page, words


def pool(blocks: list[tuple[float, float]], end: float) -> list[tuple[float, float]]:
    """The procedure of the paper (4.2.1): a block splits the separator it lies in, shortens those it crosses, removes
    those it covers; then those at the border go."""
    separators = [(0.0, end)]
    for top, bottom in blocks:
        kept: list[tuple[float, float]] = []
        for start, stop in separators:
            if bottom <= start or top >= stop:
                kept.append((start, stop))
                continue
            kept += [(a, b) for a, b in ((start, min(stop, top)), (max(start, bottom), stop)) if a < b]
        separators = kept
    return [(a, b) for a, b in separators if a > 0 and b < end]


def test_the_figure_of_the_paper() -> None:
    """Three blocks split the page; the fourth covers the separator between the second and the third, and crosses the one
    below."""
    blocks = [(10.0, 100.0), (130.0, 220.0), (240.0, 300.0)]
    assert bands(blocks) == [(100, 130), (220, 240)] == pool(blocks, 400)
    blocks.append((210.0, 330.0))
    blocks.append((350.0, 390.0))
    assert bands(blocks) == [(100, 130), (330, 350)] == pool(blocks, 400)


SPANS = st.lists(st.tuples(st.integers(1, 300), st.integers(3, 80)), min_size=1, max_size=20)


@given(SPANS)
def test_separators_are_those_of_the_procedure_of_the_paper(spans: list[tuple[int, int]]) -> None:
    blocks = [(float(top), float(top + size)) for top, size in spans]
    wide = [band for band in bands(blocks) if band[1] - band[0] > 0]
    assert wide == pool(blocks, 1000)
    for start, end in bands(blocks):
        assert all(bottom <= end + OVERLAP or top >= start for top, bottom in blocks)


def separators(*inside: E, horizontal: bool = True, lines: tuple[Line, ...] = ()) -> list[Separator]:
    tree = read(page(*inside))
    assert tree is not None
    parts = [Part((node,), 13, node.rect) for node in tree.children[0].children]
    return Region(parts, lines).separators(horizontal)


def weight(gap: float, above: E | None = None, below: E | None = None) -> int:
    """Of the separator between two parts."""
    one = above or words("one", (0, 0, 900, 50), "p")
    two = below or words("two", (0, 0, 900, 50), "div")
    moved = (0.0, 50.0 + gap, 900.0, 50.0)
    inside = (two.inside[0]._replace(box=moved),)
    (found,) = separators(one, two._replace(box=moved, inside=inside))
    return found.weight


@pytest.mark.parametrize(("gap", "expected"), [(0, 1), (9, 1), (16, 2), (40, 3), (64, 4), (500, 4)])
def test_a_greater_distance_weighs_more(gap: float, expected: int) -> None:
    assert weight(gap) == expected


def test_another_background_weighs() -> None:
    blue = words("two", (0, 0, 900, 50), "div", background="rgb(0, 0, 255)")
    assert weight(0, below=blue) == 4
    assert weight(40, below=blue) == 7


def test_a_heading_below_weighs_more_than_one_above() -> None:
    large = words("Two", (0, 0, 900, 50), "h2", font=32, bold=True)
    assert weight(16) == 2
    assert weight(16, above=large) == 3  # another font
    assert weight(16, below=large) == 4  # another font, and larger below


def test_parts_of_one_structure_weigh_less() -> None:
    assert weight(16, below=words("two", (0, 0, 900, 50), "p")) == 1


def test_a_line_weighs_and_makes_a_separator_explicit() -> None:
    parts = (words("one", (0, 0, 900, 50)), words("two", (0, 60, 900, 50), "div"))
    (plain,) = separators(*parts)
    (lined,) = separators(*parts, lines=(Line("hr", Rect(0, 54, 900, 56)),))
    assert (plain.weight, plain.explicit, lined.weight, lined.explicit) == (1, False, 4, True)
    (short,) = separators(*parts, lines=(Line("hr", Rect(0, 54, 100, 56)),))
    assert short == plain


def test_a_wide_band_is_explicit_too() -> None:
    (found,) = separators(words("one", (0, 0, 900, 50)), words("two", (0, 71, 900, 50)))
    assert found.explicit


def test_both_directions_are_looked_at() -> None:
    columns = (words("left", (0, 0, 300, 400)), words("right", (350, 0, 300, 400)))
    assert separators(*columns) == []
    (found,) = separators(*columns, horizontal=False)
    assert (found.start, found.end, found.weight) == (300, 350, 3)
