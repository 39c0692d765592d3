"""Archives for other programs: everything of an archive, or a part of it, in open formats."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from datetime import datetime
from pathlib import Path

from app.archive.reader import ArchiveReader
from app.interchange import cdxj_out, tianwang_out, wacz_out, warc_out
from app.interchange.batch_reading import BatchReading
from app.interchange.destination import Destination
from app.interchange.job import InterchangeReport, Job
from app.interchange.selection import Selection

SUFFIXES = {
    "tianwang": (".tw", ".raw"),
    "warc": (".warc.gz", ".warc"),
    "wacz": (".wacz",),
    "cdxj": (".cdxj",),
}
"""How the name of a file of each format ends; any other destination is a folder."""

FORMATS = tuple(SUFFIXES)

_WRITERS = {"tianwang": tianwang_out.write, "warc": warc_out.write, "wacz": wacz_out.write, "cdxj": cdxj_out.write}


def export_archive(
    reader: ArchiveReader,
    dest: Path,
    format: str,
    *,
    prefixes: Collection[str] = ("",),
    urls: Collection[str] | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    newest: bool = False,
    visits: bool | None = None,
    progress: Callable[[int, str], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> InterchangeReport:
    """Write captures of an archive into `dest`, a file or a folder (see SUFFIXES); `progress` gets number and address.

    Taken are the captures whose address begins with one of `prefixes` (or is one of `urls`), dated from `since` on and
    before `until`: all versions or the `newest` one of each address. `visits` are the fetches that found nothing new;
    None takes them where the format has a record for them (not in Tianwang 1.0, where each repeats the whole page).

    Nothing is overwritten, and files get their names only when all is written: an export that was cancelled, failed
    or found nothing leaves none. Raises StorageFailed when the disk refuses. What is damaged is skipped and noted.
    """
    if format not in FORMATS:
        raise ValueError(f"no such format: {format}")
    wanted = format != "tianwang" if visits is None else visits
    # the visits that Tianwang files leave out are counted, so they are asked for all the same
    asked = wanted or (format == "tianwang" and visits is None)
    selection = Selection(tuple(prefixes), None if urls is None else tuple(urls), since, until, newest, asked)
    name = archive_name(reader.path)
    destination = Destination(dest, SUFFIXES[format], name)
    job = Job(reader, selection, BatchReading(reader), destination, name, wanted, progress, cancelled)
    report = job.report
    try:
        _WRITERS[format](job)
        if report.records and not report.cancelled:
            report.files = destination.finish()
            report.bytes = sum(path.stat().st_size for path in report.files)
    finally:
        destination.discard()
        job.batches.close()
    return report


def archive_name(path: Path) -> str:
    """What the archive is called, by its own account or by its folder."""
    try:
        about = json.loads((path / "archive.json").read_text("utf-8"))
        name = about.get("name") if isinstance(about, dict) else None
    except (OSError, ValueError):
        name = None
    return name if isinstance(name, str) and name else path.name.removesuffix(".archive")
