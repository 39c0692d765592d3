"""The parts that blocks play."""

from __future__ import annotations

import time

import pytest

from app.blocks.cutting.cutting import cut
from app.blocks.cutting.labels import Siblings, lines_of, name_blocks
from app.blocks.page.tree import BlockTree

PROSE = "<p>" + "It rains in the north, and the river rises. Ships wait for better weather. " * 4 + "</p>"
LINKS = "".join(
    f"<li><a href='/{n}'>{word}</a></li>" for n, word in enumerate(("Home", "News", "Shop", "About", "Help"))
)
TITLES = "".join(f"<li><a href='/{n}'>How the {n}th harbour was built</a></li>" for n in range(8))


def label(html: str, before: str = "", after: str = "") -> str:
    """The label of the innermost block that is just this part of a page."""
    page = f"<html><body>{before}{html}{after}</body></html>"
    tree = cut(page.encode(), level=6, unit=400)
    name_blocks(tree)
    start = page.index(html)
    holding = [
        block for block in tree.walk() if block.span[0] <= start and start + len(html) <= block.span[1]
    ]
    assert holding, "no block holds it"
    return holding[-1].label


@pytest.mark.parametrize(
    ("expected", "html"),
    [
        ("navigation", f"<nav><ul>{LINKS}</ul></nav>"),
        ("navigation", f"<div class=main-menu><ul>{LINKS}</ul></div>"),
        ("header", "<header><h1>The harbour</h1><p>News of ships and weather</p></header>"),
        ("footer", "<footer><p>Made in the north, with care</p></footer>"),
        (
            "advertisement",
            "<div class='ads right'><a href='http://x.test/'><img src=a.png alt='Buy'></a> Buy it now!</div>",
        ),
        (
            "advertisement",
            "<div>Advertisement<br><a href='http://x.test/'>Ships for less, while they last</a></div>",
        ),
        ("advertisement", "<div>广告<br><a href='http://x.test/'>便宜的船只便宜的船只便宜的船只</a></div>"),
        ("main text", f"<div>{PROSE}{PROSE}</div>"),
        ("main text", "<article><p>A short remark on ships in winter</p></article>"),
        ("list", f"<ul>{TITLES}</ul>"),
        ("comments", f"<div id=comments><p>Well said, I think so too.</p>{PROSE}</div>"),
        (
            "form",
            "<form>Name <input name=a> Mail <input name=b> <select name=c></select> <button>Send</button></form>",
        ),
        ("related links", f"<div><h3>Related articles</h3><ul>{TITLES}</ul></div>"),
        ("related links", f"<div><h3>相关文章</h3><ul>{TITLES}</ul></div>"),
        ("date/counter", "<p>Posted on 21 November 2026, 10:30</p>"),
        ("date/counter", "<p>发表于 2026年11月21日 阅读次数：1234次</p>"),
    ],
)
def test_what_the_page_says_or_shows_decides(expected: str, html: str) -> None:
    assert label(html, PROSE * 3, PROSE * 3) == expected


@pytest.mark.parametrize(
    "text", ["Marvel 2", "Birthday 60", "Mayor 3", "Decoder 12", "周边 2", "Holidays in 2026"]
)
def test_words_that_begin_or_end_like_those_of_a_date_are_none(text: str) -> None:
    assert label(f"<p>{text}</p>", PROSE * 3, PROSE * 3) != "date/counter"


@pytest.mark.parametrize(
    "text", ["Sun, 7 May 2026", "Wednesday 3 June", "3. Dez 2026", "12 views", "星期五 3日", "1,234"]
)
def test_dates_and_counters_are(text: str) -> None:
    assert label(f"<p>{text}</p>", PROSE * 3, PROSE * 3) == "date/counter"


def test_a_notice_of_rights_is_a_footer_at_the_end_only() -> None:
    rights = "<p>© 2026 The Harbour. All rights reserved.</p>"
    assert label(rights, PROSE * 5) == "footer"
    assert label(rights, "", PROSE * 5) != "footer"


def page(text: str) -> BlockTree:
    shared = "<p>This site is about harbours. It has been here for 12 years, and it will stay.</p>"
    tree = cut(f"<html><body>{text}{shared}</body></html>".encode(), level=6, unit=150)
    name_blocks(tree)
    return tree


def test_what_sibling_pages_have_too_is_not_the_main_text() -> None:
    others = [page(PROSE.replace("rains", word)) for word in ("snows", "thaws", "storms")]
    siblings = Siblings({line for leaf in tree.leaves() for line in lines_of(leaf.text)} for tree in others)
    tree = page(PROSE)
    shared = tree.leaves()[-1]
    assert shared.label == "main text"
    name_blocks(tree, siblings)
    assert siblings.share(shared) == 1
    assert shared.label != "main text"
    assert tree.leaves()[0].label == "main text"


def test_header_and_footer_of_an_article_are_not_those_of_the_page() -> None:
    foot = f"<footer class=post-nav><ul>{LINKS}</ul></footer>"
    assert label(foot, f"<article>{PROSE * 3}", "</article>") == "navigation"
    head = "<header class=post-header><h1>How the harbour was built</h1></header>"
    assert label(head, "<article>", f"{PROSE * 3}</article>") == "main text"


def test_a_search_field_among_many_links_makes_no_form() -> None:
    assert label(f"<div><ul>{LINKS}</ul><input name=q></div>", "", PROSE * 3) == "navigation"


def test_long_rows_of_digits_are_labelled_in_linear_time() -> None:
    """A digit is enough to look for “3 comments”; begun anew at each of them this would take minutes."""
    tree = cut(b"".join(b"<b>%d</b>" % (n % 100) for n in range(40_000)))
    began = time.process_time()
    name_blocks(tree)
    assert time.process_time() - began < 5
    assert all(leaf.label for leaf in tree.leaves())
