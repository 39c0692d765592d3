"""Columns that are read on as the archive grows are what they are when read anew."""

from __future__ import annotations

from dataclasses import fields

import numpy as np

from app.archive.archive import Archive
from app.search.entries import columns
from app.search.entries.columns import Columns, Reading
from app.search.index.feeding import feed
from app.search.index.store import Database, key_of, short
from tests.app.search.conftest import DAY, filled, page, recorded
from tests.app.search.conftest import store as keep
from tests.conftest import capture


def same(one: Columns, other: Columns) -> bool:
    for field in fields(Columns):
        mine, others = getattr(one, field.name), getattr(other, field.name)
        arrays = zip(mine, others, strict=True) if field.name == "stand" else [(mine, others)]
        for a, b in arrays:
            if not (np.array_equal(a, b) if isinstance(a, np.ndarray) else a == b):
                return False
    return True


def test_what_came_since_is_added(archive: Archive) -> None:
    filled(archive)
    feed(archive)
    base = Database(archive.path)
    with archive.reader() as reader:
        reading = Reading(reader.connection, base.db)
        first = reading.columns()
        assert same(first, columns.read(reader.connection, base.db)) and first.newest.sum() == 5
        home = page("Welcome", "The prices of the museum are <a href='docs/price.html'>what it costs</a>.")
        keep(archive, capture("http://a.example/", home, minutes=50 * DAY))  # a visit
        keep(archive, capture("http://a.example/zh.html", page("内核", "新的内容。"), minutes=50 * DAY))
        stored = reading.columns()  # the index does not know the new version yet
        assert same(stored, columns.read(reader.connection, base.db)) and stored.size == first.size
        assert stored.last.max() > first.last.max()
        recorded(archive)
        feed(archive)
        grown = reading.columns()
        assert same(grown, columns.read(reader.connection, base.db))
        assert grown.size > stored.size and len(grown.sites) > len(first.sites)
    base.close()


def test_pages_are_found_by_the_keys_of_their_addresses(archive: Archive) -> None:
    filled(archive)
    feed(archive)
    base = Database(archive.path)
    with archive.reader() as reader:
        held = columns.read(reader.connection, base.db)
    base.close()
    price, none = key_of("http://a.example/docs/price.html"), key_of("http://a.example/none")
    keys = np.array([short(none), short(price), short(none)])
    assert held.has_keys(keys).tolist() == [False, True, False]
    assert len(held.with_keys(keys)) == 2 and set(held.keys[held.with_keys(keys)]) == {price}
    assert not len(held.with_keys(keys[:1])) and not len(held.with_keys(np.zeros(0, np.int64)))
