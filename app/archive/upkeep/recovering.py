"""Indexing of records in the batches that are not in the index: after a crash a few, after its loss all."""

from __future__ import annotations

import hashlib
import logging
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from app.archive import batches
from app.archive.addresses import is_rendered, page_of
from app.archive.batches import RecordsById
from app.archive.documents import charsets
from app.archive.documents.preparing import Prepared, prepare
from app.archive.index import schema
from app.archive.index.indexing import Indexer, Version
from app.archive.model import CaptureKind, NewCapture, NewVisit
from app.archive.pooling import Crew, prepared
from app.errors import FormatError, IndexDamaged, StorageFailed
from app.messages import Message
from app.tianwang.reader import RecordReader, Run, in_runs
from app.tianwang.rebuilding import ROOM_FOR_ALL, Rebuilder, is_incremental
from app.tianwang.record import Record
from app.tianwang.sealing import verify_data, verify_header

# Records as indexing reads them, and incremental ones among them read whole.


class Read(NamedTuple):
    """A record as it was read: its place, its attributes `id` and `base` ("" without), and as `new`, without its DATA,
    the other values of its header for the index (None without a usable address or date); `ready` is None for a visit
    without DATA. `damage` is its fault, `altered` when that is in the header. Of an `incremental` record `recipe` is
    its DATA, and `ready` comes from `Rebuilding`."""

    offset: int
    end: int
    id: str
    base: str
    new: NewCapture | None
    ready: Prepared | None = None
    damage: str = ""
    altered: bool = False
    incremental: bool = False
    recipe: bytes = b""


class Rebuilding:
    """Reads incremental records whole, out of the records that are indexed already. To be closed."""

    def __init__(self, archive: Path, db: sqlite3.Connection) -> None:
        self._archive = archive
        self._records = RecordsById(archive, db)
        self._rebuilder = Rebuilder(self._records.find, ROOM_FOR_ALL)

    def close(self) -> None:
        self._records.close()

    def complete(self, read: Read, batch: str, file: int) -> Read:
        """With `ready`, read in the charset that a person chose; one that cannot be rebuilt keeps its place and id, and
        stands for an empty answer."""
        if read.new is None:
            return read
        if not read.incremental:
            return self._as_chosen(read, read.new, batch, file)
        damage, data, new, charset = read.damage, b"", read.new, ""
        try:
            if not damage:
                record = self._records.at(batches.file_path(self._archive, batch, file), read.offset)
                data = self._rebuilder.data(record)
                charset = charsets.of_record(self._archive, record, new.url, read.id)
        except FormatError as error:
            damage = Message("not-rebuilt", reason=error.rule)
        return read._replace(ready=_without_data(new, data, charset), damage=damage)

    def _as_chosen(self, read: Read, new: NewCapture, batch: str, file: int) -> Read:
        if read.ready is None or read.damage:
            return read
        if is_rendered(new.url):  # its page has its title, unless a person chose its charset
            overruled = charsets.choice(self._archive, page_of(new.url))
            return read._replace(ready=read.ready.untitled()) if overruled else read
        charset = charsets.choice(self._archive, new.url, read.id)
        if not charset:
            return read
        data = self._records.at(batches.file_path(self._archive, batch, file), read.offset).data()
        return read._replace(ready=_without_data(new, data, charset))


_CHECKPOINT = 500  # records per transaction
_DEPTH = 16  # times that the bytes behind damage are read at most in search of a record with its digest
_SMALL = 1 << 20  # bytes that may be read besides

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Gap:
    """Bytes of a batch file that are no record, with whole records behind them."""

    offset: int
    end: int
    reason: str


def catch_up(
    archive: Path,
    db: sqlite3.Connection,
    indexer: Indexer,
    progress: Callable[[int], None] | None = None,
    *,
    failed: bool = False,
) -> list[Path]:
    """Index the records that are not indexed, and commit; returns the side files to which cut records were moved.
    `failed`: this process wrote them, and the disk refused something on the way. Damage with whole records behind it
    stays where it is and costs only the records it hit. StorageFailed when the disk refuses, IndexDamaged when the
    index and a batch file do not fit together."""
    try:
        return _Recovery(archive, db, indexer, progress).run(failed=failed)
    except sqlite3.Error as error:
        raise schema.refused(archive, error) from error
    except OSError as error:
        raise StorageFailed(path=error.filename or archive, detail=error.strerror or str(error)) from error


