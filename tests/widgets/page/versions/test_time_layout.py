"""Places on the time axis: apart enough to click, in order, as true as possible."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from widgets.page.versions.timeline import labelled, place, spread

DAY = 86_400.0


def test_versions_far_apart_stand_where_time_puts_them() -> None:
    axis = place([0, 50 * DAY, 100 * DAY], [], 220, gap=20, margin=10)
    assert axis.points == (10, 110, 210)


def test_versions_at_the_same_moment_are_spread_around_it() -> None:
    assert spread([100, 100, 100], 20) == [80, 100, 120]


@given(st.lists(st.integers(0, 10**9).map(float), min_size=1, max_size=60), st.floats(100, 2000))
def test_points_keep_the_gap_and_stay_on_the_axis(times: list[float], width: float) -> None:
    axis = place(sorted(times), [], width, gap=12, margin=20)
    assert all(b - a >= 12 - 1e-6 for a, b in zip(axis.points, axis.points[1:], strict=False))
    assert axis.points[0] >= 20 - 1e-6 and axis.points[-1] <= axis.width - 20 + 1e-6


def test_three_hundred_versions_make_the_axis_wider_than_the_window() -> None:
    assert place([n * DAY for n in range(300)], [], 500, gap=10, margin=48).width == 299 * 10 + 96


def test_a_visit_stands_between_the_versions_around_it() -> None:
    axis = place([0, 10, 1000 * DAY], [5.0], 400, gap=20, margin=20)
    assert axis.points[0] < axis.x(5.0) < axis.points[1]


def test_a_visit_after_the_last_version_is_right_of_it() -> None:
    axis = place([0, DAY], [9 * DAY], 400, gap=20, margin=20)
    assert axis.points[-1] < axis.x(9 * DAY) == 380


def test_zoom_stretches_the_axis() -> None:
    assert place([0, DAY], [], 400, gap=20, margin=20, zoom=3).width == 1200


def test_one_version_stands_in_the_middle_and_no_version_is_no_error() -> None:
    assert place([5.0], [], 400, gap=20, margin=20).points == (200,)
    assert place([], [], 400, gap=20, margin=20).points == ()


def test_labels_never_touch() -> None:
    assert labelled([0, 10, 20, 95, 100, 200], 90) == [0, 3, 5]
    assert labelled([0, 10], 90) == [0]
    assert labelled([], 90) == []
