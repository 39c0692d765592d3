"""One door for background work: success and failure are named where the work is started.

    jobs.run(self, lambda task: reader_of_thread().find(text), done=self._found, label=self.tr("Searching"))

`work` runs in a pool thread and must not touch widgets; `done` and `failed` run in the GUI thread, and not
at all when the task was cancelled or its owner is gone. Work that lasts is shown by the JobBar of the window.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Generic, TypeVar

from PySide6.QtCore import QCoreApplication, QObject, QRunnable, QThreadPool, Signal
from shiboken6 import isValid

T = TypeVar("T")
log = logging.getLogger(__name__)
# how often a task may tell of its progress; more would only fill the event queue
_PROGRESS_EVERY = 0.05


class Cancelled(Exception):
    """Raised by Task.check() in the work function."""


class Task(QObject, Generic[T]):
    """One piece of background work; the work function gets it for `cancelled`, `check` and `progress`."""

    progressed = Signal(float, str)
    ended = Signal()
    _arrived = Signal(object, object)

    def __init__(self, label: str) -> None:
        super().__init__()
        self.label = label
        self.fraction = -1.0
        self.text = ""
        self.started = time.monotonic()
        self.finished = False
        self._cancelled = False
        self._told = 0.0

    @property
    def cancelled(self) -> bool:
        """True when somebody called off the work; the work function should return soon."""
        return self._cancelled

    def check(self) -> None:
        """Raise Cancelled when the work was called off."""
        if self._cancelled:
            raise Cancelled

    def progress(self, fraction: float, text: str = "") -> None:
        """Tell how far the work is (0..1, negative: unknown), from the work function; cheap to call often."""
        now = time.monotonic()
        if now - self._told >= _PROGRESS_EVERY or fraction >= 1:
            self._told = now
            self.progressed.emit(fraction, text)

    def cancel(self) -> None:
        """Call off the work: neither `done` nor `failed` will be called."""
        self._cancelled = True


class Center(QObject):
    """Where the window learns of all background work."""

    started = Signal(object)
    failed = Signal(object)


_center: Center | None = None
_running: set[_Delivery] = set()


def center() -> Center:
    """The one center of the running application."""
    global _center
    app = QCoreApplication.instance()
    if _center is None or not isValid(_center) or _center.parent() is not app:
        _center = Center(app)
    return _center


def run(
    owner: QObject,
    work: Callable[[Task[T]], T],
    *,
    done: Callable[[T], None] | None = None,
    failed: Callable[[Exception], None] | None = None,
    label: str = "",
) -> Task[T]:
    """Do `work` in a thread, then call `done` or `failed`; without `failed` the message bar tells the error.

    Work without `label` is not shown in the JobBar.
    """
    task: Task[T] = Task(label)
    delivery = _Delivery(owner, task, done, failed)
    _running.add(delivery)
    task._arrived.connect(delivery.arrived)
    task.progressed.connect(delivery.progressed)
    owner.destroyed.connect(task.cancel)
    if label:
        center().started.emit(task)
    QThreadPool.globalInstance().start(_Runnable(work, task))
    return task


def wait_all(milliseconds: int = 5000) -> bool:
    """Call off everything and wait for the threads: at the end of the program."""
    for delivery in tuple(_running):
        delivery.task.cancel()
    return QThreadPool.globalInstance().waitForDone(milliseconds)


class _Runnable(QRunnable):
    def __init__(self, work: Callable[[Task[T]], T], task: Task[T]) -> None:
        super().__init__()
        self._work, self._task = work, task

    def run(self) -> None:
        result: object = None
        error: Exception | None = None
        try:
            self._task.check()
            result = self._work(self._task)
        except Cancelled:
            self._task.cancel()
        except Exception as caught:  # handed to the GUI thread, which tells the person or the log
            error = caught
        self._task._arrived.emit(result, error)


class _Delivery(QObject):
    """Lives in the GUI thread, so that what the pool thread emits is delivered there."""

    def __init__(
        self,
        owner: QObject,
        task: Task[T],
        done: Callable[[T], None] | None,
        failed: Callable[[Exception], None] | None,
    ) -> None:
        super().__init__()
        self._owner, self.task, self._done, self._failed = owner, task, done, failed

    def progressed(self, fraction: float, text: str) -> None:
        self.task.fraction, self.task.text = fraction, text

    def arrived(self, result: T, error: Exception | None) -> None:
        _running.discard(self)
        self.task.finished = True
        self.task.ended.emit()
        if self.task.cancelled or not isValid(self._owner):
            return
        if error is None:
            if self._done:
                self._done(result)
        elif self._failed:
            self._failed(error)
        else:
            log.error("background work failed: %s", self.task.label, exc_info=error)
            center().failed.emit(error)
