"""Kinds of pages: what a crawl loses while they are worked out beside it, and what branches of a large tree lose.

    python tests/benchmarks/bench_kinds.py crawl [--pages 2500] [--kib 20] [--rounds 7]
    python tests/benchmarks/bench_kinds.py tree ARCHIVE        (of large_archive.py; gets a cache of made-up kinds)

The feed runs in a thread of the process that crawls, as it does in the window; rounds with it and without take turns in
going first; speeds are told by the clock and by the processor time of the process. Branches are opened in the order of
the sites and painted, forty rows each; their figures are processor time, the least of three.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication

from app.archive.archive import Archive
from app.archive.index.facets import FacetChoice
from app.crawl.rules.settings import CrawlSettings
from app.crawl.run.crawl import Crawl
from app.page_types.chosen import Choices
from app.page_types.feeding import feed
from app.page_types.store import Store
from widgets.session import Session
from widgets.tree.kinds import Kinds
from widgets.tree.model import ArchiveModel

_KINDS = ("article",) * 6 + ("listing",) * 2 + ("product", "forum")
_BRANCHES, _ROWS = 300, 40


def crawl(url: str, path: Path, *, feeding: bool) -> tuple[float, float]:
    """Pages a second, and a second of processor time."""
    archive, running = Archive.create(path), threading.Event()
    running.set()

    def feed_on() -> None:
        while running.is_set():
            feed(archive, None, lambda: not running.is_set(), running.is_set)
            time.sleep(1)

    thread = threading.Thread(target=feed_on)
    if feeding:
        thread.start()
    began, worked = time.perf_counter(), time.process_time()
    one = Crawl.new(archive, CrawlSettings(seeds=(url,), delay=0.0, workers=16, per_host=16))
    one.run()
    seconds, busy = time.perf_counter() - began, time.process_time() - worked
    running.clear()
    if feeding:
        thread.join()
    assert one.error is None, one.error
    pages = one.progress().pages
    return pages / seconds, pages / busy


def crawls(pages: int, kib: int, rounds: int) -> None:
    site = [Path(__file__).with_name("site.py"), pages, kib * 1024, 12, "mixed"]
    server = subprocess.Popen([sys.executable, *map(str, site)], stdout=subprocess.PIPE, text=True)
    ratios = list[tuple[float, float]]()
    try:
        assert server.stdout is not None
        url = f"http://127.0.0.1:{int(server.stdout.readline())}/s0/p0.html"
        with tempfile.TemporaryDirectory() as folder:
            crawl(url, Path(folder, "first.archive"), feeding=False)
            for number in range(rounds):
                rates = {
                    fed: crawl(url, Path(folder, f"{number}{fed}.archive"), feeding=fed)
                    for fed in ((False, True) if number % 2 else (True, False))
                }
                clock, processor = (fed / alone for fed, alone in zip(rates[True], rates[False], strict=True))
                ratios.append((clock, processor))
                alone, fed = rates[False][0], rates[True][0]
                print(f"{alone:.0f} pages a second alone, {fed:.0f} with the feed", flush=True)
    finally:
        server.kill()
        server.wait()
    for what, found in zip(("clock", "processor"), zip(*ratios, strict=True), strict=True):
        print(f"by the {what}: median of the ratios {median(found):.2f} ({min(found):.2f}–{max(found):.2f})")


def make_up(archive: Archive) -> None:
    """Kinds for all documents, by chance: judging 200 000 pages takes 20 minutes."""
    chance = random.Random(1)
    with archive.reader() as reader, Store(archive.path, make=True) as store:
        store.settle(reader, Choices())
        assert store.db is not None
        pages = reader.connection.execute("SELECT page_id FROM pages WHERE kind = 'document'")
        rows = ((page, kind, kind) for (page,) in pages for kind in (chance.choice(_KINDS),))
        store.db.execute("BEGIN")
        store.db.executemany("INSERT OR REPLACE INTO pages VALUES (?, ?, ?, 0, 0)", rows)
        store.db.execute("COMMIT")


def least(what: str, work: Callable[[], object]) -> None:
    times = list[float]()
    for _ in range(3):
        began = time.process_time()
        work()
        times.append(time.process_time() - began)
    print(f"{what}: {min(times) * 1000:.1f} ms")


def tree(path: Path) -> None:
    application = QApplication([])
    archive = Archive.open(path)
    make_up(archive)
    session, owner = Session(archive), QObject()
    reader = session.reader

    def opened(kinds: Kinds | None, choice: FacetChoice | None) -> None:
        model = ArchiveModel(reader)
        if kinds is not None:
            kinds.forget()
        model.kinds = kinds
        if choice is not None:
            model.show_chosen(reader.chosen(choice, ("document",)))
        step = max(1, model.rowCount() // _BRANCHES)
        for row in range(0, model.rowCount(), step):
            branch = model.index(row, 0)
            model.fetchMore(branch)
            for child in range(min(_ROWS, model.rowCount(branch))):
                model.index(child, 0, branch).data(Qt.ItemDataRole.DecorationRole)

    for named, kinds in (("without icons of kinds", None), ("with them", Kinds(session, owner))):
        least(f"{_BRANCHES} branches {named}", lambda kinds=kinds: opened(kinds, None))
    for named, choice in (
        ("type", FacetChoice(type=("page",))),
        ("kind", FacetChoice(page_type=("article",))),
    ):
        least(f"pages of a {named} found", lambda choice=choice: reader.chosen(choice, ("document",)))
        least(f"that, and {_BRANCHES} branches", lambda choice=choice: opened(None, choice))
    least("facets counted", reader.facets)
    session.close()
    application.quit()


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("what", choices=("crawl", "tree"))
    options.add_argument("archive", type=Path, nargs="?")
    options.add_argument("--pages", type=int, default=2500)
    options.add_argument("--kib", type=int, default=20)
    options.add_argument("--rounds", type=int, default=7)
    given = options.parse_args()
    if given.what == "crawl":
        crawls(given.pages, given.kib, given.rounds)
    else:
        tree(given.archive)


if __name__ == "__main__":
    main()
