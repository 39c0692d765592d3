"""The window goes first: while it works, a crawl waits between two pieces of its work.

Threads of one interpreter take turns. A view that reads rows or paints gives its turn away hundreds of times, and gets
it back from three or four busy threads after a millisecond or more each time: 10 ms of work would take 100. So
whatever the GUI thread does in Python runs inside `FIRST`, and the crawl calls `give_way` between two pages.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QTableView

P = ParamSpec("P")
R = TypeVar("R")
S = TypeVar("S")

LONGEST = 0.1  # seconds a crawl waits at most in one place: a window that hangs must not stop it


class Courtesy:
    """A context for the GUI thread; may be nested."""

    def __init__(self) -> None:
        self._free = threading.Event()
        self._free.set()
        self._depth = 0

    def __enter__(self) -> None:
        self._depth += 1
        self._free.clear()

    def __exit__(self, *exception: object) -> None:
        self._depth -= 1
        if not self._depth:
            self._free.set()

    def give_way(self) -> None:
        """From any other thread: wait while the window works."""
        if not self._free.is_set():
            self._free.wait(LONGEST)


FIRST = Courtesy()  # one for the process, as there is one interpreter


def first(method: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """A method of a view that works inside `FIRST`."""

    @wraps(method)
    def work(self: S, *args: P.args, **named: P.kwargs) -> R:
        with FIRST:
            return method(self, *args, **named)

    return work  # type: ignore[return-value]  # `self` is positional in both


class PoliteTable(QTableView):
    """A table that grows while a crawl runs; painting it asks the model for hundreds of values."""

    @first
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
