"""How what follows behind the commit gives way: to a crawl that stores, and to every other program.

A thread that works in the process of a crawl takes the interpreter from it, whatever its priority; so it works in slices
and rests several times as long. In a process of its own (`give_way`) the system sees to it: that runs when nobody else
wants to.
"""

from __future__ import annotations

import ctypes
import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress

_SLICE, _LONGEST = 0.02, 1.0  # seconds of work, and of a rest: somebody may call the work off
_IDLE_REST = 0.25  # of the rest in a process of the lowest class: disk and memory are shared there, too
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


class Turns:
    """The slices of one piece of work: while others are `busy`, it rests `rest` times as long as it has worked."""

    def __init__(self, busy: Callable[[], bool] | None, rest: float = 8.0) -> None:
        self._busy = busy or bool
        self._rest = _IDLE_REST if _given else rest
        self._since = time.monotonic()

    def next(self) -> None:
        """Between two pieces; also what processes took that were waited for counts as work."""
        spent = time.monotonic() - self._since
        if spent > _SLICE:
            if self._busy():
                time.sleep(min(self._rest * spent, _LONGEST))
            self._since = time.monotonic()
