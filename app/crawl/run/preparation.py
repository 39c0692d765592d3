"""Pages prepared beside the loop of a crawl: handed over in batches, read by threads or a process, with increments.

Threads of one process take the interpreter from each other, so a second processor is of little use to them. A process
costs memory and a moment to start: only a crawl that prepares many pages a second gets one, or one without a delay, and
that from its beginning.

Waking a thread or a process costs as much as reading a small page. So pages that come while all lanes are at work wait,
and go to the first free one together: a slow crawl has each page read at once, a quick one hands over a few in one go.

Increments (the changes since the last version of a page) are found before the page is stored. A thread waits a moment
for its turn, not longer: when increments lag behind, a page is stored in full rather than holding back the crawl.
"""

from __future__ import annotations

import asyncio
import re
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import suppress
from queue import Empty, LifoQueue
from threading import Lock
from typing import Generic, TypeVar

from app.archive.archive import Archive
from app.archive.documents.preparing import Prepared, ToRead, read_page
from app.archive.increments import Divider, Do, Increments, Sketch, Task
from app.archive.pooling import Crew
from app.archive.reader import ArchiveReader
from app.errors import UserError
from app.tianwang.writer import pack
from extractors.door import registry

PREPARERS = 8
"""Threads that have pages prepared. One process takes the pages of all of them: a thread that prepares a page itself
takes the interpreter from the loop, and so keeps the process waiting for pages."""
QUICK = 40
"""Pages `WITHIN` some seconds from which on a crawl has a process."""
WITHIN = 1.0
QUICK_LEVEL = 1
"""Of compression in a quick crawl, where that would take nearly as long as reading a page: pages are 4 to 6 % larger than
with the usual level, in less than half the time."""

_TEXTUAL = re.compile(r"\A$|\A\s*text/|html|json|javascript|xml(?!formats)", re.IGNORECASE)


class Preparation:
    """Threads, a process and increments, for any thread. To be closed.

    `size` is the number of processes (None: as many as are worth it). A crawl that is sure to be `quick` has them made
    before it has a second thread: then they are copies, and there at once. With an `archive`, pages get increments,
    for which `divider` cuts them.
    """

    def __init__(
        self,
        archive: Archive | None = None,
        divider: Divider | None = None,
        size: int | None = None,
        *,
        quick: bool = False,
    ) -> None:
        self.threads = ThreadPoolExecutor(PREPARERS, "crawl-prepare")
        self._crew = Crew(size, PREPARERS, load_for_pages)
        self._increments = IncrementMaker(archive, self.sketch, divider) if archive is not None else None
        self._times: deque[float] = deque(maxlen=QUICK)
        self._lock = Lock()
        self._quick = quick
        self._closed = False
        if quick:
            self._crew.begin()

    def with_increment(self, prepared: Prepared, data: bytes) -> Prepared:
        """A response, whose DATA is `data`, with its increment where that is less to store."""
        return prepared if self._increments is None else self._increments.added(prepared, data)

    def read(self, page: ToRead, content_type: str = "") -> Prepared:
        """A response as its extractor reads it. Documents other than pages and texts have processes of their own
        (`extractors.door.workers`), each awaited by a thread, so that none holds up the pages behind it."""
        made = self.read_beside([page]) if is_textual(content_type) else None
        return self.read_here(page) if made is None else made[0]

    def read_beside(self, pages: Sequence[ToRead]) -> list[Prepared] | None:
        """Pages and texts read by a process; None when the crawl is not quick, or has no process.

        The waiting thread compresses them meanwhile: that needs no interpreter, so both processors are at work.
        """
        if not self._is_quick(len(pages)):
            return None
        packed: list[bytes] = []
        made = self._crew.made(
            read_page,
            [page._replace(pack=False) for page in pages],
            lambda: packed.extend(pack(page.new.data, QUICK_LEVEL) or b"" for page in pages),
        )
        if made is None:
            return None
        return [
            read.with_data(page.new.data, small)
            for read, page, small in zip(made, pages, packed, strict=True)
        ]

    def read_here(self, page: ToRead) -> Prepared:
        return read_page(page, lambda: self._closed)

    def sketch(self, make: Callable[[Task], Sketch], task: Task) -> Sketch:
        """The changes of a page, found where pages are prepared."""
        if self._quick:
            made = self._crew.made(make, [task])
            if made is not None:
                return made[0]
        return make(task)

    def close(self) -> None:
        """End the processes, whatever they are at, then the threads."""
        self._closed = True
        self._crew.close()
        self.threads.shutdown()
        if self._increments is not None:
            self._increments.close()

    def _is_quick(self, more: int) -> bool:
        if not self._quick:
            now = time.monotonic()
            with self._lock:
                self._times.extend([now] * more)
                self._quick = len(self._times) == QUICK and now - self._times[0] <= WITHIN
        return self._quick


