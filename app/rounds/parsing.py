"""The pages of a segment, parsed: what each answered and where it leads, as lines of a file that `update` reads."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict, replace
from pathlib import Path

from app.archive.archive import Archive
from app.archive.documents.preparing import ToRead, read_page
from app.archive.model import Capture, NewCapture, StoredLink
from app.archive.reader import ArchiveReader
from app.crawl.frontier.schema import DONE, FAILED, IN_FLIGHT, QUEUED, REFUSED, opened
from app.crawl.rules.entries import is_redirect
from app.crawl.rules.links import directives
from app.crawl.rules.robots import RobotsTxt, product_token
from app.crawl.rules.settings import CrawlSettings
from app.errors import FormatError, StorageFailed, StorageUnreadable
from app.rounds.book import Parsed
from app.words.guide_words import relevance

_PAGES = (
    "SELECT u.url, u.state, u.status, u.reason, u.detail FROM urls u JOIN jobs j ON j.number = u.job "
    "WHERE j.job_id = ? AND u.level = 0 AND u.depth = 0 AND u.hops = 0 "
    f"AND u.state NOT IN ({QUEUED}, {IN_FLIGHT}) ORDER BY u.number"
)
"""What was chosen for a segment, as far as it was dealt with: what its pages lead to is deeper, and left out there."""


def parse(
    archive: Archive,
    job_id: str,
    settings: CrawlSettings,
    into: Path,
    progress: Callable[[int, int], None],
    cancelled: Callable[[], bool],
) -> dict[str, int] | None:
    """Parse the pages of a segment's job into a file, which is there when it is whole; the figures, None when it was
    `cancelled`. `settings` are those of the book. StorageFailed."""
    with opened(archive.crawl_db) as db:
        pages = db.execute(_PAGES, (job_id,)).fetchall()
    fresh = into.with_name(f"{into.name}.part")
    figures = {"pages": 0, "links": 0, "unreadable": 0}
    try:
        into.parent.mkdir(parents=True, exist_ok=True)
        with archive.reader() as reader, fresh.open("w", encoding="utf-8", errors="replace") as file:
            sites: set[str] = set()
            captures = {one.url: one for one in reader.captures_of_crawl(job_id)}
            for number, (url, state, status, reason, detail) in enumerate(pages):
                if cancelled():
                    return None
                parsed = Parsed(url, state if state in (DONE, FAILED) else REFUSED, status, reason, detail)
                if state == DONE:
                    found = _parsed(reader, captures.get(url), parsed, settings)
                    figures["pages"] += found is not None
                    figures["unreadable"] += found is None
                    parsed = found or Parsed(url, FAILED, status, reason or "incomplete", detail)
                    site = "/".join(url.split("/", 3)[:3])
                    if settings.sitemaps and site not in sites:
                        sites.add(site)
                        parsed = replace(parsed, sitemaps=_sitemaps(reader, site))
                    figures["links"] += len(parsed.links)
                file.write(json.dumps(asdict(parsed), ensure_ascii=False) + "\n")
                progress(number + 1, len(pages))
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(into)
    except OSError as error:
        raise StorageFailed(path=into, detail=error.strerror or str(error)) from error
    finally:
        fresh.unlink(missing_ok=True)
    return figures


def _sitemaps(reader: ArchiveReader, site: str) -> tuple[str, ...]:
    """What the robots.txt of a site names, as the archive has it."""
    with suppress(FormatError, StorageUnreadable):
        stored = reader.latest_version(f"{site}/robots.txt")
        if stored is not None and stored.status == 200:
            return tuple(RobotsTxt(reader.http(stored).body).sitemaps)
    return ()


def parsed_of(path: Path) -> Iterator[Parsed]:
    """The lines of a file that `parse` wrote. StorageUnreadable."""
    try:
        with path.open(encoding="utf-8") as file:
            for line in file:
                values = json.loads(line)
                links = tuple(StoredLink(*link) for link in values["links"])
                yield Parsed(**{**values, "links": links, "sitemaps": tuple(values["sitemaps"])})
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise StorageUnreadable(path=path, detail=getattr(error, "strerror", None) or str(error)) from error


def _parsed(
    reader: ArchiveReader, capture: Capture | None, row: Parsed, settings: CrawlSettings
) -> Parsed | None:
    """A page with what its answer says; None where that cannot be read."""
    if capture is None:
        return None
    try:
        message = reader.http(capture)
        shown = reader.shown(capture)
    except (FormatError, StorageUnreadable):
        return None
    location = (message.header("location") or "") if is_redirect(message.status) else ""
    agent = product_token(settings.user_agent)
    headers = [value for name, value in message.headers if name.lower() == "x-robots-tag"]
    weighs = settings.order == "topic"
    head = b"HTTP/1.1 200 OK\r\nContent-Type: " + (shown.media_type or "").encode() + b"\r\n\r\n"
    new = NewCapture(capture.url, capture.date, None, head + shown.body, charset=shown.charset or "")
    read = read_page(ToRead(new, text=weighs, pack=False))
    links = read.read.links
    with suppress(FormatError, StorageUnreadable):  # a browser saw more of them
        links = tuple(dict.fromkeys((*links, *reader.links(capture))))
    return Parsed(
        row.url,
        row.state,
        row.status,
        row.reason,
        row.detail,
        id=capture.id,
        visit=capture.kind == "visit",
        location=location,
        nofollow=directives(read.read.directives, headers, agent).nofollow,
        relevance=relevance(f"{read.read.title}\n{read.text}", settings.guide_words) if weighs else None,
        links=links,
    )
