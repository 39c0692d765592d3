"""The interval of a page follows its own history of changes."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.crawl.run.revisiting import change_rate, next_visit

START = datetime(2026, 1, 1, tzinfo=UTC)


def history(*steps: tuple[float, bool]) -> list[SimpleNamespace]:
    """Captures: the first at START, then (hours later, changed)."""
    moment = START
    captures = [SimpleNamespace(date=moment, kind="version")]
    for hours, changed in steps:
        moment += timedelta(hours=hours)
        captures.append(SimpleNamespace(date=moment, kind="version" if changed else "visit"))
    return captures


def test_of_a_page_never_seen_nothing_is_said() -> None:
    assert next_visit([], 1, 100) is None


def test_a_page_seen_once_is_due_after_the_shortest_interval() -> None:
    revisit = next_visit(history(), 6, 100)
    assert revisit is not None
    assert revisit.next == START + timedelta(hours=6)
    assert (revisit.checks, revisit.changes) == (0, 0)


def test_a_page_that_always_changed_is_visited_more_often_than_one_that_never_did() -> None:
    lively = next_visit(history(*[(24, True)] * 10), 0.1, 10_000)
    mixed = next_visit(history(*[(24, True), (24, False)] * 5), 0.1, 10_000)
    quiet = next_visit(history(*[(24, False)] * 10), 0.1, 10_000)
    assert lively is not None and mixed is not None and quiet is not None
    assert lively.interval < timedelta(hours=12) < mixed.interval < timedelta(days=3) < quiet.interval
    assert quiet.interval < timedelta(days=100)


def test_floor_and_ceiling_hold() -> None:
    assert next_visit(history(*[(0.5, True)] * 20), 2, 100).interval == timedelta(hours=2)  # type: ignore[union-attr]
    assert next_visit(history(*[(500, False)] * 20), 2, 100).interval == timedelta(hours=100)  # type: ignore[union-attr]


def test_a_page_that_matters_is_visited_sooner_by_the_square_root_within_bounds() -> None:
    steps = [(24.0, True), (24.0, False)] * 5

    def interval(matters: float, floor: float = 0.1) -> float:
        found = next_visit(history(*steps), floor, 10_000, matters)
        assert found is not None
        return found.interval.total_seconds()

    assert interval(4) == pytest.approx(interval(1) / 2, abs=1e-3)
    assert interval(0.25) == pytest.approx(interval(1) * 2, abs=1e-3)
    assert interval(1e9) == interval(16) == pytest.approx(interval(1) / 4, abs=1e-3)
    assert interval(0) == pytest.approx(interval(1) * 4, abs=1e-3)
    assert interval(16, floor=20) == 20 * 3600


@pytest.mark.parametrize("rate", [0.01, 0.1, 1.0])
def test_the_rate_of_a_poisson_process_is_found_again(rate: float) -> None:
    """Visits at uneven times; that several changes between two of them show as one is accounted for."""
    chance = random.Random(7)
    gaps = []
    for _ in range(4000):
        hours = chance.uniform(0.2, 3.0) / rate
        gaps.append((hours, chance.expovariate(rate) < hours))
    assert change_rate(gaps) == pytest.approx(rate, rel=0.08)


@given(st.lists(st.tuples(st.floats(0, 1e5), st.booleans()), max_size=30))
def test_any_history_gives_an_interval_within_bounds(steps: list[tuple[float, bool]]) -> None:
    revisit = next_visit(history(*steps), 1, 8760)
    assert revisit is not None
    assert timedelta(hours=1) <= revisit.interval <= timedelta(hours=8760)
    assert revisit.next > revisit.last


def test_two_captures_of_one_moment_teach_nothing() -> None:
    assert change_rate([(0.0, True), (0.0, False)]) == 0.0
