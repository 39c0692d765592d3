"""Values of fields counted beside hits: each count is what its condition finds."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.archive.archive import Archive
from app.fields import rules
from app.fields.feeding import feed as feed_fields
from app.fields.rules import Kind, Way
from app.search.index.feeding import feed
from app.search.searching import Searcher
from tests.app.fields.shop import DAY, NAMES, address, filled, product, store
from tests.conftest import capture


def define(archive: Archive, name: str, kind: Kind, *ways: Way) -> None:
    rules.add(archive.path, name, kind, "", ways)


@pytest.fixture
def shop(archive: Archive) -> Archive:
    """Six things at 11.50 to 15.50, the first at 12 now, sold by two people, listed in March and April."""
    filled(archive)
    store(
        archive,
        capture(
            address("vase"), product("vase", "€ 1.234", author='Ana "A" (B)').replace("3月1日", "4月1日")
        ),
    )
    define(archive, "price", "money", Way("after", "Price:"))
    define(archive, "seller", "text", Way("css", ".seller"))
    define(archive, "listed", "date", Way("after", "Listed"))
    define(archive, "the note", "text", Way("css", ".old-price"))
    feed_fields(archive)
    feed(archive)
    return archive


@pytest.fixture
def search(shop: Archive) -> Iterator[Searcher]:
    with Searcher(shop) as made:
        yield made


def counted(search: Searcher, query: str) -> dict[str, dict[str, int]]:
    facets = search.search(query, facets=True).facets
    return {name[6:]: dict(values) for name, values in facets.items() if name.startswith("field:")}


def test_texts_amounts_and_dates(search: Searcher) -> None:
    found = counted(search, "sold")
    assert found["seller"]["=Li Si"] == 6 and len(found["seller"]) == 2
    assert found["listed"] == {"=2026-04": 1, "=2026-03": 6}
    assert sum(found["price"].values()) == 7, "each page has the price of its newest version alone"
    assert "=10.5" not in found["price"]


def test_each_count_is_what_its_condition_finds(search: Searcher) -> None:
    for name, values in counted(search, "sold").items():
        for value, count in values.items():
            if '"' not in value:
                asked = f'sold version:newest field:"{name}{value}"'
                assert search.search(asked).total == count, asked


def test_counts_are_of_what_was_found_and_follow_the_values(shop: Archive, search: Searcher) -> None:
    assert counted(search, f"title:{NAMES[1]}")["price"] == {"=11.5": 1}
    assert counted(search, "title:about") == {}
    store(shop, capture(address(NAMES[1]), product(NAMES[1], "€ 20"), minutes=20 * DAY))
    feed_fields(shop)
    feed(shop)
    search._narrowing._fields._rest = 0.0
    assert counted(search, f"title:{NAMES[1]} version:newest")["price"] == {"=20": 1}
    rules.remove(shop.path, rules.named(shop.path, "price"))
    search._narrowing._fields._rest = 0.0
    assert "price" not in counted(search, f"title:{NAMES[1]}")
