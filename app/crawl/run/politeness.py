"""When a host may be asked again: delay between requests, number of connections, back-off.

A delay counts from the start of one request to the start of the next, and a request starts when it goes out on the
wire, not when it is decided on. So between the decision and that moment no other request of the host may begin. Every
request to a host (pages, robots.txt and its redirects, second tries) takes its turn here.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from weakref import WeakValueDictionary

from app.crawl.rules.model import HostState
from app.crawl.rules.settings import CrawlSettings

MAX_BACKOFF = 90.0
MAX_RETRY_AFTER = 600.0
WEARY = 10
"""Failures in a row after which a host is left alone for longer and longer."""
GIVEN_UP = 40
"""Failures in a row (an hour of trying, and longer than its patience) after which the rest of the host is left out."""
RETRY_STATUS = frozenset({408, 425, 429, 500, 502, 503, 504})
SLOW_DOWN = frozenset({429, 503})
UNREACHED = 3
"""Failed attempts after which a host that never answered is given up with all its addresses …"""
GIVEN_UP_SECONDS = 300.0
"""… for this many seconds; then one of them tries again."""
SMOOTHING = 0.25
"""Weight of the newest response time in the smoothed one."""
REMEMBERED_HOSTS = 2000


def _nothing() -> None:
    return


class HostManners:
    """One host: how many requests are under way, and when the next may start (seconds of `time.monotonic`).

    Its delay is that of the settings, or with `adaptive` that multiple of the smoothed response time up to
    `delay_ceiling`; a Crawl-delay (`ask_delay`) counts when it is longer.
    """

    __slots__ = (
        "__weakref__",
        "_asked",
        "_changed",
        "_given_up_until",
        "_held",
        "_last",
        "_smoothed",
        "active",
        "failures",
        "on_change",
        "reached",
        "reason",
        "settings",
        "silent_since",
        "slowed_until",
        "unsent",
    )

    def __init__(self, settings: CrawlSettings) -> None:
        self.settings = settings
        self.on_change: Callable[[], None] = _nothing
        self.active = 0
        self.unsent = 0
        self.failures = 0
        self.reason = ""
        self.reached = False
        """Whether the host has ever answered: then it gets more patience."""
        self.silent_since = 0.0
        """The first failure since its last answer; 0 while it answers."""
        self.slowed_until = 0.0
        self._given_up_until = 0.0
        self._held = 0.0
        self._last = float("-inf")
        self._asked = 0.0
        self._smoothed = 0.0
        self._changed: asyncio.Event | None = None

    @property
    def delay(self) -> float:
        """Seconds from the start of one request to the start of the next."""
        settings = self.settings
        wanted = min(settings.adaptive * self._smoothed, settings.delay_ceiling) if settings.adaptive else 0.0
        return max(settings.delay, wanted, self._asked)

    @property
    def response(self) -> float:
        """The smoothed response time in seconds; 0 when it is not known."""
        return self._smoothed

    @property
    def next_time(self) -> float:
        """The moment of the next request at the earliest, connections and back-off aside."""
        return max(self._held, self._last + self.delay)

    def ready_at(self) -> float:
        """The moment from which a request may start; infinite while that depends on one under way."""
        if self.active >= self.settings.per_host:
            return float("inf")
        return 0.0 if self.given_up else self._turn_at()

    def _turn_at(self) -> float:
        return float("inf") if self.unsent and self.delay else max(self.next_time, self.slowed_until)

    def ask_delay(self, seconds: float) -> None:
        """The Crawl-delay of robots.txt; 0 for none."""
        self._asked = seconds

    def hold_until(self, moment: float) -> None:
        """Allow no request before a moment (an earlier run of the crawl asked not long ago)."""
        self._held = max(self._held, moment)

    def begin(self) -> None:
        """Take a connection and reserve a turn, which a `Turn` ends."""
        self.active += 1
        self.unsent += 1

    def end(self) -> None:
        self.active -= 1

    def sent(self, now: float) -> None:
        """A reserved request went out."""
        self._last = max(self._last, now)
        self.unused()

    def unused(self) -> None:
        """A reserved turn is given back: the next one need not wait."""
        self.unsent = max(0, self.unsent - 1)
        self.notify()

    def notify(self) -> None:
        """Have those that wait for a turn look again."""
        if self._changed is not None:
            self._changed.set()
            self._changed = None
        self.on_change()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[Turn]:
        """Wait for a turn and have it, outside of the schedule and its count of connections."""
        while (wait := self._turn_at() - time.monotonic()) > 0:
            self._changed = self._changed or asyncio.Event()
            try:
                async with asyncio.timeout(wait if wait != float("inf") else None):
                    await self._changed.wait()
            except TimeoutError:
                pass
        self.unsent += 1
        turn = Turn(self)
        try:
            yield turn
        finally:
            turn.close()

    def answered(self, seconds: float = 0.0) -> None:
        """An answer came, `seconds` after the request had gone out."""
        self.failures = 0
        self.reason = ""
        self.reached = True
        self.silent_since = 0.0
        self._given_up_until = 0.0
        self._smoothed += (seconds - self._smoothed) * (SMOOTHING if self._smoothed else 1.0)

    def failed(self, now: float, reason: str, first: float) -> None:
        """No answer at all. A host that is down, or a network of ours that is, must not use up the whole queue."""
        self.fell_silent(now)
        self.failures += 1
        self.reason = reason
        if self.failures >= WEARY:
            self.slow_down(now, backoff(first, self.failures - WEARY + 1))

    def unreachable(self, now: float, reason: str, first: float) -> None:
        """No connection came about. A host that never answered is given up after a few attempts; what was under way at
        the same time is one attempt."""
        if self.reached:
            self.failed(now, reason, first)
        elif now >= self.slowed_until:
            self.fell_silent(now)
            self.failures += 1
            self.reason = reason
            if self.failures >= UNREACHED:
                self.give_up(now, reason)
            else:
                self.slow_down(now, backoff(first, self.failures))

    def give_up(self, now: float, reason: str) -> None:
        """For a while its addresses fail without being asked for."""
        self.fell_silent(now)
        self.failures += 1
        self.reason = reason
        self.slowed_until = 0.0
        self._given_up_until = now + GIVEN_UP_SECONDS
        self.notify()

    def fell_silent(self, now: float) -> None:
        """It gave no answer; how often is another matter."""
        self.silent_since = self.silent_since or now

    def revive(self) -> None:
        """Try a host again that was given up."""
        self.failures = 0
        self.silent_since = 0.0
        self._given_up_until = 0.0

    @property
    def given_up(self) -> bool:
        if self.failures == 0:
            return False
        now = time.monotonic()
        return self._given_up_until > now or (
            self.failures >= GIVEN_UP and now - self.silent_since >= self.settings.patience
        )

    def troubled(self, now: float) -> bool:
        """Whether something other than its delay keeps the host from being asked."""
        return self.failures > 0 or self.silent_since > 0.0 or self.slowed_until > now

    def slow_down(self, now: float, seconds: float, reason: str = "") -> None:
        self.slowed_until = max(self.slowed_until, now + seconds)
        self.reason = reason or self.reason

    def state(self, now: float) -> HostState:
        if self.slowed_until > now:
            return "backing-off"
        if self.active:
            return "active"
        return "waiting" if self.next_time > now else "idle"

    def forgettable(self, now: float) -> bool:
        """Whether a new object would behave the same."""
        return not (self.unsent or self.failures) and self.state(now) == "idle"


class Turn:
    """A reserved turn of a host, settled once: by `sent`, or given back when it is closed without."""

    __slots__ = ("_manners", "_settled")

    def __init__(self, manners: HostManners) -> None:
        self._manners = manners
        self._settled = False

    def sent(self) -> None:
        if not self._settled:
            self._settled = True
            self._manners.sent(time.monotonic())

    def close(self) -> None:
        if not self._settled:
            self._settled = True
            self._manners.unused()


class Turns:
    """The manners towards all hosts of a crawl, by name (authority). For one event loop.

    `on_change` is called when a turn is settled, since then another may be possible.
    """

    def __init__(self, settings: CrawlSettings) -> None:
        self._settings = settings
        self._hosts: dict[str, HostManners] = {}
        # whoever holds one that was dropped, and whoever asks for it anew, must hold the same
        self._held: WeakValueDictionary[str, HostManners] = WeakValueDictionary()
        self.on_change: Callable[[], None] = _nothing

    def of(self, name: str) -> HostManners:
        known = self._hosts.get(name)
        if known is None:
            if len(self._hosts) >= REMEMBERED_HOSTS:
                self._forget()
            known = self._held.get(name) or HostManners(self._settings)
            known.on_change = self._note
            self._hosts[name] = self._held[name] = known
        return known

    def change(self, settings: CrawlSettings) -> None:
        """From now on, for all hosts."""
        self._settings = settings
        for manners in self._held.values():
            manners.settings = settings
            manners.notify()

    def _note(self) -> None:
        self.on_change()

    def _forget(self) -> None:
        """Drop half of the idle ones, the longest known first."""
        now = time.monotonic()
        droppable = [name for name, manners in self._hosts.items() if manners.forgettable(now)]
        for name in droppable[: max(1, len(droppable) // 2)]:
            del self._hosts[name]


def backoff(first: float, tries: int) -> float:
    """Seconds before another try after `tries` failed ones: doubled each time, with a little chance so that
    the addresses of a host do not all come back at once."""
    return min(first * 2.0 ** max(tries - 1, 0), MAX_BACKOFF) * random.uniform(0.8, 1.2)  # noqa: S311 -- no secret


def retry_after(value: str | None, now: datetime | None = None) -> float | None:
    """Seconds of a Retry-After header (a number or a date); None without a usable one."""
    if not value:
        return None
    value = value.strip()
    if value.isascii() and value.isdigit():
        return float(value[:9])
    try:
        when = parsedate_to_datetime(value)
    except (ValueError, OverflowError):
        return None
    if when.tzinfo is None:
        when = when.replace(tzinfo=UTC)
    return max(0.0, (when - (now or datetime.now(UTC))).total_seconds())
