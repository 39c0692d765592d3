"""The tree of large archives: an archive of a million pages opens, scrolls and lets go; 60 000 new pages arrive.

The rows are written straight into the index, which is all the tree reads.
"""

from __future__ import annotations

import argparse
import io
import os
import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

if not os.environ.get("DISPLAY"):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from PySide6.QtCore import QElapsedTimer, Qt, QTimer
from PySide6.QtWidgets import QApplication

from app import desktop as roof
from app.archive.archive import Archive
from app.archive.index.schema import connect_writer
from app.archive.reader import ArchiveReader
from app.graph.standing import Ranks, mark_of
from app.graph.store.store import GraphWriter
from widgets.kit import jobs
from widgets.session import Session
from widgets.tree import cells
from widgets.tree.beside import RANKS, RankColumn
from widgets.tree.live import Growth
from widgets.tree.model import ArchiveModel
from widgets.tree.ordering import LargeBranches
from widgets.tree.view import PageTree


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=1_000_000)
    parser.add_argument("--arrivals", type=int, default=60_000)
    options = parser.parse_args()
    application = roof.build_application(["bench"])
    warm_up(application)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TIANWANG_CONFIG"] = str(Path(folder) / "config")
        for in_folder in (1000, options.pages):
            archive = Archive.create(Path(folder) / f"{in_folder}.archive")
            fill(archive, 0, options.pages, in_folder)
            print(f"{options.pages} pages, {in_folder} in a folder:")
            with archive.reader() as reader:
                look(application, reader)
            sort_beside(application, archive)
            archive.close()
        archive = Archive.create(Path(folder) / "growing.archive")
        fill(archive, 0, 100, 1_000_000)
        with archive.reader() as reader:
            grow(application, archive, reader, options.arrivals)
        archive.close()
    return 0


def warm_up(application: QApplication) -> None:
    """Fonts and styles are loaded by whatever window is shown first."""
    view = PageTree()
    view.show()
    paint(application, view)
    view.close()


