"""What older extractors found out about stored pages, found out again by those of today. The records stay."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from app.archive.documents import charsets, recognising, rendered
from app.archive.documents.preparing import Prepared, prepare, to_timestamp
from app.archive.index import rows, schema
from app.archive.index.facets import FacetIds, values_of
from app.archive.index.tree import PageRows
from app.archive.lock import WriteLock
from app.archive.model import Capture, NewCapture
from app.archive.pooling import Crew, prepared
from app.errors import FormatError, IndexDamaged
from app.messages import Message
from app.tianwang.reader import RecordReader
from app.tianwang.rebuilding import is_incremental, rebuilt_data
from extractors.base.versions import RECOGNISED, version_of

_PIECE = 500  # captures asked for at a time
_COMMIT = 200  # captures per transaction
_MANY = 500  # captures for which processes are started
_LINKED_ELSEWHERE = "javascript"  # its links are read against the page that loads it, which is not kept

Progress = Callable[[int, int], None]


@dataclass(slots=True)
class ReextractReport:
    """`read` captures were read again; of these `changed` have another title, author, date, language … now, and
    `failed` could not be read (they keep their values). `given_up` ones were left alone, because the extractors of
    today have tried them already and could not read them within their limits."""

    read: int = 0
    changed: int = 0
    failed: int = 0
    given_up: int = 0
    cancelled: bool = False


class _Task(NamedTuple):
    capture: Capture
    links: bool


def reextract(
    archive: Path,
    formats: Collection[str] | None = None,
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
    *,
    everything: bool = False,
    given_up: bool = False,
    url: str = "",
) -> ReextractReport:
    """Read the versions again that an older extractor read (`everything`: all; `given_up`: also those that today's have
    given up), of some formats or any, or of one page; progress in captures (done, of all). A run that is cancelled or
    broken off keeps its results so far. ArchiveLocked, IndexDamaged, StorageFailed."""
    lock = WriteLock(archive)
    try:
        db = schema.connect_writer(archive / "index.sqlite")
        try:
            if schema.version_of(db) != schema.VERSION:
                raise IndexDamaged(archive=archive, detail=Message("index-other-version"))
            return _Work(archive, db, formats, everything, given_up, url).run(
                progress, cancelled or (lambda: False)
            )
        finally:
            db.close()
    except sqlite3.Error as error:
        raise schema.refused(archive, error) from error
    finally:
        lock.close()


class _Work:
    def __init__(
        self,
        archive: Path,
        db: sqlite3.Connection,
        formats: Collection[str] | None,
        everything: bool,
        given_up: bool,
        url: str,
    ) -> None:
        self._archive, self._db = archive, db
        self._facets, self._pages = FacetIds(db), PageRows(db, None)
        self._report = ReextractReport()
        self._where, self._values = self._wanted(formats, everything, given_up)
        if url:
            self._where += " AND c.page_id IN (SELECT page_id FROM pages WHERE url IN (?, ?))"
            self._values += (url, rendered.address_of(url))

    def run(self, progress: Progress | None, cancelled: Callable[[], bool]) -> ReextractReport:
        report = self._report
        total = self._db.execute(f"SELECT count(*) {_FROM} {self._where}", self._values).fetchone()[0]
        read = partial(_read, self._archive, recognising.expected() is not None)
        with Crew() as crew:
            for task, ready in prepared(
                self._tasks(), read, crew=crew if total >= _MANY else None, at_once=4
            ):
                if cancelled():
                    report.cancelled = True
                    break
                if not self._db.in_transaction:
                    self._db.execute("BEGIN IMMEDIATE")
                self._take(task, ready)
                report.read += 1
                if report.read % _COMMIT == 0:
                    self._commit()
                if progress is not None:
                    progress(report.read, total)
        self._commit()
        return report

    def _wanted(
        self, formats: Collection[str] | None, everything: bool, given_up: bool
    ) -> tuple[str, list[object]]:
        """Condition on a capture `c` with its facets `f`, and its values. `extracted` of a version that was given up is
        0 until it was tried again, then the version of the extractor that tried, negative."""
        known = [row[0] for row in self._db.execute("SELECT DISTINCT format FROM facets")]
        asked = [one for one in known if formats is None or one in formats]
        each = (
            "f.format = ?"
            if everything
            else "(f.format = ? AND (c.extracted IS NULL OR c.extracted NOT IN (?, ?, ?)))"
        )
        values: list[object] = []
        for one in asked:
            edition = version_of(one)
            values += (
                (one,)
                if everything
                else (one, edition, edition + RECOGNISED, edition if given_up else -edition)
            )
            if not everything and not given_up:
                self._report.given_up += self._db.execute(
                    f"SELECT count(*) {_FROM} WHERE c.base IS NULL AND f.format = ? AND c.extracted = ?",
                    (one, -edition),
                ).fetchone()[0]
        return f"WHERE c.base IS NULL AND ({' OR '.join([each] * len(asked)) or '0'})", values

    def _tasks(self) -> Iterator[_Task]:
        last = -1
        while True:
            found = self._db.execute(
                f"SELECT c.seq, EXISTS (SELECT 1 FROM links WHERE capture = c.seq) {_FROM} {self._where} "
                "AND c.seq > ? ORDER BY c.seq LIMIT ?",
                (*self._values, last, _PIECE),
            ).fetchall()
            for seq, linked in found:
                row = self._db.execute(f"{rows.CAPTURE} WHERE c.seq = ?", (seq,)).fetchone()
                yield _Task(rows.capture(row), bool(linked))
            if len(found) < _PIECE:
                return
            last = found[-1][0]

    def _take(self, task: _Task, ready: Prepared | None) -> None:
        capture = task.capture
        if ready is None or not ready.read.extracted:
            self._report.failed += 1
            if ready is not None:
                self._note_given_up(capture)
            return
        if rendered.is_rendered(capture.url):
            if not charsets.choice(self._archive, rendered.page_of(capture.url)):
                rendered.tell_page(self._db, self._pages, self._facets, ready)
        elif self._is_rendered(capture) and not charsets.choice(self._archive, capture.url, capture.id):
            self._db.execute(
                "UPDATE captures SET extracted = ? WHERE seq = ?", (ready.read.extracted, capture.seq)
            )
            return  # its title is that of its derived record
        facets = self._facets.of(values_of(ready.kind, ready.read))
        said = (
            rows.clean(ready.read.title),
            ready.read.title_source,
            rows.clean(ready.read.any_language),
            rows.clean(ready.read.date) or None,
            facets,
        )
        before = self._db.execute(
            "SELECT title, title_source, language, published, facets FROM captures WHERE seq = ?",
            (capture.seq,),
        ).fetchone()
        self._report.changed += before != said
        self._db.execute(
            "UPDATE captures SET title = ?, title_source = ?, language = ?, published = ?, facets = ?, extracted = ? "
            "WHERE seq = ?",
            (*said, ready.read.extracted, capture.seq),
        )
        if ready.read.link_rows is not None and ready.read.format != _LINKED_ELSEWHERE:
            self._db.execute(
                "UPDATE links SET rows = ? WHERE capture = ?", (ready.read.link_rows, capture.seq)
            )
        if before != said and self._is_shown(capture):
            page = self._pages.find(capture.url)
            assert page is not None
            shown = replace(capture, title=ready.read.title, title_source=ready.read.title_source)
            self._pages.restate(page, shown, ready.kind, facets)

    def _note_given_up(self, capture: Capture) -> None:
        [format] = self._db.execute(f"SELECT f.format {_FROM} WHERE c.seq = ?", (capture.seq,)).fetchone()
        self._db.execute(
            "UPDATE captures SET extracted = ? WHERE seq = ?", (-version_of(format), capture.seq)
        )

    def _is_shown(self, capture: Capture) -> bool:
        """Whether a version is the one that its page is shown by (see tree.py)."""
        [page_id] = self._db.execute("SELECT page_id FROM captures WHERE seq = ?", (capture.seq,)).fetchone()
        return rendered.shown_version(self._db, page_id) == capture.seq

    def _is_rendered(self, capture: Capture) -> bool:
        """Whether a browser's tree of a version is kept."""
        found = self._db.execute(
            rendered.EXISTS, (rendered.address_of(capture.url), to_timestamp(capture.date))
        )
        return found.fetchone() is not None

    def _commit(self) -> None:
        if self._db.in_transaction:
            self._pages.flush()
            schema.note_reread(self._db)
            self._db.execute("COMMIT")


_FROM = "FROM captures c JOIN facets f ON f.facet_id = c.facets"


def _read(archive: Path, recognised: bool, task: _Task) -> tuple[_Task, Prepared | None]:
    """A version as it is read today; None when its record cannot be read. In any thread or process."""
    capture = task.capture
    try:
        with RecordReader(archive / capture.file) as reader:
            record = reader.at(capture.offset)
            data = (
                rebuilt_data(archive / capture.file, record.detached())
                if is_incremental(record)
                else record.data()
            )
    except (FormatError, OSError):
        return task, None
    charset = charsets.of_record(archive, record, capture.url, capture.id)
    ocr = recognising.expected(capture.url) if recognised else None
    new = NewCapture(capture.url, capture.date, capture.ip, data, capture.origin, capture.crawl, charset)
    ready = prepare(new, links=task.links, pack=False, ocr=ocr)
    return task, ready._replace(new=new.without_data(), read=ready.read._replace(links=()))
