"""Taking over archives that others wrote, record by record, with everything their headers say."""

from __future__ import annotations

import os
import pickle
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from datetime import datetime
from functools import partial
from hashlib import blake2b
from itertools import chain, islice
from pathlib import Path
from typing import Literal, NamedTuple, Protocol
from urllib.parse import unquote_to_bytes

from zlib_ng import zlib_ng

from app.archive.addresses import standing
from app.archive.documents.preparing import Prepared, prepare
from app.archive.model import Capture, NewCapture, NewVisit
from app.archive.notes import carrying
from app.archive.notes.notebook import NAME as NOTES
from app.archive.notes.notebook import Notebook
from app.archive.notes.state import Notes
from app.archive.pooling import AT_ONCE, WORTHWHILE, Crew, prepared
from app.archive.writer import ArchiveWriter
from app.errors import CaptureMissing, FormatError, StorageUnreadable
from app.interchange import companions
from app.interchange.arrivals import (
    Arrival,
    Attributes,
    FileReport,
    ImportReport,
    Item,
    Omission,
    Passed,
    Return,
    Skipped,
    former_address,
    head_of,
)
from app.interchange.noting import beside, in_file, in_package
from app.interchange.sniffing import recognise
from app.interchange.tianwang_in import TianwangIn
from app.interchange.warc_in import ArcIn, WaczIn, WarcIn
from app.interchange.warc_reader import proven
from app.messages import Message
from app.tianwang.http import split_http
from app.tianwang.reader import Run
from app.tianwang.record import text_of
from app.tianwang.writer import why

# Names of foreign records, their ids here, and visits that wait for their version: kept on disk.


class Targets:
    """Names of records → ids of ours, and the visits that wait for a version to come. For one thread, one import."""

    def __init__(self) -> None:
        # a database without a name is a temporary file that goes away by itself
        self._db = sqlite3.connect("", isolation_level=None)
        self._db.execute("PRAGMA journal_mode = OFF")
        self._db.execute("CREATE TABLE names (key BLOB PRIMARY KEY, id TEXT) WITHOUT ROWID")
        self._db.execute("CREATE TABLE waiting (file INTEGER, visit BLOB)")

    def close(self) -> None:
        self._db.close()

    def remember(self, names: tuple[str, ...], id: str) -> None:
        """A record known by these names is stored under an id."""
        for name in names:
            self._db.execute("INSERT OR REPLACE INTO names VALUES (?, ?)", (_key(name), id))

    def find(self, name: str) -> str | None:
        """The id of a record with this name."""
        row = self._db.execute("SELECT id FROM names WHERE key = ?", (_key(name),)).fetchone()
        return row[0] if row else None

    def wait(self, file: int, visit: Return) -> None:
        """Keep a visit of the import's nth file until everything was read."""
        self._db.execute("INSERT INTO waiting VALUES (?, ?)", (file, pickle.dumps(visit)))

    def waiting(self) -> Iterator[tuple[int, Return]]:
        """The visits that wait, in their order, with the numbers of their files."""
        for file, visit in self._db.execute("SELECT file, visit FROM waiting ORDER BY rowid"):
            yield file, pickle.loads(visit)  # noqa: S301  # nobody else writes to the nameless file


def _key(name: str) -> bytes:
    return blake2b(name.encode("utf-8", "surrogatepass"), digest_size=12).digest()


_COMPARED = 20
"""Versions of an address whose content is held against the digest that a visit names."""

Outcome = Literal["version", "visit", "known", "missing"]


