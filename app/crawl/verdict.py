"""What other settings make of an address that is known already: one rule for the preview and for what then happens."""

from __future__ import annotations

import sqlite3
from collections import Counter
from typing import NamedTuple

from app.crawl.model import Counters
from app.crawl.schema import OUTSIDE, PARKED, QUEUED, REFUSED, SKIPPED
from app.crawl.scope import Scope
from app.crawl.settings import CrawlSettings
from app.crawl.traps import SAME_CONTENT, pattern_of

COLUMNS = (
    "u.number, u.url, u.host, u.depth, u.level, u.hops, u.chain, u.state, u.off_site, u.reason, u.detail, u.forced,"
    " h.mode"
)
FOR_GOOD = frozenset({"scheme", "address", "redirect-loop", "near-duplicate", "not-due"})
"""Reasons that no setting decides."""
_LIMITS = ("max-pages", "max-bytes", "max-minutes")


class Row(NamedTuple):
    """COLUMNS of an address."""

    number: int
    url: str
    host: int
    depth: int
    level: int
    hops: int
    chain: int
    state: int
    off_site: int
    reason: str
    detail: str
    forced: int
    mode: int


class Judgement(NamedTuple):
    """Where an address belongs: a state with its reason, and how far it lies beyond the border."""

    state: int
    reason: str = ""
    detail: str = ""
    off_site: int = 0


class Verdict:
    """For one walk over the addresses of a job in order of arrival; it counts what of a pattern's budget is left.

    `done` are the figures of the job so far: a limit that is reached already refuses what is queued.
    """

    def __init__(
        self, db: sqlite3.Connection, job: int, old: CrawlSettings, new: CrawlSettings, scope: Scope, done: Counters
    ) -> None:
        self.returned: Counter[bytes] = Counter()
        self._db = db
        self._job = job
        self._old = old
        self._new = new
        self._scope = scope
        self._reached = _reached(new, done)

    def of(self, row: Row) -> Judgement:
        """The state that the address should be in. One that has been settled for other reasons stays as it is."""
        same = Judgement(row.state, row.reason, row.detail, row.off_site)
        if row.state != QUEUED and (row.mode == SKIPPED or not self._may_return(row)):
            return same
        judged = self._judge(row)
        # what a budget keeps out must not be forgotten for another reason that may pass
        if row.state == PARKED and (judged.state != QUEUED or not (row.forced or self._within_budget(row))):
            return same
        return judged

    def _judge(self, row: Row) -> Judgement:
        new = self._new
        outside = row.off_site if row.level else max(row.off_site, 1)
        off_site = 0 if not outside or self._scope.inside(row.url) else outside
        if row.mode == SKIPPED:
            return Judgement(OUTSIDE, "skipped-host", "", off_site)
        if not row.forced:
            # sitemaps hang on the site itself, at depth 0
            if row.level and row.depth > 0 and not new.requisites:
                return Judgement(OUTSIDE, "not-included", "requisites are not wanted", off_site)
            decision = self._scope.decide(row.url, row.depth, row.level > 0, off_site)
            if not decision.ok:
                state = PARKED if decision.reason == "trap" else OUTSIDE
                return Judgement(state, decision.reason, decision.detail, off_site)
            if row.hops > new.max_hops:
                return Judgement(OUTSIDE, "too-many-redirects", str(row.hops), off_site)
            if not row.level and row.chain and self._chained(row):
                return Judgement(PARKED, "trap", f"{row.chain} addresses of one pattern in a row", off_site)
        for limit in self._reached:
            if limit != "max-pages" or not row.level:
                return Judgement(REFUSED, limit, "", off_site)
        return Judgement(QUEUED, off_site=off_site)

    def _may_return(self, row: Row) -> bool:
        """Whether what kept an address out is something that these settings decide, and decide otherwise."""
        old, new, reason = self._old, self._new, row.reason
        if row.state in (OUTSIDE, PARKED):
            return reason not in FOR_GOOD and (reason not in _LIMITS or reason not in self._reached)
        if row.state != REFUSED:
            return False
        if reason in _LIMITS:
            return reason not in self._reached
        changed = {
            "robots": old.obey_robots and not new.obey_robots,
            "noarchive": old.obey_noarchive and not new.obey_noarchive,
            "skipped-host": True,
            "size": new.size_cap > old.size_cap,
            "type": new.content_types != old.content_types,
            "language": new.languages != old.languages,
            "ip": new.ip_ranges != old.ip_ranges,
        }
        return changed.get(reason, False)

    def _chained(self, row: Row) -> bool:
        pattern = pattern_of(row.url) if self._new.trap_budget else None
        return pattern is not None and row.chain > self._new.trap_budget * pattern.chain

    def _within_budget(self, row: Row) -> bool:
        """Whether a parked address may return: the budget was lifted, or raised and not yet used up again."""
        old, new = self._old.trap_budget, self._new.trap_budget
        if not new or (row.detail.startswith(SAME_CONTENT) and not self._new.near_duplicates):
            return True
        if not old or new <= old:
            return False
        pattern = pattern_of(row.url)
        if pattern is None or not pattern.budget:
            return True
        used = self._db.execute(
            "SELECT used FROM patterns WHERE job = ? AND pattern = ?", (self._job, pattern.key)
        ).fetchone()
        if (used[0] if used else 0) + self.returned[pattern.key] >= new * pattern.budget:
            return False
        self.returned[pattern.key] += 1
        return True


def _reached(settings: CrawlSettings, done: Counters) -> tuple[str, ...]:
    """The limits that are reached already."""
    pairs = (
        ("max-bytes", settings.max_bytes, done.bytes),
        ("max-minutes", settings.max_minutes * 60, done.seconds),
        ("max-pages", settings.max_pages, done.pages),
    )
    return tuple(code for code, limit, reached in pairs if limit and reached >= limit)