def load_for_pages() -> None:
    """Load what reads pages, and the text of a robots.txt."""
    registry.load("html", "text")


def is_textual(content_type: str) -> bool:
    """Whether content of this type (or of none) is read by code of ours alone, and quickly."""
    return _TEXTUAL.search(content_type) is not None


Item = TypeVar("Item")
Made = TypeVar("Made")

AT_ONCE = 8
"""Pages of a batch at most, and `BYTES_AT_ONCE` of them: no page waits long for the others."""
BYTES_AT_ONCE = 512 * 1024
LANES = 2
"""Batches at the same time: one is read while the other one is on its way."""


class Batching(Generic[Item, Made]):
    """For an event loop. `work` is called in a thread of `executor` with the items gathered, and gives a result or an
    exception for each. `weigh` gives the size of an item in bytes."""

    def __init__(
        self,
        executor: Executor,
        work: Callable[[Sequence[Item]], Sequence[Made | Exception]],
        weigh: Callable[[Item], int],
        lanes: int = LANES,
    ) -> None:
        self._executor, self._work, self._weigh = executor, work, weigh
        self._free = lanes
        self._waiting: deque[tuple[Item, asyncio.Future[Made]]] = deque()

    async def made(self, item: Item) -> Made:
        """The result of `work` for an item; raises its exception."""
        made: asyncio.Future[Made] = asyncio.get_running_loop().create_future()
        self._waiting.append((item, made))
        self._begin()
        return await made

    def _begin(self) -> None:
        while self._free and (batch := self._gathered()):
            self._free -= 1
            # without a future of asyncio's: copying the result from one to the other takes as long as the rest
            self._executor.submit(self._work_off, asyncio.get_running_loop(), batch)

    def _gathered(self) -> list[tuple[Item, asyncio.Future[Made]]]:
        batch: list[tuple[Item, asyncio.Future[Made]]] = []
        size = 0
        while self._waiting and len(batch) < AT_ONCE:
            item, made = self._waiting[0]
            if not made.done():  # else the task that asked was cancelled
                size += self._weigh(item)
                if batch and size > BYTES_AT_ONCE:
                    break
                batch.append((item, made))
            self._waiting.popleft()
        return batch

    def _work_off(
        self, loop: asyncio.AbstractEventLoop, batch: list[tuple[Item, asyncio.Future[Made]]]
    ) -> None:
        """In a thread."""
        made: Sequence[Made | Exception]
        try:
            made = self._work([item for item, _ in batch])
        except Exception as error:
            made = [error] * len(batch)
        with suppress(RuntimeError):  # the loop is closed, and its tasks with it
            loop.call_soon_threadsafe(self._end, batch, made)

    def _end(self, batch: list[tuple[Item, asyncio.Future[Made]]], made: Sequence[Made | Exception]) -> None:
        self._free += 1
        self._begin()
        for (_, future), result in zip(batch, made, strict=True):
            if future.done():
                continue
            if isinstance(result, Exception):
                future.set_exception(result)
            else:
                future.set_result(result)


MAKERS = 2
"""Pages worked on at once; each maker of increments has a connection and a cache of rebuilt DATA."""
PATIENCE = 0.5
"""Seconds that a page waits for one of them."""


class IncrementMaker:
    """For the threads that prepare pages. To be closed."""

    def __init__(self, archive: Archive, do: Do, divider: Divider | None) -> None:
        self._archive, self._do, self._divider = archive, do, divider
        self._makers: LifoQueue[Increments | None] = LifoQueue()
        self._readers: list[ArchiveReader] = []
        self._lock = Lock()
        self._closed = False
        self._wanted = archive.policy == "incremental"
        for _ in range(MAKERS if self._wanted else 0):
            self._makers.put(None)

    def added(self, prepared: Prepared, data: bytes) -> Prepared:
        """A response, whose DATA is `data`, with its increment where it has one."""
        if not self._wanted or prepared.status != 200:
            return prepared
        try:
            maker = self._makers.get(timeout=PATIENCE)
        except Empty:
            return prepared
        try:
            maker = maker or self._open()
            if maker is None:
                return prepared
            whole = prepared if prepared.new.data else prepared._replace(new=prepared.new.with_data(data))
            return prepared._replace(increment=maker.of(whole))
        except sqlite3.Error:  # the writer meets it as well, and reports it
            return prepared
        finally:
            self._makers.put(maker)

    def close(self) -> None:
        """When no thread prepares pages any more."""
        with self._lock:
            self._closed = True
            for reader in self._readers:
                reader.close()
            self._readers.clear()

    def _open(self) -> Increments | None:
        with self._lock:
            if self._closed:
                return None
            try:
                reader = self._archive.reader()
            except UserError:  # pages can be stored in full all the same
                return None
            self._readers.append(reader)
            return Increments(reader, self._divider, self._do)
