"""Recovery: MB of file a second on whole and on damaged files, and the memory it takes.

Run: python tests/benchmarks/bench_recovery.py [--quick] [--pages N]

Pages of 10 to 100 KB in four files: plain, as the old crawler wrote them; plain with digest and header-check;
compressed as this program writes it; compressed without checks, where only inflating proves anything. Each is searched
whole, with 1 % of its sectors of 512 bytes wiped, and with 1 % of its records hit by one wiped sector. Figures are MB
a second of processor time, so that other work of the machine does not count (threads that check ahead count like the
walk); behind them by the clock, which with a processor to spare for a thread is what one waits.
"""

from __future__ import annotations

import argparse
import random
import resource
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from app.tianwang.reader import RecordReader
from app.tianwang.recovery.recovery import scan
from app.tianwang.writer import RecordWriter
from tests.benchmarks import corpus

SECTOR = 512


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="fewer pages")
    parser.add_argument("--pages", type=int, default=2000)
    options = parser.parse_args()
    count = 300 if options.quick else options.pages
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "file.tw"
        made = list(corpus.pages(min(count, 500)))
        for name in ("plain", "plain sealed", "compressed sealed", "compressed, no checks"):
            path.unlink(missing_ok=True)
            pages_mb = write(path, name, made, count) / 1e6
            with RecordReader(path) as reader:
                starts = [record.offset for record in reader]
            whole, size = path.read_bytes(), path.stat().st_size
            chance = random.Random(1)
            for what, hit in (
                ("whole", []),
                ("1 % of sectors wiped", chance.sample(range(size // SECTOR), size // SECTOR // 100)),
                (
                    "1 % of records hit",
                    [
                        chance.randrange(starts[n], ([*starts, size])[n + 1]) // SECTOR
                        for n in chance.sample(range(count), max(count // 100, 1))
                    ],
                ),
            ):
                damaged = bytearray(whole)
                for sector in hit:
                    damaged[sector * SECTOR : (sector + 1) * SECTOR] = bytes(SECTOR)
                path.write_bytes(damaged)
                del damaged
                run(f"{name}, {what}", path, size, pages_mb)
            del whole
    print(
        f"most memory of this process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB "
        "(with the corpus and two copies of a file)"
    )
    return 0


def write(path: Path, name: str, made: list[corpus.Page], count: int) -> int:
    """Write `count` records; returns the bytes of their pages."""
    total = 0
    sealed = "sealed" in name
    with RecordWriter(path) as writer:
        for number in range(count):
            page = made[number % len(made)]
            date = corpus.START + 11 * number * (made[1].date - made[0].date) / 11
            extra = [("id", f"202601-{number + 1:07d}")] if sealed else []
            writer.append(
                url=f"{page.url}?{number}",
                date=date,
                ip=page.ip,
                data=page.data,
                extra=extra,
                compress="compressed" in name,
                digest=sealed,
            )
            total += len(page.data)
    return total


def run(name: str, path: Path, size: int, pages_mb: float) -> None:
    best, shortest, kinds = 1e9, 1e9, Counter[str]()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for _ in range(3):
        begun, clock = time.process_time(), time.perf_counter()
        kinds = Counter(finding.kind for finding in scan(path))
        best = min(best, time.process_time() - begun)
        shortest = min(shortest, time.perf_counter() - clock)
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    shown = ", ".join(f"{number} {kind}" for kind, number in sorted(kinds.items()))
    rates = f"{size / best / 1e6:7.0f} MB/s of file {pages_mb / best:7.0f} MB/s of pages"
    rates += f" (clock {size / shortest / 1e6:5.0f})"
    print(f"{name:44} {rates}  memory +{grown / 1024:.0f} MB  {size / 1e6:.0f} MB: {shown}")


if __name__ == "__main__":
    sys.exit(main())
