"""What the archive holds of an address that is to be asked for: whether it is due, and how to ask for changes."""

from __future__ import annotations

from datetime import UTC, datetime

from app.archive import ArchiveReader, Capture, increments
from app.crawl.entries import Entry, Settled
from app.crawl.frontier import Frontier
from app.crawl.links import LinkJudge
from app.crawl.model import Counters
from app.crawl.revisit import Revisit, revisit_of
from app.crawl.schema import DONE
from app.crawl.settings import CrawlSettings
from app.errors import FormatError


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
    entry.conditions = tuple((name, value) for name, value in conditions if value.isascii() and value.isprintable())
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
) -> list[Entry]:
    """Those that are to be asked for (inside a transaction). Of a page that is not expected to have changed the links
    are known from the last visit: it is settled with them."""
    now = datetime.now(UTC)
    asked: list[Entry] = []
    for entry in entries:
        revisit = None
        if entry.is_page and not entry.forced:
            revisit = revisit_of(reader, entry.url, settings.revisit_floor, settings.revisit_ceiling)
        if revisit is None or _is_due(revisit, entry.modified, now):
            asked.append(entry)
            continue
        version = reader.latest_version(entry.url)
        links = reader.links(version.id) if version else []
        follow = version is None or _follows(version, reader, judge)
        found = [candidate for candidate in judge.candidates(links, entry, follow=follow) if candidate.level == 0]
        counters.refused += 1
        when = revisit.next.isoformat(timespec="seconds")
        frontier.settle(Settled(entry, DONE, "refused", "not-due", when, found), counters)
    return asked


def _follows(version: Capture, reader: ArchiveReader, judge: LinkJudge) -> bool:
    try:
        return judge.follows(reader.http(version))
    except FormatError:
        return True


def _is_due(revisit: Revisit, modified: float, now: datetime) -> bool:
    """By its own history, or because a sitemap says that it was changed since."""
    return revisit.next <= now or revisit.last.timestamp() < modified <= now.timestamp()
