"""The limits of a crawl, kept exactly, also where several crawls have them in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from app.crawl.rules.entries import Entry, Outcome
from app.crawl.rules.settings import CrawlSettings


@dataclass(frozen=True, slots=True)
class Allowance:
    """What one of several crawls may have of their common limits, from the beginning of its job."""

    pages: int = 0
    bytes: int = 0


@dataclass(frozen=True, slots=True)
class Need:
    """What one of several crawls has of their limits and has `used` of it; `room` for so many further pages; whether it
    has `more` of them to do; the size of the smallest answer that waits for room, 0 without one."""

    has: Allowance
    used: Allowance
    room: int = 0
    waits: int = 0
    more: bool = False


class Limits:
    """The limits of a crawl, kept exactly: a page that is begun has its slot reserved, so many workers never store one
    too many. `pages` and `size` count what is accepted, committed or not. One of several crawls (`shared`) has what it
    is allowed of their common limits, nothing at first."""

    def __init__(self, settings: CrawlSettings, pages: int, size: int, *, shared: bool = False) -> None:
        self.pages = pages
        self.size = size
        self._reserved = 0
        self._allowed = Allowance() if shared else None
        self._waiting: Counter[int] = Counter()
        self._reached: set[str] = set()
        self.change(settings)

    def change(self, settings: CrawlSettings) -> None:
        """From now on; pages under way keep their slots."""
        self._settings = settings
        self._reached.clear()
        self._check_size()

    def allow(self, allowed: Allowance, *, back: bool) -> Need:
        """Take what this crawl is allowed in all; `back`: less what it has no use for at the moment. What it has then, and
        whether that is too little."""
        if self._allowed is None:
            return Need(allowed, Allowance(self.pages, self.size))
        if back:
            allowed = Allowance(
                min(allowed.pages, self.pages + self._reserved), min(allowed.bytes, self.size)
            )
        self._allowed = allowed
        room = max(0, allowed.pages - self.pages - self._reserved)
        return Need(allowed, Allowance(self.pages, self.size), room, min(self._waiting, default=0))

    def may_start(self, entry: Entry) -> bool:
        """Whether an entry may start: a page only while a slot is free, even if all pages under way are stored."""
        limit = self._settings.max_pages
        if not entry.is_page or not (limit or self._reached):
            return True
        if "max-pages" in self._reached:
            return False
        return self.pages + self._reserved < (min(limit, self._allowed.pages) if self._allowed else limit)

    def begin(self, entry: Entry) -> None:
        self._reserved += entry.is_page

    def give_back(self, entry: Entry) -> None:
        self._reserved -= entry.is_page

    def may_accept(self, outcome: Outcome) -> bool:
        """Whether it can be decided now whether `max_bytes` has room for it. One that waits for that is `waiting`."""
        limit = self._settings.max_bytes
        if (
            self._allowed is None
            or not limit
            or outcome.new is None
            or self._reached & {"max-bytes", "max-minutes"}
        ):
            return True
        return self.size + outcome.size <= self._allowed.bytes

    @contextmanager
    def waiting(self, outcome: Outcome) -> Iterator[None]:
        self._waiting[outcome.size] += 1
        try:
            yield
        finally:
            self._waiting[outcome.size] -= 1
            self._waiting += Counter()  # without those of which there are none

    def accept(self, outcome: Outcome) -> Outcome:
        """Count it; what would go beyond `max_bytes` is refused instead."""
        limit = self._settings.max_bytes
        if limit and self._allowed is not None:
            limit = min(limit, self._allowed.bytes)
        if outcome.new is not None and self._settings.max_bytes and self.size + outcome.size > limit:
            self._reached.add("max-bytes")
            return Outcome(outcome.entry, reason="max-bytes", detail=str(outcome.size), refused=True)
        self.pages += outcome.counts_as_page
        if outcome.new is not None and outcome.entry is not None:
            self.size += outcome.size
        self._check_size()
        return outcome

    def _check_size(self) -> None:
        if self._settings.max_bytes and self.size >= self._settings.max_bytes:
            self._reached.add("max-bytes")

    def reach(self, limit: str) -> None:
        """As if this crawl alone had reached it: "max-pages", "max-bytes" or "max-minutes"."""
        self._reached.add(limit)

    @property
    def pages_reached(self) -> bool:
        limit = self._settings.max_pages
        return "max-pages" in self._reached or (bool(limit) and self.pages >= limit)

    def everything_reached(self, seconds: float) -> str:
        """The reason code of a limit that ends the crawl, requisites included."""
        if "max-bytes" in self._reached:
            return "max-bytes"
        limit = self._settings.max_minutes
        over = "max-minutes" in self._reached or (limit and seconds >= limit * 60)
        return "max-minutes" if over else ""

    def seconds_left(self, seconds: float) -> float:
        limit = self._settings.max_minutes
        return max(0.0, limit * 60 - seconds) if limit else float("inf")
