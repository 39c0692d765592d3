"""From the links of a page to candidates for the frontier, in the threads that prepare pages; the sitemaps of a site.

Sitemaps are named in the "Sitemap" lines of a robots.txt, or lie in the usual place. They are entries of the crawl like
any other: they wait for their host's turn, robots.txt may refuse them, and they are stored. They are of level 1, so they
are no documents for `max_pages`, may lie on another host (RFC 9309 and sitemaps.org allow it), and what they list
counts as linked from the seed (depth 1).
"""

from __future__ import annotations

import re
import time
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from threading import Lock
from typing import NamedTuple

from app.archive.addresses import METHOD
from app.archive.model import StoredLink
from app.crawl.rules.entries import Candidate, Entry
from app.crawl.rules.robots import product_token
from app.crawl.rules.scope import SILENT_SCHEMES, Pattern, Scope, pattern_of
from app.crawl.rules.settings import CrawlSettings
from app.crawl.rules.url import dedupe_key, exact_key, normalize, scheme_of, split
from app.errors import AddressInvalid
from app.messages import Message
from app.tianwang.http import HttpMessage

# What pages and servers ask of crawlers: robots meta elements and the header X-Robots-Tag.

_WORDS = re.compile(r"[\s,;]+")
_NAMED = re.compile(r"\s*([a-zA-Z_-]+)\s*:(.*)", re.DOTALL)
_VALUED = frozenset(("unavailable_after", "max-snippet", "max-image-preview", "max-video-preview"))
"""Directives with a colon of their own: what stands before it is no crawler's name."""


class Directives(NamedTuple):
    """The wishes of a page. `noindex` has no consequence for an archive, which is no search engine; it is kept all the
    same."""

    noindex: bool = False
    nofollow: bool = False
    noarchive: bool = False


def directives(metas: Iterable[tuple[str, str]], headers: Iterable[str], agent: str) -> Directives:
    """The wishes to the crawler with the product token `agent` and to all crawlers; of several the strictest. `metas`
    are (name, content) of meta elements, `headers` the values of X-Robots-Tag."""
    wanted = ("robots", agent.lower())
    words: set[str] = set()
    for name, content in metas:
        if name.strip().lower() in wanted:
            words.update(_WORDS.split(content.lower()))
    for header in headers:
        words.update(_in_header(header, agent.lower()))
    none = "none" in words
    return Directives(none or "noindex" in words, none or "nofollow" in words, "noarchive" in words)


def _in_header(header: str, agent: str) -> Iterable[str]:
    """The words of a header that are meant for all, or follow the name of this crawler."""
    meant = True
    for part in header.split(","):
        named = _NAMED.match(part)
        if named and named[1].lower() not in _VALUED:
            meant = named[1].lower() == agent
            part = named[2]
        if meant:
            yield from _WORDS.split(part.strip().lower())


MAX_LEVEL = 4
"""page → style sheet → imported style sheet → font; sitemap index → sitemap"""
ANCHOR_LIMIT = 200
_FRAMES = frozenset({"frame", "iframe"})
_LISTS = frozenset({"sitemap", "link:feed"})
"""What lists pages of a site. It is fetched beside the pages, as their requisites are: it is no document that counts,
its own host does not matter, and it is as deep as what names it, so that what it lists is one deeper."""
_NOT_FOLLOWED = frozenset(
    # Asking for the address of a form would be sending it; the others are services for programs, or only names.
    (
        "form",
        "link:pingback",
        "link:edituri",
        "link:wlwmanifest",
        "link:webmention",
        "link:hub",
        "link:profile",
        "link:openid.server",
        "link:openid2.provider",
        "link:openid.delegate",
        "link:openid2.local_id",
        "link:schema.dc",
        "link:schema.dcterms",
        "link:search",
        "link:https://api.w.org/",
    )
)
_CACHE = 20_000
LONG = 2000
"""Characters of address and text beyond which a link is judged each time anew: memory must stay bounded."""
LONGEST = 65_536
"""Characters of an address that no server takes any more."""
_CLOCKS_APART = 86_400  # a site in another zone may be a day ahead

Judged = tuple[Candidate, Pattern | None]
_Facts = tuple[str, bytes, Pattern | None]
"""Normalised address, key, pattern."""
_Key = tuple[str, str, int, int, int, bool, str]


