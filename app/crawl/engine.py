"""The crawl's event loop: takes addresses from the frontier and keeps the workers busy.

Three kinds of threads: the loop (network, decisions), a few preparers (extraction), one writer (archive and
frontier). The loop never waits for a disk.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import httpx

from app.archive import Archive
from app.crawl.committer import Committer
from app.crawl.entries import Entry, Outcome
from app.crawl.fetch import Fetcher
from app.crawl.ledger import Committed, Ledger
from app.crawl.limits import Limits
from app.crawl.links import LinkJudge
from app.crawl.meter import Meter
from app.crawl.model import CrawlState
from app.crawl.pipeline import Pipeline, Retry
from app.crawl.schedule import WINDOW, HostQueue, Schedule
from app.crawl.scope import Scope
from app.crawl.settings import CrawlSettings

PREPARERS = 2
STOP_SECONDS = 5.0
"""After a stop, requests under way get so long to finish; then they are put back into the queue."""


class Engine:
    """`paused` and `stopping` may be set from any thread, followed by `nudge`."""

    def __init__(
        self,
        archive: Archive,
        job_id: str,
        settings: CrawlSettings,
        meter: Meter,
        *,
        clean: bool,
        on_change: Callable[[int], None] | None = None,
        give_way: Callable[[], None] | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self.paused = False
        self.stopping = False
        self._settings = settings
        self._meter = meter
        self._on_change = on_change
        self._give_way = give_way or _go_on
        self._transport = transport
        self._judge = LinkJudge(settings, Scope(settings))
        self._open = partial(Ledger, archive, job_id, self._judge, settings.seeds, clean=clean, give_way=self._give_way)
        self._job_id = job_id
        self._schedule = Schedule(settings.delay, settings.per_host)
        self._tasks: set[asyncio.Task[None]] = set()
        self._pages_closed = False
        self._known_done = False
        self._limit_reached = ""
        self._loop: asyncio.AbstractEventLoop | None = None

    def nudge(self) -> None:
        """From any thread: look at `paused` and `stopping` again."""
        loop = self._loop
        if loop is not None:
            # the loop may close between these two lines; then there is nothing left to nudge
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(self._wake.set)

    async def run(self) -> CrawlState:
        """Until the queue is empty and nothing is under way, a limit is reached, or it is stopped."""
        loop = asyncio.get_running_loop()
        self._wake = asyncio.Event()
        self._loop = loop
        with (
            ThreadPoolExecutor(1, "crawl-writer") as writer,
            ThreadPoolExecutor(PREPARERS, "crawl-prepare") as preparers,
        ):
            self._ledger = await loop.run_in_executor(writer, self._open)
            try:
                return await self._run(writer, preparers)
            finally:
                self._loop = None
                await loop.run_in_executor(writer, self._ledger.close)

    async def _run(self, writer: ThreadPoolExecutor, preparers: ThreadPoolExecutor) -> CrawlState:
        counters = self._ledger.counters
        self._limits = Limits(self._settings, counters.pages, counters.bytes)
        self._committer = Committer(writer, self._ledger, self._meter, self._committed)
        fetcher = Fetcher(self._settings, self._transport)
        self._pipeline = Pipeline(
            self._settings, self._job_id, self._judge, fetcher, preparers, self._committer.submit, self._give_way
        )
        self._meter.begin(counters.seconds)
        self._note(await self._committer.call(self._ledger.report))
        committing = asyncio.create_task(self._committer.run())
        committing.add_done_callback(lambda _: self._wake.set())
        try:
            await self._dispatch(committing)
            return await self._finish(committing)
        finally:
            for task in [*self._tasks, committing]:
                task.cancel()
            await asyncio.gather(*self._tasks, committing, return_exceptions=True)
            await self._pipeline.robots.close()
            await fetcher.close()

    # -- dispatching

    async def _dispatch(self, committing: asyncio.Task[None]) -> None:
        """Start tasks until there is nothing more to start."""
        while not self.stopping and not committing.done():
            self._wake.clear()
            self._meter.pause(self.paused)
            if self.paused:
                await self._wake.wait()
                continue
            if self._ending_limit():
                return
            if self._limits.pages_reached and not self._pages_closed:
                await self._close_to_pages()
            await self._refill()
            wait = self._start_tasks()
            if self._seems_done():
                # ask the database before believing it
                self._note(await self._committer.call(self._ledger.report))
                if self._seems_done() and not await self._queue_known():
                    return
                continue
            self._committer.starving = not self._tasks
            if self._committer.starving:
                self._committer.hurry()
            await self._sleep(min(wait, self._limits.seconds_left(self._meter.seconds())))

    def _seems_done(self) -> bool:
        """Nothing under way, nothing to store, nothing known to be queued."""
        return not (self._tasks or self._committer.busy or self._schedule.waiting)

    async def _queue_known(self) -> bool:
        """When no link leads on: go to pages captured earlier. Not when the depth is limited, theirs is unknown."""
        if self._settings.max_depth >= 0 or self._pages_closed or self._known_done:
            return False
        self._known_done = not await self._committer.call(self._ledger.queue_known)
        self._note(await self._committer.call(self._ledger.report))
        return True

    async def _refill(self) -> None:
        for host in self._schedule.hungry():
            self._schedule.fill(host, await self._committer.call(self._ledger.take, host.number, WINDOW), WINDOW)

    def _start_tasks(self) -> float:
        """Seconds after which another may be started."""
        while len(self._tasks) < self._settings.workers:
            picked = self._schedule.pick(time.monotonic(), self._limits.may_start)
            if isinstance(picked, float):
                return picked
            host, entry = picked
            self._limits.begin(entry)
            task = asyncio.create_task(self._process(host, entry))
            self._tasks.add(task)
            task.add_done_callback(self._task_done)
        return float("inf")

    def _task_done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._wake.set()

    async def _sleep(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds if seconds != float("inf") else None):
                await self._wake.wait()
        except TimeoutError:
            return

    # -- one address

    async def _process(self, host: HostQueue, entry: Entry) -> None:
        self._give_way()  # holds up the loop as well, for the same moment
        try:
            try:
                answer = await self._pipeline.ask(entry, host.manners)
            finally:
                host.manners.end()
                self._wake.set()
            if isinstance(answer, Retry):
                self._schedule.later(host, entry, time.monotonic() + answer.seconds)
                return
            outcome = answer if isinstance(answer, Outcome) else await self._pipeline.digest(entry, answer)
        except Exception as error:
            # a defect must not stop the crawl, and must not pass unseen: it stands in the log
            outcome = Outcome(entry, reason="internal", detail=f"{type(error).__name__}: {error}")
        finally:
            self._limits.give_back(entry)
        self._committer.submit(self._limits.accept(outcome))
        await self._committer.room()

    def _committed(self, committed: Committed) -> None:
        self._note(committed)
        if self._on_change:
            self._on_change(committed.seq)
        self._wake.set()

    def _note(self, committed: Committed) -> None:
        self._schedule.offer(committed.waiting)
        in_flight = len(self._tasks) + self._committer.in_hand
        self._meter.note(committed, in_flight, self._schedule.state, self._limit_reached)

    # -- limits and the end

    def _ending_limit(self) -> str:
        """The limit that ends the crawl at once, if one does. `max_pages` does not: requisites are still fetched."""
        reached = self._limits.everything_reached(self._meter.seconds())
        if reached:
            self._limit_reached = self._committer.limit_reached = reached
        return reached

    async def _close_to_pages(self) -> None:
        self._pages_closed = True
        self._limit_reached = self._committer.limit_reached = "max-pages"
        await self._committer.call(self._ledger.close_to_pages, "max-pages")
        self._refuse(self._schedule.drop_pages())
        while await self._committer.call(self._ledger.refuse_queued, "max-pages", pages_only=True):
            pass

    def _refuse(self, entries: list[Entry]) -> None:
        for entry in entries:
            self._committer.submit(Outcome(entry, reason=self._limit_reached, refused=True))

    async def _finish(self, committing: asyncio.Task[None]) -> CrawlState:
        """Requests under way may finish; after a stop not for long. A failed writer ends everything at once."""
        await self._let_finish(committing)
        if committing.done():
            committing.result()
        unfinished = [*self._tasks]
        for task in unfinished:
            task.cancel()
        await asyncio.gather(*unfinished, return_exceptions=True)
        ended_by_limit = self._limit_reached not in ("", "max-pages")
        if ended_by_limit:
            self._refuse(self._schedule.drop_all())
        self._committer.end()
        await committing
        refused = int(ended_by_limit)
        while refused:
            refused = await self._committer.call(self._ledger.refuse_queued, self._limit_reached, pages_only=False)
        left = (await self._committer.call(self._ledger.report)).open
        state: CrawlState = "stopped" if self.stopping and left else "finished"
        seconds = self._meter.seconds()
        self._note(await self._committer.call(self._ledger.commit, state, seconds, self._limit_reached))
        return state

    async def _let_finish(self, committing: asyncio.Task[None]) -> None:
        give_up = float("inf")
        while self._tasks and not committing.done() and time.monotonic() < give_up:
            self._wake.clear()
            if self.stopping:
                self._meter.stopping()
                give_up = min(give_up, time.monotonic() + STOP_SECONDS)
            await self._sleep(give_up - time.monotonic())


def _go_on() -> None:
    """Nobody is in a hurry."""
