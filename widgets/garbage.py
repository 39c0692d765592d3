"""Cyclic garbage is collected in the GUI thread only.

Python collects reference cycles in whatever thread happens to allocate. A crawl thread would so destroy widgets that
are part of a cycle, and Qt crashes when that happens outside the GUI thread. So automatic collection is off, and a
timer collects here: the youngest objects ten times a second, which takes a few milliseconds even while a crawl makes
many; those that outlived it every second, everything rarely.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

from widgets.courtesy import FIRST

_EVERY_MS = 100
_MIDDLE_EVERY, _FULL_EVERY = 10, 1200  # timer beats between two larger collections


class GarbageCollector(QObject):
    """Takes over from Python's own collector while it lives."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._beats = 0
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
        with FIRST:
            gc.collect(2 if self._beats % _FULL_EVERY == 0 else 1 if self._beats % _MIDDLE_EVERY == 0 else 0)
