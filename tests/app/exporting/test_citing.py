"""Citations: what a document says of itself, in the order and signs of each style."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.exporting.citing import Cited
from app.exporting.copying import FORMS, copied
from app.exporting.export import newest

PAGE = """<!DOCTYPE html><html lang="{language}"><head><meta charset="utf-8"><title>{title}</title>
<meta name="author" content="{author}"><meta property="og:site_name" content="{site}">
<meta property="article:published_time" content="2025-03-05T08:00:00Z"></head>
<body><nav>Menu</nav><article><h1>{title}</h1><p>{text}</p></article></body></html>"""
TEXT = "The lotus pond was opened in spring and has been visited by many people since then. " * 5


@pytest.fixture
def pages(archive: Archive, make_capture: Callable[..., NewCapture]) -> Archive:
    with archive.writer() as writer:
        english = {"language": "en", "title": "The Pond", "author": "Jo Reed; Li Hua", "site": "Pond News"}
        writer.store(make_capture("http://a.example/pond", PAGE.format(**english, text=TEXT)))
        chinese = {"language": "zh-CN", "title": "荷塘开放", "author": "李华", "site": "荷塘新闻"}
        writer.store(
            make_capture("http://b.example/pond", PAGE.format(**chinese, text="荷塘今年春天开放。" * 20))
        )
        writer.store(make_capture("http://c.example/gone", b"", status=200))
        writer.commit()
    return archive


def taken(archive: Archive, form: str, *urls: str) -> tuple[str, int, int]:
    with archive.reader() as reader:
        wanted = [page for page in reader.all_pages() if not urls or page.url in urls]
        found = copied(reader, (newest(reader, page) for page in wanted), form)
    return found.text, found.documents, found.unread


def test_a_page_is_cited_in_words(pages: Archive) -> None:
    assert taken(pages, "citation", "http://a.example/pond")[0] == (
        "Jo Reed and Li Hua. “The Pond.” Pond News, March 5, 2025. Archived November 21, 2026. "
        "http://a.example/pond"
    )


def test_a_page_is_cited_by_the_chinese_standard(pages: Archive) -> None:
    assert taken(pages, "gbt7714", "http://b.example/pond")[0] == (
        "李华. 荷塘开放[EB/OL]. (2025-03-05)[2026-11-21]. http://b.example/pond."
    )


def test_bibtex_of_several_pages_has_an_entry_for_each(pages: Archive) -> None:
    text, documents, _ = taken(pages, "bibtex")
    assert documents == text.count("@misc{") == 3
    assert "author = {{Jo Reed} and {Li Hua}}" in text and "urldate = {2026-11-21}" in text


def test_text_is_the_main_text_below_address_and_date(pages: Archive) -> None:
    text, documents, unread = taken(pages, "text")
    assert (documents, unread) == (2, 1)
    assert text.startswith("http://a.example/pond, 2026-11-21 08:00:00 UTC\n\n")
    assert "Menu" not in text and "荷塘今年春天开放" in text


def test_markdown_keeps_headings(pages: Archive) -> None:
    assert "# The Pond" in taken(pages, "markdown", "http://a.example/pond")[0]


@pytest.mark.parametrize("form", FORMS)
def test_no_form_leaves_out_the_address(pages: Archive, form: str) -> None:
    assert "http://a.example/pond" in taken(pages, form, "http://a.example/pond")[0]


@pytest.mark.parametrize(
    ("cited", "words", "standard"),
    [
        (
            Cited("Why?", (), "x.example", "", "2026-11-21", "http://x.example/"),
            "“Why?” x.example. Archived November 21, 2026. http://x.example/",
            "Why?[EB/OL]. [2026-11-21]. http://x.example/.",
        ),
        (
            Cited("A", ("B", "C", "D", "E"), "", "2025", "2026-01-02", "http://x.example/"),
            "B, C, D, and E. “A.” 2025. Archived January 2, 2026. http://x.example/",
            "B, C, D, et al. A[EB/OL]. (2025)[2026-01-02]. http://x.example/.",
        ),
        (
            Cited("甲", ("乙", "丙", "丁", "戊"), "s", "2025-03", "2026-01-02", "http://x.example/"),
            "乙, 丙, 丁, and 戊. “甲.” s, March 2025. Archived January 2, 2026. http://x.example/",
            "乙, 丙, 丁, 等. 甲[EB/OL]. (2025-03)[2026-01-02]. http://x.example/.",
        ),
    ],
)
def test_what_is_not_known_is_left_out(cited: Cited, words: str, standard: str) -> None:
    assert (cited.in_words(), cited.by_gbt7714()) == (words, standard)


def test_work_can_be_ended_between_two_documents(pages: Archive) -> None:
    def stop(number: int) -> None:
        if number == 1:
            raise InterruptedError

    with pages.reader() as reader, pytest.raises(InterruptedError):
        copied(reader, (newest(reader, page) for page in reader.all_pages()), "text", stop)
