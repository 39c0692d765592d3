"""A cache beside the index: not there, damaged, a stranger's, held by another, on a disk that cannot be written."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from app.archive.cache import Cache


class Numbers(Cache):
    NAME = "numbers.sqlite"
    VERSION = 1

    def _begin(self, db: sqlite3.Connection) -> None:
        db.execute("CREATE TABLE IF NOT EXISTS numbers (number INTEGER)")
        if db.execute("PRAGMA user_version").fetchone() == (0,):
            db.execute(f"PRAGMA user_version = {self.VERSION}")

    def _check(self, db: sqlite3.Connection) -> None:
        if db.execute("PRAGMA user_version").fetchone() != (self.VERSION,):
            raise ValueError("of another version")
        db.execute("SELECT number FROM numbers LIMIT 0")

    def add(self, number: int) -> None:
        with self._writing() as db:
            db.execute("INSERT INTO numbers VALUES (?)", (number,))
            if number < 0:
                raise ValueError("below nothing")

    def sum(self) -> int | None:
        row = self._row("SELECT sum(number) FROM numbers")
        return row[0] if row else None


def kept(folder: Path, number: int = 5) -> None:
    with Numbers(folder, make=True) as cache:
        cache.add(number)


def test_without_a_file_nothing_is_known_and_none_is_made(tmp_path: Path) -> None:
    with Numbers(tmp_path) as cache:
        assert cache.sum() is None
    assert not list(tmp_path.iterdir())


def test_what_was_kept_is_read_by_another(tmp_path: Path) -> None:
    kept(tmp_path)
    with Numbers(tmp_path) as cache:
        assert cache.sum() == 5


def test_a_change_that_fails_half_way_is_taken_back(tmp_path: Path) -> None:
    kept(tmp_path)
    with Numbers(tmp_path, make=True) as cache:
        with pytest.raises(ValueError, match="below"):
            cache.add(-1)
        assert cache.sum() == 5


@pytest.mark.parametrize("kind", ["no database", "another version", "a program in it", "cut"])
def test_a_file_that_is_not_to_be_used_is_made_anew_by_who_writes(tmp_path: Path, kind: str) -> None:
    """A reader knows nothing then, and leaves it alone."""
    kept(tmp_path)
    file = tmp_path / Numbers.NAME
    if kind == "no database":
        file.write_bytes(b"something else")
    elif kind == "cut":
        file.write_bytes(file.read_bytes()[:3000])
    else:
        with sqlite3.connect(file) as db:
            if kind == "another version":
                db.execute("PRAGMA user_version = 2")
            else:
                db.execute("CREATE TRIGGER t AFTER INSERT ON numbers BEGIN DELETE FROM numbers; END")
        db.close()
    before = file.read_bytes()
    with Numbers(tmp_path) as cache:
        assert cache.sum() is None
    assert file.read_bytes() == before
    kept(tmp_path, 7)
    with Numbers(tmp_path) as cache:
        assert cache.sum() == 7


def test_a_link_and_a_folder_in_its_place_are_no_file_of_ours(tmp_path: Path) -> None:
    """A link goes, what it led to stays; a folder cannot be replaced."""
    other = tmp_path / "other.sqlite"
    other.write_bytes(b"of somebody")
    (tmp_path / Numbers.NAME).symlink_to(other)
    kept(tmp_path)
    assert other.read_bytes() == b"of somebody"
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / Numbers.NAME).mkdir()
    with pytest.raises(ValueError, match="no file"):
        Numbers(tmp_path / "b", make=True)


def test_a_file_that_another_holds_is_not_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept(tmp_path)
    monkeypatch.setattr("app.archive.cache._WAIT", 0.05)
    holder = sqlite3.connect(tmp_path / Numbers.NAME, isolation_level=None)
    try:
        holder.execute("PRAGMA journal_mode = DELETE")
        holder.execute("BEGIN EXCLUSIVE")
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            Numbers(tmp_path, make=True)
    finally:
        holder.close()
    with Numbers(tmp_path) as cache:
        assert cache.sum() == 5
