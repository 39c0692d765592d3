"""The open archive: what the views of one window share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from app.archive.archive import Archive
from app.archive.lock import is_held
from app.crawl.frontier import joblist
from app.crawl.plans.plans import Plan, begin_plan, due_plans, plans
from app.errors import StorageFailed, UserError
from app.feeding.jobs import JOBS
from app.feeding.process import FeedingProcess
from widgets.kit.courtesy import FIRST, first
from widgets.kit.jobs import Handle, center
from widgets.travel import Travel

if TYPE_CHECKING:
    from app.archive.past import Past
    from app.archive.reader import ArchiveReader
    from app.crawl.rules.model import CrawlProgress, Job
    from app.crawl.rules.settings import CrawlSettings
    from app.crawl.run.crawl import Crawl
    from widgets.kit.jobs import Task
    from widgets.notes.keeper import Keeper
    from widgets.web.context import ReplayContext


# Runs the saved crawls of the open archive when they are due: one after the other, while nothing else
# writes.

LOOK_MS = 15_000
"""How often somebody looks whether a crawl is due."""
REST_MS = 1000
"""After the end of a crawl, which may have been stopped because the person wants to do something else."""

Clock = Callable[[], datetime]


def now() -> datetime:
    """The moment on this computer's clock."""
    return datetime.now(UTC)