class LinkJudge:
    """Normalises and judges, for several threads. Links judged lately are not judged again: most links of a site stand
    on all its pages. (The caches are only read and set, and a lost entry is computed again.)"""

    def __init__(self, settings: CrawlSettings, scope: Scope) -> None:
        self.scope = scope
        self._settings = settings
        self._limited = settings.max_depth >= 0
        self._agent = product_token(settings.user_agent)
        self._cache: dict[_Key, Judged | None] = {}
        self._facts: dict[str, _Facts | None] = {}
        self._chained: dict[tuple[str, int, int, str, bool], Candidate] = {}

    def candidates(
        self, links: Iterable[StoredLink], entry: Entry, *, follow: bool = True
    ) -> list[Candidate]:
        """The links as candidates, each address once: requisites as such even when they are links as well, guesses only
        without anything better. Without `follow` (a nofollow of the server, and the settings obey it) only
        requisites."""
        found: dict[bytes, Candidate] = {}
        settings = self._settings
        own = self.pattern(entry.url) if settings.trap_budget else None
        named: set[tuple[str, str, bool, bool, str]] = set()
        for link in links:
            url, element, _, embed, rel, guess, modified = link
            if element in _NOT_FOLLOWED or (guess and not settings.guesses):
                continue
            if not embed and settings.obey_nofollow and (not follow or (rel and "nofollow" in rel)):
                continue
            # pages of documentation link to hundreds of places in a few others: words on the first link are enough
            page = (url.partition("#")[0], element, embed, guess, modified)
            if page in named:
                continue
            judged = self._judge(link, entry)
            if judged is None:
                continue
            candidate, pattern = judged
            if candidate.anchor:
                named.add(page)
            if own is not None and pattern is not None and pattern.key == own.key:
                candidate = self._within_pattern(candidate, pattern, entry)
            known = found.setdefault(candidate.key, candidate)
            if known is not candidate:
                found[candidate.key] = _better(known, candidate)
        found.pop(entry.key, None)
        return list(found.values())

    def pattern(self, url: str) -> Pattern | None:
        """That of an address in its one form; most were judged as links before."""
        facts = self._facts.get(url)
        return facts[2] if facts is not None else pattern_of(url)

    def _within_pattern(self, candidate: Candidate, pattern: Pattern, entry: Entry) -> Candidate:
        """A page found on one of the same pattern: one further in a row, and one of their budget."""
        if candidate.reason or candidate.level:
            return candidate
        chain = entry.chain + 1
        key = (candidate.url, candidate.depth, chain, candidate.anchor, candidate.guess)
        chained = self._chained.get(key)
        if chained is None:
            budget = self._settings.trap_budget
            if chain > budget * pattern.chain:
                chained = replace(candidate, reason="trap", detail=Message("pattern-row", count=chain))
            else:
                chained = _changed(candidate, candidate.depth, chain, (pattern.key, budget * pattern.budget))
            if len(self._chained) >= _CACHE:
                self._chained.clear()
            self._chained[key] = chained
        return chained

    def _judge(self, link: StoredLink, entry: Entry) -> Judged | None:
        url, element, text, embed, _, guess, modified = link
        level = entry.level + 1 if embed else 0
        unwanted = embed and not self._settings.requisites
        if unwanted and element in _FRAMES:
            level, unwanted = 0, False
        depth = entry.depth if level > 1 or (guess and entry.level) else entry.depth + 1
        if element in _LISTS and (self._settings.sitemaps or element == "sitemap"):
            level, depth = entry.level + 1, entry.depth
            unwanted = not self._settings.sitemaps
        # unless there is a limit, all that counts of a depth is whether it is that of a start address
        step = depth if self._limited else depth > 0
        key = (url, text, -1 if unwanted else level, step, entry.off_site, guess, modified)
        if key in self._cache:
            judged = self._cache[key]
            if judged is not None and judged[0].depth != depth:
                judged = self._cache[key] = _deeper(judged[0], depth), judged[1]
            return judged
        judged = self._judge_afresh(link, depth, level, unwanted, entry.off_site)
        if len(url) + len(text) > LONG:
            return judged
        if len(self._cache) >= _CACHE:
            self._cache.clear()
        self._cache[key] = judged
        return judged

    def _judge_afresh(
        self, link: StoredLink, depth: int, level: int, unwanted: bool, off_site_before: int
    ) -> Judged | None:
        address = link.url
        anchor, guess = " ".join(link.text.split())[:ANCHOR_LIMIT], link.guess
        scheme = "http" if address.startswith(("http://", "https://")) else scheme_of(address)
        if scheme in SILENT_SCHEMES or METHOD in address:  # no page can have a form sent for it
            return None
        if len(address) > LONGEST:
            cut, key = address[:500], exact_key(address)
            return Candidate(
                cut,
                key,
                depth,
                level,
                "address",
                Message("address-characters", count=len(address)),
                guess=guess,
            ), None
        if scheme not in ("http", "https"):
            key = exact_key(address)
            return Candidate(
                address[:500], key, depth, level, "scheme", scheme, anchor=anchor, guess=guess
            ), None
        facts = self._facts_of(address.partition("#")[0])  # which names no other page
        if facts is None:
            key = exact_key(address)
            return Candidate(address[:500], key, depth, level, "address", anchor=anchor, guess=guess), None
        url, key, pattern = facts
        off_site = 0
        detail: str
        if unwanted:
            reason = "not-included"
            detail = Message("sitemaps-unwanted" if link.element in _LISTS else "requisites-unwanted")
        elif level > MAX_LEVEL:
            reason, detail = "depth", Message("requisite-of-requisite")
        else:
            off_site = self._off_site(url, off_site_before + (not level))
            decision = self.scope.decide(url, depth, level > 0, off_site)
            reason, detail = decision.reason, decision.detail
        candidate = Candidate(
            url,
            key,
            depth,
            level,
            reason,
            detail,
            anchor=anchor,
            guess=guess,
            raw=address[:2000] if address != url else "",
            off_site=off_site,
            modified=_seconds(link.modified),
        )
        return candidate, None if unwanted or level > MAX_LEVEL else pattern

    def _facts_of(self, address: str) -> _Facts | None:
        """The facts of an address that do not depend on the place of a link; None for what is no address."""
        if address in self._facts:
            return self._facts[address]
        try:
            url = normalize(address)
        except AddressInvalid:
            facts = None
        else:
            facts = url, dedupe_key(url, self._settings.canonical), pattern_of(url)
        if len(address) <= LONG:
            if len(self._facts) >= _CACHE:
                self._facts.clear()
            self._facts[address] = facts
        return facts

    def _off_site(self, url: str, outside: int) -> int:
        """The number of links since the scope was left. Requisites are as far outside as their page: else a frame from
        elsewhere would lead on and on."""
        return 0 if not outside or self.scope.inside(url) else outside

    def again(self, found: Candidate) -> Candidate:
        """One that was found under other settings."""
        if found.reason:
            return found
        decision = self.scope.decide(found.url, found.depth, found.level > 0, found.off_site)
        return found if decision.ok else replace(found, reason=decision.reason, detail=decision.detail)

    def follows(self, answer: HttpMessage) -> bool:
        """Whether the header of a stored answer lets links be followed; see `candidates`."""
        asked = [value for name, value in answer.headers if name.lower() == "x-robots-tag"]
        return not (asked and directives((), asked, self._agent).nofollow)

    def key(self, url: str) -> bytes:
        """The key that tells an address apart; empty when it is none."""
        facts = self._facts_of(url.partition("#")[0])
        return facts[1] if facts is not None else b""

    def known(self, url: str) -> Candidate:
        """A page of the archive as a candidate, without a link to it."""
        judged = self._judge_afresh(StoredLink(url, "", "", False), 1, 0, False, 0)
        return judged[0] if judged else Candidate(url[:500], exact_key(url), 1, 0, "scheme")

    def filled(self, url: str, word: str, entry: Entry) -> Candidate:
        """The address of a search form with a word in it; `entry` is the page that has the form."""
        off_site = self._off_site(url, entry.off_site + 1)
        decision = self.scope.decide(url, entry.depth + 1, False, off_site)
        key = dedupe_key(url, self._settings.canonical)
        found = Candidate(
            url, key, entry.depth + 1, 0, decision.reason, decision.detail, anchor=word[:ANCHOR_LIMIT]
        )
        return replace(found, off_site=off_site)

    def seed(self, url: str) -> Candidate:
        decision = self.scope.decide(url, 0, False)
        return Candidate(
            url, dedupe_key(url, self._settings.canonical), 0, 0, decision.reason, decision.detail
        )

    def sitemap(self, url: str, *, guess: bool = False) -> Candidate:
        """A list of a site's pages that the site names itself, or (`guess`) that is usually there."""
        decision = self.scope.decide(url, 0, True)
        key = dedupe_key(url, self._settings.canonical)
        return Candidate(url, key, 0, 1, decision.reason, decision.detail, guess=guess)

    def redirect(self, location: str, entry: Entry) -> Candidate:
        """The target of a redirect; `reason` is set when it is not followed. The target of a seed counts as a seed:
        example.org means www.example.org, too."""
        hops = entry.hops + 1
        origin = entry.origin or entry.url
        try:
            target = normalize(location, entry.url)
            if METHOD in target:
                raise AddressInvalid(address=target[:500])
        except AddressInvalid:
            scheme = scheme_of(location)
            reason = "scheme" if scheme not in ("", "http", "https") else "address"
            return Candidate(
                location[:500], exact_key(location), entry.depth, entry.level, reason, "", origin, hops
            )
        key = dedupe_key(target, self._settings.canonical)
        if key == entry.key:
            # another spelling of the same page (a session id was added): this one has the content
            key = exact_key(target)
        reason, detail, off_site = "", "", 0
        if target == entry.url:
            reason = "redirect-loop"
        elif hops > self._settings.max_hops:
            reason, detail = "too-many-redirects", str(hops)
        else:
            if entry.depth == 0 and entry.level == 0 and self.scope.add_seed(target):
                self._cache.clear()  # an address outside may be inside now
            off_site = self._off_site(target, entry.off_site if entry.level else max(entry.off_site, 1))
            decision = self.scope.decide(target, entry.depth, entry.level > 0, off_site)
            if not entry.forced:  # else a person wants the page, wherever it is now
                reason, detail = decision.reason, decision.detail
        return Candidate(
            target,
            key,
            entry.depth,
            entry.level,
            reason,
            detail,
            origin,
            hops,
            guess=entry.guess,
            off_site=off_site,
            forced=bool(entry.forced),
        )


