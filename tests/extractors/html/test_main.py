"""The main text of a page: what belongs to it, what does not, and pages that want to hurt."""

from __future__ import annotations

import logging
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractors.base.types import Document
from extractors.door.registry import extract
from extractors.html import parts
from extractors.html.content import choosing, signals, statistical
from extractors.html.links import page_resolver
from extractors.html.tree import Page
from tests import hostile

SENTENCES = [
    "荷塘观象台今天公布了第一次清点的结果，北塘一共有一百二十八片荷叶。",
    "清点由两条船、四个人和一只很有耐心的计数器完成，从早上七点开始。",
    "与去年五月相比，今年多了十四片，不过北塘照例比南塘晚一个星期。",
    "下一次清点定在六月初，届时欢迎各位读者到场观看，也可以自己动手数。",
]
ENGLISH = [
    "The observatory published the result of its first count of the year on Tuesday, and it is a good one.",
    "Two boats, four people and one very patient tally counter went round the south basin, from seven in the morning.",
    "That is fourteen leaves more than in May of last year; the north basin is still behind, as it always is.",
]
LONG = [f"On day {day}, {one[:1].lower()}{one[1:]}" for day in range(4) for one in ENGLISH]
MENU = "".join(f"<li><a href='/c{n}/'>栏目{n}</a></li>" for n in range(30))
RELATED = "".join(
    f"<li><a href='/{n}.html'>另一篇很长的新闻标题，第{n}号，说的是别的事情</a></li>" for n in range(12)
)


def main(page: str, charset: str = "utf-8") -> str:
    document = extract(page.encode(charset), declared_type="text/html", charset=charset, main=True)
    return shown(document)


def shown(document: Document) -> str:
    assert not document.error
    return "\n".join(part.text for part in document.main)


def paragraphs(texts: list[str]) -> str:
    return "".join(f"<p>{one}</p>" for one in texts)


def page(article: str, after: str = "") -> str:
    return (
        f"<html><head><title>清点</title></head><body><div><ul>{MENU}</ul></div>{article}<div><ul>{RELATED}</ul>{after}"
        "</div><div>版权所有 © 2024 荷塘观象台，未经授权，不得转载，谢谢合作。</div></body></html>"
    )


@pytest.mark.parametrize(
    "article",
    [
        "<div class=a>" + "".join(f"<p>{one}</p>" for one in SENTENCES) + "</div>",
        "<div class=a>" + "<br>　　".join(SENTENCES) + "</div>",  # br instead of paragraphs
        "<table><tr><td><table><tr><td>"
        + "<br><br>".join(SENTENCES)
        + "</td></tr></table></td></tr></table>",
        "<table><tr><td>" + "".join(f"<p>{one}" for one in SENTENCES) + "<td><a href=x>广告</a></table>",
        "<font size=2>" + "<p>".join(SENTENCES) + "</font>",
    ],
)
@pytest.mark.parametrize("charset", ["utf-8", "gb18030"])
def test_chinese_layouts(article: str, charset: str) -> None:
    found = main(page(article), charset)
    assert all(one in found for one in SENTENCES)
    assert "栏目" not in found
    assert "另一篇" not in found
    assert "版权" not in found


def test_structure_is_kept() -> None:
    """Headings, lists, quotes, code, tables as rows, and pictures."""
    rows = "".join(
        f"<tr><td>{name}</td><td>{count}</td></tr>" for name, count in (("北塘", 1), ("南塘", 2), ("东塘", 3))
    )
    inside = (
        f"<h2>结果</h2><p>{SENTENCES[0]}</p><img src=a.png alt=荷叶照片><ul><li>北塘的荷叶，一百二十八片</ul>"
        f"<blockquote>{SENTENCES[1]}</blockquote><pre>count = 128\n</pre><table>{rows}</table><p>{SENTENCES[2]}</p>"
        f"<p>{SENTENCES[3]}</p>"
    )
    document = extract(page(f"<article>{inside}</article>").encode(), declared_type="text/html", main=True)
    kinds = [part.kind for part in document.main]
    assert kinds == [
        *("heading", "paragraph", "image", "item", "quote", "code", "table", "paragraph", "paragraph"),
    ]
    assert document.main[6].rows == (("北塘", "1"), ("南塘", "2"), ("东塘", "3"))
    assert set(document.main) <= set(document.parts)


