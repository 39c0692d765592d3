"""One process that reads documents (see worker.py), from the side of the one that asks."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from typing import IO, Any, Literal

from extractors import worker
from extractors.memory import resident

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
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0,
                env={**os.environ, "MALLOC_ARENA_MAX": "2", **temporary}, **more,
            )  # fmt: skip
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
