"""The one writer of an archive: append the record, index it, commit, and only then let it be announced."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from app.archive import batches, schema
from app.archive.indexing import Indexer
from app.archive.lock import WriteLock
from app.archive.model import Capture, NewCapture, NewVisit
from app.archive.preparing import Prepared, prepare
from app.archive.reader import ArchiveReader
from app.errors import CaptureMissing, FormatError, StorageFailed
from app.tianwang import Record, RecordReader

_CHECKPOINT = 500  # records per transaction while an index is rebuilt


class ArchiveWriter:
    """Appends captures. For one thread; holds the write lock until closed.

    What `store` returned is safe only after `commit`: the batch files are on disk then, and the index says so. A crash
    in between loses nothing that was committed; complete records that were not yet indexed are indexed
    when the archive is next opened for writing, a cut last record is moved to a side file.
    """

    def __init__(self, path: Path, *, progress: Callable[[int], None] | None = None) -> None:
        self.path = path
        self.trimmed: list[Path] = []
        self._lock = WriteLock(path)
        try:
            self._db = schema.connect_writer(path / "index.sqlite")
        except sqlite3.Error as error:
            self._lock.close()
            raise StorageFailed(path=path / "index.sqlite", detail=str(error)) from error
        self._files = batches.BatchFiles(path)
        self._indexer = Indexer(self._db)
        self.reader = ArchiveReader(path, self._db)
        try:
            self._catch_up(progress)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> ArchiveWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self.commit()
        self.close()

    def store(self, new: NewCapture | Prepared | NewVisit, *, extra: tuple[tuple[str, bytes], ...] = ()) -> Capture:
        """Append a capture and index it. A response that equals the version before it becomes a visit.

        `extra` are attributes of a foreign record to keep. StorageFailed when the disk refuses; the archive is then as
        it was after the last `commit`.
        """
        try:
            self._begin()
            if isinstance(new, NewVisit):
                return self._store_visit(new, extra)
            ready = prepare(new) if isinstance(new, NewCapture) else new
            base = self._indexer.version_before(ready.new.url, ready.new.date)
            if base and (base.status, base.digest, base.location) == (
                ready.status,
                ready.digest,
                ready.location,
            ):
                return self._store_visit(_as_visit(ready, base.id), extra)
            return self._store_version(ready, extra)
        except sqlite3.Error as error:
            raise StorageFailed(path=self.path / "index.sqlite", detail=str(error)) from error

    def commit(self) -> int:
        """Make everything stored so far safe; returns the newest sequence number, which may now be announced."""
        try:
            self._files.sync()
            if self._db.in_transaction:
                self._db.execute("COMMIT")
            return self.reader.last_seq()
        except sqlite3.Error as error:
            raise StorageFailed(path=self.path / "index.sqlite", detail=str(error)) from error

    def close(self) -> None:
        """Give up what was not committed to the index (its records are found again), and release the lock."""
        try:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
        finally:
            self._files.close()
            self._db.close()
            self._lock.close()

    def _begin(self) -> None:
        if not self._db.in_transaction:
            self._db.execute("BEGIN IMMEDIATE")

    def _store_version(self, ready: Prepared, extra: tuple[tuple[str, bytes], ...]) -> Capture:
        new = ready.new
        batch = batches.batch_of(new.date)
        serial = self._indexer.next_serial(batch)
        file, writer = self._files.writer(batch, self._indexer.ends_of(batch))
        attributes: list[tuple[str, str | bytes]] = [("id", batches.format_id(batch, serial))]
        if new.crawl:
            attributes.append(("crawl", new.crawl))
        offset, end = writer.append(
            url=new.url, date=new.date, data=new.data, ip=new.ip, origin=new.origin,
            extra=[*attributes, *_foreign(extra)], digest=True,
        )  # fmt: skip
        return self._indexer.add_version(ready, batch, serial, file, offset, end)

    def _store_visit(self, visit: NewVisit, extra: tuple[tuple[str, bytes], ...]) -> Capture:
        batch = batches.batch_of(visit.date)
        base = self._indexer.version(visit.base)
        if base is None:
            raise CaptureMissing(wanted=visit.base)
        serial = self._indexer.next_serial(batch)
        file, writer = self._files.writer(batch, self._indexer.ends_of(batch))
        attributes: list[tuple[str, str | bytes]] = [("id", batches.format_id(batch, serial))]
        if visit.crawl:
            attributes.append(("crawl", visit.crawl))
        attributes += [("base", visit.base), ("status", str(visit.status))]
        offset, end = writer.append(
            url=visit.url, date=visit.date, data=b"", ip=visit.ip, origin=visit.origin,
            extra=[*attributes, *_foreign(extra)], version="2.0",
        )  # fmt: skip
        return self._indexer.add_visit(visit, base, batch, serial, file, offset, end)

    def _catch_up(self, progress: Callable[[int], None] | None) -> None:
        """Index the records that the index does not know yet: after a crash a few, after its loss all."""
        done = 0
        known = self._indexer.all_ends()
        for batch, file, path in batches.existing_files(self.path):
            start = known.get((batch, file), 0)
            if path.stat().st_size <= start:
                continue
            with RecordReader(path) as reader:
                whole = start
                for record in reader.from_offset(start):
                    if not record.closed:
                        break
                    self._begin()
                    self._index_record(record, batch, file)
                    whole = record.end
                    done += 1
                    if done % _CHECKPOINT == 0:
                        self._db.execute("COMMIT")
                        if progress:
                            progress(done)
                size = reader.size
            if whole < size:
                self.trimmed.append(batches.trim(path, whole))
        if self._db.in_transaction:
            self._db.execute("COMMIT")

    def _index_record(self, record: Record, batch: str, file: int) -> None:
        """Index a record that is already in its batch file."""
        known = batches.parse_id(record.get("id") or "")
        serial = self._indexer.free_serial(batch, known[1] if known and known[0] == batch else None)
        date = record.date
        if date is None or not record.url:
            self._indexer.skip(batch, file, record.end)
            return
        crawl = record.get("crawl")
        base = self._indexer.version(record.get("base") or "") if record.version != "1.0" else None
        if record.version != "1.0":
            if base is None:
                self._indexer.skip(batch, file, record.end)
                return
            status = record.get("status") or ""
            visit = NewVisit(record.url, date, record.ip, base.id, int(status) if status.isdigit() else 304,
                             record.origin, crawl)  # fmt: skip
            self._indexer.add_visit(visit, base, batch, serial, file, record.offset, record.end)
            return
        try:
            data = record.data()
        except FormatError:
            data = record.stored  # `verify` names the damage; the record keeps its place and id
        new = NewCapture(record.url, date, record.ip, data, record.origin, crawl)
        self._indexer.add_version(prepare(new), batch, serial, file, record.offset, record.end)


def _as_visit(ready: Prepared, base: str) -> NewVisit:
    new = ready.new
    return NewVisit(new.url, new.date, new.ip, base, ready.status, new.origin, new.crawl)


def _foreign(extra: tuple[tuple[str, bytes], ...]) -> list[tuple[str, str | bytes]]:
    """Attributes of a foreign record under names that cannot be mistaken for our own."""
    own = {"id", "crawl", "digest", "base", "status"}
    return [(f"original-{name}" if name in own else name, value) for name, value in extra]
