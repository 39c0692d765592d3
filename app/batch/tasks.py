"""The two tasks of a job: a split mapped to sorted runs, and the runs of one part reduced to its lines.

Functions of the module, so that any worker calls them by name; what they give back is small.
"""

from __future__ import annotations

import heapq
import json
import shutil
import uuid
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, TextIO

from app.archive.batches import sync_file, sync_folder
from app.batch.job import Job
from app.batch.splits import Split, items
from app.errors import FormatError, StorageUnreadable, TianwangError

FULL = 200_000
"""Values in memory behind which a task writes a run. Part of what a result depends on, where a job combines."""

Counters = dict[str, int]


@dataclass(frozen=True)
class Mapping:
    """A split to be mapped to `parts` runs in `folder`/NNNNN."""

    job: Job
    folder: Path
    number: int
    split: Split
    parts: int


@dataclass(frozen=True)
class Reducing:
    """A part to be reduced to `out`/part-NNNNN.jsonl from the runs of `tasks` splits."""

    job: Job
    folder: Path
    out: Path
    number: int
    tasks: int


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of a task: its counters, or why it failed."""

    counters: Counters
    failure: str = ""


def do(task: Mapping | Reducing) -> Answer:
    """Carry a task out. Failures are answers: only the loss of a worker is an exception."""
    try:
        return Answer(_map(task) if isinstance(task, Mapping) else _reduce(task))
    except (TianwangError, OSError, ValueError, KeyError, TypeError) as error:
        return Answer({}, f"{type(error).__name__}: {error}")


def made(task: Mapping | Reducing) -> Counters | None:
    """The counters of a task that is done already."""
    place = _home(task) / "counters.json" if isinstance(task, Mapping) else _beside(task)
    try:
        return {str(name): int(count) for name, count in json.loads(place.read_text("utf-8")).items()}
    except (OSError, ValueError, AttributeError):
        return None


def part_path(out: Path, number: int) -> Path:
    return out / f"part-{number:05d}.jsonl"


def _home(task: Mapping) -> Path:
    return task.folder / f"{task.number:05d}"


def _beside(task: Reducing) -> Path:
    return task.folder / f"part-{task.number:05d}.json"


def _map(task: Mapping) -> Counters:
    job, own = task.job, task.folder / f"{task.number:05d}.{uuid.uuid4().hex}"
    own.mkdir(parents=True)
    counters: Counter[str] = Counter(records=0, unreadable=0, pairs=0)
    try:
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
                _write_run(job, own, runs, held, task.parts)
                held, size, runs = {}, 0, runs + 1
        if held:
            _write_run(job, own, runs, held, task.parts)
        (own / "counters.json").write_text(json.dumps(counters), "utf-8")
        _put_in_place(own, _home(task))
    finally:
        shutil.rmtree(own, ignore_errors=True)
    return dict(counters)


def _write_run(job: Job, folder: Path, number: int, held: dict[str, list[Any]], parts: int) -> None:
    with ExitStack() as stack:
        files: dict[int, TextIO] = {}
        for key in sorted(held):
            part = job.partition(key, parts)
            if part not in files:
                path = folder / f"{part:05d}.{number:05d}"
                files[part] = stack.enter_context(path.open("w", encoding="utf-8"))
            for value in job.combine(key, held[key]):
                files[part].write(json.dumps([key, value], ensure_ascii=False) + "\n")


def _put_in_place(own: Path, home: Path) -> None:
    """Rename a folder; where another copy of the task was quicker, its folder stays."""
    for path in own.iterdir():
        sync_file(path)
    try:
        own.rename(home)
    except OSError:
        if not (home / "counters.json").exists():
            raise
        return
    sync_folder(home.parent)


def _reduce(task: Reducing) -> Counters:
    job, end = task.job, part_path(task.out, task.number)
    own = end.with_name(f"{end.name}.{uuid.uuid4().hex}")
    counters: Counter[str] = Counter(keys=0, lines=0)
    try:
        with ExitStack() as stack, own.open("w", encoding="utf-8") as result:
            merged = heapq.merge(*_runs(task, stack), key=itemgetter(0))
            for key, pairs in groupby(merged, key=itemgetter(0)):
                counters["keys"] += 1
                for line in job.reduce(key, (value for _, value in pairs)):
                    counters["lines"] += 1
                    result.write(json.dumps(line, ensure_ascii=False) + "\n")
        sync_file(own)
        own.replace(end)
        told = task.folder / f"{own.name}.json"
        told.write_text(json.dumps(counters), "utf-8")
        told.replace(_beside(task))
        sync_folder(task.out)
    finally:
        own.unlink(missing_ok=True)
    return dict(counters)


def _runs(task: Reducing, stack: ExitStack) -> Iterator[Iterable[tuple[str, Any]]]:
    """The runs of a part in the order of the splits; equal keys keep it (heapq.merge is stable)."""
    for number in range(task.tasks):
        for path in sorted((task.folder / f"{number:05d}").glob(f"{task.number:05d}.*")):
            yield _pairs(stack.enter_context(path.open(encoding="utf-8")))


def _pairs(lines: Iterable[str]) -> Iterator[tuple[str, Any]]:
    for line in lines:
        key, value = json.loads(line)
        yield key, value
