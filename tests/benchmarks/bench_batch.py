"""Batch jobs measured against a plain loop over the same records: megabytes a second of one core, and what splits, sorted
runs, processes and a second stage cost beside the work itself.

    python tests/benchmarks/bench_batch.py [--pages N]

An archive of made pages of 17 kB is written first. Seconds are those of processors (of all processes together), which a
busy machine changes less than the clock; the clock stands behind them.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from app.archive.archive import Archive
from app.archive.model import NewCapture
from app.batch.job import Job
from app.batch.run import run
from app.batch.shipped import Count, Grep, WordCount
from app.batch.splits import items, splits
from app.batch.workers import Here, Processes, Workers

_SPLITS = 8  # at least, so that two workers have enough to do


def made(folder: Path, pages: int) -> tuple[Path, int]:
    """An archive of pages, and the bytes of their bodies."""
    some = random.Random(1)
    words = [
        "".join(some.choices("abcdefghijklmnopqrstuvwxyz", k=some.randrange(2, 10))) for _ in range(20_000)
    ]
    weights = [1 / (n + 1) for n in range(len(words))]
    archive, size = Archive.create(folder), 0
    with archive.writer() as writer:
        for number in range(pages):
            said = some.choices(words, weights, k=2400)
            parts = "".join(f"<p>{' '.join(said[n : n + 120])}</p>\n" for n in range(0, 2400, 120))
            body = f"<html lang=en><title>Page {number}</title><body>{parts}</body></html>".encode()
            size += len(body)
            response = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + body
            url = f"http://h{number % 50}.example/{number}"
            writer.store(NewCapture(url, datetime(2026, 11, 1, tzinfo=UTC), "192.0.2.1", response))
    return archive.path, size


def loop(job: Job, archive: Path) -> Counter[str]:
    """What a person would write: every record mapped, numbers added up in a dictionary."""
    total: Counter[str] = Counter()
    for split in splits([archive], 1 << 40):
        for item in items(split, job.which):
            for key, value in job.map(item):
                total[key] += value if isinstance(value, int) else 1
    return total


def cost(do: Callable[[], object]) -> tuple[float, float]:
    """Seconds of processors, and by the clock."""
    began, before = time.monotonic(), _processors()
    do()
    return _processors() - before, time.monotonic() - began


def _processors() -> float:
    own = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in own)


def main() -> None:
    reading = argparse.ArgumentParser(description=__doc__)
    reading.add_argument("--pages", type=int, default=1000)
    asked = reading.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        archive, size = made(folder / "archive", asked.pages)
        stored = sum(path.stat().st_size for path in (archive / "batches").rglob("*.tw"))
        print(f"{asked.pages} pages, {size / 1e6:.1f} MB of bodies, {stored / 1e6:.1f} MB of records")
        piece = max(1, stored // _SPLITS)
        loop(WordCount(), archive)  # loads what reads pages
        for job in (Count("host"), Grep("zebra crossing"), WordCount()):
            plain, clock = cost(lambda job=job: loop(job, archive))
            print(f"{job.name}: a plain loop {plain:.2f} s of a processor, {clock:.1f} s by the clock")
            for name, workers in kinds():
                out = folder / f"{job.name} {name}"

                def work(job: Job = job, workers: Workers = workers, out: Path = out) -> None:
                    try:
                        assert run(job, [archive], out, workers, size=piece).finished
                    finally:
                        workers.close()

                took, clock = cost(work)
                rate = size / 1e6 / took
                print(
                    f"    {name}: {took:.2f} s ({took / plain:.2f} ×), {clock:.1f} s; {rate:.1f} MB/s a core"
                )


def kinds() -> list[tuple[str, Workers]]:
    return [("this process", Here()), ("1 process", Processes(1)), ("2 processes", Processes(2))]


if __name__ == "__main__":
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    sys.exit(main())
