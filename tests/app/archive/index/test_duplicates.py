"""The same content under several addresses: found by digest, with the index or without, what repeats most first."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

from app.archive.archive import Archive
from app.archive.model import NewCapture

Fill = Callable[..., Archive]
Make = Callable[..., NewCapture]

PICTURE, SMALL = b"\x89PNG" + b"x" * 5000, b"\x89PNG" + b"y" * 10


def filled(fill: Fill, make_capture: Make) -> Archive:
    return fill(
        make_capture("http://a.test/", "<title>One</title>"),
        make_capture("http://a.test/index.html", "<title>One</title>"),
        make_capture("http://a.test/", "<title>Two</title>", minutes=1),
        make_capture("http://a.test/", "<title>One</title>", minutes=2),
        make_capture("http://a.test/a.png", PICTURE, media_type="image/png"),
        make_capture("http://b.test/a.png", PICTURE, media_type="image/png"),
        make_capture("http://b.test/b.png", PICTURE, media_type="image/png", minutes=3),
        *(make_capture(f"http://c.test/{n}.png", SMALL, media_type="image/png") for n in range(4)),
        *(make_capture(f"http://c.test/gone/{n}", "not here", status=404) for n in range(3)),
        make_capture("http://c.test/empty1", ""),
        make_capture("http://c.test/empty2", ""),
        make_capture("http://c.test/alone", "<title>Alone</title>"),
    )


def test_groups_come_with_the_newest_capture_of_each_address_and_what_repeats_most_first(
    fill: Fill, make_capture: Make
) -> None:
    with filled(fill, make_capture).reader() as reader:
        groups = list(reader.duplicates())
        assert [(len(one.captures), one.length, one.repeated) for one in groups] == [
            (3, len(PICTURE), 2 * len(PICTURE)),
            (4, len(SMALL), 3 * len(SMALL)),
            (2, 18, 18),
        ]
        assert [one.url for one in groups[0].captures] == [
            "http://a.test/a.png",
            "http://b.test/a.png",
            "http://b.test/b.png",
        ]
        home = groups[2].captures[0]
        assert home == reader.latest_version("http://a.test/"), "the newest version with that content"
        assert {one.digest for one in groups[0].captures} == {groups[0].digest}


def test_groups_are_of_the_addresses_kinds_and_types_asked_for(fill: Fill, make_capture: Make) -> None:
    with filled(fill, make_capture).reader() as reader:
        assert [len(one.captures) for one in reader.duplicates(["http://b.test/"])] == [2]
        assert [len(one.captures) for one in reader.duplicates(kinds=["document"])] == [2]
        assert [len(one.captures) for one in reader.duplicates(types=["image/"])] == [3, 4]
        assert list(reader.duplicates(["http://nowhere.test/"])) == []


def test_an_index_of_before_is_read_without_and_gets_it_when_it_is_written(
    fill: Fill, make_capture: Make
) -> None:
    archive = filled(fill, make_capture)
    with sqlite3.connect(archive.path / "index.sqlite") as db:
        db.execute("DROP INDEX captures_by_digest")
    db.close()
    with archive.reader() as reader:
        assert len(list(reader.duplicates())) == 3
    with archive.writer():
        pass
    with archive.reader() as reader:
        assert len(list(reader.duplicates())) == 3
        plan = reader.connection.execute(
            "SELECT name FROM sqlite_master WHERE name = 'captures_by_digest'"
        ).fetchall()
        assert plan


def test_a_rebuilt_index_lists_the_same(fill: Fill, make_capture: Make) -> None:
    archive = filled(fill, make_capture)
    with archive.reader() as reader:
        before = [(one.digest, [each.id for each in one.captures]) for one in reader.duplicates()]
    Archive.reindex(archive.path)
    with archive.reader() as reader:
        assert [(one.digest, [each.id for each in one.captures]) for one in reader.duplicates()] == before
        assert "captures_by_digest" in {
            row[0] for row in reader.connection.execute("SELECT name FROM sqlite_master")
        }
