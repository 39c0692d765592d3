"""What goes into an archive and out of it, and whether it is whole: `import`, `export`, `verify`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from enum import StrEnum
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.arguments import ArchivePath, Json, Kinds, checked_kinds, open_archive, prefixes, reading
from app.cli.console import Meter, Refused, Stop, emit, say, size, stoppable, warn

if TYPE_CHECKING:
    from app.archive import Problem
    from app.archive.importing import FileReport
    from app.exporting import ExportReport


class ExportFormat(StrEnum):
    """The formats of app.exporting, as the command line offers them."""

    text = "text"
    markdown = "markdown"
    html = "html"
    original = "original"
    csv = "csv"
    json = "json"


_DEFAULT_KINDS: dict[ExportFormat, tuple[str, ...] | None] = {
    ExportFormat.text: ("document",),
    ExportFormat.markdown: ("document",),
    ExportFormat.html: ("document",),
    ExportFormat.original: ("document", "resource"),
    ExportFormat.csv: None,
    ExportFormat.json: None,
}


def export(
    archive: ArchivePath,
    dest: Annotated[Path, typer.Argument(metavar="DEST", help="Folder for the files; made if it does not exist.")],
    format: Annotated[
        ExportFormat,
        typer.Option(
            "--format",
            help="text, markdown, html: the reading view of each document, named by its title. original: the files "
            "as received, in folders like the site's. csv, json: one list of all pages.",
            show_default=False,
        ),
    ],
    prefix: Annotated[str, typer.Option("--prefix", metavar="URL", help="Only addresses that begin so.")] = "",
    kind: Kinds = None,
    as_json: Json = False,
) -> None:
    """Write the newest version of pages as files, with a list of them (manifest.csv, manifest.json).

    Without --kind: documents; for original also resources such as images; for csv and json everything. Nothing in
    DEST is overwritten. With --json an object for each skipped page and a summary at the end.
    """
    from app.exporting import export as write

    kinds = checked_kinds(kind) or _DEFAULT_KINDS[format]
    with reading(archive) as reader, stoppable() as stop, Meter("Exporting") as meter:
        pages = chain.from_iterable(reader.all_pages(beginning, kinds) for beginning in prefixes(prefix))
        report = write(
            reader,
            pages,
            dest,
            format.value,
            progress=lambda done, url: meter.show(done, f"{done} {url}"),
            cancelled=stop,
        )
    _show_export(report, dest, as_json)
    if report.cancelled:
        raise Refused(detail="Stopped. What was written stays, and the manifest lists it.")
    if report.skipped and not report.files:
        raise Refused(detail="Nothing was exported.")


def import_(
    archive: ArchivePath,
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Tianwang files.", show_default=False)],
    as_json: Json = False,
) -> None:
    """Take the records of Tianwang files into an archive, which is created if it does not exist.

    Addresses, dates and data stay as they are, byte for byte. Records that the archive has already are passed over, so
    a file can be imported again.

    With --json an object for each file: path, stored, visits, known, skipped, tail, error.
    """
    from app.archive import Archive
    from app.archive.importing import import_files

    if not archive.exists() and not any(path.is_file() for path in files):
        raise Refused(detail=f"{files[0]} is no file that can be read.")  # and nothing is created
    target = open_archive(archive) if (archive / "archive.json").exists() else Archive.create(archive)
    with target.writer() as writer, stoppable() as stop, Meter("Importing", total=1) as meter:
        report = import_files(
            writer,
            files,
            progress=lambda path, done, total: meter.show(done, f"Importing {path.name}", total),
            cancelled=stop,
        )
    for file in report.files:
        _show_import(file, as_json)
    if report.cancelled:
        raise Refused(detail="Stopped. What was imported stays; import the same files again to go on.")
    if any(file.error for file in report.files):
        raise typer.Exit(1)


def verify(
    path: Annotated[Path, typer.Argument(metavar="ARCHIVE|FILE", help="An archive folder or one Tianwang file.")],
    as_json: Json = False,
) -> None:
    """Check every record; the exit code is 1 when something is damaged.

    With --json an object for each problem (kind "problem", file, offset, id, sentence) and a summary at the end.
    """
    problems = 0
    with stoppable() as stop:
        for problem in _problems(path, stop):
            problems += 1
            if as_json:
                emit({"kind": "problem", **asdict(problem)})
            else:
                where = f"{problem.file}, byte {problem.offset}"
                say(f"{where}{f' ({problem.id})' if problem.id else ''}: {problem.sentence}")
    if as_json:
        emit({"kind": "summary", "path": str(path), "problems": problems, "complete": not stop()})
    elif not stop():
        say(f"{path}: {problems} problems." if problems else f"{path}: everything is in order.")
    if stop():
        raise Refused(detail="Stopped before everything was checked.")
    if problems:
        raise typer.Exit(1)


def _problems(path: Path, stop: Stop) -> Iterator[Problem]:
    if path.is_file() and path.name != "archive.json":
        from app.archive.verifying import verify_file

        with Meter("Checking", total=path.stat().st_size) as meter:
            for problem in verify_file(path, progress=meter.show):
                yield problem
                if stop():
                    return
        return
    with reading(path) as reader, Meter("Checking", total=1) as meter:
        yield from reader.verify(progress=lambda done, total: meter.show(done, "", total), cancelled=stop)


def _show_export(report: ExportReport, dest: Path, as_json: bool) -> None:
    for url, sentence in report.skipped:
        if as_json:
            emit({"kind": "skipped", "url": url, "sentence": sentence})
        else:
            warn(f"Skipped {url}: {sentence}")
    if as_json:
        about = {"files": report.files, "bytes": report.bytes, "skipped": len(report.skipped)}
        emit({"kind": "summary", **about, "manifest": str(report.manifest), "cancelled": report.cancelled})
    else:
        say(f"{report.files} files ({size(report.bytes)}) in {dest}, listed in {report.manifest.name}; "
            f"{len(report.skipped)} pages skipped")  # fmt: skip


def _show_import(file: FileReport, as_json: bool) -> None:
    if as_json:
        skipped = [{"offset": offset, "sentence": sentence} for offset, sentence in file.skipped]
        emit({**asdict(file), "path": str(file.path), "skipped": skipped})
        return
    if file.error:
        warn(file.error)
        return
    say(
        f"{file.path}: {file.stored} versions stored, {file.visits} unchanged, {file.known} already there, "
        f"{len(file.skipped)} skipped"
    )
    reasons = Counter(sentence for _, sentence in file.skipped)
    first = {sentence: offset for offset, sentence in reversed(file.skipped)}
    for sentence, count in reasons.items():
        warn(f"  {count} skipped, the first at byte {first[sentence]}: {sentence}")
    if file.tail:
        warn(f"  The last {file.tail.size} bytes, from byte {file.tail.offset}, were left out: {file.tail.reason}.")
