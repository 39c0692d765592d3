"""The days on which an archive, a site, a folder or a page was captured, as a calendar shows them.

What counts as a change: a version that is not the first capture of its address. How many of these are noise is known
where a page's history was read; here nothing is compared.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple

from app.archive.addresses import place
from app.archive.index import activity
from app.archive.index.rows import EPOCH, clean
from app.errors import CaptureMissing

if TYPE_CHECKING:
    from app.archive.reader import ArchiveReader

ScopeKind = Literal["archive", "site", "folder", "page"]
SCOPES: tuple[ScopeKind, ...] = ("page", "folder", "site", "archive")
_DAY = timedelta(days=1)


class Scope(NamedTuple):
    """What a calendar is about; `url` is an address in it, "" for the archive."""

    kind: ScopeKind = "archive"
    url: str = ""


class DayCounts(NamedTuple):
    """What was captured on a day: captures, versions among them, addresses captured for the first time."""

    captures: int = 0
    versions: int = 0
    pages: int = 0

    @property
    def changes(self) -> int:
        """New versions of what was known."""
        return max(0, self.versions - self.pages)

    @property
    def visits(self) -> int:
        """Captures that found nothing new."""
        return self.captures - self.versions


@dataclass(frozen=True)
class Calendar:
    """The days with captures, by date in the zone of whoever asked; in the order of time."""

    days: dict[date, DayCounts] = field(default_factory=dict)

    @cached_property
    def _dates(self) -> list[date]:
        return list(self.days)

    @cached_property
    def years(self) -> list[int]:
        """The years with captures."""
        return list(dict.fromkeys(day.year for day in self.days))

    def on(self, day: date) -> DayCounts:
        return self.days.get(day, DayCounts())

    def of_year(self, year: int) -> dict[date, DayCounts]:
        return {day: counts for day, counts in self.days.items() if day.year == year}

    def beside(self, day: date, by: int) -> date | None:
        """The next (1) or previous (-1) day with captures."""
        at = bisect_right(self._dates, day) if by > 0 else bisect_left(self._dates, day) - 1
        return self._dates[at] if 0 <= at < len(self._dates) else None


def end_of(day: date, zone: tzinfo | None = None) -> datetime:
    """The first moment behind a day in a zone (None: this machine's)."""
    return _midnight(day + _DAY, zone) if day < date.max else datetime.max.replace(tzinfo=UTC)


def day_of(moment: datetime, zone: tzinfo | None = None) -> date:
    """The day of a moment in a zone (None: this machine's)."""
    return moment.astimezone(zone).date()


def calendar_of(reader: ArchiveReader, scope: Scope = Scope(), zone: tzinfo | None = None) -> Calendar:  # noqa: B008
    """The days of a scope. CaptureMissing for a page, folder or site that the archive has not got."""
    return Calendar(_by_day(_quarters(reader, scope), zone))


def folder_of(reader: ArchiveReader, scope: Scope) -> int:
    """The number of the folder or site of an address, `activity.WHOLE` for the archive. CaptureMissing."""
    if scope.kind == "archive":
        return activity.WHOLE
    url = scope.url if "://" in scope.url else f"http://{scope.url}"
    site, _, names, _ = place(url)
    if scope.kind == "folder" and not url.endswith("/") and "?" not in url and reader.page_meant(url) is None:
        names = place(f"{url}/")[2]  # "e.org/docs" is a folder unless it is a page
    folder = 0
    for name in (site, *(names if scope.kind == "folder" else ())):
        found = reader.connection.execute(
            "SELECT folder_id FROM folders WHERE coalesce(parent_id, 0) = ? AND name = ?",
            (folder, clean(name)),
        ).fetchone()
        if found is None:
            raise CaptureMissing(wanted=scope.url)
        folder = found[0]
    return folder


def _quarters(reader: ArchiveReader, scope: Scope) -> list[activity.Quarter]:
    if scope.kind != "page":
        return activity.quarters(reader.connection, folder_of(reader, scope))
    page = reader.page_meant(scope.url) or reader.page_at(scope.url)
    if page is None:
        raise CaptureMissing(wanted=scope.url)
    return activity.quarters_of_page(reader.connection, page.page_id)


def _by_day(quarters: Iterable[activity.Quarter], zone: tzinfo | None) -> dict[date, DayCounts]:
    days: dict[date, DayCounts] = {}
    day, until = date.min, -(1 << 62)
    captured = new = first = 0
    for start, captures, versions, pages in quarters:
        if start >= until:  # a day is looked up once, not for each quarter of an hour
            if captured:
                days[day] = DayCounts(captured, new, first)
            captured = new = first = 0
            day = day_of(EPOCH + timedelta(seconds=start), zone)
            until = int((end_of(day, zone) - EPOCH) // timedelta(seconds=1))
        captured += captures
        new += versions
        first += pages
    if captured:
        days[day] = DayCounts(captured, new, first)
    return days


def _midnight(day: date, zone: tzinfo | None) -> datetime:
    moment = datetime.combine(day, time.min)
    return (moment.astimezone() if zone is None else moment.replace(tzinfo=zone)).astimezone(UTC)
