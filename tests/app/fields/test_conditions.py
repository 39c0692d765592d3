"""Conditions on fields: understood, and put to the values of versions; in queries beside words."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.archive.archive import Archive
from app.fields import rules
from app.fields.conditions import BARE, Condition, matching, parsed
from app.fields.feeding import feed
from app.fields.rules import Way
from app.search.index.feeding import feed as feed_search
from app.search.query import Filter, QueryFault, Text, parse
from app.search.searching import Searcher
from tests.app.fields.shop import NAMES, address, filled


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Archive]:
    """Nobody writes to it."""
    archive = filled(Archive.create(tmp_path_factory.mktemp("shop") / "shop.archive"))
    rules.add(archive.path, "price", "money", "", [Way("after", "Price")])
    rules.add(archive.path, "上架 日", "date", "", [Way("after", "Listed")])
    rules.add(archive.path, "name", "text", "", [Way("css", "h1")])
    feed(archive)
    feed_search(archive)
    yield archive
    archive.close()


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("price>100", Condition("price", ">", "100")),
        ("publish date >= 2026-03", Condition("publish date", ">=", "2026-03")),
        ("price:100..200", Condition("price", ":", "100..200")),
        ("author = Li Si", Condition("author", "=", "Li Si")),
        ("price", Condition("price")),
        (">5", None),
        ("price>", None),
    ],
)
def test_a_condition_is_understood(text: str, meant: Condition | None) -> None:
    assert parsed(text) == meant


@pytest.mark.parametrize("word", ["price>100", "价格<=¥5", "price:1..2", "price:..2"])
def test_a_word_that_is_likely_a_condition(word: str) -> None:
    assert BARE.fullmatch(word)
    assert parse(word) == Filter("field", word)


@pytest.mark.parametrize("word", ["a>b", "price=5", "10:30", "x:y", "&>5"])
def test_other_words_stay_words(word: str) -> None:
    assert not BARE.fullmatch(word)
    assert isinstance(parse(f"field {word}").of[-1], Text)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("price>13", ["chair", "table", "kettle", "clock"][1:]),
        ("price:11..12.5", ["lamp", "chair", "shirt"]),
        ("field:price<=11", ["shirt"]),
        ("field:price=¥12.50", []),
        ("field:price=12.50€", ["chair"]),
        ('field:"上架 日>2026-03-04"', ["kettle", "clock"]),
        ('field:"上架 日:2026-03"', list(NAMES)),
        ("field:name=LAMP", ["lamp"]),
        ("field:name=ch*", ["chair"]),
        ("field:name:o", ["clock"]),
        ("field:name -field:price", []),
        ("sold price>14 -clock", ["kettle"]),
        ("price>14 OR field:name=lamp", ["lamp", "kettle", "clock"]),
        ("field:price<=11 version:newest", []),
    ],
)
def test_values_narrow_what_is_sought(shop: Archive, query: str, names: list[str]) -> None:
    with Searcher(shop) as searcher:
        found = searcher.search(query, limit=20)
    assert {hit.url for hit in found.hits} == {address(name) for name in names}


def test_what_only_looks_like_a_condition_is_words(shop: Archive) -> None:
    with Searcher(shop) as searcher:
        assert searcher.search("weight>5", limit=5).total == 0
        with pytest.raises(QueryFault, match="no such field"):
            searcher.search("field:weight>5", limit=5)
        with pytest.raises(QueryFault, match="no condition"):
            searcher.search("field:>5", limit=5)
        with pytest.raises(QueryFault, match="none of its kind"):
            searcher.search('field:"上架 日>soon"', limit=5)


def test_an_archive_without_the_field_says_so(archive: Archive) -> None:
    assert matching(archive.path, Condition("price", ">", "5")) is None