def unindexed(archive: Path, ends: dict[tuple[str, int], int]) -> bool:
    """Whether a batch file is longer than the index knows."""
    return any(
        path.stat().st_size > ends.get((batch, file), 0)
        for batch, file, path in batches.existing_files(archive)
    )


class _Recovery:
    def __init__(
        self, archive: Path, db: sqlite3.Connection, indexer: Indexer, progress: Callable[[int], None] | None
    ) -> None:
        self._archive, self._db, self._indexer, self._progress = archive, db, indexer, progress
        self._done = 0

    def run(self, *, failed: bool) -> list[Path]:
        trimmed = []
        known = self._indexer.all_ends()
        for batch, file, path in batches.existing_files(self._archive):
            start, size = known.get((batch, file), 0), path.stat().st_size
            if size <= start:
                continue
            # the index must not hold what a power cut can still take away
            batches.sync_file(path, start if failed else None)
            with RecordReader(path) as reader:
                self._check_start(reader, batch, file, start)
                whole = self._index_file(reader, batch, file, start)
            if whole < size:
                trimmed.append(trim(path, whole))
        self._commit()
        return trimmed

    def _check_start(self, reader: RecordReader, batch: str, file: int, start: int) -> None:
        """Check that the last indexed record still ends where indexing goes on."""
        last = self._indexer.record_ending_at(batch, file, start) if start else None
        if last is None:
            return
        try:
            found = reader.at(last)
        except FormatError:
            found = None
        if found is None or found.end != start:
            name = batches.relative_path(batch, file)
            raise IndexDamaged(archive=self._archive, detail=Message("file-exchanged", file=name))

    def _index_file(self, reader: RecordReader, batch: str, file: int, start: int) -> int:
        """Index the records from `start` on; returns the end of the last whole one."""
        whole = start
        with closing(Rebuilding(self._archive, self._db)) as rebuilding:
            for read in read_all(reader, batch, start):
                if isinstance(read, Gap):
                    continue
                if not self._db.in_transaction:
                    self._db.execute("BEGIN IMMEDIATE")
                index_record(self._indexer, rebuilding.complete(read, batch, file), batch, file)
                whole = read.end
                self._done += 1
                if self._done % _CHECKPOINT == 0:
                    self._commit()
                    if self._progress:
                        self._progress(self._done)
        return whole

    def _commit(self) -> None:
        if self._db.in_transaction:
            self._indexer.flush()
            self._db.execute("COMMIT")


def trim(path: Path, whole: int) -> Path:
    """Move the bytes behind the last whole record of a batch file aside; returns the new file."""
    left = path.stat().st_size - whole
    side = batches.trim(path, whole)
    log.warning("%d bytes at the end of %s are no whole record; they are in %s now.", left, path, side)
    return side


def read_all(reader: RecordReader, batch: str, start: int, crew: Crew | None = None) -> Iterator[Read | Gap]:
    """All whole records of a batch file from an offset on, and the damage between them. The records are prepared by
    several threads, or the processes of a crew, ahead of the caller."""
    found = in_runs(_records(reader, batch, start))
    for made in prepared(found, partial(_read_some, reader.path), weigh=_weight, crew=crew, at_once=1):
        yield from made


def _records(reader: RecordReader, batch: str, start: int) -> Iterator[Record | Gap]:
    at: int | None = start
    while at is not None:
        for record in reader.from_offset(at):
            if record.closed:
                yield record
        damage = reader.tail
        at = _next_of_ours(reader, batch, damage.offset) if damage else None
        if damage and at is not None:
            log.warning(
                "%s: bytes %d to %d are no record: %s.", reader.path, damage.offset, at, damage.reason
            )
            yield Gap(damage.offset, at, damage.reason)


def _next_of_ours(reader: RecordReader, batch: str, damage: int) -> int | None:
    """Where the next whole record of this batch begins, and not text in the DATA of a broken one."""
    read = 0
    for record in reader.restarts(damage):
        if not _looks_ours(record, batch):
            continue
        # headers made up by the thousand, each with all the rest of the file as DATA, must not make this endless
        if read <= _DEPTH * (record.offset - damage + _SMALL):
            read += record.length
            if _has_its_data(record):
                return record.offset
        elif _is_followed(reader, record, batch):
            return record.offset
    return None


def _looks_ours(record: Record, batch: str) -> bool:
    known = batches.parse_id(record.get("id") or "")
    return record.closed and known is not None and known[0] == batch and verify_header(record) is None


