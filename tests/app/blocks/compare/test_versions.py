"""The trees of two versions of a page, with blocks of the same size."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from app.blocks.compare.differing import cut_both
from app.blocks.cutting.cutting import cut
from app.blocks.page.spans import MARK, scan
from app.blocks.page.styles import RenderedStyle
from app.blocks.page.tree import WHOLE, BlockTree
from tests.app.blocks.cutting.test_cutting import element_at, faults

WORDS = "Some words that are long enough for a block of their own. "
PIECES = [
    f"<p>{WORDS}</p>",
    f"<div><h2>Heading</h2>{WORDS}<br>{WORDS}</div>",
    f"<ul><li>{WORDS}<li>one<li>two</ul>",
    f"<table><tr><td>{WORDS}<td>b</table>",
    f"<div><p>{WORDS}<p>{WORDS}</div>",
    "<script>var a = 1;</script>",
    "<hr>",
    "<img src=a.png>",
    "<!-- a comment -->",
    f"<section class=a><p>{WORDS}<a href=/>link</a></p></section>",
    "\n",
]
EDITS = [
    "x",
    " more words ",
    "<b>bold</b>",
    "<p>",
    "</p>",
    "<li>item",
    "</div>",
    "<div>",
    f"<p>{WORDS}</p>",
    "<br>",
    '"',
    "<",
    ">",
    "<!--",
    "-->",
    "&amp;",
    "<td>",
    "</table>",
    "<script>",
    "",
    "",
    " class=b",
    "<form>",
    "汉字",
]


def page(pieces: list[str]) -> str:
    head = "<!DOCTYPE html>\n<html><head><title>A page</title>\n<meta name=date content=2008></head>\n<body class=c>\n"
    return f"{head}<div>{''.join(pieces)}</div>\n</body></html>\n<!-- made at noon -->\n"


def paths_lead(tree: BlockTree) -> None:
    """Each path is that of an element which begins where the block begins, or of the first and last of several."""
    starts = scan(tree.scan.text)
    root = LexborHTMLParser(starts.marked(), scripting=True).root
    for block in tree.walk():
        first, dots, last = block.path.partition("..")
        for path in (first, f"{first.rpartition('/')[0]}/{last}")[: 2 if dots else 1]:
            node = element_at(root, path)
            assert node is not None, path
            number = None if node.tag == "-text" else node.attributes.get(MARK)
            if number is not None and "#" not in path:
                start = starts.starts[int(number)]
                assert block.places[0] <= start < block.places[1]
                assert dots or start == block.places[0]


@given(
    st.lists(st.sampled_from(PIECES), min_size=2, max_size=14),
    st.lists(st.tuples(st.floats(0, 1), st.integers(0, 30), st.sampled_from(EDITS)), min_size=1, max_size=4),
)
@settings(max_examples=150)
def test_any_next_version_has_a_true_tree(pieces: list[str], edits: list[tuple[float, int, str]]) -> None:
    before = after = page(pieces)
    for share, removed, added in edits:
        place = int(share * len(after))
        after = after[:place] + added + after[place + removed * (added == "") :]
    old, tree = cut_both(before.encode(), after.encode(), unit=60)
    assert (tree.data, tree.unit, tree.level) == (after.encode(), 60, old.level)
    assert faults(tree) == []
    if tree.scan.exact and tree.blocks[0].rule != WHOLE:
        paths_lead(tree)


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030", "utf-16"])
def test_both_trees_are_those_of_a_cut_with_one_unit(encoding: str) -> None:
    before = page([f"<p>Words {n} of a paragraph, and more. 汉字</p>\n" for n in range(40)])
    after = before.replace("Words 7 ", "Other words ", 1)
    trees = cut_both(before.encode(encoding), after.encode(encoding), encoding, encoding, unit=24)
    for text, tree in zip((before, after), trees, strict=True):
        assert faults(tree) == []
        paths_lead(tree)
        assert list(tree.walk()) == list(cut(text.encode(encoding), encoding, unit=24).walk())


def test_a_block_that_grows_too_much_is_divided() -> None:
    before = page([f"<p>Words {n} of a paragraph, and more.</p>\n" for n in range(40)])
    after = before.replace("<p>Words 7 ", f"<p>{WORDS * 30}</p>" * 9 + "<p>Words 7 ")
    old, new = cut_both(before.encode(), after.encode())
    assert len(new.leaves()) > len(old.leaves())


def test_measured_boxes_of_one_version_leave_the_size_of_blocks() -> None:
    before = page([f"<p>Words {n} of a paragraph, and more.</p>\n" for n in range(40)]).encode()
    old, new = cut_both(before, before, style_b=RenderedStyle({}))
    assert (old.style.source, new.style.source) == ("static", "rendered")
    assert (old.unit, old.data) == (new.unit, new.data)


def test_a_page_that_was_next_to_nothing_has_no_say_in_how_large_blocks_are() -> None:
    pages = [f"<html><body>{body}</body></html>".encode() for body in ("<p>Soon here.</p>", PIECES[0] * 2000)]
    old, new = cut_both(*pages)
    assert old.unit == new.unit
    assert len(new.leaves()) < 500, "with blocks as small as those of the older page it is more than 1000"


def test_real_pages(samples: Path) -> None:
    """Also mutated ones, each the next version of the page it was."""
    rng = random.Random(2008)
    pairs = [meta.parent for meta in sorted((samples / "pairs").glob("**/meta.json"))]
    if not pairs:
        pytest.skip("the page pairs are not here")
    for folder in rng.sample(pairs, 40):
        a, b = ((folder / name).read_bytes() for name in ("a.html", "b.html"))
        if len(a) > 100_000:
            continue
        place = rng.randrange(len(a))
        for data in (b, a[:place] + rng.choice(EDITS).encode() + a[place + rng.randrange(9) :]):
            tree = cut_both(a, data)[1]
            assert faults(tree) == []
