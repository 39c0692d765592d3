"""What holds for any two pages, tried on random and on broken ones."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from app.blocks import Comparison, compare, compare_text, partition
from app.blocks.sequences import align
from tests import hostile

HIDDEN = {"script", "style", "template", "noscript", "noframes", "noembed", "iframe"}
INLINE = ["b", "i", "a", "span", "font color=red", "em", "label", "button", "textarea", "svg", "ins", "x-y"]
BLOCKS = [
    "p",
    "div",
    "h1",
    "h2",
    "ul",
    "li",
    "section",
    "table",
    "tr",
    "td",
    "blockquote",
    "pre",
    "figure",
    "dl",
    "dt",
    "dd",
    "center",
    "form",
]
WORDS = st.sampled_from(
    ["alpha", "beta", "网页", "天网", "归档，回放。", "2008", "x", "A&amp;B", "&lt;tag&gt;", "naïve"]
)
PIECE = st.one_of(
    WORDS,
    WORDS.map(lambda word: f" {word} "),
    st.sampled_from([f"<{tag}>" for tag in INLINE + BLOCKS]),
    st.sampled_from([f"</{tag.split()[0]}>" for tag in INLINE + BLOCKS]),
    st.sampled_from(
        [
            "<br>",
            "<br><br>",
            "<hr>",
            "<img src=a.png>",
            "<a href=/x>",
            "<!-- c -->",
            "<script>s()</script>",
            "\n",
            "<title>t</title>",
            "<style>x</style>",
        ]
    ),
)
SOUP = st.lists(PIECE, max_size=40).map("".join)
PAGE = st.lists(
    st.tuples(st.sampled_from(["p", "h2", "li", "div", "td"]), st.lists(WORDS, min_size=1, max_size=8)), max_size=12
).map(lambda blocks: "".join(f"<{tag}>{' '.join(words)}</{tag}>" for tag, words in blocks))


def squeezed(text: str) -> str:
    return "".join(text.split())


def visible(html: str) -> str:
    """The visible text of a page, found without any notion of blocks."""
    pieces, titles = [], 0
    root = LexborHTMLParser(html, scripting=True).root
    for node in root.traverse(include_text=True) if root is not None else ():
        if node.tag != "-text":
            continue
        around = []
        parent = node.parent
        while parent is not None:
            around.append(parent.tag)
            parent = parent.parent
        if "title" in around and "svg" not in around and not titles and node.text_content.strip():
            titles = 1
        elif not HIDDEN.intersection(around):
            pieces.append(node.text_content)
    return squeezed("".join(pieces))


def sides(result: Comparison) -> tuple[list[str], list[str]]:
    return (
        [change.text_a for change in result.changes if change.path_a],
        [change.text_b for change in result.changes if change.path_b],
    )


@settings(max_examples=300)
@given(SOUP)
def test_blocks_hold_all_visible_text(html: str) -> None:
    """The texts of the blocks, in order, are the visible text of the page: nothing lost, nothing twice."""
    assert squeezed("".join(block.text for block in partition(html).blocks)) == visible(html)


@settings(max_examples=200)
@given(SOUP)
def test_paths_are_unique_and_lead_somewhere(html: str) -> None:
    """No two blocks share a path, and the element part of each path exists in the tree."""
    page = partition(html)
    paths = [block.path for block in page.blocks]
    assert len(set(paths)) == len(paths)
    root = LexborHTMLParser(html, scripting=True).root
    for path in paths:
        node = root
        for step in path.split("/")[2:]:
            name, number = step.removesuffix("]").split("[")
            wanted = "-text" if name == "text()" else name
            assert node is not None
            node = [child for child in node.iter(include_text=True) if child.tag == wanted][int(number) - 1]


@settings(max_examples=150)
@given(SOUP)
def test_a_page_and_itself(html: str) -> None:
    """compare(x, x) finds nothing."""
    result = compare(html.encode(), html.encode(), charset_a="utf-8", charset_b="utf-8")
    assert {change.kind for change in result.changes} <= {"unchanged"}
    assert result.similarity == 1.0


@settings(max_examples=200)
@given(st.one_of(PAGE, SOUP), st.one_of(PAGE, SOUP))
def test_no_change_is_missed_and_nothing_is_reported_twice(a: str, b: str) -> None:
    """Each block of both pages is in exactly one change, in order for b, and "unchanged" means the same text."""
    result = compare(a.encode(), b.encode(), charset_a="utf-8", charset_b="utf-8")
    page_a, page_b = partition(a), partition(b)
    blocks_a = [block.path for block in ((page_a.title,) if page_a.title else ()) + page_a.blocks]
    blocks_b = [block.path for block in ((page_b.title,) if page_b.title else ()) + page_b.blocks]
    assert Counter(change.path_a for change in result.changes if change.path_a) == Counter(blocks_a)
    assert [change.path_b for change in result.changes if change.path_b] == blocks_b
    for change in result.changes:
        if change.kind == "unchanged":
            assert change.text_a == change.text_b
        if change.kind == "changed":
            assert change.text_a != change.text_b
    # what is said to be unchanged stands in the same order in both
    kept = [change.path_a for change in result.changes if change.kind in ("unchanged", "changed")]
    order = {path: number for number, path in enumerate(blocks_a)}
    numbers = [order[path] for path in kept if path]
    assert [n for n in numbers if n] == sorted(n for n in numbers if n)
    assert 0.0 <= result.similarity <= 1.0


@settings(max_examples=200)
@given(st.one_of(PAGE, SOUP), st.one_of(PAGE, SOUP))
def test_the_other_way_round(a: str, b: str) -> None:
    """Swapping the versions swaps added and removed, and nothing else."""
    there = compare(a.encode(), b.encode(), charset_a="utf-8", charset_b="utf-8")
    back = compare(b.encode(), a.encode(), charset_a="utf-8", charset_b="utf-8")
    swap = {"added": "removed", "removed": "added"}
    assert Counter((c.kind, c.path_a, c.path_b, c.text_a, c.text_b) for c in there.changes) == Counter(
        (swap.get(c.kind, c.kind), c.path_b, c.path_a, c.text_b, c.text_a) for c in back.changes
    )
    assert there.similarity == pytest.approx(back.similarity)


@given(st.text(alphabet="ab\n 中", max_size=80), st.text(alphabet="ab\n 中", max_size=80))
def test_plain_texts(a: str, b: str) -> None:
    """All lines that say something are there, on both sides."""
    in_a, in_b = sides(compare_text(a, b))
    assert Counter(in_a) == Counter(line.rstrip() for line in a.splitlines() if line.strip())
    assert in_b == [line.rstrip() for line in b.splitlines() if line.strip()]


@given(st.lists(st.integers(0, 6), max_size=40), st.lists(st.integers(0, 6), max_size=40))
def test_alignment_rises_and_pairs_equals(a: list[int], b: list[int]) -> None:
    """Pairs are equal and rise in both; in small sequences there are as many as there can be."""
    pairs = align(a, b)
    assert all(a[i] == b[j] for i, j in pairs)
    assert all(p[0] < q[0] and p[1] < q[1] for p, q in pairwise(pairs))
    longest = [0] * (len(b) + 1)
    for x in a:
        previous = 0
        for j, y in enumerate(b):
            kept = longest[j + 1]
            longest[j + 1] = previous + 1 if x == y else max(longest[j + 1], longest[j])
            previous = kept
    assert len(pairs) >= longest[-1] * 0.6


@pytest.mark.parametrize("seed", range(hostile.COUNT))
def test_hostile_pages(seed: int) -> None:
    """Hostile pages and halves of them never raise, in whatever charset they claim to be."""
    data, charset = hostile.page(seed), hostile.charset(seed)
    other = data[: len(data) // 2] + data[len(data) // 3 :]
    result = compare(data, other, charset_a=charset, charset_b=charset)
    for change in result.changes:
        pieces = result.words(change)
        assert "".join(piece[1] for piece in pieces) == change.text_a
        assert "".join(piece[2] for piece in pieces) == change.text_b
    same = compare(data, data, charset_a=charset, charset_b=charset)
    assert {change.kind for change in same.changes} <= {"unchanged"}
