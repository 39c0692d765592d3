"""All hits of a query, to be taken out of the archive."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.archive.archive import Archive
from app.exporting.export import export
from app.search.index.feeding import feed
from app.search.listing import COLUMNS, Listing, row
from tests.app.search.conftest import page, store
from tests.conftest import capture

PRICE = "http://a.example/docs/price.html"


@pytest.fixture
def read(site: Archive) -> Archive:
    feed(site)
    return site


def test_every_hit_comes_and_not_only_the_first_ones(read: Archive) -> None:
    store(read, *(capture(f"http://c.example/{n}", page(f"Page {n}", "many museums")) for n in range(25)))
    feed(read)
    assert len(list(Listing(read, "museums").hits())) == 25
    assert [one["title"] for one in Listing(read, "museums", "title", offset=2, limit=2).values()] == [
        "Page 10",
        "Page 11",
    ]


def test_pages_are_those_of_the_version_that_was_found(read: Archive, tmp_path: Path) -> None:
    listing = Listing(read, "costs five")
    with read.reader() as reader:
        report = export(reader, listing.pages(reader), tmp_path, "text", version=listing.version)
    assert report.files == 1
    assert "costs five" in (tmp_path / "Prices.txt").read_text("utf-8")


def test_versions_are_all_that_say_it(read: Archive) -> None:
    with read.reader() as reader:
        every = [version.id for version in reader.versions(PRICE)]
        assert Listing(read, '"free of charge"').ids() == [every[0], every[2]]
        assert Listing(read, "title:prices").ids() == every


def test_a_row_has_a_value_in_every_column(read: Archive) -> None:
    (value,) = Listing(read, '"free of charge"').values()
    made = row(value)
    assert tuple(made) == COLUMNS and made["versions"] == 2 and "free of charge" in str(made["snippet"])