class Returning:
    """Finds the versions that visits refer to: of the same import, or of the archive."""

    def __init__(self, writer: ArchiveWriter) -> None:
        self._writer = writer
        self._targets = Targets()

    def close(self) -> None:
        self._targets.close()

    def stored(self, keys: tuple[str, ...], capture: Capture) -> None:
        """A record with these names is in the archive now."""
        self._targets.remember(keys, capture.base or capture.id)

    def known(self, keys: tuple[str, ...], url: str, date: datetime) -> None:
        """A record with these names was in the archive already."""
        capture = self._at(url, date) if keys else None
        if capture is not None:
            self.stored(keys, capture)

    def wait(self, file: int, visit: Return) -> None:
        """Try a visit of the import's nth file again when everything was read."""
        self._targets.wait(file, visit)

    def waiting(self) -> Iterator[tuple[int, Return]]:
        return self._targets.waiting()

    def store(self, visit: Return) -> Outcome:
        """Store a visit; "missing" when the version it confirms is not known."""
        base = self._base(visit)
        if base is None:
            return "missing"
        head = next(
            (unquote_to_bytes(value) for name, value in visit.extra if name == companions.HTTP_HEAD), None
        )
        if self.knows(visit.url, visit.date, base.digest, lambda: head):
            return "known"
        if base.url == visit.url:
            status = visit.status or base.status
            new = NewVisit(visit.url, visit.date, visit.ip, base.id, status, visit.origin)
            return self._writer.store(new, extra=visit.extra).kind
        reader = self._writer.reader
        # an address that answers with the content of another one has versions of its own
        try:
            data = reader.data(reader.record(base))
        except (FormatError, StorageUnreadable):
            return "missing"
        capture = NewCapture(visit.url, visit.date, visit.ip, data, visit.origin)
        return self._writer.store(prepare(capture, links=False), extra=visit.extra).kind

    def knows(self, url: str, date: datetime, digest: str, head: Callable[[], bytes | None]) -> bool:
        """Whether the archive has a capture of an address, of one second, with a body of this digest and these HTTP
        headers; where those of a capture are not known, they are taken for the same."""
        ids = self._writer.known(url, date, digest)
        wanted = head() if ids else None
        return bool(ids) and (wanted is None or any(self._head(id) in (None, wanted) for id in ids))

    def _head(self, id: str) -> bytes | None:
        """The HTTP headers of a capture; None for a visit without its own, and where they cannot be read."""
        try:
            record = self._writer.reader.record_of(id)
            kept = record.raw(companions.HTTP_HEAD) if record else None
            if kept is not None:
                return unquote_to_bytes(kept)
            if record is None or (not record.length and self._writer.reader.capture(id).kind == "visit"):
                return None
            return head_of(self._writer.reader.data(record))
        except (FormatError, OSError, CaptureMissing):
            return None

    def _base(self, visit: Return) -> Capture | None:
        for key in visit.keys:
            id = self._targets.find(key)
            found = self._capture(id) if id else None
            if found is not None and (found.url == visit.url or not visit.same):
                return found
        if visit.target is not None:
            url, date = visit.target
            found = self._at(url, date) if date is not None else None
            if found is not None:
                return found
        if visit.digest:
            return self._like(visit.target[0] if visit.target else visit.url, visit)
        return None

    def _capture(self, id: str) -> Capture | None:
        try:
            return self._writer.reader.capture(id)
        except CaptureMissing:
            return None

    def _at(self, url: str, date: datetime) -> Capture | None:
        """The version of an address that was seen in one second."""
        second = date.replace(microsecond=0)
        for capture in self._writer.reader.versions(url, visits=True):
            if capture.date == second:
                return self._capture(capture.base) if capture.base else capture
        return None

    def _like(self, url: str, visit: Return) -> Capture | None:
        """The newest version of an address whose payload has the digest a visit names."""
        reader = self._writer.reader
        versions = reader.versions(url)
        for capture in islice(reversed(versions), _COMPARED):
            try:
                data = reader.data(reader.record(capture))
            except (FormatError, StorageUnreadable):
                continue
            message = split_http(data)
            if proven(visit.digest, message.raw_body) or proven(visit.digest, message.body):
                return capture
        return None


# The files behind the paths of a person: a folder stands for all files in it.

_ABOUT = "archive.json"  # stands in the folder of an archive of this program: only its batches are records


