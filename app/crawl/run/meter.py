"""The figures of a running crawl, written by its loop and read from any thread."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

from app.crawl.rules.model import (
    HOST_MODES,
    Awaited,
    Counters,
    CrawlProgress,
    CrawlState,
    HostProgress,
    HostState,
    WorkerProgress,
)
from app.crawl.run.ledger import Committed

RATE_SECONDS = 5.0


class Meter:
    """Every attribute is replaced as a whole, never changed in place: a reader in another thread needs no lock."""

    def __init__(self, counters: Counters, queued: int, state: CrawlState = "starting") -> None:
        self.state: CrawlState = state
        self.open = queued
        self.workers: Callable[[], tuple[WorkerProgress, ...]] = tuple
        """The work of the busy workers; called from any thread."""
        self.worker_limit = 0
        self.awaited: Callable[[], tuple[tuple[Awaited, ...], float]] = _nothing_awaited
        """Hosts in trouble that hold the crawl up, and for how many seconds; called from any thread."""
        self._counters = counters
        self._in_flight = 0
        self._hosts: tuple[HostProgress, ...] = ()
        self._limit_reached = ""
        self._before = counters.seconds
        self._running_since: float | None = None
        self._marks: deque[tuple[float, int]] = deque()
        self._rate = (0.0, 0.0)

    def begin(self, seconds: float) -> None:
        """The crawl runs from now on; `seconds` it has run before."""
        self._before = seconds
        self._running_since = time.monotonic()
        self.state = "running"

    def pause(self, paused: bool) -> None:
        if paused and self.state == "running":
            self._before, self._running_since = self.seconds(), None
            self.state = "paused"
        elif not paused and self.state == "paused":
            self._running_since = time.monotonic()
            self.state = "running"

    def stopping(self) -> None:
        self.state = "stopping"

    def end(self, state: CrawlState) -> None:
        self._before, self._running_since = self.seconds(), None
        self._in_flight = 0
        self.state = state

    def seconds(self) -> float:
        """How long the crawl has been running, pauses left out."""
        since = self._running_since
        return self._before + (time.monotonic() - since if since is not None else 0.0)

    def note(
        self,
        committed: Committed,
        in_flight: int,
        host_state: Callable[[int, float], tuple[float, HostState, float, float]],
        limit_reached: str,
    ) -> None:
        """After a commit."""
        now = time.monotonic()
        counters = committed.counters
        self._marks.append((now, counters.versions + counters.visits))
        while self._marks[0][0] < now - RATE_SECONDS and len(self._marks) > 2:
            self._marks.popleft()
        (first, before), (_, total) = self._marks[0], self._marks[-1]
        self._rate = (now, (total - before) / (now - first) if now > first else 0.0)
        self._counters = counters
        self.open = committed.open
        self._in_flight = in_flight
        self._limit_reached = limit_reached
        hosts: list[HostProgress] = []
        for host in committed.busiest:
            delay, state, next_fetch, response = host_state(host.number, now)
            hosts.append(
                HostProgress(
                    host.name,
                    host.done,
                    host.queued,
                    host.errors,
                    delay,
                    state,
                    next_fetch,
                    HOST_MODES[host.mode],
                    response,
                )
            )
        self._hosts = tuple(hosts)

    def progress(self) -> CrawlProgress:
        counters, in_flight = self._counters, self._in_flight
        measured, rate = self._rate
        workers = self.workers()
        awaited, awaited_for = self.awaited() if self.state == "running" else ((), 0.0)
        fresh = self.state == "running" and time.monotonic() - measured < RATE_SECONDS
        return CrawlProgress(
            state=self.state,
            pages=counters.pages,
            versions=counters.versions,
            visits=counters.visits,
            queued=max(0, self.open - in_flight),
            in_flight=in_flight,
            errors=counters.errors,
            refused=counters.refused,
            bytes=counters.bytes,
            seconds=self.seconds(),
            rate=rate if fresh else 0.0,
            hosts=self._hosts,
            limit_reached=self._limit_reached,
            workers=workers,
            worker_limit=self.worker_limit,
            parked=counters.parked,
            browser=sum(worker.phase == "browser" for worker in workers),
            awaited=awaited,
            awaited_for=awaited_for,
        )


def _nothing_awaited() -> tuple[tuple[Awaited, ...], float]:
    return (), 0.0
