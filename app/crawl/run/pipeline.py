"""One address from robots.txt to an outcome that can be stored: ask, fetch, prepare, judge the links."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeVar, TypeVarTuple

import httpx

from app.archive.addresses import METHOD
from app.crawl.net.browser import BrowserAnswer, BrowserFactory, BrowserFailed
from app.crawl.net.fetch import Fetched, Fetcher, FetchFailed
from app.crawl.rules.entries import Entry, Outcome, is_redirect
from app.crawl.rules.links import LinkJudge
from app.crawl.rules.model import NOT_AWAITED
from app.crawl.rules.robots import MAX_SIZE, RobotsCache, product_token
from app.crawl.rules.settings import CrawlSettings
from app.crawl.rules.url import authority_of, host_of, normalize, split
from app.crawl.run.politeness import (
    MAX_RETRY_AFTER,
    RETRY_STATUS,
    SLOW_DOWN,
    UNREACHED,
    WEARY,
    HostManners,
    Turn,
    Turns,
    backoff,
    retry_after,
)
from app.crawl.run.preparation import Batching, is_textual
from app.crawl.run.reading import Answer, Read, Reader, location_of
from app.crawl.run.rendering import Rendering, live_links
from app.errors import AddressInvalid
from app.messages import Message
from app.tianwang.http import inflates_beyond, split_http

# Getting a robots.txt: with turns of its own, second tries, and over redirects.

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
    """`keep` takes the answer at the address of the robots.txt itself. `settings` may be changed at any time."""

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
        """The robots.txt of a site, redirects followed. Only the answer at /robots.txt itself is kept: the target of a
        redirect may be an ordinary page."""
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


GIVEN_UP_DETAIL = Message("host-down")
_Given = TypeVarTuple("_Given")
_Made = TypeVar("_Made")


@dataclass(frozen=True, slots=True)
class Retry:
    """Another try after some seconds; it `counts` unless the address itself was not asked for. `last`: after the others
    of its host, which is silent."""

    seconds: float
    counts: bool = True
    last: bool = False


class Pipeline:
    """`store` takes the outcome of a robots.txt, which never stood in the queue. To be closed before the fetcher is."""

    def __init__(
        self,
        settings: CrawlSettings,
        reader: Reader,
        fetcher: Fetcher,
        turns: Turns,
        store: Callable[[Outcome], None],
        browser: BrowserFactory | None = None,
    ) -> None:
        self._reader, self._fetcher, self._turns, self._store = reader, fetcher, turns, store
        self._preparers = reader.preparation.threads
        self._rendering = Rendering(browser, fetcher, settings)
        self._asked: dict[str, Entry] = {}
        self._batches = Batching[Answer, Read](
            self._preparers,
            lambda answers: self._reader.read_all(answers),
            lambda answer: len(answer.fetched.body),
        )
        self._robots_fetcher = RobotsFetcher(settings, fetcher, turns, self._keep_robots)
        self.robots = RobotsCache(self._robots_fetcher.fetch)
        self._configure(settings)

    def reconfigure(self, settings: CrawlSettings, judge: LinkJudge) -> None:
        """Go on under other settings."""
        self._reader = self._reader.under(settings, judge)
        self._configure(settings)
        self._rendering.configure(settings)
        self._fetcher.reconfigure(settings)

    def _configure(self, settings: CrawlSettings) -> None:
        self._settings = self._robots_fetcher.settings = settings
        self._agent = product_token(settings.user_agent)
        self._reader.is_frame = self._is_frame
        self._fetcher.accept = self._accept if settings.content_types or settings.ip_ranges else None

    async def close(self) -> None:
        """Give up what is under way."""
        await self.robots.close()
        await self._rendering.close()

    @property
    def heard(self) -> float:
        """When a part of any answer last came in at a good pace (of `time.monotonic`)."""
        return self._fetcher.heard

    async def ask(self, entry: Entry, manners: HostManners) -> Answer | Outcome | Retry:
        """The network part. An Outcome when there is nothing to prepare."""
        turn = Turn(manners)
        try:
            return await self._ask(entry, manners, turn)
        finally:
            turn.close()

    async def _ask(self, entry: Entry, manners: HostManners, turn: Turn) -> Answer | Outcome | Retry:
        if manners.given_up:
            if not entry.forced:
                return _given_up(entry, manners)
            # a person asks for it: earlier failures do not count
            manners.revive()
            self._fetcher.forget(host_of(entry.url))
            self.robots.forget(_site_of(entry.url))
        try:
            # a name that cannot be resolved for now must not keep a worker waiting for its robots.txt
            addresses = await self._fetcher.addresses(host_of(entry.url))
            refused = self._address_refusal(entry, addresses) or await self._robots_refusal(
                entry, manners, turn
            )
            if refused:
                return refused
            if manners.given_up:
                return _given_up(entry, manners)
            if METHOD not in entry.url and self._rendering.wants(entry):
                turn.close()
                answer = await self._by_browser(entry, manners)
            else:
                answer = await self._by_fetcher(entry, turn)
        except FetchFailed as failure:
            return self._failed(entry, manners, failure)
        fetched = answer.fetched
        manners.answered(fetched.seconds)
        return self._second_try(entry, manners, fetched) or answer

    async def _by_fetcher(self, entry: Entry, turn: Turn, remark: str = "") -> Answer:
        entry.phase = "fetching"
        self._asked[entry.url] = entry
        try:
            fetched = await self._fetcher.fetch(entry.url, entry.conditions, turn.sent)
        finally:
            self._asked.pop(entry.url, None)
        return Answer(entry, fetched, remark=remark)

    async def _by_browser(self, entry: Entry, manners: HostManners) -> Answer:
        """By the browser, or without it where that fails."""
        try:
            rendered = await self._rendering.capture(entry, manners)
        except BrowserFailed as failure:
            async with manners.turn() as turn:
                return await self._by_fetcher(entry, turn, _remark(failure))
        return Answer(entry, rendered.main, rendered=rendered)

    def _address_refusal(self, entry: Entry, addresses: list[str]) -> Outcome | None:
        """The refusal of a host all of whose IP addresses are unwanted: it is not even asked for its robots.txt."""
        if not self._settings.ip_ranges or entry.forced:
            return None
        refusals = [self._reader.content.of_head(0, "", address, not entry.is_page) for address in addresses]
        if not refusals or None in refusals:
            return None
        reason, detail = refusals[0] or ("", "")
        return Outcome(entry, reason=reason, detail=detail, refused=True)

    def _accept(
        self, headers: httpx.Headers, status: int, ip: str | None, url: str
    ) -> tuple[str, str] | None:
        """Whether the body of an answer is wanted, as the fetcher asks when it has the head."""
        entry = self._asked.get(url)
        if entry is None or entry.forced:
            return None
        return self._reader.content.of_head(status, headers.get("content-type", ""), ip, not entry.is_page)

    def _failed(self, entry: Entry, manners: HostManners, failure: FetchFailed) -> Outcome | Retry:
        now, first = time.monotonic(), self._settings.backoff
        if failure.reason == "resolving" and failure.wait:
            manners.slow_down(now, failure.wait)
            return Retry(failure.wait, counts=False)
        if failure.reason == "dns":
            if failure.wait is not None and (failure.lookups < UNREACHED or manners.reached):
                manners.fell_silent(now)
                manners.slow_down(now, failure.wait, "dns")
                return Retry(failure.wait, counts=False)
            if not manners.reached:
                manners.give_up(now, "dns")
            elif not entry.forced:
                # it had an address a while ago: the network may be gone, not the host
                manners.failed(now, "dns", first)
                manners.slow_down(now, backoff(first, manners.failures + 1))
                self._fetcher.forget(host_of(entry.url))
                return _given_up(entry, manners) if manners.given_up else Retry(0.0, counts=False, last=True)
        elif failure.reason in RETRY_REASONS:
            if failure.wait == 0.0:
                return Retry(0.0, counts=False)
            note = manners.unreachable if failure.unreachable else manners.failed
            note(now, failure.reason, first)
            if not manners.given_up:
                if self._may_retry(entry, manners):
                    return Retry(backoff(first, entry.tries + 1))
                if manners.failures >= WEARY and not entry.forced:
                    return Retry(0.0, counts=False, last=True)
        return Outcome(entry, reason=failure.reason, detail=failure.detail, refused=failure.refused)

    async def _robots_refusal(self, entry: Entry, manners: HostManners, turn: Turn) -> Outcome | Retry | None:
        if not self._settings.obey_robots:
            manners.ask_delay(0.0)  # not even the one that an earlier run has left
            return None
        site = _site_of(entry.url)
        rules = self.robots.known(site)
        waited = rules is None
        if rules is None:
            # robots.txt takes a turn of its own, and the page has to wait for the next
            turn.close()
            rules = await self.robots.rules(site)
        manners.ask_delay(rules.delay(self._agent))
        if waited or manners.next_time > time.monotonic():
            return Retry(0.0, counts=False)
        refusal = rules.refusal(entry.url, self._agent)
        if refusal is None:
            return None
        reason, detail = refusal
        if reason in RETRY_REASONS and not manners.reached:
            manners.give_up(time.monotonic(), reason)
        return Outcome(entry, reason=reason, detail=detail, refused=reason == "robots")

    def _may_retry(self, entry: Entry, manners: HostManners) -> bool:
        return entry.tries < self._settings.retries and manners.failures < WEARY

    def _second_try(self, entry: Entry, manners: HostManners, fetched: Fetched) -> Retry | None:
        """Whether an answer is one that may be better the next time. After the last try it is stored as it is."""
        if fetched.again:
            return Retry(0.0, counts=False)
        busy = fetched.status in RETRY_STATUS
        if not (busy or (fetched.incomplete and fetched.retryable)) or not self._may_retry(entry, manners):
            return None
        wait = retry_after(fetched.headers.get("retry-after")) if busy else None
        if wait is None:
            wait = backoff(self._settings.backoff, entry.tries + 1)
        manners.reason = f"http-{fetched.status}" if busy else "incomplete"
        if fetched.status in SLOW_DOWN:
            manners.slow_down(time.monotonic(), min(wait, MAX_RETRY_AFTER))
        return Retry(wait) if wait <= MAX_RETRY_AFTER else None

    async def digest(self, entry: Entry, answer: Answer) -> Outcome:
        """The processor's part, in another thread. A page that turns out to need a browser is captured by one."""
        if self._settings.sitemaps and entry.is_page:
            rules = self.robots.known(_site_of(entry.url))
            answer.named = rules.sitemaps if rules is not None else ()
        if answer.rendered is not None:
            return await self._rendered(answer, answer.rendered)
        outcome, is_frame = await self._read(answer)
        if not is_frame:
            return outcome
        try:
            rendered = await self._rendering.capture(entry, self._turns.of(authority_of(entry.url)))
            if rendered.main.status != 200:
                raise BrowserFailed(f"http-{rendered.main.status}", "the browser got another answer")
        except BrowserFailed as failure:
            detail = "; ".join(filter(None, (outcome.detail, _remark(failure))))
            return replace(outcome, detail=detail)
        entry.phase = "reading"
        return await self._rendered(Answer(entry, rendered.main, named=answer.named), rendered)

    async def _rendered(self, answer: Answer, rendered: BrowserAnswer) -> Outcome:
        answer.live = live_links(rendered.links)
        answer.remark = f"browser: {rendered.trouble}" if rendered.trouble else ""
        answer.parts = tuple([await self._in_thread(self._reader.part, part) for part in rendered.parts])
        answer.size += sum(part.size for part in rendered.parts)
        return (await self._read(answer))[0]

    async def _read(self, answer: Answer) -> Read:
        if is_textual(answer.fetched.headers.get("content-type", "")):
            return await self._batches.made(answer)
        return await self._in_thread(self._reader.read, answer)

    async def _in_thread(self, work: Callable[[*_Given], _Made], *given: *_Given) -> _Made:
        return await asyncio.get_running_loop().run_in_executor(self._preparers, work, *given)

    def _is_frame(self, answer: Answer, text: str) -> bool:
        return self._rendering.needs(answer.entry, answer.fetched, lambda: answer.body, text)

    async def _keep_robots(self, url: str, fetched: Fetched) -> None:
        if not await self._in_thread(_is_bomb, fetched):
            self._store(Outcome(None, await self._in_thread(self._reader.robots, url, fetched)))


def _given_up(entry: Entry, manners: HostManners) -> Outcome:
    """The outcome of an entry whose host is given up: left out where the host has answered before and may come back,
    failed where it never has."""
    if manners.reached:
        return Outcome(entry, reason=NOT_AWAITED, detail=manners.reason, refused=True)
    return Outcome(entry, reason=manners.reason, detail=GIVEN_UP_DETAIL)


@lru_cache(maxsize=256)
def _site_of(url: str) -> str:
    """Asked for more than once for each address in work."""
    parts = split(url)
    return f"{parts.scheme}://{parts.authority}"


def _is_bomb(fetched: Fetched) -> bool:
    return inflates_beyond(fetched.body, fetched.headers.get("content-encoding"))


def _remark(failure: BrowserFailed) -> str:
    return f"without a browser: {failure.reason} ({failure.detail})"
