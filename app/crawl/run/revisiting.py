"""Known addresses: whether one is due for another visit, and the conditional request for its changes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Protocol

from app.archive import increments
from app.archive.model import Capture
from app.archive.reader import ArchiveReader
from app.crawl.frontier.frontier import Frontier
from app.crawl.frontier.schema import DONE
from app.crawl.rules.entries import Entry, Outcome
from app.crawl.rules.links import LinkJudge
from app.crawl.rules.model import Counters
from app.crawl.rules.settings import CrawlSettings
from app.errors import FormatError
from extractors.html.types.kinds import GROUPS

# When a page is worth another visit, inferred from its own history of changes.
#
# Changes of a page are taken for a Poisson process, so the time between them is exponential. Of an interval
# between two
# visits only one thing is known: whether there was a change in it or not. The rate that makes what was seen
# most
# likely solves Σ tᵢ/(e^(λtᵢ) − 1) over changed intervals = Σ tᵢ over unchanged ones (Cho and Garcia-Molina,
# "Estimating
# frequency of change", ACM TOIT 2003, section 5). The next visit is due when a change has become as likely
# as not.

#
# Of pages that matter more than others an old copy is worse. With importance w and rate λ the visits that keep the mean
# of w × freshness highest are about √(w·λ) a unit of time where visits are frequent (the copy of a page that is visited f
# times is fresh for 1 − λ/2f of the time; Cho and Garcia-Molina, "Effective page refresh policies", ACM TODS 2003, weigh
# pages so): with importance the interval is divided by √w, within bounds.

HALF_LIFE = math.log(2)
MOST_SOONER = 4.0
"""How many times sooner a page is visited at most because it matters, or later because it does not."""
_PRIOR = 0.5
"""Half a change and half a visit without one are added: so neither "never" nor "always" is ever concluded."""
_STEPS = 60


@dataclass(frozen=True, slots=True)
class Revisit:
    """`interval` and `rate` (changes an hour) as inferred from `checks` intervals, `changes` of them with a change.

    `next` is when the page is due; `last` when it was visited last.
    """

    checks: int
    changes: int
    rate: float
    interval: timedelta
    last: datetime
    next: datetime


class Importance(Protocol):
    """How many times the mean of all pages a page matters, by its number and address; 1 where nothing is known. Who has a
    graph of the archive knows (`app.graph.standing`); crawls do not know graphs."""

    def __call__(self, page: int, url: str) -> float: ...


def change_rate(gaps: Sequence[tuple[float, bool]]) -> float:
    """Changes an hour, from intervals between visits in hours and whether a change was found at their end.

    0.0 when there is no interval to learn from.
    """
    known = [(hours, changed) for hours, changed in gaps if hours > 0]
    if not known:
        return 0.0
    mean = sum(hours for hours, _changed in known) / len(known)
    changed = [(hours, 1.0) for hours, found in known if found] + [(mean, _PRIOR)]
    unchanged = sum(hours for hours, found in known if not found) + _PRIOR * mean
    low, high = 1e-9, 60.0 / min(hours for hours, _weight in changed)
    for _ in range(_STEPS):
        middle = math.sqrt(low * high)
        if (
            sum(weight * hours / math.expm1(min(middle * hours, 700.0)) for hours, weight in changed)
            > unchanged
        ):
            low = middle
        else:
            high = middle
    return low


def next_visit(
    history: Iterable[Capture], floor: float, ceiling: float, matters: float = 1.0
) -> Revisit | None:
    """When a page is due, from its captures in order of time; None when there is none. `matters` is its importance.

    `floor` and `ceiling` bound the interval, in hours. Of a page seen only once nothing is known: it is due after
    `floor`. A version is a change (a page that began to answer 404 has changed, too), a visit is none.
    """
    gaps: list[tuple[float, bool]] = []
    before: Capture | None = None
    for capture in history:
        if before is not None:
            gaps.append(((capture.date - before.date).total_seconds() / 3600, capture.kind == "version"))
        before = capture
    if before is None:
        return None
    rate = change_rate(gaps)
    sooner = min(max(math.sqrt(matters), 1 / MOST_SOONER), MOST_SOONER)
    hours = HALF_LIFE / rate / sooner if rate else floor
    interval = timedelta(hours=min(max(hours, floor), ceiling))
    changes = sum(changed for _hours, changed in gaps)
    return Revisit(len(gaps), changes, rate, interval, before.date, before.date + interval)


def revisit_of(
    reader: ArchiveReader,
    url: str,
    floor: float = 1.0,
    ceiling: float = 8760.0,
    importance: Importance | None = None,
) -> Revisit | None:
    """`next_visit` of a page of an archive."""
    page = reader.page(url) if importance is not None else None
    matters = importance(page.page_id, url) if importance is not None and page is not None else 1.0
    return next_visit(reader.versions(url, visits=True), floor, ceiling, matters)


def look_up(entry: Entry, reader: ArchiveReader, judge: LinkJudge, *, plain: bool = False) -> None:
    """Set whether there is a version, and the conditions of a conditional request from the newest one.

    With `plain` a text that is known to change is asked for without a content coding: of two answers that a server has
    compressed no bytes are the same, so nothing of them could be stored as a change. A text that never changed keeps
    its coding: its entity tag may belong to that, and most of its answers have no body.
    """
    version = reader.latest_version(entry.url)
    entry.is_known = version is not None
    if version is None or version.status != 200:
        return
    try:
        http = reader.http(version)
    except FormatError:
        return  # a damaged version cannot be confirmed; a full answer replaces it
    etag, modified = http.header("etag"), http.header("last-modified")
    conditions = [("If-None-Match", etag)] if etag else []
    conditions += [("If-Modified-Since", modified)] if modified else []
    entry.conditions = tuple(
        (name, value) for name, value in conditions if value.isascii() and value.isprintable()
    )
    entry.base = version.id if entry.conditions else ""
    if plain and increments.may_be_incremental(version.type):
        coded = (http.header("content-encoding") or "identity").strip().lower() != "identity"
        if not coded or len(reader.versions(entry.url)) > 1:
            entry.conditions += (("Accept-Encoding", "identity"),)
    entry.follow = judge.follows(http)


def due(
    entries: list[Entry],
    frontier: Frontier,
    reader: ArchiveReader,
    judge: LinkJudge,
    settings: CrawlSettings,
    counters: Counters,
    importance: Importance | None = None,
) -> list[Entry]:
    """Those that are to be asked for (inside a transaction). Of a page that is not expected to have changed, or whose
    kind is to be kept once, the links are known from the last visit: it is settled with them."""
    now = datetime.now(UTC)
    asked: list[Entry] = []
    pages = [entry for entry in entries if entry.is_page and not entry.forced]
    once = _kept_once(pages, reader) if settings.details_once else {}
    for entry in entries:
        left = once.get(entry.number)
        if left is None and entry.is_page and not entry.forced:
            left = _not_due(entry, reader, settings, now, importance)
        if left is None:
            asked.append(entry)
            continue
        version = reader.latest_version(entry.url)
        links = reader.links(version.id) if version else []
        follow = version is None or _follows(version, reader, judge)
        found = [
            candidate for candidate in judge.candidates(links, entry, follow=follow) if candidate.level == 0
        ]
        counters.refused += 1
        outcome = Outcome(entry, reason=left[0], detail=left[1], found=found)
        frontier.settle(outcome, DONE, "refused", counters)
    return asked


def _not_due(
    entry: Entry,
    reader: ArchiveReader,
    settings: CrawlSettings,
    now: datetime,
    importance: Importance | None,
) -> tuple[str, str] | None:
    if settings.revisit != "due":
        return None
    matters = importance if settings.revisit_by_rank else None
    revisit = revisit_of(reader, entry.url, settings.revisit_floor, settings.revisit_ceiling, matters)
    if revisit is None or _is_due(revisit, entry.modified, now):
        return None
    return "not-due", revisit.next.isoformat(timespec="seconds")


def _kept_once(pages: list[Entry], reader: ArchiveReader) -> dict[int, tuple[str, str]]:
    """Those that are kept once, by their numbers: lists and home pages lead to what is new, and threads go on, so only
    details are."""
    from app.page_types.known import PageTypes  # for those who ask for it

    kept: dict[int, tuple[str, str]] = {}
    with PageTypes(reader) as types:
        for entry in pages:
            version = reader.latest_version(entry.url)
            found = types.of(version) if version is not None and version.status == 200 else None
            if found is not None and found.name in GROUPS["detail"]:
                kept[entry.number] = ("kept-once", found.name)
    return kept


def _follows(version: Capture, reader: ArchiveReader, judge: LinkJudge) -> bool:
    try:
        return judge.follows(reader.http(version))
    except FormatError:
        return True


def _is_due(revisit: Revisit, modified: float, now: datetime) -> bool:
    """By its own history, or because a sitemap says that it was changed since."""
    return revisit.next <= now or revisit.last.timestamp() < modified <= now.timestamp()
