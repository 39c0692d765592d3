"""Titles of pages from the words of the links that lead to them: which are chosen, which are none."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from app.archive.archive import Archive
from app.graph.incoming import Incoming
from app.graph.naming import best, is_usable, named, names_of_site
from app.graph.store.feeding import feed
from extractors.html.content.statistical import similarity
from tests.app.graph.conftest import SITE, store
from tests.conftest import capture

URL = "http://news.test/2026/11/0042.html"
THEN = datetime(2026, 11, 1, tzinfo=UTC)


def link(page: str, text: str, kind: str = "content") -> Incoming:
    return Incoming(f"http://news.test/{page}", kind, text, 1, THEN, THEN, None, "")


def test_the_score_of_a_title_is_the_share_of_its_characters_in_the_body() -> None:
    assert similarity("网页标题", "这一网页的标题") == 1.0
    assert similarity("网页标题", "这一网页") == 0.5
    assert similarity("", "body") == 0.0


def test_the_words_that_most_pages_say_are_the_title() -> None:
    links = [
        link("a", "Harbour reopens"),
        link("b", "harbour  reopens »"),
        link("c", "Port news"),
        link("d", "more"),
    ]
    found = best(links, URL, "The harbour reopens on Monday; port news follow.", ())
    assert found is not None
    assert (found.text, found.pages, found.of) == ("Harbour reopens", 2, 3)


def test_links_in_texts_count_before_those_of_menus() -> None:
    links = [*(link(page, "News 42", "navigation") for page in "abc"), link("d", "Harbour reopens")]
    found = best(links, URL, "News 42: harbour reopens.", ())
    assert found is not None and (found.text, found.of) == ("Harbour reopens", 4)


def test_words_that_the_page_does_not_say_are_none() -> None:
    assert best([link("a", "全文"), link("b", "港口重新开放")], URL, "abc", ()) is None
    found = best([link("a", "全文"), link("b", "港口重新开放")], URL, "港口将重新开放", ())
    assert found is not None and found.text == "港口重新开放"


@pytest.mark.parametrize("title", ["", " ", "Untitled", "Read more »", URL, "0042.html"])
def test_what_is_no_title(title: str) -> None:
    assert not is_usable(title, URL)
    assert is_usable("Harbour reopens", URL)


def test_a_page_without_a_title_has_that_of_the_links_to_it(archive: Archive) -> None:
    store(
        archive,
        capture(f"{SITE}x", "<p>The harbour reopens on Monday.</p>"),
        capture(f"{SITE}list", f"<p>Today: <a href='{SITE}x'>harbour reopens</a> at last, they say.</p>"),
    )
    assert named(archive.path, f"{SITE}x", "The harbour reopens on Monday.", ()) is None  # no graph yet
    feed(archive)
    found = named(archive.path, f"{SITE}x", "The harbour reopens on Monday.", ())
    assert found is not None and (found.text, found.pages) == ("harbour reopens", 1)


def test_the_name_of_the_site_in_a_link_is_no_title_but_a_home_page_may_have_it(archive: Archive) -> None:
    pages = [
        capture(f"{SITE}{name}", f"<title>{name} | Port Times</title><p>{name}")
        for name in ("a", "b", "c", "d")
    ]
    store(archive, *pages)
    with archive.reader() as reader:
        names = names_of_site(reader, f"{SITE}x")
    assert names == {"Port Times"} and is_usable("Port Times", SITE)
    links = [link("a", "Port Times"), link("b", "Port Times"), link("c", "Harbour")]
    found = best(links, URL, "", names)
    assert found is not None and found.text == "Harbour"
