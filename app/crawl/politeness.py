"""When a host may be asked again: delay between requests, number of connections, back-off.

Pure bookkeeping with a clock handed in; who waits, and how, is the schedule's affair.
"""

from __future__ import annotations

import random
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from app.crawl.model import HostState

MAX_BACKOFF = 90.0
MAX_RETRY_AFTER = 600.0
WEARY = 10
"""So many failures without an answer in between, and the host is left alone for longer and longer."""
GIVEN_UP = 40
"""So many (an hour of trying), and what is left of the host fails without being asked for."""
RETRY_STATUS = frozenset({408, 425, 429, 500, 502, 503, 504})
SLOW_DOWN = frozenset({429, 503})


class HostManners:
    """One host: how many requests are under way, and when the next may start."""

    __slots__ = ("active", "delay", "failures", "next_time", "per_host", "reason", "slowed_until")

    def __init__(self, delay: float, per_host: int) -> None:
        self.delay = delay
        self.per_host = per_host
        self.active = 0
        self.failures = 0
        self.reason = ""
        self.next_time = 0.0
        self.slowed_until = 0.0

    def ready_at(self) -> float:
        """The moment from which a request may start; infinite while all connections are in use."""
        return max(self.next_time, self.slowed_until) if self.active < self.per_host else float("inf")

    def begin(self, now: float) -> None:
        self.active += 1
        self.next_time = now + self.delay

    def end(self) -> None:
        self.active -= 1

    def unused(self, now: float) -> None:
        """No request was made after all (robots.txt refused it): the next one need not wait."""
        self.next_time = now

    def answered(self) -> None:
        self.failures = 0

    def failed(self, now: float, reason: str, first: float) -> None:
        """No answer at all. A host that is down, or a network of ours that is, must not use up the whole queue."""
        self.failures += 1
        self.reason = reason
        if self.failures >= WEARY:
            self.slow_down(now, backoff(first, self.failures - WEARY + 1))

    @property
    def given_up(self) -> bool:
        return self.failures >= GIVEN_UP

    def slow_down(self, now: float, seconds: float) -> None:
        self.slowed_until = max(self.slowed_until, now + seconds)

    def state(self, now: float) -> HostState:
        if self.slowed_until > now:
            return "backing-off"
        if self.active:
            return "active"
        return "waiting" if self.next_time > now else "idle"


def backoff(first: float, tries: int) -> float:
    """Seconds before another try after `tries` failed ones: doubled each time, with a little chance so that
    the addresses of a host do not all come back at once."""
    return min(first * 2.0 ** max(tries - 1, 0), MAX_BACKOFF) * random.uniform(0.8, 1.2)  # noqa: S311 -- no secret


def retry_after(value: str | None, now: datetime | None = None) -> float | None:
    """Seconds that a Retry-After header asks for (a number or a date); None when it says nothing."""
    if not value:
        return None
    value = value.strip()
    if value.isascii() and value.isdigit():
        return float(value)
    try:
        when = parsedate_to_datetime(value)
    except (ValueError, OverflowError):
        return None
    if when.tzinfo is None:
        when = when.replace(tzinfo=UTC)
    return max(0.0, (when - (now or datetime.now(UTC))).total_seconds())
