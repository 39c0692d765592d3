"""Threads in which questions to archives are worked out, in a limit of time and number: what takes long in a lane of its own
holds up nothing else. What nobody waits for any more, since the time is over or the client has gone, ends in its thread."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from starlette.requests import Request

from app.errors import StorageFailed
from app.service.collection import Collection, View

_WAITING = 64  # questions that may wait for a thread

T = TypeVar("T")


class Busy(Exception):
    """Too many are waiting."""


class Lane:
    """So many threads; to be closed."""

    def __init__(self, threads: int, name: str) -> None:
        self.threads = ThreadPoolExecutor(threads, name)
        self._waiting = 0
        self._closed = False

    def close(self) -> None:
        """What is being worked out ends as soon as it can."""
        self._closed = True
        self.threads.shutdown(cancel_futures=True)

    async def ask(
        self, collection: Collection, question: Callable[[View], T], seconds: float, request: Request
    ) -> T:
        """The answer to a question about a collection as it is now, while whoever sent the `request` is there.
        TimeoutError, also where that is not so; Busy; StorageFailed."""
        if self._waiting >= _WAITING:
            raise Busy
        until, given_up = time.monotonic() + seconds, threading.Event()

        def stopped() -> bool:
            return self._closed or given_up.is_set() or time.monotonic() > until

        def look() -> T:
            if stopped():
                raise TimeoutError
            with collection.view() as view, view.reader.interruptible(stopped):
                try:
                    return question(view._replace(stopped=stopped))
                except sqlite3.OperationalError as problem:
                    if stopped():
                        raise TimeoutError from problem
                    raise StorageFailed(path=view.reader.path, detail=str(problem)) from problem

        self._waiting += 1
        running = asyncio.get_running_loop().run_in_executor(self.threads, look)
        running.add_done_callback(_told)
        gone = asyncio.create_task(_gone(request))
        try:
            await asyncio.wait((running, gone), timeout=seconds + 1, return_when=asyncio.FIRST_COMPLETED)
            if not running.done():
                raise TimeoutError
            return running.result()
        finally:
            given_up.set()
            gone.cancel()
            self._waiting -= 1


async def _gone(request: Request) -> None:
    """Until the client has gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _told(running: asyncio.Future[T]) -> None:
    """What went wrong where nobody waits is no news."""
    if not running.cancelled():
        running.exception()
