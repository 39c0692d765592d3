"""Categories in a search: by id, by name in either language, with those below; counted; as a person said."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from app.archive.archive import Archive
from app.archive.notes.notebook import Notebook
from app.classes import categories, hand
from app.classes.categories import Categories, Rule
from app.classes.feeding import feed
from app.search.changes.events import events
from app.search.index import feeding
from app.search.query import QueryFault
from app.search.searching import Searcher
from tests.conftest import capture

ATOM, SONG, REST = (f"http://a.test/{one}.html" for one in ("atom", "song", "rest"))


def page(text: str) -> str:
    return f"<title>{text}</title><body><article><p>{text}.</p></article>"


@pytest.fixture
def site(fill: Callable[..., Archive]) -> Archive:
    archive = fill(
        capture(ATOM, page("an old atom")),
        capture(SONG, page("a song of birds")),
        capture(REST, page("a bench of birds")),
        capture(ATOM, page("a new atom"), minutes=9),
    )
    rules = (Rule("science/physics", "address", ATOM), Rule("arts", "words", "song"))
    categories.write(archive.path, Categories(categories.default(), rules))
    return archive


@pytest.fixture
def search(site: Archive) -> Iterator[Searcher]:
    feeding.feed(site)
    with Searcher(site) as searcher:
        yield searcher


def found(search: Searcher, text: str) -> set[str]:
    return {hit.url for hit in search.search(text).hits}


def test_a_category_is_a_condition_by_id_or_name_in_either_language(site: Archive, search: Searcher) -> None:
    assert found(search, "category:science") == set()
    feed(site)
    for query in ("category:science/physics", "category：物理学", "category:physics", "category:Science"):
        assert found(search, query) == {ATOM}, query
    assert found(search, "birds -category:arts") == found(search, "birds category:none") == {REST}
    assert found(search, "category:无") == {REST} and found(search, "category:*") == {ATOM, SONG}
    assert found(search, "old category:science") == {ATOM}  # with all its versions


def test_a_category_that_is_none_is_told_with_its_place(search: Searcher) -> None:
    with pytest.raises(QueryFault) as fault:
        search.search("birds category:castles")
    assert fault.value.place == 15 and "castles" in str(fault.value)


def test_categories_are_counted_with_those_below_them(site: Archive, search: Searcher) -> None:
    assert search.search("a", facets=True).facets["category"] == []
    feed(site)
    counted = search.search("a", facets=True).facets["category"]
    assert counted == [("arts", 1), ("science", 1), ("science/physics", 1)]


def test_what_a_person_says_is_found_at_once(site: Archive, search: Searcher) -> None:
    feed(site)
    hand.assign(Notebook(site.path), [REST], "sports")
    assert found(search, "category:sports") == {REST} and found(search, "category:none") == set()


def test_changes_of_pages_of_a_category(site: Archive, search: Searcher) -> None:
    feed(site)
    assert [one.url for one in events(search, "vanished:old category:science").events] == [ATOM]
    assert not events(search, "vanished:old category:arts").events
