"""Shares, half-lives and rates by hour, on simulated histories whose figures are known."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.statistics.estimates import cyclic, lifetime, share

LN2 = math.log(2)


def history(
    half_life: float, intervals: int, seed: int, mean_gap: float = 20.0
) -> tuple[np.ndarray, np.ndarray]:
    """Days between looks at irregular moments, and whether a page of this half-life was found changed."""
    random = np.random.default_rng(seed)
    days = random.gamma(2.0, mean_gap / 2, intervals) + 0.01
    return days, random.exponential(half_life / LN2, intervals) < days


@pytest.mark.parametrize(
    ("of", "n", "low", "high"), [(22, 39, 0.410, 0.707), (0, 10, 0.0, 0.278), (10, 10, 0.722, 1.0)]
)
def test_a_share_has_wilsons_interval(of: int, n: int, low: float, high: float) -> None:
    found = share(of, n)
    assert (round(found.low, 3), round(found.high, 3)) == (low, high)
    assert share(0, 0) == (0, 0, 0.0, 0.0, 1.0)


@given(st.integers(0, 500), st.integers(1, 500))
def test_a_share_lies_in_its_interval(of: int, more: int) -> None:
    found = share(of, of + more)
    assert 0 <= found.low <= found.share <= found.high <= 1


@pytest.mark.parametrize("half_life", [2.0, 60.0, 365.0])
def test_19_of_20_intervals_hold_the_half_life_that_was_simulated(half_life: float) -> None:
    """Expected are 190 of 200; fewer than 180 or none outside would be an interval of another width."""
    found = [lifetime(*history(half_life, 120, seed)) for seed in range(200)]
    held = sum(one.low <= half_life <= one.high for one in found)
    assert 180 <= held < 200
    assert abs(np.median([one.half_life for one in found]) / half_life - 1) < 0.15


def test_changes_between_looks_are_not_taken_for_one() -> None:
    """Deaths by exposure take a page that changes every two days and is looked at every twenty for one of 14 days."""
    found = lifetime(*history(2.0, 3000, 1))
    assert found.low < 2 < found.high
    assert found.simple > 10


@given(
    st.lists(st.tuples(st.floats(1e-4, 5000), st.booleans()), min_size=1, max_size=40),
    st.floats(1e-3, 1e3),
)
def test_a_half_life_lies_in_its_interval_and_goes_with_the_unit(
    intervals: list[tuple[float, bool]], unit: float
) -> None:
    days, changed = np.array([one for one, _ in intervals]), np.array([found for _, found in intervals])
    found, other = lifetime(days, changed), lifetime(days * unit, changed)
    assert found.low <= found.half_life <= found.high
    assert (found.intervals, found.changed) == (len(intervals), sum(changed))
    for one, two in zip(found[:3], other[:3], strict=True):
        assert one == two == math.inf or math.isclose(one * unit, two, rel_tol=1e-6)


def test_equal_looks_give_the_rate_in_closed_form() -> None:
    """Looks of one day, x of n changed: the rate is -ln(1 - x/n)."""
    found = lifetime(np.ones(100), np.arange(100) < 30)
    assert math.isclose(found.half_life, LN2 / -math.log(0.7), rel_tol=1e-9)
    assert math.isclose(found.rate, -math.log(0.7), rel_tol=1e-9)


def test_nothing_or_everything_changed_leaves_one_end_open() -> None:
    none, all_ = (
        lifetime(np.full(50, 10.0), np.zeros(50, bool)),
        lifetime(np.full(50, 10.0), np.ones(50, bool)),
    )
    assert none.half_life == none.high == math.inf
    assert 150 < none.low < 200  # 500 days without a change: ln 2 · 500 / 1.92
    assert all_.half_life == all_.low == 0
    assert 1 < all_.high < 3
    assert lifetime(np.zeros(0), np.zeros(0, bool)).intervals == 0


def test_a_mixture_of_quick_and_slow_pages_is_told_not_to_fit() -> None:
    quick, slow = history(1.0, 1000, 1), history(3000.0, 1000, 2)
    mixed = lifetime(*(np.concatenate(both) for both in zip(quick, slow, strict=True)))
    assert mixed.fits is False
    assert lifetime(*history(30.0, 2000, 3)).fits is True
    assert lifetime(*history(30.0, 12, 3)).fits is None


def test_rates_by_hour_are_found_from_looks_that_go_over_several() -> None:
    """Pages change at 9 and 10 o'clock, twenty times as often as else; looks are some hours apart."""
    random = np.random.default_rng(7)
    true = np.where(np.isin(np.arange(24), (9, 10)), 20.0, 1.0)
    begin, length = random.uniform(0, 24, 8000), random.uniform(0.5, 5, 8000)
    edges = np.arange(24)
    covered = (
        sum(
            np.clip(
                np.minimum((begin + length)[:, None], edges + day * 24 + 1)
                - np.maximum(begin[:, None], edges + day * 24),
                0,
                1,
            )
            for day in (0, 1)
        )
        / 24
    )
    changed = random.random(8000) < -np.expm1(-(covered @ true))
    rates = cyclic(covered, changed)
    assert sum(one.low <= rate <= one.high for one, rate in zip(rates, true, strict=True)) >= 20
    assert {int(hour) for hour in np.argsort([one.rate for one in rates])[-2:]} == {9, 10}


def test_hours_without_looks_have_no_rate() -> None:
    covered = np.zeros((20, 24))
    covered[:, 5] = 1 / 24
    found = cyclic(covered, np.arange(20) < 4)
    assert found[6].high == math.inf
    assert found[5].low < found[5].rate < found[5].high
    assert cyclic(covered, np.zeros(20, bool))[5].high < math.inf
