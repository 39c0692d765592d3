"""Processes that do a part of the work of `pooling`: threads of one process take the interpreter from each other.

A process is a copy of this one where that is possible. Elsewhere it is started as `python -c`, so that it loads this
program's engine and nothing of the script or window that started it. It reads what it is to do from its standard input
and ends when that ends: also when the one who started it was killed. Whatever goes wrong with a process, the threads
do its work.
"""

from __future__ import annotations

import gc
import logging
import os
import pickle  # what is loaded was dumped by a process of this crew
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import IO, BinaryIO, TypeVar, cast

from app.archive.forking import Forked, can_fork

if sys.platform == "linux":
    import fcntl

Item = TypeVar("Item")
Made = TypeVar("Made")

WORTHWHILE = 8 * 1024 * 1024
"""Bytes of records for which processes are started: one that is no copy needs a third of a second until it is of
use."""

AHEAD = 2
"""Questions a process gets at once if nothing else is said: it need not wait for the next one."""

_PIPE = 1024 * 1024
"""Bytes that a pipe takes before whoever writes has to wait; more is not allowed without privileges."""

_READY = "ready"

_GARBAGE = 50_000
"""Objects made between two searches for cyclic garbage in a process of a crew: what it makes has next to none."""

log = logging.getLogger(__name__)


def size_here() -> int:
    """Processes worth having beside the one that asks."""
    return min(4, (os.cpu_count() or 1) - 1)


class Crew:
    """So many processes, started in the background by the first who wants work done, unless `begin` has. To be
    closed. `load` is a function of a module; each process calls it before its first question: so what it needs is
    loaded while nobody waits for it."""

    def __init__(
        self, size: int | None = None, ahead: int = AHEAD, load: Callable[[], None] | None = None
    ) -> None:
        self._size = size_here() if size is None else size
        self._ahead = ahead
        self._load = load
        self._ready: SimpleQueue[_Mate] = SimpleQueue()
        self._mates: list[_Mate] = []
        self._starter: threading.Thread | None = None
        self._turn = threading.Lock()
        self._closed = False

    def __enter__(self) -> Crew:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def begin(self) -> None:
        """Make the processes as copies of this one, as long as it has no second thread. Otherwise this does nothing."""
        with self._turn:
            if self._starter is None and not self._closed and self._size > 0 and can_fork():
                self._start_with(lambda: Forked(lambda: serve(self._load)))
                self._starter = threading.Thread(target=self._welcome, name="crew", daemon=True)
                self._starter.start()

    def made(
        self, make: Callable[[Item], Made], items: Sequence[Item], meanwhile: Callable[[], None] | None = None
    ) -> list[Made] | None:
        """`make` of each item, made by another process; None when none is free, or it failed. `make` and what it takes
        and gives can be pickled. `meanwhile` is called once the process has its question, before its answer is waited
        for. For any thread."""
        self._start()
        try:
            mate = self._ready.get_nowait()
        except Empty:
            return None
        try:
            made = cast("list[Made] | None", mate.ask((make, items), meanwhile))
        except (
            OSError,
            EOFError,
            ValueError,
            pickle.UnpicklingError,
        ) as error:  # ValueError: its pipe is closed
            if not self._closed:
                log.warning(
                    "A process that reads records has ended (%s); the others do its work.", error or "EOF"
                )
            return None
        self._ready.put(mate)
        return made

    @property
    def threads(self) -> int:
        """How many threads can have work done at the same time."""
        return max(1, self._size * self._ahead)

    def close(self) -> None:
        """End the processes, whatever they are at."""
        with self._turn:
            self._closed = True
            for mate in self._mates:
                mate.kill()
        if self._starter is not None:
            self._starter.join()
        for mate in self._mates:
            mate.wait()

    def _start(self) -> None:
        with self._turn:
            if self._starter is None and not self._closed and self._size > 0:
                self._starter = threading.Thread(target=self._assemble, name="crew", daemon=True)
                self._starter.start()

    def _assemble(self) -> None:
        with self._turn:
            if self._closed:
                return
            self._start_with(lambda: _spawned(self._load))
        self._welcome()

    def _start_with(self, start: Callable[[], subprocess.Popen[bytes] | Forked]) -> None:
        try:
            for _ in range(self._size):
                self._mates.append(_Mate(start()))
        except (OSError, ValueError) as error:
            log.warning("No process could be started to read records: %s.", error)

    def _welcome(self) -> None:
        for mate in list(self._mates):
            with suppress(OSError, EOFError, pickle.UnpicklingError):
                if mate.answer() == _READY:
                    for _ in range(self._ahead):
                        self._ready.put(mate)


