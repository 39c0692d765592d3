"""Links and what they lead to."""

from __future__ import annotations

import pytest

from extractors.base.link_classes import classify
from extractors.base.types import Link
from extractors.html.links import html_links

BASE = "http://news.site.com.cn/china/index.html"


def test_the_six_ways_to_write_an_anchor() -> None:
    """The book's table, L6446–6451."""
    page = b"""<a href="http://www.baidu.com">Baidu</a>
        <a href='http://www.baidu.com'>Baidu</a>
        <a href=http://www.baidu.com>Baidu</a>
        <a class="123" title="abc" href="http://www.baidu.com">Baidu</a>
        <a href="http://www.baidu.com">Baidu</a>
        <a href=http://www.baidu.com >Baidu</a>"""
    for line in page.splitlines():
        (link,) = html_links(line, charset=None, base_url="http://e.org/")
        assert (link.url.rstrip("/"), link.text) == ("http://www.baidu.com", "Baidu")
    (link,) = html_links(page, charset=None, base_url="http://e.org/")
    ((_, kind, weak),) = classify([link], "http://e.org/")
    assert (kind, weak) == ("outside", True)


@pytest.mark.parametrize(
    ("url", "text", "kind", "weak"),
    [
        ("http://news.site.com.cn/2024-03/05/content_123456.htm", "某地今天举行荷花观测活动", "page", False),
        ("http://sports.site.com.cn/a/20240305/1.shtml", "详细", "page", True),
        ("http://news.site.com.cn/china/", "国内", "channel", True),
        ("http://www.site.com.cn/", "首页", "channel", True),
        ("http://news.site.com.cn/china/index_2.html", "下一页", "channel", True),
        ("http://news.site.com.cn/list?page=3", "第三页", "channel", True),
        (
            "http://news.site.com.cn/2024/03/05/a-long-day-at-the-pond/",
            "A long day at the pond",
            "page",
            False,
        ),
        ("http://news.site.com.cn/society", "社会", "channel", True),
        ("http://news.site.com.cn/about-us", "About the people of this site", "other", False),
        ("http://other.com.cn/a/123456.html", "别处的一篇文章在这里", "outside", False),
        ("http://evilsite.com.cn/", "x", "outside", True),
    ],
)
def test_classes(url: str, text: str, kind: str, weak: bool) -> None:
    ((_, found, short),) = classify([Link(url, "a", text, False)], BASE)
    assert (found, short) == (kind, weak)


def test_only_what_a_reader_can_follow_has_a_class() -> None:
    links = [
        Link("http://news.site.com.cn/a.png", "img", "", True),
        Link("mailto:a@b.cn", "a", "mail", False),
        Link("http://news.site.com.cn/x", "js", "", False, guess=True),
        Link("http://[broken", "a", "", False),
    ]
    assert [one.kind for one in classify(links, BASE)] == ["outside"]
    assert classify([Link("http://x.org/", "a", "", False)], "")[0].kind == "outside"
