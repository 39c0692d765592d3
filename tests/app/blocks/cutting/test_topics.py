"""What blocks are called."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from app.blocks.cutting.cutting import cut
from app.blocks.cutting.labels import name_blocks
from app.blocks.cutting.topics import THETA, extracted, trimmed
from app.blocks.page.styles import Box, RenderedStyle
from app.words.stopwords import content_words

ENGLISH = (
    "The harbour was built in 1871. Ships from the north reach the harbour in winter, because the river freezes. "
    "A new harbour for larger ships is planned, and the river will be dredged for ships."
)
CHINESE = (
    "北京大学的图书馆建于一九零二年。图书馆收藏了很多古籍，北京大学的学生在图书馆里读书。"
    "新的图书馆由北京大学和市政府建设。"
)


def topic(html: str, **options: object) -> str:
    """The topic of a page that is one block."""
    tree = cut(f"<html><body><div>{html}</div></body></html>".encode(), level=1, unit=9999, **options)  # type: ignore[arg-type]
    name_blocks(tree)
    assert len(tree.blocks) == 1
    return tree.blocks[0].topic


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (f"<p>{ENGLISH}</p><h3>Smaller</h3><h2>The old harbour</h2><p>{ENGLISH}</p>", "The old harbour"),
        (f"<p>{ENGLISH} <font size=5>Large words</font> {ENGLISH}</p>", "Large words"),
        (f"<p>{ENGLISH} <span style='font-size: 24px'>Large words</span> {ENGLISH}</p>", "Large words"),
        (f"<p><b>Set apart</b> {ENGLISH}</p>", "Set apart"),
        (f"<p><font color=red>Other colour</font> {ENGLISH}</p>", "Other colour"),
        (f"<h2>{CHINESE}</h2>", "北京大学 图书馆建"),
        ("<h1>A &amp; B</h1> and more", "A & B"),
        ("<img src=a.png alt='A lighthouse'>", "A lighthouse"),
        ("<form><input type=hidden value=secret><input placeholder='Search here'></form>", "Search here"),
        ("<img src=a.png>", ""),
    ],
)
def test_a_topic_is_found_where_the_page_shows_it(html: str, expected: str) -> None:
    assert topic(html).startswith(expected)


def test_bold_words_in_the_middle_do_not_name_a_block() -> None:
    assert topic(f"<p>{ENGLISH} <b>not this</b> {ENGLISH}</p>") != "not this"


def test_nothing_stands_out_so_the_most_frequent_words_are_taken() -> None:
    words = extracted(ENGLISH).split()
    assert words[:3] == ["harbour", "Ships", "river"]
    assert len(words) <= THETA
    assert not {"the", "in", "for"} & set(words)


def test_chinese_terms_are_found_without_a_dictionary() -> None:
    assert set(extracted(CHINESE).split()[:2]) == {"图书馆", "北京大学"}


def test_mixed_texts_give_mixed_topics() -> None:
    words = extracted("Python 的爬虫框架很多。爬虫框架 Scrapy 用 Python 写成，Scrapy 是一个爬虫框架。")
    assert {"Python", "Scrapy"} < set(words.split())
    assert any("爬虫" in word for word in words.split())


def test_long_names_are_trimmed_to_distinct_words() -> None:
    assert trimmed("The harbour and the ships of the harbour in the long cold winter of the year") == (
        "harbour ships long cold winter year"
    )
    assert trimmed("  Short   name ") == "Short name"
    assert trimmed("") == ""


def test_stop_words_of_both_languages_say_nothing() -> None:
    assert content_words("the 图书馆的书 and 我们") == ["图书馆", "书"]


def test_measured_fonts_name_a_block() -> None:
    path = "/html[1]/body[1]/div[1]/p[2]"
    boxes = {
        path: Box(0, 0, 600, 40, font=32),
        path.replace("2", "1"): Box(0, 0, 9, 9),
        path[:-5]: Box(0, 0, 9, 9),
    }
    html = f"<p>{ENGLISH}</p><p>Set in large letters</p>"
    assert topic(html, style=RenderedStyle(boxes)) == "Set in large letters"
    assert topic(html) != "Set in large letters"


def test_the_same_content_has_the_same_topic_in_every_process() -> None:
    """No order of a set, which differs from process to process, decides."""
    root = Path(__file__).parents[4]
    code = (
        f"from app.blocks.cutting.topics import extracted; print(extracted({ENGLISH + CHINESE!r}).encode())"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=root,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(root)},
            capture_output=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert said == {f"{extracted(ENGLISH + CHINESE).encode()!r}\n".encode()}


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (
            "<a class=button href=/visit>Plan a visit</a><a class=button href=/on>What is on</a>",
            "Plan a visit What is on",
        ),
        ("<a href=/a><span>Prices</span></a><a href=/b><b>Opening hours</b></a>", "Prices Opening hours"),
        ("<button>Yes</button><button>No</button>", "Yes No"),
        ("<a href=/cat>Cat</a><a href=/cat>alogue</a>", "Catalogue"),
        ("see <a href=/a>har</a>bour", "see harbour"),
        ("<i>C</i>atalogue of <a href=/1>herbs</a>", "Catalogue of herbs"),
    ],
)
def test_links_that_nothing_stands_between_are_words_of_their_own(html: str, expected: str) -> None:
    """Two buttons side by side; what is one word with tags inside stays one."""
    assert topic(html) == expected
