"""What goes into an archive from the archives of others: `import`."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.arguments import ArchivePath, Json, open_archive
from app.cli.console import Meter, Refused, emit, say, stoppable, warn
from app.errors import shell_word

if TYPE_CHECKING:
    from app.interchange.report import FileReport

_FORMATS = {"tianwang": "Tianwang", "warc": "WARC", "arc": "ARC", "wacz": "WACZ"}
_TOLD = 20  # different sentences shown to a person


def import_(
    archive: ArchivePath,
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE|FOLDER…", help="Tianwang, WARC, ARC or WACZ files.", show_default=False),
    ],
    as_json: Json = False,
) -> None:
    """Take the records of Tianwang, WARC, ARC and WACZ files into an archive, which is created if it does not exist.

    What a file is shows its content; it may be compressed. A folder stands for all files in it. Addresses, dates and
    data stay as they are, byte for byte. Records that the archive has already are passed over, so a file can be
    imported again. What is damaged is named with its place in the file, and what lies behind it is read.

    The exit code is 1 when a file could not be read, or nothing in it could be taken.

    Requests, metadata and file descriptions of WARC files, answers to POST and captures of other addresses than of
    pages (urn:, screenshot: …) are kept beside the pages; “ls --kind posted --kind attached” lists those that are
    records of their own, and an export as WARC gives all of them back.

    With --json an object for each file: path, format, stored, visits, known, skipped, damaged, remarks, unlisted,
    beside, passed, software, tail, error.
    """
    from app.archive.archive import Archive
    from app.interchange.importing import import_files

    if not archive.exists() and not any(path.exists() for path in files):
        raise Refused(detail=f"{files[0]} is no file that can be read.")  # and nothing is created
    target = open_archive(archive) if (archive / "archive.json").exists() else Archive.create(archive)
    with target.writer() as writer, stoppable() as stop, Meter("Importing", total=1) as meter:
        report = import_files(
            writer,
            files,
            progress=lambda path, done, total, taken: meter.show(
                done, f"Importing {path.name}, {taken} records", total
            ),
            cancelled=stop,
        )
    for file in report.files:
        _show(file, as_json)
    if report.could_shrink:
        (warn if as_json else say)(
            "Versions were stored in full, as they came; "
            f"“tianwang convert {shell_word(archive)} --to incremental” makes the archive smaller."
        )
    if report.cancelled:
        raise Refused(detail="Stopped. What was imported stays; import the same files again to go on.")
    if any(file.error for file in report.files):
        raise typer.Exit(1)
    if not any(file.taken for file in report.files):
        raise Refused(detail="Nothing could be taken over.")


def _show(file: FileReport, as_json: bool) -> None:
    if as_json:
        findings = {
            name: [{"offset": offset, "sentence": sentence} for offset, sentence in found]
            for name, found in (
                ("skipped", file.skipped),
                ("damaged", file.damaged),
                ("remarks", file.remarks),
            )
        }
        emit({**asdict(file), "path": str(file.path), **findings})
        return
    if file.error:
        warn(file.error)
        if not file.format:
            return
    damaged = f", {len(file.damaged)} damaged" if file.damaged else ""
    written = f", written by {file.software}" if file.software else ""
    say(
        f"{file.path}: {file.stored} versions stored, {file.visits} unchanged, {file.known} already there, "
        f"{len(file.skipped)} skipped{damaged} ({_FORMATS.get(file.format, 'not known')}{written})"
    )
    for name, count in sorted(file.beside.items()):
        say(f"  {count} kept beside the pages: {name}")
    for name, count in sorted(file.passed.items()):
        say(f"  {count} not needed: {name}")
    _tell("with a remark", file.remarks)
    _tell("skipped", file.skipped)
    _tell("damaged", file.damaged)
    if file.unlisted:
        warn(f"  {file.unlisted} more are not listed")
    if file.tail:
        warn(
            f"  The last {file.tail.size} bytes, from byte {file.tail.offset}, were left out: {file.tail.reason}."
        )


def _tell(what: str, found: list[tuple[int, str]]) -> None:
    """Each sentence once, with how often it holds and where first; of many different ones the first."""
    reasons = Counter(sentence for _, sentence in found)
    first = {sentence: offset for offset, sentence in reversed(found)}
    for sentence, count in islice(reasons.items(), _TOLD):
        warn(f"  {count} {what}, the first at byte {first[sentence]}: {sentence}")
    if len(reasons) > _TOLD:
        warn(f"  {len(reasons) - _TOLD} further reasons are listed with --json")
