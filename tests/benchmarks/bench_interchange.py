"""Exports of an archive into every archive format: captures a second, sizes, and whether the peers can open them.

Run: python tests/benchmarks/bench_interchange.py [--pages N]. The same pages are written by warcio for comparison.
warcio and FastWARC must find every record with its digests and the very bodies that were archived, `wacz validate` must
accept the package, and cdxj-indexer must make the same index of our WARC as we do.
"""

from __future__ import annotations

import argparse
import hashlib
import resource
import sys
import tempfile
import time
from collections import Counter
from datetime import timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from app.archive.archive import Archive
from app.archive.model import NewCapture, NewVisit
from app.interchange.exporting import FORMATS, export_archive
from app.interchange.job import InterchangeReport
from tests.benchmarks import corpus, peers

VISITS = 5  # of so many pages one is visited again


def fill(archive: Archive, made: list[corpus.Page]) -> int:
    """Store the pages, and visits of some of them; returns the number of captures."""
    with archive.writer() as writer:
        for page in made:
            stored = writer.store(NewCapture(page.url, page.date, page.ip, page.data))
            if stored.seq % VISITS == 0:
                writer.store(NewVisit(page.url, page.date + timedelta(days=2), page.ip, stored.id, 304))
        return writer.commit()


def export(archive: Archive, dest: Path, format: str, captures: int) -> tuple[InterchangeReport, float]:
    began = time.perf_counter()
    with archive.reader() as reader:
        report = export_archive(reader, dest, format)
    seconds = time.perf_counter() - began
    assert report.records + report.left_out == captures and not report.notes
    print(f"  {format:9} {report.records / seconds:7.0f} records/s, {report.bytes:>11} bytes", end="")
    return report, seconds


def opened(program: str, expected: Counter[str], *paths: Path) -> bool:
    """Whether a peer finds everything in order; says so."""
    result = peers.run("open_exports.py", program, *paths)
    if result is None:
        print(f"  {program:9} {peers.MISSING}")
        return True
    if program in ("warcio", "fastwarc"):
        good = not result["problems"] and Counter(result["bodies"]) == expected
        print(
            f"  {program:9} {result['counts']}, {len(result['problems'])} digests wrong, "
            f"{'all' if Counter(result['bodies']) == expected else 'NOT all'} bodies as archived"
        )
    elif program == "wacz":
        good = bool(result["valid"])
        print(f"  wacz validate: {' '.join(str(result['said']).split())}")
    else:
        good = bool(result["equal"])
        print(f"  cdxj-indexer: {result['lines']} lines, {'the same' if good else result['first']}")
    return good


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--pages", type=int, default=2000)
    made = list(corpus.pages(parser.parse_args().pages))
    expected = Counter(hashlib.sha256(page.body).hexdigest() for page in made)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        archive = Archive.create(folder / "bench.archive")
        captures = fill(archive, made)
        corpus.save(iter(made), folder / "pages.bin")
        theirs = peers.run("warc_files.py", "write", folder / "pages.bin", folder / "peer.warc.gz")
        size = sum(len(page.data) for page in made)
        print(f"{len(made)} pages, {size} bytes, {captures - len(made)} visits")
        reports: dict[str, InterchangeReport] = {}
        for format in FORMATS:
            reports[format], seconds = export(archive, folder / format, format, captures)
            if theirs and format == "warc":
                warc = next(path for path in reports["warc"].files if path.suffix == ".gz")
                pace = theirs["seconds"][0] / seconds
                print(
                    f"   {pace:.2f} times warcio's writing, {warc.stat().st_size / theirs['bytes']:.3f} of its size",
                    end="",
                )
            print()
        print(
            f"  peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MiB with the pages in it"
        )
        index, warc = sorted(reports["warc"].files, key=lambda path: path.suffix != ".cdxj")[:2]
        checks = [opened(program, expected, warc) for program in ("warcio", "fastwarc")]
        checks.append(opened("wacz", expected, *reports["wacz"].files))
        checks.append(opened("index", expected, warc, index))
    return 0 if all(checks) else 1


if __name__ == "__main__":
    raise SystemExit(main())
