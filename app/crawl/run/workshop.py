"""Pages are prepared in the thread that asks, or, when a crawl is quick, in a process beside this one.

Threads of one process take the interpreter from each other, so a second processor is of little use to them. A process
costs memory and a moment to start: only a crawl that prepares many pages a second gets one, or one that nothing slows
down, and that from its beginning.
"""

from __future__ import annotations

import re
import time
from collections import deque
from collections.abc import Callable, Sequence
from threading import Lock

from app.archive.crew import Crew
from app.archive.increments import Sketch, Task
from app.archive.preparing import PageRead, ToRead, read_page
from app.tianwang.writer import pack
from extractors.door import registry

PREPARERS = 8
"""Threads that have pages prepared. A process takes the pages of all of them: what one of them prepares itself takes
the interpreter from the loop, and so keeps the process waiting for pages."""
QUICK = 40
WITHIN = 1.0
"""So many pages within so many seconds, and there are processes."""

_TEXTUAL = re.compile(r"\A$|\A\s*text/|html|json|javascript|xml(?!formats)", re.IGNORECASE)


class Workshop:
    """For any thread. To be closed. `size` is how many processes there may be (None: as many as are worth it). A crawl
    that is sure to be `quick` has them made before it has a second thread: then they are copies, and there at once."""

    def __init__(self, size: int | None = None, *, quick: bool = False) -> None:
        self._crew = Crew(size, PREPARERS, load_for_pages)
        self._times: deque[float] = deque(maxlen=QUICK)
        self._lock = Lock()
        self._quick = quick
        self._closed = False
        if quick:
            self._crew.begin()

    def read(self, page: ToRead, content_type: str = "") -> PageRead:
        """A response with what is found out about it. Documents other than pages and texts have processes of their own
        (`extractors.door.workers`): a thread waits for each, so that none holds up the pages behind it."""
        made = self.read_beside([page]) if is_textual(content_type) else None
        return self.read_here(page) if made is None else made[0]

    def read_beside(self, pages: Sequence[ToRead]) -> list[PageRead] | None:
        """Pages and texts, read by a process; None when the crawl is not so quick, or there is none.

        The thread that waits compresses them meanwhile: that needs no interpreter, so both processors are at work.
        """
        if not self._is_quick(len(pages)):
            return None
        packed: list[bytes] = []
        made = self._crew.made(
            read_page,
            [page._replace(pack=False) for page in pages],
            lambda: packed.extend(pack(page.new.data) or b"" for page in pages),
        )
        if made is None:
            return None
        return [
            read.with_data(page.new.data, small)
            for read, page, small in zip(made, pages, packed, strict=True)
        ]

    def read_here(self, page: ToRead) -> PageRead:
        return read_page(page, lambda: self._closed)

    def sketch(self, make: Callable[[Task], Sketch], task: Task) -> Sketch:
        """What of a page has changed, found out where pages are prepared."""
        if self._quick:
            made = self._crew.made(make, [task])
            if made is not None:
                return made[0]
        return make(task)

    def close(self) -> None:
        """End the processes, whatever they are at."""
        self._closed = True
        self._crew.close()

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
    """Whether something is read by code of ours alone, and soon; what has no type, too."""
    return _TEXTUAL.search(content_type) is not None
