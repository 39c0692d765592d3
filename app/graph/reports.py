"""What a look at the links of a site finds: broken links, orphans, redirects, depth, dead ends, farms, anchors.

Links that no reader could follow (addresses in scripts and forms) are in none of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import overload

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
    """Where a link stands: the address of its page, its class, its words, how often it is there, where it leads, its
    relation words."""

    url: str
    kind: str = ""
    text: str = ""
    count: int = 1
    target: str = ""
    rel: str = ""


class Places(Sequence[Place]):
    """The places of some rows of the graph, each made when it is asked for: a menu may have a dead link on every page."""

    def __init__(self, network: Network, rows: Numbers) -> None:
        self._network, self._rows = network, rows

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, number: int) -> Place: ...
    @overload
    def __getitem__(self, number: slice) -> Sequence[Place]: ...
    def __getitem__(self, number: int | slice) -> Place | Sequence[Place]:
        if isinstance(number, slice):
            return Places(self._network, self._rows[number])
        return _place(self._network, int(self._rows[number]))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # a list of what may change with the network


@dataclass(frozen=True, slots=True)
class Broken:
    """An address that answers with an error (`status`), and every place that links to it."""

    url: str
    status: int
    places: Places


@dataclass(frozen=True, slots=True)
class Linked:
    """An address, how many pages link to it, how many other hosts do, and where."""

    url: str
    pages: int
    hosts: int
    places: Places


@dataclass(frozen=True, slots=True)
class Anchor:
    """Words of links: how many links have them, on how many pages, leading to how many addresses, and where."""

    text: str
    links: int
    pages: int
    targets: int
    places: Places


@dataclass(frozen=True, slots=True)
class Exchange:
    """Two hosts that link to each other: how many links lead from the first to the other, and back."""

    host: str
    other: str
    there: int
    back: int
    places: Places


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
    found = [
        Broken(network.urls[target], int(status[target]), Places(network, some))
        for target, some in grouped(links.target[rows], rows)
    ]
    found.sort(key=lambda one: (-len(one.places), one.url))
    return found


def grouped(keys: npt.NDArray[np.integer], rows: Numbers) -> Iterator[tuple[int, Numbers]]:
    """Rows by a key that each has, the smallest key first."""
    order = np.argsort(keys, kind="stable")
    found, begins = np.unique(keys[order], return_index=True)
    yield from zip(found.tolist(), np.split(rows[order], begins[1:]) if len(rows) else (), strict=True)


def _place(network: Network, row: int) -> Place:
    links = network.links
    words = links.texts[int(links.text[row])] if len(links.text) else ""
    source = network.urls[int(network.sources[row])]
    target = network.urls[int(links.target[row])]
    kind, rel = CLASSES[int(links.kind[row]) & CLASS], links.rels[int(links.rel[row])]
    return Place(source, kind, words, int(links.count[row]), target, rel)


def followed(network: Network, at: int | None = None) -> npt.NDArray[np.bool_]:
    """Which rows are links that a reader can click, from one page to another."""
    kinds = network.links.kind
    clicked = np.isin(kinds & CLASS, (CONTENT, NAVIGATION)) & (kinds & UNSURE == 0)
    return np.asarray(network.rows(at) & clicked & (network.sources != network.links.target))


def linking(network: Network, targets: Collection[int], at: int | None = None) -> dict[int, Places]:
    """The places that link to some addresses, so that a reader could follow."""
    wanted = np.zeros(len(network.keys), np.bool_)
    wanted[list(targets)] = True
    rows = np.flatnonzero(followed(network, at) & wanted[network.links.target])
    return {target: Places(network, some) for target, some in grouped(network.links.target[rows], rows)}


def most_linked(network: Network, most: int, at: int | None = None) -> list[Linked]:
    """The addresses that most pages link to, at most so many."""
    rows = np.flatnonzero(followed(network, at))
    size, host = len(network.keys), network.hosts[1]
    source, target = network.sources[rows], network.links.target[rows].astype(np.int64)
    once = np.unique(target * size + source)
    pages = np.bincount(once // max(size, 1), minlength=size)
    if not len(rows):
        return []
    foreign = host[source] != host[target]
    by_host = np.unique(target[foreign] * len(network.hosts[0]) + host[source][foreign])
    hosts = np.bincount(by_host // max(len(network.hosts[0]), 1), minlength=size)
    first = np.argsort(-pages, kind="stable")[:most]
    chosen = first[pages[first] > 0].tolist()
    places = linking(network, chosen, at)
    return [Linked(network.urls[node], int(pages[node]), int(hosts[node]), places[node]) for node in chosen]


def anchors(network: Network, target: int | None = None, at: int | None = None) -> list[Anchor]:
    """The words of the links to an address, or of all links; those on most pages first. Links without words (pictures)
    are in none."""
    links = network.links
    wanted = followed(network, at)
    if target is not None:
        wanted &= links.target == target
    rows = np.flatnonzero(wanted & (links.text > 0))
    found = [
        Anchor(
            links.texts[text],
            int(links.count[some].sum(dtype=np.int64)),
            len(np.unique(network.sources[some])),
            len(np.unique(links.target[some])),
            Places(network, some),
        )
        for text, some in grouped(links.text[rows], rows)
    ]
    found.sort(key=lambda one: (-one.pages, -one.links, one.text))
    return found


def exchanges(network: Network, at: int | None = None) -> list[Exchange]:
    """Pairs of hosts that link to each other, those first whose weaker side has most links."""
    rows = np.flatnonzero(followed(network, at))
    names, host = network.hosts
    size = max(len(names), 1)
    a, b = host[network.sources[rows]], host[network.links.target[rows]]
    rows, a, b = rows[a != b], a[a != b], b[a != b]
    pair = np.minimum(a, b) * size + np.maximum(a, b)
    found = []
    for key, some in grouped(pair, rows):
        there = int((host[network.sources[some]] == key // size).sum())
        back = len(some) - there
        if there and back:
            found.append(Exchange(names[key // size], names[key % size], there, back, Places(network, some)))
    found.sort(key=lambda one: (-min(one.there, one.back), one.host, one.other))
    return found


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


def in_links(network: Network) -> Numbers:
    """How many pages link to each address, in what they say or in their navigation."""
    graph = network.arcs(classes={CONTENT: 1.0, NAVIGATION: 1.0})
    return np.bincount(graph.target, minlength=graph.size)


def broken_links(network: Network) -> Numbers:
    """How many addresses each page links to that answered with an error."""
    links, status = network.links, network.status_at(None)
    rows = np.flatnonzero(network.rows() & (status[links.target] >= 400) & (links.kind & UNSURE == 0))
    size = len(network.keys)
    pairs = np.unique(network.sources[rows] * max(size, 1) + links.target[rows])
    return np.bincount(pairs // max(size, 1), minlength=size)


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
