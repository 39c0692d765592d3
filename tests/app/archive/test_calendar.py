"""The days of a calendar are those of the captures, for an archive, a site, a folder and a page, in any zone."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import settings as within
from hypothesis import strategies as st

from app.archive.archive import Archive
from app.archive.calendar import Calendar, DayCounts, Scope, calendar_of, day_of, end_of
from app.archive.index import activity
from app.archive.model import NewCapture
from app.archive.reader import ArchiveReader
from app.errors import CaptureMissing
from tests.app.archive.made import captures, stored

Fill = Callable[..., Archive]
Make = Callable[..., NewCapture]
INDIA = timezone(timedelta(hours=5, minutes=30))
SCOPES = {
    Scope(): "",
    Scope("site", "http://a.example/"): "//a.example/",
    Scope("folder", "http://a.example/docs/"): "//a.example/docs/",
    Scope("page", "http://a.example/docs/one.html"): "//a.example/docs/one.html",
}


def by_hand(reader: ArchiveReader, beginning: str, zone: timezone) -> dict[date, DayCounts]:
    """Every capture looked at."""
    days: dict[str, Counter[date]] = {"captures": Counter(), "versions": Counter(), "pages": Counter()}
    first: dict[str, datetime] = {}
    for each in reader.captures():
        if beginning in each.url:
            days["captures"][each.date.astimezone(zone).date()] += 1
            days["versions"][each.date.astimezone(zone).date()] += each.kind == "version"
            first[each.url] = min(first.get(each.url, each.date), each.date)
    days["pages"].update(moment.astimezone(zone).date() for moment in first.values())
    return {
        day: DayCounts(count, days["versions"][day], days["pages"][day])
        for day, count in sorted(days["captures"].items())
    }


def without_table(archive: Archive) -> None:
    db = sqlite3.connect(archive.path / "index.sqlite")
    db.execute("DROP TABLE activity")
    db.commit()
    db.close()


@within(max_examples=20)
@given(captures, st.sampled_from((UTC, INDIA, timezone(timedelta(hours=-9)))))
def test_days_are_those_that_counting_every_capture_gives(found: list[NewCapture], zone: timezone) -> None:
    with TemporaryDirectory() as folder:
        archive = stored(Path(folder) / "a.archive", found)
        for whole in (True, False):
            with archive.reader() as reader:
                for scope, beginning in SCOPES.items():
                    wanted = by_hand(reader, beginning, zone)
                    if wanted or scope.kind == "archive":
                        assert calendar_of(reader, scope, zone).days == wanted
                    else:
                        with pytest.raises(CaptureMissing):
                            calendar_of(reader, scope, zone)
            if whole:  # an index of before has no table
                without_table(archive)


def test_an_index_of_before_gets_its_table_when_it_is_next_written(fill: Fill, make_capture: Make) -> None:
    archive = fill(make_capture("http://a.example/", "x"))
    without_table(archive)
    fill(make_capture("http://a.example/docs/", "y", minutes=1))
    with archive.reader() as reader:
        held = reader.connection.execute("SELECT captures FROM activity WHERE folder_id = 0").fetchall()
        assert held == [(2,)]
        assert (
            calendar_of(reader, Scope("folder", "http://a.example/docs/"), UTC)
            .on(date(2026, 11, 21))
            .captures
            == 1
        )


def test_what_a_program_wrote_that_does_not_know_the_table_is_counted(fill: Fill, make_capture: Make) -> None:
    archive = fill(make_capture("http://a.example/", "x"), make_capture("http://a.example/2", "x", minutes=1))
    db = sqlite3.connect(archive.path / "index.sqlite")
    db.execute("UPDATE activity SET captures = 1")  # as it was before the second one
    db.commit()
    db.close()
    with archive.reader() as reader:
        assert sum(captures for _, captures, *_ in activity.quarters(reader.connection)) == 2


def test_a_calendar_of_an_empty_archive_is_empty(archive: Archive) -> None:
    with archive.reader() as reader:
        found = calendar_of(reader)
        assert not found.days and not found.years
        assert found.beside(date(2026, 1, 1), 1) is None
        with pytest.raises(CaptureMissing):
            calendar_of(reader, Scope("site", "http://a.example/"))


def test_folders_are_found_as_a_person_names_them(fill: Fill, make_capture: Make) -> None:
    archive = fill(
        make_capture("http://a.example/docs/one.html", "x"),
        make_capture("http://a.example/2", "y", minutes=1),
    )
    with archive.reader() as reader:
        for name in ("http://a.example/docs/", "a.example/docs", "http://a.example/docs/one.html"):
            assert [day.captures for day in calendar_of(reader, Scope("folder", name)).days.values()] == [1]
        assert [day.captures for day in calendar_of(reader, Scope("site", "a.example")).days.values()] == [2]


def test_years_and_days_without_captures_are_passed_over() -> None:
    days = (date(2019, 3, 1), date(2019, 12, 31), date(2024, 2, 29))
    found = Calendar({day: DayCounts(2, 1, 1) for day in days})
    assert found.years == [2019, 2024]
    assert found.beside(days[0], 1) == days[1] and found.beside(days[1], 1) == days[2]
    assert found.beside(date(2022, 1, 1), -1) == days[1] and found.beside(days[0], -1) is None
    assert list(found.of_year(2019)) == list(days[:2])
    assert (
        found.on(days[0]).changes == 0
        and found.on(days[0]).visits == 1
        and not found.on(date(2020, 1, 1)).captures
    )


def test_the_end_of_a_day_is_the_first_moment_of_the_next() -> None:
    for zone in (UTC, INDIA):
        end = end_of(date(2026, 11, 21), zone)
        assert day_of(end, zone) == date(2026, 11, 22)
        assert day_of(end - timedelta(seconds=1), zone) == date(2026, 11, 21)
