"""Values of every version: worked out once, kept, made anew where a rule or the cache is another."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace
from datetime import timedelta

import pytest

from app.archive.archive import Archive
from app.fields import rules
from app.fields.feeding import behind, feed
from app.fields.rules import Field, Way
from app.fields.store import NAME
from app.fields.table import Values, as_csv, as_json
from app.page_types import chosen as kinds
from tests.app.fields.shop import DAY, HOST, NAMES, address, field, filled, product, store
from tests.conftest import START, capture


@pytest.fixture
def shop(archive: Archive) -> Archive:
    return filled(archive)


def price(archive: Archive) -> Field:
    return rules.add(archive.path, "price", "money", "shop.example", [Way("after", "Price")])


def test_the_newest_values_and_how_one_changed(shop: Archive) -> None:
    field = price(shop)
    assert behind(shop) == 8
    fed = feed(shop)
    assert (fed.versions, fed.values, fed.unreadable, behind(shop)) == (8, 7, 0, 0)
    with Values(shop.path, [field]) as values:
        told = {row.url: row.cells[0].number for row in values.rows(field)}
        assert told == {address(name): 10.5 + n if n else 12.0 for n, name in enumerate(NAMES)}
        (before,) = values.rows(field, START + timedelta(days=1), address("shirt"))
        assert before.said == "10.5 EUR"
        first, second = values.history(field, address("shirt"))
        assert (first.said, second.said) == ("10.5 EUR", "12 EUR")
        assert first.until == second.since == START + timedelta(days=10)
        assert second.until is None
        assert values.series(field, address("shirt"))[1] == (START + timedelta(days=10), 12.0)
        reach = values.reach(field)
        assert (reach.pages, reach.matched, reach.lost) == (7, 6, 0)
        assert values.counted(field, 1) == [("11.5 EUR", 1)]


def test_what_came_since_is_read_alone(shop: Archive) -> None:
    price(shop)
    feed(shop)
    assert feed(shop).versions == 0
    store(shop, capture(address("lamp"), product("lamp", "€ 5"), minutes=20 * DAY))
    assert feed(shop).versions == 1


def test_values_go_with_their_rule(shop: Archive) -> None:
    field = price(shop)
    feed(shop)
    changed = rules.replaced(shop.path, field, replace(field, ways=(Way("css", ".old-price"),)))
    assert behind(shop) == 8
    feed(shop)
    with Values(shop.path, [field]) as old:
        assert list(old.rows(field)) == []
    with Values(shop.path, [changed]) as values:
        assert {row.said for row in values.rows(changed)} == {"99 EUR"}
    renamed = rules.replaced(shop.path, changed, replace(changed, name="was"))
    assert behind(shop) == 0  # a name is no matter of values
    rules.remove(shop.path, renamed)
    feed(shop)
    with sqlite3.connect(shop.path / NAME) as db:
        assert db.execute("SELECT count(*) FROM found").fetchone() == (0,)
    db.close()


@pytest.mark.parametrize("damage", ["program", "text", "tables"])
def test_a_cache_of_a_stranger_or_a_damaged_one_is_made_anew(shop: Archive, damage: str) -> None:
    field = price(shop)
    feed(shop)
    path = shop.path / NAME
    if damage == "text":
        path.write_bytes(b"no database at all" * 100)
    else:
        db = sqlite3.connect(path)
        sql = (
            "CREATE TRIGGER t AFTER INSERT ON found BEGIN SELECT 1; END"
            if damage == "program"
            else "DROP TABLE found"
        )
        db.execute(sql)
        db.commit()
        db.close()
    feed(shop)
    with Values(shop.path, [field]) as values:
        assert values.reach(field).matched == 6


def test_a_call_off_keeps_what_was_found(shop: Archive) -> None:
    price(shop)
    steps: list[int] = []
    fed = feed(shop, lambda done, of: steps.append(done), lambda: len(steps) >= 3)
    assert fed.versions == 3
    assert behind(shop) == 5
    feed(shop)
    assert behind(shop) == 0


def test_tables_for_other_programs(shop: Archive) -> None:
    field = price(shop)
    evil = rules.add(shop.path, "name", "text", f"{HOST}/about.html", [Way("css", "title")])
    store(shop, capture(f"{HOST}/about.html", "<title>=cmd()</title>", minutes=DAY))
    feed(shop)
    with Values(shop.path, [field, evil]) as values:
        lines = list(as_csv(values, [field, evil]))
        assert lines[0] == "url,price,name"
        assert f"{HOST}/about.html,,'=cmd()" in lines
        told = [json.loads(line) for line in as_json(values, [field])]
        assert told[0]["fields"]["price"]["values"][0]["number"] == 12.5


def test_a_field_applies_to_pages_of_a_kind(archive: Archive) -> None:
    """What it is counts, not where it stands; a person's word before what was judged. Other pages are not tried again."""
    filled(archive)
    kinds.keep(archive.path, address("lamp"), "product")
    kinds.keep(archive.path, address("chair"), "article")
    made = rules.add(archive.path, "price", "money", "shop.example kind:product", (Way("after", "Price:"),))
    also = rules.add(archive.path, "any", "money", "kind:detail", (Way("after", "Price:"),))
    feed(archive)
    with Values(archive.path, [made, also]) as values:
        found = {row.url for row in values.rows(made)}
        assert address("lamp") in found and address("chair") not in found
        assert {address("lamp"), address("chair")} <= {row.url for row in values.rows(also)}
    assert behind(archive) == 0 and feed(archive).versions == 0


def test_a_kind_that_there_is_not_is_told(archive: Archive) -> None:
    with pytest.raises(rules.FieldInvalid, match="no kind of page"):
        rules.add(archive.path, "price", "money", "shop.example kind:gadget", (Way("after", "Price:"),))
    assert field("css", "b", where="kind:商品 shop.example").page_types == {"product"}
    assert field("css", "b", where="kind:商品 shop.example").covers("http://shop.example/x")
    assert not field("css", "b", where="kind:list shop.example").covers("http://b.example/x")
