"""Titles of a page and what it says about itself, under one name each."""

from __future__ import annotations

import json

import pytest

from extractors.base.types import Document
from extractors.door.registry import extract

BASE = "http://www.example.com/news/2024/03/05/story.html"


def read(html: str, base: str | None = BASE) -> Document:
    return extract(html.encode(), declared_type="text/html", charset="utf-8", base_url=base)


def test_all_titles_are_weighed_and_the_first_is_the_winner() -> None:
    linked = json.dumps({"@type": "NewsArticle", "headline": "The story as told"})
    document = read(
        "<title>The story - Site</title><meta property=og:title content='The story'>"
        "<meta property=og:site_name content=Site><meta name=dc.title content='Story, the'>"
        f"<script type=application/ld+json>{linked}</script><h1>The story</h1><h2>x</h2>"
    )
    assert document.title == document.candidates[0].text == "The story"
    assert document.title_source == document.candidates[0].source == "og:title"
    sources = {candidate.source: candidate.text for candidate in document.candidates}
    assert sources == {
        "og:title": "The story",
        "JSON-LD": "The story as told",
        "metadata": "Story, the",
        "h2": "x",
        "file name": "story.html",
    }
    scores = [candidate.score for candidate in document.candidates]
    assert scores == sorted(scores, reverse=True)
    assert all(candidate.reason.endswith(".") for candidate in document.candidates)
    assert "elsewhere" in document.candidates[0].reason


@pytest.mark.parametrize(
    ("head", "base", "title"),
    [
        ("<title>Story - Example</title>", BASE, "Story"),
        ("<title>Story - Example</title>", None, "Story - Example"),
        ("<title>标题_人民网</title><meta property=og:site_name content=人民网>", BASE, "标题"),
        (
            "<title>Story | Post</title><script type=application/ld+json>"
            '{"@type":"Article","publisher":{"name":"Post"}}</script>',
            None,
            "Story",
        ),
        ("<title>Site</title><meta property=og:site_name content=Site>", BASE, "Site"),
        ("<title>Story - Other</title><h1>Story</h1>", BASE, "Story - Other"),
    ],
)
def test_the_name_of_the_site_is_taken_off_when_the_page_says_it(
    head: str, base: str | None, title: str
) -> None:
    assert read(head, base).title == title


def test_a_name_that_every_page_has_is_no_title() -> None:
    document = read(
        "<title>Story</title><meta property=og:title content=Site><meta property=og:site_name content=Site>"
    )
    assert document.title == "Story"
    assert "only the name" in next(one.reason for one in document.candidates if one.text == "Site")


def test_no_title_is_invented() -> None:
    document = read("<p>words</p>")
    assert document.title == ""
    assert [candidate.source for candidate in document.candidates] == ["file name"]


def test_metadata_has_one_name_each() -> None:
    document = read(
        "<meta name=dc.date.issued content=2024-03-05><meta name=DC.Creator content=Ann>"
        "<meta name=DC.Creator content=Bob><meta property=article:section content=News>"
        "<meta property=article:modified_time content=2024-03-06T10:00:00+08:00>"
        "<meta property=article:tag content=lotus><meta property=article:tag content=pond>"
        "<meta property=og:site_name content='The Site'><meta property=og:description content='What  it says'>"
    )
    assert document.author == "Ann; Bob"
    known = document.metadata
    assert (known["published"], known["modified"]) == ("2024-03-05", "2024-03-06T10:00:00+08:00")
    assert (known["section"], known["keywords"], known["site-name"]) == ("News", "lotus; pond", "The Site")
    assert known["description"] == "What it says"


def test_linked_data() -> None:
    linked = {
        "@graph": [
            {"@type": "WebSite", "name": "Lotus Site"},
            {
                "@type": ["NewsArticle"],
                "headline": "H",
                "author": [{"name": "Ann"}, {"name": "Bob"}],
                "datePublished": "2024-03-05",
                "dateModified": "2024-03-06",
                "publisher": {"@type": "Organization", "name": "Pond Press"},
                "articleSection": ["News", "Leaves"],
                "keywords": "a, b",
            },
        ]
    }
    document = read(f"<script type=application/ld+json>{json.dumps(linked)}</script>", None)
    known = document.metadata
    assert (document.author, document.date, known["modified"]) == ("Ann, Bob", "2024-03-05", "2024-03-06")
    assert (known["publisher"], known["section"], known["site-name"]) == (
        "Pond Press",
        "News, Leaves",
        "Lotus Site",
    )
    assert known["keywords"] == "a, b"


@pytest.mark.parametrize(
    ("html", "published", "source"),
    [
        ("<h1>T</h1><p>发布时间：2024年3月4日　来源：本站</p>", "2024-03-04", "text"),
        ("<h1>T</h1><p>Posted on March 4, 2024 by Ann</p>", "2024-03-04", "text"),
        ("<h1>T</h1><div>2024-03-04 10:20</div>", "2024-03-04T10:20:00", "text"),
        ("<h1>T</h1><p>In 2024 much happened, of which this is one thing.</p>", "2024-03-05", "address"),
        ("<span itemprop=datePublished content=2024-03-03>x</span>", "2024-03-03", None),
    ],
)
def test_dates_that_stand_in_the_page(html: str, published: str, source: str | None) -> None:
    known = read(html).metadata
    assert (known["published"], known.get("published-source")) == (published, source)


def test_microdata() -> None:
    document = read(
        "<article><span itemprop=author>Ann</span><time itemprop=dateModified datetime=2024-03-06>x</time></article>"
    )
    assert (document.metadata["author"], document.metadata["modified"]) == ("Ann", "2024-03-06")


def test_official_documents() -> None:
    document = read(
        "<h1>关于印发荷塘观测办法的通知</h1><p>粤交运函〔2009〕1356号</p><p>各地级以上市交通局(委)：</p>"
        "<p>现将办法印发给你们，请认真贯彻执行。</p><p>广东省交通厅</p><p>二〇〇九年八月五日</p>"
    )
    assert document.official is not None
    assert (document.official.number, document.official.date) == ("粤交运函〔2009〕1356号", "2009-08-05")


@pytest.mark.parametrize("text", [True, False])
def test_an_official_document_without_any_title_is_called_what_it_calls_itself(text: bool) -> None:
    lines = (
        "广 东 省 交 通 厅 文 件",
        "粤交运函(2009)1356号",
        "关于加强春运工作的通知",
        "各地级以上市交通局(委)：",
        "为做好春运工作，现将有关事项通知如下，请认真贯彻执行。",
        "广东省交通厅",
        "二〇〇九年十二月三日",
    )
    page = "<meta charset=utf-8>" + "".join(f"<p>{line}</p>" for line in lines)
    document = extract(page.encode(), text=text, base_url="http://www.example.gov.cn/t2009.html")
    assert (document.title, document.title_source) == ("关于加强春运工作的通知", "official title")
    if text:
        assert document.official is not None
        assert (document.official.issuer, document.official.recipient) == (
            "广东省交通厅",
            "各地级以上市交通局(委)",
        )
        assert document.candidates[0].text == document.title