def fill(archive: Archive, first: int, count: int, in_folder: int) -> None:
    """Pages of one site, so many in each folder."""
    db = connect_writer(archive.path / "index.sqlite")
    db.execute("BEGIN")
    db.execute("INSERT OR IGNORE INTO folders VALUES (1, NULL, 'e.org', 'https://e.org/', 0, 0)")
    last = (first + count - 1) // in_folder
    db.execute("INSERT OR IGNORE INTO facets VALUES (1, 'document', 'html', 'en', '2026', '', '')")
    db.executemany(
        "INSERT OR IGNORE INTO folders VALUES (?, 1, ?, ?, 0, 0)",
        ((n + 2, f"f{n:05}", f"https://e.org/f{n:05}/") for n in range(first // in_folder, last + 1)),
    )
    db.executemany(
        "INSERT INTO pages VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,1)", rows(first, count, in_folder)
    )
    db.execute(
        "UPDATE folders SET documents = (SELECT count(*) FROM pages), pages = (SELECT count(*) FROM pages)"
    )
    db.execute("COMMIT")
    db.close()


def rows(first: int, count: int, in_folder: int) -> Iterator[tuple[object, ...]]:
    for n in range(first, first + count):
        title = f"Page {n * 7919 % 1_000_003} of a large archive"  # not in the order of the addresses
        folder = n // in_folder
        url = f"https://e.org/f{folder:05}/p{n}.html"
        yield (
            n + 1,
            folder + 2,
            url,
            f"p{n}.html",
            "document",
            title,
            "title",
            "text/html",
            200,
            6000,
            1,
            0,
            1_700_000_000,
            1_700_000_000,
            n + 1,
        )


def look(application: QApplication, reader: ArchiveReader) -> None:
    before = memory()
    begun = time.perf_counter()
    model, view = ArchiveModel(reader), PageTree()
    view.show_model(model)
    view.resize(500, 700)
    view.expand(model.index(0, 0))
    view.show()
    paint(application, view)
    first_paint = time.perf_counter() - begun
    begun = time.perf_counter()
    branch = model.index(0, 0, model.index(0, 0))
    view.expand(branch)
    paint(application, view)
    branch_opened = time.perf_counter() - begun
    steps = [scroll(application, view) for _ in range(300)]
    begun = time.perf_counter()
    view.sortByColumn(0, Qt.SortOrder.DescendingOrder)
    paint(application, view)
    print(
        f"  first paint {first_paint * 1000:.0f} ms, a branch opened {branch_opened * 1000:.0f} ms, "
        f"a step of scrolling {sorted(steps)[150] * 1000:.1f} ms, the longest {max(steps) * 1000:.0f} ms, "
        f"sorted anew {(time.perf_counter() - begun) * 1000:.0f} ms, "
        f"{model.loaded} rows loaded, {memory() - before:.0f} MB more"
    )
    look_beside(application, reader, model, view)
    view.close()


def look_beside(
    application: QApplication, reader: ArchiveReader, model: ArchiveModel, view: PageTree
) -> None:
    """The same tree with the four columns of links: read, painted, sorted by."""
    view.resize(1100, 700)
    without = painted(application, view)
    keep_ranks(reader)
    begun = time.perf_counter()
    found = Ranks(reader.path)
    columns = tuple(map(RankColumn, RANKS))
    for column in columns:
        column.show(found)
    read = time.perf_counter() - begun
    model.show_beside(columns)
    for key in RANKS:
        view.show_beside(key)
    shown = painted(application, view)
    begun = time.perf_counter()
    view.sortByColumn(cells.COLUMNS, Qt.SortOrder.DescendingOrder)
    paint(application, view)
    print(
        f"  columns of links: read in a worker in {read * 1000:.0f} ms, a paint {shown * 1000:.1f} ms of the processor "
        f"(without them {without * 1000:.1f}), sorted by rank {(time.perf_counter() - begun) * 1000:.0f} ms"
    )


def sort_beside(application: QApplication, archive: Archive) -> None:
    """Sorted by rank as in the window, where a large branch is put in order beside it: the longest gap of the window."""
    session = Session(archive)
    model, view = ArchiveModel(session.reader), PageTree()
    LargeBranches(model, session)
    view.show_model(model)
    view.resize(1100, 700)
    column = RankColumn(RANKS[0])
    column.show(Ranks(archive.path))
    model.show_beside((column,))
    view.show()
    view.expand(model.index(0, 0))
    branch = model.index(0, 0, model.index(0, 0))
    view.expand(branch)
    paint(application, view)
    gaps, worked, before = list[float](), list[float](), time.thread_time()
    clock, beat = QElapsedTimer(), QTimer(interval=5, timerType=Qt.TimerType.PreciseTimer)

    def note() -> None:
        nonlocal before
        gaps.append(clock.restart())
        worked.append(time.thread_time() - before)
        before = time.thread_time()

    beat.timeout.connect(note)
    clock.start()
    beat.start()
    for order in (Qt.SortOrder.DescendingOrder, Qt.SortOrder.AscendingOrder):
        begun = time.perf_counter()
        view.sortByColumn(cells.COLUMNS, order)
        while not model.rowCount(branch):
            application.processEvents()
        took = time.perf_counter() - begun
        paint(application, view)
        application.processEvents()
    print(
        f"  in the window: sorted by rank after {took * 1000:.0f} ms, longest gap {max(gaps):.0f} ms, "
        f"{max(worked) * 1000:.0f} of the processor"
    )
    view.close()
    jobs.wait_all()
    session.close()


def painted(application: QApplication, view: PageTree) -> float:
    """Seconds of the processor for a paint, in the mean of fifty."""
    paint(application, view)
    begun = time.process_time()
    for _ in range(50):
        view.viewport().repaint()
    return (time.process_time() - begun) / 50


def keep_ranks(reader: ArchiveReader) -> None:
    """Ranks of all pages, in another order than they are."""
    rows = reader.connection.execute("SELECT page_id, url FROM pages ORDER BY page_id").fetchall()
    pages = np.array([page for page, _ in rows], np.int64)
    other = pages * 7919 % 1_000_003
    file = io.BytesIO()
    np.savez(
        file,
        pages=pages,
        marks=np.array([mark_of(url) for _, url in rows], np.uint32),
        scores=other.astype(np.float32) + 1,
        shares=other.astype(np.float32),
        bars=(other % 11).astype(np.int8),
        links=other.astype(np.int32),
        depths=(other % 9).astype(np.int32),
        broken=(other % 3).astype(np.int32),
    )
    writer = GraphWriter(reader.path)
    try:
        writer.keep_ranks(file.getvalue())
    finally:
        writer.close()


def paint(application: QApplication, view: PageTree) -> None:
    application.processEvents()
    view.viewport().repaint()


def scroll(application: QApplication, view: PageTree) -> float:
    begun = time.perf_counter()
    bar = view.verticalScrollBar()
    bar.setValue(bar.value() + bar.pageStep())
    application.processEvents()
    return time.perf_counter() - begun


def grow(application: QApplication, archive: Archive, reader: ArchiveReader, arrivals: int) -> None:
    """So many pages arrive at once in a branch that is open."""
    model, view = ArchiveModel(reader), PageTree()
    growth = Growth(model, reader)
    view.show_model(model)
    view.resize(500, 700)
    view.show()
    view.expand(model.index(0, 0))
    view.expand(model.index(0, 0, model.index(0, 0)))
    paint(application, view)
    fill(archive, 100, arrivals, 1_000_000)
    gaps: list[float] = []
    clock, beat = QElapsedTimer(), QTimer(interval=5, timerType=Qt.TimerType.PreciseTimer)
    beat.timeout.connect(lambda: gaps.append(clock.restart()))
    clock.start()
    beat.start()
    begun = time.perf_counter()
    growth.to(100 + arrivals)
    while growth.busy:
        application.processEvents()
    took = time.perf_counter() - begun
    print(f"{arrivals} arrivals in {took:.1f} s, longest gap {max(gaps)} ms, {model.loaded} rows loaded")
    view.close()


def memory() -> float:
    """The most this process has ever used, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    sys.exit(main())
