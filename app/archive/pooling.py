"""Work for several threads, or processes, whose results come back in the order of the items.

Threads of one process take the interpreter from each other; where there is enough to do, processes (`Crew`) do the work
for them. Whatever goes wrong with a process, the threads do its work.
"""

from __future__ import annotations

import logging
import os
import pickle  # what is loaded was dumped by a process of a crew
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from operator import call
from queue import Empty, SimpleQueue
from typing import Generic, TypeVar, cast

from extractors.door.processes import Process, can_fork
from extractors.door.worker import CALL

Item = TypeVar("Item")
Made = TypeVar("Made")

WORTHWHILE = 8 * 1024 * 1024
"""Bytes of records for which processes are started."""

AHEAD = 2
"""Questions that a process has at once, as a rule: it need not wait for the next one."""

WELCOMED = 10.0
"""Seconds within which a copy of this process is ready, however busy the machine is; nobody waits longer for it."""

log = logging.getLogger(__name__)


class _Manner:
    apart = False


def work_apart() -> None:
    """From now on leave to the processes of a crew all that they are asked, also while they are being started and while
    the caller waits; but for a few items, with which nobody waits for a process. A window that reads in between takes
    90 MB for dictionaries and models of which it shows nothing, and its own thread waits for the interpreter."""
    _Manner.apart = True


def size_here() -> int:
    """Processes worth having beside the one that asks."""
    return min(4, (os.cpu_count() or 1) - 1)


class Crew:
    """Processes that call functions, started by the first question unless `begin` has started them. To be closed.
    `load` is a function of a module; each process calls it before its first question: so its modules are loaded while
    no question waits."""

    def __init__(
        self, size: int | None = None, ahead: int = AHEAD, load: Callable[[], None] | None = None
    ) -> None:
        self._size = size_here() if size is None else size
        self._ahead = ahead
        self._load = load
        self._ready: SimpleQueue[Process] = SimpleQueue()
        self._processes: list[Process] = []
        self._starter: threading.Thread | None = None
        self._turn = threading.Lock()
        self._closed = False
        self._copied = False
        self._arrived = threading.Event()

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def begin(self) -> None:
        """Make the processes as copies of this one, which must have no second thread for that; else nothing is done.
        They are there at once, so the first question waits for one: working here would load the same modules again."""
        if can_fork():
            self._start(Process.copied, at_once=True)

    def made(
        self, make: Callable[[Item], Made], items: Sequence[Item], meanwhile: Callable[[], None] | None = None
    ) -> list[Made] | None:
        """`make` of each item, called in another process; None when none is free, or it failed. `make`, the items and
        the results can be pickled. `meanwhile` runs while the process works. For any thread."""
        self._start(Process.started)
        if _Manner.apart and self._size and len(items) >= AT_ONCE:
            self._arrived.wait(WELCOMED)
        elif self._copied and not self._arrived.wait(WELCOMED):
            self._copied = False
        try:
            process = self._ready.get_nowait()
        except Empty:
            return None
        try:
            answer = process.ask(CALL, pickle.dumps((make, items), pickle.HIGHEST_PROTOCOL), meanwhile)
        except (OSError, EOFError, ValueError) as error:  # ValueError: its pipe is closed
            if not self._closed:
                log.warning(
                    "A process that reads records has ended (%s); the others do its work.", error or "EOF"
                )
            return None
        self._ready.put(process)
        return cast("list[Made]", pickle.loads(answer)) if answer else None  # noqa: S301  # see the import

    @property
    def threads(self) -> int:
        """Threads that can have work done at the same time."""
        return max(1, self._size * self._ahead)

    def close(self) -> None:
        """End the processes in the middle of their work."""
        with self._turn:
            self._closed = True
        for process in self._processes:
            process.kill("closed")
        if self._starter is not None:
            self._starter.join()
        for process in self._processes:
            process.end()

    def _start(self, start: Callable[[], Process], *, at_once: bool = False) -> None:
        with self._turn:
            if self._starter is not None or self._closed or not self._size:
                return
            self._copied = at_once
            try:
                for _ in range(self._size):
                    self._processes.append(start())
            except (OSError, ValueError) as error:
                log.warning("No process could be started to read records: %s.", error)
            self._starter = threading.Thread(target=self._welcome, name="crew", daemon=True)
            self._starter.start()

    def _welcome(self) -> None:
        try:
            for process in self._processes:
                with suppress(OSError, EOFError, ValueError):
                    process.welcome()
                    calls = [self._load] if self._load else []
                    process.ask(CALL, pickle.dumps((call, calls)), partial(self._open, process))
        finally:
            self._arrived.set()

    def _open(self, process: Process) -> None:
        for _ in range(self._ahead):
            self._ready.put(process)
        self._arrived.set()


