"""The fast path of import and reindex: without text and links, all else is exactly what the full extraction finds."""

from __future__ import annotations

import json
import time
from dataclasses import fields, replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractors.base.types import Document
from extractors.door.registry import extract
from extractors.html import page as html
from extractors.html.tree import Page
from tests import hostile

BASE = "http://e.org/a/"
SAMPLES = Path(__file__).parents[3] / "shared" / "samples"
LINKED = json.dumps({"@type": "Article", "headline": "Linked", "author": "A", "datePublished": "2024-02-29"})

# What pages have in their heads, and much that must not be taken for it.
PIECES = (
    "<!doctype html>",
    "<?xml version='1.0' encoding='utf-8'?>",
    "<html>",
    "<html lang=en>",
    "<HTML LANG='zh-cn' x=1>",
    "<html xmlns='http://www.w3.org/1999/xhtml' xml:lang='fr'>",
    "<head>",
    "</head>",
    "</HEAD\n>",
    "<head lang=de>",
    "<body>",
    "<body lang=ja>",
    "<BODY class='x>y' lang=it>",
    "</body>",
    "</html>",
    "<frameset><frame src=x>",
    "</frameset>",
    "<noframes>",
    "</noframes>",
    "<title>Plain</title>",
    "<TITLE>Other &amp; more</TITLE\n>",
    "<title>",
    "</title>",
    "<title> \n</title>",
    "<title></title>",
    "<title x='</title>'>odd</title>",
    "<title/>",
    "<titles>no",
    "<svg>",
    "</svg>",
    "<svg><title>drawing</title></svg>",
    "<svg><metadata>m</metadata></svg>",
    "<math><mi>",
    "<meta name=author content=Ann>",
    "<META NAME=Author CONTENT='Bob'>",
    "<meta property=og:title content=Story>",
    "<meta property='og:site_name' content='Story'>",
    "<meta property=og:site_name content=Site>",
    "<meta name=date content=2020-01-02>",
    "<meta name=date content='no date'>",
    "<meta itemprop=name content=x>",
    "<meta content='a > b' name=author>",
    "<meta content='>' itemprop=x>",
    "<meta charset=utf-8>",
    "<meta charset=gbk>",
    "<meta http-equiv=content-language content=ko>",
    "<meta name='pubdate' content=\"2019-03-04",
    "<meta/name=byl/content=Z>",
    f"<script type=application/ld+json>{LINKED}</script>",
    f"<script type='APPLICATION/LD+JSON'>{LINKED}</SCRIPT>",
    f"<script type='application/ld&#43;json'>{LINKED}</script>",
    f'<script type="application/ld&plus;json">{LINKED}</script>',
    f"<script data-x='a>b' type=application/ld+json>{LINKED}</script>",
    "<script type=application/ld+json>{broken</script>",
    "<script>var a = '<title>no</title>';</script>",
    "<script>document.write('<body lang=xx><meta name=byl content=no>')",
    "<script src='a.js?x=1&amp;y=2' async></script>",
    "<script type='text/javascript'>",
    "</script>",
    "<script><!--",
    "--></script>",
    "<style>",
    "</style>",
    "<style>a > b {}</style>",
    "<!--",
    "-->",
    "--!>",
    "<!-->",
    "<!-- </head> -->",
    "<!-- <title>no</title><body> -->",
    "<!--[if IE]><html lang=ie><![endif]-->",
    "<![CDATA[ <title>no ]]>",
    "<noscript>",
    "</noscript>",
    "<noscript><meta name=author content=Eve></noscript>",
    "<template><title>t</title></template>",
    "<textarea>",
    "</textarea>",
    "<xmp>",
    "</xmp>",
    "<plaintext>",
    "<iframe>",
    "</iframe>",
    "<object><title>o</title></object>",
    "<base href=/b/>",
    "<link rel=icon href=x>",
    "<h1>Heading</h1>",
    "<h2>Two</h2>",
    "<p>words",
    "<a href=x>y</a>",
    "text ",
    "<time datetime=2021-05-06 pubdate>then</time>",
    "<time itemprop=datePublished>2022-07-08</time>",
    "<time pubdate>",
    "<time datetime=2020-02-02>no</time>",
    '<time itemprop="date&#80;ublished" datetime=2023-01-01>',
    "</time>",
    '<time itemprop="dateModified datePublished" datetime=2018-01-01></time>',
    '<time d="{{ a | b:"c" }}">',
    "<table><tr><td>",
    "</table>",
    "<div>",
    "</div>",
    "<x:title>q</x:title>",
    "<x:meta name=byl content=q>",
    "<x-40271853906>",
    "<X-40271853906/>",
    '"',
    "'",
    ">",
    "<",
    "</",
    '<a title="',
    "<a title='",
    "&",
    "\0",
    "<me\0ta name=byl content=N>",
    "<meta\0 name=byl content=N>",
    "\n",
    "北京",
    "\ufffd",
    "\x0b",
    "<b>" * 30,
    "<i " + "x=1 " * 1100 + ">",
)
# Long enough that a beginning is worth reading by itself, and over the size above which long tags are
# looked at.
FILL = ("", "<p>words</p>" * 60, "<p>words</p>" * 3000, "<time>x</time>" * 40, "<div>" * 2100)


