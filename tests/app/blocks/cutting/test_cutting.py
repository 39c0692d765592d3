"""Pages in blocks: byte for byte the page, of sensible number and size, whatever the page is."""

from __future__ import annotations

import gc
import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser, LexborNode

from app.blocks.cutting.cutting import cut
from app.blocks.cutting.labels import name_blocks
from app.blocks.page.styles import Box, RenderedStyle
from app.blocks.page.tree import BlockTree, rebuild

PIECES = [
    *(
        b"<div>|</div>|<p class='a>b'>|</p>|<table>|<tr>|<td>|</table>|<b>|</b>|<h2>|</h2>|<!--|-->|<script>|</script>|"
        b"<svg>|<![CDATA[|]]>|</svg>|<textarea>|<br/>|<frameset><frame src=a>|<body>|</body></html>|<template>|<pre>|"
        b'<select><option>|<plaintext>|<|>|"|=|&amp;|<noscript>|<font color=red>|<form><input>|<li>|<a href=x><div>'
    ).split(b"|"),
    b"Some words that are long enough for a block. ",
    "汉字和词语。".encode(),
    b"\xff\x81",
    b"\xfe\xff",
    b"\x00",
]


def faults(tree: BlockTree) -> list[str]:
    """What is wrong with a tree. Layout and blocks are the page; blocks of a level are in order and inside those above;
    each says which rule made it."""
    found = []
    if rebuild(tree.layout(), [tree.content(leaf) for leaf in tree.leaves()]) != tree.data:
        found.append("layout and blocks are not the page")
    for block in tree.walk():
        ends = [block.span[0], *(place for child in block.children for place in child.span), block.span[1]]
        if ends != sorted(ends):
            found.append(f"{block.path} has blocks that are not inside it, or not in order")
        if block.level > 1 and tree.blocks and not block.rule:
            found.append(f"{block.path} has no rule")
    starts = [place for block in tree.blocks for place in block.span]
    if starts != sorted(starts):
        found.append("blocks are not in order")
    return found


@given(st.lists(st.sampled_from(PIECES) | st.binary(max_size=6), max_size=40))
@settings(max_examples=150)
def test_any_bytes_come_back(pieces: list[bytes]) -> None:
    tree = cut(b"".join(pieces), unit=60)
    assert faults(tree) == []
    name_blocks(tree)
    assert all(block.label for block in tree.walk())


@pytest.mark.parametrize(
    "encoding", ["gb18030", "shift_jis", "big5", "euc-kr", "windows-1252", "utf-16", "utf-32-le"]
)
@given(st.lists(st.sampled_from(PIECES), max_size=25))
@settings(max_examples=20)
def test_any_page_comes_back_in_any_encoding(encoding: str, pieces: list[bytes]) -> None:
    text = b"".join(pieces).decode("utf-8", "replace")
    assert faults(cut(text.encode(encoding, "xmlcharrefreplace"), encoding, unit=60)) == []


def pages(samples: Path) -> Iterator[bytes]:
    for path in sorted((samples / "pairs").glob("**/?.html")):
        yield path.read_bytes()


def test_real_pages_come_back_in_as_many_blocks_as_a_person_would_draw(samples: Path) -> None:
    counts = []
    for page in pages(samples):
        tree = cut(page)
        assert faults(tree) == []
        if len(page) < 200_000:
            counts.append(len(tree.leaves()))
    if not counts:
        pytest.skip("the page pairs are not here")
    assert sum(5 <= count <= 60 for count in counts) >= 0.95 * len(counts)
    assert max(counts) <= 80


def element_at(root: LexborNode | None, path: str) -> LexborNode | None:
    """The node of the HTML5 tree with this path."""
    node = root
    for step in path.partition("#")[0].split("/")[2:]:
        name, _, number = step.removesuffix("]").rpartition("[")
        wanted = "-text" if name == "text()" else name
        left = int(number)
        node = node.first_child if node else None
        while node is not None and (node.tag != wanted or (left := left - 1)):
            node = node.next
    return node


