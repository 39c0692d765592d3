"""The writing side of a crawl: the archive and the frontier, in the order that survives a crash.

archive: store → commit (durable) → frontier: settle, in one transaction → only then is anything announced.
A capture that the archive holds and the frontier does not know of is settled when the job is next opened; so every
address is stored exactly once. All methods belong to one thread, the writer's.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from app.archive.addresses import is_rendered
from app.archive.archive import Archive
from app.archive.documents.preparing import Prepared
from app.archive.model import Capture, NewVisit
from app.archive.reader import ArchiveReader
from app.archive.writer import ArchiveWriter
from app.crawl.frontier.frontier import Frontier
from app.crawl.frontier.harvest import Asked, Harvest
from app.crawl.frontier.hosts import HostRow, Waiting
from app.crawl.frontier.replanning import QueueChanges, Replanner, widen
from app.crawl.frontier.schema import DONE, FAILED, IN_FLIGHT, QUEUED, REFUSED
from app.crawl.rules.entries import REMARKS, Candidate, Entry, Outcome, is_redirect
from app.crawl.rules.forms import SearchForm
from app.crawl.rules.links import LinkJudge
from app.crawl.rules.model import NOT_AWAITED, Counters, CrawlState, LogKind
from app.crawl.rules.scope import pattern_of
from app.crawl.rules.settings import CrawlSettings
from app.crawl.rules.sharing import Parcel, Sharing
from app.crawl.rules.url import dedupe_key, exact_key, normalize
from app.crawl.run.reading import forms_of
from app.crawl.run.revisiting import Importance, due, look_up
from app.crawl.run.schedule import ACTIVE_HOSTS
from app.errors import FormatError
from app.messages import Message
from app.tianwang.http import HttpMessage

# What a browser loads with a page belongs to the page: it is stored with it, and need not be fetched by
# itself.


def settle_parts(
    frontier: Frontier, counters: Counters, page: Entry, parts: Iterable[Capture], key: Callable[[str], bytes]
) -> None:
    """Inside a transaction of the frontier, before the page is settled, whose links lead to most of them."""
    for part in parts:
        frontier.add_done(part.url, key(part.url), counters)
        kind: LogKind = "error" if part.status >= 400 else "visit" if part.kind == "visit" else "stored"
        counters.versions += part.kind == "version"
        counters.visits += part.kind == "visit"
        counters.errors += kind == "error"
        reason = f"http-{part.status}" if kind == "error" else ""
        frontier.log(kind, part.url, reason, "", page.url, part.status)


# After a crash: settle what the archive holds of a job and the frontier still has open.

AT_ONCE = 500


def recover(
    frontier: Frontier,
    reader: ArchiveReader,
    judge: LinkJudge,
    settings: CrawlSettings,
    settle: Callable[[Outcome], None],
) -> None:
    """`settle` is called within a transaction, for each capture that was committed but not settled."""
    lost: list[tuple[Entry | None, Capture]] = []
    for capture in reader.captures_of_crawl(frontier.job_id):
        if is_rendered(capture.url):
            continue
        entry, state = _entry_of(frontier, capture)
        if entry is None or state in (QUEUED, IN_FLIGHT):
            lost.append((entry, capture))
    # parents before children, so that a lost child whose parent was lost as well finds its row
    for start in range(0, len(lost), AT_ONCE):
        with frontier.transaction():
            for entry, capture in lost[start : start + AT_ONCE]:
                again = entry or _entry_of(frontier, capture)[0]
                settle(_outcome_of(again, reader, judge, settings, capture))


def _entry_of(frontier: Frontier, capture: Capture) -> tuple[Entry | None, int]:
    for key in frontier.keys(capture.url):
        known = frontier.find(key)
        if known and known[0].url == capture.url:
            return known
    return None, -1


def _outcome_of(
    entry: Entry | None, reader: ArchiveReader, judge: LinkJudge, settings: CrawlSettings, capture: Capture
) -> Outcome:
    """The outcome of an entry, made again from its capture."""
    if entry is None:
        return Outcome(None, capture=capture)
    try:
        http = reader.http(capture)
    except FormatError:  # the record below it is damaged; its links stand in the index all the same
        http = HttpMessage(b"", b"", capture.status)
    location = http.header("location")
    found: list[Candidate] = []
    if location and is_redirect(capture.status):
        found = [judge.redirect(location, entry)]
    elif capture.status < 400:
        found = judge.candidates(reader.links(capture.base or capture.id), entry, follow=judge.follows(http))
    reason = f"http-{capture.status}" if capture.status >= 400 else ""
    size = len(http.raw_body) if capture.base is None else 0
    forms: Sequence[SearchForm] = ()
    if settings.forms != "off" and entry.is_page and capture.status == 200 and not entry.off_site:
        forms = forms_of(settings, http.body, http.charset, capture.url)
    return Outcome(entry, reason=reason, found=found, size=size, capture=capture, forms=forms)


KNOWN_AT_ONCE = 1000
MOST_FILLED = 1_000_000
"""Requests for forms in one job where the settings have no limit."""


@dataclass(frozen=True, slots=True)
class Situation:
    """The state of the loop at a commit. `active` are the hosts in the schedule; `times` are (host, wall clock of its
    next request at the earliest, its delay), kept for the next run."""

    state: CrawlState
    seconds: float
    limit_reached: str = ""
    active: Sequence[int] = ()
    times: Sequence[tuple[str, float, float]] = ()


@dataclass(frozen=True, slots=True)
class Committed:
    """The state of archive and frontier after a commit, for the loop and the figures."""

    seq: int
    counters: Counters
    open: int
    waiting: list[Waiting]
    busiest: list[HostRow]


class Ledger:
    """Holds the archive's write lock from construction to `close`."""

    def __init__(
        self,
        archive: Archive,
        job_id: str,
        judge: LinkJudge,
        settings: CrawlSettings,
        *,
        clean: bool,
        give_way: Callable[[], None],
        stopping: Callable[[], bool] = bool,
        sharing: Sharing | None = None,
        importance: Importance | None = None,
    ) -> None:
        """A change of settings that was broken off is finished first, unless `stopping`. Addresses that were left out
        with a silent host are queued again."""
        self._job_id = job_id
        self._judge = judge
        self._settings = settings
        self._give_way = give_way
        self._importance = importance
        self.folder = archive.path
        self._plain = archive.policy == "incremental"
        self._staged: list[Outcome] = []
        self._writer: ArchiveWriter = archive.writer()
        self._known = self._writer.reader.addresses(("document",))
        try:
            self.frontier = Frontier(archive.crawl_db, job_id, sharing)
        except BaseException:
            self._writer.close()
            raise
        try:
            self.counters, self.limit_reached = self.frontier.load_counters()
            self.harvest = Harvest(self.frontier.db, self.frontier.job)
            widen(judge.scope, settings, self.frontier.seeds())
            self.queue_changes = QueueChanges(self.frontier, self.counters, settings, self.save)
            with self.frontier.transaction():
                self.frontier.add(
                    [judge.seed(normalize(seed)) for seed in settings.seeds], None, self.counters
                )
                # from here on a crash leaves something to recover
                self.save()
            if not clean:
                recover(self.frontier, self.reader, judge, settings, self._recovered)
            with self.frontier.transaction():
                self.frontier.return_refused(NOT_AWAITED, self.counters)
                self.save()
            self.frontier.release()
            walk = self.queue_changes.unfinished()
            while walk is not None and not stopping() and self.queue_changes.step(walk):
                give_way()
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
            self.frontier.close()

    def reconfigure(self, settings: CrawlSettings, judge: LinkJudge) -> Replanner:
        """Go on under other settings. The queue is judged anew by `QueueChanges.step`, until that gives False."""
        self._settings = settings
        self._judge = judge
        widen(judge.scope, settings, self.frontier.seeds())
        return self.queue_changes.reconfigure(settings)

    # -- the queue

    def take(self, host: int, limit: int, instead_of: Sequence[Entry] = ()) -> tuple[list[Entry], bool]:
        """The next entries of a host, with their conditions for a conditional request, and whether there may be more.
        `instead_of` are put back first."""
        entries = self.frontier.take(host, limit, instead_of)
        more = len(entries) == limit
        if self._settings.revisit == "due" or self._settings.details_once:
            with self.frontier.transaction():
                judge, own = self._judge, self._settings
                counted = self.counters
                entries = due(entries, self.frontier, self.reader, judge, own, counted, self._importance)
                self.save()
        for entry in entries:
            entry.is_known = self._writer.may_hold(entry.url)
            if entry.is_known:
                look_up(entry, self.reader, self._judge, plain=self._plain)
        return entries, more

    def put_back(self, entries: Sequence[Entry], retired: int | None = None) -> None:
        """Put entries back into the queue, not worked on; `retired` is a host that makes room for others."""
        with self.frontier.transaction():
            self.frontier.put_back(entries)
            if retired is not None:
                self.frontier.hosts.retire(retired)

    def queue_known(self) -> bool:
        """Queue a portion of the pages the archive knows in this scope and no link led to: that they are gone, or only
        no longer linked, is worth knowing. False when there are no more."""
        portion = list(islice(self._known, KNOWN_AT_ONCE))
        # nearly all of them are of this crawl: addresses taken lately need not be judged once more
        others = [url for url in portion if not self.frontier.intake.has_taken(self._judge.key(url))]
        welcome = [candidate for url in others if not (candidate := self._judge.known(url)).reason]
        with self.frontier.transaction():
            self.frontier.add(welcome, None, self.counters)
            self.save()
        return bool(portion)

    def fill_forms(self) -> bool:
        """Queue the next words of the search forms found so far. False when there is nothing more to ask for."""
        settings, harvest = self._settings, self.harvest
        with self.frontier.transaction():
            room = settings.form_limit - harvest.asked if settings.form_limit else MOST_FILLED
            filled = harvest.next_words(
                settings.form_words, settings.form_learning, room, settings.form_pages
            )
            for asked, url, page in filled:
                known = self.frontier.find(self._judge.key(page))
                if known is None:
                    harvest.brought(asked, 0, refused=True)
                    continue
                candidate = self._judge.filled(url, asked.word, known[0])
                if not self.frontier.add([candidate], known[0], self.counters):
                    harvest.brought(asked, 0, refused=bool(candidate.reason))
            self.save()
        return bool(filled)

    def close_to_pages(self, reason: str) -> None:
        self.frontier.intake.closed_to_pages = reason

    def refuse_queued(
        self, reason: str, detail: str = "", *, pages_only: bool = False, hosts: Sequence[int] | None = None
    ) -> int:
        """A portion at a time, so that the crawl goes on meanwhile; 0 when nothing is left. `hosts`: None for all."""
        with self.frontier.transaction():
            refused = self.frontier.refuse_queued(
                reason, self.counters, detail, pages_only=pages_only, hosts=hosts
            )
            self.save()
        return refused

    def keep_times(self, times: Sequence[tuple[str, float, float]]) -> None:
        """At once; see `Situation.times`."""
        with self.frontier.transaction():
            self.frontier.hosts.keep_times(times)

    # -- other crawls

    def receive(self, parcel: Parcel) -> None:
        """Take a parcel of another crawl; durable when this returns."""
        if parcel.seeds:
            widen(self._judge.scope, self._settings, parcel.seeds)
        with self.frontier.transaction():
            self.frontier.receive(parcel, self.counters)
            self.save()

    def parcels(self, due: Collection[str] | None = None) -> list[Parcel]:
        """The oldest parcels that their owners do not have yet; see `Outbox.seal`."""
        outbox = self.frontier.outbox
        assert outbox is not None
        if outbox.empty:
            return []
        with self.frontier.transaction():
            own = outbox.seal(due)
            if own:
                self.frontier.intake.forget()
                self.frontier.take_in(own, self.counters)
            self.save()
        return outbox.parcels((url, origin) for url, origin in self.frontier.seeds() if origin)

    def arrived(self, numbers: Iterable[int]) -> None:
        """These parcels are with their owners."""
        outbox = self.frontier.outbox
        assert outbox is not None
        with self.frontier.transaction():
            for number in numbers:
                outbox.arrived(number)

    @property
    def nothing_to_send(self) -> bool:
        outbox = self.frontier.outbox
        return outbox is None or outbox.empty

    # -- storing

    def store(self, outcomes: Iterable[Outcome]) -> None:
        for outcome in outcomes:
            self._give_way()
            if outcome.entry is None and not outcome.aside and self._is_known_robots(outcome):
                continue
            outcome.loaded = [self._writer.store(part) for part in outcome.parts]
            if outcome.rendered is not None and isinstance(outcome.new, Prepared):
                outcome.capture = self._writer.store_rendered(outcome.new, outcome.rendered)
            elif outcome.new is not None:
                linked_from = outcome.entry.referrer if outcome.entry is not None else None
                outcome.capture = self._writer.store(outcome.new, linked_from=linked_from)
            # they may hold large bodies, which are written now
            outcome.parts, outcome.rendered = (), None
            if isinstance(outcome.new, Prepared):
                outcome.new = None
            self._staged.append(outcome)

    def _is_known_robots(self, outcome: Outcome) -> bool:
        """A resumed crawl asks again for robots.txt; the same text is not stored twice in one job."""
        new = outcome.new
        assert new is not None and not isinstance(new, NewVisit)
        if self.frontier.find(self._key(new.new.url)) is None:
            return False
        version = self.reader.latest_version(new.new.url)
        return version is not None and (version.digest == new.digest or version.crawl == self._job_id)

    def commit(self, situation: Situation) -> Committed:
        """Make everything stored so far safe, and settle it."""
        seq = self._writer.commit()
        with self.frontier.transaction():
            for outcome in self._staged:
                self._settle(outcome)
            self.frontier.hosts.keep_times(situation.times)
            self.counters.seconds = situation.seconds
            self.limit_reached = situation.limit_reached
            self.save(situation.state)
        self._staged.clear()
        return self.report(situation.active, seq)

    def save(self, state: CrawlState = "running") -> None:
        """Write the figures, in the transaction of the rows they count."""
        self.frontier.save_job(state, self.counters, self.limit_reached)

    def report(self, active: Sequence[int] = (), seq: int | None = None) -> Committed:
        return Committed(
            seq=self.reader.last_seq() if seq is None else seq,
            counters=replace(self.counters),
            open=self.frontier.open,
            # one more than there is room for tells whether hosts wait outside
            waiting=self.frontier.waiting_hosts(max(0, ACTIVE_HOSTS - len(active)) + 1, active),
            busiest=self.frontier.hosts.busiest(),
        )

    def _settle(self, outcome: Outcome) -> None:
        self._give_way()
        entry, capture = outcome.entry, outcome.capture
        if entry is None:
            assert capture is not None
            self.frontier.add_done(capture.url, self._key(capture.url), self.counters)
            if not outcome.aside:
                self._count(capture, False, outcome.size)
            return
        settle_parts(self.frontier, self.counters, entry, outcome.loaded, self._key)
        found = list(outcome.found)
        if isinstance(outcome.new, NewVisit):
            found = self._judge.candidates(self.reader.links(outcome.new.base), entry, follow=entry.follow)
        kind: LogKind = "refused" if outcome.refused else "error"
        state = REFUSED if outcome.refused else FAILED
        status = 0
        if capture is not None:
            state, status = DONE, capture.status
            wrong = outcome.reason and outcome.reason not in REMARKS
            kind = "error" if wrong else "visit" if capture.kind == "visit" else "stored"
            if is_redirect(status) and not outcome.reason:
                kind = "redirect"
            self._count(capture, entry.is_page, outcome.size)
        self.counters.errors += kind == "error"
        self.counters.refused += kind == "refused"
        found = [self._unless_loop(candidate, entry) if candidate.hops else candidate for candidate in found]
        found = self._unless_crowded(outcome.print, found) if outcome.print else found
        found = self._unless_said(outcome.sketch, entry, found) if outcome.sketch else found
        outcome.found = (
            found if self._settings.forms == "off" else self._harvested(outcome, entry, kind, status, found)
        )
        if kind == "redirect" and found:
            outcome.detail = found[0].url
        self.frontier.settle(outcome, state, kind, self.counters, status)

    def _harvested(
        self, outcome: Outcome, entry: Entry, kind: LogKind, status: int, found: list[Candidate]
    ) -> list[Candidate]:
        """Note what a page has for forms, and as a page of results what it brought; the candidates, without further pages
        of results where a word has had enough of them."""
        harvest = self.harvest
        harvest.note(outcome.forms, outcome.words, entry.url)
        kept: list[Candidate] = []
        new = 0
        for candidate in found:
            if candidate.reason or candidate.level or self.frontier.intake.knows(candidate.key):
                kept.append(candidate)
                continue
            result = harvest.result_of(candidate.url)
            if result is None:
                new += not candidate.hops
            elif not self._may_show(result):
                candidate = replace(candidate, reason="form-limit", detail=result.word)
            kept.append(candidate)
        result = harvest.result_of(entry.origin or entry.url)
        if result is not None and kind != "redirect":
            harvest.brought(result, new, refused=outcome.refused or not 200 <= status < 300)
        return kept

    def _may_show(self, asked: Asked) -> bool:
        """Whether a word may have one more page of results; it is counted then."""
        most = self._settings.form_limit or MOST_FILLED
        pages = self._settings.form_pages or MOST_FILLED
        return self.harvest.asked < most and self.harvest.may_go_on(asked, pages)

    def _count(self, capture: Capture, is_page: bool, size: int) -> None:
        self.counters.pages += is_page
        self.counters.versions += capture.kind == "version"
        self.counters.visits += capture.kind == "visit"
        self.counters.bytes += size

    def _recovered(self, outcome: Outcome) -> None:
        self._settle(outcome)
        self.save()

    def _key(self, url: str) -> bytes:
        return dedupe_key(url, self._settings.canonical)

    def _unless_loop(self, candidate: Candidate, entry: Entry) -> Candidate:
        """The candidate; refused ("redirect-loop") when it is a redirect back to an earlier hop."""
        if candidate.reason or candidate.key not in self.frontier.redirected_from(entry):
            return candidate
        # its own key would say "known already", and nothing would be logged
        return replace(candidate, key=exact_key(f"{entry.url} {candidate.url}"), reason="redirect-loop")

    def _unless_crowded(self, mark: bytes, found: list[Candidate]) -> list[Candidate]:
        """The candidates; the pages among them parked when the same content stands under more addresses than the budget
        of a trap allows. A page with a new picture or other part of its own counts as another content."""
        budget = self._settings.trap_budget
        if not budget or self._has_new_parts(found):
            return found
        if self.frontier.intake.same_content(mark) <= budget:
            return found
        detail = Message("same-content", count=budget)
        return [
            item if item.reason or item.level else replace(item, reason="trap", detail=detail, parked=True)
            for item in found
        ]

    def _unless_said(self, sketch: bytes, entry: Entry, found: list[Candidate]) -> list[Candidate]:
        """The candidates; the pages among them that are of the pattern of this one parked when nearly its main text stands
        under more addresses of the pattern than the budget of a trap allows. Other links may lead to something new."""
        settings, pattern = self._settings, pattern_of(entry.url)
        if not settings.trap_budget or pattern is None or self._has_new_parts(found):
            return found
        same = self.frontier.intake.texts.met(pattern.key, sketch, entry.url, settings.trap_likeness / 100)
        if same.addresses <= settings.trap_budget:
            return found
        share = min(round(same.share * 100), 100)
        detail = Message("same-text", count=same.addresses, share=share, address=same.first)
        return [
            replace(item, reason="trap", detail=detail, parked=True)
            if item.pattern is not None and not item.reason and not item.level
            else item
            for item in found
        ]

    def _has_new_parts(self, found: list[Candidate]) -> bool:
        """Whether a page has a picture or other part of its own, which no page before had."""
        return any(item.level and not self.frontier.intake.knows(item.key) for item in found)
