"""Days and the past of a large archive: how long a calendar takes of each scope, and going to a moment.

    python tests/benchmarks/bench_past.py ARCHIVE      (one that large_archive.py has made)

Wall and processor time in milliseconds, the better of two; a branch is the largest site with its home page, its folders
and the first pages in the order of titles, read through a reader of the past.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TypeVar

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from app.archive.archive import Archive
from app.archive.calendar import Scope, calendar_of
from app.archive.past import Past
from app.archive.reader import ArchiveReader

T = TypeVar("T")
_ROWS = 2500


def timed(label: str, work: Callable[[], T]) -> T:
    """Do some work twice and tell how long it took."""
    took = []
    for _ in range(2):
        wall, used = time.perf_counter(), time.process_time()
        found = work()
        took.append(((time.perf_counter() - wall) * 1000, (time.process_time() - used) * 1000))
    wall, used = min(took)
    print(f"  {label:<28} {wall:8.1f} ms, {used:8.1f} ms of a processor")
    return found


def branch(reader: ArchiveReader) -> int:
    """Open the largest site."""
    site = max(reader.sites(), key=lambda folder: folder.pages)
    reader.home(site.folder_id, kinds=("document",))
    reader.folders(site.folder_id, limit=_ROWS)
    order = reader.page_order(site.folder_id, kinds=("document",), order="title", limit=_ROWS)
    return len(reader.pages_by_id([number for number, _, _ in order[:300]]))


def past_of(archive: Archive, moment: datetime) -> None:
    made: list[Past] = []
    timed(f"going to {moment:%Y-%m-%d}", lambda: made.append(Past(archive, moment)))
    with made[-1].reader() as reader:
        timed("  its sites", reader.sites)
        timed("  its largest site opened", lambda: branch(reader))
        timed("  filter by a word", lambda: len(reader.find_all("ab", ("document",))))
    for each in made:
        each.close()


def main(path: str) -> None:
    archive = Archive.open(path)
    with archive.reader() as reader:
        told = f"{reader.last_seq():,} captures"
        site = max(reader.sites(), key=lambda folder: folder.pages)
        page = next(reader.all_pages(site.url))
        inside = reader.folder(page.folder_id)
        print(f"{told}, {sum(one.pages for one in reader.sites()):,} pages")
        for scope in (
            Scope(),
            Scope("site", site.url),
            Scope("folder", inside.url),
            Scope("page", page.url),
        ):
            timed(f"calendar of {scope.kind}", lambda scope=scope: calendar_of(reader, scope))  # type: ignore[misc]
        rows = reader.connection.execute("SELECT count(*) FROM activity").fetchone()[0]
        print(f"  {rows:,} rows of counts")
        first, last = reader.connection.execute("SELECT min(date), max(date) FROM captures").fetchone()
    for share in (0.25, 0.5, 0.9):
        past_of(archive, datetime.fromtimestamp(first + (last - first) * share).astimezone())


if __name__ == "__main__":
    main(sys.argv[1])
