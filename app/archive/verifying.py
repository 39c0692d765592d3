"""Checking an archive: every record against its own checks, and the index against the records, in both directions."""

from __future__ import annotations

import sqlite3
from bisect import bisect_right
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from app.archive import batches
from app.archive.by_id import RecordsById
from app.archive.checking import Checked, Findings, Gap, Problem, examined, gap_problem, rebuilt, verify_file
from app.archive.index_checks import NOTHING_THERE, contradictions, damages, unreadable
from app.archive.index_rows import ROW, Row, differences
from app.archive.lock import is_held
from app.errors import StorageUnreadable
from app.tianwang import Record, RecordReader
from app.tianwang.rebuilding import ROOM_FOR_ALL, Rebuilder, is_incremental

__all__ = ["Checked", "Problem", "verify", "verify_file"]

_BUILT = (
    "WITH RECURSIVE later(seq) AS (SELECT seq FROM captures WHERE builds = ? UNION SELECT c.seq FROM captures c "
    "JOIN later l ON c.builds = l.seq) SELECT count(*) FROM later"
)


def verify(
    db: sqlite3.Connection,
    archive: Path,
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
    *,
    strict: bool = False,
    checked: Checked | None = None,
) -> Iterator[Problem]:
    """Check the index, all batch files, and that both tell the same; progress in bytes (done, of all). With an index
    that is damaged itself, the records are checked by themselves."""
    present = list(batches.existing_files(archive))
    sizes = {path: _size(path) for _, _, path in present}
    total, done, told = sum(sizes.values()), 0, checked or Checked()
    rebuilder = Rebuilder(RecordsById(archive, db, keep_open=False).find, ROOM_FOR_ALL)
    broken, ends = list(damages(db, cancelled)), {}
    try:
        if not broken:
            ends = {(batch, file): end for batch, file, end in db.execute("SELECT batch, file, end FROM files")}
    except sqlite3.DatabaseError as error:
        broken.append(unreadable(str(error)))
    if broken:
        yield from broken
        yield from _without_index(sizes, archive, progress, cancelled, strict, told)
        return
    for batch, file in sorted(set(ends) - {(batch, file) for batch, file, _ in present}):
        name = batches.relative_path(batch, file)
        yield Problem(name, 0, "", "The file is missing, but the index knows captures in it.", "file-missing")
    yield from _strangers(archive, set(sizes))
    for batch, file, path in present:
        one = File(db, batch, file, path, ends.get((batch, file), 0), rebuilder)
        before, told_before = done, told.bytes
        try:
            for problem in one.verify(strict, told, cancelled):
                if problem:
                    yield problem
                elif progress:
                    progress(before + told.bytes - told_before, total)
        except OSError as error:
            yield Problem(one.name, 0, "", f"The file cannot be read: {error.strerror or error}.", "unreadable")
        if cancelled and cancelled():
            return
        done += sizes[path]
        told.bytes = told_before + sizes[path]
        # a writer may have been at work until a moment ago: then the index knows more by now
        if sizes[path] > one.indexed and not is_held(archive) and sizes[path] > (end := one.end_now()):
            yield Problem(
                one.name, end, "", f"{sizes[path] - end} bytes at the end are not indexed. Opening the "
                "archive for writing indexes whole records, and moves what is none to a side file.", "not-indexed",
            )  # fmt: skip
    yield from contradictions(db)
    if progress:
        progress(total, total)


def _without_index(
    sizes: dict[Path, int], archive: Path, progress: Callable[[int, int], None] | None,
    cancelled: Callable[[], bool] | None, strict: bool, told: Checked,
) -> Iterator[Problem]:  # fmt: skip
    """Each batch file by itself."""
    yield from _strangers(archive, set(sizes))
    done = 0
    for path, size in sizes.items():
        name = path.relative_to(archive).as_posix()
        yield from verify_file(path, None, cancelled, strict=strict, checked=told, name=name)
        done += size
        told.bytes = done
        if progress:
            progress(done, sum(sizes.values()))


