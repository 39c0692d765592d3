"""Documents read in processes of their own, with a limit on time and memory for each.

A document that hangs, eats memory or brings a library down costs its process and no more: what comes back is a Document
with an `error` sentence, and the next one gets a new process.
"""

from __future__ import annotations

import atexit
import ctypes
import json
import logging
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Collection
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, Literal

from extractors.base.packing import unpack, unpack_picture
from extractors.base.sentences import Message
from extractors.base.types import Document, Picture
from extractors.door import described, worker
from extractors.door.registry import extract as extract_here

# How much memory another process has at this moment.

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


# One process that reads documents (see worker.py), from the side of the one that asks.

if sys.platform == "linux":
    import fcntl

Why = Literal["", "time", "memory", "cancelled", "closed"]
"""Why a process was ended."""

_OLD = 1000  # documents that one process reads
_LOOKED_AT = 8  # documents after which it is seen whether it has grown
_GROWN = 256 << 20  # bytes by which a process may have grown to get another document
_SMALL = 1 << 16
_PIPE = 1 << 20  # bytes that a pipe takes before whoever writes has to wait


class Process:
    """One worker process. One thread asks it at a time, another may end it."""

    def __init__(self, command: list[str], memory: int) -> None:
        """OSError."""
        self.why: Why = ""
        self.asked = 0
        self.at_rest = 0
        self._memory = memory
        self._highest = 0
        self._deadline = 0.0
        self._folder = tempfile.mkdtemp(prefix="tianwang-reading-")
        temporary = dict.fromkeys((worker.FOLDER, "TMPDIR", "TEMP", "TMP"), self._folder)
        # in a group of its own: Ctrl+C is for the one who started it, who then ends it
        more: dict[str, Any] = {"process_group": 0}
        if sys.platform == "win32":
            more = {"creationflags": subprocess.CREATE_NO_WINDOW | subprocess.CREATE_NEW_PROCESS_GROUP}
        try:
            self._process = subprocess.Popen(  # noqa: S603
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                env={**os.environ, "MALLOC_ARENA_MAX": "2", **temporary},
                **more,
            )
        except OSError:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._in: IO[bytes] = self._process.stdin
        self._out: IO[bytes] = self._process.stdout
        if sys.platform == "linux":
            for pipe in (self._in, self._out):
                with suppress(OSError):
                    fcntl.fcntl(pipe.fileno(), fcntl.F_SETPIPE_SZ, _PIPE)

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
        """From now on it has so much time."""
        self._deadline = time.monotonic() + seconds

    def rest(self) -> None:
        self._deadline = 0.0

    def ask(self, about: bytes, data: bytes) -> bytes:
        """OSError, EOFError when it is gone."""
        self.asked += 1
        head = worker.QUESTION.pack(len(about), len(data)) + about
        for piece in (head + data,) if len(data) <= _SMALL else (head, data):  # what is small wakes it once
            rest = memoryview(piece)
            while rest:
                rest = rest[self._in.write(rest) :]
        return self._answer(self._memory)

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
        """End it at once."""
        self.why = self.why or why
        with suppress(OSError):
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
        """Exactly so many bytes. EOFError."""
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


SECONDS = 30.0
MEMORY = 1 << 30
CANCELLED = Message("reading-cancelled")
BROKEN = Message("process-read-ended")

_TICK = 0.05  # seconds between two looks at those at work
_IDLE = 20.0  # seconds without work after which the processes are ended: each has a hundred megabytes
_START = 60.0  # seconds in which a process must be ready: the first start after an installation reads much from disk

log = logging.getLogger(__name__)