class Named(NamedTuple):
    """A file to import; `inside` when it was found in a folder. `error` says why a folder could not be read."""

    path: Path
    inside: bool = False
    error: str = ""


def expand(paths: Iterable[Path]) -> Iterator[Named]:
    """The files, those of folders in the order of their names, and the files of notes that were exported with those
    that are named. No folder is entered twice, whatever links say."""
    paths = list(paths)
    entered: set[tuple[int, int]] = set()
    listed = set(map(str, paths))
    for path in paths:
        yield from _walk(path, entered, listed, inside=False)


def _walk(path: Path, entered: set[tuple[int, int]], listed: set[str], *, inside: bool) -> Iterator[Named]:
    pending = [(path, inside)]  # a list, and not recursion: folders may be nested deeply
    while pending:
        path, inside = pending.pop()
        if not path.is_dir():
            notes = None if inside else beside(path)
            if notes is not None and str(notes) not in listed:
                listed.add(str(notes))
                pending.append((notes, True))
            if not inside or path.is_file():  # no pipes and devices, and no links to nothing
                yield Named(path, inside)
            continue
        try:
            about = path.stat()
            key = about.st_dev, about.st_ino
            if key in entered:
                continue
            if about.st_ino:
                entered.add(key)
            names = sorted(os.listdir(path), reverse=True)  # noqa: PTH208  # names, to be sorted as such
        except OSError as error:
            yield Named(path, inside, Message("import-unreadable", file=path, detail=error.strerror or error))
            continue
        if _ABOUT in names and "batches" in names:
            names = [name for name in (NOTES, "batches") if name in names]
        pending += [(path / name, True) for name in names]


COMMIT_EVERY = 1000
"""Records between two commits: what a crash may make a person import again."""

COMMIT_AFTER = 2.0
"""Seconds after which a commit is due in any case."""

Progress = Callable[[Path, int, int, int], None]
"""Gets the file, the bytes read and the bytes of all files of the import, and the records taken."""

Made = tuple[Item, Prepared | None, str, Attributes]
"""An item, what there is to store of it, what was wrong with it, and further attributes."""

Items = Callable[[Run], Iterator[Item]]
"""The items that the records of a run are."""

Task = tuple[Item | Run, bool]
"""What is to be made ready, and whether to compress it: what is there already need not be."""


class _Source(Protocol):
    def __iter__(self) -> Iterator[Item | Run]: ...

    def reached(self, item: Item) -> int: ...


