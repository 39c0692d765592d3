"""Change, rot, growth, errors and mix of a real archive; and the same figures as tables and files."""

from __future__ import annotations

import csv
import math
from pathlib import Path

import pytest

from app.archive.archive import Archive
from app.search.index.feeding import feed
from app.search.searching import Searcher
from app.statistics import change, mix, observations, tables
from app.statistics.observations import Observations, country, depth, sector
from tests.app.statistics.conftest import DAY, store
from tests.conftest import capture

NEWS, HELP, OLD = "http://a.com/news", "http://a.edu.cn/x/help", "http://b.gov/old"


@pytest.fixture
def seen(archive: Archive) -> Archive:
    """A page that changes each day, one that never does, one that goes; an error of a server, a picture, a broken link."""
    captures = []
    for day in range(9):
        captures.append(capture(NEWS, f"<p>News of day {day}</p>", minutes=day * DAY))
        captures.append(capture(HELP, "<html lang=zh><p>帮助文档，一直不变。</p>", minutes=day * DAY + 1))
    captures += [capture(OLD, "<p>Old</p>", minutes=day * DAY + 2) for day in (0, 3, 5)]
    captures.append(capture(OLD, "broken", minutes=6 * DAY, status=503))  # type: ignore[arg-type]
    captures.append(capture(OLD, "gone", minutes=8 * DAY, status=404))  # type: ignore[arg-type]
    captures.append(capture("http://b.gov/lost", "none", minutes=8 * DAY, status=404))  # type: ignore[arg-type]
    captures.append(capture("http://a.com/logo.png", b"\x89PNG\r\n\x1a\n", media_type="image/png"))
    return store(archive, *captures)


def read(archive: Archive, **more: object) -> Observations:
    with archive.reader() as reader:
        return observations.read(reader, **more)  # type: ignore[arg-type]


def test_looks_are_those_at_documents_that_were_there(seen: Archive) -> None:
    """16 looks at the two pages, two at the third one while it stood and one that found it gone after three days."""
    intervals = change.intervals(read(seen))
    assert (len(intervals.page), int(intervals.changed.sum()), int(intervals.gone.sum())) == (19, 9, 1)
    assert round(float(intervals.days[intervals.gone][0]), 3) == 2.999


def test_half_lives_are_told_by_groups(seen: Archive) -> None:
    found = read(seen)
    by = {one.group: one for one in change.lifetimes(found, "sector")}
    assert (by["com"].life.half_life, by["com"].life.changed, by["com"].life.intervals) == (0.0, 8, 8)
    assert (by["edu"].life.half_life, by["edu"].life.changed) == (math.inf, 0)
    assert by["gov"].life.low < by["gov"].life.half_life < by["gov"].life.high
    assert [one.group for one in change.lifetimes(found, "depth")] == ["1", "2"]
    assert {one.group for one in change.lifetimes(found, "site")} == {"a.com", "a.edu.cn", "b.gov"}
    (every,) = change.lifetimes(found, rot=True)
    assert (every.pages, every.life.changed, every.life.exposure > 23) == (3, 1, True)


def test_what_a_search_finds_can_decide_what_a_change_is(archive: Archive) -> None:
    """Marks that nobody reads change with each answer; the words do once."""
    for day in range(6):
        store(archive, capture(NEWS, f"<!-- {day} --><p>Said {day // 3}</p>", minutes=day * DAY))
    feed(archive)
    with Searcher(archive) as searcher:
        by_words = observations.read(searcher.reader, words=searcher.columns)
    assert int(change.intervals(read(archive)).changed.sum()) == 5
    assert int(change.intervals(by_words).changed.sum()) == 1


def test_changes_are_told_by_hour_and_day_of_the_week(archive: Archive) -> None:
    """A page that is looked at each hour and changes at noon: 21 November 2026 is a Saturday, captures begin at 8:00."""
    for hour in range(48):
        store(archive, capture(NEWS, f"<p>Noon {(hour + 8 - 12) // 24}</p>", minutes=hour * 60 - 1))
    hours, intervals = change.rates(read(archive), "hour")
    assert intervals == 47
    assert max(range(24), key=lambda hour: hours[hour].rate) in (11, 12)
    days, _ = change.rates(read(archive), "weekday")
    assert [day.exposure > 0 for day in days] == [True, False, False, False, False, True, True]
    ahead, _ = change.rates(read(archive), "hour", offset=8 * 3600)
    assert max(range(24), key=lambda hour: ahead[hour].rate) in (19, 20)


def test_growth_errors_and_mix_are_told_by_period(seen: Archive) -> None:
    found = read(seen)
    growth = mix.growth(found, "day")
    assert [(one.captures, one.new_pages, one.pages) for one in growth[:2]] == [(4, 4, 4), (2, 0, 4)]
    assert (growth[-1].pages, sum(one.captures for one in growth)) == (5, 25)
    last = mix.errors(found, "day")[-1]
    assert (last.errors.of, last.errors.n, last.gone.of) == (2, 4, 2)
    assert mix.errors(found, "month")[0].errors.n == 4  # without the picture
    languages = {one.value: one.pages.of for one in mix.shares(found, "language", "month")}
    assert languages["zh"] == 1
    assert {one.value for one in mix.shares(found, "type", "month")} == {"page", "image"}


def test_every_table_has_its_columns_and_can_be_written(seen: Archive, tmp_path: Path) -> None:
    made = tables.of_archive(read(seen), period="day")
    assert {one.name for one in made} == set(tables.OF_ARCHIVE)
    for one in made:
        assert all(len(row) == len(one.columns) for row in one.rows)
        assert len(one.begins) in (0, len(one.rows))
    groups = [one for one in made if one.name == "change"]
    tables.write_csv(tmp_path / "change.csv", groups)
    rows = list(csv.DictReader((tmp_path / "change.csv").read_text("utf-8-sig").splitlines()))
    assert len(rows) == sum(len(one.rows) for one in groups)
    assert {row["reported"] for row in rows if row["by"] == "sector"} == {"under-2-months", "about-4-months"}
    assert [row["half_life"] for row in rows if row["group"] == "a.edu.cn"] == [""]  # infinite


def test_an_archive_without_captures_has_tables_without_rows(archive: Archive) -> None:
    assert not any(one.rows for one in tables.of_archive(read(archive)))


@pytest.mark.parametrize(
    ("site", "of", "where"),
    [
        ("www.example.com", "com", ""),
        ("pku.edu.cn", "edu", "cn"),
        ("ox.ac.uk:8080", "edu", "uk"),
        ("nasa.gov", "gov", ""),
        ("service.gouv.fr", "gov", "fr"),
        ("co.uk", "", "uk"),
        ("example.de", "", "de"),
        ("127.0.0.1", "", ""),
        ("[::1]:80", "", ""),
        ("localhost", "", ""),
    ],
)
def test_sites_have_a_sector_and_a_country(site: str, of: str, where: str) -> None:
    assert (sector(site), country(site)) == (of, where)


def test_depth_is_that_of_the_path() -> None:
    assert [
        depth(url) for url in ("http://a/", "http://a/b?c/d", "http://a/b/c/", "http://a/1/2/3/4/5/6/7")
    ] == ["0", "1", "2", "6+"]
