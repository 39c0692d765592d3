"""What a link map shows: pages or hosts with their titles, types and ranks, and the links among them through time."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

import numpy as np
import numpy.typing as npt

from app.archive.reader import ArchiveReader
from app.graph import reports
from app.graph.network import Arcs, Network, arcs
from app.graph.rank.pagerank import pagerank
from app.graph.store.addresses import key_of
from app.graph.store.links import CLASS, CONTENT, NAVIGATION, UNSURE

Numbers = npt.NDArray[np.int64]
Scores = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]
Check = Callable[[], None]
Change = Literal["same", "new", "gone", "changed"]

MOST = 200_000
"""Nodes of a map; of more those with the highest ranks are shown."""
CHANGES: tuple[Change, ...] = ("same", "new", "gone", "changed")
_DAY = 86_400
_MOMENTS = 400  # of crawls and days; of more, days alone


@dataclass(frozen=True, slots=True)
class Choice:
    """What is mapped: pages or hosts; of all sites, or those below an address; with files that pages load, with addresses
    that are not in the archive."""

    level: Literal["page", "host"] = "page"
    below: str = ""
    files: bool = False
    outside: bool = False


@dataclass(frozen=True, slots=True)
class LinkMap:
    """Nodes in canonical order and the links among them, of all time. `node` are their numbers in the network, `types` the
    media types of pages, `rank` adds up to 1 over the archive, `depth` counts clicks (−1: no way leads there). Links have
    no doubles of source, target and class; link i stands in the rows `rows[begins[i]:begins[i + 1]]` of the network. At each
    of the `moments`, oldest first, a crawl or a day of one had ended."""

    choice: Choice
    network: Network
    node: Numbers
    names: list[str]
    titles: list[str]
    types: list[str]
    rank: Scores
    depth: Numbers
    source: Numbers
    target: Numbers
    kind: Numbers
    rows: Numbers
    begins: Numbers
    moments: list[datetime]
    left_out: int = 0

    @property
    def size(self) -> int:
        """How many nodes there are."""
        return len(self.node)

    def links_at(self, moment: int | None) -> Mask:
        """Which links stand now, or stood at a moment (seconds since 1970)."""
        if not len(self.begins):
            return np.zeros(0, np.bool_)
        return np.logical_or.reduceat(self.network.rows(moment)[self.rows], self.begins)

    def status_at(self, moment: int | None) -> Numbers:
        """The status of each page then, 0 where there was no version; of a host the best of its pages."""
        status = self.network.status_at(moment)
        if self.choice.level == "page":
            return status[self.node]
        best = np.where(status > 0, status, 999)
        hosts, group = self.network.hosts
        least = np.full(len(hosts), 999, np.int64)
        np.minimum.at(least, group, best)
        return np.where(least == 999, 0, least)[self.node]

    def nodes_at(self, moment: int | None, links: Mask | None = None) -> Mask:
        """Which nodes were there then: pages with an answer that is no error, and all that a link led to."""
        status = self.status_at(moment)
        there = (status > 0) & (status < 400)
        stand = self.links_at(moment) if links is None else links
        there[self.target[stand]] = True
        return there

    def changes(self, since: int | None, until: int | None) -> Numbers:
        """The number of the change of each node between two moments, in `CHANGES`; `changed`: a version came between. What
        answered well and answers with an error now is gone, even if links still lead there."""
        before, after = self.nodes_at(since), self.nodes_at(until)
        was, now = self.status_at(since), self.status_at(until)
        lost = (was > 0) & (was < 400) & (now >= 400)
        back = (was >= 400) & (now > 0) & (now < 400)
        found = np.zeros(self.size, np.int64)
        found[(after & ~before) | back] = 1
        found[(before & ~after) | lost] = 2
        if self.choice.level == "page":
            links = self.network.links
            made = np.ones(len(links.when), np.bool_) if until is None else links.when <= until
            if since is not None:
                made &= links.when > since
            count = np.concatenate(([0], np.cumsum(made)))
            fresh = (count[links.seen[1:]] > count[links.seen[:-1]])[self.node]
            found[(found == 0) & before & after & fresh] = 3
        return found

    def arcs(self, classes: dict[int, float]) -> Arcs:
        """Links of some classes of all time as a graph, weighted by class."""
        weight = np.zeros(CLASS + 1)
        for one, value in classes.items():
            weight[one] = value
        chosen = np.flatnonzero(weight[self.kind] > 0)
        return arcs(self.size, self.source[chosen], self.target[chosen], weight[self.kind[chosen]])

    def counts(self, links: Mask) -> tuple[Numbers, Numbers]:
        """How many nodes each node is linked from, and links to, by those of the links."""
        pair = np.unique(self.source[links] * max(self.size, 1) + self.target[links])
        source, target = pair // max(self.size, 1), pair % max(self.size, 1)
        return np.bincount(target, minlength=self.size), np.bincount(source, minlength=self.size)

    def find(self, url: str) -> int | None:
        """The place of an address (a host for a map of hosts) among the nodes."""
        if self.choice.level == "host":
            hosts = dict(zip(self.names, range(self.size), strict=True))
            return hosts.get(url.partition("://")[2].partition("/")[0] or url)
        node = self.network.find(url)
        if node is None:
            return None
        place = int(np.searchsorted(self.node, node))
        return place if place < self.size and self.node[place] == node else None


def mapped(network: Network, reader: ArchiveReader, choice: Choice, check: Check = lambda: None) -> LinkMap:
    """The map of a choice. `check` may raise to end the work."""
    size = len(network.keys)
    title, kind_of, type_of = _known(network, reader, check)
    # what a reader of the site meets: documents, errors and redirects that something leads to; files on demand
    shown = np.isin(kind_of, (b"d", b"e", b"r") if not choice.files else (b"d", b"e", b"r", b"f"))
    links = network.links
    usual = links.kind & UNSURE == 0
    if choice.outside:
        followed = usual & ((links.kind & CLASS) <= NAVIGATION)
        linked = np.zeros(size, np.bool_)
        linked[links.target[followed]] = True
        shown |= linked & ~network.fetched
    if choice.below:
        shown &= _below(network, choice.below)
    check()
    rank = pagerank(network.arcs()).scores if size else np.zeros(0)
    check()
    if choice.level == "host":
        names, group = network.hosts
        node = np.unique(group[shown]) if size else np.zeros(0, np.int64)
        place_of = np.full(len(names), -1, np.int64)
        weight = np.bincount(group, rank, len(names)).astype(np.float64) if size else np.zeros(0)
    else:
        names, group = network.urls, np.arange(size)
        node = np.flatnonzero(shown)
        place_of = np.full(size, -1, np.int64)
        weight = rank
    left_out = max(0, len(node) - MOST)
    if left_out:
        node = np.sort(node[np.argsort(-weight[node], kind="stable")[:MOST]])
    place_of[node] = np.arange(len(node))
    check()
    count = max(len(node), 1)
    source, target = place_of[group[network.sources]], place_of[group[links.target]]
    rows = np.flatnonzero((source >= 0) & (target >= 0) & (source != target) & usual)
    kind = (links.kind[rows] & CLASS).astype(np.int64)
    code = (source[rows] * count + target[rows]) * (CLASS + 1) + kind
    order = np.argsort(code, kind="stable")
    rows, code = rows[order], code[order]
    begins = np.flatnonzero(np.append(True, code[1:] != code[:-1])) if len(code) else np.zeros(0, np.int64)
    code = code[begins]
    check()
    if choice.level == "host":
        way = arcs(len(node), code // (CLASS + 1) // count, code // (CLASS + 1) % count)
        home = [int(np.argmax(weight[node]))] if len(node) else []
        depth = reports.clicks(way, home)
    else:
        depth = reports.depths(network)[node]
        if len(node) and (depth < 0).all():  # a part of a site, without its home page
            way = arcs(len(node), code // (CLASS + 1) // count, code // (CLASS + 1) % count)
            depth = reports.clicks(way, [int(np.argmax(weight[node]))])
    chosen = node.tolist()
    pages = choice.level == "page"
    return LinkMap(
        choice=choice,
        network=network,
        node=node,
        names=[names[one] for one in chosen],
        titles=[title.get(one, "") for one in chosen] if pages else [""] * len(chosen),
        types=[type_of.get(one, "") for one in chosen] if pages else [""] * len(chosen),
        rank=weight[node],
        depth=depth,
        source=code // (CLASS + 1) // count,
        target=code // (CLASS + 1) % count,
        kind=code % (CLASS + 1),
        rows=rows,
        begins=begins,
        moments=_moments(reader),
        left_out=left_out,
    )


def _known(
    network: Network, reader: ArchiveReader, check: Check
) -> tuple[dict[int, str], npt.NDArray[np.bytes_], dict[int, str]]:
    """Of the addresses in the archive their titles, kinds (the first letters; f: files) and media types."""
    number = {url: place for place, url in enumerate(network.urls)}
    kinds = np.full(len(number), b"", "S1")
    titles, types = dict[int, str](), dict[int, str]()
    found = reader.connection.execute("SELECT url, title, kind, type FROM pages")
    while some := found.fetchmany(5000):
        check()
        for url, title, kind, media_type in some:
            place = number.get(url)
            if place is None:
                place = network.find(url)
                if place is None:
                    continue
            if title:
                titles[place] = title
            types[place] = media_type
            kinds[place] = b"f" if kind in ("resource", "attached") else kind[:1].encode()
    kinds[kinds == b"p"] = b"d"  # the answer to a form is a document
    return titles, kinds, types


def _moments(reader: ArchiveReader) -> list[datetime]:
    """When crawls and imports, or days of them, had ended."""
    days = f"SELECT max(date) FROM captures GROUP BY date / {_DAY}"
    found = reader.connection.execute(f"{days}, crawl ORDER BY 1 LIMIT {_MOMENTS + 1}").fetchall()
    if len(found) > _MOMENTS:
        found = reader.connection.execute(f"{days} ORDER BY 1").fetchall()
    seconds = sorted({int(one) for (one,) in found})
    return [datetime.fromtimestamp(one, UTC) for one in seconds]


def _below(network: Network, address: str) -> Mask:
    """Which addresses begin with an address; with that of a host, all of it by http and https."""
    chosen = np.zeros(len(network.keys), np.bool_)
    key = key_of(address if "://" in address else f"http://{address}/")
    if key is not None:
        begin = key.partition("\t")[0]
        chosen[bisect_left(network.keys, begin) : bisect_left(network.keys, begin + "\U0010ffff")] = True
    return chosen


def tree_arcs(shown: LinkMap) -> Arcs:
    """Links that lead a reader on, those in what pages say before those of their template."""
    return shown.arcs({CONTENT: 1.0, NAVIGATION: 0.25, 3: 1.0})
