"""`fields`: taught, kept, tried, shown, lost and mended."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from typer.testing import Result

from app.archive.archive import Archive
from tests.app.fields.shop import DAY, NAMES, address, filled, redesigned, store
from tests.conftest import capture

Run = Callable[..., Result]


@pytest.fixture
def shop(archive: Archive) -> Archive:
    return filled(archive)


def lines(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def told(result: Result, kind: str) -> list[dict[str, Any]]:
    return [one for one in lines(result) if one.get("kind") == kind]


def test_a_field_is_taught_listed_shown_and_removed(shop: Archive, tianwang: Run) -> None:
    path = shop.path
    teach = ("fields", path, "teach", address("lamp"), "--text", "€ 11.50", "--name", "price", "--json")
    result = tianwang(*teach)
    assert told(result, "proposal")[0]["agreed"] == 5
    assert told(result, "field")[0]["where"] == "shop.example"
    (listed,) = told(tianwang("fields", path, "--json"), "field")
    assert (listed["name"], listed["type"], listed["matched"], listed["lost"]) == ("price", "money", 6, 0)
    assert "price  (money, shop.example): 6 of" in tianwang("fields", path).stdout
    history = told(
        tianwang("fields", path, "values", "price", "--url", address("shirt"), "--json"), "stretch"
    )
    assert [one["values"][0]["number"] for one in history] == [10.5, 12.0]
    csv = tianwang("fields", path, "values", "--csv", "--at", "2026-12").stdout.splitlines()
    assert csv[0] == "url,price"
    assert len(csv) == 7
    assert len(lines(tianwang("fields", path, "values", "--json"))) == 6
    tianwang("fields", path, "remove", "price")
    assert tianwang("fields", path).stdout == ""


def test_ways_are_tried_without_being_kept(shop: Archive, tianwang: Run) -> None:
    run = ("fields", shop.path, "test", address("lamp"), "--css", "h1", "--json")
    (found,) = told(tianwang(*run), "finding")
    assert found["values"][0]["text"] == "lamp"
    assert tianwang("fields", shop.path).stdout == ""


def test_a_redesign_is_told_and_mended(shop: Archive, tianwang: Run) -> None:
    tianwang("fields", shop.path, "add", "price", "--kind", "money", "--after", "Price")
    tianwang("fields", shop.path)
    pages = [
        capture(address(name), redesigned(name, f"€ {10 + n}.50"), minutes=30 * DAY)
        for n, name in enumerate(NAMES)
    ]
    store(shop, *pages)
    assert len(told(tianwang("fields", shop.path, "lost", "--json"), "lost")) == 6
    assert "no longer on 6 of 6 changed pages" in tianwang("fields", shop.path, "lost", "--mend").stdout
    assert tianwang("fields", shop.path, "lost").stdout == ""


def test_wrong_usage(shop: Archive, tianwang: Run) -> None:
    assert "css" in tianwang("fields", shop.path, "add", "x", "--css", "p[", code=2).stderr
    tianwang("fields", shop.path, "add", "x", code=2)
    tianwang("fields", shop.path, "add", "x", "--css", "p", "--kind", "song", code=2)
    tianwang("fields", shop.path, "list", "--csv", code=2)
    tianwang("fields", shop.path, "dance", code=2)
    tianwang("fields", shop.path, "remove", "price", code=1)
    assert (
        "Nothing was found"
        in tianwang("fields", shop.path, "teach", address("lamp"), "--text", "no such", code=1).stderr
    )