class File:
    """One batch file, as far as it is indexed: what lies beyond is being written right now, or was left by a crash."""

    def __init__(
        self, db: sqlite3.Connection, batch: str, file: int, path: Path, indexed: int,
        rebuilder: Rebuilder | None = None,
    ) -> None:  # fmt: skip
        self._rebuilder = rebuilder
        self._db, self._batch, self._number, self._path, self.indexed = db, batch, file, path, indexed
        self.name = batches.relative_path(batch, file)
        # Offsets and serial numbers alone: a batch file may have a million records.
        known = db.execute(
            "SELECT offset, serial FROM captures WHERE batch = ? AND file = ? AND offset < ? ORDER BY offset",
            (batch, file, indexed),
        ).fetchall()
        self._offsets = [offset for offset, _ in known]
        self._serials = [serial for _, serial in known]
        self._missed = 0  # rows before this one were met by a record, or named
        self._sealing = False  # whether a program wrote here that gives every record a header-check

    def end_now(self) -> int:
        """How far the file is indexed at this moment."""
        where = (self._batch, self._number)
        row = self._db.execute("SELECT end FROM files WHERE batch = ? AND file = ?", where).fetchone()
        return int(row[0]) if row else 0

    def verify(self, strict: bool, checked: Checked, cancelled: Callable[[], bool] | None) -> Iterator[Problem | None]:
        """Problems, and None after each record."""
        start = checked.bytes
        with RecordReader(self._path) as reader:
            for found in examined(self.walk(reader, cancelled), reader.size, strict=strict, response=True):
                if isinstance(found, Gap):
                    yield gap_problem(found, self.name)
                    continue
                if self._rebuilder is not None:
                    found = rebuilt(found, self._rebuilder.data, response=True)
                checked.dialects[found.dialect] += 1
                checked.bytes = start + found.record.end
                yield from self._unmet(found.record.offset)
                yield from self._check(found)
                yield None
        if not (cancelled and cancelled()):
            yield from self._unmet(self.indexed)

    def walk(self, reader: RecordReader, cancelled: Callable[[], bool] | None = None) -> Iterator[Record | Gap]:
        """The records, and the damage between them: behind it, the index knows where the next one begins."""
        at = 0
        while at < self.indexed:
            for record in reader.from_offset(at):
                if record.offset >= self.indexed or (cancelled and cancelled()):
                    return
                yield record
            damage = reader.tail
            if damage is None or damage.offset >= self.indexed:
                return
            following = bisect_right(self._offsets, damage.offset)
            at = self._offsets[following] if following < len(self._offsets) else self.indexed
            yield Gap(damage.offset, min(at, reader.size), damage.reason)

    def _unmet(self, offset: int) -> Iterator[Problem]:
        """Rows of the index before an offset that no record was found for."""
        while self._missed < len(self._offsets) and self._offsets[self._missed] < offset:
            at, id = self._offsets[self._missed], self._id(self._missed)
            yield Problem(self.name, at, id, NOTHING_THERE, "index-without-record")
            self._missed += 1

    def _id(self, number: int) -> str:
        return batches.format_id(self._batch, self._serials[number])

    def _check(self, found: Findings) -> Iterator[Problem]:
        record, number = found.record, self._missed
        known = number < len(self._offsets) and self._offsets[number] == record.offset
        id = self._id(number) if known else record.get("id") or ""
        yield from (Problem(self.name, at, id, sentence, rule) for at, rule, sentence in found.wrong)
        if not known:
            yield Problem(
                self.name, record.offset, id, "The record is not in the index: it has no usable address, date or base.",
                "record-without-index",
            )  # fmt: skip
            return
        self._missed += 1
        try:
            row = self._db.execute(ROW, (self._batch, self._serials[number])).fetchone()
        except sqlite3.DatabaseError as error:
            yield unreadable(str(error), id)
            return
        if row is None or found.damaged:  # a damaged record has no word against the index
            if row is not None and any(rule != "not-rebuilt" for _, rule, _ in found.wrong):
                yield from self._cost(id, Row(*row), record)
            return
        yield from self._check_names(id, Row(*row), record)
        for what, indexed, recorded in differences(Row(*row), found):
            yield Problem(
                self.name, record.offset, id, f"Index and record differ in {what}: {indexed} and {recorded}. "
                "“tianwang reindex” makes the index follow the records.", f"index-{what.replace(' ', '-')}",
            )  # fmt: skip

    def _cost(self, id: str, row: Row, record: Record) -> Iterator[Problem]:
        """How many versions are lost with a damaged record."""
        lost = self._db.execute(_BUILT, (row.seq,)).fetchone()[0]
        if lost:
            each = "1 later version builds" if lost == 1 else f"{lost} later versions build"
            sentence = f"{each} on this record and cannot be rebuilt without it."
            yield Problem(self.name, record.offset, id, sentence, "chain-broken")

    def _check_names(self, id: str, row: Row, record: Record) -> Iterator[Problem]:
        """The id of a record is its own, and the version it confirms is there: in the same batch, unless an older
        program wrote it."""

        def problem(rule: str, sentence: str) -> Problem:
            return Problem(self.name, record.offset, id, sentence, rule)

        own = record.get("id") or id
        if record.raw("header-check") is not None:
            self._sealing = True
        elif self._sealing:
            yield problem("header-check-missing", "The record lacks the check of its header that those before it have.")
        if own != id:
            yield problem("id-taken", f"The record calls itself {own}, which is another one's or of another batch.")
            return  # what it names by id may be another one's, too
        named = batches.parse_id(record.get("base") or "")
        if is_incremental(record):  # that it could be rebuilt says that its base is there
            if named != (row.base_batch, row.base_serial):
                yield problem("index-base", "The index has the record build on another one than it names.")
            return
        if named is None:
            if row.base_batch is not None:
                yield problem("index-base", "The index has the record confirm a version, the record names none.")
            return
        confirmed = self._db.execute(
            "SELECT b.batch, b.serial, p.url FROM captures c JOIN captures b ON b.seq = coalesce(c.base, c.seq) "
            "JOIN pages p ON p.page_id = b.page_id WHERE c.batch = ? AND c.serial = ?", named,
        ).fetchone()  # fmt: skip
        if confirmed is None or confirmed[2] != row.url:
            # with DATA of its own a record without its version stands for itself
            if not row.full:
                yield problem("base-missing", "The version that the visit confirms is not in the archive.")
        elif confirmed[:2] != (row.base_batch, row.base_serial):
            yield problem("index-base", "The index has the record confirm another version than the record names.")
        elif not row.full and named[0] != self._batch and record.get("header-check"):
            yield problem("base-elsewhere", "The visit names a version in another batch.")


def records(db: sqlite3.Connection, archive: Path, batch: str) -> Iterator[Record]:
    """The whole records of a batch, as far as it is indexed. StorageUnreadable."""
    ends = db.execute("SELECT file, end FROM files WHERE batch = ? ORDER BY file", (batch,)).fetchall()
    for file, end in ends:
        path = batches.file_path(archive, batch, file)
        try:
            with RecordReader(path) as reader:
                found = File(db, batch, file, path, end).walk(reader)
                yield from (item for item in found if isinstance(item, Record))
        except OSError as error:
            raise StorageUnreadable(path=path, detail=error.strerror or str(error)) from error


def _strangers(archive: Path, known: set[Path]) -> Iterator[Problem]:
    """Batch files under names that nobody reads."""
    for path in sorted((archive / "batches").glob("*/*.tw")):
        if path not in known:
            name = path.relative_to(archive).as_posix()
            sentence = "The file is not named like a batch file (YYYYMM/NNNN.tw), so nobody reads it."
            yield Problem(name, 0, "", sentence, "file-misplaced")


def _size(path: Path) -> int:
    with suppress(OSError):
        return path.stat().st_size
    return 0
