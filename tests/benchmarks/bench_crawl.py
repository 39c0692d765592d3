"""Pages a second of a whole crawl (fetched, extracted, stored, indexed, durable) against others on the same site.

    python tests/benchmarks/bench_crawl.py [--pages 1000] [--kib 50] [--rounds 3] [--links 3 12 33]
        [--texts english mixed] [--trap]

Sites with so many links a page and texts in English or in Chinese and English, each served by a process of its own; the
programs take turns, and the best round of each counts, by time and by processor time. Scrapy stores nothing; wget2 and
wget (when installed) store files and follow links. None of them extracts or indexes.

With `--trap` this crawler alone, with the trap for near duplicates and without it, one after the other in each round.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from tests.benchmarks import peers

CONCURRENT = 16
OURS, UNTRAPPED = "this crawler", "without the trap"
"""As it is, and without the trap for near duplicates, which reads the main text of some pages."""


def ours(url: str, folder: Path, trap: bool = True) -> dict[str, object]:
    """In a process of its own, so that memory and processor time are the crawl's alone; compiled, as an installed
    program is (Scrapy has been by pip)."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    made = folder / ("trap.archive" if trap else "bench.archive")
    done = subprocess.run(
        [sys.executable, __file__, "--ours", url, str(made), *([] if trap else ["no-trap"])],
        stdout=subprocess.PIPE,
        check=True,
        env=kept,
    )
    return dict(json.loads(done.stdout))


def run_ours(url: str, path: Path, trap: bool) -> None:
    from app.archive.archive import Archive
    from app.crawl.rules.settings import CrawlSettings
    from app.crawl.run import reading
    from app.crawl.run.crawl import Crawl

    sketched, sketch = [], vars(reading)["sketch"]

    def counted(*given: Any) -> Any:
        sketched.append(1)
        return sketch(*given)

    vars(reading)["sketch"] = counted
    gc.set_threshold(50_000, 20, 20)  # as the command line does for a crawl
    archive = Archive.create(path)
    settings = CrawlSettings(
        seeds=(url,), delay=0.0, workers=CONCURRENT, per_host=CONCURRENT, near_duplicates=trap
    )
    began = time.perf_counter()
    crawl = Crawl.new(archive, settings)
    crawl.run()
    seconds = time.perf_counter() - began
    assert crawl.error is None, crawl.error
    own, children = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    cpu = own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime
    size = sum(file.stat().st_size for file in (path / "batches").rglob("*.tw"))
    pages = crawl.progress().pages
    found = {
        "program": OURS if trap else UNTRAPPED,
        "pages": pages,
        "seconds": seconds,
        "cpu": cpu,
        "sketched": len(sketched),
    }
    print(json.dumps({**found, "mib": own.ru_maxrss / 1024, "stored_mib": size / 1024 / 1024}))


def wget(program: str, url: str, folder: Path) -> dict[str, object]:
    began = time.perf_counter()
    subprocess.run([program, "-q", "-r", "-l", "inf", "-P", str(folder / program), url], check=False)
    seconds = time.perf_counter() - began
    return {
        "program": program,
        "pages": sum(1 for _ in (folder / program).rglob("*.html")),
        "seconds": seconds,
    }


def scrapy(url: str) -> dict[str, object] | None:
    return peers.run("scrapy_crawl.py", url, CONCURRENT)


def paired(given: argparse.Namespace, links: int, text: str) -> None:
    """Print milliseconds of processor time a page with the trap and without it, and the pages whose text was compared."""
    server = _served(given, links, text)
    try:
        assert server.stdout is not None
        url = f"http://127.0.0.1:{int(server.stdout.readline())}/s0/p0.html"
        for _ in range(given.rounds):
            with tempfile.TemporaryDirectory() as name:
                on, off = (ours(url, Path(name), trap) for trap in (True, False))
            print(
                f"{on['pages']} pages of {given.kib} KiB, {links} links each, {text}: {_cost(on):.2f} ms with the trap, "
                f"{_cost(off):.2f} without ({_cost(on) / _cost(off):.3f}); {on['sketched']} compared"
            )
    finally:
        server.kill()
        server.wait()


