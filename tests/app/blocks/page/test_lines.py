"""Lines of a page: rows of links, titles that are no title of the page."""

from __future__ import annotations

import pytest

from app.blocks.compare.differing import compare
from app.blocks.page.lines import Line, Shown
from app.blocks.page.spans import scan

TEXT = "Paragraph of the page, which keeps it long enough to be divided into several blocks, for it goes on and on."


def lines(source: str) -> list[Line]:
    return Shown(scan(source)).lines(0, len(source))


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<p><a href=1>Home</a><a href=2>About</a></p>", ["Home", "About"]),
        ("<p><a href=1><b>#</b>rust</a> <a href=2><b>#</b>zig</a></p>", ["#rust", "#zig"]),
        ("<p>Tags: <a>rust</a> <a>zig</a>&nbsp;<a>ada</a> by me</p>", ["Tags: rust", "zig", "ada by me"]),
        ("<p><a>rust</a> | <a>zig</a> | <a>ada</a></p>", ["rust | zig | ada"]),
        ("<p>As was said<a>[1]</a><a>[2]</a> elsewhere.</p>", ["As was said[1] [2] elsewhere."]),
        ("<pre><a>rust</a> <a>zig</a></pre>", ["rust zig"]),
    ],
)
def test_links_of_a_row_are_lines(source: str, expected: list[str]) -> None:
    """Menus and tags, but not links among other words."""
    assert [line.text for line in lines(source)] == expected


def test_a_link_of_a_row_begins_with_its_tag() -> None:
    """So a link that moved takes its own address along."""
    source = "<p><a href=1>Home</a> <span><a href=2>About</a></span></p>"
    home, about = lines(source)
    assert source[home.start : home.end] == "<p><a href=1>Home</a> "
    assert source[about.start : about.end] == "<span><a href=2>About</a></span></p>"


def test_tags_in_another_order_have_moved() -> None:
    """Nothing is removed or added, and links belong to their words."""
    names = ["archives", "crawling", "records", "integrity", "replaying", "comparing"]
    row = [f'<a href="/tag/{name}">{name}</a>' for name in names]
    pages = [
        f"<html><body><p>{TEXT}</p><p>{' '.join(links)}</p><p>{TEXT[::-1]}</p></body></html>"
        for links in (row, [*row[:1], *row[4:5], *row[1:4], *row[5:]])
    ]
    found = [
        change for change in compare(*(page.encode() for page in pages)).changes if change.kind != "unchanged"
    ]
    assert {change.kind for change in found} == {"moved"}
    assert "replaying" in [change.text_b for change in found]
    assert not any(change.differs or change.attributes_a or change.attributes_b for change in found)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<title>one</title><body><p>text", ["text"]),
        ("<title>one</title><body><p>text<title>two</title><p>more", ["text", "two", "more"]),
        ("<head></head><body><title>one</title><p>text", ["one", "text"]),
        ("<p>text<svg><title>one</title></svg>", ["text", "one"]),
    ],
)
def test_a_title_outside_the_head_is_hidden_text(source: str, expected: list[str]) -> None:
    assert [line.text for line in lines(source)] == expected


@pytest.mark.parametrize(
    "source",
    [
        "<svg><b><textarea><i></textarea>",
        "<svg><g><p>left</p><textarea><i></textarea>",
        "<math><mrow><font size=1><textarea><i></textarea>",
    ],
)
def test_what_cannot_be_in_a_picture_ends_it(source: str) -> None:
    """What follows is read as HTML again: tags in a textarea are text."""
    assert [line.text for line in lines(source)][-1] == "<i>"


@pytest.mark.parametrize(
    "source", ["<svg><font><title><i>x</i></title></svg>", "<svg><desc><b>a</b></desc><title><i>x"]
)
def test_what_can_be_in_a_picture_stays_in_it(source: str) -> None:
    assert [line.text for line in lines(source)][-1] == "x"


def test_hidden_text_behind_new_blocks_is_not_new() -> None:
    """Of the stretches of layout around blocks that came, the last is the one that was there before."""
    hidden = "<div hidden></div><script>var x = 1;</script><noscript>Switch scripts on, please.</noscript>"
    text = f"<p>{TEXT}</p>"
    a = f"<html><body>{text}<center><embed src=x></center>{hidden}<p>{TEXT[::-1]}</p></body></html>"
    b = (
        f"<html><body>{text}<section><h2>Pages</h2><p>{TEXT[5:]}</p></section>\n<div><p>{TEXT[40:]}</p></div>"
        f"{hidden.replace('x = 1', 'x = 2')}<p>{TEXT[::-1]}</p></body></html>"
    )
    found = compare(a.encode(), b.encode()).changes
    assert not [change for change in found if change.kind == "layout" and change.size]


@pytest.mark.parametrize("name", ["iframe", "noembed", "noframes"])
def test_what_stands_in_for_frames_is_text_as_it_is_written(name: str) -> None:
    """To a browser that has frames there are no tags in it, and no character references."""
    assert [line.text for line in lines(f"<p>text</p><{name}><p>a &amp; b</p></{name}>")] == [
        "text",
        "<p>a &amp; b</p>",
    ]