def _has_its_data(record: Record) -> bool:
    digest = record.get("digest")
    return digest == "sha256:" + hashlib.sha256(record.stored).hexdigest() if digest else not record.length


def _is_followed(reader: RecordReader, record: Record, batch: str) -> bool:
    try:
        return _looks_ours(reader.at(record.end), batch)
    except FormatError:
        return False


def _weight(run: Run | Gap) -> int:
    return 2 * run.size if isinstance(run, Run) else 0


def _read_some(path: Path, run: Run | Gap) -> list[Read] | list[Gap]:
    """Everything about some records that needs no index; for any thread or process."""
    return [run] if isinstance(run, Gap) else [_read(record) for record in run.records(path)]


def _read(record: Record) -> Read:
    date, url, damage = record.date, record.url, verify_header(record) or ""
    altered, ready, recipe = bool(damage), None, b""
    incremental = is_incremental(record)
    new = NewCapture(url, date, record.ip, b"", record.origin, record.get("crawl")) if date and url else None
    if new is not None and record.version.startswith("1."):
        ready, harm = _content(record, new)
        damage = damage or harm
    elif incremental:
        harm, recipe = _recipe(record)
        damage = damage or harm
    return Read(
        record.offset,
        record.end,
        record.get("id") or "",
        record.get("base") or "",
        new,
        ready,
        damage,
        altered,
        incremental,
        recipe,
    )


def _recipe(record: Record) -> tuple[str, bytes]:
    """(fault of the DATA of an incremental record, DATA)"""
    damage = verify_data(record) or ""
    return damage, b"" if damage else record.data()


def _content(record: Record, new: NewCapture) -> tuple[Prepared, str]:
    """DATA as read, though without DATA itself, and its fault."""
    stored, digest, damage = record.stored, record.get("digest") or "", ""
    if digest.startswith("sha256:") and digest != "sha256:" + hashlib.sha256(stored).hexdigest():
        damage = Message("digest-differs")
    try:
        data = record.data()
    except FormatError as error:
        damage = damage or error.rule
        data = stored  # `verify` names the damage; the record keeps its place and id
    return _without_data(new, data, charsets.usual_of(record)), damage


def _without_data(new: NewCapture, data: bytes, charset: str) -> Prepared:
    """A response read with its DATA in a charset, and kept without it."""
    whole = replace(new, data=data, charset=charset)
    return prepare(whole, links=False, pack=False)._replace(new=new)


def index_record(indexer: Indexer, read: Read, batch: str, file: int) -> CaptureKind | None:
    """Index a record by its own header; None when that is not possible."""
    # the number in an altered header may be that of a record yet to come
    known = None if read.altered else batches.parse_id(read.id)
    serial = indexer.free_serial(batch, known[1] if known and known[0] == batch else None)
    place = batch, serial, file, read.offset, read.end
    new, named = read.new, read.base
    if read.incremental and read.ready is not None:
        return _index_increment(indexer, read, read.ready, place)
    if known and known[0] == batch and known[1] != serial:
        named = indexer.renamed(named)
    base = indexer.confirmed(named, new.url) if new is not None and named else None
    if read.ready is not None and named:
        base = _restates(indexer, read.ready, base, damaged=bool(read.damage))
    if new is not None and base is not None:
        visit = NewVisit(new.url, new.date, new.ip, base.id, base.status, new.origin, new.crawl)
        indexer.add_visit(visit, base, *place, full=read.ready is not None)
        return "visit"
    if read.ready is not None:
        indexer.add_version(read.ready, *place)
        return "version"
    indexer.skip(batch, file, read.end)
    return None


def _index_increment(
    indexer: Indexer, read: Read, ready: Prepared, place: tuple[str, int, int, int, int]
) -> CaptureKind:
    indexer.add_version(ready, *place, builds=indexer.seq_of(read.base) or 0, recipe=read.recipe)
    return "version"


def _restates(indexer: Indexer, ready: Prepared, base: Version | None, *, damaged: bool) -> Version | None:
    """The version that a record with DATA of its own confirms. The one it names is missing when its batch was handed on
    alone, and another one may have that id when the batch came into another archive: then the content decides."""
    if base is not None and (damaged or base.is_like(ready)):
        return base
    before = indexer.version_before(ready.new.url, ready.new.date)
    return before if before is not None and before.is_like(ready) else None
