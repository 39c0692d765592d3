"""A few threads that read the archive, each with a reader of its own."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

from app.replay.source import CaptureSource, ReadableArchive

T = TypeVar("T")
_Job = tuple[Future[Any], Callable[[CaptureSource], Any]]


class Workers:
    """Runs jobs on readers. A reader is opened, used and closed in one and the same thread."""

    def __init__(self, archive: ReadableArchive, count: int) -> None:
        self._archive = archive
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._threads = [threading.Thread(target=self._work, name=f"replay-{n}", daemon=True) for n in range(count)]
        for thread in self._threads:
            thread.start()

    def submit(self, job: Callable[[CaptureSource], T]) -> Future[T]:
        future: Future[T] = Future()
        self._jobs.put((future, job))
        return future

    def close(self) -> None:
        for _ in self._threads:
            self._jobs.put(None)
        for thread in self._threads:
            thread.join()

    def _work(self) -> None:
        source: CaptureSource | None = None
        while (item := self._jobs.get()) is not None:
            future, job = item
            if not future.set_running_or_notify_cancel():
                continue
            try:
                if source is None:
                    source = self._archive.reader()
                result = job(source)
            except Exception as error:  # whoever waits for the future deals with it
                future.set_exception(error)
            else:
                future.set_result(result)
        if source is not None:
            source.close()
