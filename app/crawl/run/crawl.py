"""A crawl job as the rest of the program handles it: start, pause, stop, resume, progress; and its run: its threads,
its parts, and its end.

Three kinds of threads: the loop (network, decisions), a few that prepare pages (extraction), one writer (archive and
frontier). The loop never waits for a disk.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import threading
import time
from collections.abc import Awaitable, Callable, Collection, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypedDict, TypeVar, Unpack

import httpx

from app.archive.archive import Archive
from app.archive.documents.preparing import Prepared
from app.archive.increments import Divider
from app.crawl.frontier.joblist import create_job, find_job, mark_job
from app.crawl.frontier.replanning import Preview, check
from app.crawl.net.browser import BrowserFactory
from app.crawl.net.fetch import Fetcher
from app.crawl.net.logins import Vault
from app.crawl.rules import by_category
from app.crawl.rules.links import LinkJudge
from app.crawl.rules.model import (
    ENDED,
    HOST_MODES,
    NOT_AWAITED,
    Counters,
    CrawlProgress,
    CrawlState,
    HostMode,
)
from app.crawl.rules.scope import Scope
from app.crawl.rules.settings import CrawlSettings
from app.crawl.rules.sharing import Parcel, Sharing
from app.crawl.rules.url import normalize
from app.crawl.run import jobcontrol
from app.crawl.run.committer import Committer
from app.crawl.run.dispatching import Controls, Dispatcher
from app.crawl.run.jobcontrol import CLEAN
from app.crawl.run.ledger import Ledger
from app.crawl.run.limits import Allowance, Limits, Need
from app.crawl.run.meter import Meter
from app.crawl.run.pipeline import Pipeline
from app.crawl.run.preparation import Preparation
from app.crawl.run.reading import Reader
from app.crawl.run.revisiting import Importance
from app.crawl.run.schedule import Schedule
from app.errors import ArchiveLocked, StorageFailed, UserError
from app.messages import Message

T = TypeVar("T")
STOP_SECONDS = 5.0
"""Seconds for requests under way to finish after a stop; then they are put back into the queue."""


class Surroundings(TypedDict, total=False):
    """What a crawl is given of the program around it; `Crawl` says what each is for."""

    on_change: Callable[[int], None] | None
    give_way: Callable[[], None] | None
    transport: httpx.AsyncBaseTransport | None
    browser: BrowserFactory | None
    divider: Divider | None
    sharing: Sharing | None
    importance: Importance | None


class Crawl:
    """One crawl job; make it with `new` or `resume`. It runs in a thread of its own with its own event loop.

    The archive's write lock is taken when the crawl starts to run, and given back when it ends. `on_change(seq)` is
    called in the crawl's thread after each commit; `give_way()` in all its threads between two pieces of work: it may
    wait for a moment, when something else is more urgent. A certificate that cannot be verified is noted in the log and
    is no reason not to store the page. Cookies go on with the job until it is finished. `divider` cuts pages into
    blocks, so that the changed ones alone are stored. `importance` tells which pages matter more than others, for those
    settings that ask for them sooner. With `sharing` it is one of several crawls, and ends when it is
    told to expect no more.
    """

    def __init__(self, archive: Archive, job_id: str, **around: Unpack[Surroundings]) -> None:
        job = find_job(archive, job_id)
        self.job_id = job_id
        self.settings = job.settings
        self.error: UserError | None = None
        self._archive = archive
        self._around = around
        self._give_way = around.get("give_way") or _go_on
        self._clean = job.state in CLEAN
        self._meter = Meter(Counters(pages=job.pages), job.queued)
        self._controls = Controls(self._nudge)
        since = None if self._clean else time.monotonic()
        schedule = Schedule(job.settings, since=since)
        self._dispatcher = Dispatcher(
            job.settings, self._meter, schedule, self._controls, self._give_way, around.get("on_change")
        )
        self._dispatcher.expecting = around.get("sharing") is not None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._preparation: Preparation | None = None
        self._thread: threading.Thread | None = None

    @classmethod
    def new(cls, archive: Archive, settings: CrawlSettings, **surroundings: Unpack[Surroundings]) -> Crawl:
        """A new job. Raises UserError for settings that cannot work."""
        by_category.check(archive.path, settings)
        return cls(archive, create_job(archive, settings.checked()), **surroundings)

    @classmethod
    def resume(cls, archive: Archive, job_id: str, **surroundings: Unpack[Surroundings]) -> Crawl:
        """Go on with a job that was stopped, failed, or broken off by a crash. Raises CaptureMissing."""
        return cls(archive, job_id, **surroundings)

    def start(self) -> None:
        """Run in a background thread."""
        assert self._thread is None, "a Crawl is started once"
        self._prepare()
        self._thread = threading.Thread(target=self.run, name=f"crawl-{self.job_id}", daemon=True)
        self._thread.start()

    def run(self) -> None:
        """Run in this thread until the end. An error for a person to act on stands in `error` afterwards."""
        try:
            state = asyncio.run(self._run())
        except UserError as error:
            self.error = error
            self._fail()
        except (OSError, sqlite3.Error) as error:
            self.error = StorageFailed(path=self._archive.path, detail=str(error))
            self._fail()
        except BaseException:
            self._fail()
            raise
        else:
            self._meter.end(state)
        finally:
            self._controls.close()

    def _fail(self) -> None:
        try:
            # another program may be working on this very job
            if not isinstance(self.error, ArchiveLocked):
                mark_job(self._archive, self.job_id, "failed")
        except UserError as error:
            # the disk that refused the crawl may refuse this too; the first error is the better one
            self.error = self.error or error
        self._meter.end("failed")

    def pause(self) -> None:
        """Begin no more requests; those under way are finished and stored."""
        self._dispatcher.paused = True
        self._nudge()

    def unpause(self) -> None:
        self._dispatcher.paused = False
        self._nudge()

    def stop(self) -> None:
        """End soon, with everything fetched so far stored; `resume` goes on later."""
        self._dispatcher.stopping = True
        self._nudge()

    # -- changes while it runs, from any thread; before it starts they wait for the start, after its end they are
    #    made to the job as it is kept, as the functions of `jobcontrol` do

    def reconfigure(self, settings: CrawlSettings) -> Future[Preview]:
        """Go on under other settings; the result is the effect on the queue, the same as that of `preview`.

        Workers, delays, connections, bandwidth and limits hold at once; while the queue is judged anew, no request
        begins. Raises a UserError for settings that cannot work.
        """
        new = check(self.settings, settings)
        self.settings = new
        return self._controls.ask(
            lambda: self._dispatcher.reconfigure(new),
            lambda: jobcontrol.reconfigure_job(self._archive, self.job_id, new),
        )

    def hold_host(self, host: str) -> Future[None]:
        """Ask a host (its authority) for nothing more until it is released. The crawl does not end meanwhile."""
        return self._set_mode(host, "held")

    def skip_host(self, host: str) -> Future[None]:
        """Refuse the addresses of a host (reason "skipped-host"): those in the queue and those found later."""
        return self._set_mode(host, "skipped")

    def release_host(self, host: str) -> Future[None]:
        """Go on with a host that was held or skipped."""
        return self._set_mode(host, "normal")

    def _set_mode(self, host: str, mode: HostMode) -> Future[None]:
        return self._controls.ask(
            lambda: self._dispatcher.set_host_mode(host, HOST_MODES.index(mode)),
            lambda: jobcontrol.set_host_mode(self._archive, self.job_id, host, mode),
        )

    def take(self, url: str) -> Future[bool]:
        """Take it anyway: queue an address that scope, depth, a pattern, a suspected trap or its type kept out, or that
        failed. False when it is under way or done already, or its host is skipped.

        Scope, traps and content types do not count for it; limits do, and robots.txt as long as the settings obey
        it: then it is refused again, and the reason says so. Raises AddressInvalid.
        """
        address = normalize(url)
        return self._controls.ask(
            lambda: self._dispatcher.take(address),
            lambda: jobcontrol.take_anyway(self._archive, self.job_id, address),
        )

    def finish_without(self) -> Future[int]:
        """Leave out (reason "not-awaited") the addresses left of the hosts in `progress().awaited`, and give their
        number: 0 when the hosts have recovered meanwhile."""
        return self._controls.ask(self._dispatcher.finish_without, lambda: 0)

    def keep(self, prepared: Sequence[Prepared]) -> Future[int]:
        """Store something beside the crawl, whose write lock it needs; how many, once they are durable. Fails with
        StorageFailed when the crawl has ended."""

        return self._ask_running(lambda: self._dispatcher.keep(prepared))

    def _ask_running(self, work: Callable[[], Awaitable[T]]) -> Future[T]:
        """What nothing but a running crawl can do."""

        def too_late() -> Any:
            raise StorageFailed(path=self._archive.path, detail=Message("crawl-ended"))

        return self._controls.ask(work, too_late)

    # -- one of several crawls, see `rules.sharing`; each fails with StorageFailed when the crawl has ended

    def receive(self, parcel: Parcel) -> Future[None]:
        """Queue what another crawl has found; it is durable when this is done."""
        return self._ask_running(lambda: self._dispatcher.receive(parcel))

    def parcels(self, due: Collection[str] | None = None) -> Future[list[Parcel]]:
        """The oldest parcels that others do not have yet; the same ones until they have `arrived`. Addresses for nodes
        that are not `due` (None: all are) wait until they fill a parcel."""
        return self._ask_running(lambda: self._dispatcher.parcels(due))

    @property
    def idle(self) -> bool:
        """Whether it had nothing left to do when it last looked; at once."""
        return self._dispatcher.idle

    def arrived(self, numbers: Collection[int]) -> Future[None]:
        """Parcels are with their owners for good."""
        return self._ask_running(lambda: self._dispatcher.arrived(numbers))

    def is_through(self) -> Future[bool]:
        """Whether nothing is left to do here and nothing to send."""
        return self._ask_running(self._dispatcher.is_through)

    def reach(self, limit: str) -> Future[None]:
        """All together have reached "max-pages", "max-bytes" or "max-minutes": it ends as one on its own does that reaches
        it."""
        return self._ask_running(lambda: self._dispatcher.reach(limit))

    def allow(self, allowed: Allowance, *, back: bool = False) -> Future[Need]:
        """Have so much of the limits of all together; `back`: and leave what is not needed at the moment to the others. A
        crawl that has nothing left to do keeps what it has used alone."""
        return self._ask_running(lambda: self._dispatcher.allow(allowed, back=back))

    def expect_no_more(self) -> Future[None]:
        """All are through: this crawl ends as one on its own does."""
        return self._ask_running(self._dispatcher.expect_no_more)

    def join(self, timeout: float | None = None) -> bool:
        """Whether the crawl has ended (after at most `timeout` seconds)."""
        if self._thread is None:
            return self._meter.state in ENDED
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def progress(self) -> CrawlProgress:
        """A snapshot; cheap, from any thread."""
        return self._meter.progress()

    # -- the run

    def _prepare(self) -> Preparation:
        """Make what prepares pages, before there is a second thread: its process can be a copy of this one then."""
        if self._preparation is None:
            quick = self.settings.delay == 0 and not self.settings.adaptive
            self._preparation = Preparation(self._archive, self._around.get("divider"), quick=quick)
        return self._preparation

    def _nudge(self) -> None:
        loop = self._loop
        if loop is not None:
            # the loop may close between these two lines; then there is nothing left to nudge
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(self._dispatcher.wake.set)

    async def _run(self) -> CrawlState:
        """Until the queue is empty and nothing is under way, a limit is reached, or it is stopped."""
        loop = self._loop = asyncio.get_running_loop()
        with (
            contextlib.closing(self._prepare()) as preparation,
            ThreadPoolExecutor(1, "crawl-writer") as writer,
        ):
            judge = LinkJudge(self.settings, Scope(self.settings, self._archive.path))
            ledger = await loop.run_in_executor(writer, self._open, judge)
            try:
                return await self._work(ledger, judge, writer, preparation)
            finally:
                self._loop = None
                await loop.run_in_executor(writer, ledger.close)

    def _open(self, judge: LinkJudge) -> Ledger:
        return Ledger(
            self._archive,
            self.job_id,
            judge,
            self.settings,
            clean=self._clean,
            give_way=self._give_way,
            stopping=lambda: self._dispatcher.stopping,
            sharing=self._around.get("sharing"),
            importance=self._around.get("importance"),
        )

    async def _work(
        self, ledger: Ledger, judge: LinkJudge, writer: ThreadPoolExecutor, preparation: Preparation
    ) -> CrawlState:
        dispatcher, settings = self._dispatcher, self._dispatcher.settings
        committer = Committer(writer, ledger, dispatcher.situation, dispatcher.committed)
        vault = Vault() if settings.logins else None
        sharing = self._around.get("sharing")
        fetcher = Fetcher(
            settings, self._around.get("transport"), job_id=cookies_of(self.job_id, sharing), vault=vault
        )
        if sharing is not None:
            fetcher.may_ask = sharing.may_ask
        turns = dispatcher.schedule.turns
        reader = Reader(settings, self.job_id, judge, preparation, self._give_way, self._archive.path)
        pipeline = Pipeline(settings, reader, fetcher, turns, committer.submit, self._around.get("browser"))
        counted = ledger.counters.pages, ledger.counters.bytes
        limits = Limits(settings, *counted, shared=sharing is not None)
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
            await asyncio.to_thread(preparation.close)  # its threads may be waiting for its processes
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
        # entries back from the windows are shown in the queue again
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


def cookies_of(job_id: str, sharing: Sharing | None) -> str:
    """The name of a run's cookies: several crawls of one job on one machine have their own."""
    return f"{job_id}-{sharing.name}" if sharing is not None else job_id


def _go_on() -> None:
    """The usual `give_way`: nothing else is more urgent."""
