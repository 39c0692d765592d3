"""The graph as arcs between numbers, for computing: of pages, hosts or domains, at a date or of all time.

`Network.of(archive)` loads the links; `arcs` gives what is to be looked at, and all of `app.graph.rank` works on that alone.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt

from app.graph.store.addresses import groups, host_of, key_of, url_of
from app.graph.store.links import CANONICAL, CLASS, CONTENT, NAVIGATION, REDIRECT, UNSURE, Links
from app.graph.store.store import opened

Numbers = npt.NDArray[np.int64]
Weights = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]
Level = Literal["page", "host", "domain"]

LEVELS: tuple[Level, ...] = ("page", "host", "domain")
NAVIGATION_WEIGHT = 0.2
"""What a link of the site's template counts for, where one in what a page says counts 1: it is on every page, and tells
the same of its target each time."""
WEIGHTS: Mapping[int, float] = {CONTENT: 1.0, NAVIGATION: NAVIGATION_WEIGHT, REDIRECT: 1.0, CANONICAL: 1.0}
"""Classes of links that rank, and what each counts for; pictures, style sheets and lists of addresses are not among them."""


@dataclass(frozen=True, slots=True)
class Arcs:
    """A directed graph: `size` nodes, and arcs without doubles, ordered by source and target, with weights. `names` are
    the addresses (hosts, domains) of its nodes; empty for a graph of numbers alone."""

    size: int
    source: Numbers
    target: Numbers
    weight: Weights
    names: tuple[str, ...] | list[str] = ()

    def __len__(self) -> int:
        return len(self.source)

    def reversed(self) -> Arcs:
        """Each arc the other way round."""
        return arcs(self.size, self.target, self.source, self.weight, self.names)

    def among(self, nodes: Numbers) -> Arcs:
        """The arcs among some nodes, which are numbered anew in their order."""
        place = np.full(self.size, -1, np.int64)
        place[nodes] = np.arange(len(nodes))
        source, target = place[self.source], place[self.target]
        kept = (source >= 0) & (target >= 0)
        names = [self.names[node] for node in nodes.tolist()] if self.names else ()
        return arcs(len(nodes), source[kept], target[kept], self.weight[kept], names)


def arcs(
    size: int,
    source: npt.NDArray[np.integer],
    target: npt.NDArray[np.integer],
    weight: Weights | None = None,
    names: tuple[str, ...] | list[str] = (),
) -> Arcs:
    """Arcs in their order; of doubles the weights are added."""
    both = source.astype(np.int64) * size + target
    if len(both) and (both[1:] <= both[:-1]).any():
        order = np.argsort(both, kind="stable")
        both = both[order]
        begin = np.flatnonzero(np.append(True, both[1:] != both[:-1]))
        added = np.add.reduceat((np.ones(len(order)) if weight is None else weight[order]), begin)
        both, weight = both[begin], added
    if weight is None:
        weight = np.ones(len(both))
    size_ = max(size, 1)
    return Arcs(size, both // size_, both % size_, weight, names)


class Network:
    """The links of an archive in memory. ArchiveError as `opened` raises it."""

    def __init__(self, links: Links) -> None:
        self.links = links
        self._kept: Mask | None = None

    def keep(self, rel: Collection[str] = (), without: Collection[str] = ()) -> None:
        """Look at some links alone from now on: those with one of the `rel` words, and without any of the others."""
        only, never = {word.lower() for word in rel}, {word.lower() for word in without}
        good = [
            (not only or not only.isdisjoint(words)) and never.isdisjoint(words)
            for words in map(str.split, self.links.rels)
        ]
        self._kept = np.array(good, np.bool_)[self.links.rel]

    @classmethod
    def of(cls, archive: Path, *, words: bool = False) -> Network:
        """Load it; with the words of the links only where these are wanted."""
        file = opened(archive)
        try:
            return cls(file.load(words=words))
        finally:
            file.close()

    @cached_property
    def keys(self) -> list[str]:
        """The addresses in canonical order, as they are sorted."""
        return list(self.links.keys)

    @cached_property
    def urls(self) -> list[str]:
        """The addresses."""
        return [url_of(key) for key in self.keys]

    @cached_property
    def hosts(self) -> tuple[list[str], Numbers]:
        """Hosts in canonical order, and the number of each address' one."""
        return groups(self.keys, "host")

    @cached_property
    def domains(self) -> tuple[list[str], Numbers]:
        """Registered domains, and the number of each address' one."""
        return groups(self.keys, "domain")

    @cached_property
    def sources(self) -> Numbers:
        """The page of each row."""
        return self.links.sources().astype(np.int64)

    @cached_property
    def fetched(self) -> Mask:
        """Which addresses have versions in the archive."""
        return np.asarray(np.diff(self.links.seen) > 0)

    @cached_property
    def status(self) -> Numbers:
        """The status of the newest version of each address, 0 where there is none."""
        return self.status_at(None)

    def status_at(self, moment: int | None) -> Numbers:
        """The same of the newest version by a moment, in seconds since 1970."""
        seen = self.links.seen
        if moment is None:
            newest = seen[1:] - 1
        else:
            before = np.concatenate(([0], np.cumsum(self.links.when <= moment)))
            newest = seen[:-1] + before[seen[1:]] - before[seen[:-1]] - 1
        there = newest >= seen[:-1]
        status = np.zeros(len(there), np.int64)
        status[there] = self.links.status[newest[there]]
        return status

    def find(self, url: str) -> int | None:
        """The number of an address."""
        from bisect import bisect_left

        key = key_of(url)
        if key is None:
            return None
        place = bisect_left(self.keys, key)
        return place if place < len(self.keys) and self.keys[place] == key else None

    def rows(self, moment: int | None = None, *, ever: bool = False) -> Mask:
        """Which rows stand now, at a moment, or ever stood, of those that are kept (`keep`)."""
        if ever:
            found = np.ones(self.links.size, np.bool_)
        else:
            found = self.links.current() if moment is None else self.links.at(moment)
        return found if self._kept is None else found & self._kept

    def arcs(
        self,
        level: Level = "page",
        *,
        at: int | None = None,
        ever: bool = False,
        classes: Mapping[int, float] | None = None,
        same_host: bool = True,
        same_domain: bool = True,
        stop_hosts: Collection[str] = (),
        among: Mask | None = None,
    ) -> Arcs:
        """The arcs of a level at a moment: of those `classes` (by default those that rank), weighted by class; of hosts
        and domains how much their pages link to each other, without what stays inside. `same_host` and `same_domain`
        False leave out what stays inside of one, `stop_hosts` all from and to some; `among` keeps rows."""
        weights = WEIGHTS if classes is None else classes
        by_class = np.zeros(CLASS + 1)
        for one, weight in weights.items():
            by_class[one] = weight
        links = self.links
        weight = by_class[links.kind & CLASS]
        kept = self.rows(at, ever=ever) & (weight > 0) & (links.kind & UNSURE == 0)
        kept &= self.sources != links.target
        if among is not None:
            kept &= among
        if not (same_host and same_domain):
            group = self.domains[1] if not same_domain else self.hosts[1]
            kept &= group[self.sources] != group[links.target]
        if stop_hosts:
            names, host = self.hosts
            stopped = np.isin(np.array(names), np.array(list(stop_hosts)))
            kept &= ~(stopped[host[self.sources]] | stopped[host[links.target]])
        rows = np.flatnonzero(kept)
        source, target, weight = self.sources[rows], links.target[rows].astype(np.int64), weight[rows]
        if level == "page":
            return arcs(len(self.keys), source, target, weight, ())
        group_names, group = self.hosts if level == "host" else self.domains
        source, target = group[source], group[target]
        out = source != target
        return arcs(len(group_names), source[out], target[out], weight[out], group_names)

    def names(self, level: Level = "page") -> list[str]:
        """The names of the nodes of a level."""
        return self.urls if level == "page" else (self.hosts if level == "host" else self.domains)[0]

    def host(self, node: int) -> str:
        """The host of an address."""
        return host_of(self.keys[node])
