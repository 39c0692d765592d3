"""A cap on bytes a second over all connections of a crawl."""

from __future__ import annotations

import asyncio
import time

BURST_SECONDS = 0.1
"""So much of unused bandwidth may be made up for at once."""


class Bandwidth:
    """A token bucket for one event loop: whoever received bytes waits until the rate allows for them, in order.

    `rate` is in bytes a second, 0 for no cap.
    """

    def __init__(self, rate: int = 0) -> None:
        self._rate = rate
        self._spent = 0
        self._allowed = 0.0
        self._since = time.monotonic()
        self._changed = asyncio.Event()

    @property
    def rate(self) -> int:
        return self._rate

    def set_rate(self, rate: int) -> None:
        """Also for those who wait already."""
        if rate != self._rate:
            self._account()
            self._rate = rate
            self._changed.set()
            self._changed = asyncio.Event()

    async def spend(self, size: int) -> float:
        """Seconds that were waited for `size` bytes."""
        if not self._rate:
            return 0.0
        start = time.monotonic()
        self._account()
        self._spent += size
        mine = self._spent
        while self._rate and (missing := mine - self._account()) > 0:
            try:
                async with asyncio.timeout(missing / self._rate):
                    await self._changed.wait()
            except TimeoutError:
                continue
        return time.monotonic() - start

    def _account(self) -> float:
        """Bytes allowed since the beginning, little more than those spent."""
        now = time.monotonic()
        allowed = self._allowed + self._rate * (now - self._since) if self._rate else float(self._spent)
        self._allowed = min(allowed, self._spent + self._rate * BURST_SECONDS)
        self._since = now
        return self._allowed
