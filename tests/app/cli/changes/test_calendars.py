"""`calendar` and `ls --at`: the days of captures, and an archive as it was on one of them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from app.archive.archive import Archive
from app.archive.model import NewCapture
from tests.conftest import START

Run = Callable[..., Result]
Objects = Callable[..., list[dict[str, Any]]]
Fill = Callable[..., Archive]
Make = Callable[..., NewCapture]
DAY = 24 * 60
YEAR = 365 * DAY


@pytest.fixture
def grown(fill: Fill, make_capture: Make) -> Archive:
    """A home page that changed after a day, was seen again after a year, and a page that came then."""
    return fill(
        make_capture("http://a.test/", "<title>Old</title>"),
        make_capture("http://a.test/", "<title>New</title>", minutes=DAY),
        make_capture("http://a.test/", "<title>New</title>", minutes=YEAR),
        make_capture("http://a.test/docs/late.html", "<title>Late</title>", minutes=YEAR),
    )


def test_each_day_has_its_counts(grown: Archive, objects: Objects) -> None:
    *days, summary = objects("calendar", grown.path)
    first, second, third = (str((START + timedelta(days=days)).date()) for days in (0, 1, 365))
    assert [list(day.values()) for day in days] == [
        [first, 1, 1, 1, 0],
        [second, 1, 1, 0, 1],
        [third, 2, 1, 1, 0],
    ]
    assert list(days[0]) == ["date", "captures", "versions", "pages", "changes"]
    assert summary == {
        "kind": "summary",
        "days": 3,
        "captures": 4,
        "versions": 3,
        "pages": 2,
        "changes": 1,
        "years": [2026, 2027],
    }


def test_a_calendar_can_be_of_a_page_a_folder_a_site_and_a_year(grown: Archive, objects: Objects) -> None:
    def captures(*arguments: object) -> int:
        return int(objects("calendar", grown.path, *arguments)[-1]["captures"])

    assert captures("http://a.test/") == captures("a.test") == 3
    assert captures("a.test/docs", "--folder") == captures("http://a.test/docs/late.html", "--folder") == 1
    assert captures("a.test", "--site") == 4
    assert captures("--year", "2026") == 2 and captures("--year", "2020") == 0


def test_people_get_lines_with_bars(grown: Archive, archive: Archive, tianwang: Run, tmp_path: Path) -> None:
    lines = tianwang("calendar", grown.path).output.splitlines()
    assert lines[0].startswith("2026-11-21") and "1 captured" in lines[0] and lines[0].endswith("█" * 15)
    assert lines[-1] == "3 days, 4 captures, 1 change, 2 new pages."
    empty = Archive.create(tmp_path / "empty.archive")
    assert tianwang("calendar", empty.path).output == "Nothing was captured.\n"


def test_what_is_not_there_is_told(grown: Archive, tianwang: Run, refused: Callable[..., str]) -> None:
    assert "nowhere" in tianwang("calendar", grown.path, "http://nowhere.test/", code=1).output
    assert "--folder" in refused("calendar", grown.path, "a.test", "--site", "--folder")
    assert "address" in refused("calendar", grown.path, "--site")


def test_ls_shows_an_archive_as_it_was(grown: Archive, objects: Objects) -> None:
    def listed(*arguments: object) -> list[tuple[str, str]]:
        return [(one["url"], one["title"]) for one in objects("ls", grown.path, *arguments)]

    assert listed("--at", "2026-11-20") == []
    assert listed("--at", "2026-11-21") == [("http://a.test/", "Old")]
    assert listed("--at", "2026-11") == listed("--at", "2026") == [("http://a.test/", "New")]
    assert listed("--at", "2027", "http://a.test/docs/") == [("http://a.test/docs/late.html", "Late")]
    assert listed("--at", "2027", "--kind", "error") == []


def test_ls_at_a_moment_goes_with_no_span(grown: Archive, refused: Callable[..., str]) -> None:
    for other in ("--since=2026", "--visits", "--duplicates"):
        assert "--at" in refused("ls", grown.path, "--at", "2026", other)
    assert "is not a date" in refused("ls", grown.path, "--at", "yesterday")
