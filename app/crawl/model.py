"""The values other parts see of a crawl: progress, jobs, log entries."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from app.crawl.settings import CrawlSettings

CrawlState = Literal["starting", "running", "paused", "stopping", "finished", "stopped", "failed"]
HostState = Literal["active", "waiting", "backing-off", "idle"]
LogKind = Literal["refused", "error", "stored", "visit", "redirect"]
ENDED: frozenset[str] = frozenset({"finished", "stopped", "failed"})


@dataclass(frozen=True, slots=True)
class HostProgress:
    """One host of a crawl; `delay` is the wait between requests in seconds as it is now."""

    host: str
    done: int
    queued: int
    errors: int
    delay: float
    state: HostState


@dataclass(frozen=True, slots=True)
class CrawlProgress:
    """A snapshot. All that is counted as stored is durable.

    `pages` counts stored documents (what `max_pages` limits); `versions` and `visits` count all captures, page
    requisites too, robots.txt not; `rate` is captures a second over the last seconds; `seconds` is the time the
    crawl was running; `hosts` holds the busiest ones only; `limit_reached` is a reason code or empty.
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


@dataclass(frozen=True, slots=True)
class LogEntry:
    """What became of one address; `number` orders the log, `reason` is a code (empty for what was stored)."""

    number: int
    time: datetime
    url: str
    kind: LogKind
    reason: str
    detail: str
    referrer: str


@dataclass(slots=True)
class Counters:
    """The figures of a job that are kept in its row, written in the same transaction as what they count."""

    pages: int = 0
    versions: int = 0
    visits: int = 0
    errors: int = 0
    refused: int = 0
    bytes: int = 0
    seconds: float = 0.0
