"""Pages a second of a whole crawl (fetched, extracted, stored, indexed, durable) against others on the same site.

    python tests/benchmarks/bench_crawl.py [--pages 2000] [--kib 60] [--rounds 3]

The site is served by a process of its own; the programs take turns, and the best round of each counts. Scrapy stores
nothing; wget2 and wget (when installed) store files and follow links. None of them extracts or indexes.
"""

from __future__ import annotations

import argparse
import gc
import json
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from tests.benchmarks import peers

CONCURRENT = 16


def ours(url: str, folder: Path) -> dict[str, object]:
    """In a process of its own, so that memory and processor time are the crawl's alone."""
    done = subprocess.run(
        [sys.executable, __file__, "--ours", url, str(folder / "bench.archive")], stdout=subprocess.PIPE, check=True
    )
    return dict(json.loads(done.stdout))


def run_ours(url: str, path: Path) -> None:
    from app.archive import Archive
    from app.crawl import Crawl, CrawlSettings

    gc.set_threshold(50_000, 20, 20)  # as the command line does for a crawl
    archive = Archive.create(path)
    settings = CrawlSettings(seeds=(url,), delay=0.0, workers=CONCURRENT, per_host=CONCURRENT)
    began = time.perf_counter()
    crawl = Crawl.new(archive, settings)
    crawl.run()
    seconds = time.perf_counter() - began
    assert crawl.error is None, crawl.error
    own, children = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    cpu = own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime
    size = sum(file.stat().st_size for file in (path / "batches").rglob("*.tw"))
    pages = crawl.progress().pages
    found = {"program": "this crawler", "pages": pages, "seconds": seconds, "cpu": cpu}
    print(json.dumps({**found, "mib": own.ru_maxrss / 1024, "stored_mib": size / 1024 / 1024}))


def wget(program: str, url: str, folder: Path) -> dict[str, object]:
    began = time.perf_counter()
    subprocess.run([program, "-q", "-r", "-l", "inf", "-P", str(folder / program), url], check=False)
    seconds = time.perf_counter() - began
    return {
        "program": program, "pages": sum(1 for _ in (folder / program).rglob("*.html")), "seconds": seconds
    }  # fmt: skip


def scrapy(url: str) -> dict[str, object] | None:
    return peers.run("scrapy_crawl.py", url, CONCURRENT)


def main(pages: int, kib: int, rounds: int) -> None:
    server = subprocess.Popen(
        [sys.executable, str(Path(__file__).with_name("site.py")), str(pages), str(kib * 1024)],
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    best: dict[str, dict[str, object]] = {}
    try:
        assert server.stdout is not None
        url = f"http://127.0.0.1:{int(server.stdout.readline())}/s0/p0.html"
        for _ in range(rounds):
            with tempfile.TemporaryDirectory() as name:
                folder = Path(name)
                found = [ours(url, folder), scrapy(url)]
                found += [wget(program, url, folder) for program in ("wget2", "wget") if shutil.which(program)]
            for result in found:
                if result is not None:
                    before = best.get(str(result["program"]))
                    if before is None or result["seconds"] < before["seconds"]:  # type: ignore[operator]
                        best[str(result["program"])] = result
    finally:
        server.kill()
        server.wait()
    if not any(name.startswith("Scrapy") for name in best):
        print(peers.MISSING)
    rate = {name: float(result["pages"]) / float(result["seconds"]) for name, result in best.items()}  # type: ignore[arg-type]
    print(f"{pages} pages of {kib} KiB, best of {rounds} rounds")
    for name, result in best.items():
        ratio = f"   ours is {rate['this crawler'] / rate[name]:.2f} times that" if name != "this crawler" else ""
        cpu = f" {float(result['cpu']) / float(result['pages']) * 1e3:5.2f} ms cpu a page" if "cpu" in result else ""  # type: ignore[arg-type]
        print(f"{name:16} {result['pages']:6} pages {rate[name]:8.0f} pages/s{cpu}{ratio}")
    own = best["this crawler"]
    print(f"memory of this crawler: {own['mib']:.0f} MiB; stored {own['stored_mib']:.1f} MiB")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--ours"]:
        run_ours(sys.argv[2], Path(sys.argv[3]))
    else:
        parser = argparse.ArgumentParser(description=__doc__)
        parser.add_argument("--pages", type=int, default=2000)
        parser.add_argument("--kib", type=int, default=60)
        parser.add_argument("--rounds", type=int, default=3)
        given = parser.parse_args()
        main(given.pages, given.kib, given.rounds)
