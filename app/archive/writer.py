"""The one writer of an archive: append the record, index it, commit, and only then let it be announced."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from app.archive import batches, schema
from app.archive.indexing import Indexer
from app.archive.lock import WriteLock
from app.archive.model import Capture, NewCapture, NewVisit
from app.archive.preparing import Prepared, prepare
from app.archive.reader import ArchiveReader
from app.archive.recovering import catch_up
from app.errors import CaptureMissing, StorageFailed


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
        self._behind = False
        try:
            self.trimmed += catch_up(path, self._db, progress)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> ArchiveWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if kind is None:
                self.commit()
        finally:
            self.close()

    def store(self, new: NewCapture | Prepared | NewVisit, *, extra: tuple[tuple[str, bytes], ...] = ()) -> Capture:
        """Append a capture and index it. A response that equals the version before it becomes a visit.

        `extra` are attributes of a foreign record to keep. StorageFailed when the disk refuses; what was stored since
        the last `commit` is then in the batches only, and indexed again before anything else is written.
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
        except BaseException as error:
            self._fall_behind()
            if isinstance(error, sqlite3.Error):
                raise StorageFailed(path=self.path / "index.sqlite", detail=str(error)) from error
            raise

    def commit(self) -> int:
        """Make everything stored so far safe; returns the newest sequence number, which may now be announced."""
        try:
            self._catch_up()
            self._files.sync()
            if self._db.in_transaction:
                self._db.execute("COMMIT")
            return self.reader.last_seq()
        except BaseException as error:
            self._fall_behind()
            if isinstance(error, sqlite3.Error):
                raise StorageFailed(path=self.path / "index.sqlite", detail=str(error)) from error
            raise

    def close(self) -> None:
        """Give up what was not committed to the index (its records are found again), and release the lock."""
        try:
            if self._db.in_transaction:
                with suppress(sqlite3.Error):  # closing the connection rolls back, too
                    self._db.execute("ROLLBACK")
        finally:
            self._files.close()
            self._db.close()
            self._lock.close()

    def _begin(self) -> None:
        self._catch_up()
        if not self._db.in_transaction:
            self._db.execute("BEGIN IMMEDIATE")

    def _fall_behind(self) -> None:
        """After a failure nobody knows which rows stand for which records: only the batches do."""
        self._behind = True
        self._files.close()
        if self._db.in_transaction:
            with suppress(sqlite3.Error):  # tried again before the connection is used
                self._db.execute("ROLLBACK")

    def _catch_up(self) -> None:
        if self._behind:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            self.trimmed += catch_up(self.path, self._db)
            self._behind = False

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
        base = self._indexer.version(visit.base)
        if base is None:
            raise CaptureMissing(wanted=visit.base)
        # where the clock was set back: a record never stands in a batch before that of its base
        batch = max(batches.batch_of(visit.date), base.batch)
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


def _as_visit(ready: Prepared, base: str) -> NewVisit:
    new = ready.new
    return NewVisit(new.url, new.date, new.ip, base, ready.status, new.origin, new.crawl)


def _foreign(extra: tuple[tuple[str, bytes], ...]) -> list[tuple[str, str | bytes]]:
    """Attributes of a foreign record under names that cannot be mistaken for our own."""
    own = {"id", "crawl", "digest", "base", "status"}
    return [(f"original-{name}" if name in own else name, value) for name, value in extra]
