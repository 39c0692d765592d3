"""Getting a robots.txt: with turns of its own, second tries, and over redirects."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from app.crawl.entries import is_redirect
from app.crawl.fetch import Fetched, Fetcher, FetchFailed
from app.crawl.politeness import Turns, backoff
from app.crawl.reading import location_of
from app.crawl.robots import MAX_SIZE
from app.crawl.settings import CrawlSettings
from app.crawl.url import authority_of, normalize
from app.errors import AddressInvalid
from app.tianwang import split_http

RETRY_REASONS = frozenset({"timeout", "connect", "dns", "incomplete"})
"""Failures after which another try makes sense."""
ROBOTS_HOPS = 5
MOST_FREE_TRIES = 3
"""Those that another connection or a log-in promises to better."""


@dataclass(frozen=True, slots=True)
class RobotsAnswer:
    status: int
    text: str = ""
    reason: str = ""
    detail: str = ""


class RobotsFetcher:
    """`keep` is given what came at the address of the robots.txt itself. `settings` may be changed at any time."""

    def __init__(
        self,
        settings: CrawlSettings,
        fetcher: Fetcher,
        turns: Turns,
        keep: Callable[[str, Fetched], Awaitable[None]],
    ) -> None:
        self.settings = settings
        self._fetcher = fetcher
        self._turns = turns
        self._keep = keep

    async def fetch(self, url: str) -> RobotsAnswer:
        """Only the answer at /robots.txt itself is kept; what it redirects to may be an ordinary page."""
        address = url
        for hop in range(ROBOTS_HOPS + 1):
            try:
                fetched = await self._fetch_patiently(address)
            except FetchFailed as failure:
                return RobotsAnswer(0, reason=failure.reason, detail=failure.detail)
            if hop == 0:
                await self._keep(url, fetched)
            if not is_redirect(fetched.status) or "location" not in fetched.headers:
                body = split_http(fetched.data).body_start(MAX_SIZE + 1)
                return RobotsAnswer(fetched.status, body.decode("utf-8", "replace"))
            try:
                address = normalize(location_of(fetched), address)
            except AddressInvalid:
                break
        return RobotsAnswer(404)  # RFC 9309: what redirects too often counts as not there

    async def _fetch_patiently(self, url: str) -> Fetched:
        tries = free = 0
        while True:
            try:
                async with self._turns.of(authority_of(url)).turn() as turn:
                    fetched = await self._fetcher.fetch(url, sent=turn.sent)
                if not fetched.again or free >= MOST_FREE_TRIES:
                    return fetched
                free += 1
            except FetchFailed as failure:
                if failure.wait == 0.0 and free < MOST_FREE_TRIES:
                    free += 1
                    continue
                tries += 1
                if failure.reason not in RETRY_REASONS or tries > self.settings.retries:
                    raise
                await asyncio.sleep(backoff(self.settings.backoff, tries))
