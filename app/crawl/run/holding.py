"""What holds a crawl up when nothing goes on, and what has held it up long enough: parts of pages, silent hosts."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from app.crawl.rules.entries import Entry
from app.crawl.rules.model import Awaited
from app.crawl.run.schedule import HostQueue, Schedule

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
        """The hosts that hold the crawl up; none when something goes on."""
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
        """What the crawl waits for, and for how many seconds by now."""
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