class PlanRunner(QObject):
    """`overdue` carries the plans that were missed when there are several: they wait until somebody wants them.

    `begun` carries the Plan that begins, `failed` the UserError of one that cannot, `changed` says that dates have
    moved.
    """

    overdue = Signal(object)
    begun = Signal(object)
    failed = Signal(object)
    changed = Signal()

    def __init__(self, session: Session, clock: Clock = now, waiting: Sequence[int] = ()) -> None:
        super().__init__(session)
        self._session, self._clock = session, clock
        self._waiting = list(waiting)  # numbers of plans, in the order in which they run
        self._left: set[int] = set()  # due ones that wait until somebody asks for them
        self._timer = QTimer(self, interval=LOOK_MS)
        self._timer.timeout.connect(self.look)
        session.crawl_finished.connect(lambda _: QTimer.singleShot(REST_MS, self, self.look))

    @property
    def waiting(self) -> tuple[int, ...]:
        """Numbers of the plans that run next."""
        return tuple(self._waiting)

    def open(self, *, again: bool = False) -> None:
        """The archive was opened: run what runs then and what was missed, or ask when several were. `again`: only its
        window was made anew, so what runs at opening has run."""
        self._timer.start()
        due = self._due(startup=not again)
        missed = [plan for plan in due if plan.schedule != "startup"]
        if len(missed) > 1:
            self._left = {plan.number for plan in missed}
            due = [plan for plan in due if plan.schedule == "startup"]
            self.overdue.emit(missed)
        for plan in due:
            self._wait(plan)
        self.look()

    def run(self, plan: Plan) -> None:
        """Run a plan now, or as soon as nothing else writes."""
        self._left.discard(plan.number)
        self._wait(plan)
        self.look()

    def look(self) -> None:
        """Begin the next plan, if one is due and may."""
        session = self._session
        if session.closed:
            return
        for plan in self._due():
            if plan.number not in self._left:
                self._wait(plan)
        try:
            while self._waiting and not session.busy and not is_held(session.path):
                self._begin(self._waiting.pop(0))
        except UserError as error:
            self.failed.emit(error)

    def stop(self) -> None:
        """Begin nothing more."""
        self._timer.stop()
        self._waiting.clear()

    def _due(self, *, startup: bool = False) -> list[Plan]:
        """None where the saved crawls cannot be read: that is told once, not with every look."""
        try:
            return due_plans(self._session.archive, self._clock(), startup=startup)
        except UserError as error:
            self._session.tell(error)
            return []

    def _wait(self, plan: Plan) -> None:
        if plan.number not in self._waiting:
            self._waiting.append(plan.number)

    def _begin(self, number: int) -> None:
        session = self._session
        plan = next((plan for plan in plans(session.archive) if plan.number == number), None)
        if plan is None:  # deleted meanwhile
            return
        self._left.add(number)  # one that cannot begin is told once, not with every look
        session.resume_crawl(begin_plan(session.archive, plan, self._clock()))
        self._left.discard(number)
        self.begun.emit(plan)
        self.changed.emit()


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

    `changed` says that there is something new up to a sequence number; whoever shows it goes and reads. `reader` and
    `readers` are of the day that the window shows, `present` is always of now.
    """

    changed = Signal(int)
    reread = Signal()  # stored pages are read otherwise now: in another charset, by newer readers
    linked = Signal()  # links were gathered: pages without a title of their own may have other names
    crawl_started = Signal()
    crawl_progress = Signal(object)
    crawl_finished = Signal(object)

    def __init__(
        self,
        archive: Archive,
        parent: QObject | None = None,
        clock: Clock = now,
        handed: Handed | None = None,
    ) -> None:
        super().__init__(parent)
        self._commits = handed.commits if handed else Commits()
        # emitted in the crawl thread, so Qt queues it to this one
        self._commits.made.connect(self._note_commit)
        self.archive = archive
        self.present: ArchiveReader = archive.reader()
        self.travel = Travel(archive, self)
        self.crawl: Crawl | None = handed.crawl if handed else None
        self.importing: Task[Any] | None = None  # the import that writes to the archive now
        self.lays_out = True  # whether LibreOffice begins by itself with Office documents that are looked at
        self.rereading: Task[Any] | None = None  # what brings the index up to date with today's extractors
        self.seq = self.present.last_seq()
        self._closed = False
        self._told = ""
        self._announce = QTimer(self, singleShot=True, interval=COALESCE_MS)
        self._announce.timeout.connect(self._announce_change)
        self._ask = QTimer(self, interval=PROGRESS_MS)
        self._ask.timeout.connect(self._ask_crawl)
        self._aside = FeedingProcess(archive.path)
        self._replay: ReplayContext | None = None
        self._notes: Keeper | None = None
        self.plans = PlanRunner(self, clock, handed.waiting if handed else ())
        if self.crawl:
            self._ask.start()

    @property
    def reader(self) -> ArchiveReader:
        """What this thread reads with."""
        return self.travel.stay.reader if self.travel.stay is not None else self.present

    @property
    def readers(self) -> Archive | Past:
        """Where workers get their readers."""
        return self.travel.stay.past if self.travel.stay is not None else self.archive

    @property
    def path(self) -> Path:
        """The folder of the archive."""
        return self.archive.path

    @property
    def name(self) -> str:
        """What the person calls the archive."""
        return self.archive.name or self.archive.path.stem

    @property
    def replay(self) -> ReplayContext:
        """The replay server with its views; started when the first page is shown."""
        if self._replay is None:
            from widgets.web.context import ReplayContext  # half a second: only when pages are shown

            self._replay = ReplayContext(self.archive, self)
        return self._replay

    @property
    def notes(self) -> Keeper:
        """Stars, tags and notes; read when somebody asks for them first."""
        if self._notes is None:
            from widgets.notes.keeper import Keeper

            self._notes = Keeper(self.path, self)
        return self._notes

    @property
    def replaying(self) -> bool:
        """Whether the replay server was started."""
        return self._replay is not None

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

    def follow(self, job: str, task: Handle, progress: Callable[[int, int], None]) -> int:
        """For workers: bring up to date what follows behind the commit (`app.feeding.jobs`), in a process of its own
        while a crawl runs; how many versions that took. UserError."""
        taken, archive = 0, self.archive
        if self.crawling:
            done = self._aside.run(job, progress, lambda: task.cancelled, lambda: self.crawling)
            if task.cancelled or (done is not None and self.crawling):
                return done or 0
            taken = done or 0
        self._aside.rest()
        return taken + JOBS[job](archive, progress, lambda: task.cancelled, lambda: self.crawling)

    def jobs(self) -> list[Job]:
        """The crawls of this archive, newest first; none where they cannot be read, which is told once."""
        try:
            return joblist.jobs(self.archive)
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
        from app.crawl.run.crawl import Crawl  # with what fetches: not before something is fetched

        return self._start(Crawl.new(self.archive, settings, **self._calls()))

    def resume_crawl(self, job_id: str) -> Crawl:
        """Go on with an earlier crawl."""
        from app.crawl.run.crawl import Crawl

        return self._start(Crawl.resume(self.archive, job_id, **self._calls()))

    def _calls(self) -> dict[str, Any]:
        """What the crawl calls in its threads, and the browser that it may start."""
        from app.blocks.cutting.levels import PageDivider
        from app.crawl.net.child_browser import (
            child_browser,
        )  # asyncio and proxies: not before the first crawl
        from app.graph.standing import Importance

        return {
            "on_change": self._commits.note,
            "give_way": FIRST.give_way,
            "browser": child_browser(),
            "divider": PageDivider(),
            "importance": Importance(self.archive.path),
        }

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
        self._note_commit(self.present.last_seq())

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
        self._aside.close()
        self.plans.stop()
        self._ask.stop()
        self._announce.stop()
        if self.crawl:
            self.crawl.stop()
            self.crawl.join()
            self.crawl = None
        if self._replay is not None:
            self._replay.close()
        self.travel.close()
        self.present.close()
        self.archive.close()

    def _note_commit(self, seq: int) -> None:
        if seq > self.seq and not self._closed:
            self.seq = seq
            if not self._announce.isActive():
                self._announce.start()

    @first
    def _announce_change(self) -> None:
        with suppress(UserError):  # who reads next says so
            # another program may have converted the archive before
            if self.present.renew() and self.travel.day is not None:
                self.travel.to(self.travel.day)
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
            self._note_commit(self.present.last_seq())
            self.crawl_finished.emit(crawl)
