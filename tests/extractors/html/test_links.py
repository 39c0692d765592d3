"""Every kind of link a page can hold."""

from __future__ import annotations

import time

import pytest

from extractors.base.types import Link
from extractors.door.registry import extract
from extractors.html.css import css_links
from extractors.html.links import html_links, split_srcset

BASE = "http://e.org/a/b.html"
D = "http://e.org/a/"


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
        (
            "<img src=x data-src=y srcset='z 1x, w 2x'>",
            [(f"http://e.org/a/{name}", "img") for name in "xyzw"],
        ),
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
        (
            "<style>@import 'x'; a{b:url(\"y\")}</style>",
            [("http://e.org/a/x", "css"), ("http://e.org/a/y", "css")],
        ),
        ("<meta http-equiv=Refresh content=\"5; URL='x?a=1'\">", [("http://e.org/a/x?a=1", "meta:refresh")]),
        ("<meta http-equiv=refresh content=5>", []),
        (
            "<body background=x><table background=y>",
            [("http://e.org/a/x", "img"), ("http://e.org/a/y", "img")],
        ),
        (
            "<svg><image xlink:href=x /><use href='y#z'/></svg>",
            [("http://e.org/a/x", "img"), ("http://e.org/a/y", "img")],
        ),
        ("<a href=''>x</a><a href='#top'>y</a><img src='data:image/gif;base64,R0'>", []),
        ("<base href=/c/ ><base href=/d/ ><a href=x>", [("http://e.org/c/x", "a")]),
        ("<a href=x>1</a><a href=x>1</a>", [("http://e.org/a/x", "a")]),
        ("<a href=mailto:a@b.example>", [("mailto:a@b.example", "a")]),
        (
            "<link rel=next href=x><link rel='prev nofollow' href=y>",
            [(f"{D}x", "link:next"), (f"{D}y", "link:prev")],
        ),
        ("<link rel=alternate hreflang=en href=x>", [(f"{D}x", "link:alternate")]),
        ("<link rel=alternate type=application/rss+xml href=x>", [(f"{D}x", "link:feed")]),
        ("<link rel=alternate type='application/atom+xml; charset=utf-8' href=x>", [(f"{D}x", "link:feed")]),
        ("<link rel='alternate stylesheet' href=x>", [(f"{D}x", "link:stylesheet")]),
        (
            "<link rel=amphtml href=x><link rel=manifest href=y>",
            [(f"{D}x", "link:amphtml"), (f"{D}y", "link:manifest")],
        ),
        ("<link rel=preload as=font href=x>", [(f"{D}x", "link:preload")]),
        (
            "<link rel=preload as=image imagesrcset='x 1x, y 2x'>",
            [(f"{D}x", "link:preload"), (f"{D}y", "link:preload")],
        ),
        ("<link rel=mask-icon href=x><link rel=prefetch href=y>", [(f"{D}x", "link:icon")]),
        (
            "<picture><source srcset='x 1x, y 2x' data-srcset=z><img src=w></picture>",
            [(f"{D}x", "source"), (f"{D}y", "source"), (f"{D}z", "source"), (f"{D}w", "img")],
        ),
        ("<img data-original=x data-lazy-src=y data-lazyload=z>", [(f"{D}{name}", "img") for name in "xyz"]),
        ("<noscript><img src=x></noscript>", [(f"{D}x", "img")]),
        ("<head><noscript><link rel=stylesheet href=x></noscript></head>", [(f"{D}x", "link:stylesheet")]),
        ("<template><img src=x></template>", [(f"{D}x", "img")]),
        ("<div data-bg=x><p data-background-image='url(y)'>", [(f"{D}x", "css"), (f"{D}y", "css")]),
        ("<video data-poster=x><source data-src=y></video>", [(f"{D}x", "img"), (f"{D}y", "source")]),
        ("<iframe data-src=x></iframe>", [(f"{D}x", "iframe")]),
        (
            "<meta property=og:image content=/x><meta name=twitter:image:src content=/y>",
            [("http://e.org/x", "meta:image"), ("http://e.org/y", "meta:image")],
        ),
        (
            "<meta itemprop=image content=/x.png><meta name=image content=none>",
            [("http://e.org/x.png", "meta:image")],
        ),
        (
            "<applet codebase=lib code=a.B archive='c.jar, d.jar'></applet>",
            [(f"{D}lib/a/B.class", "applet"), (f"{D}lib/c.jar", "applet"), (f"{D}lib/d.jar", "applet")],
        ),
        ("<object codebase=http://o.example/l data=x></object>", [("http://o.example/l/x", "object")]),
        ("<svg><a xlink:href=x>t</a></svg>", [(f"{D}x", "a")]),
        (
            '<p style=\'background:image-set("x" 1x, url(y) 2x type("no/no"))\'>',
            [(f"{D}x", "css"), (f"{D}y", "css")],
        ),
        ("<style>@font-face{src:local('no'), url(x) format('no')}</style>", [(f"{D}x", "css")]),
        (
            "<style>a{filter:progid:DXImageTransform.Microsoft.AlphaImageLoader(sizingMethod='s',src='x')}</style>",
            [(f"{D}x", "css")],
        ),
    ],
)
def test_elements(html: str, expected: list[tuple[str, str]]) -> None:
    assert links(html) == expected


