"""Does the cost of a page stay the same, and memory flat, from the first thousand pages of a crawl to the last?

    python tests/benchmarks/bench_endurance.py [--pages 20000] [--kib 8] [--window PAGES]

One crawl of a site that is made up on the fly. For each window of pages: pages a second, processor time a page (the
crawl's process and those it started, not the site's), and resident memory. Processor time is what to compare: pages a
second also tell what else the machine does.
"""

from __future__ import annotations

import argparse
import gc
import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

WORKERS = 16


def children(without: int) -> list[Path]:
    """Processes that this one has started, the site's left out."""
    listed = [task.joinpath("children").read_text().split() for task in Path("/proc/self/task").iterdir()]
    return [Path("/proc", pid) for pids in listed for pid in pids if int(pid) != without]


def cpu_seconds(server: int) -> float:
    """Of this process and its children."""
    own = os.times()
    seconds = own.user + own.system
    for child in children(server):
        fields = (child / "stat").read_text().rpartition(")")[2].split()
        seconds += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return seconds


def memory(processes: list[Path]) -> float:
    """MiB resident."""
    pages = sum(int((process / "statm").read_text().split()[1]) for process in processes)
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def crawl(url: str, folder: Path, window: int, server: int) -> None:
    from app.archive.archive import Archive
    from app.crawl.rules.settings import CrawlSettings
    from app.crawl.run.crawl import Crawl

    gc.set_threshold(50_000, 20, 20)  # as the command line does for a crawl
    job = Crawl.new(
        Archive.create(folder / "endurance.archive"),
        CrawlSettings(seeds=(url,), delay=0.0, workers=WORKERS, per_host=WORKERS, sitemaps=False),
    )
    runner = threading.Thread(target=job.run)
    runner.start()
    print(f"{'pages':>8} {'pages/s':>8} {'ms cpu a page':>14} {'MiB':>6} {'helpers':>8} {'queued':>8}")
    began = before = time.perf_counter()
    cpu, done, costs, most = cpu_seconds(server), 0, [], 0.0
    while runner.is_alive():
        runner.join(0.2)
        progress = job.progress()
        own, helpers = memory([Path("/proc/self")]), memory(children(server))
        most = max(most, own + helpers)
        if progress.pages - done >= window:
            now, spent = time.perf_counter(), cpu_seconds(server)
            pages = progress.pages - done
            costs.append((spent - cpu) / pages * 1e3)
            rate = pages / (now - before)
            print(
                f"{progress.pages:8} {rate:8.0f} {costs[-1]:14.2f} {own:6.0f} {helpers:8.0f} {progress.queued:8}",
                flush=True,
            )
            before, cpu, done = now, spent, progress.pages
    assert job.error is None, job.error
    progress = job.progress()
    print(
        f"{progress.pages} pages in {time.perf_counter() - began:.0f} s; most memory {most:.0f} MiB, helpers included"
    )
    if len(costs) > 1:
        print(
            f"the last window costs {costs[-1] / costs[0]:.2f} times the first; dearest {max(costs):.2f} ms"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=20_000)
    parser.add_argument("--kib", type=int, default=8)
    parser.add_argument("--window", type=int, default=0)
    given = parser.parse_args()
    server = subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("site.py")), str(given.pages), str(given.kib * 1024)],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout is not None
        url = f"http://127.0.0.1:{int(server.stdout.readline())}/s0/p0.html"
        with tempfile.TemporaryDirectory() as folder:
            crawl(url, Path(folder), given.window or max(1000, given.pages // 20), server.pid)
    finally:
        server.kill()
        server.wait()


if __name__ == "__main__":
    main()
