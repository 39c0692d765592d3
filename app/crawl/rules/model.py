"""The values other parts see of a crawl: progress, jobs, log entries."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from app.crawl.rules.settings import CrawlSettings

CrawlState = Literal["starting", "running", "paused", "stopping", "finished", "stopped", "failed"]
HostState = Literal["active", "waiting", "backing-off", "idle"]
HostMode = Literal["normal", "held", "skipped"]
HOST_MODES: tuple[HostMode, ...] = ("normal", "held", "skipped")
"""By the number that stands in crawl.sqlite."""
LogKind = Literal["refused", "error", "stored", "visit", "redirect"]
NOT_AWAITED = "not-awaited"
"""Reason code of addresses left out because their host gave no answer; going on with the crawl asks for them again. A
crawl that left out pages so has it in `limit_reached`."""
ENDED: frozenset[str] = frozenset({"finished", "stopped", "failed"})


class Cancelled(Exception):
    """The person does not want to know any more."""


@dataclass(frozen=True, slots=True)
class HostProgress:
    """One host of a crawl; `delay` is the present wait between requests in seconds, `next_fetch` the seconds until the
    next request may go out; `mode` is the person's wish about it; `response` the smoothed response time in seconds (0:
    not known)."""

    host: str
    done: int
    queued: int
    errors: int
    delay: float
    state: HostState
    next_fetch: float = 0.0
    mode: HostMode = "normal"
    response: float = 0.0


@dataclass(frozen=True, slots=True)
class WorkerProgress:
    """The work of one busy worker: phase "robots", "fetching", "browser", "reading" or "storing", and its seconds."""

    host: str
    url: str
    phase: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Awaited:
    """A host without which a crawl could end or go on: `count` of its addresses wait, `pages` among them; `reason` is
    the code of its trouble (empty: it was asked and has not answered yet), `next_try` the seconds until it is asked
    again (0: it is being asked), `ends_in` those until the crawl goes on without it (infinite: its answer or the end of
    its tries is awaited)."""

    host: str
    count: int
    reason: str
    next_try: float
    pages: bool
    ends_in: float = float("inf")


@dataclass(frozen=True, slots=True)
class CrawlProgress:
    """A snapshot. All that is counted as stored is durable.

    `pages` counts stored documents (what `max_pages` limits); `versions` and `visits` count all captures, page
    requisites and robots.txt too; `rate` is captures a second over the last seconds; `seconds` is the time the
    crawl was running; `hosts` holds the busiest ones only; `limit_reached` is a reason code or empty; `parked` counts
    suspected traps; `workers` holds the busy ones, of at most `worker_limit`; `browser` of them wait for the browser;
    `awaited` are hosts in trouble when nothing else is left to do, for `awaited_for` seconds by now.
    """

    state: CrawlState
    pages: int
    versions: int
    visits: int
    queued: int
    in_flight: int
    errors: int
    refused: int
    bytes: int
    seconds: float
    rate: float
    hosts: tuple[HostProgress, ...]
    limit_reached: str
    workers: tuple[WorkerProgress, ...] = ()
    worker_limit: int = 0
    parked: int = 0
    browser: int = 0
    awaited: tuple[Awaited, ...] = ()
    awaited_for: float = 0.0


@dataclass(frozen=True, slots=True)
class Job:
    """A crawl job as it is kept in crawl.sqlite. A job "running" that no process works on was interrupted."""

    job_id: str
    settings: CrawlSettings
    state: CrawlState
    started: datetime
    updated: datetime
    pages: int
    queued: int
    name: str = ""
    plan: int = 0
    """Number of the plan that started it; 0 without one."""
    limit_reached: str = ""
    versions: int = 0
    visits: int = 0
    errors: int = 0
    refused: int = 0
    bytes: int = 0
    seconds: float = 0.0
    parked: int = 0

    @property
    def unfinished(self) -> bool:
        """Whether going on with it would ask for something more."""
        return self.state != "finished" or self.limit_reached == NOT_AWAITED


@dataclass(frozen=True, slots=True)
class JobEvent:
    """A change by a person while a job was open; `text` starts with a code: "settings", "held example.org" …"""

    time: datetime
    text: str


@dataclass(frozen=True, slots=True)
class LogEntry:
    """The outcome of one address; `number` orders the log, `reason` is a code (empty when it was stored)."""

    number: int
    time: datetime
    url: str
    kind: LogKind
    reason: str
    detail: str
    referrer: str


@dataclass(slots=True)
class Counters:
    """The figures of a job in its row, written in the same transaction as the rows they count."""

    pages: int = 0
    versions: int = 0
    visits: int = 0
    errors: int = 0
    refused: int = 0
    bytes: int = 0
    seconds: float = 0.0
    parked: int = 0