def test_what_surrounds_a_text_is_left_out() -> None:
    article = (
        "<div class=content><p>2024-03-05 10:00 来源：本站</p>"
        + "".join(f"<p>{one}</p>" for one in SENTENCES)
        + "<div class=share>分享到：微博</div><div>相关阅读</div><p>（图片来自网络，如有侵权请联系我们）</p></div>"
        + "<div class=comments>"
        + "".join(f"<p>网友{n}：写得很好，我也想去看看荷叶，谢谢！</p>" for n in range(9))
        + "</div>"
    )
    assert main(page(article)).split("\n") == SENTENCES


def test_announcements_of_other_pages_are_no_text() -> None:
    teasers = "".join(
        f"<li><h3><a href=/{n}>A headline that leads to page number {n}</a></h3><p>{n + 2} hours ago</p></li>"
        for n in range(12)
    )
    written = (
        f"<body><nav><ul>{MENU}</ul></nav><main><article><h1>The first count</h1>{paragraphs(LONG)}</article></main>"
        f"<aside class='related'><h2>More stories</h2><ul>{teasers}</ul></aside>"
    )
    address = "https://pond.example/news/the-first-count.html"
    document = extract(written.encode(), declared_type="text/html", base_url=address, main=True)
    assert [line for line in shown(document).split("\n") if line != "The first count"] == LONG


def test_what_is_announced_in_two_places_is_no_text_of_an_article() -> None:
    """A teaser inside an article that stands again below it, among announcements."""
    teasers = [f"A teaser of article {n}, which says enough to look like a text, and ends." for n in range(6)]
    inside = "".join(f"<p>{one}</p><p>{other}</p>" for one, other in zip(LONG[:6], teasers, strict=True))
    led = "".join(f"<li><a href='/{n}'>{one}</a></li>" for n, one in enumerate(teasers))
    written = (
        f"<head><title>The first count</title></head><body><nav><ul>{MENU}</ul></nav><main><article class='post'><h1>The "
        f"first count</h1>{inside}{paragraphs(LONG[6:])}</article></main><footer class='site-footer nav menu'><ul>{led}"
        "</ul></footer>"
    )
    address = "https://pond.example/news/the-first-count.html"
    document = extract(written.encode(), declared_type="text/html", base_url=address, main=True)
    assert all(one in shown(document) for one in LONG)
    assert "teaser" not in shown(document)


def test_a_text_with_links_between_its_paragraphs_is_whole() -> None:
    """Short paragraphs and links to other articles take turns: no announcements, though they look alike."""
    led = "<div class='embedded'><h3><a href=/{0}>A headline of another article, number {0}</a></h3></div>"
    said = "".join(f"<p>{text}</p>{led.format(number)}" for number, text in enumerate(LONG))
    written = (
        f"<head><title>The first count</title></head><body><nav><ul>{MENU}</ul></nav><article><h1>The first count</h1>"
        f"<div class='article-text'>{said}</div></article>"
    )
    address = "https://pond.example/news/the-first-count.html"
    document = extract(written.encode(), declared_type="text/html", base_url=address, main=True)
    assert all(one in shown(document) for one in LONG)


def test_the_items_of_a_list_are_its_main_text() -> None:
    """Titles and sentences of a list of articles, without the menu and the foot."""
    items = "".join(
        f"<article class='card post'><h2><a href='/{n}'>How the pond fared in week {n}</a></h2><p class='excerpt'>What"
        f" happened there in week {n}, in a sentence or two that end early.</p></article>"
        for n in range(12)
    )
    written = (
        f"<html><head><title>All articles | Blog</title></head><body class='blog archive'><nav><ul>{MENU}</ul></nav><main>"
        f"<h1>All articles</h1><div class='post-list'>{items}</div></main><footer>© 2024 The pond</footer></body></html>"
    )
    document = extract(
        written.encode(), declared_type="text/html", base_url="https://pond.example/blog/", main=True
    )
    found = shown(document)
    assert all(f"in week {n}\n" in found and f"in week {n}, in a sentence" in found for n in range(12))
    assert "栏目" not in found
    assert "©" not in found


