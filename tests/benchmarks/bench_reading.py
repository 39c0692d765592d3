"""Documents read by one process and by all, from what is kept, and chosen by facets among a million pages.

Run: python tests/benchmarks/bench_reading.py FOLDER [--pages N]. FOLDER holds documents of any kind. The pages are made
up: 300 hosts, one page in seven is no HTML, 20 000 authors.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypeVar

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from app.archive.archive import Archive
from app.archive.documents.preparing import Prepared
from app.archive.index import schema
from app.archive.index.facets import FacetChoice
from app.archive.index.indexing import Indexer
from app.archive.model import NewCapture
from app.archive.reader import ArchiveReader
from extractors.door.workers import Workers

T = TypeVar("T")
START = datetime(2026, 11, 1, tzinfo=UTC)
FORMATS = ["html"] * 86 + ["pdf"] * 6 + ["docx", "doc", "xlsx", "image", "image", "text", "css", "mp4"]
LANGUAGES = ["zh-CN", "en", "zh", "de", "", "ja"]


def timed(work: Callable[[], T], times: int = 3) -> tuple[float, T]:
    """The shortest of so many tries, in seconds."""
    best = float("inf")
    for _ in range(times):
        began = time.perf_counter()
        result = work()
        best = min(best, time.perf_counter() - began)
    return best, result


def bulk(files: list[Path]) -> None:
    for size in (1, os.cpu_count() or 1):
        with Workers(size) as workers, ThreadPoolExecutor(size + 1) as pool:
            list(pool.map(workers.extract, [b"<p>x"] * 4 * size))  # started
            seconds, found = timed(
                lambda: list(pool.map(lambda f: workers.extract(f.read_bytes(), name=f.name), files)), 1
            )
        errors = sum(bool(document.error) for document in found)
        print(
            f"{size} processes: {len(files) / seconds:.0f} documents/s, {errors} of {len(files)} with an error"
        )


def kept(files: list[Path], folder: Path) -> None:
    archive = Archive.create(folder / "kept.archive")
    with archive.writer() as writer:
        for number, path in enumerate(files):
            data = b"HTTP/1.1 200 OK\r\n\r\n" + path.read_bytes()
            writer.store(NewCapture(f"http://a.test/{number}/{path.name}", START, None, data))
    with archive.reader() as reader:
        captures = list(reader.captures())
        first, _ = timed(lambda: [reader.document(capture) for capture in captures], 1)
        again, _ = timed(lambda: [reader.document(capture) for capture in captures])
    per = 1000 / max(1, len(captures))
    print(f"documents of an archive: {first * per:.1f} ms each, again {again * per:.2f} ms")


def facets(count: int, folder: Path) -> None:
    index = folder / "index.sqlite"
    rng = random.Random(1)
    db = schema.connect_builder(index)
    indexer = Indexer(db)
    db.execute("BEGIN")
    for number in range(count):
        indexer.add_version(_page(number, rng), "202611", number + 1, 0, number * 2000, number * 2000 + 1900)
    indexer.flush()
    db.execute("COMMIT")
    schema.finish_builder(db)
    pdf, rare = FacetChoice(type=("pdf",), language=("zh",)), FacetChoice(issuer=("国务院办公厅",))
    with ArchiveReader(folder, schema.connect_reader(index)) as reader:
        for what, work in (
            ("all counts", lambda: reader.facets()),
            ("counts under a choice", lambda: reader.facets(pdf)),
            ("where the chosen stand", lambda: reader.chosen(pdf, ("document",)).pages),
            ("where rare ones stand", lambda: reader.chosen(rare, ("document",)).pages),
            ("all pages that are chosen", lambda: sum(1 for _ in reader.all_pages(choice=rare))),
        ):
            print(f"{count} pages, {what}: {timed(work)[0] * 1000:.0f} ms")
    print(f"index: {index.stat().st_size / count:.0f} bytes a capture")


def _page(number: int, rng: random.Random) -> Prepared:
    format = rng.choice(FORMATS)
    url = f"http://host{number % 300}.test/dir{number % 37}/page-{number}.html"
    return Prepared(
        NewCapture(url, START + timedelta(seconds=number), "127.0.0.1", b""),
        200,
        "text/html",
        "resource" if format in ("css", "image") else "document",
        1000,
        1200,
        "sha256:" + hashlib.sha256(str(number).encode()).hexdigest(),
        "",
        format,
        f"Title of page number {number}",
        "title",
        f"Author {rng.randrange(20_000)}" if rng.random() < 0.2 else "",
        f"{rng.randint(2000, 2026)}-01-02" if rng.random() < 0.5 else "",
        rng.choice(LANGUAGES),
        (),
        (),
        issuer="国务院办公厅" if rng.random() < 0.01 else "",
        extracted=1001,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pages", type=int, default=1_000_000)
    options = parser.parse_args()
    files = sorted(path for path in options.folder.rglob("*") if path.is_file())
    with tempfile.TemporaryDirectory() as name:
        bulk(files)
        kept(files[:300], Path(name))
        facets(options.pages, Path(name))


if __name__ == "__main__":
    main()