def test_paths_lead_to_what_the_blocks_show(samples: Path) -> None:
    alike = total = 0
    for page in list(pages(samples))[:60]:
        tree = cut(page)
        name_blocks(tree)
        root = LexborHTMLParser(tree.scan.text, scripting=True).root
        for block in tree.walk():
            first, _, last = block.path.partition("..")
            node = element_at(root, first)
            assert node is not None, block.path
            assert not last or element_at(root, f"{first.rpartition('/')[0]}/{last}") is not None, block.path
            if not last and not node.css("script, style, noscript, template"):
                total += 1
                alike += "".join(node.text().split()) == "".join(block.text.split())
    assert alike >= 0.98 * total


def test_mutated_pages_come_back(samples: Path) -> None:
    rng = random.Random(2008)
    small = [page for page in pages(samples) if len(page) < 20_000]
    for _ in range(300):
        page = bytearray(rng.choice(small))
        for _ in range(rng.randint(1, 6)):
            start = rng.randrange(len(page) + 1)
            page[start : start + rng.randrange(200)] = rng.choice(PIECES)
        assert faults(cut(bytes(page))) == []


def test_the_same_page_in_another_encoding_has_the_same_blocks() -> None:
    page = "".join(f"<h2>第{n}章</h2><div><p>{'很长的一段文字。' * 9}</p></div>" for n in range(20))
    found = [cut(page.encode(encoding), encoding) for encoding in ("utf-8", "gb18030", "utf-16")]
    paths = [[(block.path, block.weight, block.rule) for block in tree.walk()] for tree in found]
    assert len(paths[0]) > 5
    assert paths[0] == paths[1] == paths[2]


def test_levels_divide_further() -> None:
    page = "".join(
        f"<section><h2>Part {n}</h2>"
        + "".join(f"<div><p>{n} {m} {'Words and words. ' * 9}</p></div>" for m in range(9))
        + "</section>"
        for n in range(5)
    ).encode()
    leaves = [cut(page, level=level).leaves() for level in (1, 2, 3, 4)]
    counts = [len(each) for each in leaves]
    assert counts[0] <= counts[1] < counts[2] <= counts[3]
    assert len(leaves[0]) == 5
    assert {leaf.tag for leaf in leaves[0]} == {"section"}
    assert all(
        any(outer.span[0] <= leaf.span[0] and leaf.span[1] <= outer.span[1] for outer in leaves[0])
        for leaf in leaves[2]
    )


def test_a_level_goes_on_where_the_one_above_could_not_look_deeper() -> None:
    """Also when its blocks are of the same size: one level looks no more than a hundred elements down."""
    deep = "".join(f"<div><p>Words of paragraph {n}, enough for a block.</p>" for n in range(150))
    page = f"<body>{deep}{'</div>' * 150}</body>".encode()
    first, second = (len(cut(page, "utf-8", level=level, unit=24).leaves()) for level in (1, 2))
    assert (first, second) == (101, 150)


def test_a_page_that_grows_a_little_is_cut_as_before() -> None:
    paragraphs = [f"<p>{'Text of paragraph. ' * 5}{n}</p>" for n in range(100)]
    old = cut("".join(paragraphs).encode())
    new = cut("".join([*paragraphs[:50], "<p>One more.</p>", *paragraphs[50:]]).encode(), unit=old.unit)
    contents = [{tree.content(leaf) for leaf in tree.leaves()} for tree in (old, new)]
    assert len(contents[0]) >= 5
    assert len(contents[0] - contents[1]) == 1


def test_a_page_of_nothing_but_text_is_divided_at_empty_lines() -> None:
    page = "<font>" + "<br><br>".join(f"Paragraph {n}: {'words ' * 30}" for n in range(40)) + "</font>"
    tree = cut(page.encode())
    assert faults(tree) == []
    assert 5 <= len(tree.leaves()) <= 60


def test_frames_are_blocks() -> None:
    tree = cut(b"<html><frameset cols=50,50><frame src=a><frame src=b></frameset></html>")
    assert faults(tree) == []
    assert tree.leaves()[0].path.startswith("/html[1]/frameset[1]")


def test_hidden_text_stays_text() -> None:
    page = b"<div style='display:none'>" + b"Hidden words. " * 9 + b"</div><p>" + b"Words. " * 20
    assert any(b"Hidden" in tree.content(leaf) for tree in [cut(page)] for leaf in tree.leaves())


