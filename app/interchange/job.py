"""One export: its selection of captures, its readers of batch files, its files and its report.

The files get their names only when all of them are written. Names are made of the archive's own name and numbers, never
of archived content.
"""

from __future__ import annotations

import errno
import heapq
import os
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import IO, BinaryIO, Protocol

from app.archive.batches import located
from app.archive.documents.rendered import address_of
from app.archive.model import Capture, CaptureKind
from app.archive.reader import ArchiveReader
from app.errors import FormatError, StorageFailed, StorageUnreadable
from app.interchange.noting import Marked
from app.messages import Message
from app.tianwang.reader import RecordReader
from app.tianwang.rebuilding import is_incremental, whole
from app.tianwang.record import Record
from app.tianwang.sealing import verify_digest, verify_header
from app.tianwang.writer import storing, why

# Sorting more lines than memory should hold.

_MEMORY = 24 * 1024 * 1024  # bytes of lines; Python needs about twice as much for them
_RUNS = 64  # files open at a time
_OVERHEAD = 60  # bytes of a line beside its text


class LineSorter:
    """Lines (with their ends) in the order of their bytes, in constant memory: sorted runs in nameless files of
    `folder`, which are merged."""

    def __init__(self, folder: Path, memory: int = _MEMORY) -> None:
        self._folder = folder
        self._memory = memory
        self._lines: list[bytes] = []
        self._size = 0
        self._runs: list[IO[bytes]] = []
        self._open = ExitStack()

    def __enter__(self) -> LineSorter:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def add(self, line: bytes) -> None:
        """One more line. StorageFailed when the disk is full."""
        self._lines.append(line)
        self._size += len(line) + _OVERHEAD
        if self._size > self._memory:
            self._lines.sort()
            self._put_away(self._lines)
            self._lines, self._size = [], 0
            if len(self._runs) >= _RUNS:
                runs, self._runs = self._runs, []
                self._put_away(heapq.merge(*runs))
                for run in runs:
                    run.close()

    def sorted(self) -> Iterator[bytes]:
        """All lines in order; once."""
        self._lines.sort()
        return heapq.merge(*self._runs, self._lines) if self._runs else iter(self._lines)

    def _put_away(self, lines: Iterable[bytes]) -> None:
        with storing(self._folder):
            run: IO[bytes] = tempfile.TemporaryFile(dir=self._folder)  # noqa: SIM115 (closed with the sorter)
            self._open.callback(run.close)
            run.writelines(lines)
            run.seek(0)
        self._runs.append(run)


_TAKEN = Message("export-exists")
_DEVICES = re.compile(
    r"(?:con|prn|aux|nul|clock\$|(?:com|lpt)[0-9])", re.IGNORECASE
)  # names Windows keeps for itself
_BUFFER = 1 << 20


class Destination:
    """The files of one export. Each grows as `NAME.part`; `finish` gives all of them their names, `discard` none."""

    def __init__(self, dest: Path, suffixes: tuple[str, ...], name: str) -> None:
        """`dest` is a file when it ends in one of `suffixes`, otherwise a folder, which is made, for files that end in
        the first of them and are called by the archive's `name`. StorageFailed."""
        single = not dest.is_dir() and dest.name.lower().endswith(suffixes)
        self.folder = dest.parent if single else dest
        self._single = dest.name if single else ""
        self._open: list[tuple[BinaryIO, Path, Path]] = []
        with storing(dest):
            self.folder.mkdir(parents=True, exist_ok=True)
            if single and os.path.lexists(dest):
                raise StorageFailed(path=dest, detail=_TAKEN)
            self._stem = self._free_stem(name)
        self.suffix = suffixes[0]
        if single:
            self.suffix = max((suffix for suffix in suffixes if dest.name.lower().endswith(suffix)), key=len)
            self._stem = dest.name[: -len(self.suffix)] or self._stem

    @property
    def whole(self) -> bool:
        """Whether everything goes into the one file that the person named."""
        return bool(self._single)

    def name(self, number: int | None = None) -> str:
        """Name of a file: the person's, or the archive's with a number."""
        if self._single:
            return self._single
        return f"{self._stem}{self.suffix}" if number is None else f"{self._stem}-{number:05d}{self.suffix}"

    def beside(self, suffix: str) -> str:
        """Name of a file that goes with the others and is another kind of file."""
        return f"{self._stem}{suffix}"

    def check(self, name: str) -> None:
        """StorageFailed where a file of that name is there already."""
        if os.path.lexists(self.folder / name):
            raise StorageFailed(path=self.folder / name, detail=_TAKEN)

    def open(self, name: str) -> BinaryIO:
        """A new file for the export, open for writing at any place until the end of the export."""
        final = self.folder / name
        part = self.folder / f"{name}.part"
        with storing(final):
            if os.path.lexists(final):
                raise StorageFailed(path=final, detail=_TAKEN)
            try:
                file = part.open("x+b", buffering=_BUFFER)
            except FileExistsError as error:
                detail = Message("export-unfinished")
                raise StorageFailed(path=part, detail=detail) from error
        self._open.append((file, part, final))
        return file

    def finish(self) -> list[Path]:
        """Close all files and give them their names; returns these. StorageFailed: then nothing keeps a name."""
        named: list[Path] = []
        with storing(self.folder):
            try:
                for file, _, _ in self._open:
                    file.flush()
                    os.fsync(file.fileno())
                    file.close()
                for _, part, final in self._open:
                    _rename(part, final)
                    named.append(final)
            except BaseException:
                for final in named:
                    final.unlink(missing_ok=True)
                self.discard()
                raise
        self._open.clear()
        return named

    def discard(self) -> None:
        """Remove what was written."""
        for file, part, _ in self._open:
            with suppress(OSError):  # what is still in the buffer of a full disk
                file.close()
            with suppress(OSError):
                part.unlink(missing_ok=True)
        self._open.clear()

    def _free_stem(self, name: str) -> str:
        """A beginning of names that no file in the folder has."""
        stem = re.sub(r"[^A-Za-z0-9_-]+", "_", name).strip("_-")[:60]
        if not stem or _DEVICES.fullmatch(stem):
            stem = "archive"
        taken = [entry.name.lower() for entry in self.folder.iterdir()]
        number, free = 1, stem
        while any(entry.startswith((f"{free}-0".lower(), f"{free}.".lower())) for entry in taken):
            number += 1
            free = f"{stem}-{number}"
        return free


