"""A crawl job as the rest of the program handles it: start, pause, stop, resume, and how far it is."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import replace
from typing import Unpack

from app.archive.archive import Archive
from app.archive.preparing import Prepared
from app.crawl.frontier.joblist import create_job, find_job, mark_job
from app.crawl.frontier.replanning import Preview, check
from app.crawl.rules.model import ENDED, HOST_MODES, Counters, CrawlProgress, HostMode
from app.crawl.rules.settings import CrawlSettings
from app.crawl.rules.url import normalize
from app.crawl.run import dispatching as controls
from app.crawl.run import jobcontrol
from app.crawl.run.engine import Engine, Surroundings
from app.crawl.run.jobcontrol import CLEAN
from app.crawl.run.meter import Meter
from app.errors import ArchiveLocked, StorageFailed, UserError
from app.messages import Message


class Crawl:
    """One crawl job; make it with `new` or `resume`. It runs in a thread of its own with its own event loop.

    The archive's write lock is taken when the crawl starts to run, and given back when it ends. `on_change(seq)` is
    called in the crawl's thread after each commit; `give_way()` in all its threads between two pieces of work: it may
    wait for a moment, when something else is more urgent. A certificate that cannot be verified is noted in the log and
    is no reason not to store the page. Cookies go on with the job until it is finished. `divider` cuts pages into
    blocks, of which those that have changed are stored.
    """

    def __init__(self, archive: Archive, job_id: str, **surroundings: Unpack[Surroundings]) -> None:
        job = find_job(archive, job_id)
        self.job_id = job_id
        self.settings = job.settings
        self.error: UserError | None = None
        self._archive = archive
        self._meter = Meter(Counters(pages=job.pages), job.queued)
        self._engine = Engine(
            archive,
            job_id,
            job.settings,
            self._meter,
            clean=job.state in CLEAN,
            **surroundings,
        )
        self._thread: threading.Thread | None = None

    @classmethod
    def new(cls, archive: Archive, settings: CrawlSettings, **surroundings: Unpack[Surroundings]) -> Crawl:
        """A new job. Raises UserError for settings that cannot work."""
        return cls(archive, create_job(archive, settings.checked()), **surroundings)

    @classmethod
    def resume(cls, archive: Archive, job_id: str, **surroundings: Unpack[Surroundings]) -> Crawl:
        """Go on with a job that was stopped, failed, or broken off by a crash. Raises CaptureMissing."""
        return cls(archive, job_id, **surroundings)

    def start(self) -> None:
        """Run in a background thread."""
        assert self._thread is None, "a Crawl is started once"
        self._engine.prepare()
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
        finally:
            self._engine.controls.close()

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
        self._engine.pause(True)

    def unpause(self) -> None:
        self._engine.pause(False)

    def stop(self) -> None:
        """End soon, with everything fetched so far stored; `resume` goes on later."""
        self._engine.stop()

    # -- changes while it runs, from any thread; before it starts they wait for the start, after its end they are
    #    made to the job as it is kept, as the functions of `jobcontrol` do

    def reconfigure(self, settings: CrawlSettings) -> Future[Preview]:
        """Go on under other settings; the result says what became of the queue, as `preview` foretold.

        Workers, delays, connections, bandwidth and limits hold at once; while the queue is judged anew, no request
        begins. Raises a UserError for settings that cannot work.
        """
        new = check(self.settings, settings)
        self.settings = new
        return self._engine.controls.ask(
            lambda dispatcher: controls.reconfigure(dispatcher, new),
            lambda: jobcontrol.reconfigure_job(self._archive, self.job_id, new),
        )

    def set_workers(self, count: int) -> None:
        """How many addresses are worked on at once; at least 1. Kept with the job."""
        self.reconfigure(replace(self.settings, workers=max(1, count)))

    def hold_host(self, host: str) -> Future[None]:
        """Ask a host (its authority) for nothing more until it is released. The crawl does not end meanwhile."""
        return self._set_mode(host, "held")

    def skip_host(self, host: str) -> Future[None]:
        """What is queued of a host leaves the queue (reason "skipped-host"), and so does what is found of it later."""
        return self._set_mode(host, "skipped")

    def release_host(self, host: str) -> Future[None]:
        """Go on with a host that was held or skipped."""
        return self._set_mode(host, "normal")

    def _set_mode(self, host: str, mode: HostMode) -> Future[None]:
        return self._engine.controls.ask(
            lambda dispatcher: controls.set_host_mode(dispatcher, host, HOST_MODES.index(mode)),
            lambda: jobcontrol.set_host_mode(self._archive, self.job_id, host, mode),
        )

    def take(self, url: str) -> Future[bool]:
        """Take it anyway: queue an address that scope, depth, a pattern, a suspected trap or its type kept out, or that
        failed. False when it is under way or done already, or its host is skipped.

        Scope, traps and content types do not count for it; limits do, and robots.txt as long as the settings obey
        it: then it is refused again, and the reason says so. Raises AddressInvalid.
        """
        address = normalize(url)
        return self._engine.controls.ask(
            lambda dispatcher: controls.take(dispatcher, address),
            lambda: jobcontrol.take_anyway(self._archive, self.job_id, address),
        )

    def finish_without(self) -> Future[int]:
        """Leave out (reason "not-awaited") what the hosts in `progress().awaited` still have; how many addresses that
        were. None when they have recovered meanwhile."""
        return self._engine.controls.ask(controls.finish_without, lambda: 0)

    def keep(self, prepared: Sequence[Prepared]) -> Future[int]:
        """Store something beside the crawl, whose write lock it needs; how many, once they are durable. Fails with
        StorageFailed when the crawl has ended."""

        def too_late() -> int:
            raise StorageFailed(path=self._archive.path, detail=Message("crawl-ended"))

        return self._engine.controls.ask(lambda dispatcher: controls.keep(dispatcher, prepared), too_late)

    def join(self, timeout: float | None = None) -> bool:
        """Whether the crawl has ended (after at most `timeout` seconds)."""
        if self._thread is None:
            return self._meter.state in ENDED
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def progress(self) -> CrawlProgress:
        """A snapshot; cheap, from any thread."""
        return self._meter.progress()
