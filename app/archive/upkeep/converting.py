"""All records of an archive written anew as its policy wants them: the changes alone, or each in full.

Everything is made in a folder beside the batches first. When it is complete, `ready` is written there, and the new
batches and the new index take the places of the old ones (settling.py). A program that is killed before that leaves the
archive as it was; one that is killed later leaves the rest to the next program that opens the archive.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import BinaryIO, NamedTuple, Protocol

from app.archive import batches
from app.archive.increments import FULL_EVERY, Answer, Divider, Increments
from app.archive.index import schema
from app.archive.index.indexing import note_blocks
from app.archive.index.rows import EPOCH
from app.archive.lock import WriteLock
from app.archive.model import Policy
from app.archive.reader import ArchiveReader
from app.archive.settling import FOLDER, READY, put_in_place, settle
from app.archive.upkeep.verifying import File
from app.errors import FormatError, StorageFailed
from app.tianwang.reader import RecordReader
from app.tianwang.rebuilding import BLOCKS, ROOM_FOR_ALL, is_incremental, whole
from app.tianwang.recipe import RecipeError, decode_recipe
from app.tianwang.record import Record
from app.tianwang.sealing import verify_data, verify_header
from app.tianwang.writer import RecordWriter, copy, encode

# One record in its other form: in full, or as changes.

_OWN = frozenset(
    {"version", "url", "origin", "date", "ip", "digest", "header-check", "unzip-length", "length"}
)


class Known(NamedTuple):
    """The row of a record in the index."""

    batch: str
    seq: int
    serial: int
    page: int
    full: int
    base: int | None
    type: str
    format: str | None

    @property
    def id(self) -> str:
        return batches.format_id(self.batch, self.serial)


class Made(NamedTuple):
    """A record in its new form: its bytes, and the values of its row."""

    record: bytes
    full: int
    builds: int | None = None
    recipe: bytes = b""


class Step(Protocol):
    def made(self, record: Record, known: Known) -> Made | None:
        """The record in its new form, None where it stays as it is. FormatError."""


class ToFull:
    def __init__(self, old: ArchiveReader) -> None:
        self._old = old

    def made(self, record: Record, known: Known) -> Made | None:
        if not is_incremental(record):
            return None
        try:
            return Made(copy(whole(record, self._old.data(record))), 1)
        except ValueError as error:
            raise FormatError(known.id, record.offset, str(error)) from error


class ToIncremental:
    """`new` sees the records that were written anew already, `old` is the archive as it was."""

    def __init__(self, old: ArchiveReader, new: ArchiveReader, divider: Divider | None) -> None:
        self._old, self._new, self._increments = old, new, Increments(new, divider)
        self._batch, self._named = "", frozenset[str]()

    def made(self, record: Record, known: Known) -> Made | None:
        if (
            known.full != 1
            or known.base is not None
            or record.dialect != "explorer"
            or record.get("id") != known.id
        ):
            return None
        if known.id in self._needed(known.batch):
            return None  # incremental records copy from its very bytes
        recent = self._new.connection.execute(
            "SELECT seq, serial, full FROM captures WHERE page_id = ? AND batch = ? AND serial < ? "
            "ORDER BY serial DESC LIMIT ?",
            (known.page, known.batch, known.serial, FULL_EVERY - 1),
        ).fetchall()
        if not any(full == 1 for _, _, full in recent):
            return None
        builds, serial, _ = next(row for row in recent if row[2])
        data = record.data()
        answer = Answer(data, known.type, known.format == "html", record.length)
        step = self._increments.on(batches.format_id(known.batch, serial), answer)
        if step is None:
            return None
        attributes = [(name, value) for name, value in record.fields if name not in _OWN and name != BLOCKS]
        first = sum(name in ("id", "crawl") for name, _ in attributes[:2])
        added = [("base", step.base.encode()), *((name, value.encode()) for name, value in step.attributes)]
        written = encode(
            url=record.raw("url") or b"",
            date=record.date or EPOCH,
            ip=record.ip,
            origin=record.raw("origin"),
            extra=[*attributes[:first], *added, *attributes[first:]],
            version="2.0",
            digest=True,
            level=0,
            data=step.data,
            packed=step.packed or None,
            size=len(step.data) if step.packed else None,
        )
        return Made(written, 2, builds, step.data)

    def _needed(self, batch: str) -> frozenset[str]:
        """Ids of the records that incremental ones of a batch are put together from."""
        if batch != self._batch:
            named: set[str] = set()
            rows = self._old.connection.execute(
                "SELECT serial FROM captures WHERE batch = ? AND full = 2", (batch,)
            )
            for (serial,) in rows.fetchall():
                try:
                    record = self._old.record(batches.format_id(batch, serial))
                    named.update((record.get("base") or "", *decode_recipe(record.data()).sources))
                except (FormatError, RecipeError):  # nothing can be put together from it, now or later
                    continue
            self._batch, self._named = batch, frozenset(named)
        return self._named


_REPORT = 100  # records between two calls of progress
_ROWS = (
    "SELECT c.offset, c.seq, c.serial, c.page_id, c.full, c.base, c.type, f.format FROM captures c LEFT JOIN facets f "
    "ON f.facet_id = c.facets WHERE c.batch = ? AND c.file = ? ORDER BY c.offset"
)


@dataclass(slots=True)
class ConvertReport:
    """The result of a conversion: `records` in all, `converted` ones; `failed` are damaged ones, which stay as they
    are. So do whole batches (`kept`) where a damaged one can still be put together from the others. `before` and
    `after` are bytes of all batches. A `cancelled` one has changed nothing."""

    records: int = 0
    converted: int = 0
    failed: int = 0
    kept: int = 0
    before: int = 0
    after: int = 0
    cancelled: bool = False


def convert(
    archive: Path,
    to: Policy,
    divider: Divider | None = None,
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> ConvertReport:
    """Write all records anew and set the policy; ids, dates, digests and titles stay. Needs room for a second copy of
    the batches. Progress in bytes (done, of all). ArchiveLocked, StorageFailed: then nothing is changed; or, when all
    was ready already, the next program that opens the archive finishes it."""
    lock = WriteLock(archive)
    try:
        settle(archive)
        work = _Conversion(archive, to, divider, progress, cancelled or (lambda: False))
        try:
            report = work.run()
        except BaseException:
            if not (archive / FOLDER / READY).exists():
                shutil.rmtree(archive / FOLDER, ignore_errors=True)
            raise
        if report.cancelled:
            shutil.rmtree(archive / FOLDER, ignore_errors=True)
        else:
            put_in_place(archive)
        return report
    except sqlite3.Error as error:
        raise schema.refused(archive, error) from error
    except OSError as error:
        raise StorageFailed(path=error.filename or archive, detail=error.strerror or str(error)) from error
    finally:
        lock.close()


class _Conversion:
    def __init__(
        self,
        archive: Path,
        to: Policy,
        divider: Divider | None,
        progress: Callable[[int, int], None] | None,
        cancelled: Callable[[], bool],
    ) -> None:
        self._archive, self._to, self._made = archive, to, archive / FOLDER
        self._divider, self._progress, self._cancelled = divider, progress, cancelled
        self._report = ConvertReport()
        self._sound = True  # nothing is lost by writing the file at hand anew

    def run(self) -> ConvertReport:
        (self._made / "batches").mkdir(parents=True)
        self._copy_index()
        db = schema.connect_writer(self._made / "index.sqlite")
        before = schema.connect_reader(self._archive / "index.sqlite")
        old_reader = ArchiveReader(self._archive, before, ROOM_FOR_ALL)
        with old_reader as old, ArchiveReader(self._made, db, ROOM_FOR_ALL) as new:
            db.execute("BEGIN IMMEDIATE")
            self._batches(old, new, db)
            db.execute("COMMIT")
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        if not self._report.cancelled:
            self._copy_other_files()
            self._describe()
            batches.sync_file(self._made / "index.sqlite")
            batches.sync_folder(self._made / "batches")
            (self._made / READY).write_text(self._to, "ascii")
            batches.sync_file(self._made / READY)
            batches.sync_folder(self._made)
        return self._report

    def _copy_index(self) -> None:
        old, new = (
            sqlite3.connect(self._archive / "index.sqlite"),
            sqlite3.connect(self._made / "index.sqlite"),
        )
        with closing(old), closing(new):
            old.backup(new)

    def _batches(self, old: ArchiveReader, new: ArchiveReader, db: sqlite3.Connection) -> None:
        files = list(batches.existing_files(self._archive))
        total = sum(path.stat().st_size for _, _, path in files)
        self._report.before = total
        step: Step = ToFull(old) if self._to == "full" else ToIncremental(old, new, self._divider)
        done = 0
        for batch, group in groupby(files, key=lambda found: found[0]):
            parts = list(group)
            converted, after = self._report.converted, self._report.after
            db.execute("SAVEPOINT batch")
            db.execute("DELETE FROM volumes WHERE batch = ?", (batch,))
            whole = True
            for part in parts:
                for reached, sound in self._rewrite(old, db, step, part):
                    whole = whole and sound
                    if self._cancelled():
                        self._report.cancelled = True
                        return
                    if self._progress:
                        self._progress(done + reached, total)
                done += part[2].stat().st_size
            if not whole and self._to == "full":
                db.execute("ROLLBACK TO batch")
                self._report.converted, self._report.after = converted, after
                self._report.kept += 1
                for _, file, path in parts:
                    self._keep(batches.file_path(self._made, batch, file), path)
            db.execute("RELEASE batch")
            batches.sync_folder(self._made / "batches" / batch)

    def _rewrite(
        self, old: ArchiveReader, db: sqlite3.Connection, step: Step, where: tuple[str, int, Path]
    ) -> Iterator[tuple[int, bool]]:
        """Write a batch file anew; yields how far it has been read, and whether nothing is lost by it."""
        batch, file, _ = where
        target = batches.file_path(self._made, batch, file)
        target.parent.mkdir(exist_ok=True)
        self._sound = True
        with RecordWriter(target) as writer:
            for reached in self._file(old, db, step, where, writer):
                yield reached, self._sound
            writer.sync()
            db.execute("UPDATE files SET end = ? WHERE batch = ? AND file = ?", (writer.end, batch, file))
            self._report.after += writer.end

    def _keep(self, target: Path, path: Path) -> None:
        """A batch file as it was."""
        shutil.copyfile(path, target)
        batches.sync_file(target)
        self._report.after += target.stat().st_size

    def _file(
        self,
        old: ArchiveReader,
        db: sqlite3.Connection,
        step: Step,
        where: tuple[str, int, Path],
        writer: RecordWriter,
    ) -> Iterator[int]:
        """Copy a batch file; yields how far it has been read, now and then."""
        batch, file, path = where
        size, copied = path.stat().st_size, 0
        rows = old.connection.execute(_ROWS, (batch, file))
        row = rows.fetchone()
        with RecordReader(path) as reader, path.open("rb") as raw:
            for item in File(old.connection, batch, file, path, size).walk(reader):
                if not isinstance(item, Record):
                    continue  # bytes between records are copied with the record behind them
                gap = copied, writer.end - copied
                _copy(raw, copied, item.offset, writer)
                copied = item.end
                while row is not None and row[0] < item.offset:
                    _move(db, row, *gap)
                    row = rows.fetchone()
                known = Known(batch, *row[1:]) if row is not None and row[0] == item.offset else None
                self._record(old, db, step, item.detached(), known, writer)
                if self._report.records % _REPORT == 0:
                    yield copied
            gap = copied, writer.end - copied
            _copy(raw, copied, size, writer)
            while row is not None:
                _move(db, row, *gap)
                row = rows.fetchone()
        yield size

    def _record(
        self,
        old: ArchiveReader,
        db: sqlite3.Connection,
        step: Step,
        record: Record,
        known: Known | None,
        writer: RecordWriter,
    ) -> None:
        report = self._report
        report.records += 1
        made, recipe = None, b""
        if known is not None:
            try:
                problem = verify_header(record) or verify_data(record)
                if problem:
                    raise FormatError(known.id, record.offset, problem)
                recipe = record.data() if is_incremental(record) else b""
                made = step.made(record, known)
            except FormatError:
                report.failed += 1
                self._sound = self._sound and not _comes_out(old, record)
        report.converted += made is not None
        place = writer.write(
            made.record if made is not None else record.header + record.stored + b"\n" * record.closed
        )
        if known is None:
            return
        db.execute("UPDATE captures SET offset = ?, end = ? WHERE seq = ?", (*place, known.seq))
        if made is not None:
            db.execute(
                "UPDATE captures SET full = ?, builds = ? WHERE seq = ?", (made.full, made.builds, known.seq)
            )
        recipe = made.recipe if made is not None else recipe
        if recipe:
            note_blocks(db, known.batch, known.serial, recipe)

    def _copy_other_files(self) -> None:
        """What else lies among the batches, side files above all."""
        for path in (self._archive / "batches").rglob("*"):
            target = self._made / "batches" / path.relative_to(self._archive / "batches")
            if path.is_file() and not target.exists():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(path, target, follow_symlinks=False)
                batches.sync_file(target)

    def _describe(self) -> None:
        about = json.loads((self._archive / "archive.json").read_text("utf-8"))
        about["records"] = self._to
        described = self._made / "archive.json"
        described.write_text(json.dumps(about, indent=2, ensure_ascii=False) + "\n", "utf-8")
        batches.sync_file(described)


def _move(db: sqlite3.Connection, row: Sequence[int], start: int, by: int) -> None:
    """A capture in the gap from `start` on, whose record cannot be made out any more, stands where its bytes stand."""
    if row[0] >= start:
        db.execute("UPDATE captures SET offset = offset + ?, end = end + ? WHERE seq = ?", (by, by, row[1]))


def _copy(raw: BinaryIO, start: int, end: int, writer: RecordWriter) -> None:
    """Bytes that are no record, as they are."""
    raw.seek(start)
    while start < end:
        piece = raw.read(min(1 << 20, end - start))
        if not piece:
            return
        writer.write(piece)
        start += len(piece)


def _comes_out(old: ArchiveReader, record: Record) -> bool:
    """Whether a damaged record can be put together from others, byte for byte, as long as those stay as they are."""
    try:
        return is_incremental(record) and bool(old.data(record))
    except FormatError:
        return False
