"""Checking an archive: every record against its own checks, and the index against the records, in both directions."""

from __future__ import annotations

import os
import sqlite3
import zlib
from bisect import bisect_right
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from app.archive import batches
from app.archive.batches import RecordsById
from app.archive.index import rows
from app.archive.lock import is_held
from app.archive.notes.notebook import NAME as NOTES
from app.archive.notes.notebook import problems as problems_of_notes
from app.archive.shards import home_of
from app.archive.upkeep.checking import (
    Checked,
    Findings,
    Gap,
    Problem,
    examined,
    gap_problem,
    rebuilt,
    verify_file,
)
from app.errors import StorageUnreadable
from app.messages import Message
from app.tianwang.reader import RecordReader
from app.tianwang.rebuilding import ROOM_FOR_ALL, Rebuilder, is_incremental
from app.tianwang.record import Record

# One record and its row in the index: the differences between them.

ROW = (
    "SELECT c.file, c.offset, c.end, p.url, c.origin, c.date, c.ip, c.crawl, c.status, c.type, c.location, c.length, "
    "c.digest, c.full, b.batch, b.serial, c.seq FROM captures c LEFT JOIN pages p "
    "USING (page_id) LEFT JOIN captures b ON b.seq = coalesce(c.base, c.builds) WHERE c.batch = ? AND c.serial = ?"
)


class Row(NamedTuple):
    """The row of a record in the index."""

    file: int
    offset: int
    end: int
    url: str | None
    origin: str | None
    date: int
    ip: str | None
    crawl: str | None
    status: int
    type: str
    location: str
    length: int
    digest: bytes
    full: int
    base_batch: str | None
    base_serial: int | None
    seq: int


def differences(row: Row, found: Findings) -> Iterator[tuple[str, object, object]]:
    """(name, value in the index, value in the record) of each difference."""
    record = found.record
    told: list[tuple[str, object, object]] = [
        ("end", row.end, record.end),
        ("address", row.url, record.url),
        ("date", rows.moment(row.date), record.date),
        ("origin", row.origin or "", record.origin or ""),
        ("ip", row.ip or "", record.ip or ""),
        ("crawl", row.crawl or "", record.get("crawl") or ""),
        (
            "kind",
            _kind(row.full),
            _kind(1 if record.version.startswith("1.") else 2 * is_incremental(record)),
        ),
    ]
    if row.full:
        told += [
            ("status", row.status, found.status),
            # a page confirmed in full may have changed its type, and is shown as its version all the same
            ("type", row.type, found.type if found.type and row.base_batch is None else row.type),
            ("location", row.location, rows.clean(found.location)),
            (Message("body-length"), row.length, found.length),
            (Message("body-digest"), row.digest.hex(), found.digest.hex()),
        ]
    return (one for one in told if one[1] != one[2])


def _kind(full: int) -> str:
    return (Message("kind-visit"), Message("kind-full"), Message("kind-incremental"))[full]


# The index by itself: whether it is whole, and its tables agree.

NOTHING_THERE = Message("index-without-record")
INDEX = "index.sqlite"

_MOST = 20  # damages of the database file that are named
_STEPS = 100_000  # of SQLite's machine between two questions whether to stop

# Each in one statement, so that a writer at work cannot come between the two sides of the comparison.
_OUTSIDE = (
    "SELECT c.batch, c.serial, c.file, c.offset FROM captures c LEFT JOIN files f USING (batch, file) "
    "WHERE f.end IS NULL OR c.end > f.end"
)
_MISCOUNTED = (
    "SELECT p.url, p.versions, p.visits, coalesce(c.versions, 0), coalesce(c.visits, 0) FROM pages p LEFT JOIN "
    "(SELECT page_id, sum(base IS NULL) AS versions, sum(base IS NOT NULL) AS visits FROM captures GROUP BY page_id) c "
    "USING (page_id) WHERE (p.versions, p.visits) IS NOT (c.versions, c.visits)"
)
# What tree.py makes of the captures of a page: content is that of the newest good version, all else that of all.
_MISDESCRIBED = (
    "SELECT p.url FROM pages p JOIN "
    "(SELECT page_id, min(date) AS first, max(date) AS last, max(seq) AS changed FROM captures GROUP BY page_id) c "
    "USING (page_id) JOIN captures v ON v.seq = (SELECT seq FROM captures WHERE page_id = p.page_id AND base IS NULL "
    "ORDER BY status BETWEEN 200 AND 299 DESC, date DESC, seq DESC LIMIT 1) "
    "JOIN captures n ON n.seq = "
    "(SELECT seq FROM captures WHERE page_id = p.page_id ORDER BY date DESC, seq DESC LIMIT 1) "
    "WHERE (p.title, p.title_source, p.type, p.length, p.facets, p.status, p.first, p.last, p.changed) "
    "IS NOT (v.title, v.title_source, v.type, v.length, v.facets, n.status, c.first, c.last, c.changed) "
    "OR (p.kind NOT IN ('redirect', 'error')) IS NOT (v.status BETWEEN 200 AND 299)"
)
# Each folder against its own contents, which holds for all of the tree when it holds everywhere.
_MISADDED = (
    "SELECT url FROM (SELECT f.url, f.pages, f.documents, "
    "(SELECT count(*) FROM pages p WHERE p.folder_id = f.folder_id) + (SELECT coalesce(sum(pages), 0) FROM folders b "
    "WHERE coalesce(b.parent_id, 0) = f.folder_id) AS counted, "
    "(SELECT count(*) FROM pages p WHERE p.folder_id = f.folder_id AND p.kind = 'document') + (SELECT "
    "coalesce(sum(documents), 0) FROM folders b WHERE coalesce(b.parent_id, 0) = f.folder_id) AS readable "
    "FROM folders f) WHERE (pages, documents) IS NOT (counted, readable)"
)


