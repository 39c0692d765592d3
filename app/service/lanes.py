"""Threads in which questions to archives are worked out, in a limit of time and number: what takes long in a lane of its own
holds up nothing else."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

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

    async def ask(self, collection: Collection, question: Callable[[View], T], seconds: float) -> T:
        """The answer to a question about a collection as it is now. TimeoutError, Busy; StorageFailed."""
        if self._waiting >= _WAITING:
            raise Busy
        until = time.monotonic() + seconds

        def look() -> T:
            if time.monotonic() > until:
                raise TimeoutError
            with (
                collection.view() as view,
                view.reader.interruptible(lambda: self._closed or time.monotonic() > until),
            ):
                try:
                    return question(view)
                except sqlite3.OperationalError as problem:
                    if time.monotonic() > until:
                        raise TimeoutError from problem
                    raise StorageFailed(path=view.reader.path, detail=str(problem)) from problem

        self._waiting += 1
        try:
            running = asyncio.get_running_loop().run_in_executor(self.threads, look)
            return await asyncio.wait_for(asyncio.shield(running), seconds + 1)
        finally:
            self._waiting -= 1
