"""Fields of an archive: kept, checked, and never written over what cannot be understood."""

from __future__ import annotations

import json
import multiprocessing
from dataclasses import replace

import pytest

from app.archive.archive import Archive
from app.errors import StorageFailed, StorageUnreadable
from app.fields import rules
from app.fields.rules import FieldInvalid, FieldMissing, FieldNameTaken, Way

PRICE = (Way("css", ".price"),)


def test_fields_are_kept_by_name_changed_removed_and_brought_back(archive: Archive) -> None:
    price = rules.add(archive.path, " the  price ", "money", "shop.example", PRICE)
    rules.add(archive.path, "作者", "text", "", [Way("after", "作者")], many=True)
    assert [one.name for one in rules.fields(archive.path)] == ["the price", "作者"]
    with pytest.raises(FieldNameTaken, match="“The Price” already"):
        rules.add(archive.path, "The Price", "text", "", PRICE)
    renamed = rules.replaced(archive.path, price, replace(price, name="Preis"))
    assert (renamed.id, rules.named(archive.path, "preis")) == (price.id, renamed)
    rules.remove(archive.path, renamed)
    with pytest.raises(FieldMissing, match="no field named “Preis”"):
        rules.named(archive.path, "Preis")
    rules.restore(archive.path, renamed)
    assert rules.named(archive.path, "Preis") == renamed
    assert not list(archive.path.glob("*.part"))


@pytest.mark.parametrize(
    ("name", "way"),
    [
        ("a:b", PRICE[0]),
        ("x>1", PRICE[0]),
        ("", PRICE[0]),
        ("x", Way("css", "p[")),
        ("x", Way("xpath", "//p[")),
        ("x", Way("regex", "(")),
        ("x", Way("block", "somewhere")),
        ("x", Way("data", "price")),
        ("x", Way("after", " ")),
        ("x", Way("css", "p" * 3000)),
    ],
)
def test_what_cannot_be_used_is_refused(archive: Archive, name: str, way: Way) -> None:
    with pytest.raises(FieldInvalid):
        rules.add(archive.path, name, "text", "", [way])
    assert rules.fields(archive.path) == []


def test_a_file_that_cannot_be_understood_is_not_written_over(archive: Archive) -> None:
    path = archive.path / rules.NAME
    path.write_text("[1, 2")
    with pytest.raises(StorageUnreadable, match="cannot be understood"):
        rules.fields(archive.path)
    with pytest.raises(StorageFailed):
        rules.add(archive.path, "price", "text", "", PRICE)
    assert path.read_text() == "[1, 2"


def test_fields_of_a_stranger_that_cannot_be_used_are_left_out(archive: Archive) -> None:
    rules.add(archive.path, "price", "money", "", PRICE)
    path = archive.path / rules.NAME
    read = json.loads(path.read_text())
    good = read["fields"][0]
    bad = [{**good, "name": "two", "kind": "program"}, {**good, "name": 3, "ways": 7}, "field", None]
    path.write_text(json.dumps({"version": 1, "fields": [*bad, good]}))
    assert [one.name for one in rules.fields(archive.path)] == ["price"]


def _add(path: object, name: str) -> None:
    rules.add(path, name, "text", "", PRICE)  # type: ignore[arg-type]


def test_two_programs_that_add_fields_at_once_lose_none(archive: Archive) -> None:
    context = multiprocessing.get_context("spawn")
    both = [context.Process(target=_add, args=(archive.path, f"field {n}")) for n in range(3)]
    for one in both:
        one.start()
    for one in both:
        one.join()
    assert len(rules.fields(archive.path)) == 3


@pytest.mark.parametrize(
    ("where", "url", "covered"),
    [
        ("", "http://a.example/x", True),
        ("a.example", "https://a.example/x", True),
        ("a.example", "http://shop.a.example/x", True),
        ("a.example", "http://ba.example/x", False),
        ("http://a.example/things/", "https://a.example/things/1", True),
        ("http://a.example/things/", "https://a.example/about", False),
        ("https://a.example/*/p?id=*", "https://a.example/de/p?id=7", True),
        ("https://a.example/*/p?id=*", "https://a.example/de/pxid=7", False),
    ],
)
def test_where_a_field_applies(where: str, url: str, covered: bool) -> None:
    assert rules.check(rules.Field("1", "x", "text", where, PRICE)).covers(url) is covered