def damages(db: sqlite3.Connection, cancelled: Callable[[], bool] | None = None) -> Iterator[Problem]:
    """The damage of the database itself, by SQLite's own check; empty when stopped on the way."""
    if cancelled is not None:
        db.set_progress_handler(lambda: int(cancelled()), _STEPS)
    try:
        for (found,) in db.execute(f"PRAGMA integrity_check({_MOST})").fetchall():
            if found != "ok":
                yield unreadable(" ".join(str(found).split()))
    except (sqlite3.Error, UnicodeDecodeError) as error:
        if getattr(error, "sqlite_errorcode", None) != sqlite3.SQLITE_INTERRUPT:
            yield unreadable(str(error))
    finally:
        db.set_progress_handler(None, 0)


def unreadable(detail: str, id: str = "") -> Problem:
    """The problem that the index, or its row of a record, cannot be read."""
    return Problem(
        INDEX,
        0,
        id,
        Message("index-damaged", detail=detail),
        "index-unreadable",
    )


def contradictions(db: sqlite3.Connection) -> Iterator[Problem]:
    """Disagreements of pages, folders and captures, and captures without a file."""
    try:
        yield from _contradictions(db)
    except sqlite3.DatabaseError as error:
        yield unreadable(str(error))


def _contradictions(db: sqlite3.Connection) -> Iterator[Problem]:
    named = set()
    for url, versions, visits, counted, confirmed in db.execute(_MISCOUNTED):
        named.add(url)
        yield Problem(
            INDEX,
            0,
            "",
            Message(
                "index-miscounts", versions=versions, visits=visits, url=url, count=counted, number=confirmed
            ),
            "index-page",
        )
    for capture, packed in db.execute("SELECT capture, rows FROM links"):
        try:
            zlib.decompress(packed)
        except (zlib.error, TypeError):
            yield unreadable(f"the links of its row {capture} are damaged")
    for url in (url for (url,) in db.execute(_MISDESCRIBED) if url not in named):
        yield Problem(
            INDEX,
            0,
            "",
            Message("index-shows-otherwise", url=url),
            "index-page",
        )
    for (url,) in db.execute(_MISADDED):
        yield Problem(
            INDEX,
            0,
            "",
            Message("index-miscounts-below", url=url),
            "index-folder",
        )
    for batch, serial, file, offset in db.execute(_OUTSIDE):
        name, id = batches.relative_path(batch, file), batches.format_id(batch, serial)
        yield Problem(name, offset, id, NOTHING_THERE, "index-without-record")


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
    """Check the index, all batch files, and that both agree; progress in bytes (done, of all). With an index that is
    damaged itself, the records are checked by themselves."""
    present = list(batches.existing_files(archive))
    sizes = {path: _size(path) for _, _, path in present}
    total, done, told = sum(sizes.values()), 0, checked or Checked()
    rebuilder = Rebuilder(RecordsById(archive, db, keep_open=False).find, ROOM_FOR_ALL)
    broken, ends = list(damages(db, cancelled)), {}
    try:
        if not broken:
            ends = {
                (batch, file): end for batch, file, end in db.execute("SELECT batch, file, end FROM files")
            }
    except sqlite3.DatabaseError as error:
        broken.append(unreadable(str(error)))
    yield from (
        Problem(NOTES, offset, "", sentence, rule) for offset, sentence, rule in problems_of_notes(archive)
    )
    if broken:
        yield from broken
        yield from _without_index(sizes, archive, progress, cancelled, strict, told)
        return
    for batch, file in sorted(set(ends) - {(batch, file) for batch, file, _ in present}):
        name = batches.relative_path(batch, file)
        yield Problem(name, 0, "", Message("file-missing"), "file-missing")
    yield from _unknown_files(archive, set(sizes))
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
            yield Problem(
                one.name, 0, "", Message("file-unreadable", detail=error.strerror or error), "unreadable"
            )
        if cancelled and cancelled():
            return
        done += sizes[path]
        told.bytes = told_before + sizes[path]
        # a writer may have been at work until a moment ago: then the index knows more by now
        if (
            sizes[path] > one.indexed
            and not is_held(home_of(archive, file)[0])
            and sizes[path] > (end := one.end_now())
        ):
            yield Problem(
                one.name,
                end,
                "",
                Message("end-not-indexed", size=sizes[path] - end),
                "not-indexed",
            )
    yield from contradictions(db)
    if progress:
        progress(total, total)