AT_ONCE = 16
"""Items handed to a thread together: handing over costs more than a small item's work."""

MAX_WEIGHT = 64 * 1024 * 1024
"""Bytes that may be waiting or in work, unless one item alone has more."""


def workers_here() -> int:
    """Threads worth having beside the caller's: more than there are processors only take the interpreter from each
    other."""
    return max(1, min(4, (os.cpu_count() or 2) - 1))


def prepared(
    items: Iterable[Item],
    make: Callable[[Item], Made],
    workers: int | None = None,
    weigh: Callable[[Item], int] = lambda item: 0,
    crew: Crew | None = None,
    at_once: int = AT_ONCE,
) -> Generator[Made, None, None]:
    """`make(item)` for each item, in their order, made by `workers` threads and, while it would have to wait, by the
    caller's. Items are taken in the caller's thread, a few ahead of the results; `weigh` gives the bytes an item keeps
    in memory. An exception of `items` or `make` comes out instead of the results made with it. With a crew, its
    processes do the threads' work."""
    count = workers or (crew.threads if crew else workers_here())
    most = (4 if crew else 2) * count + 1
    if crew is not None:
        crew.begin()
    here = crew is None or not _Manner.apart
    waiting: deque[_Some[Item, Made]] = deque()
    with ThreadPoolExecutor(count, "prepare") as pool:
        try:
            some: _Some[Item, Made] = _Some(make)
            total = 0
            for item in items:
                some.items.append(item)
                some.weight += weigh(item)
                if len(some.items) < at_once and some.weight < MAX_WEIGHT // 16:
                    continue
                waiting.append(some.handed_to(pool, crew))
                total += some.weight
                some = _Some(make)
                while len(waiting) > most or (total > MAX_WEIGHT and waiting):
                    total -= waiting[0].weight
                    yield from _first(waiting, here)
            waiting.append(some.handed_to(pool, crew))
            while waiting:
                yield from _first(waiting, here)
        finally:
            pool.shutdown(cancel_futures=True)


class _Some(Generic[Item, Made]):
    """Items that one thread works on."""

    def __init__(self, make: Callable[[Item], Made]) -> None:
        self.items: list[Item] = []
        self.weight = 0
        self._make = make
        self.future: Future[list[Made]] = Future()

    def handed_to(self, pool: ThreadPoolExecutor, crew: Crew | None) -> _Some[Item, Made]:
        self.future = pool.submit(self._work, crew)
        return self

    def taken_back(self) -> bool:
        """Whether no thread had begun; then the caller's has done it now."""
        if not self.future.cancel():
            return False
        self.future = Future()
        try:
            self.future.set_result(self._work())
        except Exception as error:  # comes out in its turn
            self.future.set_exception(error)
        return True

    def _work(self, crew: Crew | None = None) -> list[Made]:
        made = crew.made(self._make, self.items) if crew else None
        return [self._make(item) for item in self.items] if made is None else made


def _first(waiting: deque[_Some[Item, Made]], here: bool) -> list[Made]:
    """The next results. Instead of waiting for them, the caller's thread works on later ones, if that is to be done
    `here`."""
    some = waiting.popleft()
    if here and not some.future.done() and not some.taken_back():
        for later in waiting:
            if some.future.done():
                break
            later.taken_back()
    return some.future.result()