def without_links(data: bytes, **known: str | None) -> tuple[Document, Document]:
    """What both ways find in a page."""
    known = {"declared_type": "text/html", "name": "x.html", "base_url": BASE, **known}
    whole = extract(data, text=False, **known)  # type: ignore[arg-type]
    return replace(whole, links=()), extract(data, text=False, links=False, **known)  # type: ignore[arg-type]


def otherwise(data: bytes, **known: str | None) -> list[str]:
    """What the fast path finds otherwise than the full extraction, text and links aside."""
    whole, summary = without_links(data, **known)
    names = [field.name for field in fields(Document) if field.name not in ("text", "parts")]
    return [name for name in names if getattr(summary, name) != getattr(whole, name)]


@settings(max_examples=75)
@given(
    st.lists(st.sampled_from(PIECES), max_size=14),
    st.sampled_from(FILL),
    st.lists(st.sampled_from(PIECES), max_size=4),
    st.sampled_from(FILL),
    st.sampled_from(["utf-8", "gb18030", "utf-16"]),
)
def test_any_order_of_what_pages_have(
    head: list[str], fill: str, late: list[str], end: str, charset: str
) -> None:
    assert otherwise("".join([*head, fill, *late, end]).encode(charset, "replace")) == []


@settings(max_examples=75)
@given(
    st.permutations(
        ["<meta name=date content=2020-01-02>", "<title>Plain</title>", "<meta name=author content=Ann>"]
    ),
    st.lists(st.sampled_from(PIECES), max_size=2),
    st.lists(st.sampled_from(PIECES), max_size=3),
    st.sampled_from(FILL[1:]),
)
def test_ordinary_pages_with_something_odd(
    head: list[str], odd: list[str], late: list[str], fill: str
) -> None:
    """Nearly everything is in order, so that the beginning is often all that is read."""
    assert (
        otherwise(
            "".join(["<!doctype html><html><head>", *head, *odd, "</head><body>", fill, *late, fill]).encode()
        )
        == []
    )


def test_a_page_that_is_a_comment_without_end() -> None:
    assert otherwise(b"<!--</head><!doctype html>") == []


@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize(
    "head", ["<title>T</title>", "<title>T</title><meta name=date content=2020-01-02>", ""]
)
def test_everything_once_after_the_head(piece: str, head: str) -> None:
    fill = "<p>words</p>" * 60
    for start in ("<html lang=en>", ""):
        assert otherwise(f"{start}<head>{head}</head><body>{fill}{piece}{fill}".encode()) == []
        assert otherwise(f"{start}<head>{head}{piece}</head><body>{fill}".encode()) == []
        assert otherwise(f"{start}<head>{head}</head>{piece}<body lang=ja>{fill}".encode()) == []


def test_hostile_pages() -> None:
    for seed in range(0, hostile.COUNT, 5):  # of all six families
        declared = "text/html" if seed % 2 else None
        assert otherwise(hostile.page(seed), declared_type=declared, charset=hostile.charset(seed)) == []
        if seed % 4:
            continue
        head = b"<html><head><title>T</title></head><body>" + b"<p>words</p>" * 200
        assert otherwise(head + hostile.page(seed), charset="utf-8") == []
        assert otherwise(hostile.page(seed) + head, charset="utf-8") == []