def test_a_tab_that_is_out_of_sight_is_main_text_and_no_part_of_what_is_seen() -> None:
    tabs = (
        f"<div class='tab-pane' id='description'>{paragraphs(LONG[:4])}</div>"
        f"<div class='tab-pane' id='details' style='display:none'>{paragraphs(LONG[4:8])}</div>"
    )
    written = (
        "<html><head><title>Pond counter</title><meta property='og:type' content='product'></head><body><nav><ul>"
        f"{MENU}</ul></nav><main class='product'><h1>Pond counter</h1><p class='price'>$25.00</p><button>Add to cart"
        f"</button><div class='product-description tabs'>{tabs}</div></main></body></html>"
    )
    document = extract(
        written.encode(),
        declared_type="text/html",
        base_url="https://pond.example/products/counter",
        main=True,
    )
    assert all(sentence in shown(document) for sentence in LONG[:8])
    assert LONG[5] not in document.text


@given(
    st.lists(st.tuples(st.floats(0.015625, 0.984375, width=32), st.integers(1, 60)), min_size=1, max_size=40)
)
def test_the_limit_makes_the_best_text_to_be_expected(blocks: list[tuple[float, int]]) -> None:
    """No limit of certainty gives a better F1 in the mean over the doubts that a page's blocks share."""
    sure = np.array([one for one, _ in blocks], dtype=np.float32)
    words = np.array([many for _, many in blocks], dtype=np.float32)
    odds = (sure / (1 - sure))[None] * np.exp(choosing._DOUBTS)[:, None]
    found = odds / (1 + odds) * words

    def expected(limit: float) -> float:
        taken = sure >= limit
        both = 2 * found[:, taken].sum(axis=1)
        return float((both / (words[taken].sum() + found.sum(axis=1))).mean())

    assert expected(choosing.expected(sure, words)) >= max(map(expected, sure)) - 1e-3


def test_threads_keep_more_that_is_doubtful_than_other_pages() -> None:
    sure = np.array([0.9, 0.35, 0.3, 0.3, 0.05], dtype=np.float32)
    words = np.array([100, 200, 200, 200, 200], dtype=np.float32)
    types = {form: tuple(float(form == one) for one in signals.PAGE_TYPES) for form in signals.PAGE_TYPES}
    assert choosing.kept(sure, words, types["forum"]) == [0, 1, 2, 3]
    assert choosing.kept(sure, words, types["product"]) == choosing.kept(sure, words, types["article"]) == [0]


RUSSIAN = [
    f"В {day} день мая обсерватория опубликовала первые итоги подсчёта, и они оказались лучше, чем в прошлом году; "
    "две лодки и четыре человека обошли южный пруд с семи утра."
    for day in range(1, 9)
]
TEASERS = "".join(
    f"<div class='item'><h3><a href='/{n}.html'>Новость номер {n}</a></h3>"
    f"<p>Короткий рассказ о том, что случилось в городе {n}.</p></div>"
    for n in range(30)
)


@pytest.mark.parametrize(("texts", "among"), [(RUSSIAN, True), (LONG, False)], ids=["Russian", "English"])
def test_an_article_among_many_links_is_the_text_of_a_page_in_a_language_not_learned(
    texts: list[str], among: bool
) -> None:
    """Such pages are taken for listings, and what speaks against it are words, which are known in English alone."""
    source = Page(page(f"<div>{paragraphs(texts)}</div>{TEASERS}").encode(), "utf-8")
    blocks = parts.blocks(source.root, page_resolver(source, None), unseen=True)
    listing = tuple(0.9 if form == "listing" else 0.1 / 6 for form in signals.PAGE_TYPES)
    found = "\n".join(part.text for part in choosing.main(source, blocks, "", listing))
    assert all(one in found for one in texts)
    assert ("Короткий рассказ" not in found) is among


