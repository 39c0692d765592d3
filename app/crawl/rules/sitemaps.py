"""Where a site lists its own pages: the "Sitemap" lines of its robots.txt, else the usual place.

Lists are entries of the crawl like any other: they wait for their host's turn, are refused by robots.txt where that
says so, and are stored. They are of level 1, so they are no documents for `max_pages`, may lie on another host
(RFC 9309 and sitemaps.org allow it), and what they list counts as linked from the seed (depth 1). Their links are
extracted like those of a page (`extractors.plain.listings`), and judged by `LinkJudge`.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from threading import Lock

from app.crawl.rules.entries import Candidate, Entry
from app.crawl.rules.links import LinkJudge
from app.crawl.rules.settings import CrawlSettings
from app.crawl.rules.url import normalize, split
from app.errors import AddressInvalid

USUAL_PLACE = "/sitemap.xml"
MOST_SITEMAPS = 500
"""lines of one robots.txt that are followed"""
_KNOWN_SITES = 2000


class SitemapFinder:
    """Names the sitemaps of a site when the first of its pages comes in. Safe to use from several threads."""

    def __init__(self, settings: CrawlSettings, judge: LinkJudge) -> None:
        self._settings = settings
        self._judge = judge
        self._known: OrderedDict[str, None] = OrderedDict()
        self._lock = Lock()

    def candidates(self, entry: Entry, named: Iterable[str]) -> list[Candidate]:
        """The sitemaps of the site on which the page `entry` lies; `named` are the addresses in its robots.txt.

        None when they were told already, and for sites that the crawl only passes: with scope "any" those of the
        seeds alone have theirs read, and none beyond the border of the scope. The frontier knows addresses it has
        seen, so forgetting a site here costs a look-up and nothing else.
        """
        if not self._wanted(entry):
            return []
        parts = split(entry.url)
        site = f"{parts.scheme}://{parts.authority}"
        if not self._is_new(site):
            return []
        found: dict[bytes, Candidate] = {}
        for line in named:
            try:
                candidate = self._judge.sitemap(normalize(line, f"{site}/robots.txt"))
            except AddressInvalid:
                continue
            found.setdefault(candidate.key, candidate)
            if len(found) >= MOST_SITEMAPS:
                break
        if not found:
            usual = self._judge.sitemap(site + USUAL_PLACE, guess=True)
            found = {} if usual.reason else {usual.key: usual}
        found.pop(entry.key, None)
        return list(found.values())

    def _wanted(self, entry: Entry) -> bool:
        settings = self._settings
        if not settings.sitemaps or settings.max_depth == 0 or entry.level or entry.off_site:
            return False
        return settings.scope != "any" or entry.depth == 0

    def _is_new(self, site: str) -> bool:
        with self._lock:
            if site in self._known:
                return False
            self._known[site] = None
            if len(self._known) > _KNOWN_SITES:
                self._known.popitem(last=False)
            return True


def is_quiet(entry: Entry) -> bool:
    """Whether nobody said that there is anything: its absence is no error, and not worth storing."""
    return entry.guess and entry.level == 1 and split(entry.url).path == USUAL_PLACE
