"""`revisit`: when pages are worth another visit, by their own history."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.arguments import ArchivePath, Json, newest_version, reading
from app.cli.console import emit, moment, say

if TYPE_CHECKING:
    from app.archive import ArchiveReader


def revisit(
    archive: ArchivePath,
    urls: Annotated[
        list[str] | None,
        typer.Argument(metavar="URL…", help="These pages; all documents if left out.", show_default=False),
    ] = None,
    due: Annotated[bool, typer.Option("--due", help="Only those that are due now.")] = False,
    floor: Annotated[float, typer.Option("--floor", min=0.01, metavar="HOURS", help="Shortest interval.")] = 1.0,
    ceiling: Annotated[float, typer.Option("--ceiling", min=0.01, metavar="HOURS", help="Longest interval.")] = 8760.0,
    as_json: Json = False,
) -> None:
    """Show when pages are due for another visit: as soon as a change has become as likely as not.

    How often a page
    changes is inferred from what its earlier visits found. “tianwang crawl ARCHIVE URL --only-due” goes by this.

    The columns are the next visit (UTC), the interval, changes found in how many visits, address.

    The JSON fields are url, next, due, interval (hours), rate (changes an hour), checks, changes, last.
    """
    from app.crawl import revisit_of

    if floor > ceiling:
        raise typer.BadParameter("The shortest interval must not exceed the longest.", param_hint="--floor")
    with reading(archive) as reader:
        for url in _pages(reader, urls):
            found = revisit_of(reader, url, floor, ceiling)
            if found is None:
                continue
            now = found.next <= datetime.now(UTC)
            if due and not now:
                continue
            hours = found.interval.total_seconds() / 3600
            if as_json:
                about = {"next": found.next, "due": now, "interval": hours, "rate": found.rate}
                emit({"url": url, **about, "checks": found.checks, "changes": found.changes, "last": found.last})
            else:
                say(
                    f"{moment(found.next)}{' due' if now else '    '}  every {_span(hours):>8}  "
                    f"{found.changes:>4} of {found.checks:>4}  {url}"
                )


def _pages(reader: ArchiveReader, urls: list[str] | None) -> Iterator[str]:
    if urls:
        yield from (newest_version(reader, url).url for url in urls)
    else:
        yield from (page.url for page in reader.all_pages("", ("document",)))


def _span(hours: float) -> str:
    if hours < 1:
        return f"{hours * 60:.0f} min"
    return f"{hours:.1f} h" if hours < 48 else f"{hours / 24:.1f} d"
