"""Who does the tasks of a job: this process, or some beside it (`extractors.door.processes`, which says why not a pool of
a library). Those of other machines are in `on_ray`."""

from __future__ import annotations

import os
import pickle  # what is loaded was dumped by a process of ours
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from threading import Lock
from typing import Any, Protocol, TypeVar

from app.batch.tasks import Answer, Task, do
from extractors.door.processes import Process
from extractors.door.worker import CALL

T = TypeVar("T")


class WorkerLost(Exception):
    """The worker of a task is gone, or was ended; the task can be given to another one."""


class Workers(Protocol):
    """Some workers; `start` gives a task to one of them when it is free."""

    @property
    def size(self) -> int:
        """How many tasks are done at a time."""

    def start(self, task: Task) -> Future[Answer]: ...
    def at(self, folder: Path, do: Callable[..., T], *arguments: Any) -> T:
        """What a function of a module says where a folder lies, at once."""

    def end(self, task: Future[Answer]) -> None:
        """End a task whose result is not wanted any longer, as far as that can be done."""

    def close(self) -> None: ...


class Here:
    """This process, one task after the other."""

    size = 1

    def start(self, task: Task) -> Future[Answer]:
        future: Future[Answer] = Future()
        future.set_result(do(task))
        return future

    def at(self, folder: Path, do: Callable[..., T], *arguments: Any) -> T:
        return do(*arguments)

    def end(self, task: Future[Answer]) -> None:
        """Nothing: it has ended before it could be asked for."""

    def close(self) -> None:
        """Nothing was opened."""


class Processes:
    """Processes of this machine, each with one task at a time. A process that is lost is started anew."""

    def __init__(self, size: int | None = None) -> None:
        self.size = size or os.cpu_count() or 1
        self._threads = ThreadPoolExecutor(self.size, "batch")
        self._free: list[Process] = []
        self._busy: dict[Future[Answer], Process] = {}
        self._turn = Lock()
        self._closed = False

    def start(self, task: Task) -> Future[Answer]:
        future: Future[Answer] = Future()
        self._threads.submit(self._work, future, pickle.dumps((do, [task]), pickle.HIGHEST_PROTOCOL))
        return future

    def at(self, folder: Path, do: Callable[..., T], *arguments: Any) -> T:
        return do(*arguments)

    def _work(self, future: Future[Answer], question: bytes) -> None:
        if not future.set_running_or_notify_cancel():
            return
        process = None
        try:
            process = self._taken(future)
            answer = process.ask(CALL, question)
            if not answer:
                raise WorkerLost
            result = pickle.loads(answer)[0]  # noqa: S301  # see the import
        except (OSError, EOFError, ValueError, WorkerLost) as error:
            self._returned(future, process, usable=False)
            future.set_exception(WorkerLost(str(error)))
        else:
            self._returned(future, process, usable=True)
            future.set_result(result)

    def _taken(self, future: Future[Answer]) -> Process:
        with self._turn:
            process = self._free.pop() if self._free else None
        if process is None:
            process = Process.started()
            process.welcome()
        with self._turn:
            self._busy[future] = process
            if self._closed:
                process.kill("closed")
        return process

    def _returned(self, future: Future[Answer], process: Process | None, *, usable: bool) -> None:
        with self._turn:
            self._busy.pop(future, None)
            keeps = usable and not self._closed and process is not None and not process.is_worn
            if keeps and process is not None:
                self._free.append(process)
        if process is not None and not keeps:
            process.end()

    def end(self, task: Future[Answer]) -> None:
        task.cancel()
        with self._turn:
            if task in self._busy:
                self._busy[task].kill("cancelled")

    def close(self) -> None:
        """End the processes, in the middle of their work."""
        with self._turn:
            self._closed = True
            for process in self._busy.values():
                process.kill("closed")
        self._threads.shutdown(wait=True, cancel_futures=True)
        for process in self._free:
            process.end()
        self._free.clear()
