"""One door for background work: success and failure are named where the work is started.

    jobs.run(self, lambda task: reader_of_thread().find(text), done=self._found, label=self.tr("Searching"))

`work` runs in a pool thread and must not touch widgets; `done` and `failed` run in the GUI thread, and not
at all when the task was cancelled or its owner is gone. Work whose half is worth something (an import, a check) names
`stopped`: it gets what the work returned although it was called off, or None. Work that lasts is shown by the JobBar.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QCoreApplication, QObject, QRunnable, QThread, QThreadPool, Signal
from shiboken6 import isValid

from app.errors import UserError
from widgets.kit.courtesy import FIRST

T = TypeVar("T")
log = logging.getLogger(__name__)
# how often a task may tell of its progress; more would only fill the event queue
_PROGRESS_EVERY = 0.05
_LASTING = 6  # works that last and go on side by side, at most


class Cancelled(Exception):
    """Raised by Handle.check() in the work function."""


class Handle:
    """What the work function holds of its task: plain Python, so that no QObject can die in a pool thread."""

    def __init__(self, number: int, progressed: Callable[[int, float, str], object]) -> None:
        self._number, self._progressed = number, progressed
        self._told = 0.0
        self.cancelled = False

    def check(self) -> None:
        """Raise Cancelled when the work was called off."""
        if self.cancelled:
            raise Cancelled

    def cancel(self) -> None:
        """Call off the work."""
        self.cancelled = True

    def due(self) -> bool:
        """Whether progress should be reported again; asked before a text is put together that costs time."""
        return time.monotonic() - self._told >= _PROGRESS_EVERY

    def step(self, done: int, total: int, words: Callable[[], str]) -> None:
        """One step of work that is long and common: the window goes first, and hears `words` when it is time."""
        FIRST.give_way()
        if self.due():
            self.progress(min(1.0, done / total) if total > 0 else -1.0, words())

    def steps(self, text: str, shown: Callable[[int], str]) -> Callable[[int, int], None]:
        """What such work calls with how much is done of how much: `text` has {done} and {total}, `shown` so."""
        return lambda done, total: self.step(
            done, total, lambda: text.format(done=shown(done), total=shown(total))
        )

    def progress(self, fraction: float, text: str = "") -> None:
        """Tell how far the work is (0..1, negative: unknown); cheap to call often."""
        now = time.monotonic()
        if now - self._told >= _PROGRESS_EVERY or fraction >= 1:
            self._told = now
            self._progressed(self._number, fraction, text)


class Task(QObject, Generic[T]):
    """One piece of background work as the window sees it; lives and dies in the GUI thread."""

    progressed = Signal(float, str)
    ended = Signal()

    def __init__(
        self,
        label: str,
        handle: Handle,
        owner: QObject,
        done: Callable[..., Any] | None,
        failed: Callable[..., Any] | None,
        stopped: Callable[..., Any] | None,
    ) -> None:
        super().__init__()
        self.label, self.handle = label, handle
        self.fraction = -1.0
        self.text = ""
        self.started = time.monotonic()
        self.finished = False
        self._owner, self._done, self._failed, self._stopped = owner, done, failed, stopped

    @property
    def cancelled(self) -> bool:
        """Whether the work was cancelled."""
        return self.handle.cancelled

    def cancel(self) -> None:
        """Call off the work: neither `done` nor `failed` will be called, at most `stopped`."""
        self.handle.cancelled = True

    def tell_progress(self, fraction: float, text: str) -> None:
        """What a listener shows of it goes with the owner; the work may go on for a moment."""
        self.fraction, self.text = fraction, text
        if self._owner is not None and isValid(self._owner):
            self.progressed.emit(fraction, text)

    def end(self, result: T, error: Exception | None) -> None:
        """Hand over the result, unless it is wanted no longer."""
        self.finished = True
        self.ended.emit()
        owner, done, failed, stopped = self._owner, self._done, self._failed, self._stopped
        # whoever keeps the task must not keep these
        self._owner = self._done = self._failed = self._stopped = None  # type: ignore[assignment]
        if not isValid(owner):
            return
        if self.cancelled:
            if stopped:
                stopped(result)
        elif error is None:
            if done:
                done(result)
        elif failed:
            failed(error)
        else:
            if not isinstance(error, UserError | OSError):
                log.error("background work failed: %s", self.label, exc_info=error)
            center().failed.emit(error)


class Center(QObject):
    """Where the window learns of all background work; brings what pool threads emit into the GUI thread."""

    started = Signal(object)
    failed = Signal(object)
    _progressed = Signal(int, float, str)
    _arrived = Signal(int, object, object)

    def __init__(self, parent: QObject | None) -> None:
        super().__init__(parent)
        self.running: dict[int, Task[Any]] = {}
        self._last = 0
        # what lasts (reading for the search, what is alike) holds a thread for minutes: what a person waits for needs others
        QThreadPool.globalInstance().setMaxThreadCount(QThread.idealThreadCount() + _LASTING)
        self._progressed.connect(self._tell_progress)
        self._arrived.connect(self._end)

    def start(
        self,
        owner: QObject,
        work: Callable[..., Any],
        done: Callable[..., Any] | None,
        failed: Callable[..., Any] | None,
        stopped: Callable[..., Any] | None,
        label: str,
    ) -> Task[Any]:
        self._last += 1
        handle = Handle(self._last, self._progressed.emit)
        task: Task[Any] = Task(label, handle, owner, done, failed, stopped)
        self.running[self._last] = task
        # not task.cancel: the task may hold the last reference to its owner, and would then be called while it dies
        owner.destroyed.connect(handle.cancel)
        if label:
            self.started.emit(task)
        QThreadPool.globalInstance().start(_Runnable(work, handle, self._last, self._arrived.emit))
        return task

    def _tell_progress(self, number: int, fraction: float, text: str) -> None:
        task = self.running.get(number)
        if task:
            task.tell_progress(fraction, text)

    def _end(self, number: int, result: object, error: Exception | None) -> None:
        task = self.running.pop(number, None)
        if task:
            task.end(result, error)


_center: Center | None = None


def center() -> Center:
    """The one center of the running application."""
    global _center
    app = QCoreApplication.instance()
    if _center is None or not isValid(_center) or _center.parent() is not app:
        _center = Center(app)
    return _center


def run(
    owner: QObject,
    work: Callable[[Handle], T],
    *,
    done: Callable[[T], None] | None = None,
    failed: Callable[[Exception], None] | None = None,
    stopped: Callable[[T | None], None] | None = None,
    label: str = "",
) -> Task[T]:
    """Do `work` in a thread, then call `done`, `failed` or `stopped`; without `failed` the message bar tells the error.

    Work without `label` is not shown in the JobBar.
    """
    return center().start(owner, work, done, failed, stopped, label)


def wait_all(milliseconds: int = 5000) -> bool:
    """Call off everything and wait for the threads: at the end of the program."""
    for task in tuple(center().running.values()):
        task.cancel()
    return QThreadPool.globalInstance().waitForDone(milliseconds)


class _Runnable(QRunnable):
    def __init__(
        self, work: Callable[..., Any], handle: Handle, number: int, arrived: Callable[..., Any]
    ) -> None:
        super().__init__()
        self._work, self._handle, self._number, self._arrived = work, handle, number, arrived

    def run(self) -> None:
        result: object = None
        error: Exception | None = None
        try:
            self._handle.check()
            result = self._work(self._handle)
        except Cancelled:
            self._handle.cancelled = True
        except Exception as caught:  # handed to the GUI thread, which tells the person or the log
            error = caught
        self._arrived(self._number, result, error)


class CallsOff:
    """For what waits for one job at a time, `_task`."""

    _task: Task[Any] | None

    def _call_off(self) -> None:
        if self._task is not None:
            self._task.cancel()
            self._task = None
