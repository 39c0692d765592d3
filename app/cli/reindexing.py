"""`reindex`: a new index from the batches alone."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from app.cli.arguments import ArchivePath, Json
from app.cli.console import Meter, Refused, emit, say, stoppable, warn

if TYPE_CHECKING:
    from app.archive.reindexing import ReindexReport


def reindex(archive: ArchivePath, as_json: Json = False) -> None:
    """Make the index anew from the batches: the same ids, versions and titles. Nothing in the batches is changed.

    For an index that was damaged or deleted, and after batches were added, removed or brought back. The old index stays
    until the new one is complete. A last record that was cut off is moved to a file of its own beside its batch file.

    With --json an object for each damage (kind "problem", file, offset, id, sentence) and each such file (kind
    "trimmed", path), and a summary at the end.
    """
    from app.archive import Archive

    with stoppable() as stop, Meter("Rebuilding the index", total=1) as meter:
        report = Archive.reindex(archive, lambda done, total: meter.show(done, "", total), stop)
    if report.cancelled:
        raise Refused(detail="Stopped. The index is as it was before.")
    _show(report, archive, as_json)


def _show(report: ReindexReport, archive: Path, as_json: bool) -> None:
    for problem in report.damaged:
        if as_json:
            emit({"kind": "problem", **asdict(problem)})
        else:
            warn(f"{problem.file}, byte {problem.offset}{f' ({problem.id})' if problem.id else ''}: {problem.sentence}")
    for path in report.trimmed:
        if as_json:
            emit({"kind": "trimmed", "path": path})
        else:
            warn(f"A last record was cut off; what there is of it is in {path} now.")
    if as_json:
        counts = {name: getattr(report, name) for name in ("records", "versions", "visits", "skipped")}
        left = {"damaged": len(report.damaged), "trimmed": len(report.trimmed)}
        emit({"kind": "summary", "path": archive, **counts, **left})
        return
    unused = f", {report.skipped} without a usable address or date" if report.skipped else ""
    say(f"{archive}: {report.records} records indexed: {report.versions} versions, {report.visits} visits{unused}.")
