"""Cyclic garbage is collected in the GUI thread only.

Python collects reference cycles in whatever thread happens to allocate. A crawl thread would so destroy widgets that
are part of a cycle, and Qt crashes when that happens outside the GUI thread. So automatic collection is off, and a
timer collects here: the youngest objects ten times a second, which takes a few milliseconds even while a crawl makes
many; those that outlived it every second; everything, which may take a tenth of a second, rarely, and when the pointer
has rested for a while. What comparisons leave behind lies in cycles, so everything is also collected when the process
has grown; and what the allocator keeps for itself goes back to the system then.
"""

from __future__ import annotations

import ctypes
import gc
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QObject, QPoint, QTimer
from PySide6.QtGui import QCursor

from widgets.kit.courtesy import FIRST

_EVERY_MS = 100
_MIDDLE_EVERY, _FULL_EVERY = 10, 1200  # timer beats between two larger collections
_RESTED, _LATEST = (
    30,
    3000,
)  # beats for which the pointer rests before a full one, and after which none waits for that
_LOOK_EVERY = 20  # beats between two looks at how large the process is
_GROWN, _GROWN_MUCH = 32 << 20, 96 << 20  # bytes after which a full one comes at the next rest, and at once
_SHORT_REST = 5  # beats
# seconds after which the model that tells languages and the dictionary of Chinese are let go of: little needs them,
# and they are large
_UNUSED = 30.0
# options of glibc's malloc by their numbers in malloc.h, and what they are set to
_ARENA_MAX, _ARENAS = -8, 2
_MMAP_THRESHOLD, _APART = -3, 256 << 10
_TRIM_THRESHOLD, _LEFT_OVER = -1, 4 << 20


class GarbageCollector(QObject):
    """Takes over from Python's own collector while it lives."""

    def __init__(self, parent: QObject, pointer: Callable[[], QPoint] = QCursor.pos) -> None:
        super().__init__(parent)
        self._beats = self._rested = self._looked = 0
        self._pointer, self._seen_at = pointer, pointer()
        gc.collect()
        gc.freeze()  # what exists now stays for good: collections need not look at it
        gc.disable()
        self._timer = QTimer(self, interval=_EVERY_MS)
        self._timer.timeout.connect(self.collect)
        self._timer.start()
        self.destroyed.connect(gc.enable)
        self._size = resident()  # after everything was collected last

    def collect(self) -> None:
        """One beat of the timer."""
        self._beats += 1
        at = self._pointer()
        self._rested = self._rested + 1 if at == self._seen_at else 0
        self._seen_at = at
        generation = self._generation()
        with FIRST:
            gc.collect(generation)
        if generation == 2:
            let_go_of_models()
            give_back()
            self._size = resident()

    def _generation(self) -> int:
        if self._beats >= (_FULL_EVERY if self._rested >= _RESTED else _LATEST) or self._has_grown():
            self._beats = 0
            return 2
        return 1 if self._beats % _MIDDLE_EVERY == 0 else 0

    def _has_grown(self) -> bool:
        self._looked += 1
        if self._looked < _LOOK_EVERY:
            return False
        self._looked = _LOOK_EVERY - _SHORT_REST  # where it has, a rest is looked for sooner
        grown = resident() - self._size
        if grown < (_GROWN if self._rested >= _SHORT_REST else _GROWN_MUCH):
            return False
        self._looked = 0
        return True


def resident() -> int:
    """Bytes of memory this process takes; 0 where the system does not say it in passing."""
    try:
        return int(Path("/proc/self/statm").read_bytes().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0


def tune_allocator() -> None:
    """Have freed memory used again, or returned; call it before there are threads.

    All threads allocate from the same few arenas: each would get one of its own from glibc, and what a comparison freed
    in one of them would be of no use to the next in another. Pictures, pages and the like lie apart and are returned as
    soon as they are freed: glibc would put them among all else once it has seen the first of them go."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            mallopt = ctypes.CDLL(None).mallopt
            for option, value in (
                (_ARENA_MAX, _ARENAS),
                (_MMAP_THRESHOLD, _APART),
                (_TRIM_THRESHOLD, _LEFT_OVER),
            ):
                mallopt(option, value)


def let_go_of_models() -> None:
    """Ask whoever keeps something large, and was loaded at all, whether it is still needed."""
    for name in ("extractors.base.language", "app.words.segmenting"):
        keeper = sys.modules.get(name)
        if keeper is not None:
            keeper.release(_UNUSED)


def give_back() -> None:
    """Return freed memory to the system, where the allocator has to be asked for that."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).malloc_trim(0)
