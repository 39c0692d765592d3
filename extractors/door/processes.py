"""Processes that work for this one, as both pools use them: `workers` for documents of others, within limits, and
`app.archive.pooling` for the pages of a crawl, an import or a new index.

A process is a copy of this one where that is possible: it is there at once. Elsewhere it is started anew, which takes a
third of a second, and loads this program's engine, nothing of the script or window that started it. It reads questions
from its standard input (see `worker`) and ends when that does: also when the process that started it was killed.

Measured beside it on two processors, in batches of eight pages: concurrent.futures 2 700 pages/s of 1 kB and 385 of
17 kB, pebble 2 600 and 375, this 2 600 and 410. Neither limits the memory of a task, ends a task that is cancelled, ends
with a parent that is killed, or has a process ready at once that holds none of the parent's files open.
"""

from __future__ import annotations

import ctypes
import gc
import logging
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, BinaryIO, Literal, NoReturn

from extractors.door import worker

if sys.platform == "linux":
    import fcntl

# The memory of another process.

_PROC_PIDTASKINFO = 4  # sys/proc_info.h
_TASK_INFO = 96


class _Counters(ctypes.Structure):
    """PROCESS_MEMORY_COUNTERS of Windows."""

    _fields_ = [("cb", ctypes.c_uint32), ("page_faults", ctypes.c_uint32)] + [
        (name, ctypes.c_size_t)
        for name in (
            "peak",
            "resident",
            "paged_peak",
            "paged",
            "other_peak",
            "other",
            "pagefile",
            "pagefile_peak",
        )
    ]


def resident(pid: int) -> int:
    """Bytes of a process of this user that are in memory; 0 when that cannot be found out."""
    with suppress(OSError, ValueError, AttributeError, IndexError):
        return _resident(pid)
    return 0


if sys.platform == "win32":

    def _resident(pid: int) -> int:
        kernel = ctypes.WinDLL("kernel32")
        kernel.OpenProcess.restype = ctypes.c_void_p
        handle = ctypes.c_void_p(kernel.OpenProcess(0x1000, False, pid))  # PROCESS_QUERY_LIMITED_INFORMATION
        if not handle.value:
            return 0
        try:
            counters = _Counters(cb=ctypes.sizeof(_Counters))
            done = kernel.K32GetProcessMemoryInfo(handle, ctypes.byref(counters), counters.cb)
            return int(counters.resident) if done else 0
        finally:
            kernel.CloseHandle(handle)