class _Mate:
    """A process of a crew. Several threads may ask it; it answers in the order of their questions."""

    def __init__(self, process: subprocess.Popen[bytes] | Forked) -> None:
        self._process = process
        self._asking = threading.Lock()
        self._turn = threading.Lock()  # free when the last question so far has its answer
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                _widen(pipe)

    @property
    def pid(self) -> int:
        return self._process.pid

    def ask(self, question: object, meanwhile: Callable[[], None] | None = None) -> object:
        """OSError, EOFError, pickle.UnpicklingError when the process is gone."""
        assert self._process.stdin is not None
        with self._asking:
            pickle.dump(question, self._process.stdin, pickle.HIGHEST_PROTOCOL)
            self._process.stdin.flush()
            turn, self._turn = self._turn, threading.Lock()
            following = self._turn
            following.acquire()
        try:
            if meanwhile is not None:
                meanwhile()
        finally:  # an answer that nobody reads would be taken for that of the next question
            answer = self._answer_in_turn(turn, following)
        return answer

    def _answer_in_turn(self, turn: threading.Lock, following: threading.Lock) -> object:
        with turn:
            try:
                return self.answer()
            finally:
                following.release()

    def answer(self) -> object:
        assert self._process.stdout is not None
        return pickle.load(self._process.stdout)  # noqa: S301  # see the import

    def kill(self) -> None:
        self._process.kill()

    def wait(self) -> None:
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):  # what could not be written any more
                    pipe.close()


def _widen(pipe: BinaryIO | IO[bytes]) -> None:
    """Where that can be, a whole question fits into the pipe: else both sides wake each other several times for it."""
    if sys.platform == "linux":
        with suppress(OSError):
            fcntl.fcntl(pipe.fileno(), fcntl.F_SETPIPE_SZ, _PIPE)


def _spawned(load: Callable[[], None] | None) -> subprocess.Popen[bytes]:
    """OSError, ValueError."""
    if getattr(sys, "frozen", False) or not sys.executable:
        raise ValueError("this is no Python that could be started once more")
    code = f"import sys; sys.path[:] = {sys.path!r}; from app.archive.crew import serve"
    code += (
        f"; from {load.__module__} import {load.__qualname__} as load; serve(load)" if load else "; serve()"
    )
    # in a group of its own: Ctrl+C is for the one who started it, who then ends it
    if sys.platform == "win32":
        flags = subprocess.CREATE_NO_WINDOW | subprocess.CREATE_NEW_PROCESS_GROUP
        return subprocess.Popen(  # noqa: S603
            [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, creationflags=flags
        )
    return subprocess.Popen(  # noqa: S603
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, process_group=0
    )


def serve(load: Callable[[], None] | None = None) -> None:
    """What a process of a crew does until its standard input ends; `load` is called when it is ready for questions."""
    gc.set_threshold(_GARBAGE, 20, 20)
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing that a library may print gets among the answers
    with suppress(EOFError, OSError):
        _answer(answers, _READY)
        if load is not None:
            load()
        while True:
            make, items = pickle.load(questions)  # noqa: S301  # see the import
            try:
                made = [make(item) for item in items]
            except Exception:  # the one who asked does it again, and meets the error where it belongs
                made = None
            _answer(answers, made)


def _answer(answers: BinaryIO, value: object) -> None:
    pickle.dump(value, answers, pickle.HIGHEST_PROTOCOL)
    answers.flush()
