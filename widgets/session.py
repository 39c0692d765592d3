"""The open archive: what the views of one window share."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from app import crawl as crawling
from app.archive import Archive
from app.errors import StorageFailed, UserError
from widgets.courtesy import FIRST, first
from widgets.jobs import center
from widgets.plan_runner import Clock, PlanRunner, now

if TYPE_CHECKING:
    from app.archive import ArchiveReader
    from app.crawl import Crawl, CrawlProgress, CrawlSettings, Job
    from widgets.jobs import Task
    from widgets.web import ReplayContext

# a commit a page may arrive; the views read at most this often
COALESCE_MS = 50
# how often a running crawl is asked how it stands
PROGRESS_MS = 400
ENDED = frozenset({"finished", "stopped", "failed"})


class Commits(QObject):
    """What a crawl says of its commits, in its own thread; stays when another session goes on with the crawl."""

    made = Signal(int)

    def note(self, seq: int) -> None:
        """Something was stored up to a sequence number."""
        self.made.emit(seq)


@dataclass(frozen=True, slots=True)
class Handed:
    """What goes on while an archive gets another window: the crawl that runs, if one does, with what it says, and the
    numbers of saved crawls that wait for its end."""

    archive: Archive
    crawl: Crawl | None
    commits: Commits
    waiting: tuple[int, ...]


class Session(QObject):
    """One open archive: its reader for the GUI thread, its replay server (started when needed), its crawl, and its
    saved crawls, which are due by `clock`. What another session `handed` over goes on in this one.

    `changed` says that there is something new up to a sequence number; whoever shows it goes and reads.
    """

    changed = Signal(int)
    crawl_started = Signal()
    crawl_progress = Signal(object)
    crawl_finished = Signal(object)

    def __init__(
        self, archive: Archive, parent: QObject | None = None, clock: Clock = now, handed: Handed | None = None
    ) -> None:
        super().__init__(parent)
        self._commits = handed.commits if handed else Commits()
        # emitted in the crawl thread, so Qt queues it to this one
        self._commits.made.connect(self._note_commit)
        self.archive = archive
        self.reader: ArchiveReader = archive.reader()
        self.crawl: Crawl | None = handed.crawl if handed else None
        self.importing: Task | None = None  # the import that writes to the archive now
        self.rereading: Task | None = None  # what brings the index up to date with today's extractors
        self.seq = self.reader.last_seq()
        self._closed = False
        self._told = ""
        self._announce = QTimer(self, singleShot=True, interval=COALESCE_MS)
        self._announce.timeout.connect(self._announce_change)
        self._ask = QTimer(self, interval=PROGRESS_MS)
        self._ask.timeout.connect(self._ask_crawl)
        self.plans = PlanRunner(self, clock, handed.waiting if handed else ())
        if self.crawl:
            self._ask.start()

    @property
    def path(self) -> Path:
        """The folder of the archive."""
        return self.archive.path

    @property
    def name(self) -> str:
        """What the person calls the archive."""
        return self.archive.name or self.archive.path.stem

    @cached_property
    def replay(self) -> ReplayContext:
        """The replay server with its views; started when the first page is shown."""
        from widgets.web import ReplayContext  # WebEngine takes half a second: only when pages are shown

        return ReplayContext(self.archive, self)

    @property
    def closed(self) -> bool:
        """True once the archive is put away."""
        return self._closed

    @property
    def crawling(self) -> bool:
        """True while a crawl writes to the archive."""
        return self.crawl is not None

    @property
    def busy(self) -> bool:
        """True while anything of this window writes to the archive."""
        return self.crawling or self.importing is not None or self.rereading is not None

    def jobs(self) -> list[Job]:
        """The crawls of this archive, newest first; none where they cannot be read, which is told once."""
        try:
            return crawling.jobs(self.archive)
        except StorageFailed as error:
            self.tell(error)
            return []

    def tell(self, error: UserError) -> None:
        """Tell the person what is wrong with the archive's files, once as long as it is the same."""
        if str(error) != self._told:
            self._told = str(error)
            center().failed.emit(error)

    def start_crawl(self, settings: CrawlSettings) -> Crawl:
        """Begin a new crawl; raises a UserError when the archive is in use."""
        return self._start(crawling.Crawl.new(self.archive, settings, **self._calls()))

    def resume_crawl(self, job_id: str) -> Crawl:
        """Go on with an earlier crawl."""
        return self._start(crawling.Crawl.resume(self.archive, job_id, **self._calls()))

    def _calls(self) -> dict[str, Any]:
        """What the crawl calls in its threads, and the browser that it may start."""
        from app.blocks.levels import PageDivider
        from app.crawl.browser import child_browser  # asyncio and proxies: not before the first crawl

        return {
            "on_change": self._commits.note, "give_way": FIRST.give_way, "browser": child_browser(),
            "divider": PageDivider(),
        }  # fmt: skip

    def _start(self, crawl: Crawl) -> Crawl:
        assert self.crawl is None, "one crawl at a time"
        crawl.start()
        self.crawl = crawl
        self._ask.start()
        self.crawl_started.emit()
        QTimer.singleShot(0, self, self._ask_crawl)  # a crawl never ends while it is being started
        return crawl

    def refresh(self) -> None:
        """Tell the views to read what somebody else (an import) has stored."""
        self._note_commit(self.reader.last_seq())

    def hand_over(self) -> Handed:
        """Let go of everything but the crawl that runs, which goes on in another session of this archive."""
        handed = Handed(self.archive, self.crawl, self._commits, self.plans.waiting)
        self.crawl = None
        self.close()
        return handed

    def close(self) -> None:
        """Stop the crawl gracefully, then let go of everything."""
        if self._closed:
            return
        self._closed = True
        if self.rereading is not None:
            self.rereading.cancel()  # what was read so far is kept
        self.plans.stop()
        self._ask.stop()
        self._announce.stop()
        if self.crawl:
            self.crawl.stop()
            self.crawl.join()
            self.crawl = None
        if "replay" in self.__dict__:
            self.replay.close()
        self.reader.close()
        self.archive.close()

    def _note_commit(self, seq: int) -> None:
        if seq > self.seq and not self._closed:
            self.seq = seq
            if not self._announce.isActive():
                self._announce.start()

    @first
    def _announce_change(self) -> None:
        with suppress(UserError):  # who reads next says so
            self.reader.renew()  # another program may have converted the archive before
        self.changed.emit(self.seq)

    def _ask_crawl(self) -> None:
        crawl = self.crawl
        if crawl is None:
            return
        progress: CrawlProgress = crawl.progress()
        with FIRST:
            self.crawl_progress.emit(progress)
        if progress.state in ENDED and crawl.join(0):
            self._ask.stop()
            self.crawl = None
            self._note_commit(self.reader.last_seq())
            self.crawl_finished.emit(crawl)
