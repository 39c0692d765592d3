"""Sitemaps and feeds of every kind: what they list, and that hostile ones do no harm."""

from __future__ import annotations

import gzip
import time
import tracemalloc

import pytest

from extractors.door.registry import extract
from extractors.plain import listings
from extractors.plain.feeds import Listed
from extractors.plain.listings import MOST_ENTRIES, read

BASE = "http://e.org/d/list.xml"
NS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
URLSET = f"""<?xml version="1.0" encoding="UTF-8"?>
<urlset {NS} xmlns:image="http://www.google.com/schemas/sitemap-image/1.1" xmlns:xhtml="http://www.w3.org/1999/xhtml"
 xmlns:news="http://www.google.com/schemas/sitemap-news/0.9" xmlns:video="http://www.google.com/schemas/sitemap-video/1.1">
<url><loc>
  http://e.org/a?x=1&amp;y=2 </loc><lastmod>2024-02-29T10:00:00+08:00</lastmod><priority>0.5</priority></url>
<url><loc>http://e.org/b</loc><image:image><image:loc>http://i.example/b.jpg</image:loc></image:image>
 <video:video><video:thumbnail_loc>http://i.example/v.jpg</video:thumbnail_loc></video:video>
 <xhtml:link rel="alternate" hreflang="en" href="http://e.org/en/b"/></url>
<url><loc>http://e.org/n</loc><news:news><news:publication_date>2024-03-01</news:publication_date>
 <news:title>News  of today</news:title></news:news></url>
<url><lastmod>2024-01-01</lastmod></url></urlset>"""
INDEX = f"""<sitemapindex {NS}><sitemap><loc>http://e.org/1.xml.gz</loc><lastmod>2024-01-02</lastmod></sitemap>
<sitemap><loc>http://e.org/2.xml</loc></sitemap></sitemapindex>"""
RSS2 = """<?xml version="1.0"?><rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>站</title>
<link>http://e.org/</link><atom:link rel="self" href="http://e.org/feed"/><atom:link rel="next" href="?page=2"/>
<atom:link rel="hub" href="http://hub.example/"/>
<item><title>One &amp; two</title><link>/1</link><pubDate>Thu, 29 Feb 2024 08:00:00 GMT</pubDate>
<enclosure url="a.mp3" type="audio/mpeg"/></item>
<item><guid isPermaLink="true">http://e.org/2</guid></item><item><guid isPermaLink="false">http://e.org/no</guid></item>
</channel></rss>"""
RSS1 = """<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
 xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="x"><title>S</title><link>http://e.org/</link></channel>
<item rdf:about="http://e.org/1"><title>One</title><link>http://e.org/1</link><dc:date>2024-02-29</dc:date></item></rdf:RDF>"""
RSS09 = "<rss version='0.91'><channel><title>S</title><item><title>One</title><link>http://e.org/1</link></item></channel></rss>"
ATOM = """<feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://e.org/blog/"><title>S</title>
<link href="/"/><link rel="self" href="feed"/><link rel="prev-archive" href="2023.xml"/>
<entry><title type="html">One</title><link rel="edit" href="no"/><link href="1"/><updated>2024-02-29T08:00:00Z</updated>
<published>2024-01-01T00:00:00Z</published><link rel="enclosure" href="1.mp3"/></entry>
<entry><title>Two</title><content src="2.html"/></entry></feed>"""
JSON_FEED = """{"version": "https://jsonfeed.org/version/1.1", "title": "S", "home_page_url": "http://e.org/",
"next_url": "/feed?2", "items": [{"id": "1", "url": "/1", "title": "One", "date_published": "2024-02-29T08:00:00Z",
"attachments": [{"url": "/1.mp3"}]}, {"id": "2", "external_url": "http://o.example/2"}, 3]}"""
TEXT = "http://e.org/1\r\n\r\nhttps://e.org/2?a=b\nhttp://e.org/\u4e09\n"


def listed(text: str | bytes, kind: str) -> list[tuple[str, str, str, str]]:
    listing = read(text.encode() if isinstance(text, str) else text, BASE)
    assert listing is not None and listing.kind == kind
    return [tuple(entry) for entry in listing.entries]


def test_sitemaps() -> None:
    assert listed(URLSET, "sitemap") == [
        ("http://e.org/a?x=1&y=2", "2024-02-29T10:00:00+08:00", "", "loc"),
        ("http://e.org/b", "", "", "loc"),
        ("http://i.example/b.jpg", "", "", "img"),
        ("http://i.example/v.jpg", "", "", "img"),
        ("http://e.org/en/b", "", "", "loc"),
        ("http://e.org/n", "2024-03-01", "News of today", "loc"),
    ]
    assert listed(INDEX, "index") == [
        ("http://e.org/1.xml.gz", "2024-01-02", "", "sitemap"),
        ("http://e.org/2.xml", "", "", "sitemap"),
    ]


