"""The loop of a crawl: addresses from the frontier for the workers, and the requests of a person."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Sequence
from concurrent.futures import Future
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from app.archive.documents.preparing import Prepared
from app.crawl.frontier.replanning import Preview, Replanner, judges_anew
from app.crawl.frontier.schema import HELD, NORMAL
from app.crawl.rules.entries import Entry, Outcome
from app.crawl.rules.links import LinkJudge
from app.crawl.rules.model import NOT_AWAITED, CrawlState, WorkerProgress
from app.crawl.rules.scope import Scope
from app.crawl.rules.settings import CrawlSettings
from app.crawl.rules.sharing import Parcel
from app.crawl.run.committer import Committer
from app.crawl.run.ledger import Committed, Ledger, Situation
from app.crawl.run.limits import Allowance, Limits, Need
from app.crawl.run.meter import Meter
from app.crawl.run.pipeline import Pipeline, Retry
from app.crawl.run.schedule import Holding, HostQueue, Schedule
from app.errors import StorageFailed
from app.messages import Message

# Requests of a person to a running crawl, done by the crawl's loop between two pieces of work.

T = TypeVar("T")
Work = Callable[[], Awaitable[T]]


class Controls:
    """The orders not yet obeyed; from any thread. `nudge` tells the loop that there is one. An order that comes too late
    for the loop is done to the database instead, as for a job that does not run (`jobcontrol`)."""

    def __init__(self, nudge: Callable[[], None]) -> None:
        self._nudge = nudge
        self._lock = threading.Lock()
        self._orders: deque[tuple[Work[Any], Callable[[], Any], Future[Any]]] = deque()
        self._closed = False

    def ask(self, work: Work[T], otherwise: Callable[[], T]) -> Future[T]:
        """The result of `work` in the loop; of `otherwise` when that has ended, in this thread if it has already."""
        future: Future[T] = Future()
        with self._lock:
            late = self._closed
            if not late:
                self._orders.append((work, otherwise, future))
        if late:
            _call(otherwise, future)
        else:
            self._nudge()
        return future

    async def obey(self, committer: Committer) -> None:
        while self._orders:
            work, _otherwise, future = self._orders.popleft()
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(await work())
            except BaseException as error:
                # what fails here is the disk, and the crawl must know of it as well
                future.set_exception(error)
                if committer.ended:
                    return  # it knows already, and better
                raise

    def close(self) -> None:
        """The loop has ended."""
        with self._lock:
            self._closed = True
            rest, self._orders = self._orders, deque()
        for _work, otherwise, future in rest:
            _call(otherwise, future)


def _call(function: Callable[[], T], future: Future[T]) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        future.set_result(function())
    except Exception as error:
        future.set_exception(error)


LOOK_SECONDS = 1.0
"""Seconds between two looks at what holds the crawl up, when nothing else wakes the loop."""
WAITING_FOR_BROWSER = 8
"""Pages a browser that wait for it beside the workers, at most; each may hold an answer."""


class Dispatcher:
    """`paused` and `stopping` may be set from any thread, followed by setting `wake` in the loop's.

    `workers` is how many addresses are worked on at once; `held` are the hosts that a person holds back since this
    run began: as long as one of them has something left, the crawl waits for their release.
    """

    def __init__(
        self,
        settings: CrawlSettings,
        meter: Meter,
        schedule: Schedule,
        controls: Controls,
        give_way: Callable[[], None],
        on_change: Callable[[int], None] | None,
    ) -> None:
        self.wake = asyncio.Event()
        self.paused = False
        self.stopping = False
        self.settings = settings
        self.meter = meter
        self.schedule = schedule
        self.held: set[str] = set()
        self.limit_reached = ""
        self.expecting = False
        """Whether addresses may still come from other crawls: then an empty queue is not the end."""
        self.idle = False
        """Whether nothing was left to do when it last looked, and nothing has come since."""
        self.left_out = False
        """Whether pages were left out because their hosts did not answer."""
        self.failure: BaseException | None = None
        self.tasks: dict[asyncio.Task[None], tuple[HostQueue, Entry, float]] = {}
        self.chores: set[asyncio.Task[None]] = set()
        self._allowed = asyncio.Event()
        self._ended = False
        self._controls = controls
        self._give_way = give_way
        self._on_change = on_change
        self._pages_closed = False
        self._known_done = False
        self._generation = 0
        self._alarm: asyncio.TimerHandle | None = None
        self._rings_at = float("inf")
        self._workers = settings.workers
        self._holding = Holding()
        meter.awaited = self._holding.report
        schedule.turns.on_change = self.wake.set
        meter.workers, meter.worker_limit = self.busy, settings.workers

    def equip(
        self, ledger: Ledger, committer: Committer, pipeline: Pipeline, limits: Limits, judge: LinkJudge
    ) -> None:
        """Take the parts of the run, which are made when it begins."""
        self.ledger, self.committer, self.pipeline, self.limits, self.judge = (
            ledger,
            committer,
            pipeline,
            limits,
            judge,
        )

    @property
    def workers(self) -> int:
        return self._workers

    @workers.setter
    def workers(self, count: int) -> None:
        """More workers begin at once; surplus ones end with their entry."""
        self._workers = self.meter.worker_limit = count
        self.wake.set()

    def _change(self, settings: CrawlSettings, judge: LinkJudge) -> None:
        self._generation += 1
        self._pages_closed = self._known_done = False
        self.limit_reached = ""
        self.settings, self.judge = settings, judge
        self.workers = settings.workers
        self.limits.change(settings)
        self.schedule.change(settings)
        self.pipeline.reconfigure(settings, judge)

    async def run(self, committing: asyncio.Task[None]) -> None:
        """Start tasks until there is nothing more to start."""
        try:
            await self._run(committing)
        finally:
            self._ended = True
            self._allowed.set()

    async def _run(self, committing: asyncio.Task[None]) -> None:
        while not self._over(committing):
            self.wake.clear()
            if self.failure:
                raise self.failure
            await self._controls.obey(self.committer)
            if self._over(committing):
                return  # a change may be half done: no request begins before its rest
            self.meter.pause(self.paused)
            if self.paused:
                await self.wake.wait()
                self._holding.go_on()
                continue
            if self._ending_limit():
                return
            if self.limits.pages_reached and not self._pages_closed:
                await self._close_to_pages()
            self.idle = self.idle and self._seems_done()
            await self._refill()
            wait = self._start_tasks()
            if wait and self._has_room() and await self._rotate():
                continue
            if self._seems_done():
                self._holding.go_on()
                # ask the database before believing it
                await self.look_again()
                if self._seems_done() and not await self._fill_forms() and not await self._queue_known():
                    self.idle = not (self.chores or self.meter.open)
                    if not (self.chores or self.expecting or (self.held and self.meter.open)):
                        return
                    await self.sleep(self.limits.seconds_left(self.meter.seconds()))
                continue
            # also while some are at work: what they wait for next may be among the links of a page not committed yet
            self.committer.starving = not self.tasks or (self._has_room() and not self.schedule.waiting)
            if self.committer.starving:
                self.committer.hurry()
            if await self._waited_enough():
                continue
            await self.sleep(min(wait, LOOK_SECONDS, self.limits.seconds_left(self.meter.seconds())))

    async def _waited_enough(self) -> bool:
        """Look what holds the crawl up. Parts of pages do so for a while only, silent hosts as long as its patience
        lasts: then it goes on without them. Whether it does."""
        holding = self._holding
        if self.chores:
            holding.go_on()
        if self.chores or self.committer.busy:
            return False  # an outcome being stored may have links; a failure alone is no sign of life
        holding.look(self.schedule, self.tasks.values(), self.pipeline.heard, self.settings.patience)
        if holding.parts_overdue():
            if not await self._hold_pages(holding.hosts):
                return await self.finish_without() > 0
            holding.pages_left()
        lost = holding.lost()
        return bool(lost) and await self.finish_without(lost) > 0

    async def _hold_pages(self, hosts: Sequence[HostQueue]) -> bool:
        return await self.committer.call(self.ledger.frontier.holds_pages, [host.number for host in hosts])

    async def finish_without(self, hosts: Sequence[HostQueue] | None = None) -> int:
        """Leave out the addresses left of hosts (None: all that hold the crawl up); their number."""
        hosts = self._holding.hosts if hosts is None else hosts
        numbers = [host.number for host in hosts]
        why = {host.number: host.manners.reason for host in hosts}
        self.left_out |= await self._hold_pages(hosts)
        entries = [entry for host in hosts for entry in self.schedule.drop(host.number)]
        stopped = [
            (task, entry)
            for task, (host, entry, _) in self.tasks.items()
            if host.number in numbers and entry.phase not in ("reading", "storing")
        ]
        for task, _ in stopped:
            task.cancel()
        await asyncio.gather(*(task for task, _ in stopped), return_exceptions=True)
        entries += [entry for task, entry in stopped if task.cancelled()]
        for entry in entries:
            self.left_out |= entry.is_page
            self.committer.submit(Outcome(entry, reason=NOT_AWAITED, detail=why[entry.host], refused=True))
        refused = len(entries)
        for number in numbers:
            refuse = partial(self.ledger.refuse_queued, NOT_AWAITED, why[number], hosts=[number])
            while some := await self.committer.call(refuse):
                refused += some
        self._holding.go_on()
        await self.look_again()
        return refused

    def _over(self, committing: asyncio.Task[None]) -> bool:
        return self.stopping or committing.done()

    def _seems_done(self) -> bool:
        """Nothing under way, nothing to store, nothing known to be queued."""
        return not (self.tasks or self.committer.busy or self.schedule.waiting)

    async def _fill_forms(self) -> bool:
        """When no link leads on: ask search forms for the next words, where the settings want that."""
        if self.settings.forms == "off" or self._pages_closed:
            return False
        filled = await self.committer.call(self.ledger.fill_forms)
        await self.look_again()
        return filled

    async def _queue_known(self) -> bool:
        """When no link leads on: go to pages captured earlier. Not when the depth is limited, theirs is unknown."""
        if self.settings.max_depth >= 0 or self._pages_closed or self._known_done:
            return False
        self._known_done = not await self.committer.call(self.ledger.queue_known)
        await self.look_again()
        return True

    # -- what a person asks for, between two pieces of work

    async def reconfigure(self, settings: CrawlSettings) -> Preview:
        """Delay, connections, workers, bandwidth, limits hold at once; then the queue is judged anew, while no new
        request begins. What is under way finishes, and its links are judged by the new settings. A stop breaks it off;
        the rest is done when the job is next opened."""
        judge = LinkJudge(settings, Scope(settings, self.ledger.folder))
        call = self.committer.call
        if judges_anew(self.settings, settings):
            await self.put_back(self.schedule.drop_hosts())
            await self.committer.flush()
        replanner = await call(self.ledger.reconfigure, settings, judge)
        self._change(settings, judge)
        while await call(self.ledger.queue_changes.step, replanner) and not self.stopping:
            pass
        await self.look_again()
        return replanner.result

    async def set_host_mode(self, host: str, mode: int) -> None:
        """Hold, skip or release. The addresses of a skipped host leave the queue a portion at a time, and return so."""
        replanner, number = await self.committer.call(self.ledger.queue_changes.set_host_mode, host, mode)
        if mode != NORMAL:
            await self.put_back(self.schedule.drop(number, unwanted=True))
        if mode == HELD:
            self.held.add(host)
        else:
            self.held.discard(host)
        if replanner is not None:
            chore = asyncio.create_task(self._walk(replanner))
            self.chores.add(chore)
            chore.add_done_callback(self._chore_done)
        await self.look_again()

    async def _walk(self, replanner: Replanner) -> None:
        while await self.committer.call(self.ledger.queue_changes.step, replanner):
            pass
        await self.look_again()

    def _chore_done(self, chore: asyncio.Task[None]) -> None:
        self.chores.discard(chore)
        self.failed(chore)
        self.wake.set()

    async def take(self, url: str) -> bool:
        taken = await self.committer.call(self.ledger.queue_changes.force, url)
        await self.look_again()
        return taken

    async def keep(self, prepared: Sequence[Prepared]) -> int:
        for item in prepared:
            self.committer.submit(Outcome(None, item, aside=True))
        if not await self.committer.flush():
            raise StorageFailed(path=self.ledger.frontier.path.parent, detail=Message("crawl-ended"))
        return len(prepared)

    # -- other crawls

    async def receive(self, parcel: Parcel) -> None:
        self.idle = False
        await self.committer.call(self.ledger.receive, parcel)
        await self.look_again()

    async def parcels(self, due: Collection[str] | None) -> list[Parcel]:
        parcels = await self.committer.call(self.ledger.parcels, due)
        if not self.idle:
            return parcels
        await self.look_again()
        return parcels

    async def arrived(self, numbers: Collection[int]) -> None:
        await self.committer.call(self.ledger.arrived, numbers)

    async def is_through(self) -> bool:
        """Whether nothing is left to do here, and each address of others is with its owner."""
        quiet = self.idle and self._seems_done() and not self.meter.open
        return quiet and await self.committer.call(lambda: self.ledger.nothing_to_send)

    async def expect_no_more(self) -> None:
        self.expecting = False

    async def reach(self, limit: str) -> None:
        """All crawls together have reached a limit."""
        self.limits.reach(limit)
        self._allowed.set()

    async def allow(self, allowed: Allowance, *, back: bool) -> Need:
        need = self.limits.allow(allowed, back=back or self.idle)
        self._allowed.set()
        return replace(need, more=self.meter.open > len(self.tasks))

    # -- the schedule

    async def look_again(self) -> None:
        """Take the state of the queue from the frontier."""
        self.note(await self.committer.call(self.ledger.report, self.schedule.active))

    async def _refill(self) -> None:
        schedule = self.schedule
        sated = schedule.sated()
        for host in sated:
            await self.put_back(schedule.drop(host.number), host.number)
        if sated:
            await self.look_again()
        for host in schedule.stale():
            back = list(host.window)
            host.window.clear()
            host.top = float("-inf")
            schedule.fill(
                host, *await self.committer.call(self.ledger.take, host.number, schedule.window, back)
            )
        for host in schedule.hungry():
            schedule.fill(host, *await self.committer.call(self.ledger.take, host.number, schedule.window))

    async def _rotate(self) -> bool:
        """Workers are idle: hosts that rest for a while make room for others. Whether that changed anything."""
        resting = self.schedule.resting(time.monotonic())
        for host in resting:
            await self.put_back(self.schedule.drop(host.number), host.number)
        if resting:
            await self.look_again()
        return bool(resting)

    async def put_back(self, entries: list[Entry], retired: int | None = None) -> None:
        await self.committer.call(self.ledger.put_back, entries, retired)

    # -- tasks

    def _start_tasks(self) -> float:
        """Seconds after which another may be started; 0 when all workers are busy."""
        while self._has_room():
            picked = self.schedule.pick(time.monotonic(), self.limits.may_start)
            if isinstance(picked, float):
                return picked
            host, entry = picked
            self.limits.begin(entry)
            task = asyncio.create_task(self._process(host, entry))
            self.tasks[task] = (host, entry, time.monotonic())
            task.add_done_callback(self._task_done)
        return float("inf")

    def _has_room(self) -> bool:
        """Whether a worker is free. Pages that wait for the browser count for none, up to a number."""
        room = self.workers - len(self.tasks)
        if room > 0 or (self.settings.browser == "never" and not self.settings.browser_patterns):
            return room > 0
        waiting = sum(entry.phase == "browser" for _, entry, _ in self.tasks.values())
        return room + min(waiting, WAITING_FOR_BROWSER * self.settings.browser_workers) > 0

    def _task_done(self, task: asyncio.Task[None]) -> None:
        self.tasks.pop(task, None)
        self.failed(task)
        self.wake.set()

    def failed(self, task: asyncio.Task[None]) -> None:
        """End the crawl with the error of a task, if it has one: tasks are not meant to fail."""
        if not task.cancelled():
            self.failure = self.failure or task.exception()

    def busy(self) -> tuple[WorkerProgress, ...]:
        """The work of each worker; from any thread."""
        now = time.monotonic()
        return tuple(
            WorkerProgress(host.name, entry.url, entry.phase or "fetching", now - since)
            for host, entry, since in list(self.tasks.values())
        )

    async def sleep(self, seconds: float) -> None:
        """Until there is something to look at, for so many seconds at most. It may be woken sooner without reason: an
        alarm that was set for an earlier sleep stays set, for a quick crawl would set a hundred of them a second."""
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        loop = asyncio.get_running_loop()
        if seconds != float("inf") and loop.time() + seconds < self._rings_at:
            if self._alarm is not None:
                self._alarm.cancel()
            self._alarm = loop.call_later(seconds, self._ring)
            self._rings_at = self._alarm.when()
        await self.wake.wait()

    def _ring(self) -> None:
        self._alarm, self._rings_at = None, float("inf")
        self.wake.set()

    async def _process(self, host: HostQueue, entry: Entry) -> None:
        self._give_way()  # holds up the loop as well, for the same moment
        generation = self._generation
        try:
            try:
                answer = await self.pipeline.ask(entry, host.manners)
            finally:
                host.manners.end()
                self.wake.set()
            if isinstance(answer, Retry):
                await self._try_later(host, entry, answer)
                return
            entry.phase = "reading"
            outcome = answer if isinstance(answer, Outcome) else await self.pipeline.digest(entry, answer)
        except StorageFailed:
            raise  # the disk; the address is not to blame
        except Exception as error:
            # a defect must not stop the crawl, and must not pass unseen: it stands in the log
            outcome = Outcome(entry, reason="internal", detail=f"{type(error).__name__}: {error}")
        finally:
            self.limits.give_back(entry)
        if generation != self._generation:
            outcome = replace(outcome, found=[self.judge.again(item) for item in outcome.found])
        entry.phase = "storing"
        if outcome.new is not None:
            self._holding.go_on()
        self.left_out |= outcome.reason == NOT_AWAITED and entry.is_page
        if not self.limits.may_accept(outcome):
            outcome = await self._with_room(outcome)
        self.committer.submit(self.limits.accept(outcome))
        await self.committer.room()

    async def _with_room(self, outcome: Outcome) -> Outcome:
        """Wait until other crawls leave room for an answer; the answer, or its refusal where a limit ends the crawl."""
        with self.limits.waiting(outcome):
            while not self.limits.may_accept(outcome):
                if self.stopping:
                    raise asyncio.CancelledError  # it is asked for again another time
                if self._ended:
                    return Outcome(outcome.entry, reason=self.limit_reached, refused=True)
                self._allowed.clear()
                await self._allowed.wait()
        return outcome

    async def _try_later(self, host: HostQueue, entry: Entry, answer: Retry) -> None:
        if host.manners.delay != host.saved:
            # a Crawl-delay has just become known: it holds even if the program is killed with the next request
            host.saved = host.manners.delay
            times = [(host.name, time.time() + host.saved, host.saved)]
            await self.committer.call(self.ledger.keep_times, times)
        if self._pages_closed and entry.is_page:  # meanwhile, by what other crawls have
            self.refuse([entry])
            return
        when = time.monotonic() + answer.seconds
        if answer.last:
            kept = self.schedule.last(host, entry)
        else:
            kept = self.schedule.later(host, entry, when, counts=answer.counts)
        if kept:
            return
        if host.name in self.held:
            await self.put_back([entry])
        else:
            self.committer.submit(Outcome(entry, reason="skipped-host", refused=True))

    # -- commits

    def situation(self) -> Situation:
        schedule = self.schedule
        return Situation(
            self.meter.state, self.meter.seconds(), self.limit_reached, schedule.active, schedule.times()
        )

    def last_situation(self, state: CrawlState) -> Situation:
        """At the end of the run: also until when each host is to be left alone."""
        times = self.schedule.times(all_waits=True)
        return Situation(state, self.meter.seconds(), self.limit_reached, (), times)

    def committed(self, committed: Committed) -> None:
        self.note(committed)
        if self._on_change:
            self._on_change(committed.seq)
        self.wake.set()

    def note(self, committed: Committed) -> None:
        self.schedule.offer(committed.waiting)
        in_flight = len(self.tasks) + self.committer.in_hand
        self.meter.note(committed, in_flight, self.schedule.state, self.limit_reached)

    # -- limits

    def _ending_limit(self) -> str:
        """The limit that ends the crawl at once, if one does. `max_pages` does not: requisites are still fetched."""
        reached = self.limits.everything_reached(self.meter.seconds())
        self.limit_reached = reached or self.limit_reached
        return reached

    async def _close_to_pages(self) -> None:
        self._pages_closed = True
        self.limit_reached = "max-pages"
        await self.committer.call(self.ledger.close_to_pages, "max-pages")
        self.refuse(self.schedule.drop_pages())
        while await self.committer.call(self.ledger.refuse_queued, "max-pages", pages_only=True):
            pass

    def refuse(self, entries: list[Entry]) -> None:
        for entry in entries:
            self.committer.submit(Outcome(entry, reason=self.limit_reached, refused=True))
