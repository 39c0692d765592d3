"""Work behind the window that follows what an archive holds: begun after it was opened, and again after what is stored."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QTimer, SignalInstance

from widgets.kit import jobs


class Follower(QObject):
    """One task at a time: `work` starts it, `begin` milliseconds from now and `later` ones after each of the signals. To be
    closed before the archive is put away."""

    def __init__(
        self,
        parent: QObject | None,
        work: Callable[[], None],
        begin: int,
        later: int,
        *stored: SignalInstance,
    ) -> None:
        super().__init__(parent)
        self._task: jobs.Task[Any] | None = None
        self._again = False  # something was stored while it worked
        self._closed = False
        self._later = later
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(work)
        for signal in stored:
            signal.connect(self._follow)
        self._timer.start(begin)

    def _follow(self) -> None:
        """Something was stored; a method of this object, since a signal outlives the timer otherwise."""
        if not self._timer.isActive():
            self._timer.start(self._later)

    @property
    def running(self) -> bool:
        """Whether it works now."""
        return self._task is not None

    def close(self) -> None:
        """The archive is about to be put away."""
        self._closed = True
        self._timer.stop()
        if self._task is not None:
            self._task.cancel()