def import_files(
    writer: ArchiveWriter,
    paths: Iterable[Path],
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> ImportReport:
    """Store every response in Tianwang, WARC, ARC and WACZ files, and in the files of folders.

    Everything reported as stored is committed. Importing a file a second time changes nothing. StorageFailed when the
    disk refuses; what was committed stays.
    """
    return _Import(writer, progress, cancelled).run(list(expand(paths)))


class _Import:
    def __init__(
        self, writer: ArchiveWriter, progress: Progress | None, cancelled: Callable[[], bool] | None
    ) -> None:
        self._writer, self._progress, self._cancelled = writer, progress, cancelled
        self._report = ImportReport()
        self._returning = Returning(writer)
        self._crew = Crew()
        self._known_in_a_row = 0
        self._before = self._total = self._taken = 0
        self._uncommitted = 0
        self._due = 0.0
        self._notes: list[tuple[FileReport, Notes]] = []

    def run(self, files: list[Named]) -> ImportReport:
        first = self._writer.commit()
        self._files(files)
        self._report.could_shrink = self._report.stored > 0 and self._writer.could_shrink(first)
        return self._report

    def _files(self, files: list[Named]) -> None:
        sizes = [_size(file.path) for file in files]
        self._total = sum(sizes)
        with closing(self._returning), self._crew:
            for file, size in zip(files, sizes, strict=True):
                report = FileReport(file.path, error=file.error)
                self._report.files.append(report)
                if not file.error:
                    self._file(report, inside=file.inside)
                self._before += size
                self._writer.commit()
                if self._report.cancelled:
                    return
            for number, visit in self._returning.waiting():
                if self._cancelled is not None and self._cancelled():
                    self._report.cancelled = True
                    break
                self._visit(self._report.files[number], visit, last=True)
                self._count()
            self._writer.commit()
            if not self._report.cancelled:
                self._take_notes()

    def _take_notes(self) -> None:
        """What persons wrote, when all it may stand on is there."""
        book = Notebook(self._writer.reader.path)
        for report, notes in self._notes:
            if not notes.fields:
                continue
            found = carrying.take(book, notes, self._writer.reader)
            report.known += found.known
            for _ in range(found.taken):
                report.keep("marks")
            if found.left_out:
                report.remark(0, Message("import-marks-elsewhere", count=found.left_out))

    def _file(self, report: FileReport, *, inside: bool) -> None:
        path = report.path
        try:
            report.format = recognise(path)
            if report.format == "tianwang":
                with closing(TianwangIn(path, report, self._cancelled)) as records:
                    self._records(records, report, records.size, records.items())
            elif report.format == "notes":
                notes = in_file(path)
                self._notes.append((report, notes))
                if notes.damaged:
                    report.damage(0, Message("import-marks-damaged", count=notes.damaged))
            elif report.format:
                scope = str(path.parent)
                with path.open("rb") as raw:
                    size = raw.seek(0, 2)
                    source: _Source = (
                        WaczIn(raw, path, report, scope)
                        if report.format == "wacz"
                        else (ArcIn if report.format == "arc" else WarcIn)(raw, report, scope)
                    )
                    self._records(source, report, size)
                if report.format == "wacz":
                    self._notes.append((report, in_package(path)))
            elif inside:
                report.skip(0, Message("import-no-pages"))
            else:
                report.error = Message("import-unknown", path=path)
        except OSError as error:
            report.error = Message("import-unreadable", file=path, detail=why(error).rstrip("."))
        except StorageUnreadable as error:
            report.error = str(error)

    def _records(self, source: _Source, report: FileReport, size: int, items: Items | None = None) -> None:
        """Take what a source yields; `items` are those of a run, and can be found by another process."""
        tasks = ((item, not self._only_known) for item in source)
        crew = self._crew if items is not None and self._total >= WORTHWHILE else None
        make, at_once = partial(_make, items), AT_ONCE if items is None else 1
        # the pool is ended before the file is closed: what it has in hand may still be read from it
        with closing(prepared(tasks, make, weigh=_weigh, crew=crew, at_once=at_once)) as made:
            for item, ready, sentence, extra in chain.from_iterable(made):
                if self._cancelled is not None and self._cancelled():
                    self._report.cancelled = True
                    return
                if self._progress is not None:
                    done = self._before + min(source.reached(item), size)
                    self._progress(report.path, done, max(self._total, done), self._taken)
                before = report.taken
                self._take(report, item, ready, sentence, extra)
                self._taken += report.taken - before
                self._count()

    def _take(
        self, report: FileReport, item: Item, ready: Prepared | None, sentence: str, extra: Attributes
    ) -> None:
        if sentence:
            report.damage(item.offset, sentence)
        if isinstance(item, Omission):
            (report.damage if item.damage else report.skip)(item.offset, item.sentence)
        elif isinstance(item, Passed):
            report.passing(item.type)
        elif isinstance(item, Return):
            self._visit(report, item, last=False)
        elif ready is not None:
            self._response(report, item, ready, extra)

    def _response(self, report: FileReport, item: Arrival, ready: Prepared, extra: Attributes) -> None:
        new = ready.new
        beside = standing(new.url)
        if self._knows(item, ready):
            report.known += 1
            self._known_in_a_row += 1
            self._returning.known(item.keys, new.url, new.date)
            return
        self._known_in_a_row = 0
        try:
            # a visit of ours that has DATA has that of the version it confirms, headers and all
            of_visit = tuple if item.kind == "restated" else partial(_http_head, ready)
            capture = self._writer.store(ready, extra=item.extra + extra, of_visit=of_visit)
        except ValueError as error:
            report.skip(item.offset, Message("record-unfit", detail=error))
            return
        self._returning.stored(item.keys, capture)
        self._keep_companions(report, item)
        if beside != "page":
            report.keep(item.kind if item.kind in companions.TYPED else beside)
        elif capture.kind == "version":
            report.stored += 1
        else:
            report.visits += 1

    def _keep_companions(self, report: FileReport, item: Arrival | Return) -> None:
        for name, _ in item.extra:
            type = companions.type_of(name)
            if type is not None:
                report.keep(type)

    def _knows(self, item: Arrival, ready: Prepared) -> bool:
        """Whether an import has stored this capture, also one of before addresses had one form."""
        new = ready.new
        if self._returning.knows(new.url, new.date, ready.digest, lambda: _head(ready)):
            return True
        raw = next((value for name, value in item.extra if name == "original-url"), None)
        former = former_address(text_of(raw), new.origin) if raw and standing(new.url) == "page" else new.url
        return former != new.url and self._returning.knows(
            former, new.date, ready.digest, lambda: _head(ready)
        )

    @property
    def _only_known(self) -> bool:
        """Whether this is an import that goes on, or is done again: to compress what is there already is lost work."""
        return self._known_in_a_row > 50

    def _visit(self, report: FileReport, visit: Return, *, last: bool) -> None:
        try:
            outcome = self._returning.store(visit)
        except ValueError as error:
            report.skip(visit.offset, Message("record-unfit", detail=error))
            return
        if outcome == "known":
            report.known += 1
        elif outcome == "version":
            report.stored += 1
            self._keep_companions(report, visit)
        elif outcome == "visit":
            report.visits += 1
            self._keep_companions(report, visit)
        elif last:
            report.skip(
                visit.offset,
                Message("import-base-missing"),
            )
        else:
            self._returning.wait(len(self._report.files) - 1, visit)

    def _count(self) -> None:
        self._uncommitted += 1
        now = time.monotonic()
        if self._uncommitted >= COMMIT_EVERY or now > self._due:
            if self._due:
                self._writer.commit()
            self._uncommitted, self._due = 0, now + COMMIT_AFTER


def _head(ready: Prepared) -> bytes:
    """The HTTP headers of a response as it came, with their separator."""
    data = ready.new.data or (zlib_ng.decompress(ready.packed) if ready.packed else b"")
    return head_of(data)


def _http_head(ready: Prepared) -> Attributes:
    """The HTTP headers of a response that becomes a visit: what is left of it beside the version it confirms."""
    value = companions.opaque(_head(ready))
    return ((companions.HTTP_HEAD, value),) if len(value) <= companions.LONGEST else ()


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0  # opening it gives the reason


def _make(items: Items | None, task: Task) -> list[Made]:
    """What takes processor time; in any thread or, for runs, process."""
    found, pack = task
    if not isinstance(found, Run):
        return [_made(found, pack)]
    assert items is not None
    made = (_made(item, pack) for item in items(found))
    return [(item, ready and ready.lightened(), sentence, extra) for item, ready, sentence, extra in made]


def _made(item: Item, pack: bool) -> Made:
    if not isinstance(item, Arrival) or item.load is None:
        return item, None, "", ()
    try:
        loaded = item.load()
        item.load = None
        new = NewCapture(item.url, item.date, item.ip, loaded.data, item.origin)
        return item, prepare(new, links=False, pack=pack, packed=loaded.packed), loaded.problem, loaded.extra
    except Skipped as error:
        return Omission(item.offset, str(error), error.damage), None, "", ()
    except FormatError as error:
        return Omission(item.offset, Message("record-damaged", reason=error.rule), damage=True), None, "", ()


def _weigh(task: Task) -> int:
    found = task[0]
    if isinstance(found, Run):
        return 2 * found.size
    return 2 * found.weight if isinstance(found, Arrival) else 0
