"""Days, weeks from Monday and months (UTC) as numbers: a moment's period, the first second of a period."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Literal

import numpy as np

from app.search.entries.columns import Numbers

Period = Literal["day", "week", "month"]
PERIODS: tuple[Period, ...] = ("day", "week", "month")
DAY = 86_400
_MONDAY = 3  # 1970 began on a Thursday


def of(seconds: Numbers, period: Period) -> Numbers:
    """The numbers of the periods in which moments lie; one behind another they count up."""
    days: Numbers = np.floor_divide(np.asarray(seconds, np.int64), DAY)
    if period == "day":
        return days
    if period == "week":
        weeks: Numbers = np.floor_divide(days + _MONDAY, 7)
        return weeks
    months: Numbers = days.astype("datetime64[D]").astype("datetime64[M]").astype(np.int64)
    return months


def begin(number: int, period: Period) -> int:
    """The first second of a period (since 1970)."""
    if period == "day":
        return number * DAY
    if period == "week":
        return (number * 7 - _MONDAY) * DAY
    return int(np.datetime64(number, "M").astype("datetime64[s]").astype(np.int64))


def span(number: int, period: Period) -> tuple[datetime, datetime]:
    """The first moment of a period, and the first behind it."""
    first, behind = begin(number, period), begin(number + 1, period)
    return datetime.fromtimestamp(first, UTC), datetime.fromtimestamp(behind, UTC)


def usual(first: int, last: int) -> Period:
    """A period that gives a chart between some ten and a hundred points of the time between two moments."""
    days = (last - first) / DAY
    return "day" if days <= 60 else "week" if days <= 730 else "month"


def label(number: int, period: Period) -> str:
    """A period as people and programs write it: 2026-11-21, 2026-W47, 2026-11."""
    moment = datetime.fromtimestamp(begin(number, period), UTC)
    if period == "week":
        year, week, _ = moment.isocalendar()
        return f"{year}-W{week:02}"
    return f"{moment:%Y-%m-%d}" if period == "day" else f"{moment:%Y-%m}"
