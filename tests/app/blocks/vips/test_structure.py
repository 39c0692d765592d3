"""The content structure: what holds of any page, and how pages of known looks come out."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.blocks.vips.reading import AFLOAT, CLIPS, INLINE, PICTURE, SHOWN, read
from app.blocks.vips.separators import OVERLAP
from app.blocks.vips.structure import Segmentation, VisualBlock, segment
from tests.app.blocks.vips.measured import E, T, measured, page, words


def structure(*inside: E, size: tuple[float, float] = (960, 1000)) -> Segmentation:
    tree = read(page(*inside, size=size))
    assert tree is not None
    return segment(tree)


def texts(found: Segmentation, degree: int) -> list[str]:
    return [block.text for block in found.at(degree)]


@st.composite
def elements(
    draw: st.DrawFn, box: tuple[float, float, float, float] = (0, 0, 960, 1000), depth: int = 0
) -> E:
    """An element that is divided down or across, into parts with gaps, backgrounds and floating parts."""
    x, y, width, height = box
    tag = draw(st.sampled_from(["div", "div", "section", "p", "table", "td", "a", "hr", "ul"]))
    bits = draw(
        st.sampled_from(
            [SHOWN, SHOWN, SHOWN, SHOWN | INLINE, SHOWN | AFLOAT, SHOWN | CLIPS, 0, SHOWN | PICTURE]
        )
    )
    background = draw(st.sampled_from(["", "", "rgb(1, 1, 1)", "rgb(2, 2, 2)"]))
    font = draw(st.sampled_from([12, 16, 16, 32]))
    count = 0 if depth > 3 else draw(st.integers(0, 4))
    inside: list[E | T] = []
    gap = draw(st.sampled_from([-5, 0, 0, 1, 10, 40]))
    down = draw(st.booleans())
    for n in range(count):
        size = (width, height / count - gap) if down else (width / count - gap, height)
        if min(size) < 4:
            break
        place = (x, y + n * height / count, *size) if down else (x + n * width / count, y, *size)
        if draw(st.integers(0, 3)) == 0:
            inside.append(T(f"text {draw(st.integers(0, 10_000))}", place))
        else:
            inside.append(draw(elements(place, depth + 1)))
    return E(tag, box, tuple(inside), background, font, False, bits)


def all_texts(block: VisualBlock) -> list[int]:
    return [id(text) for text in block.texts()]


@settings(max_examples=30, deadline=None)
@given(elements())
def test_blocks_are_a_partition_at_every_degree_and_finer_at_a_higher_one(one: E) -> None:
    tree = read(measured(E("html", (0, 0, 960, 1000), (E("body", (0, 0, 960, 1000), (one,)),))))
    if tree is None:
        return
    every = sorted(id(text) for text in tree.texts())
    found = segment(tree)
    before: list[set[int]] | None = None
    for degree in range(1, 11):
        leaves = found.at(degree)
        held = [all_texts(block) for block in leaves]
        assert sorted(text for block in held for text in block) == every  # nothing lost, nothing twice
        now = [set(block) for block in held if block]
        assert before is None or all(any(block <= larger for larger in before) for block in now)
        before = now


@settings(max_examples=30, deadline=None)
@given(elements())
def test_siblings_do_not_overlap_but_for_layers_and_degrees_never_fall(one: E) -> None:
    tree = read(measured(E("html", (0, 0, 960, 1000), (one,))))
    if tree is None:
        return
    for block, _, _ in segment(tree).walk(10):
        assert 1 <= block.doc <= 10
        beside = [child for child in block.children if not child.layer]
        for number, child in enumerate(block.children):
            assert child.doc >= block.doc
            assert child in beside or child.layer
            for other in beside[number + 1 :] if child in beside else ():
                assert not child.rect.meets(other.rect, OVERLAP + 0.01)


NAVIGATION = tuple(words(f"link {n}", (0, 100 + 30.0 * n, 180, 20), "li") for n in range(8))
PARAGRAPHS = tuple(words(f"paragraph {n}", (220, 100 + 66.0 * n, 700, 50)) for n in range(10))
SITE = (
    words("the site", (0, 0, 960, 90), "div", background="rgb(0, 0, 99)"),
    E("ul", (0, 100, 180, 700), NAVIGATION),
    E("div", (220, 100, 700, 660), PARAGRAPHS),
    words("imprint", (0, 810, 960, 100), "div", background="rgb(0, 0, 99)"),
)


@pytest.mark.parametrize("degree", [6, 7, 8])
def test_the_regions_of_a_page_are_its_blocks(degree: int) -> None:
    found = texts(structure(*SITE), degree)
    assert len(found) == 4
    assert found[0] == "the site" and found[3] == "imprint"
    assert found[1].startswith("link 0\n") and found[2].startswith("paragraph 0\n")


def test_the_lowest_degree_is_the_page_and_the_highest_its_paragraphs() -> None:
    found = structure(*SITE)
    assert found.root.doc == 1 and len(found.at(1)) == 1
    assert texts(found, 10) == [
        "the site",
        *(f"link {n}" for n in range(8)),
        *(f"paragraph {n}" for n in range(10)),
        "imprint",
    ]


def test_the_heaviest_separators_cut_first() -> None:
    """Header and footer stand on another colour: they are told from the rest before the columns are."""
    tops = structure(*SITE).root.children
    assert [len(child.children) for child in tops] == [0, 2, 0]
    assert all(one.horizontal for one in structure(*SITE).root.separators)
    assert not tops[1].separators[0].horizontal


def test_sections_are_joined_below_their_headings() -> None:
    inside: list[E] = []
    for n in range(3):
        top = 300.0 * n
        inside.append(words(f"Heading {n}", (0, top + 40, 960, 40), "h2", font=28, bold=True))
        inside += [words(f"text {n}.{m}", (0, top + 90 + 60.0 * m, 960, 45)) for m in range(3)]
    found = structure(E("div", (0, 0, 960, 1000), tuple(inside)))
    sections = [[f"Heading {n}", *(f"text {n}.{m}" for m in range(3))] for n in range(3)]
    assert ["\n".join(one) for one in sections] in [texts(found, degree) for degree in range(1, 11)]


def test_what_stands_over_the_page_is_a_layer() -> None:
    inside = tuple(words(f"paragraph {n}", (0, 90.0 * n, 960, 80)) for n in range(10))
    bar = words("cookies?", (0, 300, 960, 200), "div", bits=SHOWN | AFLOAT)
    found = structure(E("div", (0, 0, 960, 900), inside), bar)
    (layer,) = [block for block in found.at(6) if block.layer]
    assert layer.text == "cookies?"


def test_what_is_in_something_that_stands_over_the_page_is_over_it_as_well() -> None:
    """A picture over the whole page until its scripts have run."""
    picture = E("div", (0, 0, 960, 1000), bits=SHOWN | PICTURE)
    splash = E("section", (0, 0, 960, 1000), (picture,), bits=SHOWN | AFLOAT)
    inside = tuple(words(f"paragraph {n}", (0, 190.0 * n, 960, 150)) for n in range(5))
    found = structure(splash, E("div", (0, 0, 960, 1000), inside)).at(10)
    assert [block.layer for block in found] == [False] * 5 + [True]


def test_what_is_cut_off_is_not_seen() -> None:
    slides = tuple(words(f"slide {n}", (960.0 * n, 0, 960, 300), "div") for n in range(3))
    found = structure(
        E("div", (0, 0, 960, 300), slides, bits=SHOWN | CLIPS), words("below", (0, 400, 960, 50))
    )
    assert texts(found, 10) == ["slide 0", "below"]


def test_kinds_of_blocks() -> None:
    links = words("a link", (0, 0, 960, 30), "a", bits=SHOWN | INLINE)
    form = E(
        "div",
        (0, 400, 960, 60),
        (E("input", (0, 400, 200, 30), bits=SHOWN | PICTURE), E("button", (300, 400, 200, 30))),
    )
    picture = E("img", (0, 500, 960, 300), bits=SHOWN | PICTURE)
    found = structure(
        E("div", (0, 0, 960, 30), (links,)), words("only text", (0, 60, 960, 300)), form, picture
    )
    assert [block.kind for block in found.at(6)] == ["links", "text", "form", "picture"]


def test_a_page_that_shows_nothing_has_no_tree() -> None:
    assert read(page()) is None
    assert read(page(E("div", (0, 0, 960, 100)))) is None


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"rows": [[5]], "texts": [], "names": [], "values": []}'])
def test_an_answer_that_makes_no_sense_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        read(text)


def test_of_a_page_that_was_measured_in_part_no_sibling_is_missing() -> None:
    """The script measures the first elements: of the last parent there may be some children only."""
    answer = page(
        E("div", (0, 0, 960, 500), (T("left", (0, 0, 90, 20)),)), words("right", (0, 500, 960, 500))
    )
    cut = answer.replace('"whole": 4', '"whole": 9')
    assert cut != answer and read(cut) is None


def rows(count: int) -> E:
    height = 20.0
    return E(
        "div",
        (0, 0, 960, count * height),
        tuple(words(f"row {n}", (0, n * height, 960, 18), "div") for n in range(count)),
    )


def chain(depth: int) -> E:
    one = words("deep", (0, 0, 960, 1000))
    for _ in range(depth):
        one = E("div", (0, 0, 960, 1000), (one, words("side", (0, 990, 9, 9))))
    return one


@pytest.mark.parametrize("one", [rows(10_000), chain(400)], ids=["wide", "deep"])
def test_time_grows_with_the_page_and_not_faster(one: E) -> None:
    tree = read(measured(E("html", (0, 0, 960, 1000), (one,))))
    assert tree is not None
    begun = time.process_time()
    segment(tree)
    assert time.process_time() - begun < 10
