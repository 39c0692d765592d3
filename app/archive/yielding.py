"""How what follows behind the commit gives way: to a crawl that stores, and to every other program.

A thread that works in the process of a crawl takes the interpreter from it, whatever its priority; so it works in slices
and rests several times as long. In a process of its own (`give_way`) the system sees to it: that runs when nobody else
wants to. Yet what it does in the gaps between two pieces of a crawl's work empties the caches of the processors and makes
the next piece wait, so there it rests the longer, the longer it had to wait for a processor itself.
"""

from __future__ import annotations

import ctypes
import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

_SLICE, _LONGEST = 0.02, 1.0  # seconds of work, and of a rest: somebody may call the work off
_IDLE_REST = 0.25  # of the rest in a process of the lowest class: disk and memory are shared there, too
_SHORT_REST = 24.0  # the same, times the square of the share of its time in which it waited for a processor
_FREE = 0.1  # the least share of its time in which it waits where processors are taken
_LATEST = 0.05  # what the latest slice counts for in that share
_WAITS = Path("/proc/thread-self/schedstat")  # of Linux: nanoseconds at work, and ready and waiting
_NICE = 19
_IDLE_PRIORITY_CLASS = 0x40  # of Windows

_given = False


def give_way() -> None:
    """Have this process run when nobody else wants to, as far as the system lets it; for its main thread, before it
    starts others."""
    global _given
    with suppress(OSError, AttributeError):
        if sys.platform == "win32":
            kernel = ctypes.WinDLL("kernel32")
            kernel.GetCurrentProcess.restype = ctypes.c_void_p
            kernel.SetPriorityClass(ctypes.c_void_p(kernel.GetCurrentProcess()), _IDLE_PRIORITY_CLASS)
        elif sys.platform == "linux":
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
        else:
            os.nice(_NICE)
        _given = True


def waited() -> float:
    """Seconds that this thread was ready and waited for a processor; where the system does not tell, those in which it did
    not work, to be compared with earlier ones alone."""
    try:
        return int(_WAITS.read_bytes().split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return time.monotonic() - time.thread_time()


class Turns:
    """The slices of one piece of work: while others are `busy`, it rests `rest` times as long as it has worked, in a
    process of the lowest class as long as `rest_of` says. For one thread."""

    def __init__(self, busy: Callable[[], bool] | None, rest: float = 8.0) -> None:
        self._busy = busy or bool
        self._rest = rest
        self._share: float | None = None  # of its last slices in which it waited for a processor
        self._begin()

    @property
    def unhindered(self) -> bool:
        """Whether others leave processors free, as far as the slices so far and the system tell: it hardly waited."""
        return self._share is not None and self._share < _FREE

    def _begin(self) -> None:
        self._since, self._waited = time.monotonic(), waited() if _given else 0.0

    def next(self) -> None:
        """Between two pieces; also what processes took that were waited for counts as work."""
        spent = time.monotonic() - self._since
        if spent > _SLICE:
            if self._busy():
                waiting = waited() - self._waited if _given else 0.0
                if _given and _WAITS.exists():
                    share = min(1.0, waiting / spent)
                    self._share = (
                        share if self._share is None else self._share + _LATEST * (share - self._share)
                    )
                rest = rest_of(spent, waiting) if _given else self._rest * spent
                time.sleep(min(rest, _LONGEST))
            self._begin()


def rest_of(spent: float, waiting: float) -> float:
    """Seconds of rest for a process of the lowest class after so many, of which it waited so many for a processor: with
    one to itself it works most of the time, where others fill all of them hardly ever."""
    return spent * (_IDLE_REST + _SHORT_REST * min(1.0, waiting / spent) ** 2)