@pytest.mark.parametrize(
    "page",
    [
        b"<p>word " * 20_000,
        b"<br>a" * 30_000,
        b"<div>" * 50_000 + b"word",
        b"<b>word " * 20_000,
        b"<table><tr><td>word" * 10_000,
        b"<h2>a</h2>b" * 15_000,
        b"<a href=x>" * 20_000,
        b"<table>a" * 20_000,
        b"<i>a</b>" * 20_000,
        b"<div><p>word word word word word</p>" * 8_000,
        b"<font>a<p>" * 12_000,
    ],
    ids=lambda page: page[:20].decode(),
)
def test_a_large_page_takes_linear_time(page: bytes) -> None:
    """Half a second of CPU is usual; a quadratic step would take very much longer."""
    start = time.process_time()
    assert faults(cut(page)) == []
    assert time.process_time() - start < 5


def test_measured_boxes_are_another_source_of_style() -> None:
    text = "Words of a paragraph that are long enough. " * 3
    page = f"<html><body><div><p>{text}</p><p>{text}</p></div><img></body></html>".encode()
    path = "/html[1]/body[1]"
    boxes = {
        f"{path}/img[1]": Box(0, 0, 600, 600),
        f"{path}/div[1]/p[1]": Box(0, 0, 600, 40, background="rgb(9, 9, 9)"),
        f"{path}/div[1]/p[2]": Box(0, 300, 600, 40, font=32, colour="rgb(1, 1, 1)"),
    }
    measured, guessed = cut(page, style=RenderedStyle(boxes)), cut(page)
    assert faults(measured) == []
    assert (measured.style.source, guessed.style.source) == ("rendered", "static")
    assert (
        sum(block.weight for block in measured.blocks) > sum(block.weight for block in guessed.blocks) + 2000
    )


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "shift_jis"])
def test_preformatted_text_is_divided_at_empty_lines(encoding: str) -> None:
    """Also where the bytes are no text of the encoding: line ends are found all the same."""
    written = "\r\n\r\n".join(
        f"Paragraph {n} {'of plain words ' * 9}\r\n<a href=x>a\n\nb</a>" for n in range(60)
    )
    data = f"<h1>Text</h1><pre>{written}</pre>".encode(encoding)
    if encoding == "shift_jis":
        data = data.replace(b"plain words", b"plain\x85\x40\xff words")
    tree = cut(data, encoding)
    assert faults(tree) == []
    leaves = [leaf for leaf in tree.leaves() if "/pre[1]" in leaf.path]
    assert 5 <= len(leaves) <= 60
    assert len({leaf.path for leaf in leaves}) == len(leaves)
    if encoding == "utf-8":
        assert all(tree.content(leaf).startswith(b"Paragraph") for leaf in leaves)
        more = cut(data.replace(b"<pre>", b"<pre>One more paragraph.\r\n\r\n"), encoding, unit=tree.unit)
        assert (
            len({tree.content(leaf) for leaf in leaves} - {more.content(leaf) for leaf in more.leaves()}) <= 1
        )


def test_nothing_is_left_for_the_garbage_collector() -> None:
    """It is switched off in the window's process but for one thread, and here."""
    page = f"<div>{'<p>Words of a paragraph. <a href=x>More</a></p>' * 300}</div>".encode()
    cut(page)
    gc.collect()
    cut(page)
    assert gc.collect() < 300


def test_a_tag_with_very_many_attributes_is_not_given_to_the_parser_as_it_is() -> None:
    """It compares each of them with all the others."""
    crowded = f"<div {' '.join(f'a{n}' for n in range(120))}>{'Words that say something. ' * 9}</div>"
    tree = cut(f"<body><p><b>a</p>b</b>{crowded * 3}</body>".encode())
    assert tree.warnings == ("a tag has more than 100 attributes; the others were left out",)
    assert rebuild(tree.layout(), [tree.content(leaf) for leaf in tree.leaves()]) == tree.data
    assert not cut(f"<body><p><b>a</p>b</b><div title='{'a ' * 500}'>b</div></body>".encode()).warnings
