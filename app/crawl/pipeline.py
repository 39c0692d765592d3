"""One address from robots.txt to an outcome that can be stored: ask, fetch, prepare, judge the links."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass

from app.archive import NewCapture, NewVisit, prepare
from app.crawl.entries import Candidate, Entry, Outcome, is_redirect
from app.crawl.fetch import Fetched, Fetcher, FetchFailed, inflates_beyond
from app.crawl.links import LinkJudge
from app.crawl.politeness import (
    MAX_RETRY_AFTER,
    RETRY_STATUS,
    SLOW_DOWN,
    WEARY,
    HostManners,
    backoff,
    retry_after,
)
from app.crawl.robots import MAX_SIZE, RobotsCache, product_token
from app.crawl.settings import CrawlSettings
from app.crawl.url import normalize, split
from app.errors import AddressInvalid
from app.tianwang import split_http

RETRY_REASONS = frozenset({"timeout", "connect", "dns", "incomplete"})
ROBOTS_HOPS = 5


@dataclass(frozen=True, slots=True)
class Retry:
    """Ask again after so many seconds."""

    seconds: float


@dataclass(frozen=True, slots=True)
class RobotsAnswer:
    status: int
    text: str = ""
    reason: str = ""
    detail: str = ""


class Pipeline:
    """`store` takes the outcome of a robots.txt, which nobody queued."""

    def __init__(
        self,
        settings: CrawlSettings,
        job_id: str,
        judge: LinkJudge,
        fetcher: Fetcher,
        preparers: Executor,
        store: Callable[[Outcome], None],
        give_way: Callable[[], None],
    ) -> None:
        self._settings = settings
        self._job_id = job_id
        self._judge = judge
        self._fetcher = fetcher
        self._preparers = preparers
        self._store = store
        self._give_way = give_way
        self._agent = product_token(settings.user_agent)
        self.robots = RobotsCache(self._fetch_robots)

    async def ask(self, entry: Entry, manners: HostManners) -> Fetched | Outcome | Retry:
        """The network part. An Outcome when there is nothing to prepare."""
        if self._settings.obey_robots:
            refused = await self._robots_refusal(entry, manners)
            if refused:
                manners.unused(time.monotonic())
                return refused
        if manners.given_up:
            manners.unused(time.monotonic())
            return Outcome(entry, reason=manners.reason, detail="the host has not answered for long")
        try:
            fetched = await self._fetcher.fetch(entry.url, entry.conditions)
        except FetchFailed as failure:
            if failure.reason in RETRY_REASONS:
                manners.failed(time.monotonic(), failure.reason, self._settings.backoff)
                if self._may_retry(entry, manners):
                    return Retry(backoff(self._settings.backoff, entry.tries + 1))
            return Outcome(entry, reason=failure.reason, detail=failure.detail, refused=failure.reason == "size")
        manners.answered()
        return self._second_try(entry, manners, fetched) or fetched

    async def _robots_refusal(self, entry: Entry, manners: HostManners) -> Outcome | None:
        parts = split(entry.url)
        rules = await self.robots.rules(f"{parts.scheme}://{parts.authority}")
        manners.delay = max(self._settings.delay, rules.delay(self._agent))
        refusal = rules.refusal(entry.url, self._agent)
        if refusal is None:
            return None
        reason, detail = refusal
        return Outcome(entry, reason=reason, detail=detail, refused=reason == "robots")

    def _may_retry(self, entry: Entry, manners: HostManners) -> bool:
        return entry.tries < self._settings.retries and manners.failures < WEARY

    def _second_try(self, entry: Entry, manners: HostManners, fetched: Fetched) -> Retry | None:
        """Whether an answer is one that may be better the next time. After the last try it is stored as it is."""
        busy = fetched.status in RETRY_STATUS
        if not (busy or (fetched.incomplete and fetched.retryable)) or not self._may_retry(entry, manners):
            return None
        wait = retry_after(fetched.headers.get("retry-after")) if busy else None
        if wait is None:
            wait = backoff(self._settings.backoff, entry.tries + 1)
        if fetched.status in SLOW_DOWN:
            manners.slow_down(time.monotonic(), min(wait, MAX_RETRY_AFTER))
        return Retry(wait) if wait <= MAX_RETRY_AFTER else None

    async def digest(self, entry: Entry, fetched: Fetched) -> Outcome:
        """The processor's part, in another thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._preparers, self._digest, entry, fetched)

    def _digest(self, entry: Entry, fetched: Fetched) -> Outcome:
        self._give_way()
        if fetched.status == 304 and entry.base:
            visit = NewVisit(
                entry.url, fetched.date, fetched.ip, entry.base, 304, origin=entry.origin, crawl=self._job_id
            )
            return Outcome(entry, visit)
        if inflates_beyond(fetched.body, fetched.headers.get("content-encoding", "")):
            return Outcome(entry, reason="size", detail="a compressed body without end", refused=True)
        new = NewCapture(entry.url, fetched.date, fetched.ip, fetched.data, origin=entry.origin, crawl=self._job_id)
        prepared = prepare(new)
        reason, detail = "", ""
        if fetched.incomplete:
            reason, detail = "incomplete", fetched.incomplete
        elif fetched.status >= 400:
            reason = f"http-{fetched.status}"
        found: list[Candidate] = []
        location = fetched.headers.get("location")
        if location and is_redirect(fetched.status):
            found = [self._judge.redirect(_as_sent(fetched), entry)]
        elif fetched.status < 400:
            found = self._judge.candidates(prepared.links, entry)
        return Outcome(entry, prepared, reason, detail, found=found, size=len(fetched.body))

    async def _fetch_robots(self, url: str) -> RobotsAnswer:
        """Only the answer at /robots.txt itself is stored; what it redirects to may be an ordinary page."""
        address = url
        for hop in range(ROBOTS_HOPS + 1):
            try:
                fetched = await self._fetch_patiently(address)
            except FetchFailed as failure:
                return RobotsAnswer(0, reason=failure.reason, detail=failure.detail)
            if hop == 0:
                new = NewCapture(url, fetched.date, fetched.ip, fetched.data, crawl=self._job_id)
                loop = asyncio.get_running_loop()
                self._store(Outcome(None, await loop.run_in_executor(self._preparers, prepare, new)))
            if not is_redirect(fetched.status) or "location" not in fetched.headers:
                body = split_http(fetched.data).body[: MAX_SIZE + 1]
                return RobotsAnswer(fetched.status, body.decode("utf-8", "replace"))
            try:
                address = normalize(_as_sent(fetched), address)
            except AddressInvalid:
                break
        return RobotsAnswer(404)  # RFC 9309: what redirects too often counts as not there

    async def _fetch_patiently(self, url: str) -> Fetched:
        for attempt in range(1, self._settings.retries + 2):
            try:
                return await self._fetcher.fetch(url)
            except FetchFailed as failure:
                if failure.reason not in RETRY_REASONS or attempt > self._settings.retries:
                    raise
            await asyncio.sleep(backoff(self._settings.backoff, attempt))
        raise AssertionError("the last attempt returns or raises")


def _as_sent(fetched: Fetched) -> str:
    """The Location header: bytes beyond ASCII are mostly UTF-8, whatever the standard says."""
    raw = next(value for name, value in fetched.headers.raw if name.lower() == b"location")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("gb18030", "replace")
