"""What a person asks of a running crawl, done by the crawl's loop between two pieces of work.

Each function takes the dispatcher; whoever asked gets a Future from another thread. What comes too late for the loop
is done to the database instead, as for a job that does not run (`jobcontrol`).
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import Future
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from app.archive import Prepared
from app.crawl.entries import Outcome
from app.crawl.links import LinkJudge
from app.crawl.replanning import Preview, judges_anew
from app.crawl.schema import HELD, NORMAL
from app.crawl.scope import Scope
from app.crawl.settings import CrawlSettings
from app.errors import StorageFailed

if TYPE_CHECKING:
    from app.crawl.dispatching import Dispatcher

T = TypeVar("T")
Work = Callable[["Dispatcher"], Awaitable[T]]


class Controls:
    """The orders not yet obeyed; from any thread. `nudge` tells the loop that there is one."""

    def __init__(self, nudge: Callable[[], None]) -> None:
        self._nudge = nudge
        self._lock = threading.Lock()
        self._orders: deque[tuple[Work[Any], Callable[[], Any], Future[Any]]] = deque()
        self._closed = False

    def ask(self, work: Work[T], otherwise: Callable[[], T]) -> Future[T]:
        """`otherwise` is called when the loop has ended; in this thread, if it has already."""
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

    async def obey(self, dispatcher: Dispatcher) -> None:
        while self._orders:
            work, _otherwise, future = self._orders.popleft()
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(await work(dispatcher))
            except BaseException as error:
                # what fails here is the disk, and the crawl must know of it as well
                future.set_exception(error)
                if dispatcher.committer.ended:
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


async def reconfigure(dispatcher: Dispatcher, settings: CrawlSettings) -> Preview:
    """Delay, connections, workers, bandwidth, limits hold at once; then the queue is judged anew, while no new request
    begins. What is under way finishes, and its links are judged by the new settings. A stop breaks it off; the rest is
    done when the job is next opened."""
    judge = LinkJudge(settings, Scope(settings))
    call = dispatcher.committer.call
    if judges_anew(dispatcher.settings, settings):
        await dispatcher.put_back(dispatcher.schedule.drop_hosts())
        await dispatcher.committer.flush()
    replanner = await call(dispatcher.ledger.reconfigure, settings, judge)
    dispatcher.change(settings, judge)
    while await call(dispatcher.ledger.desk.step, replanner) and not dispatcher.stopping:
        pass
    await dispatcher.look_again()
    return replanner.result


async def set_host_mode(dispatcher: Dispatcher, host: str, mode: int) -> None:
    """Hold, skip or release; the addresses of a skipped host leave the queue by and by, and come back like that."""
    call = dispatcher.committer.call
    replanner, number = await call(dispatcher.ledger.desk.set_host_mode, host, mode)
    if mode != NORMAL:
        await dispatcher.put_back(dispatcher.schedule.drop(number, unwanted=True))
    if mode == HELD:
        dispatcher.held.add(host)
    else:
        dispatcher.held.discard(host)
    if replanner is not None:
        chore = asyncio.create_task(_walk(dispatcher, partial(dispatcher.ledger.desk.step, replanner)))
        dispatcher.chores.add(chore)
        chore.add_done_callback(partial(_chore_done, dispatcher))
    await dispatcher.look_again()


async def _walk(dispatcher: Dispatcher, step: Callable[[], bool]) -> None:
    more = True
    while more:
        more = await dispatcher.committer.call(step)
    await dispatcher.look_again()


def _chore_done(dispatcher: Dispatcher, chore: asyncio.Task[None]) -> None:
    dispatcher.chores.discard(chore)
    dispatcher.failed(chore)
    dispatcher.wake.set()


async def take(dispatcher: Dispatcher, url: str) -> bool:
    taken = await dispatcher.committer.call(dispatcher.ledger.desk.force, url)
    await dispatcher.look_again()
    return taken


async def finish_without(dispatcher: Dispatcher) -> int:
    return await dispatcher.finish_without()


async def keep(dispatcher: Dispatcher, prepared: Sequence[Prepared]) -> int:
    for item in prepared:
        dispatcher.committer.submit(Outcome(None, item, aside=True))
    if not await dispatcher.committer.flush():
        raise StorageFailed(path=dispatcher.ledger.frontier.path.parent, detail="the crawl has ended")
    return len(prepared)
