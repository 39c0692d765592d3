"""Work for threads, given to them as it gathers: waking a thread, or a process, costs as much as reading a small page.

What comes while all are at work waits, and goes to the first that is free, together. So a slow crawl has each page
read at once, and a quick one has a few handed over in one go.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from typing import Generic, TypeVar

Item = TypeVar("Item")
Made = TypeVar("Made")

AT_ONCE = 8
BYTES_AT_ONCE = 512 * 1024
"""What is handed over together is small, so that no page waits long for the others."""
LANES = 2
"""Batches that are worked on at the same time: one is read while the other one is on its way."""


class Batching(Generic[Item, Made]):
    """For an event loop. `work` is called in a thread of `executor` with what has gathered, and gives for each item
    what was made of it, or the exception that it met. `weigh` tells the size of an item in bytes."""

    def __init__(
        self,
        executor: Executor,
        work: Callable[[Sequence[Item]], Sequence[Made | Exception]],
        weigh: Callable[[Item], int],
        lanes: int = LANES,
    ) -> None:
        self._executor, self._work, self._weigh = executor, work, weigh
        self._free = lanes
        self._waiting: deque[tuple[Item, asyncio.Future[Made]]] = deque()

    async def made(self, item: Item) -> Made:
        """What `work` makes of an item; raises what it met."""
        made: asyncio.Future[Made] = asyncio.get_running_loop().create_future()
        self._waiting.append((item, made))
        self._begin()
        return await made

    def _begin(self) -> None:
        while self._free and (batch := self._gathered()):
            self._free -= 1
            # without a future of asyncio's: copying the result from one to the other takes as long as the rest
            self._executor.submit(self._work_off, asyncio.get_running_loop(), batch)

    def _gathered(self) -> list[tuple[Item, asyncio.Future[Made]]]:
        batch: list[tuple[Item, asyncio.Future[Made]]] = []
        size = 0
        while self._waiting and len(batch) < AT_ONCE:
            item, made = self._waiting[0]
            if not made.done():  # else whoever asked was cancelled
                size += self._weigh(item)
                if batch and size > BYTES_AT_ONCE:
                    break
                batch.append((item, made))
            self._waiting.popleft()
        return batch

    def _work_off(
        self, loop: asyncio.AbstractEventLoop, batch: list[tuple[Item, asyncio.Future[Made]]]
    ) -> None:
        """In a thread."""
        made: Sequence[Made | Exception]
        try:
            made = self._work([item for item, _ in batch])
        except Exception as error:
            made = [error] * len(batch)
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(self._end, batch, made)

    def _end(self, batch: list[tuple[Item, asyncio.Future[Made]]], made: Sequence[Made | Exception]) -> None:
        self._free += 1
        self._begin()
        for (_, future), result in zip(batch, made, strict=True):
            if future.done():
                continue
            if isinstance(result, Exception):
                future.set_exception(result)
            else:
                future.set_result(result)
