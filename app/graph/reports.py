"""What a look at the links of a site finds: broken links, orphans, redirects, depth, dead ends, farms.

Links that no reader could follow (addresses in scripts and forms) are in none of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from app.graph.network import Arcs, Network
from app.graph.store.links import (
    CANONICAL,
    CLASS,
    CLASSES,
    CONTENT,
    EMBED,
    LISTED,
    NAVIGATION,
    REDIRECT,
    UNSURE,
)

Numbers = npt.NDArray[np.int64]

_CLICKS = {CONTENT: 1.0, NAVIGATION: 1.0, REDIRECT: 1.0}
_LONGEST = 50  # steps of a chain of redirects
_FEW_HOSTS = 3  # of a farm


@dataclass(frozen=True, slots=True)
class Place:
    """Where a link stands: the address of its page, its class, its words, how often it is there."""

    url: str
    kind: str
    text: str
    count: int


@dataclass(frozen=True, slots=True)
class Broken:
    """An address that answers with an error (`status`), and every place that links to it."""

    url: str
    status: int
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Redirects:
    """Addresses from the first on that each lead to the next; `loop` when the last one is among those before it, `status`
    is that of the last (0: not in the archive); `links` is how many pages link to the first."""

    urls: tuple[str, ...]
    status: int
    loop: bool
    links: int


@dataclass(frozen=True, slots=True)
class Orphan:
    """A page that was fetched and that no page links to; `known` says from where it is known ("sitemap", "redirect",
    "former", "start", or "" when nothing tells)."""

    url: str
    known: str


@dataclass(frozen=True, slots=True)
class Farm:
    """Hosts that all link to one another, and the share of the links to them from elsewhere."""

    hosts: tuple[str, ...]
    inside: int
    outside: int


def broken(network: Network, at: int | None = None) -> list[Broken]:
    """Addresses that answered with an error, of the links that stand now or stood at a moment; the most linked first."""
    links, status = network.links, network.status_at(at)
    rows = np.flatnonzero(network.rows(at) & (status[links.target] >= 400) & (links.kind & UNSURE == 0))
    if not len(rows):
        return []
    order = rows[np.argsort(links.target[rows], kind="stable")]
    targets, begins = np.unique(links.target[order], return_index=True)
    found = []
    for target, some in zip(targets.tolist(), np.split(order, begins[1:]), strict=True):
        places = tuple(_place(network, row) for row in some.tolist())
        found.append(Broken(network.urls[target], int(status[target]), places))
    found.sort(key=lambda one: (-len(one.places), one.url))
    return found


def _place(network: Network, row: int) -> Place:
    links = network.links
    words = links.texts[int(links.text[row])] if len(links.text) else ""
    source = network.urls[int(network.sources[row])]
    return Place(source, CLASSES[int(links.kind[row]) & CLASS], words, int(links.count[row]))


def redirects(network: Network, at: int | None = None) -> list[Redirects]:
    """Redirects, each from an address that no other leads to, with all that follow; loops come first, then the longest
    chains."""
    links, status = network.links, network.status_at(at)
    stands = network.rows(at)
    rows = np.flatnonzero(stands & (links.kind & CLASS == REDIRECT))
    following = dict(zip(network.sources[rows].tolist(), links.target[rows].tolist(), strict=True))
    linking = np.bincount(
        links.target[stands & (links.kind & CLASS != REDIRECT)], minlength=len(network.keys)
    )
    ends = set(following.values())
    starts = [node for node in following if node not in ends]
    seen: set[int] = set()
    found = []
    for begin in [*starts, *sorted(following)]:
        if begin in seen:
            continue
        chain = [begin]
        while (after := following.get(chain[-1])) is not None and len(chain) < _LONGEST:
            loop = after in chain
            chain.append(after)
            if loop:
                break
        seen.update(chain)
        loop = len(set(chain)) < len(chain)
        urls = tuple(network.urls[node] for node in chain)
        found.append(Redirects(urls, int(status[chain[-1]]), loop, int(linking[begin])))
    found.sort(key=lambda one: (not one.loop, -len(one.urls), one.urls[0]))
    return found


def depths(network: Network, start: Collection[int] | None = None, at: int | None = None) -> Numbers:
    """How many clicks each address is away from the home page of its host (or from `start`); −1: no way leads there. A
    redirect is no click."""
    graph = network.arcs(at=at, classes=_CLICKS)
    free = network.arcs(at=at, classes={REDIRECT: 1.0})
    if start is None:
        start = [
            node for node, key in enumerate(network.keys) if key.partition("/")[2].partition("\t")[0] == ""
        ]
    return clicks(graph, start, free)


def clicks(graph: Arcs, start: Collection[int], free: Arcs | None = None) -> Numbers:
    """The shortest way from one of some nodes to each, in arcs; those of `free` count nothing. −1: there is none."""
    depth = np.full(graph.size, -1, np.int64)
    edge = np.array(sorted(start), np.int64)
    step = 0
    begins = np.concatenate(([0], np.cumsum(np.bincount(graph.source, minlength=graph.size))))
    ways = {} if free is None else dict(zip(free.source.tolist(), free.target.tolist(), strict=True))
    while len(edge):
        edge = edge[depth[edge] < 0]
        depth[edge] = step
        more = [_end(ways, node) for node in edge.tolist() if node in ways]
        moved = np.unique(np.array([node for node in more if depth[node] < 0], np.int64))
        depth[moved] = step
        edge = np.concatenate((edge, moved))
        counts = begins[edge + 1] - begins[edge]
        places = np.repeat(begins[edge] - np.cumsum(counts) + counts, counts) + np.arange(counts.sum())
        after = np.unique(graph.target[places])
        edge = after[depth[after] < 0]
        step += 1
    return depth


def _end(ways: dict[int, int], node: int) -> int:
    for _ in range(_LONGEST):
        if node not in ways:
            break
        node = ways[node]
    return node


def orphans(
    network: Network, kinds: npt.NDArray[np.bool_] | None = None, at: int | None = None
) -> list[Orphan]:
    """Pages in the archive with an answer that is no error and no redirect, to which no page links: known from a sitemap
    or feed, by a redirect, from links of former versions, or as where a crawl began (the home page of a host). `kinds`
    keeps those that are documents."""
    links, status = network.links, network.status_at(at)
    clicked = (links.kind & UNSURE == 0) & np.isin(
        links.kind & CLASS, (CONTENT, NAVIGATION, EMBED, CANONICAL)
    )
    foreign = network.sources != links.target

    def into(rows: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
        mask = np.zeros(len(network.keys), np.bool_)
        mask[links.target[rows & foreign]] = True
        return mask

    now = network.rows(at)
    linked = into(now & clicked)
    alone = (status >= 200) & (status < 300) & ~linked
    if kinds is not None:
        alone &= kinds
    listed, sent = into(now & (links.kind & CLASS == LISTED)), into(now & (links.kind & CLASS == REDIRECT))
    former = into(clicked)
    found = []
    for node in np.flatnonzero(alone).tolist():
        home = network.keys[node].partition("/")[2].partition("\t")[0] == ""
        ways = (
            ("start", home),
            ("sitemap", listed[node]),
            ("redirect", sent[node]),
            ("former", former[node]),
        )
        known = next((name for name, is_so in ways if is_so), "")
        found.append(Orphan(network.urls[node], known))
    return found


def dead_ends(network: Network, at: int | None = None) -> list[str]:
    """Pages in the archive that link to nothing a reader could follow, though they are HTML enough to load something."""
    links, status = network.links, network.status_at(at)
    now = network.rows(at) & (links.kind & UNSURE == 0)
    size = len(network.keys)
    leads = np.bincount(
        network.sources[now & np.isin(links.kind & CLASS, (CONTENT, NAVIGATION, REDIRECT))], minlength=size
    )
    loads = np.bincount(network.sources[now & (links.kind & CLASS == EMBED)], minlength=size)
    linked = np.bincount(
        links.target[now & np.isin(links.kind & CLASS, (CONTENT, NAVIGATION))], minlength=size
    )
    chosen = (status >= 200) & (status < 300) & (leads == 0) & (loads > 0) & (linked > 0)
    return [network.urls[node] for node in np.flatnonzero(chosen).tolist()]


def rot(network: Network) -> Iterator[tuple[int, int, int]]:
    """For each day on which something was captured: its end in seconds since 1970, links of that date to addresses that
    were ever fetched, and how many of these were dead then."""
    links = network.links
    days = np.unique(links.when // 86400)
    followed = np.isin(links.kind & CLASS, (CONTENT, NAVIGATION)) & (links.kind & UNSURE == 0)
    for day in days.tolist():
        moment = day * 86400 + 86399
        status = network.status_at(moment)[links.target[network.rows(moment) & followed]]
        yield moment, int((status > 0).sum()), int((status >= 400).sum())


def reciprocal(graph: Arcs) -> Numbers:
    """Pairs of nodes that link to each other, the smaller number first."""
    both = graph.source * graph.size + graph.target
    back = graph.target * graph.size + graph.source
    found = np.isin(both, back) & (graph.source < graph.target)
    return np.stack((graph.source[found], graph.target[found]), 1)


def farms(network: Network, at: int | None = None) -> list[Farm]:
    """Groups of three hosts or more that link to one another and that few others link to: less than a tenth of the hosts
    that link to one of them is no member. Groups are the connected parts of the links that go both ways."""
    graph = network.arcs("host", at=at)
    pairs = reciprocal(graph)
    parent = list(range(graph.size))

    def root(node: int) -> int:
        while parent[node] != node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    for a, b in pairs.tolist():
        parent[root(a)] = root(b)
    groups: dict[int, list[int]] = {}
    for node in sorted(set(pairs.ravel().tolist())):
        groups.setdefault(root(node), []).append(node)
    found = []
    for members in groups.values():
        if len(members) < _FEW_HOSTS:
            continue
        mask = np.zeros(graph.size, np.bool_)
        mask[members] = True
        into = mask[graph.target]
        inside, outside = int((into & mask[graph.source]).sum()), int((into & ~mask[graph.source]).sum())
        if outside * 10 <= inside:
            found.append(Farm(tuple(graph.names[node] for node in members), inside, outside))
    found.sort(key=lambda one: (-len(one.hosts), one.hosts))
    return found
