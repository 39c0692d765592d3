"""`calendar`: the days on which something was captured."""

from __future__ import annotations

from datetime import UTC, date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.arguments import ArchivePath, Json, argument, option, reading, refuse, typed
from app.cli.console import counted, emit, say
from app.errors import CaptureMissing

if TYPE_CHECKING:
    from app.archive.calendar import Calendar, DayCounts, Scope
    from app.archive.reader import ArchiveReader

_WIDTH = 30  # signs of the longest bar


def calendar(
    archive: ArchivePath,
    address: Annotated[
        str,
        argument("ADDRESS", "A page; with --site or --folder the site or folder it is in. None: everything."),
    ] = "",
    site: Annotated[bool, typer.Option("--site", help="All of the site of the address.")] = False,
    folder: Annotated[bool, typer.Option("--folder", help="All of the folder of the address.")] = False,
    year: Annotated[int | None, option("--year", "YEAR", "Only this year.", min=1, max=9999)] = None,
    as_json: Json = False,
) -> None:
    """Show on which days an archive, a site, a folder or a page was captured, and what was new.

    A line for each day (UTC) with captures: how many, how many of them had new content, how many addresses were
    captured for the first time. A change is new content at an address that was captured before; nothing is compared, so
    a change may be no more than another date on the page. “tianwang history” tells that of one page. The JSON fields
    are date, captures, versions, pages (captured for the first time), changes; at the end a summary (kind "summary":
    days, captures, versions, pages, changes, years).
    """
    if site and folder:
        raise typer.BadParameter("It does not go with --folder.", param_hint="--site")
    if not typed(address):
        refuse({"--site": site, "--folder": folder}, "Name an address in it, too.")
    from app.archive.calendar import Scope

    kind = "archive" if not address else "site" if site else "folder" if folder else "page"
    found = _found(archive, Scope(kind, address))  # type: ignore[arg-type]
    days = found.days if year is None else found.of_year(year)
    if as_json:
        _emit(days, found.years)
    else:
        _say(days)


def _found(path: Path, scope: Scope) -> Calendar:
    from app.archive.calendar import calendar_of

    with reading(path) as reader:
        return calendar_of(reader, _in_full(reader, scope), UTC)


def _in_full(reader: ArchiveReader, scope: Scope) -> Scope:
    """A page is meant as all commands understand an address."""
    from app.cli.arguments import newest_version

    if scope.kind != "page":
        return scope
    try:
        return scope._replace(url=newest_version(reader, scope.url).url)
    except CaptureMissing:
        return scope


def _emit(days: dict[date, DayCounts], years: list[int]) -> None:
    for day, counts in days.items():
        emit({"date": day, **counts._asdict(), "changes": counts.changes})
    emit({"kind": "summary", "days": len(days), **_sums(days), "years": years})


def _say(days: dict[date, DayCounts]) -> None:
    most = max((counts.captures for counts in days.values()), default=1)
    for day, counts in days.items():
        bar = "█" * max(1, round(_WIDTH * counts.captures / most))
        say(
            f"{day}  {counts.captures:>8,} captured  {counts.changes:>8,} changed  {counts.pages:>8,} new  {bar}"
        )
    sums = _sums(days)
    say(
        f"{counted(len(days), 'day')}, {counted(sums['captures'], 'capture')}, {counted(sums['changes'], 'change')}, "
        f"{counted(sums['pages'], 'new page')}."
        if days
        else "Nothing was captured."
    )


def _sums(days: dict[date, DayCounts]) -> dict[str, int]:
    return {
        name: sum(getattr(counts, name) for counts in days.values())
        for name in ("captures", "versions", "pages", "changes")
    }
