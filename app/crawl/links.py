"""From the links of a page to candidates for the frontier. Runs in the threads that prepare pages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from app.archive import StoredLink
from app.crawl.entries import Candidate, Entry
from app.crawl.scope import SILENT_SCHEMES, Scope
from app.crawl.settings import CrawlSettings
from app.crawl.traps import Pattern, pattern_of
from app.crawl.url import dedupe_key, exact_key, normalize, scheme_of
from app.errors import AddressInvalid

MAX_LEVEL = 4
"""page → style sheet → imported style sheet → font"""
_FRAMES = frozenset({"frame", "iframe"})
_NOT_FOLLOWED = frozenset({"form"})  # asking for its address would be sending the form
_CACHE = 20_000

Judged = tuple[Candidate, Pattern | None]


class LinkJudge:
    """Normalises and judges. What it has seen lately it does not judge again: most links of a site stand on
    all its pages.

    Safe to use from several threads: the caches are only read and set, and a lost entry is computed again.
    """

    def __init__(self, settings: CrawlSettings, scope: Scope) -> None:
        self.scope = scope
        self._settings = settings
        self._cache: dict[tuple[str, int, int], Judged | None] = {}
        self._chained: dict[tuple[str, int, int], Candidate] = {}

    def candidates(self, links: Iterable[StoredLink], entry: Entry) -> list[Candidate]:
        """Each address once, requisites as such even when they are links as well."""
        found: dict[bytes, Candidate] = {}
        own = pattern_of(entry.url) if self._settings.trap_budget else None
        for link in links:
            if link.element in _NOT_FOLLOWED:
                continue
            judged = self._judge(link, entry)
            if judged is None:
                continue
            candidate, pattern = judged
            if own is not None and pattern is not None and pattern.key == own.key:
                candidate = self._within_pattern(candidate, pattern, entry)
            known = found.get(candidate.key)
            if known is None or (known.reason and not candidate.reason):
                found[candidate.key] = candidate
        found.pop(entry.key, None)
        return list(found.values())

    def _within_pattern(self, candidate: Candidate, pattern: Pattern, entry: Entry) -> Candidate:
        """A page found on one of the same pattern: one further in a row, and one of their budget."""
        if candidate.reason or candidate.level:
            return candidate
        chain = entry.chain + 1
        key = (candidate.url, candidate.depth, chain)
        chained = self._chained.get(key)
        if chained is None:
            budget = self._settings.trap_budget
            if chain > budget * pattern.chain:
                chained = replace(candidate, reason="trap", detail=f"{chain} addresses of one pattern in a row")
            else:
                chained = replace(candidate, chain=chain, pattern=(pattern.key, budget * pattern.budget))
            if len(self._chained) >= _CACHE:
                self._chained.clear()
            self._chained[key] = chained
        return chained

    def _judge(self, link: StoredLink, entry: Entry) -> Judged | None:
        level = entry.level + 1 if link.embed else 0
        unwanted = link.embed and not self._settings.requisites
        if unwanted and link.element in _FRAMES:
            level, unwanted = 0, False
        depth = entry.depth if level > 1 else entry.depth + 1
        key = (link.url, -1 if unwanted else level, depth)
        if key in self._cache:
            return self._cache[key]
        judged = self._judge_afresh(link.url, depth, level, unwanted)
        if len(self._cache) >= _CACHE:
            self._cache.clear()
        self._cache[key] = judged
        return judged

    def _judge_afresh(self, address: str, depth: int, level: int, unwanted: bool) -> Judged | None:
        scheme = scheme_of(address)
        if scheme in SILENT_SCHEMES:
            return None
        if scheme not in ("http", "https"):
            return Candidate(address[:500], exact_key(address), depth, level, "scheme", scheme), None
        try:
            url = normalize(address)
        except AddressInvalid:
            return Candidate(address[:500], exact_key(address), depth, level, "address"), None
        key = dedupe_key(url)
        if unwanted:
            return Candidate(url, key, depth, level, "not-included", "requisites are not wanted"), None
        if level > MAX_LEVEL:
            return Candidate(url, key, depth, level, "depth", "requisite of a requisite"), None
        decision = self.scope.decide(url, depth, level > 0)
        return Candidate(url, key, depth, level, decision.reason, decision.detail), pattern_of(url)

    def known(self, url: str) -> Candidate:
        """A page of the archive as a candidate, found by nobody."""
        judged = self._judge_afresh(url, 1, 0, False)
        return judged[0] if judged else Candidate(url[:500], exact_key(url), 1, 0, "scheme")

    def seed(self, url: str) -> Candidate:
        decision = self.scope.decide(url, 0, False)
        return Candidate(url, dedupe_key(url), 0, 0, decision.reason, decision.detail)

    def redirect(self, location: str, entry: Entry) -> Candidate:
        """Where a redirect leads; `reason` says why it is not followed, if so.

        What a seed redirects to is taken for a seed: who asks for example.org means www.example.org, too.
        """
        hops = entry.hops + 1
        origin = entry.origin or entry.url
        try:
            target = normalize(location, entry.url)
        except AddressInvalid:
            scheme = scheme_of(location)
            reason = "scheme" if scheme not in ("", "http", "https") else "address"
            return Candidate(location[:500], exact_key(location), entry.depth, entry.level, reason, "", origin, hops)
        key = dedupe_key(target)
        if key == entry.key:
            # another spelling of the same page (a session id was added): this one has the content
            key = exact_key(target)
        reason, detail = "", ""
        if target == entry.url:
            reason = "redirect-loop"
        elif hops > self._settings.max_hops:
            reason, detail = "too-many-redirects", str(hops)
        else:
            if entry.depth == 0 and entry.level == 0 and self.scope.add_seed(target):
                self._cache.clear()  # what was outside may be inside now
            decision = self.scope.decide(target, entry.depth, entry.level > 0)
            reason, detail = decision.reason, decision.detail
        return Candidate(target, key, entry.depth, entry.level, reason, detail, origin, hops)
