"""The kinds of pages brought up to date: versions that were stored and not judged yet, behind the commit.

What is found is written together with how far was read, so a feed that is killed goes on where it wrote last.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from app.archive.addresses import is_rendered
from app.archive.archive import Archive
from app.archive.batches import format_id
from app.archive.documents import pages
from app.archive.documents.preparing import to_timestamp
from app.archive.reader import ArchiveReader
from app.archive.yielding import Turns
from app.errors import CaptureMissing, FormatError, StorageFailed, StorageUnreadable
from app.page_types.chosen import keep, read_choices
from app.page_types.known import judged, own_title
from app.page_types.store import Judged, Store, key_of

_COMMIT_SECONDS = 2.0
_PIECE = 1000  # versions
_REST = 40.0  # 1 to 4 pages a second beside a crawl, whose speed that leaves
_PAGES = (
    "FROM captures c JOIN pages p USING (page_id) LEFT JOIN facets f ON f.facet_id = c.facets "
    "WHERE c.batch = ? AND c.serial > ? AND c.base IS NULL AND c.length > 0 AND c.status BETWEEN 200 AND 299 "
    "AND (f.format = 'html' AND f.kind = 'document' OR p.url LIKE '%#tianwang-rendered')"
)
_BATCHES = "SELECT batch, max(serial) FROM captures GROUP BY batch ORDER BY batch"


@dataclass(slots=True)
class Fed:
    """What a feed did: versions judged, and those that could not be read."""

    versions: int = 0
    unreadable: int = 0


def feed(
    archive: Archive,
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
    busy: Callable[[], bool] | None = None,
) -> Fed:
    """Judge the versions that were not yet; progress in versions (done, of all). Cancelled or killed it goes on there the
    next time; while others are `busy` (a crawl stores) it gives way to them. StorageFailed."""
    try:
        with Store(archive.path, make=True) as store, archive.reader() as reader, pages.kept(archive.path):
            return _Feeder(store, reader, progress, cancelled or bool, busy or bool).work()
    except (sqlite3.Error, OSError, ValueError) as error:
        raise StorageFailed(path=archive.path, detail=str(error)) from error


def choose(archive: Archive, url: str, type: str | None) -> str | None:
    """Say what a page is, or with None nothing any more; what was said before, for undoing. StorageFailed."""
    before = keep(archive.path, url, type)
    # where the cache refuses now, it comes to it the next time
    with (
        suppress(sqlite3.Error, OSError, ValueError),
        Store(archive.path, make=True) as store,
        archive.reader() as reader,
    ):
        store.settle(reader, read_choices(archive.path))
    return before.type if before else None


def _rows(
    db: sqlite3.Connection, batch: str, after: int, end: int
) -> Iterator[tuple[int, int, int, int, str, str]]:
    """The versions of a batch to be judged, some at a time: no transaction stays open over the judging."""
    statement = f"SELECT c.serial, c.page_id, c.date, c.seq, c.title, p.url {_PAGES} AND c.serial <= ?"
    while found := db.execute(
        f"{statement} ORDER BY c.serial LIMIT {_PIECE}", (batch, after, end)
    ).fetchall():
        yield from found
        after = found[-1][0]


class _Feeder:
    def __init__(
        self,
        store: Store,
        reader: ArchiveReader,
        progress: Callable[[int, int], None] | None,
        cancelled: Callable[[], bool],
        busy: Callable[[], bool],
    ) -> None:
        self._store, self._reader = store, reader
        self._progress, self._cancelled, self._busy = progress, cancelled, busy
        self._choices = read_choices(reader.path)
        self._fed = Fed()
        self._found: list[Judged] = []
        self._urls: dict[int, str] = {}
        self._read: dict[str, int] = {}

    def work(self) -> Fed:
        self._store.settle(self._reader, self._choices)
        read, db = self._store.read(), self._reader.connection
        ends = {batch: end for batch, end in db.execute(_BATCHES) if read.get(batch, -1) < end}
        total = done = 0
        if self._progress is not None:
            for batch in ends:
                total += db.execute(f"SELECT count(*) {_PAGES}", (batch, read.get(batch, -1))).fetchone()[0]
        turns, written = Turns(self._busy, _REST), time.monotonic()
        for batch, end in ends.items():
            for serial, page, date, seq, title, url in _rows(db, batch, read.get(batch, -1), end):
                if self._cancelled():
                    self._flush()
                    return self._fed
                self._take(format_id(batch, serial), page, date, seq, title, url)
                self._read[batch] = serial
                done += 1
                if time.monotonic() - written > _COMMIT_SECONDS:
                    self._flush()
                    written = time.monotonic()
                turns.next()
                if self._progress is not None:
                    self._progress(done, total)
            self._read[batch] = end
        self._flush()
        return self._fed

    def _take(self, id: str, page: int, date: int, seq: int, title: str, url: str) -> None:
        try:
            if is_rendered(url):  # what a browser made of a page: that is judged once more
                version = self._reader.capture(id)
                version = self._reader.rendered_page(version.url, version.date) or version
                found = self._reader.page(version.url)
                if is_rendered(version.url) or found is None:
                    return
                id, page, date, seq = version.id, found.page_id, to_timestamp(version.date), version.seq
                title, url = own_title(version), version.url
            kind = judged(self._reader, id, url, title)
        except (FormatError, StorageUnreadable, CaptureMissing):
            self._fed.unreadable += 1
            return
        self._found.append(Judged(key_of(id), page, date, seq, kind))
        self._urls[page] = url
        self._fed.versions += 1

    def _flush(self) -> None:
        self._store.keep(self._found, self._read, self._choices, self._urls)
        self._found.clear()
        self._urls.clear()
        self._read.clear()
