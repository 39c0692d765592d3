"""Files of others into an archive (`import`), and damaged Tianwang files into whole ones (`recover`)."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.arguments import ArchivePath, Json, argument, open_archive, option, refuse
from app.cli.console import Meter, Refused, counted, emit, picked, say, size, stoppable, warn
from app.errors import shell_word

if TYPE_CHECKING:
    from app.interchange.arrivals import FileReport
    from app.tianwang.recovery.recovery import Finding, RecoveryReport

_FORMATS = {"tianwang": "Tianwang", "warc": "WARC", "arc": "ARC", "wacz": "WACZ", "notes": "notes"}
_TOLD = 20  # different sentences shown to a person


def import_(
    archive: ArchivePath,
    files: Annotated[
        list[Path],
        argument("FILE|FOLDER…", "Tianwang, WARC, ARC or WACZ files."),
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

    Stars, tags and notes that were exported with files, or are in them or in the folder of an archive, are taken, too
    (“marks”), and not doubled.

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


_COUNTED = ("recovered", "suspect", "repaired", "lost")


def recover(
    file: Annotated[Path, argument("FILE", "A Tianwang file, also .gz, .xz or .zst.")],
    out: Annotated[
        Path | None,
        option("--out", "FILE", "New file for what is whole."),
    ] = None,
    rest: Annotated[
        Path | None,
        option("--rest", "FILE", "New file for everything else."),
    ] = None,
    proven_only: Annotated[
        bool, typer.Option("--proven-only", help="Suspect records go to the rest, not to --out.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Find the whole records of a damaged file and write them to a new one. The file itself is not changed.

    Recovered records are certainly records of the file, byte for byte. Suspect ones are whole, but nothing proves that
    they are no text inside a lost page, or that none of their bytes changed. Repaired ones had lost a line end, their
    length, one byte of a header whose check tells which, or their line ends in a transfer in text mode. Without --out
    nothing is written, only told. The exit code is 1 when there is no record at all.

    An incremental record is kept when it is whole; when what it builds on is lost, that is told.

    With --json an object for each of them and for each lost range (kind, offset, end, bytes, url, date, reason), for
    each version that cannot be rebuilt (kind "unbuilt", offset, id, url, reason), and a summary at the end.
    """
    from app.tianwang.recovery.recovery import recover as run

    if out is None and rest is None:
        refuse(
            {"--proven-only": proven_only},
            "It says what goes to --out and --rest; give at least one of them.",
        )
    table = _Table()
    with stoppable() as stop, Meter("Searching", total=1) as meter:
        report = run(
            file,
            out,
            rest,
            suspects=not proven_only,
            progress=meter.share,
            cancelled=stop,
            on_finding=_emit if as_json else table.add,
        )
    if as_json:
        _emit_summary(report, out, rest)
    else:
        table.end()
        _say_summary(report, out, rest)
    if report.cancelled:
        raise Refused(detail="Stopped before the end of the file. Nothing was written.")
    if (report.size or report.compression) and not (report.recovered or report.suspect or report.repaired):
        raise Refused(detail=f"{file} holds no record of a Tianwang file.")


def _emit(finding: Finding) -> None:
    emit({**asdict(finding), "bytes": finding.end - finding.offset})


def _emit_summary(report: RecoveryReport, out: Path | None, rest: Path | None) -> None:
    counts: dict[str, object] = picked(report, _COUNTED)
    for one in report.unbuilt:
        emit({"kind": "unbuilt", **one._asdict()})
    counts["unbuilt"] = len(report.unbuilt)
    emit(
        {
            "kind": "summary",
            "path": report.path,
            "size": report.size,
            **counts,
            "lost_bytes": report.lost_bytes,
            "text_mode": report.text_mode,
            "compression": report.compression,
            "out": out,
            "rest": rest,
            "complete": not report.cancelled,
        }
    )


def _say_summary(report: RecoveryReport, out: Path | None, rest: Path | None) -> None:
    if report.compression:
        say(f"{report.compression}. Offsets are those of what could be unpacked.")
    if report.text_mode:
        say(
            "The line ends of this file were converted, as by a transfer in text mode. Fetch it again in binary mode, "
            "if you can."
        )
    lost = (
        f"{counted(report.lost, 'range')} lost ({size(report.lost_bytes)})" if report.lost else "nothing lost"
    )
    say(
        f"{report.path}: {counted(report.recovered, 'record')} recovered, {report.suspect} suspect, "
        f"{report.repaired} repaired, {lost} of {size(report.size)}"
    )
    for one in report.unbuilt:
        say(f"{one.id} ({one.url}) is whole, but its version cannot be rebuilt: {one.reason}.")
    if not report.cancelled:
        for path, what in ((out, "What is whole"), (rest, "Everything else")):
            if path is not None:
                say(f"{what} is in {path}.")


class _Table:
    """Findings as lines for a person; recovered records that follow one another share a line."""

    def __init__(self) -> None:
        self._run: list[Finding] = []  # the first and the last
        self._count = 0
        self._begun = False

    def add(self, finding: Finding) -> None:
        """The next finding."""
        if finding.kind == "recovered":
            self._run = [*self._run[:1], finding]
            self._count += 1
            return
        self.end()
        self._line(finding.kind, finding.offset, finding.end, finding.url, finding.reason)

    def end(self) -> None:
        """Write what is held back."""
        if self._run:
            first, last = self._run[0], self._run[-1]
            about = first.reason if self._count == 1 else f"and {self._count - 1} more records"
            self._line("recovered", first.offset, last.end, first.url, about)
        self._run, self._count = [], 0

    def _line(self, kind: str, offset: int, end: int, url: str, about: str) -> None:
        if not self._begun:
            say(f"{'KIND':10} {'OFFSET':>12} {'END':>12} {'BYTES':>12}  URL, REASON")
            self._begun = True
        shown = ": ".join(part for part in (url, about) if part)
        say(f"{kind:10} {offset:12} {end:12} {end - offset:12}  {shown}".rstrip())