def _deeper(own: Candidate, depth: int) -> Candidate:
    return _changed(own, depth, own.chain, own.pattern)


def _changed(own: Candidate, depth: int, chain: int, pattern: tuple[bytes, int] | None) -> Candidate:
    """One found somewhere else, written out: `replace` takes as long as all the rest of judging a link."""
    return Candidate(
        own.url,
        own.key,
        depth,
        own.level,
        own.reason,
        own.detail,
        own.origin,
        own.hops,
        chain,
        pattern,
        own.anchor,
        own.guess,
        own.raw,
        own.off_site,
        own.parked,
        own.modified,
    )


def _seconds(moment: str) -> float:
    """Seconds since 1970 of an ISO 8601 moment. One without a zone is UTC, a day its beginning, the future nothing."""
    if not moment:
        return 0.0
    try:
        when = datetime.fromisoformat(moment)
        seconds = (when if when.tzinfo else when.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        return 0.0
    return max(seconds, 0.0) if seconds <= time.time() + _CLOCKS_APART else 0.0


def _better(known: Candidate, other: Candidate) -> Candidate:
    """Of two ways to one address: the one that is followed, sooner the one that is no guess, sooner the one with words
    on it."""
    if known.reason and not other.reason:
        return other
    if bool(known.reason) != bool(other.reason) or known.level != other.level:
        return known
    if known.guess != other.guess:
        return other if known.guess else known
    return other if other.anchor and not known.anchor else known


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

        Empty the second time, and for sites that the crawl only passes: with scope "any" the seeds' sites alone have
        theirs read, and no site beyond the border of the scope. The frontier knows addresses it has seen, so forgetting
        a site here costs a look-up and nothing else.
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
    """Whether an entry is only a guess at a usual place: its absence is no error, and not worth storing."""
    return entry.guess and entry.level == 1 and split(entry.url).path == USUAL_PLACE
