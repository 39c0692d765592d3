"""All hits of a search written into files: `search --export`."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from enum import StrEnum
from itertools import chain, islice, repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from app.cli.console import Meter, Refused, Stop, say, size, stoppable
from app.cli.exporting import show_archive, show_documents

if TYPE_CHECKING:
    from app.search.listing import Listing


class HitsFormat(StrEnum):
    """What hits can be written as."""

    csv = "csv"
    json = "json"
    documents = "documents"
    text = "text"
    markdown = "markdown"
    html = "html"
    docx = "docx"
    warc = "warc"
    wacz = "wacz"


_LISTS = (HitsFormat.csv, HitsFormat.json)
_ARCHIVES = (HitsFormat.warc, HitsFormat.wacz)
_ENDINGS = {
    ".csv": HitsFormat.csv,
    ".jsonl": HitsFormat.json,
    ".json": HitsFormat.json,
    ".warc.gz": HitsFormat.warc,
    ".warc": HitsFormat.warc,
    ".wacz": HitsFormat.wacz,
}


def export_format(dest: Path, wanted: HitsFormat | None, archives: int) -> HitsFormat:
    """The format that is asked for, or that the name of a file tells. BadParameter where neither says one, or where
    they do not go together."""
    ending = next((one for one in _ENDINGS if dest.name.lower().endswith(one) and not dest.is_dir()), "")
    named = _ENDINGS.get(ending)
    if wanted is None and named is None:
        raise typer.BadParameter("Say with --as what the hits are to be written as.", param_hint="--export")
    if wanted is not None and named is not None and wanted is not named:
        raise typer.BadParameter(f"The name is that of a file of --as {named.value}.", param_hint="--export")
    if named in _ARCHIVES and archives > 1:
        raise typer.BadParameter(
            "Name a folder: each archive becomes a file of its own.", param_hint="--export"
        )
    return wanted or named or HitsFormat.csv


def export_hits(
    listings: Sequence[Listing],
    dest: Path,
    format: HitsFormat,
    order: Callable[[Any], Any],
    as_json: bool,
) -> None:
    """Write hits, `order` being that of (path, hit). Refused where there are none, or when it was stopped."""
    with stoppable() as stop, Meter("Exporting") as meter:

        def progress(done: int, url: str) -> None:
            meter.show(done, f"{done} {url}")

        if format in _LISTS:
            _write_list(listings, dest, format, order, as_json, progress, stop)
        elif format in _ARCHIVES:
            _write_archives(listings, dest, format, as_json, progress, stop)
        else:
            _write_documents(listings, dest, format, as_json, progress, stop)


Progress = Callable[[int, str], None]
_STOPPED = "Stopped. Nothing was exported."
_NOTHING = "Nothing was found."


def _write_list(
    listings: Sequence[Listing],
    dest: Path,
    format: HitsFormat,
    order: Callable[[Any], Any],
    as_json: bool,
    progress: Progress,
    stop: Stop,
) -> None:
    from app.exporting.listing import write_list
    from app.fields.table import FieldColumns
    from app.search.listing import COLUMNS, columns, row, values

    offset, limit = listings[0].offset, listings[0].limit
    end = None if limit is None else offset + limit
    parts = [replace(one, offset=0, limit=end) for one in listings]
    streams = [zip(repeat(one.archive.path), one.hits(), strict=False) for one in parts]
    merged = islice(heapq.merge(*streams, key=order) if len(streams) > 1 else streams[0], offset, end)
    first = next(merged, None)
    if first is None:
        raise Refused(detail=_NOTHING)
    archives = [one.archive.path for one in listings]
    with ExitStack() as stack:
        fields = {path: stack.enter_context(FieldColumns(path, COLUMNS)) for path in archives}
        report = write_list(
            (values(path, hit, fields[path]) for path, hit in chain([first], merged)),
            dest,
            format.value,
            name="hits",
            columns=columns(archives),
            row=row,
            progress=progress,
            cancelled=stop,
        )
    if report.cancelled:
        raise Refused(detail=_STOPPED)
    if as_json:
        show_documents(report, dest, as_json)
    else:
        say(f"{report.manifest} ({size(report.bytes)})")


def _write_archives(
    listings: Sequence[Listing],
    dest: Path,
    format: HitsFormat,
    as_json: bool,
    progress: Progress,
    stop: Stop,
) -> None:
    from app.interchange.exporting import export_archive

    found = [(one, one.ids()) for one in listings]
    if not any(ids for _, ids in found):
        raise Refused(detail=_NOTHING)
    for one, ids in found:
        if ids:
            with one.archive.reader() as reader:
                report = export_archive(
                    reader, dest, format.value, ids=ids, progress=progress, cancelled=stop
                )
            if report.cancelled:
                raise Refused(detail=_STOPPED)
            show_archive(report, as_json)


def _write_documents(
    listings: Sequence[Listing],
    dest: Path,
    format: HitsFormat,
    as_json: bool,
    progress: Progress,
    stop: Stop,
) -> None:
    from app.exporting.export import COLUMNS, Beside, export
    from app.fields.table import FieldColumns

    name = "original" if format is HitsFormat.documents else format.value
    written = 0
    for one in listings:
        with one.archive.reader() as reader:
            pages = one.pages(reader)
            first = next(pages, None)
            if first is None:
                continue
            with FieldColumns(one.archive.path, COLUMNS) as fields:
                report = export(
                    reader,
                    chain([first], pages),
                    dest,
                    name,
                    version=one.version,
                    progress=progress,
                    cancelled=stop,
                    beside=Beside(fields.columns, fields.of),
                )
        show_documents(report, dest, as_json)
        if report.cancelled:
            raise Refused(detail="Stopped. What was written stays, and the manifest lists it.")
        written += report.files + len(report.skipped)
    if not written:
        raise Refused(detail=_NOTHING)
