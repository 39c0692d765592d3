"""Kinds of pages in a search: found by them, counted, and as a person corrected them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from app.archive.archive import Archive
from app.page_types.feeding import choose, feed
from app.search.index import feeding
from app.search.searching import Searcher
from tests.app.page_types.test_feeding import HOME, STORY, TALK
from tests.conftest import capture
from tests.extractors.html.test_page_types import ARTICLE, THREAD

NOTE = "http://a.test/note.txt"


@pytest.fixture
def site(fill: Callable[..., Archive]) -> Archive:
    return fill(
        capture(HOME, f"{ARTICLE}pond"),
        capture(STORY, THREAD),
        capture(TALK, THREAD.replace("pond", "pond lake")),
        capture(NOTE, "A pond.", media_type="text/plain"),
        capture(STORY, f"{ARTICLE}pond", minutes=9),
    )


@pytest.fixture
def search(site: Archive) -> Iterator[Searcher]:
    feeding.feed(site)
    with Searcher(site) as searcher:
        yield searcher


def found(search: Searcher, text: str) -> set[str]:
    return {hit.url for hit in search.search(text).hits}


def test_a_kind_is_a_condition_in_either_language(site: Archive, search: Searcher) -> None:
    assert found(search, "kind:article") == set()
    feed(site)
    assert found(search, "kind:article") == found(search, "kind：文章") == {STORY}
    assert found(search, "kind:detail pond") == {STORY}
    assert found(search, "kind:forum") == {STORY, TALK}  # the first version of the story was a thread
    assert found(search, "kind:forum version:newest") == {TALK}
    assert found(search, "pond -kind:forum") == {HOME, STORY, NOTE}
    assert found(search, "kind:home OR kind:论坛 version:newest") == {HOME, TALK}


def test_kinds_are_counted_beside_the_hits(site: Archive, search: Searcher) -> None:
    assert search.search("pond version:newest", facets=True).facets["page_type"] == []
    feed(site)
    counted = search.search("pond version:newest", facets=True).facets["page_type"]
    assert dict(counted) == {"home": 1, "article": 1, "forum": 1, "": 1}


def test_what_a_person_says_is_found_at_once(site: Archive, search: Searcher) -> None:
    feed(site)
    choose(site, STORY, "product")
    assert found(search, "kind:product") == {STORY} and found(search, "kind:forum") == {TALK}
    choose(site, STORY, None)
    assert found(search, "kind:product") == set()
