"""The frontier with two million addresses: what a page costs, memory, bytes on disk; on one host and on many.

Run: python tests/benchmarks/bench_frontier.py [addresses] [order …]. Each line is a batch of links that comes into the
real frontier as from pages being settled; at marks, entries are taken and settled with 40 links each, all but two of
them known, as on an ordinary site.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from app.archive.archive import Archive
from app.crawl.frontier.frontier import Frontier
from app.crawl.frontier.joblist import create_job
from app.crawl.frontier.queue import queue, queue_count, why
from app.crawl.frontier.replanning import preview
from app.crawl.frontier.schema import DONE
from app.crawl.rules.entries import Candidate, Outcome
from app.crawl.rules.model import Counters
from app.crawl.rules.settings import CrawlSettings
from app.crawl.rules.url import dedupe_key

BATCH = 2000
PAGES = 400


def candidate(number: int, hosts: int) -> Candidate:
    url = f"http://www{number % hosts}.example.org/section{number % 97}/article-{number}.html"
    return Candidate(url, dedupe_key(url), 1 + number % 7, 0, anchor=f"Article number {number}")


def pages(frontier: Frontier, known: int, hosts: int) -> tuple[float, float]:
    """Milliseconds a page: taking, settling."""
    taken = settled = 0.0
    done = 0
    active: list[int] = []
    while done < PAGES:
        start = time.perf_counter()
        waiting = frontier.waiting_hosts(200, active)
        entries = [
            entry for host in waiting[:20] for entry in frontier.take(host.number, 16 if hosts > 1 else 100)
        ]
        taken += time.perf_counter() - start
        start = time.perf_counter()
        with frontier.transaction():
            for entry in entries:
                links = [candidate((entry.number * 31 + k * 7919) % known, hosts) for k in range(38)]
                links += [candidate(known + entry.number * 2 + k, hosts) for k in range(2)]
                frontier.settle(Outcome(entry, found=links, relevance=1.0), DONE, "stored", Counters(), 200)
        settled += time.perf_counter() - start
        done += len(entries)
    return taken / done * 1000, settled / done * 1000


def measure(total: int, hosts: int, order: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        archive = Archive.create(Path(folder) / "bench.archive")
        words = (("article", 2.0), ("section", 1.0))
        settings = CrawlSettings(seeds=("http://www0.example.org/",), order=order, guide_words=words)  # type: ignore[arg-type]
        job_id = create_job(archive, settings)
        frontier = Frontier(archive.crawl_db, job_id)
        marks = [mark for mark in (10_000, 100_000, 1_000_000, total) if mark <= total]
        start = time.perf_counter()
        for first in range(0, total, BATCH):
            with frontier.transaction():
                frontier.add([candidate(n, hosts) for n in range(first, first + BATCH)], None, Counters())
            if marks and first + BATCH >= marks[0]:
                mark = marks.pop(0)
                seconds = time.perf_counter() - start
                taking, settling = pages(frontier, mark, hosts)
                size = archive.crawl_db.stat().st_size
                rss = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
                asked = time.perf_counter()
                row = queue(archive, job_id, limit=500)[-1]
                queue(archive, job_id, limit=500, after=row)
                queue_count(archive, job_id)
                assert why(archive, job_id, row.url) is not None
                looking = (time.perf_counter() - asked) * 1000
                print(
                    f"{order:8}{hosts:6} hosts {mark:9,} addresses  {seconds / mark * 1e6:6.1f} µs each"
                    f"  take {taking:6.3f} ms  settle {settling:6.3f} ms a page (40 links)"
                    f"  {size / mark:5.0f} bytes each  {rss:5.0f} MB at most  4 questions {looking:5.1f} ms",
                    flush=True,
                )
                start = time.perf_counter() - seconds
        frontier.close()
        narrower = replace(settings, scope="domain", exclude=("article-[0-9]*7",))
        said = preview(archive, job_id, narrower)
        print(
            f"    preview of other settings: {said.seconds:.1f} s; {said.leaves} leave, {said.stays:,} stay",
            flush=True,
        )


def main() -> None:
    if len(sys.argv) > 3 and sys.argv[1] == "--one":
        measure(int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
        return
    total = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000_000
    for order in sys.argv[2:] or ("breadth", "best"):
        for hosts in (1, 20_000):
            # a process each, so that the memory measured is its own
            subprocess.run([sys.executable, __file__, "--one", str(total), str(hosts), order], check=True)


if __name__ == "__main__":
    main()
