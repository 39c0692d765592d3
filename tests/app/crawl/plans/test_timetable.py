"""When a repeated crawl runs next, by the clock of this machine."""

from __future__ import annotations

import time as clock
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.crawl.plans.timetable import Timetable, TimetableInvalid, next_run, parse


@pytest.fixture
def berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3")
    clock.tzset()
    yield
    monkeypatch.undo()
    clock.tzset()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "startup",
        "hourly",
        "every 6 hours",
        "daily 03:00",
        "weekly sun 23:59",
        "monthly 31 00:00",
        "yearly 02-29 12:30",
    ],
)
def test_a_timetable_is_written_as_it_is_read(text: str) -> None:
    assert str(parse(text)) == text
    assert parse(str(parse(text.upper()))) == parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "often",
        "daily 25:00",
        "weekly",
        "weekly day",
        "monthly 0",
        "monthly 32",
        "yearly 13-01",
        "every 0 hours",
    ],
)
def test_what_is_no_timetable_is_refused_with_examples(text: str) -> None:
    with pytest.raises(TimetableInvalid, match="daily"):
        parse(text)


@pytest.mark.usefixtures("berlin")
@pytest.mark.parametrize(
    ("text", "after", "wanted"),
    [
        ("hourly", "2026-11-21T10:20+01:00", "2026-11-21T11:20+01:00"),
        ("every 6 hours", "2026-11-21T22:00+01:00", "2026-11-22T04:00+01:00"),
        ("daily 03:00", "2026-11-21T02:59+01:00", "2026-11-21T03:00+01:00"),
        ("daily 03:00", "2026-11-21T03:00+01:00", "2026-11-22T03:00+01:00"),
        ("weekly mon 09:30", "2026-11-21T12:00+01:00", "2026-11-23T09:30+01:00"),
        ("weekly sat 09:30", "2026-11-21T09:30+01:00", "2026-11-28T09:30+01:00"),
        ("monthly 31 06:00", "2026-11-21T12:00+01:00", "2026-11-30T06:00+01:00"),
        ("monthly 31 06:00", "2027-01-31T06:00+01:00", "2027-02-28T06:00+01:00"),
        ("yearly 02-29 06:00", "2026-11-21T12:00+01:00", "2027-02-28T06:00+01:00"),
        ("yearly 11-20 06:00", "2026-11-21T12:00+01:00", "2027-11-20T06:00+01:00"),
        # in spring there is no half past two, in autumn there are two of them
        ("daily 02:30", "2026-03-28T12:00+01:00", "2026-03-29T03:30+02:00"),
        ("daily 02:30", "2026-10-25T00:00+02:00", "2026-10-25T02:30+02:00"),
        ("daily 02:30", "2026-10-25T02:30+02:00", "2026-10-26T02:30+01:00"),
    ],
)
def test_the_next_run(text: str, after: str, wanted: str) -> None:
    assert next_run(parse(text), datetime.fromisoformat(after)) == datetime.fromisoformat(wanted)


@pytest.mark.parametrize("text", ["", "startup"])
def test_what_nobody_waits_for_has_no_next_run(text: str) -> None:
    assert next_run(parse(text), datetime.now(UTC)) is None


@given(
    st.sampled_from(["hourly", "daily 02:30", "weekly wed 00:00", "monthly 31 23:59", "yearly 02-29 00:00"]),
    st.datetimes(datetime(1971, 1, 1), datetime(2100, 1, 1)),
)
def test_the_next_run_lies_ahead_and_not_too_far(text: str, moment: datetime) -> None:
    after = moment.replace(tzinfo=UTC)
    run = next_run(parse(text), after)
    assert run is not None
    assert timedelta(0) < run - after <= timedelta(days=367)


def test_a_timetable_that_was_built_is_read_back() -> None:
    assert parse(str(Timetable("weekly", weekday=6))) == Timetable("weekly", weekday=6)
