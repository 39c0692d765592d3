"""Words that a person says mean the same: sought beside those of the query, by choice, and as good as these."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.archive.archive import Archive
from app.likeness.synonyms import NAME, parsed
from app.search import saved
from app.search.index.feeding import feed
from app.search.listing import Listing
from app.search.meaning import added, widened
from app.search.query import Filter, Not, Several, Text, parse
from app.search.searching import Searcher
from tests.app.search.conftest import page, store, urls
from tests.conftest import capture

GROUPS = "United Nations = UN, U.N.\n北京华联 = 华联商厦\nship = vessel\n"


@pytest.fixture(scope="module")
def search(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Searcher]:
    archive = Archive.create(tmp_path_factory.mktemp("meaning") / "test.archive")
    store(
        archive,
        capture("http://z.example/long", page("Treaty", "The United Nations took a vote.")),
        capture("http://z.example/short", page("Vote", "The UN took a vote today.")),
        capture("http://z.example/apart", page("United", "They were united, all the nations.")),
        capture("http://z.example/shop", page("商场", "华联商厦附近开了新店。")),
        capture("http://z.example/none", page("Unrelated", "Nothing of the kind.")),
    )
    (archive.path / NAME).write_text(GROUPS, "utf-8")
    feed(archive)
    with Searcher(archive) as searcher:
        yield searcher


def test_words_that_mean_the_same_are_found_on_wish_alone(search: Searcher) -> None:
    assert urls(search.search("UN")) == ["z.example/short"]
    found = search.search("UN", synonyms=True)
    assert set(urls(found)) == {"z.example/short", "z.example/long"} and found.loose == 0
    assert set(found.synonyms) == {"United Nations", "U.N."}
    (long,) = [hit for hit in found.hits if hit.url.endswith("long")]
    begin, end = long.snippet.marks[0]
    assert long.snippet.text[begin:end] == "United Nations"


def test_words_beside_each_other_may_be_one_of_a_group(search: Searcher) -> None:
    assert set(urls(search.search("united nations"))) == {"z.example/long", "z.example/apart"}
    found = urls(search.search("united nations", synonyms=True))
    assert set(found) == {"z.example/long", "z.example/apart", "z.example/short"}
    assert set(urls(search.search('"the united nations took"', synonyms=True))) == {
        "z.example/long",
        "z.example/short",
    }


def test_a_synonym_inside_a_chinese_stretch_is_replaced_there(search: Searcher) -> None:
    assert not search.search('"北京华联附近"').hits
    assert urls(search.search('"北京华联附近"', synonyms=True)) == ["z.example/shop"]


def test_what_is_not_to_be_found_is_not_found_under_another_name(search: Searcher) -> None:
    assert set(urls(search.search("vote -UN"))) == {"z.example/long"}
    assert urls(search.search("vote -UN", synonyms=True)) == []


def test_an_export_and_a_saved_search_find_the_same(search: Searcher) -> None:
    archive = Archive.open(search.reader.path)
    assert len(list(Listing(archive, "UN", synonyms=True).hits())) == 2
    made = saved.save(archive.path, "Nations", "UN", synonyms=True)
    assert saved.count(search, made).total == 2
    assert saved.searches(archive.path) == [made] and made.synonyms and not made.forms
    assert not saved.save(archive.path, "Changes", "appeared:UN", synonyms=True).synonyms


def test_a_query_without_synonyms_stays_as_it_is() -> None:
    groups = parsed(GROUPS)
    for text in ("price tower", "shi* title:x", "a OR b", "-(a b)", "site:un.org label:main"):
        assert widened(parse(text), groups) == parse(text)
    assert widened(parse("ship"), parsed("")) == parse("ship")


def test_fields_and_conditions_keep_their_places() -> None:
    groups = parsed(GROUPS)
    node = widened(parse("title:ship site:a.org -vessel"), groups)
    assert node == Several(
        "all",
        (
            Several("any", (Text("ship", "title"), Text("vessel", "title"))),
            Filter("site", "a.org"),
            Not(Several("any", (Text("vessel"), Text("ship")))),
        ),
    )
    assert added(parse("title:ship"), widened(parse("title:ship"), groups)) == ["vessel"]
    assert widened(parse("united title:nations"), groups) == parse("united title:nations")