def _rename(part: Path, final: Path) -> None:
    """Give a finished file its name. StorageFailed when that is taken meanwhile."""
    try:
        os.link(part, final)
    except FileExistsError as error:
        raise StorageFailed(path=final, detail=_TAKEN) from error
    except (OSError, NotImplementedError) as error:  # file systems without links: a moment's risk is left
        if getattr(error, "errno", None) == errno.ENOSPC:
            raise
        if os.path.lexists(final):
            raise StorageFailed(path=final, detail=_TAKEN) from error
        part.rename(final)
    else:
        part.unlink()


# Records of an archive's batch files for an export, checked on the way: damage must not leave the archive as if
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
            path = located(self._archive, capture.file)
            raise StorageUnreadable(path=path, detail=why(error)) from error

    def close(self) -> None:
        for reader in self._readers.values():
            reader.close()
        self._readers.clear()

    def _reader(self, file: str) -> RecordReader:
        found = self._readers.pop(file, None)
        if found is None:
            found = RecordReader(located(self._archive, file))
            if len(self._readers) >= _OPEN:
                self._readers.pop(next(iter(self._readers))).close()
        self._readers[file] = found
        return found


def check(record: Record, capture: Capture) -> None:
    """FormatError when a check that the record carries shows a change."""
    wrong = verify_header(record) or verify_digest(record)
    if wrong is not None:
        raise FormatError(capture.file, capture.offset, wrong)


def is_full(record: Record) -> bool:
    """Whether a record has DATA of its own: 2.0 records only name the record that has."""
    return not record.version.startswith("2")


# The captures that an export takes.


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
        """The addresses, each once, with those of their derived records."""
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


class Chosen(Protocol):
    """The captures that an export takes, and whether it takes one."""

    def captures(self, reader: ArchiveReader) -> Iterator[Capture]: ...

    def holds(self, capture: Capture) -> bool: ...


@dataclass(frozen=True)
class Allowed:
    """Those captures of another choice that may be handed on."""

    of: Chosen
    allowed: Callable[[Capture], bool]

    def captures(self, reader: ArchiveReader) -> Iterator[Capture]:
        return filter(self.allowed, self.of.captures(reader))

    def holds(self, capture: Capture) -> bool:
        return self.allowed(capture) and self.of.holds(capture)


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
    """What the writers of all formats share. `name` is the archive's, `visits` whether those are wanted, `marked` what
    a person wrote on the pages, None where that stays here; `made` is when the files say they were made."""

    reader: ArchiveReader
    selection: Chosen
    batches: BatchReading
    destination: Destination
    name: str
    visits: bool
    progress: Callable[[int, str], None] | None
    cancelled: Callable[[], bool] | None
    marked: Marked | None = None
    made: datetime = field(default_factory=lambda: datetime.now(UTC))
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
        if self.marked is not None:
            self.marked.add(capture)

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
