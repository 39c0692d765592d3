"""Who owns a host: consistent hashing (Karger et al., STOC 1997; the crawler book, L3094–3287) and the table made of it.

Places are whole numbers from 0 to 2^32 − 1, the same for keys and nodes. A node has virtual nodes, `NODE#1`, `NODE#2` …,
as many as its capacity asks for; a key belongs to the first virtual node at its place or clockwise of it, behind the
last one to the first. So a node that comes takes keys from others and moves none between them, and one that goes gives
away its own alone.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from typing import Any

from app.crawl.rules.url import host_of

PLACES = 1 << 32
SLOTS = 4096
"""Slots of a table at least, enough for four nodes; see `slots_for`."""
REPLICAS = 200
"""Virtual nodes of a node of capacity 1: shares then differ by about 1 / √200, 7 %."""

Place = Callable[[str], int]


def place(text: str) -> int:
    """The place of a text on the ring, the same in every process and on every machine."""
    return int.from_bytes(blake2b(text.encode(), digest_size=4).digest(), "big")


class Ring:
    """`capacities`: how many virtual nodes each node has, at least 1."""

    def __init__(self, capacities: Mapping[str, int], place: Place = place) -> None:
        self._place = place
        points = sorted(
            (
                place(f"{node}#{number}"),
                node,
            )  # of two at one place the first by name, in whatever order they came
            for node, count in capacities.items()
            for number in range(1, count + 1)
        )
        self._places = [point for point, _ in points]
        self._nodes = [node for _, node in points]

    def owner(self, key: str) -> str:
        """The node of a key. LookupError on an empty ring."""
        if not self._nodes:
            raise LookupError("a ring without nodes")
        return self._nodes[bisect_left(self._places, self._place(key)) % len(self._nodes)]

    def spread(self, count: int) -> tuple[str, ...]:
        """The nodes of so many keys at even distances, the first one at place 0."""
        found: list[str] = []
        for point, node in zip(self._places, self._nodes, strict=True):
            upto = point * count // PLACES + 1  # keys up to this point
            found += [node] * (upto - len(found))
        return (*found, *self._nodes[:1] * (count - len(found)))


def key_of(url: str) -> str:
    """The key of a normalised address: its host, without the port and a leading "www.", so that the two spellings of a
    site, which lead to each other, have one owner."""
    return host_of(url).removeprefix("www.")


def slot_of(key: str, slots: int = SLOTS) -> int:
    """The slot of a key, by another hash than its place on the ring."""
    return int.from_bytes(blake2b(key.encode(), digest_size=8, person=b"slot").digest(), "big") % slots


def slots_for(nodes: int) -> int:
    """How many slots a cluster of up to so many nodes needs: five for each virtual node, as a power of two. With fewer of
    them shares differ by more than the ring says (measured at 1000 nodes: 1.31 of the mean share with one slot for each
    virtual node, 1.24 with five, as the ring itself)."""
    return max(SLOTS, 1 << (5 * REPLICAS * nodes - 1).bit_length())


@dataclass(frozen=True)
class Table:
    """The node of each slot. Of two tables the one with the greater `epoch` holds. `replicas` are the virtual nodes that
    it was made of, which is all that travels: the table of a thousand nodes has a million slots."""

    epoch: int
    nodes: tuple[str, ...]
    replicas: tuple[tuple[str, int], ...] = ()

    @classmethod
    def of(
        cls, capacities: Mapping[str, int], epoch: int, slots: int = SLOTS, replicas: int = REPLICAS
    ) -> Table:
        """The table by the ring. `capacities`: of each node, in multiples of `replicas` virtual nodes."""
        counts = tuple(sorted((node, capacity * replicas) for node, capacity in capacities.items()))
        nodes = Ring(dict(counts)).spread(slots) if counts else ("",) * slots
        return cls(epoch, nodes, counts)

    @cached_property
    def members(self) -> frozenset[str]:
        """Nodes that own a slot."""
        return frozenset(self.nodes)

    def slot(self, url: str) -> int:
        return slot_of(key_of(url), len(self.nodes))

    def owner(self, url: str) -> str:
        """The node that asks for an address."""
        return self.nodes[self.slot(url)]

    def moved(self, newer: Table) -> dict[int, tuple[str, str]]:
        """Slots that have another owner in a newer table, with the old and the new one."""
        pairs = zip(self.nodes, newer.nodes, strict=True)
        return {slot: (old, new) for slot, (old, new) in enumerate(pairs) if old != new}

    def to_json(self) -> dict[str, Any]:
        return {"epoch": self.epoch, "slots": len(self.nodes), "replicas": dict(self.replicas)}

    @classmethod
    def from_json(cls, made: Mapping[str, Any]) -> Table:
        return cls.of(made["replicas"], int(made["epoch"]), int(made["slots"]), 1)