def test_more_is_kept_where_a_page_has_but_a_few_words_that_are_sure() -> None:
    sure = np.array([0.95, 0.3, 0.2, 0.1], dtype=np.float32)
    types = {form: tuple(float(form == one) for one in signals.PAGE_TYPES) for form in signals.PAGE_TYPES}
    few, many = (np.array([words, 30, 30, 30], dtype=np.float32) for words in (70, 150))
    for form in ("collection", "product", "listing"):
        assert choosing.kept(sure, few, types[form]) == [0, 1, 2]
        assert choosing.kept(sure, many, types[form]) == [0]
    assert choosing.kept(sure, few, types["article"]) == [0]


def test_a_line_that_points_elsewhere_does_not_end_a_text_that_goes_on() -> None:
    """A pointer to another article late in a text costs nothing of what stands after it."""
    early, late = LONG[:9], LONG[9:]
    pointer = "<p>Related: how leaves are counted</p>"
    found = main(page(f"<div>{paragraphs(early)}{pointer}{paragraphs(late)}</div>"))
    assert all(one in found for one in late)
    assert "how leaves are counted" not in found


@pytest.mark.parametrize(
    "heading", ["Most Popular", "Veja também", "Lire aussi :", "Читайте также", "人気記事"]
)
def test_what_a_site_recommends_below_a_text_ends_it(heading: str) -> None:
    teasers = paragraphs(
        ["A teaser of some other article, which says enough to look like a text, and then more."]
    )
    found = main(page(f"<div>{paragraphs(LONG)}<section><h3>{heading}</h3>{teasers}</section></div>"))
    assert "teaser" not in found and LONG[-1] in found


def test_links_inside_sentences_stay() -> None:
    linked = ENGLISH[0].replace("first count", "<a href=/count>first count</a>")
    article = (
        f"<div><p>{linked}<p>{ENGLISH[1]}<p><a href=/s>A paragraph that is a link</a><p>{ENGLISH[2]}</div>"
    )
    assert main(f"<body>{article}<div>{RELATED}</div>").split("\n") == [
        *ENGLISH[:2],
        "A paragraph that is a link",
        ENGLISH[2],
    ]


def test_an_article_that_only_scripts_would_show_is_found_in_its_description() -> None:
    body = " ".join(ENGLISH * 2)
    described = f'{{"@type": "NewsArticle", "headline": "Count", "articleBody": "{body}"}}'
    found = main(
        f"<head><script type=application/ld+json>{described}</script></head><body><div id=app></div></body>"
    )
    assert ENGLISH[1] in found


def test_it_is_only_found_when_asked_for_and_empty_when_it_is_all() -> None:
    alone = "".join(f"<p>{one}</p>" for one in SENTENCES).encode()
    assert extract(page("<p>x</p>").encode(), declared_type="text/html").main == ()
    assert extract(alone, declared_type="text/html", charset="utf-8", main=True).main == ()
    lean = extract(page(alone.decode()).encode(), declared_type="text/html", text=False, main=True)
    assert (lean.parts, lean.text) == ((), "")
    assert SENTENCES[0] in shown(lean)
    assert extract(b"", declared_type="text/html", main=True).main == ()


