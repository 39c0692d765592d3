"""`reextract`: stored pages read again by better extractors."""

from __future__ import annotations

from typing import Annotated

import typer

from app.cli.arguments import ArchivePath, Json, refuse
from app.cli.console import Meter, Refused, counted, emit, say, stoppable, warn


def reextract(
    archive: ArchivePath,
    format: Annotated[
        list[str] | None,
        typer.Option("--format", metavar="FORMAT", help="Only html, pdf, docx …; may be repeated.", show_default=False),
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Also what the extractors of this version have read already.")
    ] = False,
    given_up: Annotated[
        bool,
        typer.Option("--given-up", help="Also what took too long or too much memory when it was last tried again."),
    ] = False,
    as_json: Json = False,
) -> None:
    """Read stored pages again where the extractors have become better since, or could not read them in time.

    Titles, authors, dates and languages in the index are brought up to date; nothing in the batches is changed. What
    was done stays when it is stopped.

    What could not be read within the limits of time and memory is tried again once for each version of its extractor,
    and then only with --given-up or --all.

    With --json a summary: read, changed, failed, given_up (not tried again), cancelled.
    """
    from app.archive import Archive

    if everything:
        refuse({"--given-up": given_up}, "It does not go with --all, which is everything.")
    with stoppable() as stop, Meter("Reading", total=1) as meter:
        report = Archive.reextract(
            archive,
            format,
            lambda done, total: meter.show(done, "", total),
            stop,
            everything=everything,
            given_up=given_up,
        )
    if as_json:
        counts = {name: getattr(report, name) for name in ("read", "changed", "failed", "given_up", "cancelled")}
        emit({"kind": "summary", "path": archive, **counts})
    else:
        say(f"{archive}: {counted(report.read, 'version')} read again, {report.changed} of them with other findings.")
        if report.failed:
            warn(f"{counted(report.failed, 'version')} could not be read and stay as they were.")
        if report.given_up:
            left = counted(report.given_up, "version")
            say(f"{left} could not be read within the limits before and were left alone; --given-up tries again.")
    if report.cancelled:
        raise Refused(detail="Stopped. What was read until then stays.")
