"""What a crawl writes: the archive and the frontier, in the order that survives a crash.

archive: store → commit (durable) → frontier: settle, in one transaction → only then is anything announced.
A capture that the archive holds and the frontier does not know of is settled when the job is next opened; so every
address is stored exactly once. All methods belong to one thread, the writer's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import islice

from app.archive import Archive, ArchiveReader, ArchiveWriter, Capture, NewVisit
from app.crawl.database import DONE, FAILED, IN_FLIGHT, QUEUED, REFUSED
from app.crawl.entries import Candidate, Entry, Outcome, Settled, is_redirect
from app.crawl.frontier import Frontier
from app.crawl.links import LinkJudge
from app.crawl.model import Counters, CrawlState, LogKind
from app.crawl.schedule import ACTIVE_HOSTS
from app.crawl.url import dedupe_key, exact_key, normalize
from app.errors import FormatError

RECOVERED_AT_ONCE = 500
KNOWN_AT_ONCE = 1000


@dataclass(frozen=True, slots=True)
class Committed:
    """What is now durable."""

    seq: int
    counters: Counters
    open: int
    waiting: list[tuple[int, str]]
    busiest: list[tuple[int, str, int, int, int]]


class Ledger:
    """Holds the archive's write lock from construction to `close`."""

    def __init__(
        self,
        archive: Archive,
        job_id: str,
        judge: LinkJudge,
        seeds: Iterable[str],
        *,
        clean: bool,
        give_way: Callable[[], None],
    ) -> None:
        self._job_id = job_id
        self._judge = judge
        self._give_way = give_way
        self._staged: list[tuple[Outcome, Capture | None]] = []
        self._writer: ArchiveWriter = archive.writer()
        self._known = self._writer.reader.all_pages(kinds=("document",))
        try:
            self._frontier = Frontier(archive.crawl_db, job_id)
        except BaseException:
            self._writer.close()
            raise
        try:
            self.counters, self.limit_reached = self._frontier.load_counters()
            for url in self._frontier.seeds():
                judge.scope.add_seed(url)
            with self._frontier.transaction():
                self._frontier.add([judge.seed(normalize(seed)) for seed in seeds], None, self.counters)
                # from here on a crash leaves something to recover
                self._save()
            if not clean:
                self._recover()
            self._frontier.release()
        except BaseException:
            self.close()
            raise

    @property
    def reader(self) -> ArchiveReader:
        return self._writer.reader

    def close(self) -> None:
        try:
            self._writer.close()
        finally:
            self._frontier.close()

    # -- the queue

    def take(self, host: int, limit: int) -> list[Entry]:
        """The next entries of a host, with what is needed to ask for them conditionally."""
        entries = self._frontier.take(host, limit)
        for entry in entries:
            self._look_up(entry)
        return entries

    def _look_up(self, entry: Entry) -> None:
        version = self.reader.latest_version(entry.url)
        if version is None or version.status != 200:
            return
        try:
            http = self.reader.http(version)
        except FormatError:
            return  # a damaged version cannot be confirmed; a full answer replaces it
        etag, modified = http.header("etag"), http.header("last-modified")
        conditions = [("If-None-Match", etag)] if etag else []
        conditions += [("If-Modified-Since", modified)] if modified else []
        entry.conditions = tuple((name, value) for name, value in conditions if value.isascii() and value.isprintable())
        entry.base = version.id if entry.conditions else ""

    def queue_known(self) -> bool:
        """Queue a portion of the pages the archive knows in this scope and no link led to: that they are gone, or only
        no longer linked, is worth knowing. False when there are no more."""
        portion = list(islice(self._known, KNOWN_AT_ONCE))
        welcome = [candidate for page in portion if not (candidate := self._judge.known(page.url)).reason]
        with self._frontier.transaction():
            self._frontier.add(welcome, None, self.counters)
            self._save()
        return bool(portion)

    def close_to_pages(self, reason: str) -> None:
        self._frontier.closed_to_pages = reason

    def refuse_queued(self, reason: str, *, pages_only: bool) -> int:
        """A portion at a time, so that the crawl goes on meanwhile; 0 when nothing is left."""
        with self._frontier.transaction():
            refused = self._frontier.refuse_queued(reason, self.counters, pages_only=pages_only)
            self._save()
        return refused

    # -- storing

    def store(self, outcomes: Iterable[Outcome]) -> None:
        for outcome in outcomes:
            self._give_way()
            if outcome.entry is None and self._is_known_robots(outcome):
                continue
            capture = self._writer.store(outcome.new) if outcome.new is not None else None
            # a prepared response may hold a large body, and it is written now
            kept = outcome if capture is None or isinstance(outcome.new, NewVisit) else _without_body(outcome)
            self._staged.append((kept, capture))

    def _is_known_robots(self, outcome: Outcome) -> bool:
        """A resumed crawl asks again for robots.txt; the same text is not stored twice in one job."""
        new = outcome.new
        assert new is not None and not isinstance(new, NewVisit)
        if self._frontier.find(dedupe_key(new.new.url)) is None:
            return False
        version = self.reader.latest_version(new.new.url)
        return version is not None and (version.digest == new.digest or version.crawl == self._job_id)

    def commit(self, state: CrawlState, seconds: float, limit_reached: str) -> Committed:
        """Make everything stored so far safe, and settle it."""
        seq = self._writer.commit()
        with self._frontier.transaction():
            for outcome, capture in self._staged:
                self._settle(outcome, capture)
            self.counters.seconds = seconds
            self.limit_reached = limit_reached
            self._save(state)
        self._staged.clear()
        return self.report(seq)

    def _save(self, state: CrawlState = "running") -> None:
        """The figures, in the same transaction as what they count."""
        self._frontier.save_job(state, self.counters, self.limit_reached)

    def report(self, seq: int | None = None) -> Committed:
        return Committed(
            seq=self.reader.last_seq() if seq is None else seq,
            counters=replace(self.counters),
            open=self._frontier.open,
            waiting=self._frontier.waiting_hosts(ACTIVE_HOSTS),
            busiest=self._frontier.busiest(),
        )

    def _settle(self, outcome: Outcome, capture: Capture | None) -> None:
        self._give_way()
        entry = outcome.entry
        if entry is None:
            assert capture is not None
            self._frontier.add_done(capture.url, dedupe_key(capture.url))
            return
        found = list(outcome.found)
        if isinstance(outcome.new, NewVisit):
            found = self._judge.candidates(self.reader.links(outcome.new.base), entry)
        kind: LogKind = "refused" if outcome.refused else "error"
        state = REFUSED if outcome.refused else FAILED
        if capture is not None:
            state = DONE
            kind = "error" if outcome.reason else "visit" if capture.kind == "visit" else "stored"
            if is_redirect(capture.status) and not outcome.reason:
                kind = "redirect"
            self._count(capture, entry, outcome.size)
        self.counters.errors += kind == "error"
        self.counters.refused += kind == "refused"
        found = [self._unless_loop(candidate, entry) for candidate in found]
        detail = outcome.detail
        if kind == "redirect" and found:
            detail = found[0].url
        self._frontier.settle(Settled(entry, state, kind, outcome.reason, detail, found), self.counters)

    def _count(self, capture: Capture, entry: Entry, size: int) -> None:
        self.counters.pages += entry.is_page
        self.counters.versions += capture.kind == "version"
        self.counters.visits += capture.kind == "visit"
        self.counters.bytes += size

    def _unless_loop(self, candidate: Candidate, entry: Entry) -> Candidate:
        """A redirect to where it came from is refused as what it is. Other known targets are simply not new."""
        if not candidate.hops or candidate.reason or candidate.key not in self._frontier.redirected_from(entry):
            return candidate
        # its own key would say "known already", and nothing would be logged
        return replace(candidate, key=exact_key(f"{entry.url} {candidate.url}"), reason="redirect-loop")

    # -- after a crash

    def _recover(self) -> None:
        """Settle what the archive holds of this job and the frontier still has open."""
        lost: list[tuple[Entry | None, Capture]] = []
        for capture in self.reader.captures_of_crawl(self._job_id):
            entry, state = self._entry_of(capture)
            if entry is None or state in (QUEUED, IN_FLIGHT):
                lost.append((entry, capture))
        # parents before children, so that a lost child whose parent was lost as well finds its row
        for start in range(0, len(lost), RECOVERED_AT_ONCE):
            with self._frontier.transaction():
                for entry, capture in lost[start : start + RECOVERED_AT_ONCE]:
                    again = entry or self._entry_of(capture)[0]
                    self._settle(self._outcome_of(again, capture), capture)
                self._save()

    def _entry_of(self, capture: Capture) -> tuple[Entry | None, int]:
        for key in (exact_key(capture.url), dedupe_key(capture.url)):
            known = self._frontier.find(key)
            if known and known[0].url == capture.url:
                return known
        return None, -1

    def _outcome_of(self, entry: Entry | None, capture: Capture) -> Outcome:
        """The outcome as it must have been, from what the archive keeps."""
        if entry is None:
            return Outcome(None)
        http = self.reader.http(capture)
        location = http.header("location")
        found: list[Candidate] = []
        if location and is_redirect(capture.status):
            found = [self._judge.redirect(location, entry)]
        elif capture.status < 400:
            found = self._judge.candidates(self.reader.links(capture.base or capture.id), entry)
        reason = f"http-{capture.status}" if capture.status >= 400 else ""
        return Outcome(entry, reason=reason, found=found, size=len(http.raw_body) if capture.base is None else 0)


def _without_body(outcome: Outcome) -> Outcome:
    return replace(outcome, new=None)
