"""Candidates on their way into the frontier: each address once, with its score, within the budgets of patterns."""

from __future__ import annotations

import sqlite3
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TypeVar

from app.crawl.frontier.hosts import Hosts, Tallies
from app.crawl.frontier.order import Features
from app.crawl.frontier.outbox import Outbox
from app.crawl.frontier.schema import IN_FLIGHT, OUTSIDE, PARKED, QUEUED, kept_detail
from app.crawl.frontier.sketches import Sketches
from app.crawl.rules.entries import Candidate, Entry
from app.crawl.rules.model import Counters
from app.crawl.rules.url import authority_of
from app.messages import Message

T = TypeVar("T")
RECENT_KEYS = 50_000
ELSEWHERE = -1
"""The number of a page that stands in the frontier of another crawl."""
ANCHOR = 200
_AT_ONCE = 500
_INSERT = (
    "INSERT INTO urls (job, key, url, host, depth, level, referrer, origin, hops, chain, state, score, inlinks,"
    " anchor, guess, raw, off_site, reason, detail, modified, forced, rank, linked_from)"
    f" VALUES ({', '.join('?' * 23)}) ON CONFLICT (job, key) DO"
)
_NEW = f"{_INSERT} NOTHING"
_WELCOME = (
    f"{_INSERT} UPDATE SET url = excluded.url, host = excluded.host, depth = excluded.depth,"
    " level = excluded.level, referrer = excluded.referrer, origin = excluded.origin, hops = excluded.hops,"
    " chain = excluded.chain, state = excluded.state, score = excluded.score, inlinks = excluded.inlinks,"
    " anchor = excluded.anchor, guess = excluded.guess, raw = excluded.raw, off_site = excluded.off_site,"
    " modified = max(urls.modified, excluded.modified), forced = excluded.forced, rank = excluded.rank,"
    " linked_from = excluded.linked_from"
    # an address that was asked for once is not asked for again, whatever its outcome
    f" WHERE urls.state IN ({OUTSIDE}, {PARKED}) AND urls.status = 0 AND excluded.state = {QUEUED}"
    # of one that was refused at first, why
    " RETURNING reason"
)


