"""The tasks of a job: a split mapped to sorted runs, and the runs of one part reduced to its lines.

What workers call are functions of the module, so that they are known by name; what these give back is small, but for
`do_apart`.
"""

from __future__ import annotations

import heapq
import json
import shutil
import uuid
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar, Protocol, TextIO, runtime_checkable

from app.archive.batches import sync_file, sync_folder
from app.batch.job import Job
from app.batch.splits import Split, items
from app.errors import FormatError, StorageUnreadable, TianwangError

FULL = 200_000
"""Values in memory behind which a task writes a run. Part of what a result depends on, where a job combines."""

WORK = "work"
"""The folder in that of a result in which tasks leave what others need."""

OPEN = 200
"""Runs that are read at once: a process may have about a thousand files open, and an archive of a terabyte has 16 000
splits."""

Counters = dict[str, int]

_COUNTERS = "counters.json"
_encode = json.JSONEncoder(ensure_ascii=False).encode  # json.dumps makes one for each call


class Task(Protocol):
    """A part of a job, the same wherever it is carried out. Tasks that are equal are one."""

    @property
    def reads(self) -> Path:
        """The archive, or the folder of the result, that a worker must see."""

    @property
    def writes(self) -> Path:
        """The folder of the result for which it works."""

    def made(self) -> Counters | None:
        """Its counters, where it is done already."""

    def carry_out(self) -> Counters: ...


@runtime_checkable
class Movable(Task, Protocol):
    """A task that can be carried out by a worker which does not see where it writes."""

    def apart(self, folder: Path) -> Task:
        """The same, writing in another folder."""

    def take_in(self, made: dict[str, bytes]) -> None:
        """Put the files in place that were made apart."""


class InFolder:
    """A task that leaves its files in a folder `home`, whole or not at all; it can be carried out apart."""

    durable: ClassVar[bool] = True
    """Whether what it made has to outlive a failure of the power."""

    @property
    def home(self) -> Path:
        raise NotImplementedError

    def fill(self, own: Path) -> Counters:
        """Do the work, with files in a folder that takes the place of `home`."""
        raise NotImplementedError

    def made(self) -> Counters | None:
        return read_counters(self.home / _COUNTERS)

    def carry_out(self) -> Counters:
        with self._own() as own:
            counters = self.fill(own)
            (own / _COUNTERS).write_text(json.dumps(counters), "utf-8")
            self._put_in_place(own)
        return counters

    def take_in(self, made: dict[str, bytes]) -> None:
        with self._own() as own:
            for name, content in made.items():
                (own / name).write_bytes(content)
            self._put_in_place(own)

    @contextmanager
    def _own(self) -> Iterator[Path]:
        own = self.home.with_name(f"{self.home.name}.{uuid.uuid4().hex}")
        own.mkdir(parents=True)
        try:
            yield own
        finally:
            shutil.rmtree(own, ignore_errors=True)

    def _put_in_place(self, own: Path) -> None:
        """Rename a folder; where another copy of the task was quicker, its folder stays."""
        if self.durable:
            for path in own.iterdir():
                sync_file(path)
        try:
            own.rename(self.home)
        except OSError:
            if not (self.home / _COUNTERS).exists():
                raise
            return
        if self.durable:
            sync_folder(self.home.parent)


@dataclass(frozen=True)
class InResult(InFolder):
    """A task of a number, whose `folder` is one of the result."""

    folder: Path
    number: int

    @property
    def reads(self) -> Path:
        return self.folder.parent

    @property
    def writes(self) -> Path:
        return self.folder.parent


@dataclass(frozen=True)
class Mapping(InFolder):
    """A split to be mapped to `parts` runs in `folder`/NNNNN."""

    job: Job
    folder: Path
    number: int
    split: Split
    parts: int

    @property
    def reads(self) -> Path:
        return Path(self.split.archive)

    @property
    def writes(self) -> Path:
        return self.folder.parent

    @property
    def home(self) -> Path:
        return self.folder / f"{self.number:05d}"

    def apart(self, folder: Path) -> Mapping:
        return replace(self, folder=folder)

    def fill(self, own: Path) -> Counters:
        return _map(self, own)


@dataclass(frozen=True)
class Reducing:
    """A part to be reduced to `end`/part-NNNNN.jsonl from the runs of `tasks` splits in `folder`; both in `out`."""

    job: Job
    folder: Path
    end: Path
    number: int
    tasks: int
    out: Path

    @property
    def reads(self) -> Path:
        return self.out

    @property
    def writes(self) -> Path:
        return self.out

    def made(self) -> Counters | None:
        return read_counters(self.beside)

    def carry_out(self) -> Counters:
        return _reduce(self)

    @property
    def beside(self) -> Path:
        """What tells that it is done."""
        return self.folder / f"part-{self.number:05d}.json"


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a task: its counters, or why it failed; of one that was done apart the files it made."""

    counters: Counters
    failure: str = ""
    files: dict[str, bytes] | None = None


def do(task: Task) -> Answer:
    """Carry a task out. Failures are answers: only the loss of a worker is an exception."""
    try:
        return Answer(task.carry_out())
    except (TianwangError, OSError, ValueError, KeyError, TypeError) as error:
        return Answer({}, f"{type(error).__name__}: {error}")


def do_apart(task: Movable) -> Answer:
    """Carry a task out in a temporary folder, and give back what it made."""
    with TemporaryDirectory(prefix="tianwang-task-") as folder:
        answer = do(task.apart(Path(folder)))
        found = sorted(path for path in Path(folder).rglob("*") if path.is_file())
        return replace(answer, files={path.name: path.read_bytes() for path in found})


@dataclass(frozen=True, slots=True)
class Listed:
    """The splits of an archive, and what a job wanted to know of it."""

    splits: list[Split]
    look: Any


def listed(job: Job, archive: Path, size: int) -> Listed:
    """What is to be done in an archive. ArchiveMissing."""
    return Listed(job.splits(archive, size), job.look(str(archive)))


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be done: `job` as it is run, over the `splits` of `archives`, to a result of `parts` files in `out`.
    `counters` take what the stages themselves find out."""

    job: Job
    out: Path
    archives: tuple[Path, ...]
    splits: Sequence[Split]
    parts: int
    counters: Counter[str]

    @property
    def work(self) -> Path:
        """Where tasks leave what others need."""
        return self.out / WORK


