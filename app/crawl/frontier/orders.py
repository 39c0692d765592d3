"""Changes a person makes to a job, as they are written to the frontier: by a running crawl in its writer's thread, or
by whoever changes a job that does not run.

A change of settings or of a host's mode is a walk over the addresses, a portion at a time. What the walk is for stands
in the job's row until it is over; one that a crash broke off is done again when the job is next opened.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict

from app.crawl.frontier.frontier import Frontier
from app.crawl.frontier.order import Order
from app.crawl.frontier.replanning import Replanner, judges_anew, new_seeds, widen
from app.crawl.frontier.schema import DONE, FAILED, IN_FLIGHT, PARKED, QUEUED, SKIPPED
from app.crawl.rules.entries import Candidate, Entry
from app.crawl.rules.links import LinkJudge
from app.crawl.rules.model import HOST_MODES, Counters
from app.crawl.rules.scope import Scope
from app.crawl.rules.settings import CrawlSettings
from app.crawl.rules.url import authority_of, normalize


class Desk:
    """`save` writes the job's figures, inside a transaction."""

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
        """The host's number, and the walk if there is to be one: what it has leaves the queue, or returns."""
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
        scope = widen(Scope(new), new, frontier.seeds())
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
                    judge = LinkJudge(self.settings, Scope(self.settings))
                    seeds = [judge.seed(normalize(seed)) for seed in self.settings.seeds]
                    frontier.add(seeds, None, self._counters)
                self._walks -= 1
                if not self._walks:
                    frontier.db.execute("UPDATE jobs SET pending = '' WHERE number = ?", (frontier.job,))
            self._save()
        return more

    def force(self, url: str) -> bool:
        """Queue an address whatever scope, traps and content types say; see `Crawl.take`."""
        frontier = self._frontier
        address = normalize(url)
        exact, key = frontier.keys(address)
        known = frontier.find(exact) or frontier.find(key)
        if frontier.tallies.known_host(authority_of(address)) in frontier.hosts.skipped():
            return False
        if known is not None and known[1] in (IN_FLIGHT, DONE) and self._reason(known[0]) != "not-due":
            return False
        with frontier.transaction():
            if known is None:
                # found by nobody: one step from the seeds, so that it does not widen the scope as a seed would
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
            frontier.tallies.reason(reason, -1)

    def _reason(self, entry: Entry) -> str:
        (reason,) = self._frontier.db.execute(
            "SELECT reason FROM urls WHERE number = ?", (entry.number,)
        ).fetchone()
        return str(reason)


def changed(old: CrawlSettings, new: CrawlSettings) -> list[str]:
    """Names of the settings that differ."""
    before = asdict(old)
    return [name for name, value in asdict(new).items() if value != before[name]]
