"""The robots.txt files of the sites of a crawl: when they are fetched, how long they hold, what their absence means."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from app.crawl.rules.robots_txt import MAX_SIZE, RobotsTxt
from app.messages import Message

__all__ = ["MAX_SIZE", "Answer", "RobotsCache", "Rules", "judge", "product_token"]
MAX_AGE = 24 * 3600.0
FAILURE_AGE = 300.0
MAX_DELAY = 60.0
CACHED_SITES = 1000


class Answer(Protocol):
    """What the fetcher brings back of a robots.txt, redirects already followed. `status` 0: no answer at all."""

    @property
    def status(self) -> int: ...
    @property
    def text(self) -> bytes | str: ...
    @property
    def reason(self) -> str: ...
    @property
    def detail(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one site. `reason` and `detail` say why nothing at all may be fetched, if so."""

    parser: RobotsTxt | None
    expires: float
    reason: str = ""
    detail: str = ""

    def refusal(self, url: str, agent: str) -> tuple[str, str] | None:
        """(reason code, detail) when `url` may not be fetched."""
        if self.reason:
            return self.reason, self.detail
        if self.parser is None or self.parser.allows(url, agent):
            return None
        return "robots", Message("robots-disallow")

    def delay(self, agent: str) -> float:
        """Crawl-delay in seconds, 0 when none is asked for; nobody may ask for more than a minute."""
        return min(self.parser.crawl_delay(agent), MAX_DELAY) if self.parser else 0.0

    @property
    def sitemaps(self) -> tuple[str, ...]:
        """The addresses in its "Sitemap" lines, as written."""
        return tuple(self.parser.sitemaps) if self.parser else ()


def judge(answer: Answer, now: float) -> Rules:
    """2xx: the rules; 4xx (and what cannot be followed): all is allowed; 5xx, 429 and no answer: nothing is."""
    if answer.status == 0:
        return Rules(None, now + FAILURE_AGE, answer.reason, Message("robots-failed", detail=answer.detail))
    if answer.status >= 500 or answer.status == 429:
        return Rules(None, now + FAILURE_AGE, "robots", Message("robots-answered", status=answer.status))
    if 200 <= answer.status < 300:
        return Rules(RobotsTxt(answer.text), now + MAX_AGE)
    return Rules(None, now + MAX_AGE)


class RobotsCache:
    """Rules by site, fetched once for all who ask at the same time.

    Keyed by scheme and authority, as the RFC has it. Each fetch is a task of its own: whoever asked first may be
    cancelled without harm to the others.
    """

    def __init__(
        self, fetch: Callable[[str], Awaitable[Answer]], *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._fetch = fetch
        self._clock = clock
        self._rules: dict[str, asyncio.Task[Rules]] = {}

    def known(self, site: str) -> Rules | None:
        """What `rules` would answer at once; None when it would ask the site."""
        task = self._rules.get(site)
        return task.result() if task is not None and task.done() and self._valid(task) else None

    async def rules(self, site: str) -> Rules:
        """`site` is like https://www.example.org (no slash at the end)."""
        task = self._rules.get(site)
        if task is None or (task.done() and not self._valid(task)):
            self._rules.pop(site, None)
            task = self._rules[site] = asyncio.create_task(self._load(site))
            self._trim()
        elif task.done():
            return task.result()
        return await asyncio.shield(task)

    def forget(self, site: str) -> None:
        """Ask again, unless that is being done."""
        task = self._rules.get(site)
        if task is not None and task.done():
            del self._rules[site]

    async def close(self) -> None:
        """Give up what is still being fetched."""
        pending = [task for task in self._rules.values() if not task.done()]
        for task in pending:
            task.cancel()
        await asyncio.gather(*pending, return_exceptions=True)
        self._rules.clear()

    async def _load(self, site: str) -> Rules:
        answer = await self._fetch(f"{site}/robots.txt")
        return judge(answer, self._clock())

    def _valid(self, task: asyncio.Task[Rules]) -> bool:
        return not task.cancelled() and task.exception() is None and task.result().expires > self._clock()

    def _trim(self) -> None:
        for site in list(self._rules)[: max(0, len(self._rules) - CACHED_SITES)]:
            if self._rules[site].done():
                del self._rules[site]


def product_token(agent: str) -> str:
    """The name by which robots.txt files know a crawler: "X" of "Mozilla/5.0 (compatible; X/1.0; …)"."""
    inner = re.search(r"compatible;\s*([A-Za-z_-]+)", agent)
    outer = re.match(r"\s*([A-Za-z_-]+)", agent)
    found = inner or outer
    return found[1] if found else agent
