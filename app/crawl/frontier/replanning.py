"""Changes a person makes to a job that has begun: settings, a host's mode, one address; and a preview of new settings.

Preview and change walk over the addresses in order of arrival and ask the same `Verdict`: queued ones may leave, with
the reason kept; refused ones may return. The preview reads beside a running crawl on a connection of its own and
changes nothing. A change (`QueueChanges`) is made by a running crawl in its writer's thread, or by `run.jobcontrol` for
a job that does not run, a portion at a time. Its purpose stands in the job's row until it is over; a change that a crash
broke off is made again when the job is next opened.
"""

from __future__ import annotations

import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import NamedTuple

from app.archive.archive import Archive
from app.crawl.frontier.frontier import SEEDS, Frontier
from app.crawl.frontier.order import Features, Order
from app.crawl.frontier.schema import (
    DONE,
    FAILED,
    IN_FLIGHT,
    OUTSIDE,
    PARKED,
    QUEUED,
    REFUSED,
    SKIPPED,
    kept_detail,
    opened,
    read_detail,
)
from app.crawl.rules.entries import Candidate, Entry
from app.crawl.rules.links import LinkJudge
from app.crawl.rules.model import HOST_MODES, Cancelled, Counters
from app.crawl.rules.scope import SAME_CONTENT, SAME_TEXT, Scope, pattern_of
from app.crawl.rules.settings import CrawlSettings, SettingsInvalid
from app.crawl.rules.url import authority_of, dedupe_key, normalize
from app.errors import CaptureMissing
from app.messages import Message

# What other settings make of an address that is known already: one rule for the preview and for what then
# happens.

