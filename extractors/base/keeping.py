"""What is large and seldom needed: made when it is first asked for, dropped when nobody has for a while, made again."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Kept(Generic[T]):
    """One such thing, for all threads; what `make` gives, None too, stays until it is let go of."""

    def __init__(self, make: Callable[[], T]) -> None:
        self._make, self._lock = make, threading.Lock()
        self._held: list[T] = []
        self._used = 0.0

    def get(self) -> T:
        """It, made if it is not there."""
        with self._lock:
            self._used = time.monotonic()
            if not self._held:
                self._held.append(self._make())
            return self._held[0]

    def release(self, idle: float) -> bool:
        """Drop it if nobody has asked for it for `idle` seconds. Returns whether it was there."""
        with self._lock:
            if not self._held or time.monotonic() - self._used < idle:
                return False
            self._held.clear()
            return True