def _without_index(
    sizes: dict[Path, int],
    archive: Path,
    progress: Callable[[int, int], None] | None,
    cancelled: Callable[[], bool] | None,
    strict: bool,
    told: Checked,
) -> Iterator[Problem]:
    """Each batch file by itself."""
    yield from _unknown_files(archive, set(sizes))
    done = 0
    for path, size in sizes.items():
        name = os.path.relpath(path, archive).replace(os.sep, "/")
        yield from verify_file(path, None, cancelled, strict=strict, checked=told, name=name)
        done += size
        told.bytes = done
        if progress:
            progress(done, sum(sizes.values()))


class File:
    """One batch file, as far as it is indexed: what lies beyond is being written right now, or was left by a crash."""

    def __init__(
        self,
        db: sqlite3.Connection,
        batch: str,
        file: int,
        path: Path,
        indexed: int,
        rebuilder: Rebuilder | None = None,
    ) -> None:
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

    def verify(
        self, strict: bool, checked: Checked, cancelled: Callable[[], bool] | None
    ) -> Iterator[Problem | None]:
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

    def walk(
        self, reader: RecordReader, cancelled: Callable[[], bool] | None = None
    ) -> Iterator[Record | Gap]:
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
                self.name,
                record.offset,
                id,
                Message("record-without-index"),
                "record-without-index",
            )
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
                self.name,
                record.offset,
                id,
                Message("index-differs", what=what, indexed=indexed, recorded=recorded),
                f"index-{what.replace(' ', '-')}",
            )

    def _cost(self, id: str, row: Row, record: Record) -> Iterator[Problem]:
        """How many versions are lost with a damaged record."""
        lost = self._db.execute(_BUILT, (row.seq,)).fetchone()[0]
        if lost:
            sentence = Message("built-on-once") if lost == 1 else Message("built-on", count=lost)
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
            yield problem("header-check-missing", Message("header-check-missing"))
        if own != id:
            yield problem("id-taken", Message("id-taken", id=own))
            return  # the record it names by id may be another one, too
        named = batches.parse_id(record.get("base") or "")
        if is_incremental(record):  # its base is there: it could be rebuilt
            if named != (row.base_batch, row.base_serial):
                yield problem("index-base", Message("build-other-indexed"))
            return
        if named is None:
            if row.base_batch is not None:
                yield problem("index-base", Message("base-only-indexed"))
            return
        confirmed = self._db.execute(
            "SELECT b.batch, b.serial, p.url FROM captures c JOIN captures b ON b.seq = coalesce(c.base, c.seq) "
            "JOIN pages p ON p.page_id = b.page_id WHERE c.batch = ? AND c.serial = ?",
            named,
        ).fetchone()
        if confirmed is None or confirmed[2] != row.url:
            # with DATA of its own a record without its version stands for itself
            if not row.full:
                yield problem("base-missing", Message("base-missing"))
        elif confirmed[:2] != (row.base_batch, row.base_serial):
            yield problem("index-base", Message("base-other-indexed"))
        elif not row.full and named[0] != self._batch and record.get("header-check"):
            yield problem("base-elsewhere", Message("base-elsewhere"))


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


def _unknown_files(archive: Path, known: set[Path]) -> Iterator[Problem]:
    """Batch files under names that the program does not read."""
    for path in sorted((archive / "batches").glob("*/*.tw")):
        if path not in known:
            name = path.relative_to(archive).as_posix()
            sentence = Message("file-misplaced")
            yield Problem(name, 0, "", sentence, "file-misplaced")


def _size(path: Path) -> int:
    with suppress(OSError):
        return path.stat().st_size
    return 0
