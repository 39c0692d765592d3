"""Every kind of link a page can hold."""

from __future__ import annotations

import time

import pytest

from extractors import Link, css_links, html_links
from extractors.html_links import split_srcset

BASE = "http://e.org/a/b.html"


def links(html: str, base: str = BASE) -> list[tuple[str, str]]:
    return [(link.url, link.element) for link in html_links(html.encode(), charset="utf-8", base_url=base)]


@pytest.mark.parametrize(
    "anchor",
    [
        '<a href="http://www.baidu.com">Baidu</a>',
        "<a href='http://www.baidu.com'>Baidu</a>",
        "<a href=http://www.baidu.com>Baidu</a>",
        '<a class="x" href = "http://www.baidu.com" target=_blank>Baidu</a>',
        "<a class='x' id=y href=http://www.baidu.com target=_blank>Baidu</a>",
        '<A\n title="a > b" HREF="http://www.baidu.com" disabled><b>Bai</b>du</A>',
        '<a href=" http://www.bai\ndu.com#top ">\n Baidu </a>',
    ],
)
def test_anchors_however_written_give_one_link(anchor: str) -> None:
    found = html_links(anchor.encode(), charset=None, base_url=BASE)
    assert found == [Link("http://www.baidu.com", "a", "Baidu", False)]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<area href=x>", [("http://e.org/a/x", "area")]),
        (
            "<frameset><frame src=x><frame src=y></frameset>",
            [("http://e.org/a/x", "frame"), ("http://e.org/a/y", "frame")],
        ),
        ("<iframe src=x></iframe>", [("http://e.org/a/x", "iframe")]),
        ("<img src=x data-src=y srcset='z 1x, w 2x'>", [(f"http://e.org/a/{name}", "img") for name in "xyzw"]),
        ("<input type=image src=x><input src=no>", [("http://e.org/a/x", "img")]),
        ("<link rel='stylesheet' href=x>", [("http://e.org/a/x", "link:stylesheet")]),
        ("<link rel='shortcut icon' href=x>", [("http://e.org/a/x", "link:icon")]),
        ("<link rel=apple-touch-icon href=x>", [("http://e.org/a/x", "link:icon")]),
        ("<link rel=alternate href=x>", [("http://e.org/a/x", "link:alternate")]),
        ("<link rel=canonical href=x>", [("http://e.org/a/x", "link:canonical")]),
        ("<link rel=dns-prefetch href=//x>", []),
        ("<script src=x></script>", [("http://e.org/a/x", "script")]),
        ("<video src=x poster=y></video>", [("http://e.org/a/x", "video"), ("http://e.org/a/y", "img")]),
        (
            "<video><source src=x><track src=y></video>",
            [("http://e.org/a/x", "source"), ("http://e.org/a/y", "source")],
        ),
        ("<audio><source src=x></audio>", [("http://e.org/a/x", "source")]),
        (
            "<object data=x><param name=movie value=y></object>",
            [("http://e.org/a/x", "object"), ("http://e.org/a/y", "object")],
        ),
        ("<embed src=x>", [("http://e.org/a/x", "embed")]),
        ("<form action=x>", [("http://e.org/a/x", "form")]),
        ("<p style='background: url(x)'>", [("http://e.org/a/x", "css")]),
        ("<style>@import 'x'; a{b:url(\"y\")}</style>", [("http://e.org/a/x", "css"), ("http://e.org/a/y", "css")]),
        ("<meta http-equiv=Refresh content=\"5; URL='x?a=1'\">", [("http://e.org/a/x?a=1", "meta:refresh")]),
        ("<meta http-equiv=refresh content=5>", []),
        ("<body background=x><table background=y>", [("http://e.org/a/x", "img"), ("http://e.org/a/y", "img")]),
        (
            "<svg><image xlink:href=x /><use href='y#z'/></svg>",
            [("http://e.org/a/x", "img"), ("http://e.org/a/y", "img")],
        ),
        ("<a href=''>x</a><a href='#top'>y</a><img src='data:image/gif;base64,R0'>", []),
        ("<base href=/c/ ><base href=/d/ ><a href=x>", [("http://e.org/c/x", "a")]),
        ("<a href=x>1</a><a href=x>1</a>", [("http://e.org/a/x", "a")]),
        ("<a href=mailto:a@b.example>", [("mailto:a@b.example", "a")]),
    ],
)
def test_elements(html: str, expected: list[tuple[str, str]]) -> None:
    assert links(html) == expected


def test_requisites_are_marked() -> None:
    found = html_links(
        b"<a href=a><img src=b><link rel=next href=c><script src=d></script>", charset=None, base_url=BASE
    )
    assert [(link.url[-1], link.embed) for link in found] == [("a", False), ("b", True), ("c", False), ("d", True)]


def test_a_picture_names_its_anchor() -> None:
    found = html_links(b"<a href=x><img alt='the  logo' src=y></a>", charset=None, base_url=BASE)
    assert found[0].text == "the logo"


def test_queries_are_sent_in_the_charset_of_the_page() -> None:
    page = "<meta charset=gbk><a href='/s?w=北京'>x</a>".encode("gbk")
    assert html_links(page, charset=None, base_url=BASE)[0].url == "http://e.org/s?w=%B1%B1%BE%A9"


def test_srcset_addresses_may_hold_commas() -> None:
    assert split_srcset("a,b.png 1x, c.png 2x,d.png") == ["a,b.png", "c.png", "d.png"]
    assert split_srcset(" , ,x.png, y.png 100w") == ["x.png", "y.png"]


def test_style_sheets() -> None:
    css = (
        "/* url(no.png) */ @namespace svg url(http://no.example/); @import url( 'a.css' ); @import \"b.css\" screen;"
        "x{background:URL(c\\.png), url(\"d e.png\"); content:'url(no.png)'; src:url(data:font/woff;base64,AA) url()}"
    )
    found = css_links(css, "http://e.org/s/x.css")
    assert [link.url for link in found] == [f"http://e.org/s/{name}" for name in ("a.css", "b.css", "c.png", "d e.png")]
    assert css_links(css.encode(), None)[0] == Link("a.css", "css", "", True)


def test_crawling_pages_is_fast_enough() -> None:
    """Far below the aim (300 pages of 30 KB a second), so that a busy machine does not fail the test."""
    block = "<div><h2>Heading</h2><p>some words in a paragraph</p><a href=/p/{0}.html>link</a><img src=i{0}.png></div>"
    page = "".join(block.format(number) for number in range(300)).encode()
    start = time.process_time()
    for _ in range(30):
        assert len(html_links(page, charset="utf-8", base_url=BASE)) == 600
    assert 30 / (time.process_time() - start) > 60
