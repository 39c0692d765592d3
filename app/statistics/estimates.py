"""Estimates with intervals of 95 %: shares, exponential lifetimes seen at some moments only, rates by hour of the day.

`lifetime` is the maximum likelihood estimator for irregular looks of Cho & Garcia-Molina (Estimating frequency of change,
ACM TOIT 2003, section 5): a page that is looked at after `t` days is unchanged with probability exp(-rate t). `lifelines`
has interval-censored exponentials, too, and brings pandas, autograd and matplotlib; this is one equation in one unknown.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import chdtrc, chdtri

from app.search.entries.columns import Mask

Floats = NDArray[np.float64]

Z = 1.959963984540054  # of the normal distribution, for 95 %
_DROP = float(chdtri(1, 0.05)) / 2  # of the logarithm of the likelihood at the ends of its interval
_HALVINGS = 200
_BINS = 8  # of the time between looks, in which a model is compared with what was seen
_FEWEST = 5.0  # expected in such a bin
_UNLIKELY = 0.01
_STEPS = 500


class Share(NamedTuple):
    """`of` out of `n`, with Wilson's interval; all of it 0 to 1, nothing known where `n` is 0."""

    of: int
    n: int
    share: float
    low: float
    high: float


def share(of: int, n: int) -> Share:
    """A share of 1 with its interval (Wilson 1927)."""
    if n <= 0:
        return Share(of, 0, 0.0, 0.0, 1.0)
    p = of / n
    middle = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z * math.sqrt(p * (1 - p) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
    low = 0.0 if of == 0 else max(0.0, middle - half)
    return Share(of, n, p, low, 1.0 if of == n else min(1.0, middle + half))


class Lifetime(NamedTuple):
    """Half-life in days with its interval; infinite where nothing changed, 0 where everything did at every look (then one
    end of the interval alone says something). `intervals` at pages that were looked at before, of which `changed` found a
    change, over `exposure` days; `simple` is the half-life by changes over exposure alone, which counts at most one change a
    look. `fits`: whether looks of all distances agree with one rate; None where there are too few to say."""

    half_life: float
    low: float
    high: float
    intervals: int
    changed: int
    exposure: float
    simple: float
    fits: bool | None = None

    @property
    def rate(self) -> float:
        """Changes a day."""
        return math.log(2) / self.half_life if self.half_life else math.inf


NO_LIFETIME = Lifetime(math.inf, 0.0, math.inf, 0, 0, 0.0, math.inf)


def lifetime(days: Floats, changed: Mask) -> Lifetime:
    """The half-life of what was looked at again after so many days each time (more than 0), and found changed or not."""
    intervals, events = len(days), int(np.count_nonzero(changed))
    if not intervals:
        return NO_LIFETIME
    exposure, seen = float(days.sum()), days[changed]
    unchanged = float(days[~changed].sum())

    def likelihood(rate: float) -> float:
        return float(np.log(-np.expm1(-rate * seen)).sum()) - rate * unchanged

    def slope(rate: float) -> float:
        return float((seen / np.expm1(np.minimum(rate * seen, 700.0))).sum()) - unchanged

    if events == 0:
        return Lifetime(math.inf, _half(_DROP / exposure), math.inf, intervals, 0, exposure, math.inf)
    low_end, high_end = 1e-9 / exposure, 700.0 / float(seen.min())
    if events == intervals:
        bottom = _root(lambda rate: likelihood(rate) + _DROP, low_end, high_end)
        return Lifetime(0.0, 0.0, _half(bottom), intervals, events, exposure, _half(events / exposure))
    best = _root(lambda rate: -slope(rate), low_end, high_end)
    top = likelihood(best) - _DROP
    slowest = _root(lambda rate: likelihood(rate) - top, low_end, best)
    fastest = _root(lambda rate: top - likelihood(rate), best, max(high_end, best * 1e3))
    return Lifetime(
        _half(best),
        _half(fastest),
        _half(slowest),
        intervals,
        events,
        exposure,
        _half(events / exposure),
        _fits(days, changed, best),
    )


def _half(rate: float) -> float:
    return math.log(2) / rate if rate > 0 else math.inf


def _root(rising: Callable[[float], float], low: float, high: float) -> float:
    """Where a function that rises crosses 0, by halving the ratio of the ends."""
    for _ in range(_HALVINGS):
        middle = math.sqrt(low * high)
        if not low < middle < high:
            break
        if rising(middle) < 0:
            low = middle
        else:
            high = middle
    return math.sqrt(low * high)


def _fits(days: Floats, changed: Mask, rate: float) -> bool | None:
    """Pearson's test of changes seen and expected, looks being put together by their distance."""
    order = np.argsort(days, kind="stable")
    expected = -np.expm1(-rate * days[order])
    found = changed[order].astype(np.float64)
    parts, total = 0, 0.0
    for some in np.array_split(np.arange(len(order)), min(_BINS, max(1, len(order) // 10))):
        mean, seen = float(expected[some].sum()), float(found[some].sum())
        spread = float((expected[some] * (1 - expected[some])).sum())
        if min(mean, len(some) - mean) >= _FEWEST and spread > 0:
            parts, total = parts + 1, total + (seen - mean) ** 2 / spread
    return None if parts < 2 else bool(chdtrc(parts - 1, total) >= _UNLIKELY)


class Rate(NamedTuple):
    """Changes a page and day in one hour of the day or day of the week, with their interval; `exposure` are the days that
    pages were watched then, `changes` those that are expected to have happened then. Nothing is known (infinite interval)
    where nobody watched."""

    rate: float
    low: float
    high: float
    changes: float
    exposure: float


def cyclic(exposures: Floats, changed: Mask) -> list[Rate]:
    """Rates in each part of a cycle. A row of `exposures` tells of one look how many days it covers of each part; `changed`
    whether it found a change. Maximum likelihood by EM: a change that was seen is spread over the parts in which it may
    have happened, in proportion to their rates."""
    parts = exposures.shape[1]
    watched = exposures.sum(axis=0)
    if not len(exposures) or not changed.any():
        none = [Rate(0.0, 0.0, _DROP / days if days else math.inf, 0.0, float(days)) for days in watched]
        return none if len(none) else [Rate(0.0, 0.0, math.inf, 0.0, 0.0)] * parts
    seen = exposures[changed]
    rates = np.full(parts, np.count_nonzero(changed) / exposures.sum())
    counts = np.zeros(parts)
    for _ in range(_STEPS):
        each = seen * rates
        sums = np.maximum(each.sum(axis=1), 1e-300)
        counts = (each / -np.expm1(-sums)[:, None]).sum(axis=0)
        better = np.divide(counts, watched, out=np.zeros(parts), where=watched > 0)
        done = np.allclose(better, rates, rtol=1e-6, atol=1e-12)
        rates = better
        if done:
            break
    # half a change more in each part, as information at a rate of 0 has no bound
    sums = np.maximum(
        exposures @ np.divide(counts + 0.5, watched, out=np.zeros(parts), where=watched > 0), 1e-12
    )
    weights = np.exp(-sums) / -np.expm1(-sums)
    information = (exposures * weights[:, None]).T @ exposures
    spread = np.sqrt(np.maximum(np.diag(np.linalg.pinv(information)), 0.0))
    found = []
    for rate, error, count, days in zip(rates, spread, counts, watched, strict=True):
        if days <= 0:
            found.append(Rate(0.0, 0.0, math.inf, 0.0, 0.0))
            continue
        reach, rate, days = Z * float(error), float(rate), float(days)
        # the logarithm is nearer to normal, and keeps rates above 0
        low = rate / math.exp(min(reach / rate, 700.0)) if rate * days > 1e-6 else 0.0
        high = rate * math.exp(reach / (rate + 0.5 / days))
        found.append(Rate(rate, low, max(high, rate + reach, _DROP / days), float(count), days))
    return found
