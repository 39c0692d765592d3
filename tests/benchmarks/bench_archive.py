"""Import, rebuild and use of an archive: records a second, bytes of the index a record, waiting times of a large one.

Run: python tests/benchmarks/bench_archive.py [--quick | --rates] [--captures N] [--pages N] [--rounds N]

The rates are the best of several rounds over HTML pages of 10 to 100 KB whose sizes are spread as on the web (26 KB in
the middle), with titles, from Tianwang files that hold them plain and compressed. Beside them stands the processor time
a record takes in all processes together, how many cores were busy, and as a yardstick of the machine how many records
FastWARC reads a second from a plain WARC file of the same pages.

The large archive has small bodies: its batch files are written directly, and its index is what the rebuild makes of
them. What is measured cold runs in a process of its own, after the system's memory of files was dropped (where that is
allowed; else the index file alone is taken out of it).
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple, TypeVar

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from app.archive import batches
from app.archive.archive import Archive
from app.interchange.importing import import_files
from app.tianwang.writer import RecordWriter, encode, pack
from tests.benchmarks import corpus, peers

T = TypeVar("T")
START = datetime(2024, 1, 1, tzinfo=UTC)
MONTHS = 24
WORDS = [
    "archive",
    "batch",
    "capture",
    "digest",
    "frontier",
    "index",
    "layout",
    "letter",
    "museum",
    "page",
    "river",
]
SITES, IN_FOLDER = 300, 200
VISITS = 10  # of so many captures one finds nothing new

COLD = """
import sys, time
from pathlib import Path
from typing import TypeVar
begun = time.perf_counter()
from app.archive.archive import Archive
loaded = time.perf_counter()
with Archive.open(sys.argv[1]).reader() as reader:
    sites = reader.sites()
    rows, at = [], sites[len(sites) // 2].folder_id
    while not rows:
        folders = reader.folders(at)
        rows = reader.pages(at, kinds=["document"], order="title", limit=500)
        at = folders[0].folder_id if folders else at
    shown = time.perf_counter()
print(f"{loaded - begun} {shown - loaded} {len(sites)} {len(rows)}")
"""


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="a large archive of 100 000 captures")
    parser.add_argument("--rates", action="store_true", help="only the rates, no large archive")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--captures", type=int, default=1_000_000)
    parser.add_argument("--pages", type=int, default=6000)
    parser.add_argument("--in", dest="folder", default=None, help="folder for the archives")
    options = parser.parse_args()
    captures = 100_000 if options.quick else options.captures
    with tempfile.TemporaryDirectory(dir=options.folder) as name:
        folder = Path(name)
        rates(folder, options.pages, options.rounds)
        if not options.rates:
            large(folder / "large.archive", captures)
    print(f"most memory ever used: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")
    return 0


def rates(folder: Path, count: int, rounds: int) -> None:
    """Records a second of import and rebuild, and what they cost."""
    files, size = sources(folder, count)
    print(
        f"{count} HTML pages of {size / count / 1000:.1f} KB; {os.cpu_count()} cores; best of {rounds} rounds"
    )
    yardstick(folder, rounds)
    measured: dict[str, list[Round]] = {}
    for _ in range(rounds):  # what else the machine does should meet all of them alike
        for source in files:
            archive = Archive.create(folder / "rates.archive")
            with archive.writer() as writer:
                one, report = spent(
                    count, lambda source=source, writer=writer: import_files(writer, [source])
                )
            assert report.stored == count
            measured.setdefault(f"import of {source.stem} records", []).append(one)
            one, report = spent(count, lambda archive=archive: Archive.reindex(archive.path))
            assert report.versions == count and not report.damaged
            measured.setdefault("rebuild of the index", []).append(one)
            shutil.rmtree(archive.path)
    for what, found in measured.items():
        best, least = max(one.rate for one in found), min(one.cost for one in found)
        cores = max(found, key=lambda one: one.rate).cores
        print(
            f"  {what}: {best:.0f} records/s ({cores:.2f} cores busy), least processor time {least:.0f} µs/record"
        )


class Round(NamedTuple):
    """Records a second, microseconds of processor time a record (all processes), cores that were busy."""

    rate: float
    cost: float
    cores: float


def spent(count: int, work: Callable[[], T]) -> tuple[Round, T]:
    before = processor_time()
    took, result = clock(work)
    used = processor_time() - before
    return Round(count / took, used / count * 1e6, used / took), result


def processor_time() -> float:
    """Seconds of this process and of those that it has ended."""
    usage = [resource.getrusage(whose) for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in usage)


def sources(folder: Path, count: int) -> tuple[list[Path], int]:
    """Tianwang files of the same pages, plain and packed, and the bytes of their DATA; and what the peers write."""
    plain, packed = folder / "plain.tw", folder / "packed.tw"
    chance, size = random.Random(5), 0
    pages = [web_sized(page, chance) for page in corpus.pages(count)]
    with RecordWriter(plain) as one, RecordWriter(packed) as other:
        for page in pages:
            size += len(page.data)
            for writer, level in ((one, 0), (other, 6)):
                writer.write(encode(url=page.url, date=page.date, ip=page.ip, data=page.data, level=level))
    corpus.save(iter(pages), folder / "pages.bin")
    return [packed, plain], size


def web_sized(page: corpus.Page, chance: random.Random) -> corpus.Page:
    """The page, ended earlier: small ones are more frequent than large ones, by the square of their size."""
    smallest, largest = corpus.SMALLEST, corpus.LARGEST
    size = int(smallest / (1 - chance.random() * (1 - smallest / largest)))
    if size >= len(page.body):
        return page
    body = page.body[: page.body.rindex(b"\n", 0, size)] + b"\n</main>\n</body>\n</html>\n"
    head = page.head.replace(b"Content-Length: %d\r" % len(page.body), b"Content-Length: %d\r" % len(body))
    return page._replace(head=head, body=body)


def yardstick(folder: Path, rounds: int) -> None:
    warc = folder / "peer.warc"
    written = peers.run("warc_files.py", "write", folder / "pages.bin", warc)
    read = written and peers.run("warc_files.py", "read", "fastwarc", warc, "heads", rounds)
    speed = f"{read['records'] / min(read['seconds']):.0f} records/s" if read else peers.MISSING
    print(f"  yardstick, FastWARC reading the heads of a plain file: {speed}")


def large(path: Path, count: int) -> None:
    """Waiting times of an archive of so many captures."""
    took, archive = clock(lambda: Archive.create(path))
    took, _ = clock(lambda: fill(path, count))
    print(f"{count} captures in {MONTHS} months; batch files written in {took:.0f} s")
    took, report = clock(lambda: Archive.reindex(path))
    assert report.records == count and not report.damaged and not report.skipped, report
    print(f"  rebuild: {count / took:.0f} records/s ({took:.0f} s)")
    print(f"  index: {(path / 'index.sqlite').stat().st_size / count:.0f} bytes a capture")
    took, _ = clock(lambda: archive.writer().close())
    print(f"  opened for writing, the filter of addresses built: {took:.2f} s; again: ", end="")
    took, _ = clock(lambda: archive.writer().close())
    print(f"{took:.2f} s")
    how = drop_caches(path / "index.sqlite")
    done = subprocess.run([sys.executable, "-c", COLD, path], capture_output=True, text=True, check=True)
    loaded, shown, sites, rows = done.stdout.split()
    print(
        f"  cold ({how}): program {float(loaded):.2f} s, archive opened and first rows {float(shown):.3f} s "
        f"({sites} sites, {rows} pages)"
    )
    chance = random.Random(3)
    with archive.reader() as reader:
        urls = [address(chance.randrange(count)) for _ in range(2000)]
        times = [clock(lambda url=url: reader.versions(url, visits=True))[0] for url in urls]
        assert reader.versions(urls[0], visits=True)
    print(
        f"  versions of an address: {statistics.median(times) * 1e3:.3f} ms, "
        f"99 of 100 within {sorted(times)[len(times) * 99 // 100] * 1e3:.3f} ms"
    )


def address(number: int) -> str:
    """Of the pages in the large archive; a tenth of the captures are visits to the page before."""
    page = number - (number % VISITS == VISITS - 1)
    folder = page // SITES // IN_FOLDER
    return f"https://www.site{page % SITES}.example.org/{folder % 5}/section-{folder}/article-{page}.html"


def fill(path: Path, count: int) -> None:
    """Batch files as the archive's writer makes them."""
    per_month = count // MONTHS // VISITS * VISITS + VISITS
    for first in range(0, count, per_month):
        when = datetime(START.year + first // per_month // 12, 1 + first // per_month % 12, 1, tzinfo=UTC)
        batch = batches.batch_of(when)
        (path / "batches" / batch).mkdir()
        with batches.file_path(path, batch, 0).open("wb", buffering=1 << 20) as file:
            for record in records(batch, when, first, min(first + per_month, count)):
                file.write(record)


def records(batch: str, month: datetime, first: int, end: int) -> Iterator[bytes]:
    chance = random.Random(first)
    for number in range(first, end):
        serial, when = number - first + 1, month + timedelta(seconds=2 * (number - first))
        own = [("id", batches.format_id(batch, serial))]
        url, ip = address(number), f"192.0.2.{number % 250}"
        if number % VISITS == VISITS - 1:
            extra = [*own, ("base", batches.format_id(batch, serial - 1)), ("status", "304")]
            yield encode(url=url, date=when, data=b"", ip=ip, extra=extra, version="2.0", digest=True)
            continue
        title = " ".join(chance.choices(WORDS, k=6)).capitalize()
        data = (
            f"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<!doctype html><html lang=en>"
            f"<title>{title}</title><p>{number} {title}</p></html>"
        ).encode()
        yield encode(url=url, date=when, data=data, ip=ip, extra=own, digest=True, packed=pack(data))


def drop_caches(index: Path) -> str:
    os.sync()
    with suppress(OSError):
        Path("/proc/sys/vm/drop_caches").write_text("3\n")
        return "caches dropped"
    with index.open("rb") as file:
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    return "index out of the cache"


def clock(work: Callable[[], T]) -> tuple[float, T]:
    begun = time.perf_counter()
    result = work()
    return time.perf_counter() - begun, result


if __name__ == "__main__":
    sys.exit(main())
