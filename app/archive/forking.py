"""Processes that are copies of this one: there at once, where starting anew would take a third of a second."""

from __future__ import annotations

import gc
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, NoReturn

if sys.platform != "win32":
    import fcntl


def can_fork() -> bool:
    """Whether a copy of this process would work: no thread but this one may be holding a lock, also none of a
    library's. Only Linux tells that, and other systems' libraries do not bear to be copied."""
    if sys.platform != "linux" or threading.current_thread() is not threading.main_thread():
        return False
    try:
        return len(list(Path("/proc/self/task").iterdir())) == 1
    except OSError:
        return False


class Forked:
    """A copy of this process that does `work` with its standard input and output, and ends; used as a `Popen` is."""

    def __init__(self, work: Callable[[], None]) -> None:
        """OSError. Only when `can_fork`."""
        pipes: list[int] = []
        try:
            for _ in range(2):
                pipes += os.pipe()
            self.pid = os.fork()
        except OSError:
            for end in pipes:
                os.close(end)
            raise
        questions, asking, answering, answers = pipes
        if self.pid == 0:
            _work(work, questions, answers)
        os.close(questions)
        os.close(answers)
        self.stdin: BinaryIO = os.fdopen(asking, "wb")
        self.stdout: BinaryIO = os.fdopen(answering, "rb")
        self.returncode: int | None = None

    def poll(self) -> int | None:
        return self.returncode if self.returncode is not None else self._end(os.WNOHANG)

    def wait(self) -> int | None:
        return self.returncode if self.returncode is not None else self._end(0)

    def kill(self) -> None:
        if self.poll() is None:
            os.kill(self.pid, signal.SIGKILL)

    def _end(self, options: int) -> int | None:
        try:
            pid, status = os.waitpid(self.pid, options)
        except ChildProcessError:  # somebody who waits for any child has met it
            pid, status = self.pid, 0
        if pid:
            self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode


def _work(work: Callable[[], None], questions: int, answers: int) -> NoReturn:
    """In the copy: nothing of what this process had open, and nothing that it would do at its end."""
    code = 1
    try:
        os.setpgid(0, 0)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
        questions, answers = (fcntl.fcntl(end, fcntl.F_DUPFD, 3) for end in (questions, answers))
        os.dup2(questions, 0)
        os.dup2(answers, 1)
        for handle in [int(entry.name) for entry in Path("/proc/self/fd").iterdir()]:
            if handle > 2:
                with suppress(OSError):  # that of the list itself
                    os.close(handle)
        # what the old ones hold and have not written is the other one's
        sys.stdout = sys.stderr = os.fdopen(2, "w", 1, closefd=False)
        logging.root.handlers.clear()
        gc.freeze()  # else the first collection would copy all of the memory that is shared
        work()
        code = 0
    finally:
        os._exit(code)
