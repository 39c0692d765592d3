"""The file of kept comparisons: bounded, shared, never needed."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest

from app.blocks.noise.comparer import NAME, ChangesCache, key_of


def test_values_come_back_in_another_program(tmp_path: Path) -> None:
    with ChangesCache(tmp_path) as one, ChangesCache(tmp_path) as other:
        one.keep(key_of("a", 1), b"what")
        other.keep(key_of("b", 1), b"else")
        assert other.get(key_of("a", 1)) == b"what"
        assert one.get(key_of("b", 1)) == b"else"
        assert one.get(key_of("a", 2)) is None


def test_it_stops_growing_and_the_least_used_make_room(tmp_path: Path) -> None:
    most = 1 << 20
    with ChangesCache(tmp_path, most) as cache:
        for number in range(2000):
            cache.keep(key_of(number), os.urandom(2000))
        last = cache.get(key_of(1999))
        cache.keep(key_of("modest"), b"x", modest=True)
    assert last is not None
    assert (tmp_path / NAME).stat().st_size < 2 * most


def test_modest_values_take_free_room_only(tmp_path: Path) -> None:
    with ChangesCache(tmp_path, 1 << 20) as cache:
        for number in range(1500):
            cache.keep(key_of(number), os.urandom(2000), modest=True)
        assert cache.get(key_of(0)) is not None
        assert cache.get(key_of(1499)) is None


@pytest.mark.parametrize("content", [b"not a database at all, but long enough to be looked at" * 50, b""])
def test_a_damaged_file_is_made_anew(tmp_path: Path, content: bytes) -> None:
    (tmp_path / NAME).write_bytes(content)
    with ChangesCache(tmp_path) as cache:
        assert cache.get(key_of(1)) is None
    with ChangesCache(tmp_path) as cache:
        cache.keep(key_of(1), b"value")
        assert cache.get(key_of(1)) == b"value"


def test_a_table_of_another_kind_and_foreign_values_are_not_trusted(tmp_path: Path) -> None:
    with ChangesCache(tmp_path) as cache:
        cache.keep(key_of(1), b"value")
    with sqlite3.connect(tmp_path / NAME) as db:
        db.execute("UPDATE kept SET value = 7")
    db.close()
    with ChangesCache(tmp_path) as cache:
        assert cache.get(key_of(1)) is None


def test_without_a_place_everything_works_and_nothing_is_kept(tmp_path: Path) -> None:
    with ChangesCache(tmp_path / "none") as cache:
        cache.keep(key_of(1), b"value")
        assert cache.get(key_of(1)) is None
    (tmp_path / "elsewhere").write_bytes(b"")
    (tmp_path / NAME).symlink_to(tmp_path / "elsewhere")
    with ChangesCache(tmp_path) as cache:
        cache.keep(key_of(1), b"value")
        assert cache.get(key_of(1)) is None
    assert (tmp_path / "elsewhere").read_bytes() == b""


def test_while_another_program_writes_nothing_waits_for_long(tmp_path: Path) -> None:
    with ChangesCache(tmp_path) as cache:
        cache.keep(key_of(1), b"value")
        other = sqlite3.connect(tmp_path / NAME, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        cache.keep(key_of(2), b"value")
        assert cache.get(key_of(1)) == b"value"
        other.execute("ROLLBACK")
        other.close()
        assert cache.get(key_of(2)) is None


def test_a_file_that_would_run_something_is_made_anew(tmp_path: Path) -> None:
    with ChangesCache(tmp_path) as cache:
        cache.keep(key_of(1), b"value")
    with sqlite3.connect(tmp_path / NAME) as db:
        db.execute("UPDATE kept SET used = 0")  # to be written when it is looked at
        db.execute("CREATE TRIGGER lies AFTER UPDATE ON kept BEGIN UPDATE kept SET value = x'00'; END")
    db.close()
    with ChangesCache(tmp_path) as cache:
        assert cache.get(key_of(1)) is None
    with ChangesCache(tmp_path) as cache:
        cache.keep(key_of(1), b"value")
        assert cache.get(key_of(1)) == b"value"
