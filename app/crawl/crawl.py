"""A crawl job as the rest of the program handles it: start, pause, stop, resume, and how far it is."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable

import httpx

from app.archive import Archive
from app.crawl.engine import Engine
from app.crawl.joblist import create_job, find_job, mark_job
from app.crawl.meter import Meter
from app.crawl.model import ENDED, Counters, CrawlProgress
from app.crawl.settings import CrawlSettings
from app.errors import ArchiveLocked, StorageFailed, UserError

_CLEAN = frozenset({"finished", "stopped"})


class Crawl:
    """One crawl job; make it with `new` or `resume`. It runs in a thread of its own with its own event loop.

    The archive's write lock is taken when the crawl starts to run, and given back when it ends. `on_change(seq)` is
    called in the crawl's thread after each commit; `give_way()` in all its threads between two pieces of work: it may
    wait for a moment, when something else is more urgent. Certificates of servers are not verified (a page behind an
    expired one is still a page). Cookies live as long as this object's run.
    """

    def __init__(
        self,
        archive: Archive,
        job_id: str,
        *,
        on_change: Callable[[int], None] | None = None,
        give_way: Callable[[], None] | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        job = find_job(archive, job_id)
        self.job_id = job_id
        self.settings = job.settings
        self.error: UserError | None = None
        self._archive = archive
        self._meter = Meter(Counters(pages=job.pages), job.queued)
        self._engine = Engine(
            archive, job_id, job.settings, self._meter,
            clean=job.state in _CLEAN, on_change=on_change, give_way=give_way, transport=transport,
        )  # fmt: skip
        self._thread: threading.Thread | None = None

    @classmethod
    def new(
        cls,
        archive: Archive,
        settings: CrawlSettings,
        *,
        on_change: Callable[[int], None] | None = None,
        give_way: Callable[[], None] | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> Crawl:
        """A new job. Raises UserError for settings that cannot work."""
        return cls(
            archive,
            create_job(archive, settings.checked()),
            on_change=on_change,
            give_way=give_way,
            transport=transport,
        )

    @classmethod
    def resume(
        cls,
        archive: Archive,
        job_id: str,
        *,
        on_change: Callable[[int], None] | None = None,
        give_way: Callable[[], None] | None = None,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> Crawl:
        """Go on with a job that was stopped, failed, or broken off by a crash. Raises CaptureMissing."""
        return cls(archive, job_id, on_change=on_change, give_way=give_way, transport=transport)

    def start(self) -> None:
        """Run in a background thread."""
        assert self._thread is None, "a Crawl is started once"
        self._thread = threading.Thread(target=self.run, name=f"crawl-{self.job_id}", daemon=True)
        self._thread.start()

    def run(self) -> None:
        """Run in this thread until the end. What a person must act on stands in `error` afterwards."""
        try:
            state = asyncio.run(self._engine.run())
        except UserError as error:
            self.error = error
            self._fail()
        except (OSError, sqlite3.Error) as error:
            self.error = StorageFailed(path=self._archive.path, detail=str(error))
            self._fail()
        except BaseException:
            self._fail()
            raise
        else:
            self._meter.end(state)

    def _fail(self) -> None:
        try:
            # another program may be working on this very job
            if not isinstance(self.error, ArchiveLocked):
                mark_job(self._archive, self.job_id, "failed")
        except UserError as error:
            # the disk that refused the crawl may refuse this too; the first error tells more
            self.error = self.error or error
        self._meter.end("failed")

    def pause(self) -> None:
        """Begin no more requests; those under way are finished and stored."""
        self._engine.paused = True
        self._engine.nudge()

    def unpause(self) -> None:
        self._engine.paused = False
        self._engine.nudge()

    def stop(self) -> None:
        """End soon, with everything fetched so far stored; `resume` goes on later."""
        self._engine.stopping = True
        self._engine.nudge()

    def join(self, timeout: float | None = None) -> bool:
        """Whether the crawl has ended (after at most `timeout` seconds)."""
        if self._thread is None:
            return self._meter.state in ENDED
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def progress(self) -> CrawlProgress:
        """A snapshot; cheap, from any thread."""
        return self._meter.progress()
