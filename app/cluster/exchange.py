"""Addresses on their way between the nodes of a crawl: who owns them, parcels to their owners, parcels from others.

A parcel is taken only between nodes that go by the same table: two that do not agree who owns a host would send its
addresses to and fro. They agree again with their next report to the register; the parcel waits in the outbox meanwhile.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from functools import cached_property
from typing import Any, Protocol

from app.cluster.ring import Table
from app.crawl.frontier.outbox import UNDER_WAY
from app.crawl.rules.sharing import Parcel
from app.crawl.run.crawl import Crawl

SILENT = 5.0
"""Seconds until a node that gave no answer is tried again …"""
BUSY = 0.5
"""… and one that takes nothing at the moment, because its hosts change."""
FEW = 10
"""Nodes to send to up to which addresses are held back for `hold` seconds; for more of them they are in proportion …"""
LONGEST = 100.0
"""… up to so many."""
DIRECT = 100
"""Nodes up to which each sends to each of the others."""


class Unreachable(Exception):
    """There was no answer: nobody knows whether the other side did what was asked."""


class Call(Protocol):
    """A question to a node by its name, or to the "register"; in JSON both ways. Raises Unreachable."""

    def __call__(self, to: str, method: str, about: dict[str, Any]) -> dict[str, Any]: ...


def now() -> float:
    """Seconds of a clock that goes on while the machine sleeps, where the system has one: a lease must end meanwhile."""
    boot = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot is None else time.clock_gettime(boot)


class Share:
    """What one node has of a crawl, by one table; see `app.crawl.rules.sharing.Sharing`. Until `lease` (of `now`) it may
    ask.

    Of more than `direct` nodes each sends to those alone that stand in its row and its column of a square, who pass on
    what is for others: an address goes along the row, then along the column of its owner. So of a thousand nodes each
    has 62 to send to, and a parcel has many addresses.
    """

    def __init__(self, node: str, table: Table, lease: float = float("-inf"), direct: int = DIRECT) -> None:
        self.name = node
        self.epoch = table.epoch
        self.table = table
        self.lease = lease
        self._names = sorted(table.members)
        self._width = math.isqrt(len(self._names) - 1) + 1 if self._names else 1
        self._places = (
            {name: divmod(number, self._width) for number, name in enumerate(self._names)}
            if len(self._names) > direct
            else {}
        )

    def owner(self, url: str) -> str:
        node = self.table.owner(url)
        return "" if node == self.name else node

    def towards(self, owner: str) -> str:
        own, there = self._places.get(self.name), self._places.get(owner)
        if own is None or there is None or own[0] == there[0] or own[1] == there[1]:
            return owner
        corner = own[0] * self._width + there[1]
        if corner < len(self._names):
            return self._names[corner]
        return self._names[there[0] * self._width + own[1]]  # this row is the last one, and not full

    @cached_property
    def neighbours(self) -> frozenset[str]:
        """Whom this node sends to."""
        return frozenset(map(self.towards, self.table.members - {self.name}))

    def may_ask(self) -> bool:
        return now() < self.lease


class Exchange:
    """The parcels of one crawl under one table. `send` is for one thread, `receive` for any.

    Addresses for a node are held back for `hold` seconds, so that a parcel has many of them; not where that node or this
    one has nothing left to do. For longer in a large cluster: held back for ten seconds, what one of a hundred nodes
    finds made more parcels than it could send (`simulate_cluster.py`).
    """

    def __init__(
        self, crawl: Crawl, share: Share, call: Call, clock: Callable[[], float] = now, hold: float = 0.0
    ) -> None:
        self.hungry: frozenset[str] = frozenset()
        """Nodes that had nothing left to do when they last said so."""
        self.sent = 0
        """Addresses that others have got so far."""
        self.messages = 0
        """In so many parcels."""
        self.received = 0
        """Parcels that have come so far, with those that came twice."""
        self._crawl, self._share, self._call, self._clock = crawl, share, call, clock
        self._hold = min(hold * max(1.0, len(share.neighbours) / FEW), max(hold, LONGEST))
        self._looked = float("-inf")
        self._served: dict[str, float] = {}
        self._silent: dict[str, float] = {}

    def send(self) -> int:
        """Bring to the others what waits for them; how many addresses they have taken. A node that does not answer holds
        up no other one. StorageFailed when the crawl has ended."""
        taken = 0
        arrived: list[int] = []
        due, clock = self._due(), self._clock()
        if due == [] and clock - self._looked < self._hold / 2:
            return 0  # full parcels can wait a moment: looking for them holds up the crawl
        parcels = self._crawl.parcels(due).result()
        # as many as are handed out at once: there may be more, which need not wait
        self._looked = clock if len(parcels) < UNDER_WAY else float("-inf")
        for parcel in parcels:
            if self._silent.get(parcel.node, 0.0) > self._clock():
                continue
            about = {"epoch": self._share.epoch, "job": self._crawl.job_id, "parcel": parcel.to_json()}
            try:
                has = self._call(parcel.node, "receive", about).get("taken", False)
            except Unreachable:
                self._silent[parcel.node] = self._clock() + SILENT
                continue
            if has:
                arrived.append(parcel.number)
                taken += len(parcel.addresses)
            else:
                self._silent[parcel.node] = self._clock() + BUSY
        if arrived:
            self._crawl.arrived(arrived).result()
        self.sent += taken
        self.messages += len(arrived)
        return taken

    def _due(self) -> list[str] | None:
        """Nodes that get what there is for them; None for all."""
        if self._crawl.idle or not self._hold:
            return None
        clock = self._clock()
        due = [
            node
            for node in self._share.neighbours
            if node in self.hungry or clock - self._served.get(node, float("-inf")) >= self._hold
        ]
        self._served |= dict.fromkeys(due, clock)
        return due

    def receive(self, about: dict[str, Any]) -> dict[str, Any]:
        """Take a parcel of another node; the answer comes when its addresses are safe."""
        if about["epoch"] != self._share.epoch or about["job"] != self._crawl.job_id:
            return {"taken": False}
        self.received += 1  # before it counts: who reports meanwhile must not look idle
        self._crawl.receive(Parcel.from_json(about["parcel"])).result()
        return {"taken": True}