class Workers:
    """So many processes, started when needed. For any thread. To be closed.

    `seconds` and `memory` (bytes, beyond what a process has at rest) are what one document may take. `note` says why
    documents are read in this process, without limits, when no other could be started.
    """

    def __init__(self, size: int | None = None, seconds: float = SECONDS, memory: int = MEMORY) -> None:
        self.size = size or os.cpu_count() or 1
        self.seconds, self.memory = seconds, memory
        self.note = ""
        self._places = threading.Semaphore(self.size)
        self._free: list[Process] = []
        self._busy: dict[Process, Callable[[], bool] | None] = {}
        self._change = threading.Condition()
        self._watch: threading.Thread | None = None
        self._closed = False

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def extract(self, data: bytes, *, cancelled: Callable[[], bool] | None = None, **how: Any) -> Document:
        """`extractors.extract(data, **how)` in another process. Never raises for bad content."""
        return self._document(self._ask({"do": "extract", **how}, data, cancelled), data, how)

    def described(
        self,
        data: bytes,
        without: Collection[str] = (),
        *,
        cancelled: Callable[[], bool] | None = None,
        **how: Any,
    ) -> Document | str | described.Undecided:
        """The same as a line of JSON (see extractors.door.described, also for `without`), made where it was read: that is
        quicker for many. Of what cannot be read, the document."""
        answer = self._ask({"do": "extract", "without": list(without), **how}, data, cancelled)
        if isinstance(answer, bytes) and (line := described.unpacked(answer)) is not None:
            return line
        document = self._document(answer, data, how)
        return document if document.error else described.line(document, without)

    def _document(self, answer: bytes | str | None, data: bytes, how: dict[str, Any]) -> Document:
        if isinstance(answer, str):
            return Document("", "", error=answer)
        if answer is None:
            how.pop("lean", None)
            return extract_here(data, **how)
        try:
            document = unpack(answer)
        except ValueError:
            return Document("", "", error=BROKEN)
        if document.error == worker.NO_MEMORY:
            document.error = self._sentence("memory")
        return document

    def page_picture(
        self, data: bytes, number: int = 0, width: int = 800, *, cancelled: Callable[[], bool] | None = None
    ) -> Picture | None:
        """One page of a PDF, `width` pixels wide, `number` counting from 0; None when there is none, or it could not be
        drawn within the limits."""
        answer = self._ask({"do": "page", "number": number, "width": width}, data, cancelled)
        try:
            return unpack_picture(answer) if isinstance(answer, bytes) else None
        except ValueError:
            return None

    def close(self) -> None:
        """End the processes, whatever they are at; who waits for one gets a document with an error."""
        with self._change:
            self._closed = True
            free, self._free = self._free, []
            for child in self._busy:
                child.kill("closed")
            self._change.notify_all()
        for child in free:
            child.end()
        if self._watch is not None:
            self._watch.join()

    # ---- asking -------------------------------------------------------------------------------------------------

    def _ask(
        self, asked: dict[str, Any], data: bytes, cancelled: Callable[[], bool] | None
    ) -> bytes | str | None:
        """The answer, a sentence that says why there is none, or None when no process can be started."""
        while not self._places.acquire(timeout=0.1):
            if self._closed or (cancelled is not None and cancelled()):
                return CANCELLED
        try:
            child = self._child(cancelled)
            if child is None:
                return CANCELLED if self._closed or not self.note else None
            return self._asked(child, asked, data)
        finally:
            self._places.release()

    def _asked(self, child: Process, asked: dict[str, Any], data: bytes) -> bytes | str:
        fresh = False
        try:
            child.begin(self.seconds)
            answer = child.ask(json.dumps({**asked, "seconds": self.seconds}).encode(), data)
            fresh = not child.is_worn
            return answer
        except (OSError, EOFError, ValueError):
            return self._sentence(child.why or child.autopsy())
        finally:
            with self._change:
                self._busy.pop(child, None)
                fresh = fresh and not child.why and not self._closed
                if fresh:
                    child.rest()
                    self._free.append(child)
            if not fresh:
                child.end()

    def _child(self, cancelled: Callable[[], bool] | None) -> Process | None:
        """A process that is ready, and watched; None when none can be had (see `note`), or nobody wants it any more."""
        with self._change:
            if self._closed:
                return None
            while self._free:
                child = self._free.pop()
                if child.is_alive:
                    self._watched(child, cancelled)
                    return child
                child.end()  # ended from outside while it rested, as by a system short of memory
        try:
            child = Process(worker.command(self.memory), self.memory)
        except (OSError, ValueError) as error:
            if not self.note:
                self.note = f"Documents are read without limits on time and memory: {error}."
                log.warning("%s", self.note)
            return None
        with self._change:
            self._watched(child, cancelled)
        try:
            child.begin(_START)
            child.welcome()
            self.note = ""
            return child
        except (OSError, EOFError, ValueError):
            with self._change:
                self._busy.pop(child, None)
            child.end()
            if not child.why or child.why == "time":
                self.note = (
                    "Documents are read without limits on time and memory: the process for it does not start."
                )
                log.warning("%s", self.note)
            return None

    def _sentence(self, why: str) -> str:
        if why == "time":
            return Message("time-over", seconds=f"{self.seconds:g}")
        if why == "memory":
            return Message("memory-over", size=_size(self.memory))
        return CANCELLED if why in ("cancelled", "closed") else BROKEN

    # ---- watching -----------------------------------------------------------------------------------------------

    def _watched(self, child: Process, cancelled: Callable[[], bool] | None) -> None:
        """With `_change` held."""
        self._busy[child] = cancelled
        self._change.notify_all()
        if self._closed:
            child.kill("closed")
        if self._watch is None or not self._watch.is_alive():
            self._watch = threading.Thread(target=self._look, name="reading limits", daemon=True)
            self._watch.start()

    def _look(self) -> None:
        """End what has gone beyond a limit (whoever waits for its answer then gets none), and in the end all."""
        last = time.monotonic()
        while True:
            with self._change:
                self._change.wait(_TICK if self._busy else _IDLE)
                if self._busy:
                    last = time.monotonic()
                elif self._closed or time.monotonic() >= last + _IDLE:
                    free, self._free = self._free, []
                    self._watch = self._watch if self._closed else None
                    break
                busy = list(self._busy.items())
            for child, cancelled in busy:
                why: Why = child.beyond()
                if not why and cancelled is not None and cancelled():
                    why = "cancelled"
                if why:
                    with self._change:  # it may just have answered, and be at another document
                        if self._busy.get(child, _nobody) is cancelled and (
                            why == "cancelled" or child.beyond()
                        ):
                            child.kill(why)
        for child in free:
            child.end()