class Intake:
    """`closed_to_pages` is a reason code once no more pages are taken (requisites still are), `texts` are the main texts
    of patterns. `log` takes the refused ones: (url, reason, detail, referrer); `outbox` those that another crawl asks
    for."""

    def __init__(
        self,
        db: sqlite3.Connection,
        job: int,
        hosts: Hosts,
        tallies: Tallies,
        log: Callable[[str, str, str, str], None],
        outbox: Outbox | None = None,
    ) -> None:
        self.closed_to_pages = ""
        self._db = db
        self._job = job
        self._hosts = hosts
        self._tallies = tallies
        self._log = log
        self._outbox = outbox
        self._recent: OrderedDict[bytes, bool] = OrderedDict()
        self._linked: Counter[bytes] = Counter()
        self._handed: dict[bytes, float] = {}  # rank, of those
        self._skipped = hosts.skipped()
        self.texts = Sketches(db, job)

    def skip(self, host: int, skipped: bool) -> None:
        """Refuse the candidates on this host from now on, or take them again."""
        if skipped:
            self._skipped.add(host)
        else:
            self._skipped.discard(host)
        self.forget()

    def forget(self) -> None:
        """Judge candidates anew that were found lately."""
        self._recent.clear()
        self._linked.clear()
        self._handed.clear()

    def add(
        self,
        found: Iterable[Candidate],
        referrer: Entry | None,
        counters: Counters,
        parent: float = 0.0,
        handed: float | None = None,
    ) -> int:
        """Queue the new candidates, log the refused ones (once per address); returns the number of queued ones.
        `parent` is the relevance of the page that has the links, `handed` the rank it hands on to each, where that is
        known; a referrer that is a page of another crawl has the number `ELSEWHERE`."""
        queued = 0
        counts_links = self._hosts.order.counts_links and referrer is not None
        share = handed or 0.0
        if referrer is not None and handed is None and self._hosts.order.hands_on:
            found = list(found)
            links = {one.key for one in found if not (one.reason or one.level or one.key == referrer.key)}
            share = self._hosts.order.share(referrer.rank, len(links))
        for candidate in found:
            reason, detail = candidate.reason, candidate.detail
            if not reason and self.closed_to_pages and candidate.level == 0:
                reason = self.closed_to_pages
            accepted = self._recent.get(candidate.key)
            if candidate.modified and accepted is not None:
                self._note_change(candidate)
            if accepted or (accepted is False and reason):
                if accepted and counts_links:
                    self._count(candidate, share)
                continue
            if self._outbox is not None and not reason and self._outbox.takes(candidate.url):
                self.remember(candidate.key, True)
                linked_from = referrer.url if referrer else ""
                self._outbox.put(candidate, linked_from, parent, 0.0 if candidate.level else share)
                continue
            if counts_links and self._is_linked(candidate, share):
                continue
            host = self._tallies.host(authority_of(candidate.url))
            if not reason and host in self._skipped:
                reason = "skipped-host"
            if (
                not reason
                and candidate.pattern
                and candidate.pattern[1]
                and not self._within_budget(candidate)
            ):
                reason, detail = (
                    "trap",
                    Message("pattern-net", count=candidate.pattern[1]),
                )
            self.remember(candidate.key, not reason)
            parked = candidate.parked or reason == "trap"
            state = (PARKED if parked else OUTSIDE) if reason or parked else QUEUED
            handed = 0.0 if candidate.level else share
            before = self._upsert(candidate, host, state, reason, detail, referrer, parent, handed)
            if before is None:
                if candidate.modified:
                    self._note_change(candidate)
                continue
            if state == QUEUED:
                queued += 1
                if before:
                    self.forgive(candidate.key, before, counters)
            else:
                self._log(candidate.url, reason or "trap", detail, referrer.url if referrer else "")
                counters.refused += 1
                counters.parked += parked
        return queued

    def _count(self, candidate: Candidate, share: float) -> None:
        """One more link to an address that is known."""
        self._linked[candidate.key] += 1
        if share and not candidate.level:
            self._handed[candidate.key] = self._handed.get(candidate.key, 0.0) + share

    def _is_linked(self, candidate: Candidate, share: float) -> bool:
        """Whether it is queued or has been already: then this is only one more link to it."""
        row = self._db.execute(
            "SELECT state FROM urls WHERE job = ? AND key = ?", (self._job, candidate.key)
        ).fetchone()
        if row is None or row[0] in (OUTSIDE, PARKED):
            return False
        if row[0] <= IN_FLIGHT:
            self._count(candidate, share)
        if candidate.modified:
            self._note_change(candidate)
        self.remember(candidate.key, True)
        return True

    def _note_change(self, candidate: Candidate) -> None:
        """Note that a sitemap or feed names a known page as changed."""
        self._db.execute(
            "UPDATE urls SET modified = ? WHERE job = ? AND key = ? AND modified < ?",
            (candidate.modified, self._job, candidate.key, candidate.modified),
        )

    def _upsert(
        self,
        found: Candidate,
        host: int,
        state: int,
        reason: str,
        detail: str,
        referrer: Entry | None,
        parent: float,
        rank: float,
    ) -> str | None:
        """Write a row for an address that is new, or was refused at first and may come in now; gives the former reason
        ("" for a new one), None when it stays as it is."""
        inlinks = 1 if referrer else 0
        anchor = found.anchor[:ANCHOR]
        order = self._hosts.order
        is_here = referrer is not None and referrer.number != ELSEWHERE
        score = order.score(
            Features(found.url, found.depth, found.level, inlinks, anchor, found.guess, parent, rank)
        )
        values = (
            self._job,
            found.key,
            found.url,
            host,
            found.depth,
            found.level,
            referrer.number if referrer and is_here else None,
            found.origin,
            found.hops,
            found.chain,
            state,
            score,
            inlinks,
            anchor,
            found.guess,
            found.raw,
            found.off_site,
            reason,
            kept_detail(detail),
            found.modified,
            found.forced,
            rank,
            referrer.url if referrer and not is_here else "",
        )
        before = ""
        if self._db.execute(_NEW, values).rowcount != 1:
            # known already: the rarer case, which may take a second statement
            row = self._db.execute(_WELCOME, values).fetchone() if state == QUEUED else None
            if row is None:
                return None
            before = str(row[0])
        if state == QUEUED:
            self._tallies.count(host, queued=1)
            if order.scored:
                self._tallies.offer(host, score)
        return before

    def forgive(self, key: bytes, reason: str, counters: Counters) -> None:
        """Take back the refusal of an address for a reason."""
        self._db.execute(
            "UPDATE urls SET reason = '', detail = '' WHERE job = ? AND key = ?", (self._job, key)
        )
        self._tallies.welcome(reason)
        counters.refused -= 1
        counters.parked -= reason == "trap"

    def remember(self, key: bytes, accepted: bool) -> None:
        """Facts of a known link, without a look-up: most links of a page stand on the last pages, too."""
        self._recent[key] = accepted
        if len(self._recent) > RECENT_KEYS:
            self._recent.popitem(last=False)

    def has_taken(self, key: bytes) -> bool:
        """Whether an address was taken lately; False also when that is not remembered."""
        return self._recent.get(key, False)

    def count_links(self) -> None:
        """Write down the in-links found since the last time, and the scores in the queue that follow from them."""
        for keys in _portions(self._linked, _AT_ONCE):
            rows = self._db.execute(
                "SELECT u.number, u.key, u.url, u.depth, u.level, u.inlinks, u.anchor, u.guess,"
                " coalesce(r.relevance, 0), u.host, u.state, u.rank FROM urls u LEFT JOIN urls r ON r.number = u.referrer"
                f" WHERE u.job = ? AND u.key IN ({','.join('?' * len(keys))}) AND u.state <= {IN_FLIGHT}",
                (self._job, *keys),
            ).fetchall()
            changed: list[tuple[int, float, float, int]] = []
            for number, key, url, depth, level, inlinks, anchor, guess, parent, host, state, had in rows:
                linked, rank = inlinks + self._linked[key], had + self._handed.get(key, 0.0)
                score = self._hosts.order.score(
                    Features(url, depth, level, linked, anchor, bool(guess), parent, rank)
                )
                changed.append((linked, rank, score, number))
                if state == QUEUED:
                    self._tallies.offer(host, score)
            self._db.executemany("UPDATE urls SET inlinks = ?, rank = ?, score = ? WHERE number = ?", changed)
        self._linked.clear()
        self._handed.clear()

    def knows(self, key: bytes) -> bool:
        """Whether the job has ever heard of an address."""
        return (
            key in self._recent
            or self._db.execute("SELECT 1 FROM urls WHERE job = ? AND key = ?", (self._job, key)).fetchone()
            is not None
        )

    def same_content(self, mark: bytes) -> int:
        """How many addresses had this content so far, this one included."""
        row = self._db.execute(
            "INSERT INTO prints VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET used = used + 1 RETURNING used",
            (self._job, mark),
        ).fetchone()
        return int(row[0])

    def _within_budget(self, candidate: Candidate) -> bool:
        """Spend one of the pattern's allowance, unless the address is known already."""
        assert candidate.pattern is not None
        pattern, allowance = candidate.pattern
        known = self._db.execute(
            f"SELECT 1 FROM urls WHERE job = ? AND key = ? AND state NOT IN ({OUTSIDE}, {PARKED})",
            (self._job, candidate.key),
        ).fetchone()
        if known:
            return True
        used = self._db.execute(
            "SELECT used FROM patterns WHERE job = ? AND pattern = ?", (self._job, pattern)
        ).fetchone()
        if used and used[0] >= allowance:
            return False
        self._db.execute(
            "INSERT INTO patterns VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET used = used + 1",
            (self._job, pattern),
        )
        return True


def _portions(items: Iterable[T], size: int) -> Iterator[list[T]]:
    """Lists of up to `size` items; `items` must not change meanwhile."""
    rest = iter(items)
    while portion := list(islice(rest, size)):
        yield portion