class Staged(Job):
    """A job of more stages than two."""

    def stages(self, plan: Plan) -> Iterator[Sequence[Task]]:
        """The tasks of each stage, asked for when all of the one before are done. What is worked out in between is little,
        and comes to the same when a job goes on."""
        raise NotImplementedError


def map_reduce(plan: Plan, job: Job, into: Path | None = None) -> list[list[Task]]:
    """The two stages of a job. The splits of several archives take turns, for they may lie with several workers. With `into`
    what it gives stands there, for other stages."""
    place: Counter[str] = Counter()
    turns: list[tuple[int, int]] = []
    for n, split in enumerate(plan.splits):
        turns.append((place[split.archive], n))
        place[split.archive] += 1
    maps: list[Task] = [Mapping(job, plan.work, n, plan.splits[n], plan.parts) for _, n in sorted(turns)]
    end = plan.out if into is None else into
    return [maps, [Reducing(job, plan.work, end, n, len(maps), plan.out) for n in range(plan.parts)]]


def read_counters(path: Path) -> Counters | None:
    """The counters in a file, None where there are none."""
    try:
        return {str(name): int(count) for name, count in json.loads(path.read_text("utf-8")).items()}
    except (OSError, ValueError, AttributeError):
        return None


def part_path(out: Path, number: int) -> Path:
    return out / f"part-{number:05d}.jsonl"


def _map(task: Mapping, own: Path) -> Counters:
    job = task.job
    counters: Counter[str] = Counter(records=0, unreadable=0, pairs=0)
    held: dict[str, list[Any]] = {}
    size = runs = 0
    for item in items(task.split, job.which):
        counters["records"] += 1
        try:
            pairs = list(job.map(item))
        except (FormatError, StorageUnreadable):
            counters["unreadable"] += 1
            continue
        counters["pairs"] += len(pairs)
        for key, value in pairs:
            held.setdefault(key, []).append(value)
        size += len(pairs)
        if size >= FULL:
            write_run(job, own, runs, held, task.parts)
            held, size, runs = {}, 0, runs + 1
    if held:
        write_run(job, own, runs, held, task.parts)
    return dict(counters)


def write_run(job: Job, folder: Path, number: int, held: dict[str, list[Any]], parts: int) -> None:
    """Write pairs, by key, as one run for each part."""
    with ExitStack() as stack:
        files: dict[int, TextIO] = {}
        for key in sorted(held):
            part = job.partition(key, parts)
            if part not in files:
                path = folder / f"{part:05d}.{number:05d}"
                files[part] = stack.enter_context(path.open("w", encoding="utf-8"))
            files[part].writelines(_encode([key, value]) + "\n" for value in job.combine(key, held[key]))


def _reduce(task: Reducing) -> Counters:
    job, end = task.job, part_path(task.end, task.number)
    own = end.with_name(f"{end.name}.{uuid.uuid4().hex}")
    counters: Counter[str] = Counter(keys=0, lines=0)
    try:
        with own.open("w", encoding="utf-8") as result:
            for key, values in merged(task.folder, task.number, task.tasks):
                counters["keys"] += 1
                for line in job.reduce(key, values):
                    counters["lines"] += 1
                    result.write(_encode(line) + "\n")
        sync_file(own)
        own.replace(end)
        told = task.folder / f"{own.name}.json"
        told.write_text(json.dumps(counters), "utf-8")
        told.replace(task.beside)
        sync_folder(task.end)
    finally:
        own.unlink(missing_ok=True)
    return dict(counters)


def merged(folder: Path, part: int, tasks: int) -> Iterator[tuple[str, Iterator[Any]]]:
    """The keys of a part in order, each with its values, from the runs in `folder`. Equal keys come in the order of the
    tasks that wrote them (heapq.merge is stable)."""
    runs = [
        path for number in range(tasks) for path in sorted((folder / f"{number:05d}").glob(f"{part:05d}.*"))
    ]
    with ExitStack() as stack:
        while len(runs) > OPEN:
            place = Path(stack.enter_context(TemporaryDirectory(prefix="merge", dir=folder)))
            runs = [_united(runs[n : n + OPEN], place / f"{n:09d}") for n in range(0, len(runs), OPEN)]
        for key, pairs in groupby(_in_order(runs, stack), key=itemgetter(0)):
            yield key, (value for _, value in pairs)


def _united(runs: list[Path], path: Path) -> Path:
    """Some runs as one."""
    with ExitStack() as stack, path.open("w", encoding="utf-8") as file:
        file.writelines(_encode(pair) + "\n" for pair in _in_order(runs, stack))
    return path


def _in_order(runs: list[Path], stack: ExitStack) -> Iterable[tuple[str, Any]]:
    read = [_pairs(stack.enter_context(path.open(encoding="utf-8"))) for path in runs]
    return heapq.merge(*read, key=itemgetter(0))


def _pairs(lines: Iterable[str]) -> Iterator[tuple[str, Any]]:
    for line in lines:
        key, value = json.loads(line)
        yield key, value