def test_descriptions_in_json_name_pages_and_pictures() -> None:
    page = """<script type="application/ld+json">{"@context":"https://schema.org","@graph":[
        {"@type":"NewsArticle","url":"/n/1","image":["/i/1.jpg",{"@type":"ImageObject","url":"/i/2.jpg"}],
         "author":{"name":"A. B","url":"/people/a","sameAs":["https://social.example/a"]},
         "publisher":{"logo":{"url":"/logo.png"}},"mainEntityOfPage":{"@id":"/n/1#main"}},
        {"@type":"BreadcrumbList","itemListElement":[{"item":"/n/"},{"item":{"@id":"/n/top"}}]},
        {"@type":"VideoObject","url":"/v/1","contentUrl":"/v/1.mp4"},
        {"@type":"WebSite","potentialAction":{"target":"/s?q={q}"},"url":"not an address"}]}</script>
        <script type="application/ld+json">{"url": broken</script>"""
    found = html_links(page.encode(), charset=None, base_url=BASE)
    assert {link.element for link in found} == {"json-ld"} and not any(link.guess for link in found)
    assert {link.url.removeprefix("http://e.org"): link.embed for link in found} == {
        "/n/1": False,
        "/i/1.jpg": True,
        "/i/2.jpg": True,
        "/people/a": False,
        "/logo.png": True,
        "/n/": False,
        "/n/top": False,
        "/v/1": False,
        "/v/1.mp4": True,
    }


def test_app_manifests_name_icons_and_pages() -> None:
    manifest = b"""{"name":"A","start_url":"/?app","icons":[{"src":"i/192.png"}],"screenshots":[{"src":"s.png"}],
        "shortcuts":[{"url":"/new","icons":[{"src":"n.png"}]}]}"""
    found = extract(
        manifest, declared_type="application/manifest+json", base_url="http://e.org/m/app.json"
    ).links
    assert {link.url.removeprefix("http://e.org"): link.embed for link in found} == {
        "/?app": False,
        "/m/i/192.png": True,
        "/m/s.png": True,
        "/new": False,
        "/m/n.png": True,
    }
    assert extract(b'{"icons": 3}', base_url=BASE).links == ()


@pytest.mark.parametrize(
    ("anchor", "text"),
    [
        ("<a href=x>one<br>two</a>", "one two"),
        ("<a href=x><div>one</div><div>two</div></a>", "one two"),
        ("<a href=x><b>on</b>e</a>", "one"),
        ("<a href=x>\n one&nbsp;<i>two</i>\t<span>three</span></a>", "one two three"),
        ("<a href=x><img alt='a  picture' src=y></a>", "a picture"),
        ("<a href=x><span><img alt='a picture' src=y></span></a>", "a picture"),
        ("<a href=x><img title='a title' src=y></a>", "a title"),
        ("<a href=x><img alt=no src=y>words</a>", "words"),
        ("<a href=x>w<script>no()</script><style>no</style></a>", "w"),
        ("<a href=x>" + "w " * 2000 + "</a>", ("w " * 150).strip()),
    ],
)
def test_anchors_have_the_words_that_a_person_reads(anchor: str, text: str) -> None:
    found = html_links(anchor.encode(), charset="utf-8", base_url=BASE)
    assert found[0].text.strip() == text


def test_relations_of_links_are_kept() -> None:
    page = b"<a href=x rel='NoFollow  UGC'>1</a><a href=y>2</a><area href=z rel=nofollow><a href=x>1</a>"
    found = html_links(page, charset=None, base_url=BASE)
    assert [(link.url[-1], link.rel) for link in found] == [
        ("x", "nofollow ugc"),
        ("y", ""),
        ("z", "nofollow"),
        ("x", ""),
    ]


def test_requisites_are_marked() -> None:
    found = html_links(
        b"<a href=a><img src=b><link rel=next href=c><script src=d></script>", charset=None, base_url=BASE
    )
    assert [(link.url[-1], link.embed) for link in found] == [
        ("a", False),
        ("b", True),
        ("c", False),
        ("d", True),
    ]


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
    assert [link.url for link in found] == [
        f"http://e.org/s/{name}" for name in ("a.css", "b.css", "c.png", "d e.png")
    ]
    assert css_links(css.encode(), None)[0] == Link("a.css", "css", "", True)


def test_crawling_pages_is_fast_enough() -> None:
    """Far below the aim (300 pages of 30 KB a second), so that a busy machine does not fail the test."""
    block = "<div><h2>Heading</h2><p>some words in a paragraph</p><a href=/p/{0}.html>link</a><img src=i{0}.png></div>"
    page = "".join(block.format(number) for number in range(300)).encode()
    start = time.process_time()
    for _ in range(30):
        assert len(html_links(page, charset="utf-8", base_url=BASE)) == 600
    assert 30 / (time.process_time() - start) > 60