COLUMNS = (
    "u.number, u.url, u.host, u.depth, u.level, u.hops, u.chain, u.state, u.off_site, u.reason, u.detail, u.forced,"
    " h.mode"
)
FOR_GOOD = frozenset({"scheme", "address", "redirect-loop", "near-duplicate", "not-due", "kept-once"})
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
    """The effect of other settings on one known address: one rule for the preview and for the change.

    For one walk over the addresses of a job in order of arrival, because it counts down the budgets of patterns. `done`
    are the figures of the job so far: a limit that is reached already refuses the queue.
    """

    def __init__(
        self,
        db: sqlite3.Connection,
        job: int,
        old: CrawlSettings,
        new: CrawlSettings,
        scope: Scope,
        done: Counters,
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
                return Judgement(OUTSIDE, "not-included", Message("requisites-unwanted"), off_site)
            decision = self._scope.decide(row.url, row.depth, row.level > 0, off_site)
            if not decision.ok:
                state = PARKED if decision.reason == "trap" else OUTSIDE
                return Judgement(state, decision.reason, decision.detail, off_site)
            if row.hops > new.max_hops:
                return Judgement(OUTSIDE, "too-many-redirects", str(row.hops), off_site)
            if not row.level and row.chain and self._chained(row):
                return Judgement(PARKED, "trap", Message("pattern-row", count=row.chain), off_site)
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
            "page-type": new.page_types != old.page_types,
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
        if not new or (row.detail.startswith((SAME_CONTENT, SAME_TEXT)) and not self._new.near_duplicates):
            return True
        before, now = self._old.trap_likeness, self._new.trap_likeness
        if row.detail.startswith(SAME_TEXT) and (not now or now > before):
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


AT_ONCE = 2000
EXAMPLES = 5
"""Of each kind of change."""


_TOUCHING = (
    "seeds",
    "scope",
    "include",
    "exclude",
    "max_pages",
    "max_depth",
    "max_bytes",
    "max_minutes",
    "requisites",
    "max_hops",
    "trap_budget",
    "order",
    "backlink_weight",
    "form_weight",
    "depth_weight",
    "guide_words",
    "topic_weights",
    "languages",
    "ip_ranges",
    "content_types",
    "page_types",
    "like_categories",
    "off_site_hops",
    "obey_robots",
    "obey_noarchive",
    "size_cap",
    "near_duplicates",
    "trap_likeness",
)


_OPEN = (
    "SELECT (SELECT coalesce(sum(queued), 0) FROM hosts WHERE job = ?)"
    f" + (SELECT count(*) FROM urls WHERE job = ? AND state = {IN_FLIGHT})"
)


@dataclass(frozen=True, slots=True)
class Preview:
    """The effect of a change of settings. `queued` counts the queue before it, `stays` the rest of it afterwards;
    `leaves` and `returns` count addresses by reason code (the new reason; the former one). `examples` are (address,
    reason before, reason after), empty for the queue. `added` counts new seeds."""

    queued: int
    stays: int
    leaves: dict[str, int]
    returns: dict[str, int]
    examples: tuple[tuple[str, str, str], ...]
    seconds: float
    added: int = 0


@dataclass(slots=True)
class _Tally:
    queued: int = 0
    leaves: Counter[str] = field(default_factory=Counter)
    returns: Counter[str] = field(default_factory=Counter)
    examples: list[tuple[str, str, str]] = field(default_factory=list)
    added: int = 0
    started: float = field(default_factory=time.monotonic)

    def note(self, row: Row, judged: Judgement) -> None:
        queued = row.state == QUEUED
        self.queued += queued
        if queued == (judged.state == QUEUED):
            return
        counts, reason = (self.leaves, judged.reason) if queued else (self.returns, row.reason)
        counts[reason] += 1
        if counts[reason] <= EXAMPLES:
            self.examples.append((row.url, "" if queued else row.reason, judged.reason))

    def preview(self) -> Preview:
        stays = self.queued - self.leaves.total()
        seconds = time.monotonic() - self.started
        leaves, returns = dict(self.leaves.most_common()), dict(self.returns.most_common())
        return Preview(self.queued, stays, leaves, returns, tuple(self.examples), seconds, self.added)


def check(old: CrawlSettings, new: CrawlSettings) -> CrawlSettings:
    """Raise a UserError for what cannot be changed any more."""
    if old.canonical != new.canonical:
        raise SettingsInvalid(detail=Message("canonical-fixed"))
    return new.checked()


def judges_anew(old: CrawlSettings, new: CrawlSettings) -> bool:
    """Whether the queue has to be looked through: delays, workers and the like do not touch it."""
    return any(getattr(old, name) != getattr(new, name) for name in _TOUCHING)


def folder_of(db: sqlite3.Connection) -> Path:
    """The archive whose crawl.sqlite this is."""
    return Path(db.execute("PRAGMA database_list").fetchone()[2]).parent


def widen(scope: Scope, settings: CrawlSettings, redirected: Iterable[tuple[str, str | None]]) -> Scope:
    """Add the targets of redirects of seeds: (address, the address asked for at first) of pages of depth 0."""
    seeds = {normalize(seed) for seed in settings.seeds}
    for url, origin in redirected:
        if (origin or url) in seeds:
            scope.add_seed(url)
    return scope


def new_seeds(db: sqlite3.Connection, job: int, settings: CrawlSettings) -> int:
    """How many of the seeds the job does not know yet."""
    keys = {dedupe_key(normalize(seed), settings.canonical) for seed in settings.seeds}
    return sum(
        not db.execute("SELECT 1 FROM urls WHERE job = ? AND key = ?", (job, key)).fetchone() for key in keys
    )


def preview(
    archive: Archive,
    job_id: str,
    settings: CrawlSettings,
    *,
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Preview:
    """The effect that `Crawl.reconfigure` would have on the queue of a job, running or not. Addresses under way at this
    moment count as queued. `progress(done, total)` now and then; Cancelled as soon as `cancelled()` is true. Raises
    SettingsInvalid, CaptureMissing, StorageFailed."""
    with opened(archive.crawl_db) as db:
        row = db.execute(
            "SELECT number, settings, pages, bytes, seconds FROM jobs WHERE job_id = ?", (job_id,)
        ).fetchone()
        if row is None:
            raise CaptureMissing(wanted=job_id)
        job, old = row[0], CrawlSettings.from_json(row[1])
        new = check(old, settings)
        if not judges_anew(old, new):
            (queued,) = db.execute(_OPEN, (job, job)).fetchone()
            return Preview(queued, queued, {}, {}, (), 0.0)
        scope = widen(Scope(new, archive.path), new, db.execute(SEEDS, (job, job)).fetchall())
        verdict = Verdict(db, job, old, new, scope, Counters(pages=row[2], bytes=row[3], seconds=row[4]))
        tally = _Tally(added=new_seeds(db, job, new))
        total = db.execute("SELECT coalesce(max(number), 0) FROM urls").fetchone()[0]
        last = 0
        while rows := _read(db, job, last, f"{QUEUED}, {IN_FLIGHT}", None):
            for item in rows:
                seen = item._replace(state=QUEUED) if item.state == IN_FLIGHT else item
                tally.note(seen, verdict.of(seen))
            last = rows[-1].number
            if progress:
                progress(min(last, total), total)
            if cancelled and cancelled():
                raise Cancelled
    return tally.preview()


def _read(db: sqlite3.Connection, job: int, after: int, queued: str, host: int | None) -> list[Row]:
    only = "" if host is None else f" AND u.host = {host}"
    rows = db.execute(
        f"SELECT {COLUMNS} FROM urls u JOIN hosts h ON h.number = u.host WHERE u.number > ? AND +u.job = ?"
        f" AND +u.state IN ({queued}, {REFUSED}, {OUTSIDE}, {PARKED}){only} ORDER BY u.number LIMIT {AT_ONCE}",
        (after, job),
    )
    found = map(Row._make, rows)
    return [row._replace(detail=read_detail(row.detail)) if row.detail else row for row in found]


class Replanner:
    """The walk of a change over the addresses, a portion at a time, in the frontier's thread; `host` limits it to one
    host, an `idle` one has nothing to do.

    `portion` is called until it says False, each time in a transaction of the frontier; `result` is then what
    `preview` said. With another order, what is queued is scored anew on the way.
    """

    def __init__(
        self,
        frontier: Frontier,
        counters: Counters,
        old: CrawlSettings,
        new: CrawlSettings,
        scope: Scope,
        *,
        rescore: bool = False,
        host: int | None = None,
        added: int = 0,
        idle: bool = False,
    ) -> None:
        self.idle = idle
        self.added = added
        self._frontier = frontier
        self._counters = counters
        self._rescore = rescore
        self._host = host
        self._tally = _Tally(queued=frontier.open if idle else 0, added=added)
        self._verdict = Verdict(frontier.db, frontier.job, old, new, scope, counters)
        self._last = 0

    @property
    def result(self) -> Preview:
        return self._tally.preview()

    def portion(self) -> bool:
        frontier = self._frontier
        rows = [] if self.idle else _read(frontier.db, frontier.job, self._last, str(QUEUED), self._host)
        if not rows:
            return False
        self._last = rows[-1].number
        changed: list[tuple[int, str, str, int, int]] = []
        self._verdict.returned.clear()
        for row in rows:
            judged = self._verdict.of(row)
            self._tally.note(row, judged)
            if judged != (row.state, row.reason, row.detail, row.off_site):
                changed.append(
                    (judged.state, judged.reason, kept_detail(judged.detail), judged.off_site, row.number)
                )
                self._count(row, judged)
        frontier.db.executemany(
            "UPDATE urls SET state = ?, reason = ?, detail = ?, off_site = ? WHERE number = ?", changed
        )
        frontier.db.executemany(
            "UPDATE patterns SET used = used + ? WHERE job = ? AND pattern = ?",
            [(count, frontier.job, key) for key, count in self._verdict.returned.items()],
        )
        self._score([row for row in rows if self._rescore or row.state != QUEUED])
        return True

    def _count(self, row: Row, judged: Judgement) -> None:
        before, after = row.state == QUEUED, judged.state == QUEUED
        tallies = self._frontier.tallies
        self._counters.parked += (judged.state == PARKED) - (row.state == PARKED)
        if before and not after:
            self._frontier.log("refused", row.url, judged.reason, judged.detail, "")
        elif row.reason != judged.reason and not before:
            if after:
                tallies.welcome(row.reason)
            else:
                tallies.reason(row.reason, -1)
                tallies.reason(judged.reason)
        if before != after:
            step = 1 if after else -1
            tallies.count(row.host, queued=step)
            self._frontier.open += step
            self._counters.refused -= step

    def _score(self, rows: list[Row]) -> None:
        """Those of them that are queued now."""
        frontier = self._frontier
        found: list[tuple[float, int]] = []
        for row in rows:
            facts = frontier.db.execute(
                "SELECT u.url, u.depth, u.level, u.inlinks, u.anchor, u.guess, coalesce(r.relevance, 0), u.rank"
                f" FROM urls u LEFT JOIN urls r ON r.number = u.referrer WHERE u.number = ? AND u.state = {QUEUED}",
                (row.number,),
            ).fetchone()
            if facts:
                score = frontier.hosts.order.score(Features(*facts))
                found.append((score, row.number))
                if frontier.hosts.order.scored:
                    frontier.tallies.offer(row.host, score)
        frontier.db.executemany("UPDATE urls SET score = ? WHERE number = ?", found)


class QueueChanges:
    """Changes of a job, made in its frontier; `save` writes the job's figures, inside a transaction."""

    def __init__(
        self, frontier: Frontier, counters: Counters, settings: CrawlSettings, save: Callable[[], None]
    ) -> None:
        self._frontier = frontier
        self._counters = counters
        self._save = save
        self._walks = 0
        self.settings = settings

    def unfinished(self) -> Replanner | None:
        """The walk that a crash broke off."""
        text = self._frontier.db.execute(
            "SELECT pending FROM jobs WHERE number = ?", (self._frontier.job,)
        ).fetchone()[0]
        if not text:
            return None
        self._walks += 1
        return self._replanner(CrawlSettings.from_json(text), rescore=True)

    def reconfigure(self, new: CrawlSettings) -> Replanner:
        """Store the settings; the walk is yet to be done."""
        frontier, old = self._frontier, self.settings
        self.settings = new
        with frontier.transaction():
            frontier.save_settings(new)
            frontier.set_order(Order(new))
            frontier.intake.closed_to_pages = ""
            frontier.intake.forget()
            frontier.note(f"settings {' '.join(changed(old, new))}")
            self._begin(old)
        return self._replanner(
            old, rescore=not Order(old).same_as(Order(new)), idle=not judges_anew(old, new)
        )

    def set_host_mode(self, name: str, mode: int) -> tuple[Replanner | None, int]:
        """The host's number, and the walk that takes its addresses out of the queue or brings them back, if one is
        needed."""
        frontier = self._frontier
        skipped = frontier.hosts.skipped()
        with frontier.transaction():
            number = frontier.hosts.set_mode(name, mode)
            walk = (mode == SKIPPED) != (number in skipped)
            frontier.intake.skip(number, mode == SKIPPED)
            frontier.note(f"{HOST_MODES[mode]} {name}")
            if walk:
                self._begin(self.settings)
            self._save()
        return (self._replanner(self.settings, host=number) if walk else None), number

    def _begin(self, old: CrawlSettings) -> None:
        self._walks += 1
        self._frontier.db.execute(
            "UPDATE jobs SET pending = ? WHERE number = ? AND pending = ''",
            (old.to_json(), self._frontier.job),
        )

    def _replanner(
        self, old: CrawlSettings, *, rescore: bool = False, host: int | None = None, idle: bool = False
    ) -> Replanner:
        frontier, new = self._frontier, self.settings
        scope = widen(Scope(new, folder_of(frontier.db)), new, frontier.seeds())
        added = 0 if idle or host is not None else new_seeds(frontier.db, frontier.job, new)
        return Replanner(
            frontier, self._counters, old, new, scope, rescore=rescore, host=host, added=added, idle=idle
        )

    def step(self, walk: Replanner) -> bool:
        """A portion of a walk; False at its end."""
        frontier = self._frontier
        with frontier.transaction():
            more = walk.portion()
            if not more:
                if walk.added:
                    judge = LinkJudge(self.settings, Scope(self.settings, folder_of(frontier.db)))
                    seeds = [judge.seed(normalize(seed)) for seed in self.settings.seeds]
                    frontier.add(seeds, None, self._counters)
                self._walks -= 1
                if not self._walks:
                    frontier.db.execute("UPDATE jobs SET pending = '' WHERE number = ?", (frontier.job,))
            self._save()
        return more

    def force(self, url: str) -> bool:
        """Queue an address in spite of scope, traps and content types; see `Crawl.take`."""
        frontier = self._frontier
        address = normalize(url)
        exact, key = frontier.keys(address)
        known = frontier.find(exact) or frontier.find(key)
        if frontier.tallies.known_host(authority_of(address)) in frontier.hosts.skipped():
            return False
        left = ("not-due", "kept-once")  # done without being asked for
        if known is not None and known[1] in (IN_FLIGHT, DONE) and self._reason(known[0]) not in left:
            return False
        with frontier.transaction():
            if known is None:
                # linked by no page: one step from the seeds, so that it does not widen the scope as a seed would
                frontier.add([Candidate(address, key, 1, 0)], None, self._counters)
                known = frontier.find(key)
                assert known is not None
            self._queue(*known)
            frontier.note(f"taken {address}")
            self._save()
        return True

    def _queue(self, entry: Entry, state: int) -> None:
        frontier = self._frontier
        reason = self._reason(entry)
        frontier.db.execute(
            "UPDATE urls SET state = ?, forced = 1, reason = '', detail = '', status = 0 WHERE number = ?",
            (QUEUED, entry.number),
        )
        if state == QUEUED:
            return
        frontier.open += 1
        frontier.tallies.count(entry.host, queued=1)
        if frontier.hosts.order.scored:
            frontier.tallies.offer(entry.host, entry.score)
        self._counters.parked -= state == PARKED
        if state != FAILED:
            self._counters.refused -= 1
            frontier.tallies.welcome(reason)

    def _reason(self, entry: Entry) -> str:
        (reason,) = self._frontier.db.execute(
            "SELECT reason FROM urls WHERE number = ?", (entry.number,)
        ).fetchone()
        return str(reason)


def changed(old: CrawlSettings, new: CrawlSettings) -> list[str]:
    """Names of the settings that differ."""
    before = asdict(old)
    return [name for name, value in asdict(new).items() if value != before[name]]
