"""Which address is next: a window of each active host's queue in memory, and the host that may be asked soonest. What
holds a crawl up when there is no next one, and for how long: parts of pages, silent hosts (`Holding`)."""

from __future__ import annotations

import heapq
import itertools
import time
from bisect import insort
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from operator import attrgetter

from app.crawl.frontier.hosts import Waiting
from app.crawl.rules.entries import Entry
from app.crawl.rules.model import Awaited, HostState
from app.crawl.rules.settings import CrawlSettings
from app.crawl.run.politeness import MAX_RETRY_AFTER, HostManners, Turns

WINDOW = 100
SMALL_WINDOW = 16
"""In a scored order, where better entries may come any moment, and when hosts come and go."""
ACTIVE_HOSTS = 200
SHARE = 100
"""Entries of a host that are worked on before it makes room for one that waits outside."""
REMEMBERED = 5000
REST = 1.0
RESTING_AT_ONCE = 20


def _rank(entry: Entry) -> tuple[float, int]:
    return -entry.score, entry.number


@dataclass(slots=True)
class HostQueue:
    """`more`: the database may hold more of this host than the window. `top` is the best score it holds there, `bonus`
    what its domain adds, `served` how many were begun since it became active, `saved` the delay kept on disk,
    `queued` how many the database held when it last said so."""

    number: int
    name: str
    manners: HostManners
    window: deque[Entry] = field(default_factory=deque)
    later: list[tuple[float, int, Entry]] = field(default_factory=list)
    more: bool = True
    bonus: float = 0.0
    top: float = float("-inf")
    served: int = 0
    saved: float = 0.0
    unwanted: bool = False
    queued: int = 0

    @property
    def empty(self) -> bool:
        return not self.window and not self.later and not self.more and not self.manners.active

    @property
    def stale(self) -> bool:
        """Whether the database meanwhile holds a better address than the window."""
        return bool(self.window) and self.top > self.window[-1].score

    def back(self) -> list[Entry]:
        """All that was taken and not begun, to be put back."""
        entries = [*self.window, *(item[2] for item in self.later)]
        self.window.clear()
        self.later.clear()
        self.more = True
        return entries


