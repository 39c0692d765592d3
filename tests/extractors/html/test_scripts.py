"""Addresses in the text of scripts: which are taken, and what is no address."""

from __future__ import annotations

import time

import pytest

from extractors.base.types import Link
from extractors.door.registry import extract
from extractors.html.links import html_links
from extractors.html.scripts import MOST, guesses

BASE = "http://e.org/a/b.html"


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("window.open('/news/list.html', '_blank')", ["/news/list.html"]),
        ('window.open("page2?x=1");', ["page2?x=1"]),
        ("location = 'next/page'", ["next/page"]),
        ("location.href='/about'", ["/about"]),
        ("window.location.assign('?page=2')", ["?page=2"]),
        ("location.replace(\n 'http://e.org/new' )", ["http://e.org/new"]),
        ("document.write('<a href=\"/p/1.html\">x</a><img src=/i.gif >')", ["/p/1.html", "/i.gif"]),
        (
            "document.write('<scr' + 'ipt src=\"//c.example.com/j.js\"></scr' + 'ipt>')",
            ["//c.example.com/j.js"],
        ),
        (r'x="<a href=\"\/p\/2.html\">"', ["/p/2.html"]),
        (r'{"url":"https:\/\/www.e.org\/a\/b?c=1\u0026d=2"}', ["https://www.e.org/a/b?c=1&d=2"]),
        (
            "var a = ['/img/a.jpg', \"../b/c.png\", `x/y.php?id=3`]",
            ["/img/a.jpg", "../b/c.png", "x/y.php?id=3"],
        ),
        ("{path: '/contact'}", ["/contact"]),
        ('{ href : "docs/report.pdf" }', ["docs/report.pdf"]),
        ("open('GET', '/api/list')", ["/api/list"]),
        ("fetch('/api/v1/items?page=1')", ["/api/v1/items?page=1"]),
        ("a='/list/'; b='/新闻/列表.html'", ["/list/", "/新闻/列表.html"]),
        ("s.src = '/a.js' + '?' + t", ["/a.js"]),
        ("s.src = '/a.js' + version", ["/a.js"]),
        (
            "x = cond ? 'http://a.example.com' : 'http://127.0.0.1:8080/x'",
            ["http://a.example.com", "http://127.0.0.1:8080/x"],
        ),
    ],
)
def test_what_is_taken_for_an_address(code: str, found: list[str]) -> None:
    assert [reference for reference, _ in guesses(code)] == found


@pytest.mark.parametrize(
    "code",
    [
        # kinds of content, dates, words
        "'text/html' 'application/json' \"image/svg+xml\" 'text/javascript' 'application/vnd.ms-excel'",
        "'yyyy/MM/dd' 'MM/DD/YYYY' 'dd/mm' '2024/01/02' 'YYYY-MM-DD hh:mm' '/yyyy/mm/'",
        "'a/b' 'and/or' 'km/h' 'n/a' 'I/O' 'he/she' 'client/server' '1/2' '24/7'",
        # regular expressions, comments, division
        r"x = /^\/a\/b.html$/g; y = s.replace(/['\"]/g, ''); z = a / b / c; if (/\/x\.php/.test(s)) {}",
        "// '/commented/out.html'\n/* \"/also/commented.html\" */",
        # selectors and markup
        "$('.list > a.more') $('#nav/.item') $('a[href$=\".pdf\"]') $('div.item.html')",
        "'</div>' '</script>' '<br/>' '/>' '<a href=\"#\">' '<a href=\"javascript:void(0)\">'",
        # pieces of something longer
        "u = '/item/' + id + '.html'; v = base + '/list/page.html'; w = '/p?id=' + n; ['/a/', x].join('')",
        "'/a/b/'.concat(x); `/user/${id}/x.html`; '<a href=\"/x/' + id + '.html\">'",
        "document.write('<img src=\"' + u + '\">')",
        # modules, routes, templates, formats
        "require('./menu'); import x from '../lib/util.js'; define(['jquery', 'app/main', 'text!tpl/x.html'])",
        "'/user/:id' '/files/*' '/a/{b}/c' '/x/%s/y.html' '/a/(\\\\d+)' '[^/]+/x' '/'",
        # vocabularies
        "'http://www.w3.org/2000/svg' 'https://schema.org/Person' 'http://ogp.me/ns#' 'http://purl.org/dc/terms/'",
        # numbers of versions, names of events and files without a place
        "'1.2.3' 'click.menu' 'jquery.min' 'x.y.z' '//' '//=' 'http://' 'https://' '...' './' '../'",
        "'#/route/x' 'a.b.html()' 'foo.js' '//foo.js' 'M0,0 L10/10'",
    ],
)
def test_what_is_no_address(code: str) -> None:
    assert guesses(code) == ()


