"""The heart of a crawl's loop: takes addresses from the frontier and keeps the workers busy."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from app.crawl.committer import Committer
from app.crawl.controls import Controls
from app.crawl.entries import Entry, Outcome
from app.crawl.holding import Holding
from app.crawl.ledger import Committed, Ledger, Situation
from app.crawl.limits import Limits
from app.crawl.links import LinkJudge
from app.crawl.meter import Meter
from app.crawl.model import NOT_AWAITED, CrawlState, WorkerProgress
from app.crawl.pipeline import Pipeline, Retry
from app.crawl.schedule import HostQueue, Schedule
from app.crawl.settings import CrawlSettings
from app.errors import StorageFailed

LOOK_SECONDS = 1.0
"""So often the loop looks what it waits for, when nothing else wakes it."""
WAITING_FOR_BROWSER = 8
"""So many pages for each browser at once wait for it beside the workers; each may hold an answer."""


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
        self.left_out = False
        """Whether pages were left out because their hosts did not answer."""
        self.failure: BaseException | None = None
        self.tasks: dict[asyncio.Task[None], tuple[HostQueue, Entry, float]] = {}
        self.chores: set[asyncio.Task[None]] = set()
        self._controls = controls
        self._give_way = give_way
        self._on_change = on_change
        self._pages_closed = False
        self._known_done = False
        self._generation = 0
        self._workers = settings.workers
        self._holding = Holding()
        meter.awaited = self._holding.report
        schedule.turns.on_change = self.wake.set
        meter.workers, meter.worker_limit = self.busy, settings.workers

    def equip(self, ledger: Ledger, committer: Committer, pipeline: Pipeline, limits: Limits, judge: LinkJudge) -> None:
        """What it works with, made when the run has begun."""
        self.ledger, self.committer, self.pipeline, self.limits, self.judge = ledger, committer, pipeline, limits, judge

    @property
    def workers(self) -> int:
        return self._workers

    @workers.setter
    def workers(self, count: int) -> None:
        """More begin at once; of too many, some end with what they do."""
        self._workers = self.meter.worker_limit = count
        self.wake.set()

    def change(self, settings: CrawlSettings, judge: LinkJudge) -> None:
        """From now on; see `controls.reconfigure`, which does the rest."""
        self._generation += 1
        self._pages_closed = self._known_done = False
        self.limit_reached = ""
        self.settings, self.judge = settings, judge
        self.workers = settings.workers
        self.limits.change(settings)
        self.schedule.change(
            settings.delay, settings.per_host, settings.adaptive, settings.delay_ceiling, settings.patience
        )
        self.schedule.scored = settings.order != "breadth"
        self.pipeline.reconfigure(settings, judge)

    async def run(self, committing: asyncio.Task[None]) -> None:
        """Start tasks until there is nothing more to start."""
        while not self._over(committing):
            self.wake.clear()
            if self.failure:
                raise self.failure
            await self._controls.obey(self)
            if self._over(committing):
                return  # what was asked for may be half done: no request begins before the rest is
            self.meter.pause(self.paused)
            if self.paused:
                await self.wake.wait()
                self._holding.go_on()
                continue
            if self._ending_limit():
                return
            if self.limits.pages_reached and not self._pages_closed:
                await self._close_to_pages()
            await self._refill()
            wait = self._start_tasks()
            if wait and self._has_room() and await self._rotate():
                continue
            if self._seems_done():
                self._holding.go_on()
                # ask the database before believing it
                await self.look_again()
                if self._seems_done() and not await self._queue_known():
                    if not (self.chores or (self.held and self.meter.open)):
                        return
                    await self.sleep(self.limits.seconds_left(self.meter.seconds()))
                continue
            self.committer.starving = not self.tasks
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
            return False  # what is being stored may lead on, and a failure alone is no sign of life
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
        """Leave out what hosts still have (None: all that hold the crawl up); how many addresses that are."""
        hosts = self._holding.hosts if hosts is None else hosts
        numbers = [host.number for host in hosts]
        why = {host.number: host.manners.reason for host in hosts}
        self.left_out |= await self._hold_pages(hosts)
        entries = [entry for host in hosts for entry in self.schedule.drop(host.number)]
        stopped = [(task, entry) for task, (host, entry, _) in self.tasks.items()
                   if host.number in numbers and entry.phase not in ("reading", "storing")]  # fmt: skip
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

    async def _queue_known(self) -> bool:
        """When no link leads on: go to pages captured earlier. Not when the depth is limited, theirs is unknown."""
        if self.settings.max_depth >= 0 or self._pages_closed or self._known_done:
            return False
        self._known_done = not await self.committer.call(self.ledger.queue_known)
        await self.look_again()
        return True

    # -- the schedule

    async def look_again(self) -> None:
        """Learn from the frontier what is queued."""
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
            schedule.fill(host, *await self.committer.call(self.ledger.take, host.number, schedule.window, back))
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
        """Whether a worker is free. What waits for the browser takes none from the others, up to a number."""
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
        """What went wrong in a task that should not fail ends the crawl."""
        if not task.cancelled():
            self.failure = self.failure or task.exception()

    def busy(self) -> tuple[WorkerProgress, ...]:
        """What the workers do; from any thread."""
        now = time.monotonic()
        return tuple(
            WorkerProgress(host.name, entry.url, entry.phase or "fetching", now - since)
            for host, entry, since in list(self.tasks.values())
        )

    async def sleep(self, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds if seconds != float("inf") else None):
                await self.wake.wait()

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
        self.committer.submit(self.limits.accept(outcome))
        await self.committer.room()

    async def _try_later(self, host: HostQueue, entry: Entry, answer: Retry) -> None:
        if host.manners.delay != host.saved:
            # a Crawl-delay has just become known: it holds even if the program is killed with the next request
            host.saved = host.manners.delay
            times = [(host.name, time.time() + host.saved, host.saved)]
            await self.committer.call(self.ledger.keep_times, times)
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
        return Situation(self.meter.state, self.meter.seconds(), self.limit_reached, schedule.active, schedule.times())

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
