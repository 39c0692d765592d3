"""The ids of archives, each taken once and none left out.

Duplicates are found in the headers of the records themselves, because an index gives a record whose id is taken another
one. Gaps are numbers of a block (`serials`) below the greatest that is used there: no program leaves one, so a capture
that was stored is gone. What is missing at the end of a block cannot be seen from the ids.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from app.archive import batches
from app.archive.index import schema
from app.archive.serials import Ids
from app.errors import StorageUnreadable
from app.tianwang.reader import RecordReader
from app.tianwang.rebuilding import all_records


class Place(NamedTuple):
    """Where a record stands; `file` as people see it."""

    archive: Path
    file: str
    offset: int


class Duplicate(NamedTuple):
    """An id that another record has, too: `first` is the place of that one, None where it cannot be told."""

    id: str
    place: Place
    first: Place | None


class Gap(NamedTuple):
    """Ids from one to another that no record has; how many in all."""

    archive: Path
    first: str
    last: str
    ids: int


@dataclass(slots=True)
class IdReport:
    """`records` with an id were read, and `without` one; up to `most` duplicates and gaps of each archive are listed,
    all are counted. `missing` counts the ids in gaps."""

    records: int = 0
    without: int = 0
    duplicates: list[Duplicate] = field(default_factory=list)
    gaps: list[Gap] = field(default_factory=list)
    repeated: int = 0
    missing: int = 0
    cancelled: bool = False


def check_ids(
    archives: Sequence[Path],
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
    most: int = 1000,
) -> IdReport:
    """Look for ids that two records of these archives have, and for ids that are missing; progress in bytes (done, of
    all). The archives were opened before: their indexes are up to date. StorageUnreadable."""
    return _Check(archives, progress, cancelled or (lambda: False), most).run()


class _Check:
    def __init__(
        self,
        archives: Sequence[Path],
        progress: Callable[[int, int], None] | None,
        cancelled: Callable[[], bool],
        most: int,
    ) -> None:
        self._archives, self._progress, self._cancelled, self._most = archives, progress, cancelled, most
        self._report = IdReport()
        self._all = Ids()

    def run(self) -> IdReport:
        files = [(archive, list(batches.existing_files(archive))) for archive in self._archives]
        total, done = sum(path.stat().st_size for _, listed in files for _, _, path in listed), 0
        for place, (archive, listed) in enumerate(files):
            marks = self._indexed(archive)
            for batch, file, path in listed:
                for at in self._read(place, archive, batch, file, path, marks):
                    if self._progress:
                        self._progress(done + at, total)
                    if self._cancelled():
                        self._report.cancelled = True
                        return self._report
                done += path.stat().st_size
            self._gaps(archive, marks)
        if self._progress:
            self._progress(total, total)
        return self._report

    def _indexed(self, archive: Path) -> Ids:
        """The ids that the index gave: records of others in a batch have none of their own."""
        marks = Ids()
        try:
            with closing(schema.connect_reader(archive / "index.sqlite")) as db:
                for batch, serial in db.execute("SELECT batch, serial FROM captures"):
                    marks.add(batch, serial)
        except sqlite3.Error as error:
            raise StorageUnreadable(path=archive / "index.sqlite", detail=str(error)) from error
        return marks

    def _read(
        self, place: int, archive: Path, batch: str, file: int, path: Path, marks: Ids
    ) -> Iterator[int]:
        """Go through the ids of a file; yields how far."""
        report, name = self._report, batches.relative_path(batch, file)
        try:
            with RecordReader(path) as reader:
                for number, record in enumerate(all_records(reader)):
                    if number % 1000 == 0:
                        yield record.offset
                    known = batches.parse_id(record.get("id") or "")
                    if known is None:
                        report.without += 1
                        continue
                    report.records += 1
                    marks.add(*known)
                    if not self._all.add(*known):
                        report.repeated += 1
                        if report.repeated <= self._most:
                            at = Place(archive, name, record.offset)
                            report.duplicates.append(
                                Duplicate(batches.format_id(*known), at, self._first(place, known, at))
                            )
        except OSError as error:
            raise StorageUnreadable(path=path, detail=error.strerror or str(error)) from error

    def _first(self, place: int, id: tuple[str, int], but: Place) -> Place | None:
        """Where a record that came before has the id, as an index says."""
        for archive in self._archives[: place + 1]:
            with closing(schema.connect_reader(archive / "index.sqlite")) as db:
                found = db.execute(
                    "SELECT file, offset FROM captures WHERE batch = ? AND serial = ?", id
                ).fetchone()
            at = Place(archive, batches.relative_path(id[0], found[0]), found[1]) if found else but
            if at != but:
                return at
        return None

    def _gaps(self, archive: Path, marks: Ids) -> None:
        for number, (batch, first, last) in enumerate(marks.gaps()):
            self._report.missing += last - first + 1
            if number < self._most:
                ends = batches.format_id(batch, first), batches.format_id(batch, last)
                self._report.gaps.append(Gap(archive, *ends, last - first + 1))
