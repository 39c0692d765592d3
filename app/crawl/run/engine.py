"""A run of a crawl: its threads, what it is made of, and its end.

Three kinds of threads: the loop (network, decisions), a few preparers (extraction), one writer (archive and
frontier). The loop never waits for a disk.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypedDict

import httpx

from app.archive.archive import Archive
from app.archive.increments import Divider
from app.crawl.net.browser import BrowserFactory
from app.crawl.net.fetch import Fetcher
from app.crawl.net.logins import Vault
from app.crawl.rules.links import LinkJudge
from app.crawl.rules.model import NOT_AWAITED, CrawlState
from app.crawl.rules.scope import Scope
from app.crawl.rules.settings import CrawlSettings
from app.crawl.run.committer import Committer
from app.crawl.run.dispatching import Controls, Dispatcher, Limits
from app.crawl.run.increments import IncrementMaker
from app.crawl.run.ledger import Ledger
from app.crawl.run.meter import Meter
from app.crawl.run.pipeline import Pipeline
from app.crawl.run.schedule import Schedule
from app.crawl.run.workshop import PREPARERS, Workshop

STOP_SECONDS = 5.0
"""After a stop, requests under way get so long to finish; then they are put back into the queue."""


class Surroundings(TypedDict, total=False):
    """What a crawl is given of the program around it; `Crawl` says what each is for."""

    on_change: Callable[[int], None] | None
    give_way: Callable[[], None] | None
    transport: httpx.AsyncBaseTransport | None
    browser: BrowserFactory | None
    divider: Divider | None


class Engine:
    """`pause` and `stop` may be called from any thread; so may what `controls` offers."""

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
        browser: BrowserFactory | None = None,
        divider: Divider | None = None,
    ) -> None:
        self.controls = Controls(self._nudge)
        self._archive = archive
        self._job_id = job_id
        self._settings = settings
        self._meter = meter
        self._clean = clean
        self._give_way = give_way or _go_on
        self._transport = transport
        self._browser = browser
        self._divider = divider
        schedule = Schedule(
            settings.delay,
            settings.per_host,
            settings.adaptive,
            settings.delay_ceiling,
            settings.patience,
            scored=settings.order != "breadth",
            since=None if clean else time.monotonic(),
        )
        self._dispatcher = Dispatcher(settings, meter, schedule, self.controls, self._give_way, on_change)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._workshop: Workshop | None = None

    def prepare(self) -> None:
        """What is better done before there is a second thread: a process beside this one may be a copy of it then.
        `run` does it otherwise, and ends what was begun."""
        self._workshop = Workshop(quick=self._settings.delay == 0 and not self._settings.adaptive)

    def pause(self, paused: bool) -> None:
        self._dispatcher.paused = paused
        self._nudge()

    def stop(self) -> None:
        self._dispatcher.stopping = True
        self._nudge()

    def _nudge(self) -> None:
        loop = self._loop
        if loop is not None:
            # the loop may close between these two lines; then there is nothing left to nudge
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(self._dispatcher.wake.set)

    async def run(self) -> CrawlState:
        """Until the queue is empty and nothing is under way, a limit is reached, or it is stopped."""
        loop = asyncio.get_running_loop()
        self._loop = loop
        if self._workshop is None:
            self.prepare()
        assert self._workshop is not None
        with (
            contextlib.closing(self._workshop) as workshop,
            contextlib.closing(IncrementMaker(self._archive, workshop, self._divider)) as increments,
            ThreadPoolExecutor(1, "crawl-writer") as writer,
            ThreadPoolExecutor(PREPARERS, "crawl-prepare") as preparers,
        ):
            judge = LinkJudge(self._settings, Scope(self._settings))
            ledger = await loop.run_in_executor(writer, self._open, judge)
            try:
                return await self._run(ledger, judge, writer, preparers, workshop, increments)
            finally:
                self._loop = None
                await loop.run_in_executor(writer, ledger.close)

    def _open(self, judge: LinkJudge) -> Ledger:
        return Ledger(
            self._archive,
            self._job_id,
            judge,
            self._settings,
            clean=self._clean,
            give_way=self._give_way,
            stopping=lambda: self._dispatcher.stopping,
        )

    async def _run(
        self,
        ledger: Ledger,
        judge: LinkJudge,
        writer: ThreadPoolExecutor,
        preparers: ThreadPoolExecutor,
        workshop: Workshop,
        increments: IncrementMaker,
    ) -> CrawlState:
        dispatcher = self._dispatcher
        committer = Committer(writer, ledger, dispatcher.situation, dispatcher.committed)
        vault = Vault() if self._settings.logins else None
        fetcher = Fetcher(self._settings, self._transport, job_id=self._job_id, vault=vault)
        pipeline = Pipeline(
            self._settings,
            self._job_id,
            judge,
            fetcher,
            preparers,
            committer.submit,
            self._give_way,
            dispatcher.schedule.turns,
            workshop,
            self._browser,
            increments,
        )
        limits = Limits(self._settings, ledger.counters.pages, ledger.counters.bytes)
        dispatcher.equip(ledger, committer, pipeline, limits, judge)
        self._meter.begin(ledger.counters.seconds)
        await dispatcher.look_again()
        committing = asyncio.create_task(committer.run())
        committing.add_done_callback(lambda _: dispatcher.wake.set())
        state: CrawlState = "failed"
        try:
            await dispatcher.run(committing)
            state = await self._finish(committing)
            return state
        finally:
            tasks = [*dispatcher.tasks, *dispatcher.chores, committing]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await pipeline.close()
            await asyncio.to_thread(workshop.close)  # its threads may be waiting for it
            await fetcher.close(finished=state == "finished")

    async def _finish(self, committing: asyncio.Task[None]) -> CrawlState:
        """Requests under way may finish; after a stop not for long. A failed writer ends everything at once."""
        dispatcher = self._dispatcher
        committer, ledger = dispatcher.committer, dispatcher.ledger
        await self._let_finish(committing)
        if committing.done():
            committing.result()
        unfinished = [*dispatcher.tasks, *dispatcher.chores]
        for task in unfinished:
            task.cancel()
        await asyncio.gather(*unfinished, return_exceptions=True)
        ended_by_limit = dispatcher.limit_reached not in ("", "max-pages")
        if ended_by_limit:
            dispatcher.refuse(dispatcher.schedule.drop_all())
        committer.end()
        await committing
        refused = int(ended_by_limit)
        while refused:
            refused = await committer.call(ledger.refuse_queued, dispatcher.limit_reached, pages_only=False)
        # what is in no window any more stands in the queue again, for all to see
        await committer.call(ledger.frontier.release)
        await dispatcher.look_again()
        # hosts that a person holds may have something left as well
        state: CrawlState = "stopped" if self._meter.open else "finished"
        if dispatcher.left_out:
            dispatcher.limit_reached = dispatcher.limit_reached or NOT_AWAITED
        dispatcher.note(await committer.call(ledger.commit, dispatcher.last_situation(state)))
        return state

    async def _let_finish(self, committing: asyncio.Task[None]) -> None:
        dispatcher = self._dispatcher
        give_up = float("inf")
        while dispatcher.tasks and not committing.done() and time.monotonic() < give_up:
            dispatcher.wake.clear()
            if dispatcher.stopping:
                self._meter.stopping()
                give_up = min(give_up, time.monotonic() + STOP_SECONDS)
            await dispatcher.sleep(give_up - time.monotonic())


def _go_on() -> None:
    """Nobody is in a hurry."""
