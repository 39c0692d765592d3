"""Archives for other programs: everything of an archive, or a part of it, in open formats.

Of versions that are named one by one, each takes along what a browser needs to show it. A page that leaves an archive alone
is a ruin without its style sheets and pictures: of everything it embeds the version nearest in time goes along, of those
again what they embed, and where an address led elsewhere, the target.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain
from pathlib import Path
from urllib.parse import urljoin

from app.archive.addresses import is_rendered
from app.archive.model import Capture
from app.archive.reader import ArchiveReader
from app.archive.spellings import normalize
from app.errors import AddressInvalid, CaptureMissing, FormatError, StorageUnreadable
from app.interchange import cdxj, warc_out
from app.interchange.job import (
    NO_BASE,
    Allowed,
    BatchReading,
    Chosen,
    Destination,
    InterchangeReport,
    Job,
    LineSorter,
    RollingFiles,
    Selection,
    check,
    is_full,
)
from app.interchange.noting import SUFFIX, Marked
from app.messages import Message
from app.tianwang.record import Record
from app.tianwang.writer import OWN, copy, encode, storing

_DEPTH = 5  # a page, its frame, the style sheet of that, what it imports, a picture in there
_EMBEDDING = ("text/html", "application/xhtml+xml", "text/css", "image/svg+xml")


# The index of an archive itself as CDXJ: where each record stands in the batch files.


def _write_index(job: Job) -> None:
    """A line for each capture of a job; nothing of the batches is read. StorageFailed."""
    destination = job.destination
    file = destination.open(destination.name())
    with LineSorter(destination.folder) as lines:
        for capture in job.selection.captures(job.reader):
            if not job.goes_on(capture):
                return
            if is_rendered(capture.url):
                continue
            lines.add(cdxj.of_capture(capture))
            job.count(capture)
        with storing(destination.folder):
            file.writelines(lines.sorted())


# Captures as Tianwang 1.0 files for other readers.
#
# Records are copied as they stand in the batches, bytes and all. The 2.0 records of visits would stop a reader
# that knows only 1.0: they are left out, or on wish written out with the whole page that they confirm.

NO_VALUE = Message("left-out-attributes")


def _write_tianwang(job: Job) -> None:
    """The captures of a job as Tianwang files. StorageFailed."""
    files = RollingFiles(job.destination)
    for capture in job.selection.captures(job.reader):
        if not job.goes_on(capture):
            return
        try:
            record = job.batches.record(capture)
            check(record, capture)
        except (FormatError, StorageUnreadable) as error:
            job.skip(capture, error)
            continue
        if is_full(record):
            files.write(copy(record))
        elif not job.visits:
            job.report.left_out += 1
            continue
        else:
            try:
                files.write(_whole(job, capture, record))
            except (CaptureMissing, FormatError, StorageUnreadable):
                job.skip(capture, NO_BASE)
                continue
            except ValueError:
                job.skip(capture, NO_VALUE)
                continue
        job.count(capture)


def _whole(job: Job, capture: Capture, visit: Record) -> bytes:
    """A visit with the page it confirms as DATA. ValueError for attributes that a strict reader would refuse."""
    version = job.reader.capture(capture.base or "")
    content = job.batches.record(version)
    check(content, version)
    return encode(
        url=visit.raw("url") or b"",
        origin=visit.raw("origin"),
        date=visit.date or capture.date,
        ip=visit.ip,
        extra=[(name, value) for name, value in visit.fields if name not in OWN],
        data=content.data(),
        packed=None if content.raw("unzip-length") is None else content.stored,
        level=0,
        digest=True,
    )


SUFFIXES = {
    "tianwang": (".tw", ".raw"),
    "warc": (".warc.gz", ".warc"),
    "wacz": (".wacz",),
    "cdxj": (".cdxj",),
}
"""How the name of a file of each format ends; any other destination is a folder."""

FORMATS = tuple(SUFFIXES)

_WRITERS = {
    "tianwang": _write_tianwang,
    "warc": warc_out.write,
    "wacz": warc_out.write_wacz,
    "cdxj": _write_index,
}


def export_archive(
    reader: ArchiveReader,
    dest: Path,
    format: str,
    *,
    prefixes: Collection[str] = ("",),
    urls: Collection[str] | None = None,
    ids: Collection[str] | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    newest: bool = False,
    visits: bool | None = None,
    notes: bool = True,
    allowed: Callable[[Capture], bool] | None = None,
    made: datetime | None = None,
    progress: Callable[[int, str], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> InterchangeReport:
    """Write captures of an archive into `dest`, a file or a folder (see SUFFIXES); `progress` gets number and address.

    Taken are the captures whose address begins with one of `prefixes` (or is one of `urls`), dated from `since` on and
    before `until`: all versions or the `newest` one of each address; with `ids` these versions, and what each embeds in
    the version nearest in time. `visits` are the fetches that found nothing new;
    None takes them where the format has a record for them (not in Tianwang 1.0, where each repeats the whole page). With
    `notes` stars, tags and notes on what is taken go with it, except with CDXJ. Only what is `allowed` is taken. The same
    captures give the same bytes when `made`, the moment that the files name as their own, is the same.

    Nothing is overwritten, and files get their names only when all is written: an export that was cancelled, failed
    or found nothing leaves none. Raises StorageFailed when the disk refuses. What is damaged is skipped and noted.
    """
    if format not in FORMATS:
        raise ValueError(f"no such format: {format}")
    wanted = format != "tianwang" if visits is None else visits
    # the visits that Tianwang files leave out are counted, so they are asked for all the same
    asked = wanted or (format == "tianwang" and visits is None)
    selection: Chosen = (
        Selection(tuple(prefixes), None if urls is None else tuple(urls), since, until, newest, asked)
        if ids is None
        else Named(tuple(ids))
    )
    if allowed is not None:
        selection = Allowed(selection, allowed)
    name = archive_name(reader.path)
    destination = Destination(dest, SUFFIXES[format], name)
    marked = Marked(reader.path) if notes and format != "cdxj" else None
    job = Job(reader, selection, BatchReading(reader), destination, name, wanted, progress, cancelled, marked)
    if made is not None:
        job.made = made
    if marked and format != "wacz":
        destination.check(destination.beside(SUFFIX))
    report = job.report
    try:
        _WRITERS[format](job)
        if report.records and not report.cancelled:
            if marked and format != "wacz":
                _write_notes(destination, marked)
            report.files = destination.finish()
            report.bytes = sum(path.stat().st_size for path in report.files)
    finally:
        destination.discard()
        job.batches.close()
    return report


def _write_notes(destination: Destination, marked: Marked) -> None:
    """The file of stars, tags and notes beside the others, if there are any. StorageFailed."""
    lines = marked.lines()
    first = next(lines, b"")
    if first:
        name = destination.beside(SUFFIX)
        file = destination.open(name)
        with storing(destination.folder / name):
            file.writelines(chain([first], lines))


def archive_name(path: Path) -> str:
    """What the archive is called, by its own account or by its folder."""
    try:
        about = json.loads((path / "archive.json").read_text("utf-8"))
        name = about.get("name") if isinstance(about, dict) else None
    except (OSError, ValueError):
        name = None
    return name if isinstance(name, str) and name else path.name.removesuffix(".archive")


@dataclass(frozen=True)
class Named:
    """The versions with these `ids`, with their requisites; those that the archive does not hold any more are left
    out."""

    ids: tuple[str, ...]
    _taken: set[str] = field(default_factory=set)

    def captures(self, reader: ArchiveReader) -> Iterator[Capture]:
        """The captures, each once."""
        for id in self.ids:
            try:
                capture = reader.capture(id)
            except CaptureMissing:
                continue
            yield from self._with_requisites(reader, capture)

    def holds(self, capture: Capture) -> bool:
        """Whether a version is among the captures taken so far."""
        return capture.id in self._taken

    def _with_requisites(self, reader: ArchiveReader, page: Capture) -> Iterator[Capture]:
        wanted = [page]
        for _ in range(_DEPTH):
            needed = dict[str, None]()
            for capture in wanted:
                if capture.id in self._taken and capture is not page:
                    continue
                if capture.id not in self._taken:
                    self._taken.add(capture.id)
                    yield capture
                    rendered = reader.rendered(capture)
                    if rendered is not None:
                        yield rendered
                needed |= dict.fromkeys(_needed(reader, capture))
            found = (reader.nearest(url, page.date) for url in needed)
            wanted = [one for one in found if one is not None and one.id not in self._taken]


def _needed(reader: ArchiveReader, capture: Capture) -> list[str]:
    """The addresses that a version embeds, or leads to."""
    try:
        if 300 <= capture.status < 400:
            return [normalize(urljoin(capture.url, reader.http(capture).header("location") or ""))]
        if capture.type in _EMBEDDING:
            return [link.url for link in reader.links(capture) if link.embed]
    except (FormatError, StorageUnreadable, AddressInvalid, ValueError):  # damaged: it goes as it is
        pass
    return []
