"""What meta elements and headers ask of crawlers."""

from __future__ import annotations

import pytest

from app.crawl.rules.links import Directives, directives
from extractors.door.registry import extract

AGENT = "TianwangExplorer"
NOTHING = Directives()


@pytest.mark.parametrize(
    ("content", "noindex", "nofollow", "noarchive"),
    [
        ("INDEX,FOLLOW", False, False, False),
        ("NOINDEX,FOLLOW", True, False, False),
        ("INDEX,NOFOLLOW", False, True, False),
        ("NOINDEX,NOFOLLOW", True, True, False),
        ("ALL", False, False, False),
        ("NONE", True, True, False),
        ("noarchive", False, False, True),
        ("NoArchive , NoFollow", False, True, True),
        ("nofollow noarchive", False, True, True),
        ("nosnippet, max-snippet:-1", False, False, False),
        ("", False, False, False),
    ],
)
def test_the_table_of_directives(content: str, noindex: bool, nofollow: bool, noarchive: bool) -> None:
    wanted = Directives(noindex, nofollow, noarchive)
    assert directives([("robots", content)], [], AGENT) == wanted
    assert directives([], [content], AGENT) == wanted
    page = f"<meta name=Robots content='{content}'><title>t</title>"
    assert directives(extract(page.encode()).directives, [], AGENT) == wanted


def test_several_elements_and_headers_combine_to_the_strictest() -> None:
    page = b"<meta name=robots content=index,follow><meta name=robots content=nofollow><p>x"
    assert directives(extract(page).directives, ["noarchive", "all"], AGENT) == Directives(False, True, True)


def test_a_crawler_heeds_what_is_said_to_it_and_not_what_is_said_to_others() -> None:
    page = b"<meta name=googlebot content=noarchive><meta name=TianwangExplorer content=nofollow><p>x"
    assert directives(extract(page).directives, [], AGENT) == Directives(nofollow=True)
    assert directives(extract(page).directives, [], "Googlebot") == Directives(noarchive=True)


@pytest.mark.parametrize(
    ("header", "wanted"),
    [
        ("googlebot: noarchive", NOTHING),
        ("tianwangexplorer: noarchive", Directives(noarchive=True)),
        ("TianwangExplorer: nofollow, noarchive", Directives(nofollow=True, noarchive=True)),
        ("googlebot: nofollow, tianwangexplorer: noarchive", Directives(noarchive=True)),
        ("noarchive, googlebot: nofollow", Directives(noarchive=True)),
        ("unavailable_after: 25 Jun 2010 15:00:00 PST, noarchive", Directives(noarchive=True)),
        ("unavailable_after: Wed, 25 Jun 2010 15:00:00 GMT", NOTHING),
    ],
)
def test_headers_may_name_a_crawler(header: str, wanted: Directives) -> None:
    assert directives([], [header], AGENT) == wanted


def test_other_meta_elements_are_no_directives() -> None:
    page = b"<meta name=description content='none of this is new, noindex'><meta property=og:robots content=x><p>x"
    assert directives(extract(page).directives, [], AGENT) == NOTHING


def test_a_page_that_says_nofollow_says_so_of_each_of_its_links() -> None:
    page = b"<meta name=robots content=nofollow><a href=/x rel=me>x</a><img src=/y>"
    document = extract(page, base_url="http://e.org/")
    assert [(link.url, link.rel) for link in document.links] == [
        ("http://e.org/x", "me nofollow"),
        ("http://e.org/y", ""),
    ]
