"""Values of fields as columns of exported lists, manifests and hits."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from app.archive.archive import Archive
from app.exporting.export import COLUMNS, Beside, export
from app.exporting.listing import write_list
from app.fields import rules
from app.fields.feeding import feed as feed_fields
from app.fields.rules import Way
from app.fields.table import FieldColumns
from app.search import listing
from app.search.index.feeding import feed
from app.search.listing import Listing
from tests.app.fields.shop import address, filled


@pytest.fixture
def shop(archive: Archive, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Archive:
    monkeypatch.setenv("TIANWANG_CONFIG", str(tmp_path / "config"))
    filled(archive)
    rules.add(archive.path, "price", "money", "", (Way("after", "Price:"),))
    rules.add(archive.path, "title", "text", "", (Way("css", ".seller"),))
    feed_fields(archive)
    return archive


def table(path: Path) -> dict[str, dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return {row["url"]: row for row in csv.DictReader(file)}


@pytest.mark.parametrize("format", ["csv", "text"])
def test_lists_and_manifests_have_a_column_for_each_field(shop: Archive, tmp_path: Path, format: str) -> None:
    """One that is called as another column has another name; the value is that of the version that is exported."""
    with shop.reader() as reader, FieldColumns(shop.path, COLUMNS) as fields:
        beside = Beside(fields.columns, fields.of)
        report = export(reader, reader.all_pages(), tmp_path / "out", format, beside=beside)
    rows = table(report.manifest)
    assert list(rows[address("lamp")])[-2:] == ["price", "title (field)"]
    assert (rows[address("lamp")]["price"], rows[address("shirt")]["price"]) == ("11.5 EUR", "12 EUR")
    assert (rows[address("lamp")]["title"], rows[address("lamp")]["title (field)"]) == ("lamp", "Li Si")
    assert rows["http://shop.example/about.html"]["price"] == ""


def test_hits_have_the_values_of_the_version_that_was_found(shop: Archive, tmp_path: Path) -> None:
    feed(shop)
    found = Listing(shop, "title:shirt version:first")
    (hit,) = found.values()
    assert [one["number"] for one in hit["fields"]["price"]] == [10.5]
    for format in ("csv", "json"):
        report = write_list(
            found.values(),
            tmp_path / format,
            format,
            name="hits",
            columns=listing.columns([shop.path]),
            row=listing.row,
        )
        if format == "csv":
            row = table(report.manifest)[address("shirt")]
            assert (row["price"], row["title"], row["title (field)"]) == ("10.5 EUR", "shirt", "Li Si")
        else:
            (line,) = report.manifest.read_text("utf-8").splitlines()
            assert json.loads(line)["fields"]["title (field)"][0]["value"] == "Li Si"


def test_an_archive_without_fields_has_no_further_columns(archive: Archive) -> None:
    with FieldColumns(archive.path) as fields:
        assert fields.columns == () and fields.of("202611-0000001") == {}
    assert not (archive.path / "fields.sqlite").exists()
