"""Pages that need JavaScript: a browser in a process of its own loads them through our recording proxy.

The browser decides nothing: this module gives the orders (load, scroll, report), and the proxy alone knows when the
page is quiet. Its requests go out by the crawl's fetcher, with its cookies, credentials and limits. Robots.txt is asked
for the page (by the pipeline), not for its parts: they are requisites of a page that may be fetched.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import httpx

from app.crawl.net.browser import BrowserAnswer, BrowserFailed, BrowserLink
from app.crawl.net.fetch import SLOWEST, Fetched, Fetcher, FetchFailed
from app.crawl.net.fetch import Exchange as FetcherExchange
from app.crawl.rules import settings as request_headers
from app.crawl.rules.settings import CrawlSettings
from app.messages import Message
from app.recording.child import Child, ChildGone
from app.recording.model import Exchange, Fields, Recorded, Upstream, UpstreamFailed
from app.recording.proxy import SIZE_CAP, Gate, RecordingProxy
from app.recording.visit import Tab, Visit
from app.starting import CAPTURE, command
from app.tianwang.http import ACCEPTED

# How the recording proxy of a browser asks servers: by a crawl's fetcher.


def forwarding(fetcher: Fetcher, extra: Fields = ()) -> Upstream:
    """How the recording proxy asks servers by a crawl's fetcher; `extra` replaces the browser's own fields."""
    given = {name.lower() for name, _ in extra}

    @asynccontextmanager
    async def ask(method: str, url: str, fields: Fields, body: bytes) -> AsyncIterator[Exchange]:
        fields = [(name, value) for name, value in fields if name.lower() not in given] + list(extra)
        try:
            async with AsyncExitStack() as stack:
                exchange = await _begun(stack, fetcher, method, url, fields, body)
                if exchange.again:  # the fetcher knows by now how to log in
                    exchange = await _begun(stack, fetcher, method, url, fields, body)
                yield _Forwarded(exchange)
        except FetchFailed as failure:
            raise UpstreamFailed(failure.reason, failure.detail) from failure

    return ask


async def _begun(
    stack: AsyncExitStack, fetcher: Fetcher, method: str, url: str, fields: Fields, body: bytes
) -> FetcherExchange:
    """What may be asked twice is asked twice when that makes sense at once, as browsers do: a server may close a
    connection just when it is used again. FetchFailed."""
    try:
        return await stack.enter_async_context(fetcher.exchange(method, url, fields, body))
    except FetchFailed as failure:
        if failure.wait != 0.0 or method not in ("GET", "HEAD"):
            raise
    return await stack.enter_async_context(fetcher.exchange(method, url, fields, body))


class _Forwarded:
    """An exchange of the fetcher in the words of the proxy."""

    def __init__(self, exchange: FetcherExchange) -> None:
        self._exchange = exchange
        self.status, self.head, self.ip, self.tls = exchange.status, exchange.head, exchange.ip, exchange.tls

    async def chunks(self) -> AsyncIterator[bytes]:
        try:
            async for chunk in self._exchange.chunks():
                yield chunk
        except FetchFailed as failure:
            raise UpstreamFailed(failure.reason, failure.detail) from failure


GAP = 0.05  # seconds between two parts from one host, about what a browser leaves
STEPS = 40  # screens that are scrolled at most
SETTLE = 0.15  # seconds without a request after a step
STEP_SECONDS = 3.0  # that a step waits for what it woke
QUIET_SECONDS = 10.0  # that are waited for a page that never is quiet
LAST_SECONDS = 3.0  # beyond the time limit, for the report and for closing the page


class _Crashed(Exception):
    """The renderer of the page died."""


class _Slot:
    """One page at a time: a tab of the proxy, and the child's messages about it."""

    def __init__(self, tab: Tab) -> None:
        self.tab = tab
        self.page = 0  # its number: messages about an earlier one come too late
        self.loaded = asyncio.Event()
        self.crashed = asyncio.Event()

    def begin(self) -> None:
        self.page += 1
        self.loaded.clear()
        self.crashed.clear()


