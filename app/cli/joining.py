"""`join`: several archives as one; `fsck`: ids that are there twice, or not at all."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.arguments import Json, argument, open_archive, option
from app.cli.console import Meter, Refused, counted, emit, say, size, stoppable, warn

if TYPE_CHECKING:
    from app.archive.upkeep.ids import Place
    from app.interchange.joining import JoinReport, Step

_STEPS: dict[Step, str] = {
    "copying": "Copying",
    "indexing": "Making the index",
    "importing": "Importing what needs new ids",
}


class By(StrEnum):
    """How archives become one."""

    copy = "copy"
    manifest = "manifest"


def join(
    archives: Annotated[list[Path], argument("ARCHIVE…", "The archives, in this order.")],
    into: Annotated[Path, option("--into", "ARCHIVE", "The archive to make; it must not exist yet.")],
    by: Annotated[
        By,
        typer.Option(
            "--by", help="Copy the batches, or make a list of the archives and read them where they lie."
        ),
    ] = By.copy,
    as_json: Json = False,
) -> None:
    """Make one archive of several, such as the shards of a cluster: all that reads archives reads it as one.

    By “copy” whole months are copied, with their ids. Where a month has ids that an archive before it has, too, its
    captures are imported and get new ids, which is told. When it is stopped or killed, the same command goes on; until
    all is done, the new archive is not there. The archives themselves are not changed.

    By “manifest” the new archive is a small folder: a list of the others, and an index over all of them. It shows what
    they get later, too; search, replay, export, the service and the figures work as for any archive. Nothing is written
    into the others through it: a crawl, an import or a conversion is refused, and is done in one of them. Ids must be
    unique. Archives beside or below the new one are listed by their way from there, so that all can be moved together.

    There is no join by links: a hard link is the same file under two names, while archives append to theirs, and a
    symbolic link breaks where the list does not, when the archives are moved together.

    Stars, tags and notes, and charsets that were chosen for pages, are taken over as they stand now; crawl jobs, plans,
    fields, categories and saved searches stay with the archives they belong to.

    With --json an object for each month with new ids (kind "renumbered", archive, batch, captures) and a summary:
    path, by, shards, captures, copied (files), bytes, damaged, marks, cancelled.
    """
    from app.interchange.joining import join as run

    with stoppable() as stop, Meter("Joining", total=1) as meter:
        report = run(
            archives,
            into,
            by.value,
            lambda step, done, total: meter.show(done, _STEPS[step], max(1, total)),
            stop,
        )
    for clash in report.renumbered:
        if as_json:
            emit({"kind": "renumbered", **clash._asdict()})
        else:
            warn(
                f"{clash.archive}: {counted(clash.captures, 'capture')} of {clash.batch} had ids of captures in an "
                "archive before it; this month has new ids, and keeps the old ones as “original-id”."
            )
    if as_json:
        emit({"kind": "summary", "path": into, **_summary(report)})
    if report.cancelled:
        raise Refused(detail="Stopped. The same command goes on; the new archive is not there until then.")
    if not as_json:
        done = (
            f"{counted(report.copied, 'file')} copied ({size(report.bytes)})"
            if report.by == "copy"
            else "listed where they lie"
        )
        marks = f", {counted(report.marks, 'mark')} taken over" if report.marks else ""
        say(
            f"{into}: {counted(len(report.shards), 'archive')}, {counted(report.captures, 'capture')}; {done}{marks}."
        )
        if report.damaged:
            warn(
                f"{counted(report.damaged, 'place')} in the copied files are damaged; “tianwang verify” names them."
            )


def fsck(
    archives: Annotated[list[Path], argument("ARCHIVE…", "Archives whose ids must be unique among them.")],
    as_json: Json = False,
) -> None:
    """Look for ids that two records have, in one archive or in several, and for ids that no record has.

    Every header of every record is read, and no page: some 80 000 records a second. A gap in the numbers is a capture
    that was stored and is gone, for no program leaves one; only what is missing at the very end of a block of numbers
    (2^20) cannot be seen. “tianwang verify” checks the records themselves.

    The exit code is 1 when there is a duplicate or a gap.

    With --json an object for each duplicate (kind "duplicate", id, archive, file, offset, and the same of the first
    record with that id: first_archive, first_file, first_offset), each gap (kind "gap", archive, first, last, ids), and
    a summary: archives, records, without (an id), duplicates, missing, complete. At most 1000 of each are listed.
    """
    from app.archive.upkeep.ids import check_ids

    paths = [open_archive(path).path for path in archives]
    with stoppable() as stop, Meter("Reading ids", total=1) as meter:
        report = check_ids(paths, meter.share, stop)
    for one in report.duplicates:
        if as_json:
            first = one.first._asdict() if one.first else {"archive": None, "file": None, "offset": None}
            named = {f"first_{name}": value for name, value in first.items()}
            emit({"kind": "duplicate", "id": one.id, **one.place._asdict(), **named})
        else:
            before = f", and before in {_place(one.first)}" if one.first else ""
            say(f"{one.id} stands in {_place(one.place)}{before}.")
    for gap in report.gaps:
        if as_json:
            emit({"kind": "gap", **gap._asdict()})
        else:
            span = gap.first if gap.ids == 1 else f"{gap.first} to {gap.last}"
            say(f"{gap.archive}: {span} {'is' if gap.ids == 1 else 'are'} missing.")
    if as_json:
        emit(
            {
                "kind": "summary",
                "archives": paths,
                "records": report.records,
                "without": report.without,
                "duplicates": report.repeated,
                "missing": report.missing,
                "complete": not report.cancelled,
            }
        )
    else:
        without = f", {report.without} without an id" if report.without else ""
        say(
            f"{counted(report.records, 'record')}{without}: {counted(report.repeated, 'duplicate')}, "
            f"{counted(report.missing, 'id')} missing."
        )
    if report.cancelled:
        raise Refused(detail="Stopped before all ids were read.")
    if report.repeated or report.missing:
        raise typer.Exit(1)


def _place(place: Place) -> str:
    return f"{place.archive / place.file}, byte {place.offset}"


def _summary(report: JoinReport) -> dict[str, object]:
    return {
        "by": report.by,
        "shards": report.shards,
        "captures": report.captures,
        "copied": report.copied,
        "bytes": report.bytes,
        "damaged": report.damaged,
        "marks": report.marks,
        "cancelled": report.cancelled,
    }