def test_what_a_page_needs_is_told_from_where_it_leads() -> None:
    found = dict(guesses("a='/x.html'; b='/x.png'; c='/x.css?v=1'; d='/x/data.json'; e='/list/1/'"))
    assert found == {
        "/x.html": False,
        "/x.png": True,
        "/x.css?v=1": True,
        "/x/data.json": True,
        "/list/1/": False,
    }


def test_pages_give_guesses_from_scripts_handlers_and_javascript_addresses() -> None:
    page = (
        "<script>location.href='one.html'</script>"
        "<button onclick=\"window.open('/two.html')\">x</button>"
        "<a href=\"javascript:show('/three.html')\">y</a>"
        "<tr onClick='location=\"/six.html\"'><td onmouseover=go(&quot;/seven.html&quot;)>"
        "<script type='text/x-template'><a href='/no.html'></script>"
        '<script type=\'application/json\'>{"link":"/four.html"}</script>'
        "<script>var known='/five.html'</script><a href=/five.html>five</a>"
    )
    found = html_links(page.encode(), charset="utf-8", base_url=BASE)
    assert {link.url: link.guess for link in found if link.url.startswith("http")} == {
        "http://e.org/a/one.html": True,
        "http://e.org/two.html": True,
        "http://e.org/three.html": True,
        "http://e.org/four.html": True,
        "http://e.org/six.html": True,
        "http://e.org/seven.html": True,
        "http://e.org/five.html": False,
    }
    assert all(link.element == "js" for link in found if link.guess)


def test_handlers_of_other_events_than_those_that_lead_somewhere_are_left_alone() -> None:
    page = "<p onmouseenter=\"go('/one.html')\" onclick=\"go('/two.html')\">x</p>"
    assert [link.url for link in html_links(page.encode(), charset="utf-8", base_url=BASE)] == [
        "http://e.org/two.html"
    ]
    page = "<p onmouseenter=\"go('/one.html')\">x</p>"
    assert html_links(page.encode(), charset="utf-8", base_url=BASE) == []


def test_script_files_are_read_against_the_page_that_loads_them() -> None:
    code = b"location.href = 'list.html'; var picture = '/p.png';"
    document = extract(
        code,
        declared_type="text/javascript",
        base_url="http://cdn.example/js/x.js",
        page_url="http://e.org/a/b.html",
    )
    assert document.links == (
        Link("http://e.org/a/list.html", "js", "", False, "", True),
        Link("http://e.org/p.png", "js", "", True, "", True),
    )
    assert document.text == code.decode() and document.parts[0].kind == "code"


@pytest.mark.parametrize(
    "code",
    [
        "'" * 300_000,
        '"\\' * 200_000,
        "/*" * 200_000,
        "a=/[" * 30_000,
        "`" + "x" * 500_000,
        "'/a/b.html'," * 30_000,
        "'<a href=" * 40_000,
        "'" + "<a " * 6000 + "'",
        "'/" + "a/" * 400 + "'",
        "'" + "a." * 450 + "'",
        "'" + "yy/" * 300 + "'",
        "'//" + "a-" * 400 + "'",
        "'a'+" * 100_000,
    ],
    ids=range(13),
)
def test_reading_is_bounded(code: str) -> None:
    start = time.process_time()
    assert len(guesses(code)) <= MOST
    assert time.process_time() - start < 1.5
