"""Indexing what stands in the batches and not in the index: after a crash a few records, after its loss all."""

from __future__ import annotations

import hashlib
import logging
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

from app.archive import batches
from app.archive.indexing import Indexer
from app.archive.model import NewCapture, NewVisit
from app.archive.preparing import prepare
from app.errors import ArchiveDamaged, FormatError, StorageFailed
from app.tianwang import Record, RecordReader

_CHECKPOINT = 500  # records per transaction while an index is rebuilt

log = logging.getLogger(__name__)


def catch_up(archive: Path, db: sqlite3.Connection, progress: Callable[[int], None] | None = None) -> list[Path]:
    """Index what is not indexed and commit it; returns the side files to which cut records were moved.

    Damage with whole records behind it stays where it is and costs only the records it hit. StorageFailed when the
    disk refuses, ArchiveDamaged when a batch file is not the one that was indexed.
    """
    try:
        return _Recovery(archive, db, progress).run()
    except sqlite3.Error as error:
        raise StorageFailed(path=archive / "index.sqlite", detail=str(error)) from error
    except OSError as error:
        raise StorageFailed(path=error.filename or archive, detail=error.strerror or str(error)) from error


def unindexed(archive: Path, ends: dict[tuple[str, int], int]) -> bool:
    """Whether a batch file is longer than the index knows."""
    return any(
        path.stat().st_size > ends.get((batch, file), 0) for batch, file, path in batches.existing_files(archive)
    )


class _Recovery:
    def __init__(self, archive: Path, db: sqlite3.Connection, progress: Callable[[int], None] | None) -> None:
        self._archive, self._db, self._progress = archive, db, progress
        self._indexer = Indexer(db)
        self._done = 0

    def run(self) -> list[Path]:
        trimmed = []
        known = self._indexer.all_ends()
        for batch, file, path in batches.existing_files(self._archive):
            start, size = known.get((batch, file), 0), path.stat().st_size
            if size <= start:
                continue
            batches.sync_file(path)  # the index must not know what a power cut can still take away
            with RecordReader(path) as reader:
                self._check_start(reader, batch, file, start)
                whole = self._index_file(reader, batch, file, start)
            if whole < size:
                side = batches.trim(path, whole)
                log.warning(
                    "%d bytes at the end of %s are no whole record; they are in %s now.", size - whole, path, side
                )
                trimmed.append(side)
        if self._db.in_transaction:
            self._db.execute("COMMIT")
        return trimmed

    def _check_start(self, reader: RecordReader, batch: str, file: int, start: int) -> None:
        """What was indexed last must still end where indexing goes on."""
        last = self._indexer.record_ending_at(batch, file, start) if start else None
        if last is None:
            return
        try:
            found = reader.at(last)
        except FormatError:
            found = None
        if found is None or found.end != start:
            raise ArchiveDamaged(
                archive=self._archive,
                detail=f"{batches.relative_path(batch, file)} is not the file that was indexed. Move index.sqlite away "
                "and open the archive again; it will be rebuilt from the batches",
            )

    def _index_file(self, reader: RecordReader, batch: str, file: int, start: int) -> int:
        """Index the records from `start` on; returns the end of the last whole one."""
        whole = start
        for record in _records(reader, batch, start):
            if not self._db.in_transaction:
                self._db.execute("BEGIN IMMEDIATE")
            self._index_record(record, batch, file)
            whole = record.end
            self._done += 1
            if self._done % _CHECKPOINT == 0:
                self._db.execute("COMMIT")
                if self._progress:
                    self._progress(self._done)
        return whole

    def _index_record(self, record: Record, batch: str, file: int) -> None:
        known = batches.parse_id(record.get("id") or "")
        serial = self._indexer.free_serial(batch, known[1] if known and known[0] == batch else None)
        date = record.date
        if date is None or not record.url:
            self._indexer.skip(batch, file, record.end)
            return
        crawl = record.get("crawl")
        if record.version != "1.0":
            base = self._indexer.version(record.get("base") or "")
            if base is None:
                self._indexer.skip(batch, file, record.end)
                return
            visit = NewVisit(record.url, date, record.ip, base.id, base.status, record.origin, crawl)
            self._indexer.add_visit(visit, base, batch, serial, file, record.offset, record.end)
            return
        try:
            data = record.data()
        except FormatError:
            data = record.stored  # `verify` names the damage; the record keeps its place and id
        new = NewCapture(record.url, date, record.ip, data, record.origin, crawl)
        self._indexer.add_version(prepare(new), batch, serial, file, record.offset, record.end)


def _records(reader: RecordReader, batch: str, start: int) -> Iterator[Record]:
    """All whole records from an offset on, those behind damage included."""
    at: int | None = start
    while at is not None:
        for record in reader.from_offset(at):
            if record.closed:
                yield record
        damage = reader.tail
        at = next((r.offset for r in reader.restarts(damage.offset) if _is_ours(r, batch)), None) if damage else None
        if damage and at is not None:
            log.warning("%s: bytes %d to %d are no record: %s.", reader.path, damage.offset, at, damage.reason)


def _is_ours(record: Record, batch: str) -> bool:
    """Whether this is a whole record of this batch, and not text in the DATA of a broken one."""
    known = batches.parse_id(record.get("id") or "")
    if not record.closed or known is None or known[0] != batch:
        return False
    digest = record.get("digest")
    return digest == "sha256:" + hashlib.sha256(record.stored).hexdigest() if digest else not record.length
