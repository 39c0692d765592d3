"""A crawl while links, templates, the search index and kinds of pages are brought up to date beside it, against the same
crawl without: its speed, and how far behind the index is.

    python tests/benchmarks/bench_feeding.py [--pages 3000] [--kib 20] [--rounds 3] [--rate N] [--inside] [--links-alone]

It is done as in the window: each again a few seconds after its end, links and templates once a minute, in a process of
the lowest class (`app.feeding.process`). With `--inside` each pair becomes three: the same in threads of the process that
crawls, as it was before. The lag is the age of the oldest page that is stored and that the index does not know, looked at
twice a second. `--links-alone` feeds nothing but the links, again as soon as they are at their end. `--rate` asks for so
many pages a second, as a polite crawl does, in place of as many as can be had; processor time is that of all processes.
"""

from __future__ import annotations

import argparse
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from app.archive.archive import Archive
from app.crawl.rules.settings import CrawlSettings
from app.crawl.run.crawl import Crawl
from app.errors import UserError
from app.feeding.jobs import JOBS
from app.feeding.process import FeedingProcess
from app.search.index.store import Database
from widgets.search.feeding import FOLLOW_MS, SELDOM_S

_OLDEST = (
    "SELECT min(date) FROM captures WHERE batch = ? AND serial > ? AND base IS NULL AND status = 200 "
    "AND type = 'text/html'"
)


def crawl(url: str, path: Path, how: str, rate: float) -> dict[str, float]:
    archive = Archive.create(path)
    delay = 1 / rate if rate else 0.0
    settings = CrawlSettings(seeds=(url,), delay=delay, adaptive=0.0, workers=16, per_host=16)
    running, lags = threading.Event(), list[float]()
    running.set()
    aside = FeedingProcess(path)
    threads = [
        threading.Thread(target=follow, args=(archive, running, job, aside if how == "fed" else None))
        for job in {"links": ["links"], "alone": []}.get(how, ["links", "search", "kinds"])
    ]
    threads += [threading.Thread(target=look_on, args=(archive, running, lags))] if how != "alone" else []
    for thread in threads:
        thread.start()
    began = time.perf_counter()
    one = Crawl.new(archive, settings)
    one.run()
    seconds = time.perf_counter() - began
    running.clear()
    for thread in threads:
        thread.join()
    aside.close()
    assert one.error is None, one.error
    used = sum(os.times()[:4])  # with the processes that have ended
    return {"rate": one.progress().pages / seconds, "lag": max(lags, default=0.0), "cores": used / seconds}


def follow(archive: Archive, running: threading.Event, job: str, aside: FeedingProcess | None) -> None:
    def stopped() -> bool:
        return not running.is_set()

    while running.is_set():
        if aside is None:
            JOBS[job](archive, lambda done, total: None, stopped, running.is_set)
        else:
            aside.run(job, lambda done, total: None, stopped, running.is_set)
        for _ in range(int(SELDOM_S) if job == "links" else FOLLOW_MS // 1000):
            if running.is_set():
                time.sleep(1)


def look_on(archive: Archive, running: threading.Event, lags: list[float]) -> None:
    with archive.reader() as reader:
        while running.is_set():
            upto: dict[str, int] = {}
            with suppress(sqlite3.Error, UserError):
                base = Database(archive.path)
                upto = dict(base.db.execute("SELECT batch, upto FROM batches"))
                base.close()
            for (batch,) in reader.connection.execute("SELECT DISTINCT batch FROM captures").fetchall():
                oldest = reader.connection.execute(_OLDEST, (batch, upto.get(batch, -1))).fetchone()[0]
                lags += [time.time() - oldest] if oldest else []
            time.sleep(0.5)


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("--pages", type=int, default=3000)
    options.add_argument("--kib", type=int, default=20)
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--rate", type=float, default=0.0)
    options.add_argument("--inside", action="store_true")
    options.add_argument("--links-alone", action="store_true")
    given = options.parse_args()
    site = [Path(__file__).with_name("site.py"), given.pages, given.kib * 1024, 12, "mixed"]
    server = subprocess.Popen([sys.executable, *map(str, site)], stdout=subprocess.PIPE, text=True)
    hows = ["links"] if given.links_alone else ["fed", *(["inside"] if given.inside else [])]
    found: dict[str, list[dict[str, float]]] = {how: [] for how in ("alone", *hows)}
    try:
        assert server.stdout is not None
        url = f"http://127.0.0.1:{int(server.stdout.readline())}/s0/p0.html"
        for _ in range(given.rounds):
            for how, rounds in found.items():
                with tempfile.TemporaryDirectory() as folder:
                    command = [sys.executable, __file__, how, url, f"{folder}/bench.archive", str(given.rate)]
                    done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
                    rounds.append(json.loads(done.stdout))
    finally:
        server.kill()
        server.wait()
    alone = [one["rate"] for one in found.pop("alone")]
    for how, rounds in found.items():
        ratios = [one["rate"] / without for without, one in zip(alone, rounds, strict=True)]
        print(f"{how}: of {max(alone):.0f} pages a second, pairs {[round(one, 2) for one in ratios]}")
        print(
            f"median {median(ratios):.2f}; largest lag {max(one['lag'] for one in rounds):.1f} s; "
            f"{max(one['cores'] for one in rounds):.2f} processors"
        )


if __name__ == "__main__":
    if sys.argv[1:2] in (["alone"], ["fed"], ["inside"], ["links"]):
        print(json.dumps(crawl(sys.argv[2], Path(sys.argv[3]), sys.argv[1], float(sys.argv[4]))))
    else:
        main()
