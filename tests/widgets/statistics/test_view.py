"""Figures over time in the window: topics as lines, a point leads to its pages, tables, periods, files."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.statistics.tables import OF_ARCHIVE, Table
from widgets.session import Session
from widgets.statistics import words, work
from widgets.statistics.chart import FiguresChart
from widgets.statistics.view import _ORDER, StatisticsView

LONG = 30_000
DAY = 24 * 60


@pytest.fixture
def view(
    qtbot: QtBot,
    fill: Callable[..., Archive],
    make_capture: Callable[..., NewCapture],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> StatisticsView:
    """Two sites on four days; one speaks of a flood on two of them."""
    monkeypatch.setenv("TIANWANG_CONFIG", str(tmp_path / "config"))
    archive = fill(
        *(
            make_capture(
                f"http://{site}.example/",
                f"<p>{'Flood' if site == 'a' and day in (1, 2) else 'Fine'} day" + f" {day}" * (site == "a"),
                minutes=day * DAY,
            )
            for day in range(4)
            for site in ("a", "b")
        )
    )
    session = Session(archive)
    made = StatisticsView(session)
    made.destroyed.connect(session.close)
    qtbot.addWidget(made)
    made.resize(900, 600)
    made.show()
    made.open()
    return made


def choose(qtbot: QtBot, view: StatisticsView, name: str) -> None:
    view.list.setCurrentRow(_ORDER.index(name))
    qtbot.waitUntil(lambda: view.below.currentWidget() is not view.busy, timeout=LONG)


def counted(qtbot: QtBot, view: StatisticsView, *topics: str) -> None:
    for topic in topics:
        assert view.add_topic(topic)
    qtbot.waitUntil(lambda: view.of_topics is not None, timeout=LONG)


def rows(view: StatisticsView) -> list[list[str]]:
    model = view.model
    return [
        [str(model.index(row, column).data()) for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def test_topics_are_lines_and_a_point_leads_to_its_pages(qtbot: QtBot, view: StatisticsView) -> None:
    assert view.below.currentWidget() is view.nothing
    assert view.nothing.heading.text() == "Which topic?"
    counted(qtbot, view, "flood", "site:b.example fine")
    assert [(line.name, [dot.y for dot in line.dots]) for line in view.chart.lines] == [
        ("flood", [0, 0.5, 0.5, 0]),
        ("site:b.example fine", [0.5] * 4),
    ]
    assert rows(view)[1][:4] == ["2026-11-22", "flood", "1", "2"]
    dot = view.chart.lines[0].dots[1]
    box = view.chart.plot.getPlotItem().getViewBox()
    place = box.mapViewToScene(box.mapSceneToView(box.mapViewToScene(_point(dot.x, dot.y))))
    assert view.chart.dot_at(place) in {
        one for line in view.chart.lines for one in line.dots if one.x == dot.x
    }
    with qtbot.waitSignal(view.search_requested) as asked:
        view.chart.chosen.emit(dot.row)
    assert asked.args == ["flood after:2026-11-21 before:2026-11-23"]
    choose(qtbot, view, "first")
    with qtbot.waitSignal(view.address_requested) as shown:
        view.rows.activated.emit(view.model.index(0, 0))
    assert shown.args == ["http://a.example/"]


def _point(x: float, y: float):  # type: ignore[no-untyped-def]
    from PySide6.QtCore import QPointF

    return QPointF(x, y)


def test_what_is_no_topic_is_said(qtbot: QtBot, view: StatisticsView) -> None:
    with qtbot.waitSignal(view.told) as said:
        assert not view.add_topic("appeared:flood")
    assert "appeared" in str(said.args)


def test_every_table_is_shown_with_its_chart(qtbot: QtBot, view: StatisticsView) -> None:
    for name in OF_ARCHIVE:
        choose(qtbot, view, name)
        assert view.meaning.text() == words.meaning(name)
        if view.below.currentWidget() is view.split:
            assert rows(view) and view.chart.lines
        else:  # captures are a day apart
            assert name == "hour"
    choose(qtbot, view, "change")
    view.by.setCurrentIndex(view.by.findData("site"))
    assert {row[0] for row in rows(view)} == {"a.example", "b.example"}
    choose(qtbot, view, "growth")
    view.period.setCurrentIndex(view.period.findData("month"))
    qtbot.waitUntil(lambda: view.below.currentWidget() is view.split, timeout=LONG)
    assert [row[0] for row in rows(view)] == ["2026-11"]


def test_tables_and_charts_become_files(
    qtbot: QtBot, view: StatisticsView, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted(qtbot, view, "flood")
    for ending, begins in ((".csv", b"\xef\xbb\xbftopic,period"), (".png", b"\x89PNG"), (".svg", b"<?xml")):
        path = tmp_path / f"flood{ending}"
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, path=path: (str(path), ""))
        with qtbot.waitSignal(view.told, timeout=LONG):
            view.export()
        assert path.read_bytes().startswith(begins)


def test_counting_can_be_called_off_and_begun_anew(qtbot: QtBot, view: StatisticsView) -> None:
    view.list.setCurrentRow(_ORDER.index("growth"))
    view.cancel()
    assert view.nothing.heading.text() == "Cancelled"
    view.count_again()
    qtbot.waitUntil(lambda: view.below.currentWidget() is view.split, timeout=LONG)


def test_an_empty_archive_says_so(qtbot: QtBot, archive: Archive) -> None:
    session = Session(archive)
    view = StatisticsView(session)
    view.destroyed.connect(session.close)
    qtbot.addWidget(view)
    view.open("growth")
    qtbot.waitUntil(lambda: view.below.currentWidget() is view.nothing, timeout=LONG)
    assert view.nothing.heading.text() == "There is nothing to count."


def test_figures_have_no_exponents_and_times_the_unit_that_fits() -> None:
    assert [words.figure(one) for one in (341.2, 12.34, 0.5, 0.0123, 0.0, 5e-5, math.inf)] == [
        *("341", "12.3", "0.50", "0.012", "0.00", "< 0.001", "∞")
    ]
    assert [words.days(one) for one in (400.0, 0.25, 0.01, 5e-5, 0.0, math.inf)] == [
        *("400 d", "6.00 h", "14.4 min", "4.32 s", "0.00 d", "∞")
    ]


def ticks(chart: FiguresChart) -> list[str]:
    axis = chart.plot.getPlotItem().getAxis("left")
    low, high = axis.range
    spacing, values = axis.tickValues(low, high, 200)[0]
    return axis.tickStrings(values, axis.scale, spacing)


def test_the_axis_counts_in_the_unit_of_the_table(qtbot: QtBot) -> None:
    life = ("", 9, 9, 3, 1.0, 5.25e-4, 4e-4, 8e-4, 5e-4, 4e-4, 6e-4, 5e-4, None, None)
    chart = FiguresChart()
    qtbot.addWidget(chart)
    lines, labels, kind, joined = work.lines(Table("change", [life]))
    chart.show_lines(lines, labels, name="", kind=kind, joined=joined)
    assert [one for one in ticks(chart) if one] == ["0.0 min", "0.5 min", "1.0 min"]


def test_hours_that_nobody_watched_are_gaps_and_not_bars(qtbot: QtBot) -> None:
    known = (1, 1300.0, 894.0, 1890.0, 30.0, 0.02, 193)
    table = Table("hour", [(n, None, None, None, 0.0, 0.0, 193) if n != 1 else known for n in range(24)])
    lines, labels, kind, joined = work.lines(table)
    assert [dot.row for dot in lines[0].dots] == [1] and len(labels) == 24
    chart = FiguresChart()
    qtbot.addWidget(chart)
    chart.show_lines(lines, labels, name="", kind=kind, joined=joined)
    begin, end = chart.plot.getPlotItem().getViewBox().viewRange()[0]
    assert begin < 0 and end > 23, "the hours without a figure have their places"
    assert words.value("rate", "rate", None, "hour") == "–"


def test_what_never_changed_is_drawn_as_lasting_so_long_at_least() -> None:
    table = Table(
        "rot", [("", 9, 9, 0, 1.0, math.inf, 0.3, math.inf, math.inf, 0.1, math.inf, math.inf, None)]
    )
    dot = work.lines(table)[0][0].dots[0]
    assert dot.beyond and dot.y == 0.3 and dot.high is None
    assert dot.tip == "All pages: at least 7.20 h; nothing changed"


def test_a_moment_stands_once_in_its_cell_and_exactly_in_its_tip(qtbot: QtBot, view: StatisticsView) -> None:
    moment = datetime(2024, 5, 3, 9, 2, tzinfo=UTC)
    view.model.show_table(Table("first", [("flood", "a.example", "http://a.example/", moment, None, "1")]))
    cell = view.model.index(0, 1)
    assert "UTC" not in cell.data() and "UTC" in cell.data(Qt.ItemDataRole.ToolTipRole)


def test_names_of_figures_keep_their_height_and_hints_their_room(
    qtbot: QtBot, light: None, view: StatisticsView
) -> None:
    view.resize(640, 600)  # what the view has of a window of 1280 pixels beside the tree
    pitch = view.list.visualItemRect(view.list.item(0)).height()
    assert view.list.indexAt(QPoint(5, pitch * 3 + pitch // 2)).row() == 3 and pitch >= 28
    for field in (view.topic, view.within):
        assert field.fontMetrics().horizontalAdvance(field.placeholderText()) < field.width() - 24


def test_the_names_of_lines_stand_beside_them(qtbot: QtBot, view: StatisticsView) -> None:
    counted(qtbot, view, "flood", "fine")
    item = view.chart.plot.getPlotItem()
    qtbot.waitUntil(
        lambda: item.legend.sceneBoundingRect().left() >= item.getViewBox().sceneBoundingRect().right() - 1
    )
