"""Work for several threads, or processes, whose results come back in the order of the items."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Generic, TypeVar

from app.archive.crew import Crew

Item = TypeVar("Item")
Made = TypeVar("Made")

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
    """`make(item)` for each item, in their order, made by so many threads and, while it would have to wait, by the
    caller's. Items are taken in the caller's thread, only a few ahead of what it has got back; `weigh` tells the
    bytes an item keeps in memory. What `items` or `make` raises comes out instead of the results it was
    made with. With a crew, the threads let its processes do their work."""
    count = workers or (crew.threads if crew else workers_here())
    most = (4 if crew else 2) * count + 1
    if crew is not None:
        crew.begin()
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
                    yield from _first(waiting)
            waiting.append(some.handed_to(pool, crew))
            while waiting:
                yield from _first(waiting)
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


def _first(waiting: deque[_Some[Item, Made]]) -> list[Made]:
    """The results that come next. Instead of waiting for them, the caller's thread works on what comes later."""
    some = waiting.popleft()
    if not some.future.done() and not some.taken_back():
        for later in waiting:
            if some.future.done():
                break
            later.taken_back()
    return some.future.result()