elif sys.platform == "darwin":

    def _resident(pid: int) -> int:
        room = (ctypes.c_uint64 * (_TASK_INFO // 8))()
        got = ctypes.CDLL(None).proc_pidinfo(pid, _PROC_PIDTASKINFO, ctypes.c_uint64(0), room, _TASK_INFO)
        return int(room[1]) if got == _TASK_INFO else 0

else:

    def _resident(pid: int) -> int:
        return int(Path(f"/proc/{pid}/statm").read_bytes().split()[1]) * os.sysconf("SC_PAGE_SIZE")


# A copy of this process.


def can_fork() -> bool:
    """Whether a copy of this process would work: no second thread may be holding a lock, also none of a library's. Only
    Linux shows that, and libraries of other systems do not bear to be copied."""
    if sys.platform != "linux" or threading.current_thread() is not threading.main_thread():
        return False
    try:
        return len(list(Path("/proc/self/task").iterdir())) == 1
    except OSError:
        return False


class Forked:
    """A copy of this process that runs `worker.serve`; used as a `Popen` is."""

    def __init__(self) -> None:
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
            _work(questions, answers)
        os.close(questions)
        os.close(answers)
        self.stdin: BinaryIO = os.fdopen(asking, "wb", 0)
        self.stdout: BinaryIO = os.fdopen(answering, "rb", 0)
        self.returncode: int | None = None

    def poll(self) -> int | None:
        return self.returncode if self.returncode is not None else self._end(os.WNOHANG)

    def wait(self, timeout: float | None = None) -> int | None:
        """Without the `timeout` of a Popen."""
        return self.returncode if self.returncode is not None else self._end(0)

    def kill(self) -> None:
        if self.poll() is None:
            os.kill(self.pid, signal.SIGKILL)

    def _end(self, options: int) -> int | None:
        try:
            pid, status = os.waitpid(self.pid, options)
        except ChildProcessError:  # another waiter for any child has met it
            pid, status = self.pid, 0
        if pid:
            self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode


def _work(questions: int, answers: int) -> NoReturn:
    """Work in the copy: without the open files of this process, and without the acts at its end."""
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
        # unwritten text in the old ones belongs to the other process
        sys.stdout = sys.stderr = os.fdopen(2, "w", 1, closefd=False)
        logging.root.handlers.clear()
        gc.freeze()  # else the first collection would copy all of the memory that is shared
        worker.serve()
    finally:
        os._exit(1)


# A process, from the side of the one that asks.

Why = Literal["", "time", "memory", "cancelled", "closed"]
"""Why a process was ended."""

_OLD = 1000  # documents that one process reads
_LOOKED_AT = 8  # documents between two looks at the growth of a process
_GROWN = 256 << 20  # bytes by which a process may have grown to get another document
_SMALL = 1 << 16
_PIPE = (
    1 << 20
)  # bytes that a pipe takes before the writer has to wait; more is not allowed without privileges


class Process:
    """One process that works. Several threads may ask it; it answers in the order of their questions. Any thread may
    end it."""

    def __init__(self, process: subprocess.Popen[bytes] | Forked, memory: int = 0, folder: str = "") -> None:
        self.why: Why = ""
        self.asked = 0
        self.at_rest = 0
        self._process = process
        self._memory, self._folder = memory, folder
        self._highest = 0
        self._deadline = 0.0
        self._asking = threading.Lock()
        self._turn = threading.Lock()  # free when the last question so far has its answer
        assert process.stdin is not None
        assert process.stdout is not None
        self._in: IO[bytes] = process.stdin
        self._out: IO[bytes] = process.stdout
        if (
            sys.platform == "linux"
        ):  # a whole question fits: else both sides wake each other several times for it
            for pipe in (self._in, self._out):
                with suppress(OSError):
                    fcntl.fcntl(pipe.fileno(), fcntl.F_SETPIPE_SZ, _PIPE)

    @classmethod
    def copied(cls) -> Process:
        """A copy of this process. OSError."""
        return cls(Forked())

    @classmethod
    def started(cls, memory: int = 0) -> Process:
        """A new one, which may take `memory` bytes beyond what it has at rest (0: any number), with a folder for
        temporary files that goes with it. OSError; ValueError where this program cannot be started once more."""
        command = worker.command(memory)
        folder = tempfile.mkdtemp(prefix="tianwang-reading-")
        temporary = dict.fromkeys((worker.FOLDER, "TMPDIR", "TEMP", "TMP"), folder)
        # in a group of its own: Ctrl+C is for the process that started it, which then ends it
        more: dict[str, Any] = {"process_group": 0}
        if sys.platform == "win32":
            more = {"creationflags": subprocess.CREATE_NO_WINDOW | subprocess.CREATE_NEW_PROCESS_GROUP}
        try:
            process = subprocess.Popen(  # noqa: S603
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                env={**os.environ, "MALLOC_ARENA_MAX": "2", **temporary},
                **more,
            )
        except OSError:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        return cls(process, memory, folder)

    @property
    def pid(self) -> int:
        return self._process.pid

    def welcome(self) -> None:
        """Wait until it is ready. EOFError, ValueError."""
        if self._answer(len(worker.READY)) != worker.READY:
            raise ValueError("this is no worker")
        self.at_rest = resident(self.pid)
        self.rest()

    def begin(self, seconds: float) -> None:
        """Its time runs from now on."""
        self._deadline = time.monotonic() + seconds

    def rest(self) -> None:
        self._deadline = 0.0

    def ask(self, about: bytes, data: bytes, meanwhile: Callable[[], None] | None = None) -> bytes:
        """The answer to a question; `meanwhile` runs before it is waited for. OSError, EOFError or ValueError when the
        process is gone."""
        head = worker.QUESTION.pack(len(about), len(data)) + about
        with self._asking:
            self.asked += 1
            for piece in (head + data,) if len(data) <= _SMALL else (head, data):  # a small one wakes it once
                rest = memoryview(piece)
                while rest:
                    rest = rest[self._in.write(rest) :]
            turn, self._turn = self._turn, threading.Lock()
            following = self._turn
            following.acquire()
        try:
            if meanwhile is not None:
                meanwhile()
        finally:  # an answer that is not read would be taken for that of the next question
            with turn:
                try:
                    answer = self._answer(self._memory or sys.maxsize)
                finally:
                    following.release()
        return answer

    def beyond(self) -> Why:
        """Which limit it has gone beyond."""
        if self._deadline and time.monotonic() > self._deadline:
            return "time"
        now = resident(self.pid)
        self._highest = max(self._highest, now)
        return "memory" if now > self._memory + max(self.at_rest, _GROWN) else ""

    def autopsy(self) -> Why:
        """Why it ended by itself: libraries end a process that is refused memory."""
        with suppress(subprocess.TimeoutExpired):
            if self._process.wait(1) == worker.FULL:
                return "memory"
        return "memory" if self._highest > self._memory * 3 // 4 else ""

    @property
    def is_alive(self) -> bool:
        return self._process.poll() is None

    @property
    def is_worn(self) -> bool:
        """Whether a new process should take its place."""
        if self.asked % _LOOKED_AT:
            return False
        return self.asked >= _OLD or resident(self.pid) > self.at_rest + _GROWN

    def kill(self, why: Why) -> None:
        """End it at once, with the programs that it has started."""
        self.why = self.why or why
        with suppress(OSError):
            if sys.platform != "win32" and isinstance(self._process, subprocess.Popen) and self.is_alive:
                os.killpg(self.pid, signal.SIGKILL)  # it leads a group
            self._process.kill()

    def end(self) -> None:
        """End it, and leave nothing of it behind."""
        self.kill("")
        self._process.wait()
        for pipe in (self._in, self._out):
            with suppress(OSError):
                pipe.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _answer(self, most: int) -> bytes:
        size = worker.ANSWER.unpack(self._read(worker.ANSWER.size))[0]
        if size > most:
            raise ValueError("no answer is so long")
        return self._read(size)

    def _read(self, size: int) -> bytes:
        """Exactly `size` bytes. EOFError."""
        first = self._out.read(size)
        if len(first) == size:
            return first
        read = bytearray(first)
        while first and len(read) < size:
            first = self._out.read(size - len(read))
            read += first
        if len(read) < size:
            raise EOFError
        return bytes(read)
