"""Cyclic garbage is collected in the GUI thread only.

Python collects reference cycles in whatever thread happens to allocate. A crawl thread would so destroy widgets that
are part of a cycle, and Qt crashes when that happens outside the GUI thread. So automatic collection is off, and a
timer collects here: the youngest objects ten times a second, which takes a few milliseconds even while a crawl makes
many; those that outlived it every second; everything, which may take a tenth of a second, rarely, and when the pointer
has rested for a while.
"""

from __future__ import annotations

import gc
from collections.abc import Callable

from PySide6.QtCore import QObject, QPoint, QTimer
from PySide6.QtGui import QCursor

from widgets.courtesy import FIRST

_EVERY_MS = 100
_MIDDLE_EVERY, _FULL_EVERY = 10, 1200  # timer beats between two larger collections
_RESTED, _LATEST = 30, 3000  # beats for which the pointer rests before a full one, and after which none waits for that


class GarbageCollector(QObject):
    """Takes over from Python's own collector while it lives."""

    def __init__(self, parent: QObject, pointer: Callable[[], QPoint] = QCursor.pos) -> None:
        super().__init__(parent)
        self._beats = self._rested = 0
        self._pointer, self._seen_at = pointer, pointer()
        gc.collect()
        gc.freeze()  # what exists now stays for good: collections need not look at it
        gc.disable()
        self._timer = QTimer(self, interval=_EVERY_MS)
        self._timer.timeout.connect(self.collect)
        self._timer.start()
        self.destroyed.connect(gc.enable)

    def collect(self) -> None:
        """One beat of the timer."""
        self._beats += 1
        at = self._pointer()
        self._rested = self._rested + 1 if at == self._seen_at else 0
        self._seen_at = at
        with FIRST:
            gc.collect(self._generation())

    def _generation(self) -> int:
        if self._beats >= (_FULL_EVERY if self._rested >= _RESTED else _LATEST):
            self._beats = 0
            return 2
        return 1 if self._beats % _MIDDLE_EVERY == 0 else 0
