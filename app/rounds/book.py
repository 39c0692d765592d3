"""The book of a crawl in rounds: all addresses that are known, with their states and scores, in the frontier of a job."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import TracebackType

from app.archive.archive import Archive
from app.archive.model import StoredLink
from app.crawl.frontier.frontier import Frontier
from app.crawl.frontier.joblist import find_job
from app.crawl.frontier.order import Features
from app.crawl.frontier.replanning import widen
from app.crawl.frontier.schema import (
    DONE,
    IN_FLIGHT,
    PARKED,
    QUEUED,
    REFUSED,
    STATES,
    kept_detail,
    read_detail,
)
from app.crawl.rules.entries import REMARKS, Entry, Outcome, is_redirect
from app.crawl.rules.links import LinkJudge, SitemapFinder
from app.crawl.rules.model import LogKind
from app.crawl.rules.scope import Scope
from app.crawl.rules.settings import CrawlSettings
from app.crawl.rules.url import normalize
from app.messages import Message

_AT_ONCE = 500  # rows of a transaction
_MOST_LISTS = 1000  # sitemaps of a segment


@dataclass(frozen=True, slots=True)
class Parsed:
    """What became of an address of a segment: `state` as the frontier has it, with the reason for what was not stored
    (`detail` in the form of the frontier); of a page that was stored its answer, where it redirects to, and its links,
    which are not followed with `nofollow`. `sitemaps` are those that robots.txt of its site names, told with the first of
    its pages in a segment. `relevance` is by the guide words, None where nobody asks."""

    url: str
    state: int
    status: int = 0
    reason: str = ""
    detail: str = ""
    id: str = ""
    visit: bool = False
    location: str = ""
    nofollow: bool = False
    relevance: float | None = None
    links: tuple[StoredLink, ...] = ()
    sitemaps: tuple[str, ...] = ()


class Book:
    """Open for one thread, to be closed. While a segment is out its addresses are in flight here."""

    def __init__(self, archive: Archive, job_id: str) -> None:
        self.settings = find_job(archive, job_id).settings
        self._frontier = Frontier(archive.crawl_db, job_id)
        self._judge = LinkJudge(self.settings, Scope(self.settings, archive.path))
        widen(self._judge.scope, self.settings, self._frontier.seeds())
        self._finder = SitemapFinder(self.settings, self._judge)
        self._counters, self._limit = self._frontier.load_counters()
        self._frontier.open = self._count(f"state IN ({QUEUED}, {IN_FLIGHT})")

    def __enter__(self) -> Book:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._frontier.close()

    def _count(self, where: str) -> int:
        found = self._frontier.db.execute(
            f"SELECT count(*) FROM urls WHERE job = ? AND {where}", (self._frontier.job,)
        )
        return int(found.fetchone()[0])

    def _save(self) -> None:
        self._frontier.save_job("stopped", self._counters, self._limit)

    def states(self) -> dict[str, int]:
        """How many pages are queued, in flight, done …, by the names of their states."""
        found = self._frontier.db.execute(
            "SELECT state, count(*) FROM urls WHERE job = ? AND level = 0 AND depth >= 0 GROUP BY state",
            (self._frontier.job,),
        )
        return {STATES[state]: count for state, count in found}

    # ---- inject, generate ---------------------------------------------------------------------------------------

    def inject(self, urls: Sequence[str]) -> int:
        """Queue start addresses that are not known; how many were new. AddressInvalid."""
        addresses = [normalize(url) for url in urls]
        seeds = tuple(dict.fromkeys((*self.settings.seeds, *urls)))
        self.settings = replace(self.settings, seeds=seeds)
        for address in addresses:
            self._judge.scope.add_seed(address)
        with self._frontier.transaction():
            queued = self._frontier.add(map(self._judge.seed, addresses), None, self._counters)
            self._frontier.save_settings(self.settings)
            self._save()
        return queued

    def best(self, top: int, per_host: int = 0) -> list[str]:
        """The queued pages with the highest scores, at most so many of a host (0: any number), behind the sitemaps that
        are queued. No more pages than their limit has room for."""
        if self.settings.max_pages:
            out = self._count(f"state = {IN_FLIGHT} AND level = 0")
            top = min(top, max(0, self.settings.max_pages - self._counters.pages - out))
        db, order = self._frontier.db, self._frontier.hosts.order
        hosts = db.execute(
            "SELECT number, relevance, relevant FROM hosts WHERE job = ? AND queued > 0 AND mode = 0",
            (self._frontier.job,),
        ).fetchall()
        found: list[tuple[float, int, str]] = []
        for host, relevance, relevant in hosts:
            bonus = order.domain(relevance, relevant)
            rows = db.execute(
                f"SELECT score, number, url FROM urls WHERE host = ? AND state = {QUEUED} AND level = 0 AND depth >= 0 "
                "ORDER BY score DESC, number LIMIT ?",
                (host, min(per_host or top, top)),
            )
            found += [(-score - bonus, number, url) for score, number, url in rows]
            if len(found) > 4 * top:
                found = heapq.nsmallest(top, found)
        return [*self._lists(), *(url for _, _, url in heapq.nsmallest(top, found))]

    def _lists(self) -> list[str]:
        """Sitemaps and feeds that are queued: they are no pages, and lead to such."""
        rows = self._frontier.db.execute(
            f"SELECT u.url FROM urls u JOIN hosts h ON h.number = u.host WHERE u.job = ? AND u.state = {QUEUED} AND "
            "u.level > 0 AND h.mode = 0 ORDER BY u.number LIMIT ?",
            (self._frontier.job, _MOST_LISTS),
        )
        return [url for (url,) in rows]

    def send(self, urls: Iterable[str]) -> None:
        """Mark addresses as in flight that are queued."""
        with self._frontier.transaction():
            for url in urls:
                known = self._frontier.find(self._judge.key(url))
                if known is not None and known[1] == QUEUED:
                    self._take(known[0])
            self._save()

    def _take(self, entry: Entry) -> None:
        self._frontier.db.execute("UPDATE urls SET state = ? WHERE number = ?", (IN_FLIGHT, entry.number))
        self._frontier.tallies.count(entry.host, queued=-1)
        self._frontier.hosts.look_again(entry.host)

    # ---- update -------------------------------------------------------------------------------------------------

    def settle(self, parsed: Iterable[Parsed]) -> int:
        """Close the entries of addresses and queue what their pages lead to; how many were still open. Those that were
        closed before stay as they are, so this can be done again."""
        closed = 0
        rest = iter(parsed)
        more = True
        while more:
            with self._frontier.transaction():
                for number, one in enumerate(rest, 1):
                    known = self._frontier.find(self._judge.key(one.url))
                    if known is None or known[1] not in (QUEUED, IN_FLIGHT):
                        continue
                    if known[1] == QUEUED:
                        self._take(known[0])
                    self._close(known[0], one)
                    closed += 1
                    if number >= _AT_ONCE:
                        break
                else:
                    more = False
                self._save()
        return closed

    def _close(self, entry: Entry, one: Parsed) -> None:
        found = []
        if one.location:
            found = [self._judge.redirect(one.location, entry)]
        elif one.state == DONE and one.status < 400:
            wanted = [link for link in one.links if self._leads_on(link)]
            found = self._judge.candidates(wanted, entry, follow=not one.nofollow)
            named = self._finder.candidates(entry, one.sitemaps) if one.sitemaps else []
            found += [item for item in named if not item.guess]
        detail = read_detail(one.detail)
        outcome = Outcome(entry, None, one.reason, detail, found=found, relevance=one.relevance)
        kind: LogKind = "refused" if one.state == REFUSED else "error"
        if one.state == DONE:
            wrong = one.reason and one.reason not in REMARKS
            kind = "error" if wrong else "visit" if one.visit else "stored"
            if is_redirect(one.status) and not one.reason:
                kind = "redirect"
                outcome.detail = found[0].url if found else ""
            self._counters.pages += entry.is_page
            self._counters.versions += not one.visit
            self._counters.visits += one.visit
        self._counters.errors += kind == "error"
        self._counters.refused += kind == "refused"
        self._frontier.settle(outcome, one.state, kind, self._counters, one.status)

    def _leads_on(self, link: StoredLink) -> bool:
        """Whether a link may lead to a page: parts of pages are fetched with them, in their segment."""
        return not (link.embed and self.settings.requisites)

    def take_back(self, urls: Iterable[str]) -> int:
        """Queue again what is still in flight of some addresses; how many."""
        entries = [
            known[0]
            for url in urls
            if (known := self._frontier.find(self._judge.key(url))) is not None and known[1] == IN_FLIGHT
        ]
        with self._frontier.transaction():
            self._frontier.put_back(entries)
            for entry in entries:
                self._frontier.tallies.offer(entry.host, entry.score)
            self._save()
        return len(entries)

    @property
    def wants_ranks(self) -> bool:
        """Whether its order has a use for ranks."""
        return self._frontier.hosts.order.hands_on

    def rank(self, rank_of: Callable[[str], float | None]) -> int:
        """Give queued pages their ranks (1 on the mean), where an address has one, and the scores that follow; how many
        have one."""
        frontier, order = self._frontier, self._frontier.hosts.order
        ranked, last = 0, 0
        while True:
            rows = frontier.db.execute(
                "SELECT u.number, u.host, u.url, u.depth, u.level, u.inlinks, u.anchor, u.guess, "
                "coalesce(r.relevance, 0), u.rank FROM urls u LEFT JOIN urls r ON r.number = u.referrer "
                f"WHERE u.job = ? AND u.state = {QUEUED} AND u.level = 0 AND u.number > ? ORDER BY u.number LIMIT ?",
                (frontier.job, last, _AT_ONCE),
            ).fetchall()
            if not rows:
                break
            last = rows[-1][0]
            changed = []
            for number, _, url, depth, level, inlinks, anchor, guess, parent, before in rows:
                rank = rank_of(url)
                if rank is not None:
                    ranked += 1
                    if rank != before:
                        features = Features(url, depth, level, inlinks, anchor, bool(guess), parent, rank)
                        changed.append((rank, order.score(features), number))
            with frontier.transaction():
                frontier.db.executemany("UPDATE urls SET rank = ?, score = ? WHERE number = ?", changed)
                for host in {row[1] for row in rows}:
                    frontier.hosts.look_again(host)
        return ranked

    # ---- dedup, merge -------------------------------------------------------------------------------------------

    def park_behind(self, copies: Mapping[str, str]) -> int:
        """Park the queued pages that only these addresses lead to, each of which has the bytes of another one; how
        many."""
        frontier, parked = self._frontier, 0
        with frontier.transaction():
            for url, first in copies.items():
                known = frontier.find(self._judge.key(url))
                if known is None:
                    continue
                detail = Message("copy-leads", url=url, first=first)
                rows = frontier.db.execute(
                    f"SELECT number, url, host FROM urls WHERE job = ? AND state = {QUEUED} AND level = 0 AND referrer = ? "
                    "AND inlinks <= 1 AND hops = 0",
                    (frontier.job, known[0].number),
                ).fetchall()
                for number, address, host in rows:
                    frontier.db.execute(
                        "UPDATE urls SET state = ?, reason = 'trap', detail = ? WHERE number = ?",
                        (PARKED, kept_detail(detail), number),
                    )
                    frontier.log("refused", address, "trap", detail, url)
                    frontier.tallies.count(host, queued=-1)
                parked += len(rows)
            self._counters.refused += parked
            self._counters.parked += parked
            frontier.open -= parked
            self._save()
        return parked

    def merge(self, job_id: str) -> int:
        """Remove the queue of a segment's job, of which the book has all pages, and add up its figures; how many rows.
        Done again it does nothing."""
        db = self._frontier.db
        number, size, seconds = db.execute(
            "SELECT number, bytes, seconds FROM jobs WHERE job_id = ?", (job_id,)
        ).fetchone()
        with self._frontier.transaction():
            removed = db.execute("DELETE FROM urls WHERE job = ?", (number,)).rowcount
            for table in ("hosts", "patterns", "prints", "sketches"):
                db.execute(f"DELETE FROM {table} WHERE job = ?", (number,))
            # where its pages lead was judged by the book
            db.execute("DELETE FROM log WHERE job = ? AND kind = 'refused' AND reason = 'depth'", (number,))
            if removed:
                self._counters.bytes += size
                self._counters.seconds += seconds
            self._save()
        return removed


def segment_settings(book: CrawlSettings, urls: Sequence[str], name: str) -> CrawlSettings:
    """Settings for a job of these addresses and their parts alone: what the book owes to servers holds, and it has
    judged all else."""
    return replace(
        book,
        seeds=tuple(urls),
        name=name,
        scope="host",
        include=(),
        exclude=(),
        max_depth=0,
        max_hops=0,
        max_pages=0,
        max_bytes=0,
        max_minutes=0.0,
        order="breadth",
        topic_threshold=0.0,
        like_categories=(),
        follow_categories=(),
        off_site_hops=0,
        near_duplicates=False,
        sitemaps=False,
        guesses=False,
        revisit="all",
        forms="off",
    )
