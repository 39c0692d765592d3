"""Topics over time in a real archive with its search; the shares that the Web InfoMall reported are the worked examples."""

from __future__ import annotations

import math
from datetime import UTC, datetime

import pytest

from app.archive.archive import Archive
from app.archive.notes.notebook import Notebook
from app.classes import categories, hand
from app.search.index.feeding import feed
from app.search.query import QueryFault
from app.search.searching import Searcher
from app.statistics.periods import label, of, span, usual
from app.statistics.tables import of_topics
from app.statistics.topics import Strength, check, strengths
from tests.app.statistics.conftest import DAY, store
from tests.conftest import START, capture


def page(text: str) -> str:
    return f"<title>{text[:20]}</title><p>{text}</p>"


def found(archive: Archive, *topics: str, **more: object) -> list[Strength]:
    feed(archive)
    with Searcher(archive) as searcher:
        return strengths(searcher, topics, **more)  # type: ignore[arg-type]


def test_the_shares_of_the_web_infomall_come_out(archive: Archive) -> None:
    """SARS on 56.4 % of the sites of governments in Guangdong, the war in Iraq on 38.5 % (22 and 15 of 39); the congress
    on 7.3 % of all pages (3 of 41)."""
    captures = []
    for number in range(39):
        said = ["News of the town"]
        said += (
            ["SARS is watched"] * (number < 22)
            + ["The war in Iraq"] * (number >= 24)
            + ["十六大"] * (number < 3)
        )
        captures.append(capture(f"http://town{number}.gov.cn/", page(". ".join(said))))
    captures += [capture(f"http://town0.gov.cn/{name}", page(f"More of {name}")) for name in ("a", "b")]
    sars, iraq, congress = found(store(archive, *captures), "SARS", "war Iraq", "十六大")
    assert (sars.sites.of, sars.sites.n, round(100 * sars.sites.share, 1)) == (22, 39, 56.4)
    assert (iraq.sites.of, iraq.sites.n, round(100 * iraq.sites.share, 1)) == (15, 39, 38.5)
    assert (congress.pages.of, congress.pages.n, round(100 * congress.pages.share, 1)) == (3, 41, 7.3)
    assert sars.sites.low < 0.564 < sars.sites.high


@pytest.fixture
def rising(archive: Archive) -> Archive:
    """Five sites on ten days; “flood” comes to one site, to three, to four, and goes; one site answers on some days."""
    speaks = {2: (0,), 3: (0, 1, 2), 4: (0, 1, 2, 3), 5: (0, 1, 2), 6: (0,)}
    captures = []
    for day in range(10):
        for site in range(5):
            if site == 4 and day % 2:
                continue
            text = "The flood came." if site in speaks.get(day, ()) else "Fine weather."
            captures.append(capture(f"http://s{site}.example/", page(text), minutes=day * DAY + site))
    captures.append(capture("http://s0.example/map", page("The map of the flood"), minutes=4 * DAY))
    captures.append(capture("http://s0.example/map", "no", minutes=7 * DAY, status=404))  # type: ignore[arg-type]
    return store(archive, *captures)


def test_a_topic_has_a_first_mover_a_peak_and_a_half_life(rising: Archive) -> None:
    (flood,) = found(rising, "flood", period="day")
    assert [point.pages.of for point in flood.points] == [0, 0, 1, 3, 5, 3, 1, 0, 0, 0]
    assert [point.pages.n for point in flood.points] == [5, 4, 5, 4, 6, 4, 5, 4, 5, 4]
    assert [point.sites.of for point in flood.points] == [0, 0, 1, 3, 4, 3, 1, 0, 0, 0]
    assert [point.new for point in flood.points] == [0, 0, 1, 2, 2, 0, 0, 0, 0, 0]
    first = flood.first[0]
    assert (first.site, first.capture.date.day, first.since and first.since.day) == ("s0.example", 23, 22)
    assert [mover.site for mover in flood.first] == ["s0.example", "s1.example", "s2.example", "s3.example"]
    assert flood.peak == 4
    # the share falls from 5/6 on day 4 over 3/4 to 1/5 on day 6: half of 5/6 lies 0.606 on the way from day 5
    assert flood.fallen is not None
    assert math.isclose(flood.fallen, 1 + (3 / 4 - 5 / 12) / (3 / 4 - 1 / 5))
    assert flood.risen is not None
    assert math.isclose(flood.risen, 1 + (3 / 4 - 5 / 12) / (3 / 4 - 1 / 5))
    assert (flood.lasting.intervals, flood.lasting.changed) == (13, 5)


def test_pages_stand_until_they_are_gone(rising: Archive) -> None:
    (flood,) = found(rising, "flood", period="day", standing=True)
    assert [point.pages.of for point in flood.points] == [0, 0, 1, 3, 5, 4, 2, 0, 0, 0]
    assert [point.pages.n for point in flood.points] == [5, 5, 5, 5, 6, 6, 6, 5, 5, 5]
    assert [point.sites.of for point in flood.points] == [0, 0, 1, 3, 4, 3, 1, 0, 0, 0]


def test_what_counts_can_be_narrowed(rising: Archive) -> None:
    (inside,) = found(rising, "flood", period="week", within="site:s0.example")
    assert (inside.sites.of, inside.sites.n, inside.pages.n) == (1, 1, 2)
    (later,) = found(rising, "flood", period="day", since=START.replace(day=26), until=START.replace(day=28))
    assert [label(point.period, "day") for point in later.points] == ["2026-11-26", "2026-11-27"]


def test_a_category_is_a_topic(rising: Archive) -> None:
    some = next(iter(categories.read(rising.path).tree)).id
    hand.assign(Notebook(rising.path), ["http://s0.example/", "http://s1.example/"], some)
    (one,) = found(rising, f"category:{some}", period="day")
    assert (one.pages.of, one.pages.n) == (2, 6)


def test_an_archive_without_captures_has_no_points(archive: Archive) -> None:
    (none,) = found(archive, "flood")
    assert (none.points, none.peak, none.fallen, none.pages.n, none.first) == ((), None, None, 0, ())
    assert [list(table.rows) for table in of_topics([none])][1:] == [[], []]


@pytest.mark.parametrize("topic", ["appeared:flood", "on:never", "kind:nothing"])
def test_a_topic_that_is_no_query_is_refused(topic: str) -> None:
    with pytest.raises(QueryFault):
        check(topic)


def test_periods_are_days_weeks_from_monday_and_months() -> None:
    seconds = [
        int(datetime(*day, tzinfo=UTC).timestamp())
        for day in ((2026, 1, 4, 23), (2026, 1, 5), (2026, 2, 1), (1969, 12, 31))
    ]
    assert [label(number, "week") for number in of(seconds, "week").tolist()] == [
        "2026-W01",
        "2026-W02",
        "2026-W05",
        "1970-W01",
    ]  # type: ignore[arg-type]
    assert [label(number, "month") for number in of(seconds, "month").tolist()] == [
        "2026-01",
        "2026-01",
        "2026-02",
        "1969-12",
    ]  # type: ignore[arg-type]
    assert span(int(of(seconds, "month")[2]), "month") == (
        datetime(2026, 2, 1, tzinfo=UTC),
        datetime(2026, 3, 1, tzinfo=UTC),
    )  # type: ignore[arg-type]
    assert [usual(0, days * 86_400) for days in (10, 200, 2000)] == ["day", "week", "month"]