class ChildBrowser:
    """A browser in a child process, started when needed and again when it died. For one event loop."""

    @classmethod
    def of_crawl(cls, fetcher: Fetcher, settings: CrawlSettings) -> ChildBrowser:
        """A browser whose requests go out by the crawl's fetcher."""
        return cls(
            forwarding(fetcher, settings.headers),
            command(CAPTURE),
            workers=settings.browser_workers,
            per_host=settings.per_host,
            agent=request_headers.agent(settings.user_agent, settings.contact),
            size_cap=settings.size_cap,
        )

    def __init__(
        self,
        upstream: Upstream,
        command: Sequence[str],
        *,
        workers: int = 1,
        per_host: int = 2,
        agent: str = "",
        size_cap: int = SIZE_CAP,
    ) -> None:
        self._proxy = RecordingProxy(
            upstream, gate=Gate(per_host, GAP), codings=ACCEPTED.split(", "), size_cap=size_cap
        )
        self._command = tuple(command)
        self._workers = workers
        self._agent = agent
        self._slots: dict[str, _Slot] = {}
        self._free: asyncio.Queue[_Slot] = asyncio.Queue()
        self._child: Child | None = None
        self._starting = asyncio.Lock()
        self._open = False

    async def capture(self, url: str, *, seconds: float, scroll: bool) -> BrowserAnswer:
        slot = await self._free_slot()
        try:
            return await self._capture(slot, url, seconds, scroll)
        finally:
            slot.tab.end()
            self._free.put_nowait(slot)

    async def close(self) -> None:
        """End the process, the proxy and every connection."""
        child, self._child = self._child, None
        if child is not None:
            await child.close()
        await self._proxy.close()

    # -- one page

    async def _capture(self, slot: _Slot, url: str, seconds: float, scroll: bool) -> BrowserAnswer:
        try:
            child = await self._running_child()
        except ChildGone as gone:
            raise BrowserFailed("browser", str(gone)) from gone
        slot.begin()
        visit = slot.tab.begin(url)
        begun = time.monotonic()
        trouble = ""
        try:
            async with asyncio.timeout(seconds) as limit:
                tab = slot.tab
                child.tell(
                    {"do": "open", "tab": tab.name, "secret": tab.secret, "page": slot.page, "url": url}
                )
                await self._settle(child, slot, visit, limit)
                await self._show(child, slot, visit, scroll)
        except TimeoutError:
            trouble = "timeout"
        except (ChildGone, _Crashed):
            trouble = "crashed"
        found: dict[str, Any] = {}
        if trouble != "crashed" and visit.main is not None and not visit.redirected:
            found = await self._last_question(child, {"do": "report", "tab": slot.tab.name}) or {}
        await visit.over_with()
        await self._put_away(child, slot, stuck=trouble != "" and not found)
        if visit.main is None:
            raise _failure(visit, trouble)
        return BrowserAnswer(
            main=_as_fetched(visit.main),
            parts=tuple(visit.parts),
            links=tuple(BrowserLink(*link) for link in found.get("links", ())),
            title=found.get("title", ""),
            text_length=found.get("text", 0),
            final_url=found.get("url") or url,
            errors=found.get("errors", 0),
            seconds=time.monotonic() - begun,
            html=found.get("html", ""),
            trouble=trouble or ("size" if visit.overfull else ""),
        )

    async def _settle(self, child: Child, slot: _Slot, visit: Visit, limit: asyncio.Timeout) -> None:
        """Until the page itself is here. As long as it goes on coming it has more time than the rest."""
        end = limit.when() or 0.0
        settled = asyncio.ensure_future(_first(child, slot, visit.settled()))
        try:
            while not (await asyncio.wait([settled], timeout=0.5))[0]:
                limit.reschedule(end + visit.received / SLOWEST)
            settled.result()
        finally:
            settled.cancel()

    async def _show(self, child: Child, slot: _Slot, visit: Visit, scroll: bool) -> None:
        """Wait for the page, and go through it."""
        if visit.redirected or visit.main is None:
            return
        await _first(child, slot, slot.loaded.wait())
        await visit.quiet(longest=QUIET_SECONDS)
        if not scroll:
            return
        for _ in range(STEPS):
            more = (await _first(child, slot, child.ask({"do": "scroll", "tab": slot.tab.name})))["more"]
            await visit.quiet(SETTLE, longest=STEP_SECONDS)
            if not more:
                break
        await visit.quiet(longest=QUIET_SECONDS)

    async def _last_question(self, child: Child, message: dict[str, Any]) -> dict[str, Any] | None:
        """The answer, unless the page is stuck or the child is gone."""
        try:
            async with asyncio.timeout(LAST_SECONDS):
                return await child.ask(message)
        except (TimeoutError, ChildGone):
            return None

    async def _put_away(self, child: Child, slot: _Slot, *, stuck: bool) -> None:
        """Close the page. A child that does not even do that is of no more use."""
        message = {"do": "close", "tab": slot.tab.name, "stuck": stuck}
        if await self._last_question(child, message) is None:
            child.kill()
            async with asyncio.timeout(LAST_SECONDS):
                await child.gone.wait()

    # -- the process

    async def _free_slot(self) -> _Slot:
        if self._free.empty() and len(self._slots) < self._workers:
            slot = _Slot(self._proxy.new_tab())
            self._slots[slot.tab.name] = slot
            return slot
        return await self._free.get()

    async def _running_child(self) -> Child:
        async with self._starting:
            if self._child is not None and self._child.gone.is_set():
                child, self._child = self._child, None
                await child.close()
            if self._child is None:
                if not self._open:
                    await self._proxy.open()
                    self._open = True
                begin = {"certificate": self._proxy.certificate_pem.decode(), "agent": self._agent}
                self._child = await Child.start(self._command, self._proxy.port, begin, self._said)
            return self._child

    def _said(self, message: dict[str, Any]) -> None:
        slot = self._slots.get(message.get("tab", ""))
        if slot is not None and message["page"] == slot.page:
            (slot.crashed if message["event"] == "crashed" else slot.loaded).set()


async def _first(child: Child, slot: _Slot, awaited: Any) -> Any:
    """The result of an awaitable, unless the page or the child dies before. _Crashed."""
    wanted = asyncio.ensure_future(awaited)
    dying = [asyncio.ensure_future(slot.crashed.wait()), asyncio.ensure_future(child.gone.wait())]
    try:
        await asyncio.wait([wanted, *dying], return_when=asyncio.FIRST_COMPLETED)
        if not wanted.done():
            raise _Crashed
        return wanted.result()
    finally:
        for task in (wanted, *dying):
            task.cancel()
        await asyncio.gather(wanted, *dying, return_exceptions=True)


def _failure(visit: Visit, trouble: str) -> BrowserFailed:
    if visit.failure is not None:
        return BrowserFailed(*visit.failure)
    if trouble == "timeout":
        return BrowserFailed("timeout", Message("no-answer"))
    return BrowserFailed("browser", Message("browser-ended-before"))


def _as_fetched(recorded: Recorded) -> Fetched:
    lines = recorded.head.split(b"\r\n")[1:]
    pairs = [line.partition(b":")[::2] for line in lines if line]
    return Fetched(
        url=recorded.url,
        date=recorded.date,
        ip=recorded.ip,
        status=recorded.status,
        head=recorded.head,
        body=recorded.body,
        headers=httpx.Headers([(name, value.strip()) for name, value in pairs]),
        incomplete=recorded.incomplete,
    )