def main(given: argparse.Namespace) -> None:
    if given.trap:
        for links in given.links:
            for text in given.texts:
                paired(given, links, text)
        return
    ratios: dict[tuple[int, str], list[tuple[float, float]]] = {}
    for links in given.links:
        for text in given.texts:
            best = measured(given, links, text)
            print(
                f"{given.pages} pages of {given.kib} KiB, {links} links each, {text}: best of {given.rounds} rounds"
            )
            for name, found in table(best).items():
                ratios.setdefault((links, name), []).append(found)
    if not ratios:
        print(peers.MISSING)
    for (links, name), pairs in ratios.items():
        times, costs = zip(*pairs, strict=True)
        print(
            f"{links:2} links a page, {name}: {_range(times)} times Scrapy, by processor time {_range(costs)}"
        )


def measured(given: argparse.Namespace, links: int, text: str) -> dict[str, dict[str, object]]:
    """The best round of each program on one kind of site; its `cpu` is the least of all rounds."""
    server = _served(given, links, text)
    best: dict[str, dict[str, object]] = {}
    try:
        assert server.stdout is not None
        url = f"http://127.0.0.1:{int(server.stdout.readline())}/s0/p0.html"
        for _ in range(given.rounds):
            with tempfile.TemporaryDirectory() as name:
                folder = Path(name)
                found = [ours(url, folder), ours(url, folder, False), scrapy(url)]
                found += [
                    wget(program, url, folder) for program in ("wget2", "wget") if shutil.which(program)
                ]
            for result in filter(None, found):
                known = best.setdefault(str(result["program"]), result)
                if "cpu" in result:
                    result["cpu"] = known["cpu"] = min(known["cpu"], result["cpu"])  # type: ignore[type-var]
                if result["seconds"] < known["seconds"]:  # type: ignore[operator]
                    best[str(result["program"])] = result
    finally:
        server.kill()
        server.wait()
    return best


def _served(given: argparse.Namespace, links: int, text: str) -> subprocess.Popen[str]:
    """A site in a process of its own, which prints its port."""
    command = [
        sys.executable,
        Path(__file__).with_name("site.py"),
        given.pages,
        given.kib * 1024,
        links,
        text,
    ]
    return subprocess.Popen(
        [str(part) for part in command if part != "english"], stdout=subprocess.PIPE, text=True
    )


def table(best: dict[str, dict[str, object]]) -> dict[str, tuple[float, float]]:
    """Print it; ours, with the trap and without, against Scrapy, by time and by processor time, where Scrapy is there."""
    against: dict[str, tuple[float, float]] = {}
    own = best[OURS]
    for name, result in best.items():
        cpu = f" {_cost(result):5.2f} ms cpu a page" if "cpu" in result else ""
        ratio = f"   ours is {_rate(own) / _rate(result):.2f} times that" if result is not own else ""
        print(f"{name:16} {result['pages']:6} pages {_rate(result):8.0f} pages/s{cpu}{ratio}")
        if name.startswith("Scrapy"):
            against = {
                one: (_rate(best[one]) / _rate(result), _cost(result) / _cost(best[one]))
                for one in (OURS, UNTRAPPED)
            }
    print(f"memory of this crawler: {own['mib']:.0f} MiB; stored {own['stored_mib']:.1f} MiB")
    return against


def _rate(result: dict[str, object]) -> float:
    return float(result["pages"]) / float(result["seconds"])  # type: ignore[arg-type]


def _cost(result: dict[str, object]) -> float:
    """Milliseconds of processor time a page."""
    return float(result["cpu"]) / float(result["pages"]) * 1e3  # type: ignore[arg-type]


def _range(values: tuple[float, ...]) -> str:
    return f"{min(values):.2f}–{max(values):.2f}"


if __name__ == "__main__":
    if sys.argv[1:2] == ["--ours"]:
        run_ours(sys.argv[2], Path(sys.argv[3]), "no-trap" not in sys.argv[4:])
    else:
        parser = argparse.ArgumentParser(description=__doc__)
        parser.add_argument("--pages", type=int, default=1000)
        parser.add_argument("--kib", type=int, default=50)
        parser.add_argument("--rounds", type=int, default=3)
        parser.add_argument("--links", type=int, nargs="+", default=[3, 12, 33])
        parser.add_argument("--texts", nargs="+", choices=("english", "mixed"), default=["english", "mixed"])
        parser.add_argument("--trap", action="store_true")
        main(parser.parse_args())
