"""One export on its way: what it reads, where it writes, and what is to be said of it afterwards."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from itertools import chain
from pathlib import Path

from app.archive.model import Capture, CaptureKind
from app.archive.reader import ArchiveReader
from app.archive.rendered import address_of
from app.errors import FormatError, StorageUnreadable
from app.interchange.destination import Destination, storing
from app.messages import Message
from app.tianwang.reader import RecordReader
from app.tianwang.rebuilding import is_incremental, whole
from app.tianwang.record import Record
from app.tianwang.sealing import verify_header

# Records of an archive's batch files for an export, checked on the way: damage must not leave the archive
# as if
# it were sound.

_OPEN = 8


class BatchReading:
    """Keeps the batch files open that were asked for last. For one thread; the records may go to others."""

    def __init__(self, archive: ArchiveReader) -> None:
        self._reader_of_archive = archive
        self._archive = archive.path
        self._readers: dict[str, RecordReader] = {}

    def record(self, capture: Capture) -> Record:
        """The record of a capture, with its DATA in memory; in place of an incremental one the full 1.0 record that it
        stands for. FormatError, StorageUnreadable."""
        try:
            record = self._reader(capture.file).at(capture.offset).detached()
            if not is_incremental(record):
                return record
            check(record, capture)
            return whole(record, self._reader_of_archive.data(record))
        except ValueError as error:
            raise FormatError(capture.file, capture.offset, str(error)) from error
        except OSError as error:
            path = self._archive / capture.file
            raise StorageUnreadable(path=path, detail=error.strerror or str(error)) from error

    def close(self) -> None:
        for reader in self._readers.values():
            reader.close()
        self._readers.clear()

    def _reader(self, file: str) -> RecordReader:
        found = self._readers.pop(file, None)
        if found is None:
            found = RecordReader(self._archive / file)
            if len(self._readers) >= _OPEN:
                self._readers.pop(next(iter(self._readers))).close()
        self._readers[file] = found
        return found


def check(record: Record, capture: Capture) -> None:
    """FormatError when the record is not as it was written, as far as it carries the means to tell."""
    wrong = verify_header(record)
    digest = record.raw("digest")
    if wrong is None and digest is not None and digest.startswith(b"sha256:"):
        found = hashlib.sha256(record.stored).hexdigest()
        if digest != b"sha256:" + found.encode("ascii"):
            wrong = Message("digest-differs")
    if wrong is not None:
        raise FormatError(capture.file, capture.offset, wrong)


def is_full(record: Record) -> bool:
    """Whether a record has DATA of its own: 2.0 records only name the record that has."""
    return not record.version.startswith("2")


# Which captures of an archive an export takes.


@dataclass(frozen=True)
class Selection:
    """Addresses that begin with one of `prefixes` (or are one of `urls`), from `since` on and before `until`.

    With `newest` only the last version of each address, otherwise all of them, and with `visits` also the fetches that
    found nothing new.
    """

    prefixes: tuple[str, ...] = ("",)
    urls: tuple[str, ...] | None = None
    since: datetime | None = None
    until: datetime | None = None
    newest: bool = False
    visits: bool = True

    def captures(self, reader: ArchiveReader) -> Iterator[Capture]:
        """The captures, each once; a version comes before the visits that confirm it. What a crawl stores meanwhile is
        left out."""
        last = reader.last_seq()
        if self.urls is not None:
            return chain.from_iterable(self._of_address(reader, url, last) for url in self._named)
        if self.newest:
            pages = chain.from_iterable(reader.all_pages(prefix) for prefix in self._apart())
            return chain.from_iterable(self._of_address(reader, page.url, last) for page in pages)
        return chain.from_iterable(self._beginning(reader, prefix, last) for prefix in self._apart())

    def holds(self, capture: Capture) -> bool:
        """Whether a version is among the captures taken."""
        named = capture.url.startswith(self.prefixes) if self.urls is None else capture.url in self._named
        return named and self._in_time(capture)

    @cached_property
    def _named(self) -> dict[str, None]:
        """The addresses, each once, with those of what browsers made of them."""
        return dict.fromkeys(each for url in self.urls or () for each in (url, address_of(url)))

    def _of_address(self, reader: ArchiveReader, url: str, last: int) -> list[Capture]:
        found = [
            capture
            for capture in reader.versions(url, visits=self.visits and not self.newest)
            if capture.seq <= last and self._in_time(capture)
        ]
        return found[-1:] if self.newest else found

    def _beginning(self, reader: ArchiveReader, prefix: str, last: int) -> Iterator[Capture]:
        kind: CaptureKind | None = None if self.visits else "version"
        for capture in reader.captures(prefix=prefix, since=self.since, until=self.until, kind=kind):
            if capture.seq <= last:
                yield capture

    def _in_time(self, capture: Capture) -> bool:
        return (self.since is None or capture.date >= self.since) and (
            self.until is None or capture.date < self.until
        )

    def _apart(self) -> list[str]:
        """The prefixes without those that another one covers."""
        kept: list[str] = []
        for prefix in sorted(set(self.prefixes)):
            if not kept or not prefix.startswith(kept[-1]):
                kept.append(prefix)
        return kept


ROLL_OVER = 1024 * 1024 * 1024
"""Bytes after which an export into a folder goes on in its next file."""

NO_BASE = Message("left-out-base")


@dataclass(slots=True)
class InterchangeReport:
    """What an export did.

    `files` are those it wrote, `bytes` their size; `records` the captures in them, of which `visits` found nothing new;
    `left_out` the visits that were not asked for, `skipped` the captures that could not be read, `repaired` those with
    HTTP headers that other programs would misread. `notes` pairs the id of a capture with a sentence.
    """

    files: list[Path] = field(default_factory=list)
    records: int = 0
    visits: int = 0
    bytes: int = 0
    left_out: int = 0
    skipped: int = 0
    repaired: int = 0
    notes: list[tuple[str, str]] = field(default_factory=list)
    cancelled: bool = False


@dataclass(slots=True)
class Job:
    """What the writers of all formats share. `name` is the archive's, `visits` whether those are wanted."""

    reader: ArchiveReader
    selection: Selection
    batches: BatchReading
    destination: Destination
    name: str
    visits: bool
    progress: Callable[[int, str], None] | None
    cancelled: Callable[[], bool] | None
    report: InterchangeReport = field(default_factory=InterchangeReport)
    _done: int = 0

    def goes_on(self, capture: Capture) -> bool:
        """One call for each capture: False when the person wants to stop."""
        if self.cancelled is not None and self.cancelled():
            self.report.cancelled = True
            return False
        if self.progress is not None:
            self.progress(self._done, capture.url)
        self._done += 1
        return True

    def count(self, capture: Capture) -> None:
        """A capture that was written."""
        self.report.records += 1
        self.report.visits += capture.kind == "visit"

    def skip(self, capture: Capture, reason: Exception | str) -> None:
        """A capture that cannot be exported, and why."""
        sentence = (
            Message("left-out-damaged", reason=reason.rule)
            if isinstance(reason, FormatError)
            else str(reason)
        )
        self.report.skipped += 1
        self.report.notes.append((capture.id, sentence))


class RollingFiles:
    """Files of one export, each followed by the next when it is full; only one where the person named a file."""

    def __init__(self, destination: Destination, begin: Callable[[str], bytes] = lambda name: b"") -> None:
        """`begin` makes what a file of a name begins with."""
        self._destination, self._begin = destination, begin
        self._number = 0
        self._start()

    def write(self, data: bytes) -> tuple[str, int]:
        """Append; returns the name of the file and the offset in it. StorageFailed."""
        if self._offset >= ROLL_OVER and not self._destination.whole:
            self._number += 1
            self._start()
        offset = self._offset
        with storing(self._destination.folder / self.name):
            self._file.write(data)
        self._offset += len(data)
        return self.name, offset

    def _start(self) -> None:
        self.name = self._destination.name(self._number)
        self._file = self._destination.open(self.name)
        first = self._begin(self.name)
        with storing(self._destination.folder / self.name):
            self._file.write(first)
        self._offset = len(first)
