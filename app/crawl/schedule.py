"""Which address is next: a window of each active host's queue in memory, and the host that may be asked soonest."""

from __future__ import annotations

import heapq
import itertools
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from app.crawl.entries import Entry
from app.crawl.model import HostState
from app.crawl.politeness import HostManners

WINDOW = 100
ACTIVE_HOSTS = 200


@dataclass(slots=True)
class HostQueue:
    """`more`: the database may hold more of this host than the window."""

    number: int
    name: str
    manners: HostManners
    window: deque[Entry] = field(default_factory=deque)
    later: list[tuple[float, int, Entry]] = field(default_factory=list)
    more: bool = True

    @property
    def empty(self) -> bool:
        return not self.window and not self.later and not self.more and not self.manners.active


class Schedule:
    """For the crawl's event loop; knows nothing of databases and sockets."""

    def __init__(self, delay: float, per_host: int) -> None:
        self._delay = delay
        self._per_host = per_host
        self._hosts: dict[int, HostQueue] = {}
        self._counter = itertools.count()

    def __len__(self) -> int:
        return len(self._hosts)

    def offer(self, hosts: Iterable[tuple[int, str]]) -> None:
        """Hosts with something in the database. Those beyond ACTIVE_HOSTS wait there until others are done."""
        for number, name in hosts:
            known = self._hosts.get(number)
            if known:
                known.more = True
            elif len(self._hosts) < ACTIVE_HOSTS:
                self._hosts[number] = HostQueue(number, name, HostManners(self._delay, self._per_host))

    def hungry(self) -> list[HostQueue]:
        """Hosts whose window should be filled from the database."""
        return [host for host in self._hosts.values() if host.more and len(host.window) < WINDOW // 2]

    def fill(self, host: HostQueue, entries: list[Entry], asked: int) -> None:
        host.window.extend(entries)
        host.more = len(entries) == asked

    def pick(self, now: float, may_start: Callable[[Entry], bool]) -> tuple[HostQueue, Entry] | float:
        """The next entry with its host, begun already; or the seconds until one may be ready (inf: none is known)."""
        soonest = float("inf")
        best: HostQueue | None = None
        for host in list(self._hosts.values()):
            while host.later and host.later[0][0] <= now:
                # tried before, so it stood before all that is in the window
                host.window.appendleft(heapq.heappop(host.later)[2])
            if host.empty and host.manners.state(now) == "idle":
                del self._hosts[host.number]
                continue
            if not host.window:
                if host.later:
                    soonest = min(soonest, host.later[0][0] - now)
                continue
            ready = host.manners.ready_at()
            if not may_start(host.window[0]):
                continue
            if ready <= now:
                best = host
                break
            soonest = min(soonest, ready - now)
        if best is None:
            return soonest
        # to the end of the line: hosts take turns
        del self._hosts[best.number]
        self._hosts[best.number] = best
        best.manners.begin(now)
        return best, best.window.popleft()

    def later(self, host: HostQueue, entry: Entry, when: float) -> None:
        """Try an entry again at a given time."""
        entry.tries += 1
        heapq.heappush(host.later, (when, next(self._counter), entry))

    def drop_pages(self) -> list[Entry]:
        """Take all pages out of the windows (a limit was reached); requisites stay."""
        return self._drop(lambda entry: entry.is_page)

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

    def state(self, number: int, now: float) -> tuple[float, HostState]:
        host = self._hosts.get(number)
        return (host.manners.delay, host.manners.state(now)) if host else (self._delay, "idle")
