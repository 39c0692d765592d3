"""A crawl done once more: of a site, a folder or single pages, with the settings that were used there last."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from app.archive.spellings import beginnings
from app.crawl.rules.model import Job
from app.crawl.rules.scope import Scope
from app.crawl.rules.settings import CrawlSettings
from app.crawl.rules.url import authority_of, normalize
from app.errors import UserError

if TYPE_CHECKING:
    from app.archive.reader import ArchiveReader

AgainKind = Literal["site", "folder", "page"]
MOST_SEEDS = 2000
_COUNTED = ("document", "redirect", "error")  # kinds of pages that the limit of pages counts …
_LISTS = ("application/atom+xml", "application/rss+xml")  # … and types that are read for their entries alone


def former_job(jobs: Sequence[Job], kind: AgainKind, url: str) -> Job | None:
    """Of an archive's crawls, newest first, the one whose settings hold for an address. For a site or folder a crawl of
    a whole site goes before one of a folder, and that before one of pages alone."""
    best: tuple[int, Job] | None = None
    for job in jobs:
        if not _covers(job.settings, kind, url):
            continue
        narrow = (
            2
            if job.settings.max_depth == 0
            else 1
            if job.settings.scope == "prefix" or job.settings.include
            else 0
        )
        rank = 0 if kind == "page" else narrow
        if best is None or rank < best[0]:
            best = rank, job
    return best[1] if best else None


def again(former: CrawlSettings, kind: AgainKind, urls: Sequence[str]) -> CrawlSettings:
    """The settings of a former crawl, narrowed to one wish: a site (its address), a folder (its address, then the pages
    it is known to hold), or pages."""
    if kind == "site":
        host = _host(urls[0])
        seeds = tuple(seed for seed in former.seeds if _host(seed) == host)
        return replace(former, seeds=seeds or (urls[0],), revisit="all", details_once=False)
    one_by_one = replace(
        former, name="", revisit="all", details_once=False, order="breadth", topic_threshold=0.0, scope="host"
    )
    if kind == "page":
        return replace(
            one_by_one,
            seeds=tuple(urls[:MOST_SEEDS]),
            include=(),
            max_depth=0,
            max_pages=0,
            sitemaps=False,
            guesses=False,
        )
    rest = urls[0].partition("://")[2]
    spelled = [one for scheme in ("http", "https") for one in beginnings(f"{scheme}://{rest}")]
    include = tuple(f"^{re.escape(one)}" for one in spelled)
    seeds = tuple(urls[1 : MOST_SEEDS + 1]) or (urls[0],)
    return replace(one_by_one, seeds=seeds, include=include, sitemaps=False)


def parts_of_page(former: CrawlSettings, urls: Sequence[str]) -> CrawlSettings:
    """The settings of a former crawl for exactly these parts of a page: what narrowed it to some kinds or places does
    not hold for them, what it owes to servers does."""
    return replace(
        again(former, "page", urls),
        exclude=(),
        content_types=(),
        page_types=(),
        like_categories=(),
        follow_categories=(),
        languages=(),
        max_bytes=0,
        max_minutes=0.0,
        off_site_hops=0,
        browser="never",
    )


def with_room(settings: CrawlSettings, reader: ArchiveReader) -> CrawlSettings:
    """The settings with a limit of pages that has room for every page known in their scope: a limit that cut off the
    first crawl would otherwise end the second one before it has come to the pages that were found since. A crawl
    without a border keeps its limit, for that alone bounds it."""
    if not settings.max_pages or settings.max_depth == 0 or settings.scope == "any":
        return settings
    scope, border = (
        Scope(settings),
        Scope(replace(settings, scope="host") if settings.scope == "prefix" else settings),
    )
    known = sum(
        scope.decide(page.url, 1, embed=False).ok
        for site in reader.sites()
        if border.inside(normalize(site.url))
        for page in reader.pages_below(site.folder_id, _COUNTED)
        if page.type not in _LISTS
    )
    return replace(settings, max_pages=max(settings.max_pages, known))


def _covers(settings: CrawlSettings, kind: AgainKind, url: str) -> bool:
    """Whether a crawl was one of an address: of a site when it began there, even if it took a part of it only."""
    try:
        address = normalize(url)
        if _host(address) in map(_host, settings.seeds) and (kind == "site" or settings.scope == "any"):
            return True
        if settings.scope == "any":
            return False
        return Scope(settings).inside(address)
    except (UserError, re.error):
        return False


def _host(url: str) -> str:
    try:
        return authority_of(normalize(url)).removeprefix("www.")
    except UserError:
        return ""