def is_given_up(document: Document) -> bool:
    """Whether a document could not be read within the limits, or brought its process down: another day it may go."""
    said = document.error
    return isinstance(said, Message) and said.code in _GIVEN_UP


_GIVEN_UP = frozenset({CANCELLED.code, BROKEN.code, worker.NO_MEMORY.code, "time-over", "memory-over"})


def _size(memory: int) -> str:
    return f"{memory / (1 << 30):.3g} GiB" if memory >= 1 << 30 else f"{memory / (1 << 20):.3g} MiB"


def _nobody() -> bool:
    """Stands for the one who asked a process that nobody asks."""
    return False


_shared: list[Workers] = []
_sharing = threading.Lock()


def shared() -> Workers:
    """The workers of this process: as many as there are processors. They end with it."""
    with _sharing:
        if not _shared or _shared[-1]._closed:
            _shared.append(Workers())
            if len(_shared) == 1:
                atexit.register(lambda: _shared[-1].close())
        return _shared[-1]


def _in_a_copy() -> None:
    """The processes belong to the one this was copied from. Its list is kept, so that nothing of it is tidied up."""
    global _shared, _sharing
    _left.append(_shared)
    _shared, _sharing = [], threading.Lock()


_left: list[list[Workers]] = []
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_in_a_copy)
