"""Work behind the commit in a process of the lowest class, while a crawl has the machine.

The process is one that reads documents for others (`extractors.door`), asked to begin a job, twice a second how far that
is, and in the end to stop; the job runs in a thread of it. It ends with this process, also when that is killed.
"""

from __future__ import annotations

import logging
import pickle  # what is loaded was dumped by the process that was asked
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, cast

from app.archive.archive import Archive
from app.archive.yielding import give_way
from app.errors import StorageFailed, UserError
from app.feeding.jobs import JOBS, Progress, Question
from extractors.door.processes import Process
from extractors.door.worker import CALL

_LOOK = 0.5  # seconds between two looks at how far it is
_PATIENCE = 10.0  # seconds for a commit, when it is to stop

log = logging.getLogger(__name__)


class Stand(NamedTuple):
    """How far a job is: steps done of about so many, whether it has ended, what it took, and what hindered it."""

    done: int = 0
    total: int = 0
    ended: bool = False
    taken: int = 0
    error: UserError | None = None


class FeedingProcess:
    """A process for one archive, there from the first job until others are not `busy` any more: to start it and to load
    what reads pages takes a second of a processor. For any thread; to be closed."""

    def __init__(self, archive: Path) -> None:
        self._archive = archive
        self._process: Process | None = None
        self._turn = threading.Lock()
        self._running = 0
        self._closed = threading.Event()

    def run(self, job: str, progress: Progress, cancelled: Question, busy: Question) -> int | None:
        """Do one of `JOBS` as long as others are `busy`; how many versions it took. None where no process could do it.
        UserError of the job."""
        process = self._entered()
        if process is None:
            return None
        try:
            return self._watched(process, job, progress, cancelled, busy)
        except (OSError, EOFError, ValueError) as error:
            if not process.why:  # not ended by this one
                log.warning("The process that reads behind the crawl has ended: %s.", error or "EOF")
            return None
        finally:
            self._leave(process, busy())

    def rest(self) -> None:
        """End it unless a job runs in it: it holds memory."""
        with self._turn:
            process = self._process
            if process is not None and not self._running:
                self._process = None
                process.end()

    def close(self) -> None:
        """End it in the middle of its work, which goes on there the next time."""
        self._closed.set()
        process = self._process
        if process is not None:
            process.kill("closed")
        self.rest()

    def _watched(
        self, process: Process, job: str, progress: Progress, cancelled: Question, busy: Question
    ) -> int:
        stand = _ask(process, _begin, (self._archive, job))
        until = 0.0
        while not stand.ended:
            time.sleep(_LOOK)
            if not until and (cancelled() or not busy()):
                until = time.monotonic() + _PATIENCE
            if until and time.monotonic() > until:
                process.kill("time")
            stand = _ask(process, _stop if until else _look, job)
            if stand.total:
                progress(stand.done, stand.total)
        if stand.error is not None:
            raise stand.error
        return stand.taken

    def _humble(self, process: Process) -> None:
        """OSError, EOFError, ValueError."""
        _ask(process, _give_way, None)

    def _entered(self) -> Process | None:
        with self._turn:
            if self._closed.is_set():
                return None
            if self._process is None or not self._process.is_alive:
                with suppress(OSError, EOFError, ValueError):
                    self._process = Process.started()
                    if self._closed.is_set():  # meanwhile
                        self._process.kill("closed")
                    self._process.welcome()
                    self._humble(self._process)
                    self._running = 0
            if self._process is not None:
                self._running += 1
            return self._process

    def _leave(self, process: Process, busy: bool) -> None:
        with self._turn:
            if process is not self._process:
                return
            self._running -= 1
            if process.why or not process.is_alive:
                self._process = None
                process.end()
        if not busy:
            self.rest()


def _ask(process: Process, question: Callable[..., Stand], about: object) -> Stand:
    """OSError, EOFError, ValueError."""
    answer = process.ask(CALL, pickle.dumps((question, [about])))
    if not answer:
        raise ValueError("it could not answer")
    return cast("list[Stand]", pickle.loads(answer))[0]  # noqa: S301  # see the import


# In the other process.


class _Run:
    def __init__(self) -> None:
        self.stand, self.stopped = Stand(), False

    def work(self, archive: Path, job: str) -> None:
        taken, error = 0, None
        try:
            taken = JOBS[job](Archive(archive, archive.stem), self._tell, lambda: self.stopped, lambda: True)
        except UserError as refused:
            error = refused
        except Exception as defect:  # this process is not where it would be seen
            error = StorageFailed(path=archive, detail=f"{type(defect).__name__}: {defect}")
        self.stand = self.stand._replace(ended=True, taken=taken, error=error)

    def _tell(self, done: int, total: int) -> None:
        self.stand = self.stand._replace(done=done, total=total)


_runs: dict[str, _Run] = {}


def _give_way(_: None) -> Stand:
    give_way()
    return Stand()


def _begin(asked: tuple[Path, str]) -> Stand:
    run = _runs[asked[1]] = _Run()
    threading.Thread(target=run.work, args=asked, daemon=True).start()
    return run.stand


def _look(job: str) -> Stand:
    return _runs[job].stand


def _stop(job: str) -> Stand:
    _runs[job].stopped = True
    return _runs[job].stand
