"""Feeds, entry by entry."""

from __future__ import annotations

import json
import time

import pytest

from extractors.base.types import Document
from extractors.door.registry import extract

BASE = "http://e.org/feed.xml"
RSS = """<rss version="2.0"
 xmlns:content="http://purl.org/rss/1.0/modules/content/"
 xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>Pond news</title>
<description>All about leaves</description>
<item><title>First &amp;amp; best</title><link>/1.html</link><pubDate>Tue, 05 Mar 2024 10:00:00 GMT</pubDate>
<dc:creator>Ann</dc:creator><description>short</description>
<content:encoded><![CDATA[<h2>Inside</h2><p>One <b>bold</b> word.</p><img src="/p.png" alt="leaf">]]>
</content:encoded></item>
<item><title>Second</title><description>plain words</description></item></channel></rss>"""
ATOM = """<feed xmlns="http://www.w3.org/2005/Atom"><title>Pond news</title><subtitle>All about leaves</subtitle>
<entry><title>First &amp; best</title><link rel="enclosure" href="x.mp3"/><link href="/1.html"/>
<published>2024-03-05T10:00:00Z</published><author><name>Ann</name></author>
<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><h2>Inside</h2><p>One <b>bold</b> word.</p>
<img src="/p.png" alt="leaf"/></div></content></entry>
<entry><title>Second</title><summary>plain words</summary></entry></feed>"""
JSON = json.dumps(
    {
        "version": "https://jsonfeed.org/version/1.1",
        "title": "Pond news",
        "items": [
            {
                "title": "First & best",
                "url": "/1.html",
                "date_published": "2024-03-05T10:00:00Z",
                "authors": [{"name": "Ann"}],
                "content_html": "<h2>Inside</h2><p>One <b>bold</b> word.</p><img src='/p.png' alt=leaf>",
            },
            {"title": "Second", "content_text": "plain words"},
        ],
    }
)


def read(text: str, declared: str) -> Document:
    return extract(text.encode(), declared_type=declared, base_url=BASE)


@pytest.mark.parametrize(
    ("text", "declared"),
    [(RSS, "application/rss+xml"), (ATOM, "application/atom+xml"), (JSON, "application/feed+json")],
)
def test_entries_are_parts(text: str, declared: str) -> None:
    document = read(text, declared)
    parts = [part for part in document.parts if part.text != "All about leaves"]
    assert document.title == "Pond news"
    assert [(part.kind, part.text, part.level) for part in parts] == [
        ("heading", "Pond news", 1),
        ("heading", "First & best", 2),
        ("paragraph", "2024-03-05T10:00:00Z · Ann", 0),
        ("heading", "Inside", 4),
        ("paragraph", "One bold word.", 0),
        ("image", "leaf", 0),
        ("heading", "Second", 2),
        ("paragraph", "plain words", 0),
    ]
    assert parts[1].url == "http://e.org/1.html"
    assert parts[5].url == "http://e.org/p.png"
    assert "One bold word." in document.text


def test_other_xml_and_json_stay_what_they_are() -> None:
    assert [part.text for part in read("<a><title>T</title><b>x</b></a>", "text/xml").parts] == ["T", "x"]
    assert read('{"items": [1]}', "application/json").parts[0].kind == "code"
    assert (
        read('{"version": "https://jsonfeed.org/version/1", "items": 3}', "application/json").parts[0].kind
        == "code"
    )


def test_hostile_feeds_take_bounded_time() -> None:
    start = time.process_time()
    for page in (
        "<rss><channel>" + "<item><description>" * 200 + "x" * 1_000_000,
        "<rss><channel>" + "<item><title>t</title><description>&lt;p&gt;a</description></item>" * 20_000,
    ):
        assert not read(page, "text/xml").error
    assert time.process_time() - start < 8


@pytest.mark.parametrize("count", [1000, 1001])
def test_a_feed_that_is_too_long_says_so(count: int) -> None:
    feed = "<rss version='2.0'><channel><title>x</title>" + "<item><title>y</title></item>" * count
    items = [{"title": "y"}] * count
    json_feed = json.dumps({"version": "https://jsonfeed.org/version/1.1", "title": "x", "items": items})
    several = (extract(f"{feed}</channel></rss>".encode()), extract(json_feed.encode(), name="feed.json"))
    for document in several:
        assert [part.text for part in document.parts] == ["x", *["y"] * 1000]
        assert document.warnings == (
            ("There are too many elements in the page; what follows is left out.",) if count > 1000 else ()
        )
