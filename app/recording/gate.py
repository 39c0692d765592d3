"""Keeps a page's parts from running a server down: few at a time for each host, and a moment between two."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

_KEPT = 512


@dataclass(slots=True)
class _Host:
    room: asyncio.Semaphore
    next: float = 0.0
    inside: int = 0
    order: asyncio.Lock = field(default_factory=asyncio.Lock)


class Gate:
    """At most `per_host` requests at a time to each host, begun at least `gap` seconds apart."""

    def __init__(self, per_host: int, gap: float) -> None:
        self._per_host, self._gap = per_host, gap
        self._hosts: dict[str, _Host] = {}

    @asynccontextmanager
    async def turn(self, host: str) -> AsyncIterator[None]:
        """Wait for a turn, and hold it."""
        loop = asyncio.get_running_loop()
        one = self._hosts.get(host)
        if one is None:
            self._forget(loop.time())
            one = self._hosts[host] = _Host(asyncio.Semaphore(self._per_host))
        one.inside += 1
        try:
            async with one.room:
                async with one.order:
                    await asyncio.sleep(max(0.0, one.next - loop.time()))
                    one.next = loop.time() + self._gap
                yield
        finally:
            one.inside -= 1

    def _forget(self, now: float) -> None:
        if len(self._hosts) >= _KEPT:
            self._hosts = {name: one for name, one in self._hosts.items() if one.inside or one.next > now}
