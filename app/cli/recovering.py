"""What can be saved of a damaged Tianwang file: `recover`."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.arguments import Json, refuse
from app.cli.console import Meter, Refused, counted, emit, say, size, stoppable

if TYPE_CHECKING:
    from app.tianwang.recovery.recovery import Finding, RecoveryReport

_COUNTED = ("recovered", "suspect", "repaired", "lost")


def recover(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A Tianwang file, also .gz, .xz or .zst.")],
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="New file for what is whole.", show_default=False),
    ] = None,
    rest: Annotated[
        Path | None,
        typer.Option("--rest", metavar="FILE", help="New file for everything else.", show_default=False),
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
            progress=lambda done, total: meter.show(done, "", total),
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
    counts: dict[str, object] = {name: getattr(report, name) for name in _COUNTED}
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
