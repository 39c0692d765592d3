"""The course of a crawl in bounded memory, and the charts that show it."""

from __future__ import annotations

import pytest

from app.crawl.frontier.summaries import Moment
from widgets.crawl.charts import Charts, _TimeAxis
from widgets.crawl.course import RECENT, WHOLE, Samples, fitted


def test_a_long_crawl_keeps_its_rates_and_little_memory() -> None:
    samples = Samples()
    for number in range(50_000):
        samples.add(Moment(number * 0.4, number * 4, number))
    for recent, most in ((True, RECENT), (False, WHOLE)):
        seconds, done, errors = samples.rates(recent=recent)
        assert 250 < len(seconds) <= most
        assert seconds[-1] == pytest.approx(49_999 * 0.4)
        assert done == pytest.approx([10.0] * len(done)) and errors == pytest.approx([2.5] * len(errors))
    assert samples.rates(recent=False)[0][0] < 100


def test_a_clock_that_stands_still_adds_nothing() -> None:
    samples = Samples([Moment(0.0, 0, 0)])
    for _ in range(5):
        samples.add(Moment(3.0, 9, 0))
    assert samples.rates(recent=False) == ([3.0], [3.0], [0.0])


def test_both_charts_have_one_time_axis_and_one_tip(qtbot, light) -> None:
    charts = Charts()
    qtbot.addWidget(charts)
    charts.resize(500, 240)
    charts.show()
    charts.follow(Samples([Moment(float(second), second * 3, second) for second in range(61)]))
    assert not charts.empty
    ranges = [plot.getPlotItem().viewRange()[0] for plot in (charts.speed, charts.errors)]
    assert ranges[0] == ranges[1] == [1.0, 60.0]
    assert charts.tip(30.2) == "0:30: 3.0 captures and 1.00 errors a second"


def test_the_time_axis_is_divided_into_round_times(qapp) -> None:
    axis = _TimeAxis("bottom")
    assert axis.tickSpacing(0, 60, 500) == [(15, 0)]
    assert axis.tickSpacing(0, 7200, 500) == [(1800, 0)]
    assert axis.tickStrings([0, 90, 3600], 1, 1) == ["0:00", "1:30", "1:00:00"]


def test_the_course_of_a_log_ends_where_the_counters_stand() -> None:
    course = [Moment(0.0, 0, 0), Moment(5.0, 10, 1), Moment(10.0, 30, 2)]
    found = fitted(course, Moment(20.0, 33, 2))
    assert found == [(0.0, 3, 0), (10.0, 13, 1), (20.0, 33, 2)]
