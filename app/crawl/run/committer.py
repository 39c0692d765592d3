"""Outcomes on their way to the writer's thread: stored as they come, committed often enough, slowed down if need be."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from app.crawl.rules.entries import Outcome
from app.crawl.run.ledger import Committed, Ledger, Situation

T = TypeVar("T")
COMMIT_SECONDS = 0.5
COMMIT_CAPTURES = 200
STORE_AT_ONCE = 16
"""Outcomes in one piece of work: few, because a host that needs its next window waits behind them."""
GATHER_SECONDS = 0.01
MOST_PENDING = 256
MOST_PENDING_BYTES = 64 * 1024 * 1024


class Committer:
    """For the crawl's event loop. `situation` is called before each commit, `committed` after it.

    The dispatcher sets `starving` when workers are idle and all work that is left depends on a commit.
    """

    def __init__(
        self,
        writer: ThreadPoolExecutor,
        ledger: Ledger,
        situation: Callable[[], Situation],
        committed: Callable[[Committed], None],
    ) -> None:
        self.starving = False
        self._writer = writer
        self._ledger = ledger
        self._situation = situation
        self._committed = committed
        self._pending: list[Outcome] = []
        self._pending_bytes = 0
        self._storing = False
        self._ending = False
        self._ended = False
        self._submitted = 0
        self._finished = 0
        self._wanted = 0
        self._done = asyncio.Event()
        self._work = asyncio.Event()
        self._urgent = asyncio.Event()
        self._room = asyncio.Event()

    @property
    def ended(self) -> bool:
        """Nothing will be committed any more."""
        return self._ended

    @property
    def in_hand(self) -> int:
        """Outcomes not yet handed to the writer."""
        return len(self._pending)

    @property
    def busy(self) -> bool:
        """Whether anything is neither committed nor forgotten."""
        return bool(self._pending) or self._storing

    async def call(self, function: Callable[..., T], *args: object, **named: object) -> T:
        """The result of a function called in the writer's thread, after all earlier calls."""
        return await asyncio.get_running_loop().run_in_executor(
            self._writer, partial(function, *args, **named)
        )

    def submit(self, outcome: Outcome) -> None:
        self._submitted += 1
        self._pending.append(outcome)
        self._pending_bytes += outcome.size
        self._work.set()

    async def room(self) -> None:
        """Wait until the writer has caught up enough."""
        while len(self._pending) > MOST_PENDING or self._pending_bytes > MOST_PENDING_BYTES:
            self._room.clear()
            await self._room.wait()

    async def flush(self) -> bool:
        """Wait until all that was submitted so far is committed (True), or never will be."""
        self._wanted = target = self._submitted
        while self._finished < target and not self._ended:
            self._done.clear()
            self.hurry()
            await self._done.wait()
        return self._finished >= target

    def hurry(self) -> None:
        """Look again whether there is a reason to commit now."""
        self._urgent.set()
        self._work.set()

    def end(self) -> None:
        """No more will be submitted: `run` returns when all is committed."""
        self._ending = True
        self.hurry()

    async def run(self) -> None:
        try:
            await self._run()
        finally:
            self._ended = True
            self._done.set()

    async def _run(self) -> None:
        stored = 0
        oldest = 0.0
        while True:
            self._work.clear()
            self._storing = bool(self._pending or stored)
            if self._pending:
                oldest = oldest or time.monotonic()
                stored += await self._store_some()
            if stored and self._due(stored, oldest):
                await self._commit()
                self._finished += stored
                self._done.set()
                stored, oldest = 0, 0.0
            elif self._ending and not stored:
                return
            elif not self._pending:
                await self._until_due(oldest)
                await self._gather()

    def _due(self, stored: int, oldest: float) -> bool:
        waited_for = (self.starving or self._ending) and not self._pending
        flushing = self._finished + stored >= self._wanted > self._finished
        return (
            waited_for or flushing or stored >= COMMIT_CAPTURES or time.monotonic() - oldest >= COMMIT_SECONDS
        )

    async def _store_some(self) -> int:
        batch, self._pending = self._pending[:STORE_AT_ONCE], self._pending[STORE_AT_ONCE:]
        self._pending_bytes -= sum(outcome.size for outcome in batch)
        await self.call(self._ledger.store, batch)
        self._room.set()
        return len(batch)

    async def _commit(self) -> None:
        committed = await self.call(self._ledger.commit, self._situation())
        self._storing = False
        self._committed(committed)

    async def _gather(self) -> None:
        """Wait a moment for more outcomes: waking the writer costs more than a page."""
        if self.starving or self._ending or self._wanted > self._finished:
            return
        self._urgent.clear()
        try:
            async with asyncio.timeout(GATHER_SECONDS):
                await self._urgent.wait()
        except TimeoutError:
            return

    async def _until_due(self, oldest: float) -> None:
        """Until there is work; if something stored waits for its commit (`oldest` not 0), no longer than that."""
        timeout = max(0.0, oldest + COMMIT_SECONDS - time.monotonic()) if oldest else None
        try:
            async with asyncio.timeout(timeout):
                await self._work.wait()
        except TimeoutError:
            return
