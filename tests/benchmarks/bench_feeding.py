"""A crawl while links, templates and the search index are fed beside it, against the same crawl without: its speed, and
how far behind the index is.

    python tests/benchmarks/bench_feeding.py [--pages 3000] [--kib 20] [--rounds 3] [--links-alone]

The feed runs in a thread of the process that crawls, as it does in the window, again as soon as it is at its end; links
and templates once a minute, as there. The lag is the age of the oldest page that is stored and that the index does not
know, looked at twice a second. `--links-alone` feeds nothing but the links, again as soon as they are at their end.
"""

from __future__ import annotations

import argparse
import json
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
from app.graph.standing import bring_up_to_date
from app.search.index.feeding import feed
from app.search.index.store import Database
from app.templates import feeding as templates
from widgets.search.feeding import SELDOM_S

_OLDEST = (
    "SELECT min(date) FROM captures WHERE batch = ? AND serial > ? AND base IS NULL AND status = 200 "
    "AND type = 'text/html'"
)


def crawl(url: str, path: Path, how: str) -> dict[str, float]:
    archive = Archive.create(path)
    settings = CrawlSettings(seeds=(url,), delay=0.0, workers=16, per_host=16)
    running, lags = threading.Event(), list[float]()
    running.set()
    feeder = {"fed": feed_on, "links": feed_links}.get(how)
    threads = [threading.Thread(target=feeder, args=(archive, running))] if feeder else []
    threads += [threading.Thread(target=look_on, args=(archive, running, lags))] if how == "fed" else []
    for thread in threads:
        thread.start()
    began = time.perf_counter()
    one = Crawl.new(archive, settings)
    one.run()
    seconds = time.perf_counter() - began
    running.clear()
    for thread in threads:
        thread.join()
    assert one.error is None, one.error
    return {"rate": one.progress().pages / seconds, "lag": max(lags, default=0.0)}


def feed_on(archive: Archive, running: threading.Event) -> None:
    looked = float("-inf")
    while running.is_set():
        if time.monotonic() - looked >= SELDOM_S:
            with suppress(UserError):
                bring_up_to_date(archive, None, lambda: not running.is_set(), running.is_set)
            templates.feed(archive, lambda: not running.is_set(), running.is_set)
            looked = time.monotonic()
        feed(archive, cancelled=lambda: not running.is_set(), busy=running.is_set)
        time.sleep(1)


def feed_links(archive: Archive, running: threading.Event) -> None:
    while running.is_set():
        with suppress(UserError):
            bring_up_to_date(archive, None, lambda: not running.is_set(), running.is_set)
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
    options.add_argument("--links-alone", action="store_true")
    given = options.parse_args()
    site = [Path(__file__).with_name("site.py"), given.pages, given.kib * 1024, 12, "mixed"]
    server = subprocess.Popen([sys.executable, *map(str, site)], stdout=subprocess.PIPE, text=True)
    fed_how = "links" if given.links_alone else "fed"
    found: dict[str, list[dict[str, float]]] = {"alone": [], fed_how: []}
    try:
        assert server.stdout is not None
        url = f"http://127.0.0.1:{int(server.stdout.readline())}/s0/p0.html"
        for _ in range(given.rounds):
            for how, rounds in found.items():
                with tempfile.TemporaryDirectory() as folder:
                    command = [sys.executable, __file__, how, url, f"{folder}/bench.archive"]
                    done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
                    rounds.append(json.loads(done.stdout))
    finally:
        server.kill()
        server.wait()
    alone, fed = ([one["rate"] for one in rounds] for rounds in found.values())
    ratios = [with_it / without for without, with_it in zip(alone, fed, strict=True)]
    print(f"pages a second without the feed {max(alone):.0f}, with it {max(fed):.0f}; pairs {ratios}")
    print(
        f"median of the ratios {median(ratios):.2f}; largest lag {max(one['lag'] for one in found[fed_how]):.1f} s"
    )


if __name__ == "__main__":
    if sys.argv[1:2] in (["alone"], ["fed"], ["links"]):
        print(json.dumps(crawl(sys.argv[2], Path(sys.argv[3]), sys.argv[1])))
    else:
        main()
