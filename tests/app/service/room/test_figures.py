"""Figures over time in the reading room: charts with their tables, in a limit of time, of what is shown."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import httpx
import pytest
from selectolax.lexbor import LexborHTMLParser, LexborNode

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.search.index.feeding import feed
from app.service.collection import Hidden
from app.service.room import charts, figures
from app.service.room.charts import Part, Point
from app.service.room.names import FIGURES
from tests.app.service.conftest import Serve, serving

BEGIN = datetime(2021, 3, 1, tzinfo=UTC)
ROOT = "/read/years/over-time"
SECRET = "http://secret.test/"


def _page(url: str, hours: float, text: str, status: str = "200 OK") -> NewCapture:
    html = f"<html lang=en><title>Page</title><p>{text} The bridge over the river is open to everybody.</p>"
    head = f"HTTP/1.1 {status}\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"
    return NewCapture(url, BEGIN + timedelta(hours=hours), None, (head + html).encode())


@pytest.fixture(scope="module")
def years(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    """Five pages over twelve days, one of them looked at each six hours: two speak of a flood for a while, one never
    changes, one goes; a hidden one speaks of it, too."""
    archive = Archive.create(tmp_path_factory.mktemp("years") / "years.archive", "Years")
    with archive.writer() as writer:
        for day in range(12):
            flood = "A flood came." if 4 <= day < 8 else "It is dry."
            for hour in (0, 6, 12, 18):
                stored = f"{flood} {day}" if hour < 12 else f"{flood} {day} news"
                writer.store(_page("http://news.test/", day * 24 + hour, stored))
            writer.store(_page("http://uni.edu.cn/", day * 24 + 1, flood))
            writer.store(_page("http://still.org/", day * 24 + 2, "Nothing new."))
            gone = "404 Not Found" if day > 8 else "200 OK"
            writer.store(_page("http://still.org/old", day * 24 + 3, "Old.", gone))
            writer.store(_page(SECRET, day * 24 + 4, "A flood."))
        writer.commit()
    feed(archive)
    return archive


@pytest.fixture(scope="module")
def room(years: Archive) -> Iterator[httpx.Client]:
    with serving(years, hidden=(Hidden("test,secret)/", None, ""),)) as client:
        client.headers["Accept"] = "text/html"
        yield client


def shown(room: httpx.Client, query: str, language: str = "en") -> LexborHTMLParser:
    answer = room.get(f"{ROOT}?{query}", headers={"Accept-Language": language})
    assert answer.status_code == 200, answer.text
    return LexborHTMLParser(answer.text)


def table(page: LexborHTMLParser, number: int = 0) -> list[list[str]]:
    found = page.css("main table.list")[number]
    return [[cell.text().strip() for cell in row.css("th, td")] for row in found.css("tr")]


def chart(page: LexborHTMLParser) -> LexborNode:
    found = page.css_first("svg.chart")
    assert found is not None
    return found


@pytest.mark.parametrize("show", FIGURES)
@pytest.mark.parametrize("language", ["en", "zh-CN"])
def test_every_figure_has_its_table_and_says_what_is_left_out(
    room: httpx.Client, show: str, language: str
) -> None:
    """Charts are for eyes alone: nothing in them is reached by the keyboard, and whatever they show stands in the table."""
    page = shown(room, f"show={show}&q=flood", language)
    assert len(page.css("h1")) == 1 and table(page)
    levels = [int(one.tag[1]) for one in page.css("h1, h2, h3")]
    assert all(later - former <= 1 for former, later in pairwise(levels))
    for drawing in page.css("main svg"):
        assert drawing.attributes["aria-hidden"] == "true"
        assert all(link.attributes["tabindex"] == "-1" for link in drawing.css("a"))
    for scrolled in page.css("main .scrolls"):
        assert scrolled.attributes["tabindex"] == "0" and scrolled.attributes["aria-label"]
    assert not page.css("[onclick], [style], style")
    said = page.css_first("main").text()  # type: ignore[union-attr]
    assert ("1 address that is not shown" if language == "en" else "1 个网址未计入") in said
    assert "secret" not in page.html  # type: ignore[operator]


def test_a_topic_is_a_line_whose_points_lead_to_its_pages(room: httpx.Client) -> None:
    page = shown(room, "q=flood&q=bridge&period=day")
    assert len(chart(page).css("path.line")) == 2
    assert [one.text() for one in page.css(".lines li")] == ["flood", "bridge"]
    rows = {row[0]: row[1] for row in table(page, 1)[1:]}
    assert len(rows) == 12 and next(iter(rows)) == "2021-03-12", "the last period comes first"
    assert rows["2021-03-06"] == "50.0 % (15.0 % – 85.0 %, n = 4)"
    assert rows["2021-03-01"].startswith("0.0 % (0.0 % – ")
    link = next(
        one
        for one in page.css("main table.list")[1].css("a")
        if "50.0" in one.text() and "flood" in str(one.attributes["href"])
    )
    found = LexborHTMLParser(room.get(str(link.attributes["href"])).text)
    assert len(found.css(".results > li")) == 2
    points = [str(one.attributes["href"]) for one in chart(page).css("a")]
    assert str(link.attributes["href"]) in points
    first = page.css("main table.list")[2].css("a")
    assert {one.text() for one in first} >= {"http://news.test/", "http://uni.edu.cn/"}
    assert room.get(str(first[0].attributes["href"])).status_code == 200


def test_the_other_language_and_colours_show_the_same_topics(room: httpx.Client) -> None:
    page = shown(room, "q=flood&q=bridge&sites=1&standing=1&within=site:news.test")
    other = next(one for one in page.css(".choices a") if one.attributes.get("lang"))
    answer = room.get(str(other.attributes["href"]))
    assert answer.headers["location"].count("q=") == 2
    again = LexborHTMLParser(room.get(answer.headers["location"]).text)
    room.cookies.clear()
    assert [one.text() for one in again.css(".lines li")] == ["flood", "bridge"]
    assert table(page, 1)[1][1].endswith("n = 1)")


def test_half_lives_are_drawn_with_their_intervals(room: httpx.Client) -> None:
    """One that is infinite has no dot, and its interval goes on beyond the scale."""
    page = shown(room, "show=change&by=site")
    rows = {row[0]: row for row in table(page)[1:]}
    assert set(rows) == {"All pages", "news.test", "uni.edu.cn", "still.org"}
    assert rows["news.test"][3] == "47", "looks stand beside the figure"
    gone = {row[0]: row for row in table(shown(room, "show=rot&by=site"))[1:]}
    assert re.match(r"∞ \(\d[\d.]* – ∞\)", gone["news.test"][1])
    drawn = shown(room, "show=rot&by=site").css("svg.life")
    assert [bool(one.css("path")) for one in drawn].count(True) == 2
    assert all(bool(one.css("circle")) != bool(one.css("path")) for one in drawn)


def test_hours_that_nobody_watched_have_no_bar(room: httpx.Client) -> None:
    page = shown(room, "show=weekday")
    rows = table(page)[1:]
    assert [row[0] for row in rows][:2] == ["Monday", "Tuesday"] and len(chart(page).css("rect.bar")) == 7
    hours = shown(room, "show=hour")
    assert len(chart(hours).css("rect.bar")) == 24 and not chart(hours).css(".unknown")


def test_figures_that_take_too_long_are_refused(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "SECONDS", -1.0)
    answer = serve().get("/read/one/over-time?show=growth", headers={"Accept": "text/html"})
    assert answer.status_code == 503 and "too long" in answer.text


def test_what_cannot_be_counted_is_explained(room: httpx.Client, serve: Serve) -> None:
    assert shown(room, "q=((").css_first(".notice") is not None
    assert room.get(f"{ROOT}?show=nothing").status_code == 404
    assert "no search index" in serve().get("/read/one/over-time?q=two").text
    assert "How strong was a topic?" in shown(room, "show=topics").html  # type: ignore[operator]


def _points(*values: float) -> list[Point]:
    return [
        Point(BEGIN + timedelta(days=n), BEGIN + timedelta(days=n + 1), value)
        for n, value in enumerate(values)
    ]


def test_scales_begin_at_nothing_and_end_at_a_round_number() -> None:
    made = charts.lines(
        [("a", _points(0, 130, 240))], lambda one: f"{one.begin.day}", lambda value: f"{value:g}"
    )
    assert [text for _, text in made.up] == ["0", "100", "200", "300"]
    heights = [y for y, _ in made.up]
    assert heights[0] == made.bottom and heights == sorted(heights, reverse=True)
    (line,) = made.lines
    assert [dot.y for dot in line.dots] == sorted((dot.y for dot in line.dots), reverse=True)
    assert all(made.left <= dot.x <= made.right for dot in line.dots)
    assert charts.lines([], str, str).lines == []
    flat = charts.lines([("a", _points(0, 0))], lambda _: "", str)
    assert flat.lines[0].dots[0].y == flat.bottom


def test_bars_are_cut_at_the_end_of_the_scale_and_the_unknown_has_none() -> None:
    made = charts.bars(
        [
            Part("0", 2.0, 1.0, 3.0, True, ""),
            Part("1", 0.0, 0.0, math.inf, False, ""),
            Part("2", 1, 0.5, math.inf, True, ""),
        ],
        str,
    )
    assert [bar.y is None for bar in made.bars] == [False, True, False]
    assert min(bar.high for bar in made.bars) >= 0 and made.bars[2].high == made.up[-1][0]


def test_half_lives_share_a_scale_of_powers_of_ten() -> None:
    one, ten, hundred = charts.lives([(1.0, 0.5, 2.0), (10.0, 5.0, 20.0), (100.0, 50.0, 200.0)])
    assert one and ten and hundred and one.dot is not None and ten.dot is not None and hundred.dot is not None
    assert ten.dot - one.dot == pytest.approx(hundred.dot - ten.dot, abs=0.2)
    assert charts.lives([(math.inf, 0.0, math.inf)]) == [None]
