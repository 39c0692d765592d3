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
from itertools import groupby
from typing import Any

from app.crawl.rules.url import host_of

PLACES = 1 << 32
SLOTS = 4096
"""Slots of a table, enough for some fifty nodes: with fewer than a hundred slots a node, shares differ by chance."""
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


def key_of(url: str) -> str:
    """The key of a normalised address: its host, without the port and a leading "www.", so that the two spellings of a
    site, which lead to each other, have one owner."""
    return host_of(url).removeprefix("www.")


def slot_of(key: str, slots: int = SLOTS) -> int:
    """The slot of a key, by another hash than its place on the ring."""
    return int.from_bytes(blake2b(key.encode(), digest_size=8, person=b"slot").digest(), "big") % slots


@dataclass(frozen=True)
class Table:
    """The node of each slot. Of two tables the one with the greater `epoch` holds."""

    epoch: int
    nodes: tuple[str, ...]

    @classmethod
    def of(
        cls, capacities: Mapping[str, int], epoch: int, slots: int = SLOTS, replicas: int = REPLICAS
    ) -> Table:
        """The table by the ring. `capacities`: of each node, in multiples of `replicas` virtual nodes."""
        ring = Ring({node: capacity * replicas for node, capacity in capacities.items()})
        return cls(epoch, tuple(ring.owner(f"slot {slot}") for slot in range(slots)))

    @cached_property
    def members(self) -> frozenset[str]:
        """Nodes that own a slot."""
        return frozenset(self.nodes)

    def slot(self, url: str) -> int:
        return slot_of(key_of(url), len(self.nodes))

    def owner(self, url: str) -> str:
        """The node that asks for an address."""
        return self.nodes[self.slot(url)]

    def slots_of(self, node: str) -> frozenset[int]:
        return frozenset(slot for slot, owner in enumerate(self.nodes) if owner == node)

    def moved(self, newer: Table) -> dict[int, tuple[str, str]]:
        """Slots that have another owner in a newer table, with the old and the new one."""
        pairs = zip(self.nodes, newer.nodes, strict=True)
        return {slot: (old, new) for slot, (old, new) in enumerate(pairs) if old != new}

    def to_json(self) -> dict[str, Any]:
        """`runs`: (node, how many slots in a row), from slot 0."""
        return {
            "epoch": self.epoch,
            "runs": [[node, len(list(run))] for node, run in groupby(self.nodes)],
        }

    @classmethod
    def from_json(cls, made: Mapping[str, Any]) -> Table:
        return cls(int(made["epoch"]), tuple(node for node, count in made["runs"] for _ in range(count)))
