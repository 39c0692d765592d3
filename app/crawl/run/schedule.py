"""Which address is next: a window of each active host's queue in memory, and the host that may be asked soonest."""

from __future__ import annotations

import heapq
import itertools
import time
from bisect import insort
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from operator import attrgetter

from app.crawl.frontier.hosts import Waiting
from app.crawl.rules.entries import Entry
from app.crawl.rules.model import HostState
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
        """Whether something better than what the window holds was queued meanwhile."""
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
    delay from then on, because nobody knows when the last run, which was killed, had asked it.
    """

    def __init__(
        self,
        delay: float,
        per_host: int,
        adaptive: float = 0.0,
        ceiling: float = 60.0,
        patience: float = 0.0,
        *,
        scored: bool = False,
        since: float | None = None,
    ) -> None:
        self.turns = Turns(delay, per_host, adaptive, ceiling, patience)
        self.outside = False
        self.scored = scored
        self._delay = delay
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

    def change(self, delay: float, per_host: int, adaptive: float, ceiling: float, patience: float) -> None:
        """From now on, for all hosts."""
        self._delay = delay
        self.turns.change(delay, per_host, adaptive, ceiling, patience)

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
        """Hosts whose window should be filled from the database. None that is about to make room for others."""
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