def test_the_library_is_silent(caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]) -> None:
    with caplog.at_level(logging.DEBUG):
        main("<body><p>short</p></body>")
        main("<html></html>")
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    "data",
    [
        b"<div>" * 100_000 + b"words",
        b"<p>a<a href=x>b</a>" * 30_000,
        b"<span>a</span>" * 50_000,
        b"<b " + b"x=1 " * 20_000 + b">short",
        b"<table><tr><td>" * 2000 + b"text",
        b"<h3><a href=x>link</a></h3><p>text, text</p>" * 10_000,
        b"<div class='" + b"a-" * 200_000 + b"'><p>short text</p></div>",
        "<p>，。".encode() * 25_000,
    ],
    ids=["deep", "anchors", "spans", "attributes", "tables", "announcements", "class", "pauses"],
)
def test_hostile_pages_take_bounded_time(data: bytes) -> None:
    start = time.process_time()
    document = extract(data, declared_type="text/html", main=True)
    assert not document.error
    assert time.process_time() - start < 8


def test_no_hostile_page_breaks_it() -> None:
    for seed in range(0, hostile.COUNT, 4):
        document = extract(hostile.page(seed), declared_type="text/html", main=True)
        assert "could not be read as" not in document.error
        assert all(part in document.parts or part.kind == "paragraph" for part in document.main)


def test_a_page_that_is_a_list_has_it_as_its_text() -> None:
    chapters = "".join(f"<li><a href={n}.html>第{n}章 荷塘边的第{n}个早晨</a></li>" for n in range(400))
    found = main(f"<body><ul>{MENU}</ul><div><p>一本关于荷塘的书。</p></div><div><ul>{chapters}</ul></div>")
    assert found.split("\n")[::399] == ["第0章 荷塘边的第0个早晨", "第399章 荷塘边的第399个早晨"]


# The book's body by counting, 7.2.2.


def _counted(html: str) -> list[str]:
    page = Page(html.encode(), None)
    assert page.root is not None
    blocks = parts.blocks(page.root, page_resolver(page, None))
    return [blocks[number].part.text for number in statistical.body(blocks)]


def test_the_body_by_counting_drops_elements_with_many_links_for_their_letters() -> None:
    """More than one link for four characters outside links: a menu goes, a text that holds a link stays (L11520)."""
    menu = "".join(f"<a href='/{n}'>Part {n}</a> | " for n in range(9))
    text = "Ten gates hold the water back <a href='/w'>as told</a> in the winter months"
    assert _counted(
        f"<div>{menu}</div><div><p>{text}</p>{'<p>Gates of the north are opened in spring alone</p>' * 2}</div>"
    ) == [
        "Ten gates hold the water back as told in the winter months",
        "Gates of the north are opened in spring alone",
        "Gates of the north are opened in spring alone",
    ]


def test_a_text_shorter_than_ten_characters_counts_nothing() -> None:
    assert _counted("<div><p>Too short</p></div>") == []
    assert _counted("<div><p>Long enough</p></div>") == ["Long enough"]


def test_the_part_of_the_page_that_weighs_most_is_its_body() -> None:
    """A notice beside it is left out, whatever its element is called."""
    rows = "".join(f"<td>Timetable of line {n}, in force since spring</td>" for n in range(8))
    found = _counted(f"<div>All rights are reserved here</div><table><tr>{rows}</tr></table>")
    assert len(found) == 8 and found[0].startswith("Timetable of line 0")


@pytest.mark.parametrize(
    ("title", "text", "score"), [("abcd", "a b", 0.5), ("北京大学", "在北京上大学", 1.0), ("", "x", 0.0)]
)
def test_a_title_is_scored_by_its_characters_in_the_body(title: str, text: str, score: float) -> None:
    """L11664."""
    assert statistical.similarity(title, text) == score


def test_a_page_of_short_lines_in_chinese_has_a_main_text_by_counting() -> None:
    """The rules want sentences; a timetable has none."""
    lines = "".join(f"<div><div>第{n}路 市中心至火车站 首班六点 末班二十二点</div></div>" for n in range(40))
    menu = "".join(f"<a href='/{n}'>栏目{n}</a>" for n in range(12))
    page = f"<title>公交时刻 市中心至火车站</title><div>{menu}</div><div class='footer'>{lines}</div>"
    document = extract(page.encode(), declared_type="text/html", main=True)
    shown = [part.text for part in document.main or document.parts]
    assert len(shown) == 40 and shown[0].startswith("第0路")
