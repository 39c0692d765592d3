"""The kind of a page: what says so itself, what is learned, and the reasons that are given."""

from __future__ import annotations

import time

import pytest

from extractors.base.packing import pack, unpack
from extractors.base.types import Document
from extractors.door import described
from extractors.door.registry import extract
from extractors.html.types import signals
from extractors.html.types.judging import FORMS, judge
from extractors.html.types.kinds import KINDS

SENTENCE = (
    "The observatory published the result of its first count of the year on Tuesday, and it is a good one. "
)
ARTICLE = (
    "<html><head><title>First count of the year</title><meta property='og:type' content='article'></head><body>"
    "<nav><a href='/'>Home</a><a href='/news/'>News</a></nav><article class='post entry'><h1>First count of the year</h1>"
    f"<p class='byline'>By A. Leaf, 3 May 2024</p>{f'<p>{SENTENCE * 3}</p>' * 12}</article></body></html>"
)
THREAD = (
    "<html><head><title>Leaves turn brown - Pond Forum</title></head><body class='forum topic'><h1>Leaves turn brown</h1>"
    + "".join(
        f"<div class='post message' id='post-{number}'><div class='post-author username'>user{number}</div>"
        f"<div class='post-date'>3 May 2024, 10:{number}</div><div class='post-body message-content'>I have the same"
        f" question about my pond. Thanks for the reply, it helped me a lot, member number {number}.</div>"
        "<a href='#'>Reply</a> <a href='#'>Quote</a></div>"
        for number in range(10, 22)
    )
    + "<div class='topic-reply'><a href='/login'>Log in to reply</a></div></body></html>"
)


def kind(page: str, address: str = "https://pond.example/news/first-count.html", title: str = "") -> str:
    return judge(page.encode(), address, title).page_type.name


def test_signals_have_the_names_they_are_given() -> None:
    read = signals.read(ARTICLE.encode(), "https://pond.example/news/first-count.html")
    assert len(read.numbers) == len(signals.NAMES)
    number = dict(zip(signals.NAMES, read.numbers, strict=True))
    assert 0 < number["linked"] < 0.05
    assert number["text-in-article"] > 0.9
    assert number["depth"] == 2
    assert {"c:entry", "t:count", "o:article", "u:news", "l:first"} <= read.words


@pytest.mark.parametrize(
    ("address", "title", "page", "expected"),
    [
        ("https://pond.example/", "", ARTICLE, "home"),
        ("https://pond.example/index.html", "", ARTICLE, "home"),
        ("https://pond.example/gone", "404 Page not found", "<body><p>Nothing is here.</p></body>", "error"),
        ("https://pond.example/gone", "页面不存在", "<body><p>没有。</p></body>", "error"),
        ("https://pond.example/search?q=leaf", "Pond", "<body><p>Twelve pages</p></body>", "search"),
        (
            "https://pond.example/find",
            "Search results for leaf",
            "<body><p>Twelve pages</p></body>",
            "search",
        ),
        (
            "https://pond.example/account/login",
            "Sign in",
            '<body><form><input name="user"><input type="password"></form></body>',
            "login",
        ),
        (
            "https://pond.example/p/1",
            "",
            "<body><h1>Leaf</h1><img src=a.jpg><img src=b.jpg></body>",
            "picture",
        ),
    ],
)
def test_pages_that_say_themselves_what_they_are(address: str, title: str, page: str, expected: str) -> None:
    assert kind(page, address, title) == expected


def test_an_article_about_errors_is_none() -> None:
    assert kind(ARTICLE, title="Why pages are not found: 404 explained") == "article"


def test_a_thread_that_only_scripts_fill_is_no_login() -> None:
    """Its text stands in noscript, and a form to log in beside it."""
    form = '<form><input name="user"><input type="password"></form>'
    page = f"<title>Log in</title><body>{form}<noscript>{THREAD * 3}</noscript></body>"
    address = "https://pond.example/forum/topic/leaves-turn-brown"
    assert kind(page, address, "Log in") == "login"
    read = extract(page.encode(), declared_type="text/html", base_url=address, main=True)
    assert read.page_type is not None and read.page_type.name == "forum"


def test_an_article_and_a_thread_are_told_apart_with_reasons() -> None:
    article = judge(ARTICLE.encode(), "https://pond.example/news/first-count.html").page_type
    thread = judge(THREAD.encode(), "https://pond.example/forum/topic/leaves-turn-brown").page_type
    assert (article.name, thread.name) == ("article", "forum")
    assert article.confidence > 0.5
    assert {code for code, _ in thread.reasons} == {"word", "linked", "sentences"}


def test_shares_of_the_forms_add_up_to_one() -> None:
    judged = judge(THREAD.encode(), None)
    assert len(judged.forms) == len(FORMS)
    assert sum(judged.forms) == pytest.approx(1, abs=1e-4)
    assert judged.page_type.name in KINDS


@pytest.mark.parametrize("page", ["", "<", "<a", "\x00", "<p>" * 3000, "<!--", "<script>", "<a href='"])
def test_what_is_no_page_is_judged_all_the_same(page: str) -> None:
    assert kind(page, "http://[broken") in KINDS


def test_the_type_comes_with_the_main_text_and_goes_from_process_to_process() -> None:
    address = "https://pond.example/news/first-count.html"
    plain = extract(ARTICLE.encode(), declared_type="text/html", base_url=address)
    read = extract(ARTICLE.encode(), declared_type="text/html", base_url=address, main=True)
    assert plain.page_type is None
    assert read.page_type is not None
    assert unpack(pack(read)).page_type == read.page_type
    shown = described.fields(read)["page_type"]
    assert shown["name"] == "article"
    assert described.fields(Document("", ""))["page_type"] is None


@pytest.mark.parametrize(
    "piece",
    [
        "<script ",
        "<!--",
        "<a",
        '"@type": ',
        "1",
        "1,",
        "<title",
        "<meta ",
        "class ",
        "<svg><a>",
        "& ",
        "<p class=",
        " ",
    ],
)
def test_time_grows_no_faster_than_a_page(piece: str) -> None:
    """What is never closed, or goes on without end: four times the page takes about four times as long."""

    def took(size: int) -> float:
        page = (piece * (size // len(piece))).encode()
        began = time.process_time()
        signals.read(page, "https://pond.example/a")
        return time.process_time() - began

    small, large = (min(took(size) for _ in range(2)) for size in (40_000, 160_000))
    assert large < 12 * small + 0.2
