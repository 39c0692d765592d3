"""A job from its splits to its result: tasks given out, given out again when a worker is lost or slow, and counted once.

The folder of the result holds `job.json` (what it is, what came of it), `part-NNNNN.jsonl`, and while it runs `work/` with
the runs. A job that was ended goes on when it is started again with the same folder.
"""

from __future__ import annotations

import json
import shutil
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from statistics import median
from typing import Any

from app.archive.whole import write_whole
from app.batch.job import Job
from app.batch.splits import SIZE, Split
from app.batch.tasks import Answer, Counters, Plan, Staged, Task, listed, map_reduce, part_path
from app.batch.workers import WorkerLost, Workers
from app.errors import JobFailed, JobRefused, StorageFailed
from app.messages import Message

PARTS = 8
ATTEMPTS = 3
"""How often a task is tried before the job fails."""
_SLOW = 2.0  # times the median from which on a copy of a task is started
_BRIEF = 5.0  # seconds below which no task is slow
_LOOK = 0.2  # seconds between two looks at whether to stop

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a job. `counters` add up the tasks, each counted once; `again` tasks were tried once more, `copies`
    were started of slow ones. Not `finished` where the person stopped it."""

    out: Path
    counters: Counters
    finished: bool
    again: int = 0
    copies: int = 0

    def lines(self) -> Iterator[dict[str, Any]]:
        """The lines of the result, part after part."""
        for path in sorted(self.out.glob("part-*.jsonl")):
            with path.open(encoding="utf-8") as file:
                yield from map(json.loads, file)


def run(
    job: Job,
    archives: Sequence[Path],
    out: Path,
    workers: Workers,
    *,
    parts: int = PARTS,
    size: int = SIZE,
    progress: Progress | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> Result:
    """Run a job over archives, or go on with it. JobRefused when `out` holds something else, JobFailed when a task fails
    again and again; StorageFailed, ArchiveMissing."""
    out = out.resolve()
    plan, about = _planned(job, [path.resolve() for path in archives], out, workers, parts, size)
    if about.get("counters") is not None:
        return Result(out, about["counters"], True)
    plan.work.mkdir(exist_ok=True)
    stage = _Stages(workers, progress, stopped)
    if isinstance(plan.job, Staged):
        finished = all(stage.carried_out(one) for one in plan.job.stages(plan))
    else:
        stages = map_reduce(plan, plan.job)
        stage.total = sum(map(len, stages))
        finished = all(stage.carried_out(one) for one in stages)
    stage.counters.update(plan.counters)
    counters = dict(sorted(stage.counters.items()))
    if finished:
        _write(out / "job.json", {**about, "counters": counters})
        shutil.rmtree(plan.work, ignore_errors=True)
    return Result(out, counters, finished, stage.again, stage.copies)


def _planned(
    job: Job, archives: list[Path], out: Path, workers: Workers, parts: int, size: int
) -> tuple[Plan, dict[str, Any]]:
    """The plan in a folder, so that one goes on with the records there were, or a new one; with what is kept of it."""
    asked = {**job.described(), "archives": [str(path) for path in archives], "parts": parts, "size": size}
    place = out / "job.json"
    try:
        out.mkdir(parents=True, exist_ok=True)
        kept = json.loads(place.read_text("utf-8")) if place.exists() else None
        if kept is None and any(out.iterdir()):
            raise JobRefused(Message("job-folder-used", path=out))
    except ValueError:
        raise JobRefused(Message("job-folder-unreadable", path=place)) from None
    except OSError as error:
        raise StorageFailed(path=out, detail=error.strerror or str(error)) from error
    if kept is None:
        found = [workers.at(path, listed, job, path, size) for path in archives]
        ready = job.prepared([one.look for one in found], parts)
        kept = {
            "asked": asked,
            "ready": ready.described(),
            "splits": [asdict(split) for one in found for split in one.splits],
        }
        _write(place, kept)
    elif not isinstance(kept, dict) or kept.get("asked") != json.loads(json.dumps(asked)):
        raise JobRefused(Message("job-folder-other", path=out))
    try:
        settings = {one.name: kept["ready"][one.name] for one in fields(job)}
        lists = {name: tuple(value) for name, value in settings.items() if isinstance(value, list)}
        every = [Split(**split) for split in kept["splits"]]
    except (KeyError, TypeError):
        raise JobRefused(Message("job-folder-unreadable", path=place)) from None
    ready = replace(job, **{**settings, **lists})
    return Plan(ready, out, tuple(archives), every, parts, Counter()), kept


def _write(path: Path, what: object) -> None:
    write_whole(path, json.dumps(what, ensure_ascii=False, indent=1).encode())


class _Stages:
    """The tasks of one stage after the other, as far as they are not done."""

    def __init__(self, workers: Workers, progress: Progress | None, stopped: Callable[[], bool]) -> None:
        self.counters: Counter[str] = Counter()
        self.again = self.copies = 0
        self._workers, self._stopped = workers, stopped
        self._progress = progress
        self.total = self._done = 0

    def carried_out(self, stage: Sequence[Task]) -> bool:
        """Whether all of a stage was done; not when it was stopped. JobFailed."""
        self.total = max(self.total, self._done + len(stage))
        waiting = deque(task for task in stage if not self._counted(task.made()))
        attempts: Counter[Task] = Counter()
        running: dict[Future[Answer], tuple[Task, float]] = {}
        took: list[float] = []
        try:
            while waiting or running:
                if self._stopped():
                    return False
                while waiting and len(running) < self._workers.size:
                    self._start(waiting.popleft(), running)
                if not waiting and len(running) < self._workers.size:
                    self._copy_slow(running, took)
                done, _ = wait(running, _LOOK, FIRST_COMPLETED)
                for future in done:
                    if future not in running:  # the slower of two copies, whose task is done
                        continue
                    task, begun = running.pop(future)
                    failure = self._failure(future)
                    if not failure:
                        took.append(time.monotonic() - begun)
                        self._drop_copies(task, running)
                        self._counted(future.result().counters)
                    elif all(other != task for other, _ in running.values()):
                        attempts[task] += 1
                        if attempts[task] >= ATTEMPTS:
                            raise JobFailed(detail=failure)
                        self.again += 1
                        waiting.append(task)
        finally:
            for future in running:
                self._workers.end(future)
        return True

    def _start(self, task: Task, running: dict[Future[Answer], tuple[Task, float]]) -> None:
        running[self._workers.start(task)] = task, time.monotonic()

    def _copy_slow(self, running: dict[Future[Answer], tuple[Task, float]], took: list[float]) -> None:
        """Start a copy of the slowest task: its worker may be the reason."""
        started = Counter(task for task, _ in running.values())
        alone = [(begun, task) for task, begun in running.values() if started[task] == 1]
        if not alone or not took:
            return
        begun, task = min(alone, key=lambda one: one[0])
        if time.monotonic() - begun > max(_BRIEF, _SLOW * median(took)):
            self.copies += 1
            self._start(task, running)

    def _drop_copies(self, task: Task, running: dict[Future[Answer], tuple[Task, float]]) -> None:
        for future in [future for future, (other, _) in running.items() if other == task]:
            del running[future]
            self._workers.end(future)

    def _failure(self, future: Future[Answer]) -> str:
        try:
            return future.result().failure
        except WorkerLost:
            return Message("job-worker-lost")

    def _counted(self, counters: Counters | None) -> bool:
        if counters is None:
            return False
        self.counters.update(counters)
        self._done += 1
        if self._progress is not None:
            self._progress(self._done, self.total)
        return True


def parts_of(out: Path) -> list[Path]:
    """The files of a result."""
    return sorted(path for path in out.glob("part-*.jsonl") if path == part_path(out, int(path.stem[5:])))
