"""`export`: documents and lists for people, archives for other programs."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli import up_to_date
from app.cli.arguments import (
    ArchivePath,
    Facets,
    Json,
    Kinds,
    Since,
    Until,
    argument,
    checked_facets,
    checked_kinds,
    open_archive,
    option,
    period,
    prefixes,
    reading,
    refuse,
    text,
)
from app.cli.console import Meter, Refused, emit, say, size, stoppable, warn

if TYPE_CHECKING:
    from app.exporting.export import ExportReport
    from app.interchange.job import InterchangeReport


# The options of `export`.


class ExportFormat(StrEnum):
    """The formats of app.exporting and app.interchange, as the command line offers them."""

    text = "text"
    markdown = "markdown"
    html = "html"
    docx = "docx"
    original = "original"
    csv = "csv"
    json = "json"
    bibtex = "bibtex"
    tianwang = "tianwang"
    warc = "warc"
    wacz = "wacz"
    cdxj = "cdxj"


Destination = Annotated[
    Path,
    argument(
        "DEST",
        "Folder for the files, made if it does not exist; for tianwang, warc, wacz and cdxj also one file, "
        "named .tw, .warc.gz, .warc, .wacz or .cdxj.",
    ),
]
Format = Annotated[
    ExportFormat,
    typer.Option(
        "--format",
        help="text, markdown, html, docx: the reading view of each document, named by its title. original: the "
        "files as received, in folders like the site's. csv, json, bibtex: one list of all pages. tianwang: "
        "Tianwang 1.0 files. warc: WARC/1.1 files with a CDXJ index beside them. wacz: one file for "
        "ReplayWeb.page. cdxj: a list of all captures, with file and offset of their records in this archive (the "
        "index of a WARC comes with --format warc).",
        show_default=False,
    ),
]
Prefix = Annotated[str, option("--prefix", "URL", "Only addresses that begin so.")]
Names = Annotated[
    str,
    option(
        "--names",
        "PATTERN",
        "Documents only: how files are called, such as {date}/{host}/{title}. In braces: title, host, path, "
        "date, time, year, id, version, type, language, author or issuer.",
    ),
]
Once = Annotated[
    bool, typer.Option("--once", help="Documents only: pages with the same content as one file.")
]
OnceAlike = Annotated[
    bool,
    typer.Option(
        "--once-alike", help="Documents only: pages with the same or nearly the same main text as one file."
    ),
]
Whole = Annotated[
    bool | None,
    typer.Option(
        "--whole/--main",
        help="Documents only: pages with their menus, side columns and what stands on every page, or their main text "
        "(which is usual).",
        show_default=False,
    ),
]
Newest = Annotated[
    bool, typer.Option("--newest", help="Archives only: of each address the newest version instead of all.")
]
Visits = Annotated[
    bool | None,
    typer.Option(
        "--visits/--no-visits",
        help="Archives only: with the visits that found nothing new. Usual for warc, wacz and cdxj; in Tianwang "
        "1.0 files each of them repeats the whole page.",
        show_default=False,
    ),
]
Notes = Annotated[
    bool,
    typer.Option(
        "--notes/--no-notes",
        help="Archives only: with the stars, tags and notes of a person on what is exported, or without.",
    ),
]


_ARCHIVES = (ExportFormat.tianwang, ExportFormat.warc, ExportFormat.wacz, ExportFormat.cdxj)
_DEFAULT_KINDS: dict[ExportFormat, tuple[str, ...] | None] = {
    ExportFormat.text: ("document",),
    ExportFormat.markdown: ("document",),
    ExportFormat.html: ("document",),
    ExportFormat.docx: ("document",),
    ExportFormat.original: ("document", "resource"),
    ExportFormat.csv: None,
    ExportFormat.json: None,
    ExportFormat.bibtex: ("document",),
}
_LISTS = (ExportFormat.csv, ExportFormat.json, ExportFormat.bibtex)


InCategory = Annotated[
    str | None,
    option(
        "--category",
        "CATEGORY",
        "Only pages of this category and of those below it (see “categories”): its id or its name.",
        callback=text,
    ),
]


def export(
    archive: ArchivePath,
    dest: Destination,
    format: Format,
    prefix: Prefix = "",
    kind: Kinds = None,
    facet: Facets = None,
    category: InCategory = None,
    names: Names = "",
    once: Once = False,
    once_alike: OnceAlike = False,
    whole: Whole = None,
    since: Since = None,
    until: Until = None,
    newest: Newest = False,
    visits: Visits = None,
    notes: Notes = True,
    as_json: Json = False,
) -> None:
    """Write pages as files for people, or captures as archives for other programs.

    Documents begin with the address they come from and the time of their capture; pages come without menus and side
    columns unless --whole is given. Documents and lists take the newest version of each page, and a list of what was
    written (manifest.csv, manifest.json: with digests, capture, and place of the record). Names are made safe for every
    system, and a number is added where one is taken. Without --kind: documents; for original also resources such as
    images; for csv and json everything. Fields of the archive (price, date …) are columns of lists and manifests, too.

    Archives (tianwang, warc, wacz, cdxj) take every version, byte for byte, or what --since, --until and --newest
    choose. Their files appear when all is written; stopped in between, there are none.

    Nothing in DEST is overwritten. With --json an object for each skipped page or note, and a summary at the end.
    """
    documents_or_lists = {"--kind": bool(kind), "--facet": bool(facet), "--category": bool(category)}
    documents = {
        "--names": bool(names),
        "--once": once,
        "--once-alike": once_alike,
        "--whole": whole is True,
        "--main": whole is False,
    }
    archives = {
        "--since": since is not None,
        "--until": until is not None,
        "--newest": newest,
        "--visits": visits is not None,
        "--no-notes": not notes,
    }
    no = f"It does not go with --format {format.value}."
    if format in _ARCHIVES:
        refuse(documents_or_lists, f"{no} It goes with documents and lists.")
    else:
        refuse(archives, f"{no} It goes with tianwang, warc, wacz and cdxj.")
    if format in (*_ARCHIVES, *_LISTS):
        refuse(documents, f"{no} It goes with documents.")
    if format is ExportFormat.original:
        refuse(
            {"--whole": whole is True, "--main": whole is False}, f"{no} Files come as they were received."
        )
    if format in _ARCHIVES:
        if newest and visits:
            raise typer.BadParameter(
                "The newest version of an address has no visits with it.", param_hint="--visits"
            )
        begin, until_then = period(since, until)
        _export_archive(archive, dest, format, prefix, begin, until_then, newest, visits, notes, as_json)
    else:
        chosen = (kind, facet, category)
        _export_documents(archive, dest, format, prefix, chosen, names, once, once_alike, not whole, as_json)


def _export_documents(
    archive: Path,
    dest: Path,
    format: ExportFormat,
    prefix: str,
    chosen: tuple[list[str] | None, list[str] | None, str | None],
    names: str,
    once: bool,
    once_alike: bool,
    main: bool,
    as_json: bool,
) -> None:
    from app.exporting.export import COLUMNS, Beside
    from app.exporting.export import export as write
    from app.exporting.naming import TemplateInvalid, check_template
    from app.fields.table import FieldColumns

    try:
        check_template(names or "{title}")
    except TemplateInvalid as error:
        raise typer.BadParameter(str(error), param_hint="--names") from error
    kind, facet, category = chosen
    kinds, choice = checked_kinds(kind) or _DEFAULT_KINDS[format], checked_facets(facet)
    if category:
        from app.cli.classes.categorising import of_category

        choice = choice._replace(pages=of_category(open_archive(archive), category))
    if choice.page_type:
        up_to_date.page_kinds(open_archive(archive))
    if once_alike:
        up_to_date.alike(open_archive(archive))
    with (
        reading(archive) as reader,
        FieldColumns(archive, COLUMNS) as fields,
        stoppable() as stop,
        Meter("Exporting") as meter,
    ):
        pages = chain.from_iterable(
            reader.all_pages(beginning, kinds, choice) for beginning in prefixes(prefix)
        )
        report = write(
            reader,
            pages,
            dest,
            format.value,
            names=names,
            once=once,
            alike=once_alike,
            main=main,
            progress=lambda done, url: meter.show(done, f"{done} {url}"),
            cancelled=stop,
            beside=Beside(fields.columns, fields.of),
        )
    show_documents(report, dest, as_json)
    if report.cancelled:
        raise Refused(detail="Stopped. What was written stays, and the manifest lists it.")
    if report.skipped and not report.files:
        raise Refused(detail="Nothing was exported.")


def _export_archive(
    archive: Path,
    dest: Path,
    format: ExportFormat,
    prefix: str,
    since: datetime | None,
    until: datetime | None,
    newest: bool,
    visits: bool | None,
    notes: bool,
    as_json: bool,
) -> None:
    from app.interchange.exporting import SUFFIXES, export_archive

    for other, endings in SUFFIXES.items():
        if other != format.value and dest.name.lower().endswith(endings) and not dest.is_dir():
            raise typer.BadParameter(f"The name is that of a file of --format {other}.", param_hint="DEST")
    with reading(archive) as reader, stoppable() as stop, Meter("Exporting") as meter:
        report = export_archive(
            reader,
            dest,
            format.value,
            prefixes=prefixes(prefix),
            since=since,
            until=until,
            newest=newest,
            visits=visits,
            notes=notes,
            progress=lambda done, url: meter.show(done, f"{done} {url}"),
            cancelled=stop,
        )
    show_archive(report, as_json)
    if report.cancelled:
        raise Refused(detail="Stopped. Nothing was exported.")
    if not report.files:
        raise Refused(detail="Nothing was exported: the archive holds nothing of what was asked for.")


def show_documents(report: ExportReport, dest: Path, as_json: bool) -> None:
    """What was written for people: files with their list, or a list alone."""
    for url, sentence in report.skipped:
        if as_json:
            emit({"kind": "skipped", "url": url, "sentence": sentence})
        else:
            warn(f"Skipped {url}: {sentence}")
    if as_json:
        about = {
            "files": report.files,
            "bytes": report.bytes,
            "skipped": len(report.skipped),
            "duplicates": report.duplicates,
        }
        emit({"kind": "summary", **about, "manifest": str(report.manifest), "cancelled": report.cancelled})
    else:
        say(
            f"{report.files} files ({size(report.bytes)}) in {dest}, listed in {report.manifest.name}; "
            f"{len(report.skipped)} pages skipped"
            + (f", {report.duplicates} with the same content as others" if report.duplicates else "")
        )


def show_archive(report: InterchangeReport, as_json: bool) -> None:
    """What was written for other programs."""
    for id, sentence in report.notes:
        if as_json:
            emit({"kind": "note", "id": id, "sentence": sentence})
        else:
            warn(f"{id}: {sentence}")
    if as_json:
        counts = {
            "files": len(report.files),
            "bytes": report.bytes,
            "skipped": report.skipped,
            "records": report.records,
            "visits": report.visits,
            "left_out": report.left_out,
            "repaired": report.repaired,
        }
        paths = [str(path) for path in report.files]
        emit({"kind": "summary", **counts, "paths": paths, "cancelled": report.cancelled})
        return
    for path in report.files:
        say(f"{path} ({size(path.stat().st_size)})")
    if report.files:
        say(
            f"{report.records} captures, {report.visits} of them visits that found nothing new; "
            f"{report.skipped} skipped"
        )
    if report.left_out:
        say(
            f"{report.left_out} visits that found nothing new were left out; --visits writes each with its whole page."
        )
    if report.repaired:
        say(
            f"{report.repaired} responses have HTTP headers that other programs would misread: those were repaired, "
            "and the originals kept in Tianwang-Head."
        )
