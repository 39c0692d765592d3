"""A new index from the batches alone. The old one is there until the new one is complete."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from app.archive import batches
from app.archive.index import schema
from app.archive.index.indexing import Indexer
from app.archive.lock import WriteLock
from app.archive.pooling import WORTHWHILE, Crew
from app.archive.settling import replace_index
from app.archive.upkeep.checking import Problem
from app.archive.upkeep.recovering import Gap, Read, Rebuilding, index_record, read_all, trim
from app.errors import StorageFailed
from app.messages import Message
from app.tianwang.reader import RecordReader

_CHECKPOINT = 5000  # records per transaction
_REPORT = 250  # records between two calls of progress

Progress = Callable[[int, int, int], None]


@dataclass(slots=True)
class ReindexReport:
    """What a rebuild found: `skipped` records have no usable address, date or version to confirm; `damaged` names
    damages and the places between records; `trimmed` are files to which cut last records were moved. When `cancelled`
    the old index stays."""

    records: int = 0
    versions: int = 0
    visits: int = 0
    skipped: int = 0
    damaged: list[Problem] = field(default_factory=list)
    trimmed: list[Path] = field(default_factory=list)
    cancelled: bool = False


def rebuild(
    archive: Path, progress: Progress | None = None, cancelled: Callable[[], bool] | None = None
) -> ReindexReport:
    """Make index.sqlite anew; progress gets records done, bytes done, bytes of all batches. ArchiveLocked,
    StorageFailed; then, and when cancelled, the old index stays as it is."""
    lock = WriteLock(archive)
    try:
        work = _Rebuild(archive, progress, cancelled or (lambda: False))
        try:
            return work.run()
        except sqlite3.Error as error:
            raise StorageFailed(path=work.path, detail=str(error)) from error
        except OSError as error:
            raise StorageFailed(
                path=error.filename or work.path, detail=error.strerror or str(error)
            ) from error
    finally:
        lock.close()


class _Rebuild:
    def __init__(self, archive: Path, progress: Progress | None, cancelled: Callable[[], bool]) -> None:
        self.path = archive / "index.sqlite.new"
        self._archive, self._progress, self._cancelled = archive, progress, cancelled
        self._report = ReindexReport()

    def run(self) -> ReindexReport:
        self._remove()
        try:
            db = schema.connect_builder(self.path)
            try:
                with Crew() as crew:
                    self._fill(db, crew)
                if not self._report.cancelled:
                    schema.finish_builder(db)
            finally:
                db.close()
            if not self._report.cancelled:
                replace_index(self._archive / "index.sqlite", self.path)
        finally:
            self._remove()
        return self._report

    def _remove(self) -> None:
        for path in self.path.parent.glob(f"{self.path.name}*"):
            path.unlink(missing_ok=True)

    def _fill(self, db: sqlite3.Connection, crew: Crew) -> None:
        indexer = Indexer(db)
        files = list(batches.existing_files(self._archive))
        total, before = sum(path.stat().st_size for _, _, path in files), 0
        db.execute("BEGIN")
        for batch, file, path in files:
            batches.sync_file(path)  # the index must not know what a power cut can still take away
            size, whole = path.stat().st_size, 0
            with RecordReader(path) as reader, closing(Rebuilding(self._archive, db)) as rebuilding:
                for read in read_all(reader, batch, 0, crew if total >= WORTHWHILE else None):
                    if self._cancelled():
                        self._report.cancelled = True
                        return
                    if isinstance(read, Gap):
                        sentence = Message("bytes-unread", size=read.end - read.offset, reason=read.reason)
                        self._note(batch, file, read.offset, "", "no-record", sentence)
                        continue
                    self._index(indexer, rebuilding.complete(read, batch, file), batch, file)
                    whole = read.end
                    self._tell(db, indexer, before + whole, total)
            if whole < size:
                self._report.trimmed.append(trim(path, whole))
            before += size
        indexer.flush()
        db.execute("COMMIT")
        if self._progress:
            self._progress(self._report.records, total, total)

    def _index(self, indexer: Indexer, read: Read, batch: str, file: int) -> None:
        report = self._report
        report.records += 1
        kind = index_record(indexer, read, batch, file)
        if kind == "version":
            report.versions += 1
        elif kind == "visit":
            report.visits += 1
        else:
            report.skipped += 1
        if read.damage:
            rule = "digest-mismatch" if "digest" in read.damage else "data-does-not-inflate"
            rule = "not-rebuilt" if read.damage.startswith("it cannot be rebuilt") else rule
            rule = "header-check-mismatch" if read.altered else rule
            self._note(batch, file, read.offset, read.id, rule, Message("record-damaged", reason=read.damage))

    def _note(self, batch: str, file: int, offset: int, id: str, rule: str, sentence: str) -> None:
        self._report.damaged.append(Problem(batches.relative_path(batch, file), offset, id, sentence, rule))

    def _tell(self, db: sqlite3.Connection, indexer: Indexer, done: int, total: int) -> None:
        if self._report.records % _CHECKPOINT == 0:
            indexer.flush()
            db.execute("COMMIT")
            db.execute("BEGIN")
        if self._progress and self._report.records % _REPORT == 0:
            self._progress(self._report.records, done, total)