class Schedule:
    """For the crawl's event loop; knows nothing of databases and sockets.

    `scored`: among the hosts that may be asked, the one with the best address is next; else they take turns.
    `outside`: more hosts wait than may be active. `since` (of `time.monotonic`): each host is left alone for its whole
    delay from then on, because the moment of its last request was lost with a run that was killed.
    """

    def __init__(self, settings: CrawlSettings, since: float | None = None) -> None:
        self.turns = Turns(settings)
        self.outside = False
        self.scored = settings.order != "breadth"
        self._delay = settings.delay
        self._since = since
        self._hosts: dict[int, HostQueue] = {}
        self._left: dict[int, HostQueue] = {}
        self._counter = itertools.count()

    def __len__(self) -> int:
        return len(self._hosts)

    @property
    def hosts(self) -> Iterable[HostQueue]:
        """The active ones."""
        return self._hosts.values()

    @property
    def active(self) -> tuple[int, ...]:
        return tuple(self._hosts)

    @property
    def window(self) -> int:
        """How many entries of a host leave the database in advance."""
        return SMALL_WINDOW if self.scored or self.outside else WINDOW

    def change(self, settings: CrawlSettings) -> None:
        """From now on, for all hosts."""
        self._delay = settings.delay
        self.scored = settings.order != "breadth"
        self.turns.change(settings)

    def offer(self, hosts: Iterable[Waiting]) -> None:
        """Active hosts as they are now, and others with something in the database. Those beyond ACTIVE_HOSTS wait
        there until others are done."""
        self.outside = False
        for waiting in hosts:
            host = self._hosts.get(waiting.number)
            if host is None:
                if not waiting.queued:
                    continue
                if len(self._hosts) >= ACTIVE_HOSTS:
                    self.outside = True
                    continue
                host = self._begin(waiting)
            host.more = host.more or waiting.queued > 0
            host.bonus, host.top, host.queued = waiting.bonus, waiting.top, waiting.queued
            host.manners.reached |= waiting.reached

    def _begin(self, waiting: Waiting) -> HostQueue:
        manners = self.turns.of(waiting.name)
        host = HostQueue(waiting.number, waiting.name, manners, saved=waiting.delay)
        self._hosts[waiting.number] = host
        self._left.pop(waiting.number, None)
        if waiting.delay > manners.delay:
            # a Crawl-delay of the last run holds until robots.txt says otherwise
            manners.ask_delay(waiting.delay)
        now = time.monotonic()
        # a clock that was set back must not hold a host for ever
        left = min(waiting.next_time - time.time(), max(waiting.delay, MAX_RETRY_AFTER))
        if left > 0:
            manners.hold_until(now + left)
        if self._since is not None and self._since + manners.delay > now:
            manners.hold_until(self._since + manners.delay)
        return host

    def hungry(self) -> list[HostQueue]:
        """Hosts whose window should be filled from the database, without those about to make room for others."""
        low = max(1, self.window // 2)
        return [
            host
            for host in self._hosts.values()
            if host.more
            and len(host.window) < low
            and not (self.outside and host.served + len(host.window) >= SHARE)
        ]

    def stale(self) -> list[HostQueue]:
        """Hosts whose window should be exchanged: the database holds something better."""
        return [host for host in self._hosts.values() if host.stale] if self.scored else []

    def sated(self) -> list[HostQueue]:
        """Hosts that had their share and make room for one outside."""
        if not self.outside:
            return []
        return [
            host for host in self._hosts.values() if host.served >= SHARE and not (host.window or host.later)
        ]

    def resting(self, now: float) -> list[HostQueue]:
        """A few hosts that were asked and will not be again for a while, when others could be asked at once."""
        if not self.outside:
            return []
        resting = (
            host
            for host in self._hosts.values()
            if host.served
            and not host.later
            and not host.manners.active
            and host.manners.ready_at() > now + REST
        )
        return list(itertools.islice(resting, RESTING_AT_ONCE))

    def fill(self, host: HostQueue, entries: Iterable[Entry], more: bool) -> None:
        before = len(host.window)
        host.window.extend(entries)
        host.more = more
        host.queued = max(0, host.queued - (len(host.window) - before)) if more else 0

    def drop(self, number: int, *, unwanted: bool = False) -> list[Entry]:
        """Take a host out of the schedule; what it had in memory is to be put back. An `unwanted` one (the person
        holds or skips it) does not even come back for a second try of what is under way."""
        host = self._hosts.pop(number, None)
        if host is None:
            return []
        host.unwanted = unwanted
        self._remember(host)
        return host.back()

    def _remember(self, host: HostQueue) -> None:
        """One that leaves before it may be asked again: should the crawl end, the next run must know that."""
        now = time.monotonic()
        self._left[host.number] = host
        if len(self._left) > REMEMBERED:
            self._left = {n: left for n, left in self._left.items() if left.manners.next_time > now}

    def drop_hosts(self) -> list[Entry]:
        """Take all of them out."""
        return [entry for number in list(self._hosts) for entry in self.drop(number)]

    def pick(self, now: float, may_start: Callable[[Entry], bool]) -> tuple[HostQueue, Entry] | float:
        """The next entry with its host, begun already; or the seconds until one may be ready (inf: none is known)."""
        soonest = float("inf")
        best: HostQueue | None = None
        for host in list(self._hosts.values()):
            while host.later and (host.later[0][0] <= now or host.manners.given_up):
                self._return(host, heapq.heappop(host.later)[2])
            if host.empty and host.manners.state(now) == "idle":
                del self._hosts[host.number]
                continue
            if not host.window:
                if host.later:
                    soonest = min(soonest, host.later[0][0] - now)
                continue
            if not may_start(host.window[0]):
                continue
            ready = host.manners.ready_at()
            if ready > now:
                soonest = min(soonest, ready - now)
            elif not self.scored:
                best = host
                break
            elif best is None or host.window[0].score + host.bonus > best.window[0].score + best.bonus:
                best = host
        if best is None:
            return soonest
        # to the end of the line: hosts take turns
        del self._hosts[best.number]
        self._hosts[best.number] = best
        best.manners.begin()
        best.served += 1
        return best, best.window.popleft()

    def _return(self, host: HostQueue, entry: Entry) -> None:
        """To its place in the window; tried before, it mostly stood before all that is there."""
        if not host.window or _rank(entry) <= _rank(host.window[0]):
            host.window.appendleft(entry)
        else:
            insort(host.window, entry, key=_rank)

    def later(self, host: HostQueue, entry: Entry, when: float, *, counts: bool = True) -> bool:
        """Try an entry again at a given time; it `counts` as a try unless the host was not asked for it at all.

        False when the host is unwanted by now: the entry is to be put back."""
        entry.tries += counts
        if host.unwanted:
            return False
        # it may have made room meanwhile, and comes back for this one
        host = self._hosts.setdefault(host.number, host)
        heapq.heappush(host.later, (when, next(self._counter), entry))
        return True

    def last(self, host: HostQueue, entry: Entry) -> bool:
        """Try an entry again behind the others of a host that is silent: it may be this address alone that gets no
        answer. False as for `later`."""
        if host.unwanted:
            return False
        self._hosts.setdefault(host.number, host).window.append(entry)
        return True

    def drop_pages(self) -> list[Entry]:
        """Take all pages out of the windows (a limit was reached); requisites stay."""
        return self._drop(attrgetter("is_page"))

    def drop_all(self) -> list[Entry]:
        return self._drop(lambda _entry: True)

    def _drop(self, unwanted: Callable[[Entry], bool]) -> list[Entry]:
        dropped: list[Entry] = []
        for host in self._hosts.values():
            dropped += [entry for entry in host.window if unwanted(entry)]
            dropped += [item[2] for item in host.later if unwanted(item[2])]
            host.window = deque(entry for entry in host.window if not unwanted(entry))
            host.later = [item for item in host.later if not unwanted(item[2])]
            heapq.heapify(host.later)
        return dropped

    @property
    def waiting(self) -> bool:
        """Whether anything is left to do, as far as memory knows."""
        return any(host.window or host.later or host.more for host in self._hosts.values())

    def times(self, *, all_waits: bool = False) -> list[tuple[str, float, float]]:
        """(host, wall clock before which nobody may ask, delay) for the next run: of hosts whose delay has changed,
        or of all that have to wait."""
        now, clock = time.monotonic(), time.time()
        found: list[tuple[str, float, float]] = []
        for host in [*self._hosts.values(), *(self._left.values() if all_waits else ())]:
            wait = max(host.manners.next_time, host.manners.slowed_until) - now
            if host.manners.delay != host.saved or (all_waits and wait > 0):
                host.saved = host.manners.delay
                found.append((host.name, clock + max(wait, 0.0), host.saved))
        return found

    def state(self, number: int, now: float) -> tuple[float, HostState, float, float]:
        """(delay, state, seconds until the next request may go out, response time) of a host."""
        host = self._hosts.get(number)
        if host is None:
            return self._delay, "idle", 0.0, 0.0
        ready = max(host.manners.next_time, host.manners.slowed_until)
        return host.manners.delay, host.manners.state(now), max(0.0, ready - now), host.manners.response


QUIET = 3.0
"""Seconds without a sign of an answer after which a request is no longer taken for one that goes on."""
PARTS_SECONDS = 30.0
"""Parts of pages (pictures, styles, scripts) never hold the end of a crawl for longer."""
_AT_WORK = frozenset({"browser", "reading", "storing"})

Task = tuple[HostQueue, Entry, float]
"""A request under way, with the moment when it began."""


@dataclass(slots=True)
class _Host:
    queue: HostQueue
    tasks: list[Task]

    @property
    def entries(self) -> Iterator[Entry]:
        yield from (entry for _, entry, _ in self.tasks)
        yield from self.queue.window
        yield from (item[2] for item in self.queue.later)

    def goes_on(self, now: float, heard: float) -> bool:
        """Whether something is sure to happen with it before long."""
        if any(entry.phase in _AT_WORK for _, entry, _ in self.tasks):
            return True
        if self.queue.manners.troubled(now):
            return False
        if self.tasks:
            return now - heard < QUIET
        # it waits for its turn, as politeness wants it, not for another try
        return bool(self.queue.window) or self.queue.more


class Holding:
    """For the crawl's loop, which calls `look` when it has nothing to start; `report` may be called from any thread."""

    def __init__(self) -> None:
        self.hosts: tuple[HostQueue, ...] = ()
        """The hosts that hold the crawl up; empty when something goes on."""
        self._since = 0.0
        self._parts_since = 0.0
        self._awaited: tuple[tuple[Awaited, float, float], ...] = ()
        self._patience = float("inf")
        self.go_on()

    def go_on(self) -> None:
        """Something goes on, or nothing is wanted at the moment."""
        self.hosts, self._awaited = (), ()
        self._since = self._parts_since = time.monotonic()

    def look(self, schedule: Schedule, tasks: Iterable[Task], heard: float, patience: float) -> None:
        """`heard`: when a part of an answer last came in; silent hosts are waited for `patience` seconds."""
        now, self._patience = time.monotonic(), patience
        under_way: dict[int, list[Task]] = {}
        for task in tasks:
            host, entry, began = task
            if now - began < QUIET and not entry.tries and not host.manners.troubled(now):
                self.go_on()  # as it nearly always is
                return
            under_way.setdefault(host.number, []).append(task)
        queues = {host.number: host for host in schedule.hosts}
        queues |= {number: found[0][0] for number, found in under_way.items()}
        hosts = [_Host(queue, under_way.get(number, [])) for number, queue in queues.items()]
        hosts = [
            host for host in hosts if host.tasks or host.queue.window or host.queue.later or host.queue.more
        ]
        if not hosts or schedule.outside or any(host.goes_on(now, heard) for host in hosts):
            self.go_on()
            return
        self.hosts = tuple(host.queue for host in hosts)
        self._awaited = tuple(_awaited(host, now) for host in hosts)
        if any(host.pages for host, _, _ in self._awaited):
            self._parts_since = now

    def parts_overdue(self) -> bool:
        """Whether parts of pages are all that is known to be left, and that for long enough."""
        return bool(self.hosts) and time.monotonic() - self._parts_since >= PARTS_SECONDS - QUIET

    def lost(self) -> tuple[HostQueue, ...]:
        """The hosts that have been silent for long enough while nothing else went on."""
        now = time.monotonic()
        silent = (host for host in self.hosts if host.manners.silent_since)
        return tuple(host for host in silent if now >= self._end(host.manners.silent_since))

    def _end(self, silent_since: float) -> float:
        return max(self._since, silent_since) + self._patience

    def pages_left(self) -> None:
        """There is a page among them after all."""
        self._parts_since = time.monotonic()

    def report(self) -> tuple[tuple[Awaited, ...], float]:
        """The hosts that the crawl waits for, and the seconds of waiting so far."""
        now, awaited = time.monotonic(), self._awaited
        parts = not any(host.pages for host, _, _ in awaited)
        found = []
        for host, when, silent_since in awaited:
            end = self._end(silent_since) if silent_since else float("inf")
            if parts:
                end = min(end, self._parts_since + PARTS_SECONDS - QUIET)
            found.append(replace(host, next_try=max(0.0, when - now), ends_in=max(0.0, end - now)))
        return tuple(found), now - self._since if found else 0.0


def _awaited(host: _Host, now: float) -> tuple[Awaited, float, float]:
    """With the moment of the next try (0 while it is being asked) and that when it fell silent (0: it has not)."""
    entries = {
        entry.number: entry for entry in host.entries
    }.values()  # one may be on its way back to its place
    queue = host.queue
    when = 0.0
    if not host.tasks:
        when = queue.manners.ready_at()
        if not queue.window and queue.later:
            when = max(when, queue.later[0][0])
    elif (slowed := queue.manners.slowed_until) > now:
        when = slowed
    pages = any(entry.is_page for entry in entries)
    found = Awaited(queue.name, len(entries) + queue.queued, queue.manners.reason, 0.0, pages)
    return found, when, queue.manners.silent_since
