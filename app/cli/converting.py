"""`convert`: all records of an archive in full, or as what has changed."""

from __future__ import annotations

from dataclasses import asdict
from enum import StrEnum
from typing import Annotated

import typer

from app.cli.arguments import ArchivePath, Json
from app.cli.console import Meter, Refused, counted, emit, say, size, stoppable, warn


class Form(StrEnum):
    """How records are written."""

    incremental = "incremental"
    full = "full"


def convert(
    archive: ArchivePath,
    to: Annotated[
        Form, typer.Option("--to", help="Write what has changed since the version before, or each version in full.")
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
    from app.archive import Archive
    from app.blocks.levels import PageDivider

    with stoppable() as stop, Meter("Converting", total=1) as meter:
        report = Archive.convert(
            archive, to.value, PageDivider(), lambda done, total: meter.show(done, "", total), stop
        )
    if as_json:
        emit({"kind": "summary", "path": archive, "to": to.value, **asdict(report)})
    if report.cancelled:
        raise Refused(detail="Stopped. The archive is as it was before.")
    if not as_json:
        say(f"{archive}: {counted(report.records, 'record')}, {report.converted} of them converted; "
            f"{size(report.before)} before, {size(report.after)} now.")  # fmt: skip
        if report.failed:
            warn(f"{counted(report.failed, 'record')} could not be read and stay as they were.")
        if report.kept:
            warn("What the other records of these months hold may be needed to put them together: "
                 f"{counted(report.kept, 'month')} stayed as before.")  # fmt: skip