def test_feeds() -> None:
    assert listed(RSS2, "feed") == [
        ("http://e.org/", "", "站", "home"),
        ("http://e.org/d/list.xml?page=2", "", "站", "sitemap"),
        ("http://e.org/1", "2024-02-29T08:00:00Z", "One & two", "item"),
        ("http://e.org/d/a.mp3", "2024-02-29T08:00:00Z", "", "enclosure"),
        ("http://e.org/2", "", "", "item"),
    ]
    one = ("http://e.org/1", "2024-02-29", "One", "item")
    assert listed(RSS1, "feed") == [("http://e.org/", "", "S", "home"), one]
    assert listed(RSS09, "feed") == [("http://e.org/1", "", "One", "item")]
    assert listed(ATOM, "feed") == [
        ("http://e.org/", "", "S", "home"),
        ("http://e.org/blog/2023.xml", "", "S", "sitemap"),
        ("http://e.org/blog/1", "2024-02-29T08:00:00Z", "One", "item"),
        ("http://e.org/blog/1.mp3", "2024-02-29T08:00:00Z", "", "enclosure"),
        ("http://e.org/blog/2.html", "", "Two", "item"),
    ]
    assert listed(JSON_FEED, "feed") == [
        ("http://e.org/1", "2024-02-29T08:00:00Z", "One", "item"),
        ("http://e.org/1.mp3", "2024-02-29T08:00:00Z", "", "enclosure"),
        ("http://o.example/2", "", "", "item"),
        ("http://e.org/", "", "S", "home"),
        ("http://e.org/feed?2", "", "", "sitemap"),
    ]


def test_text_and_gzip() -> None:
    assert [url for url, *_ in listed(TEXT, "text")] == [
        "http://e.org/1",
        "https://e.org/2?a=b",
        "http://e.org/三",
    ]
    assert listed(gzip.compress(URLSET.encode()), "sitemap") == listed(URLSET, "sitemap")
    assert listed(gzip.compress(TEXT.encode()), "text") == listed(TEXT, "text")
    assert listed(URLSET.encode("utf-16").replace(b"U\0T\0F\0-\08\0", b"U\0T\0F\0-\x001\x006\0"), "sitemap")


@pytest.mark.parametrize(
    "document",
    [
        b"",
        b"<",
        b"<html><a href=x>",
        b"<?xml version='1.0'?><svg/>",
        b"http://e.org/1 is a page",
        b"words\nhttp://e.org/",
        b"{}",
        b'{"version": "https://jsonfeed.org/version/1"}',
        b"\x1f\x8b\x08broken",
        b"\x1f\x8b",
        gzip.compress(b"tar"),
    ],
)
def test_other_documents_are_no_lists(document: bytes) -> None:
    assert read(document, BASE) is None


@pytest.mark.parametrize(
    ("data", "declared"),
    [
        (URLSET.encode(), "application/xml"),
        (gzip.compress(URLSET.encode()), "application/gzip"),
        (TEXT.encode(), "text/plain"),
        (RSS2.encode(), "application/rss+xml"),
        (JSON_FEED.encode(), "application/feed+json"),
    ],
)
@pytest.mark.parametrize("text", [True, False])
def test_their_entries_are_the_links_of_the_document(data: bytes, declared: str, text: bool) -> None:
    listing = read(data, BASE)
    assert listing is not None
    document = extract(data, declared_type=declared, base_url=BASE, text=text)
    assert document.links == tuple(listing.links()) and not document.error
    assert {link.modified for link in document.links} == {entry.modified for entry in listing.entries}


def test_damaged_lists_give_what_can_be_read() -> None:
    cut = read(URLSET.encode()[:700], BASE)
    assert cut is not None and cut.entries[0].url == "http://e.org/a?x=1&y=2"
    packed = read(gzip.compress(URLSET.encode())[:-20], BASE)
    assert (
        packed is not None
        and not packed.complete
        and packed.entries[0] == Listed("http://e.org/a?x=1&y=2", "2024-02-29T10:00:00+08:00")
    )


def test_a_list_is_taken_up_to_the_limit_of_the_protocol() -> None:
    text = "".join(f"<url><loc>http://e.org/{number}</loc></url>" for number in range(MOST_ENTRIES + 10))
    listing = read(f"<urlset>{text}</urlset>".encode(), BASE)
    assert listing is not None and len(listing.entries) == MOST_ENTRIES and not listing.complete


def test_entities_are_not_resolved() -> None:
    laughs = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10 if n else "ha"}">' for n in range(12))
    outside = '<!ENTITY x SYSTEM "file:///etc/passwd">'
    start = time.process_time()
    for entities, use in ((laughs, "&a11;"), (outside, "http://e.org/&x;")):
        document = (
            f"<!DOCTYPE l [{entities}]><urlset><url><loc>/ok</loc></url><url><loc>{use}</loc></url></urlset>"
        )
        listing = read(document.encode(), BASE)
        assert listing is not None and listing.entries[0].url == "http://e.org/ok"
        assert all(entry.url in ("http://e.org/ok", "http://e.org/") for entry in listing.entries)
    assert time.process_time() - start < 2


def test_bombs_are_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listings, "LONGEST", 2 << 20)
    bomb = gzip.compress(b"<urlset><url><loc>/ok</loc></url>" + b" " * (64 << 20))
    deep = b"<urlset><url><loc>/ok</loc></url>" + b"<a>" * 100_000
    start = time.process_time()
    tracemalloc.start()
    for data in (bomb, deep):
        listing = read(data, BASE)
        assert listing is not None and [entry.url for entry in listing.entries] == ["http://e.org/ok"]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 16 << 20 and time.process_time() - start < 4
