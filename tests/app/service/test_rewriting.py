"""Pages whose addresses stay in the archive."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.service import rewriting

BASE = "http://a.test/dir/page.html"


def page(text: str) -> str:
    return rewriting.page(text.encode(), "utf-8", BASE, lambda url: f"/m/{url}")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("<a href=b.html>", '<a href="/m/http://a.test/dir/b.html">'),
        ("<A HREF = '/b?x=1&amp;y=2#f'>", '<A HREF = "/m/http://a.test/b?x=1&amp;y=2#f">'),
        ("<img src=//c.test/p.png>", '<img src="/m/http://c.test/p.png">'),
        (
            '<img srcset="a.png 1x, b,c.png 2x">',
            '<img srcset="/m/http://a.test/dir/a.png 1x, /m/http://a.test/dir/b,c.png 2x">',
        ),
        ("<base href=/other/><a href=b>", '<base ><a href="/m/http://a.test/other/b">'),
        (
            "<p style=\"background:url('x.png')\">",
            '<p style="background:url(&#x27;/m/http://a.test/dir/x.png&#x27;)">',
        ),
        (
            "<style>@import 'a.css'; b{background:url(x.png)}</style>",
            "<style>@import '/m/http://a.test/dir/a.css'; b{background:url(/m/http://a.test/dir/x.png)}</style>",
        ),
        (
            "<meta http-equiv=refresh content='3; url=next.html'>",
            '<meta http-equiv=refresh content="3; url=/m/http://a.test/dir/next.html">',
        ),
        ('<link href=s.css integrity="sha256-x">', '<link href="/m/http://a.test/dir/s.css" >'),
        ("<svg><use xlink:href=a.svg#i></svg>", '<svg><use xlink:href="/m/http://a.test/dir/a.svg#i"></svg>'),
    ],
)
def test_addresses_lead_to_mementos(before: str, after: str) -> None:
    assert page(before) == after


@pytest.mark.parametrize(
    "text",
    [
        "<a href=#top>x</a>",
        "<a href='mailto:a@b.test'>x</a>",
        "<img src=data:image/png;base64,AAAA>",
        "<!-- <a href=b.html> -->",
        "<script>var a = '<a href=b.html>'</script>",
        "<textarea><a href=b.html></textarea>",
        "<meta name=description content='url=b.html'>",
        "a < b and c > d <3 <",
        "<p title='href=b.html'>x=y</p>",
    ],
)
def test_all_else_stays_as_it_was(text: str) -> None:
    assert page(text) == text


def test_the_charset_of_a_page_counts_for_its_queries() -> None:
    """A link's query is asked for in the charset of the page, as a browser does."""
    text = rewriting.page("<meta charset=gbk><a href='?q=北京'>".encode("gbk"), None, BASE, lambda url: url)
    assert "?q=%B1%B1%BE%A9" in text


@given(st.text(st.sampled_from("<>\"'=/ abhrefsc!-.:&;#")))
def test_any_text_is_survived(text: str) -> None:
    """With every address left where it leads, no text outside of tags is lost."""
    written = page(text)
    assert written.count("<!--") == text.count("<!--")


@pytest.mark.parametrize("piece", ["<a ", "<a \"'", "<style ", "<!-- ", "<a href=", "<img srcset='"])
def test_a_page_made_to_take_long_is_bounded(piece: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """At the end of the time the page comes as it is."""
    monkeypatch.setattr(rewriting, "_PATIENCE", 0.2)
    assert len(page(piece * 20_000)) >= len(piece) * 20_000