@pytest.mark.parametrize(
    ("head", "late", "expected"),
    [
        (
            "<meta property=og:title content=S><meta property=og:site_name content=S>",
            "<title>Late</title>",
            "Late",
        ),
        ("<meta property=og:title content=S>", "<title>Late</title>", "S"),
        ("<title>T</title>", "<meta property=og:title content=S>", "S"),
        ("<title>T</title>", f"<script type=application/ld+json>{LINKED}</script>", "Linked"),
        ("<title>T</title>", "<svg><title>S</title></svg><title>U</title>", "T"),
    ],
)
def test_titles_that_come_late(head: str, late: str, expected: str) -> None:
    fill = "<p>words</p>" * 60
    data = f"<head>{head}</head><body>{fill}{late}{fill}".encode()
    assert extract(data, declared_type="text/html", text=False, links=False).title == expected
    assert otherwise(data) == []


@pytest.mark.skipif(not SAMPLES.is_dir(), reason="the collection of real documents is not here")
@pytest.mark.parametrize("folder", ["pairs", "documents"])
def test_real_documents(folder: str) -> None:
    for path in sorted((SAMPLES / folder).rglob("*")):
        if path.is_file() and path.stat().st_size < 200_000:
            assert otherwise(path.read_bytes(), declared_type=None, name=path.name) == []


@pytest.mark.parametrize(
    ("data", "declared"),
    [
        (b"a{b:url(c)}", "text/css"),
        (
            b"<rss><channel><title>Feed</title><language>en</language><link>x</link></channel></rss>",
            "text/xml",
        ),
        (b"<svg xmlns='http://www.w3.org/2000/svg'><title>S</title><a href='x'/></svg>", "image/svg+xml"),
        (b"A first line\n\nand more", "text/plain"),
        (b'{"a": [1]}', "application/json"),
    ],
)
def test_other_formats(data: bytes, declared: str) -> None:
    whole, summary = without_links(data, declared_type=declared, name=None)
    assert not summary.links
    for field in (
        "format",
        "media_type",
        "title",
        "title_source",
        "author",
        "date",
        "language",
        "metadata",
        "warnings",
    ):
        assert getattr(summary, field) == getattr(whole, field)


@pytest.mark.parametrize(
    ("page", "taken"),
    [
        ("<html lang=en><head><title>T</title></head><body>{fill}<script>x()</script>{fill}", True),
        (
            "<title>T</title><body lang=en>{fill}<svg><title>t</title></svg><time datetime=2020-01-01>x</time>{fill}",
            True,
        ),
        ("<title>T</title></head><body>{fill}<time pubdate>2020-01-01</time>{fill}{fill}{fill}", True),
        ("<head><script>'</head>'</script><title>T</title></head><body>{fill}", True),
        ("<head><script>'</head> <'</script><title>T</title></head><body>{fill}", False),
        ("<head><title>T</title></head><body>{fill}<script type=application/ld+json>{{}}</script>", False),
        ("<head></head><body>{fill}<h1>T</h1>", False),
        ("<head><title>T</title></head><body>" + "<div>" * 2100, False),
    ],
)
def test_ordinary_pages_are_read_at_their_beginning_only(page: str, taken: bool) -> None:
    """Else the figures would be wrong without anybody noticing."""
    data = page.format(fill="<p>words</p>" * 100).encode()
    assert (html._early(Page(data, None)) is not None) == taken
    assert otherwise(data) == []


def test_summaries_are_several_times_faster() -> None:
    head = (
        "<meta charset=utf-8><title>北京</title><meta name=description content='about it'>"
        + "<link rel=x href=y>" * 20
    )
    fill = (
        "<div class=a><p>some words here 一些字 </p><a href='/p.html'>link</a><img src=i.png alt=x></div>"
        * 400
    )
    data = f"<!doctype html><html lang=zh><head>{head}</head><body>{fill}</body></html>".encode()

    def spent(**options: bool) -> float:
        start = time.thread_time()
        for _ in range(20):
            extract(data, declared_type="text/html", base_url=BASE, text=False, **options)
        return time.thread_time() - start

    assert spent(links=False) * 3 < spent()
