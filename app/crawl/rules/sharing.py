"""A crawl that is one of several: which addresses another one asks for, and whether this one may ask at the moment.

A crawl on one machine has no `Sharing`, and nothing of this costs it anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from app.crawl.rules.entries import Candidate

MOST = 1000
"""Addresses that travel together at most."""


class Sharing(Protocol):
    """For several threads. `name` tells this crawl from the others on its machine, `epoch` this order of owners from
    another one."""

    name: str
    epoch: int

    def owner(self, url: str) -> str:
        """Who asks for an address; "" for this crawl."""
        ...

    def towards(self, owner: str) -> str:
        """Who is given addresses of `owner`, to keep them or to pass them on."""
        ...

    def may_ask(self) -> bool:
        """Whether a request may begin now: not when the others may have taken this crawl for dead."""
        ...


class Foreign(NamedTuple):
    """An address that another crawl asks for, with what only its finder knows: the page with the link, the relevance of
    that page and the rank it hands on. `key` is in hexadecimal digits, `pattern` too, with its allowance."""

    url: str
    key: str
    depth: int
    level: int
    origin: str | None
    hops: int
    chain: int
    pattern: str
    allowance: int
    anchor: str
    guess: bool
    raw: str
    off_site: int
    modified: float
    forced: bool
    linked_from: str
    relevance: float
    rank: float

    @classmethod
    def of(cls, found: Candidate, linked_from: str, relevance: float, rank: float) -> Foreign:
        pattern, allowance = found.pattern or (b"", 0)
        return cls(
            found.url,
            found.key.hex(),
            found.depth,
            found.level,
            found.origin,
            found.hops,
            found.chain,
            pattern.hex(),
            allowance,
            found.anchor,
            found.guess,
            found.raw,
            found.off_site,
            found.modified,
            found.forced,
            linked_from,
            relevance,
            rank,
        )

    @property
    def candidate(self) -> Candidate:
        return Candidate(
            self.url,
            bytes.fromhex(self.key),
            self.depth,
            self.level,
            origin=self.origin,
            hops=self.hops,
            chain=self.chain,
            pattern=(bytes.fromhex(self.pattern), self.allowance) if self.pattern else None,
            anchor=self.anchor,
            guess=self.guess,
            raw=self.raw,
            off_site=self.off_site,
            modified=self.modified,
            forced=self.forced,
        )


@dataclass(frozen=True, slots=True)
class Parcel:
    """Up to `MOST` addresses on their way to `node`, which passes on those that are not its own. `sender` and `number` are
    the same each time it is sent; `seeds` are the targets of redirects of seeds that the sender knows of, (address,
    address asked for at first): what they led to is in these addresses, and lies in the scope that they have widened."""

    sender: str
    number: int
    node: str
    addresses: tuple[Foreign, ...]
    seeds: tuple[tuple[str, str], ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {
            "sender": self.sender,
            "number": self.number,
            "node": self.node,
            "addresses": [list(one) for one in self.addresses],
            "seeds": [list(one) for one in self.seeds],
        }

    @classmethod
    def from_json(cls, made: dict[str, Any]) -> Parcel:
        return cls(
            str(made["sender"]),
            int(made["number"]),
            str(made["node"]),
            tuple(Foreign(*one) for one in made["addresses"]),
            tuple((str(url), str(origin)) for url, origin in made["seeds"]),
        )


def portions(items: Sequence[Any], size: int = MOST) -> list[Sequence[Any]]:
    return [items[start : start + size] for start in range(0, len(items), size)]
