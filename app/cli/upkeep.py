"""Upkeep of archives and files: `verify`, `convert`, `reindex`, `reextract`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.arguments import ArchivePath, Json, NoOcr, Source, is_file, option, reading, refuse
from app.cli.console import LOST, Meter, Refused, Stop, counted, emit, picked, say, size, stoppable, warn

if TYPE_CHECKING:
    from app.archive.upkeep.reindexing import ReindexReport
    from app.archive.upkeep.verifying import Checked, Problem


# `convert`: all records of an archive in full, or as what has changed.


class Form(StrEnum):
    """How records are written."""

    incremental = "incremental"
    full = "full"


def convert(
    archive: ArchivePath,
    to: Annotated[
        Form,
        typer.Option(
            "--to", help="Write what has changed since the version before, or each version in full."
        ),
    ],
    as_json: Json = False,
) -> None:
    """Write all records of an archive anew, and its later ones in the same way. Ids, dates, digests and titles stay.

    An incremental archive holds a page once and then what has changed, in full again after 20 captures and in each
    month; every version comes out of it byte for byte. In a full archive each version stands by itself.

    The disk needs room for a second copy until everything is done. When it is stopped or fails, the archive is as it
    was before.

    With --json a summary: records, converted, failed, kept (batches), before, after (bytes), cancelled.
    """
    from app.archive.archive import Archive
    from app.blocks.cutting.levels import PageDivider

    with stoppable() as stop, Meter("Converting", total=1) as meter:
        report = Archive.convert(archive, to.value, PageDivider(), meter.share, stop)
    if as_json:
        emit({"kind": "summary", "path": archive, "to": to.value, **asdict(report)})
    if report.cancelled:
        raise Refused(detail="Stopped. The archive is as it was before.")
    if not as_json:
        say(
            f"{archive}: {counted(report.records, 'record')}, {report.converted} of them converted; "
            f"{size(report.before)} before, {size(report.after)} now."
        )
        if report.failed:
            warn(f"{counted(report.failed, 'record')} could not be read and stay as they were.")
        if report.kept:
            warn(
                "What the other records of these months hold may be needed to put them together: "
                f"{counted(report.kept, 'month')} stayed as before."
            )


# `reindex`: a new index from the batches alone.


def reindex(archive: ArchivePath, as_json: Json = False) -> None:
    """Make the index anew from the batches: the same ids, versions and titles. Nothing in the batches is changed.

    For an index that was damaged or deleted, and after batches were added, removed or brought back. The old index stays
    until the new one is complete. A last record that was cut off is moved to a file of its own beside its batch file.

    With --json an object for each damage (kind "problem", file, offset, id, sentence) and each such file (kind
    "trimmed", path), and a summary at the end.
    """
    from app.archive.archive import Archive

    with stoppable() as stop, Meter("Rebuilding the index", total=1) as meter:
        report = Archive.reindex(archive, meter.share, stop)
    if report.cancelled:
        raise Refused(detail="Stopped. The index is as it was before.")
    _show(report, archive, as_json)


def _show(report: ReindexReport, archive: Path, as_json: bool) -> None:
    for problem in report.damaged:
        if as_json:
            emit({"kind": "problem", **asdict(problem)})
        else:
            warn(
                f"{problem.file}, byte {problem.offset}{f' ({problem.id})' if problem.id else ''}: {problem.sentence}"
            )
    for path in report.trimmed:
        if as_json:
            emit({"kind": "trimmed", "path": path})
        else:
            warn(f"A last record was cut off; what there is of it is in {path} now.")
    if as_json:
        counts = picked(report, ("records", "versions", "visits", "skipped"))
        left = {"damaged": len(report.damaged), "trimmed": len(report.trimmed)}
        emit({"kind": "summary", "path": archive, **counts, **left})
        return
    unused = f", {report.skipped} without a usable address or date" if report.skipped else ""
    say(
        f"{archive}: {report.records} records indexed: {report.versions} versions, {report.visits} visits{unused}."
    )


# `reextract`: stored pages read again by better extractors.


def reextract(
    archive: ArchivePath,
    format: Annotated[
        list[str] | None,
        option("--format", "FORMAT", "Only html, pdf, docx …; may be repeated."),
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Also what the extractors of this version have read already.")
    ] = False,
    given_up: Annotated[
        bool,
        typer.Option(
            "--given-up", help="Also what took too long or too much memory when it was last tried again."
        ),
    ] = False,
    no_ocr: NoOcr = False,
    as_json: Json = False,
) -> None:
    """Read stored pages again where the extractors have become better since, or could not read them in time.

    Titles, authors, dates and languages in the index are brought up to date; nothing in the batches is changed. What
    was done stays when it is stopped.

    What could not be read within the limits of time and memory is tried again once for each version of its extractor,
    and then only with --given-up or --all.

    The first page of a PDF that holds no letters is recognised where Tesseract is installed; a crawl leaves that to this
    command, for it takes seconds.

    With --json a summary: read, changed, failed, given_up (not tried again), cancelled.
    """
    from app.archive.archive import Archive
    from app.archive.documents import recognising

    recognising.switch(not no_ocr)
    if everything:
        refuse({"--given-up": given_up}, "It does not go with --all, which is everything.")
    with stoppable() as stop, Meter("Reading", total=1) as meter:
        report = Archive.reextract(
            archive,
            format,
            meter.share,
            stop,
            everything=everything,
            given_up=given_up,
        )
    if as_json:
        counts = picked(report, ("read", "changed", "failed", "given_up", "cancelled"))
        emit({"kind": "summary", "path": archive, **counts})
    else:
        say(
            f"{archive}: {counted(report.read, 'version')} read again, {report.changed} of them with other findings."
        )
        if report.failed:
            warn(f"{counted(report.failed, 'version')} could not be read and stay as they were.")
        if report.given_up:
            left = counted(report.given_up, "version")
            say(
                f"{left} could not be read within the limits before and were left alone; --given-up tries again."
            )
    if report.cancelled:
        raise Refused(detail="Stopped. What was read until then stays.")


_DIALECTS = {
    "tianwang": "Tianwang 1.0",
    "early": "Tianwang of before 2004",
    "infomall": "Web InfoMall",
    "links": "lists of links",
    "explorer": "this program's",
    "incremental": "this program's 2.0",
    "unknown": "unknown",
}


def verify(
    path: Source,
    strict: Annotated[
        bool, typer.Option("--strict", help="Also name every departure from the rules of the format.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Check every record of an archive or of one Tianwang file; the exit code is 1 when something is damaged.

    Checked are the form and the lengths of each record, that DATA inflates, the checks stored with it (digest,
    header-check), its id; in an archive also that index and records tell the same.

    With --json an object for each problem (kind "problem", file, offset, id, sentence, rule) and a summary at the end
    (kind "summary", path, problems, complete, records, bytes, dialects).
    """
    from app.archive.upkeep.verifying import Checked

    problems, lost, checked = 0, False, Checked()
    with stoppable() as stop:
        for problem in _problems(path, stop, strict, checked):
            problems += 1
            lost = lost or problem.rule == "file-missing"
            if as_json:
                emit({"kind": "problem", **asdict(problem)})
            else:
                where = f"{problem.file}, byte {problem.offset}"
                say(
                    f"{where}{f' ({problem.id})' if problem.id else ''}: {problem.sentence}{_rule(problem, strict)}"
                )
    if as_json:
        emit(
            {
                "kind": "summary",
                "path": str(path),
                "problems": problems,
                "complete": not stop(),
                "records": checked.records,
                "bytes": checked.bytes,
                "dialects": dict(checked.dialects),
            }
        )
    else:
        say(_checked(checked))
        if lost:
            say(LOST)
        if not stop():
            say(
                f"{path}: {counted(problems, 'problem')}." if problems else f"{path}: everything is in order."
            )
    if stop():
        raise Refused(detail="Stopped before everything was checked.")
    if problems:
        raise typer.Exit(1)


def _rule(problem: Problem, strict: bool) -> str:
    return f" [{problem.rule}]" if strict and problem.rule else ""


def _checked(checked: Checked) -> str:
    if not checked.records:
        return "No records."
    each = (f"{count:,} {_DIALECTS.get(name, name)}" for name, count in checked.dialects.most_common())
    return f"{counted(checked.records, 'record')}, {size(checked.bytes)}: {', '.join(each)}."


def _problems(path: Path, stop: Stop, strict: bool, checked: Checked) -> Iterator[Problem]:
    with Meter("Checking", total=1) as meter:
        if is_file(path):
            from app.archive.upkeep.verifying import verify_file

            yield from verify_file(path, meter.share, stop, strict=strict, checked=checked)
            return
        with reading(path) as reader:
            yield from reader.verify(meter.share, stop, strict=strict, checked=checked)
