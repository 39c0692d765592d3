"""Every report as one table: columns, rows, and below each row the places it is about. For the window, the command line
and files.

`find` makes one; the names of reports and columns are codes, whose words stand in `report_files.WORDS` and in the window.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import numpy.typing as npt

from app.archive.index.rows import moment
from app.graph import reports
from app.graph.reports import Place

if TYPE_CHECKING:
    from app.archive.reader import ArchiveReader
    from app.graph.network import Network

Kind = Literal["url", "name", "number", "status", "share", "word", "day"]
"""What stands in a column: an address, a host or words as they are, a number, a status (0: not in the archive), a share
of 1, a code that is put in words (`orphans`: from where a page is known), a moment of which the day is shown."""
Below = Literal["places", "urls", "hosts", "first", ""]
"""What stands below a row: links with their words, or addresses, under this name in data for programs."""

MOST = 1000
"""Rows of the reports that are lists of the first (most linked, words of links)."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The columns of a report, with what they hold; what stands below its rows."""

    columns: Mapping[str, Kind]
    below: Below = ""


SHAPES: Mapping[str, Shape] = {
    "broken": Shape({"url": "url", "status": "status", "links": "number"}, "places"),
    "orphans": Shape({"url": "url", "known": "word"}),
    "redirects": Shape(
        {"url": "url", "steps": "number", "status": "status", "loop": "word", "links": "number"}, "urls"
    ),
    "depth": Shape({"url": "url", "clicks": "number", "links": "number"}),
    "most-linked": Shape({"url": "url", "pages": "number", "hosts": "number", "status": "status"}, "places"),
    "dead-ends": Shape({"url": "url", "links": "number"}, "places"),
    "anchors": Shape({"text": "name", "pages": "number", "links": "number", "targets": "number"}, "places"),
    "reciprocal": Shape({"host": "name", "other": "name", "there": "number", "back": "number"}, "places"),
    "farms": Shape({"host": "name", "count": "number", "inside": "number", "outside": "number"}, "hosts"),
    "rot": Shape({"date": "day", "links": "number", "dead": "number", "share": "share"}),
    "communities": Shape({"url": "url", "pages": "number"}, "first"),
    "bridges": Shape({"url": "url", "links": "number"}),
}
SLOW = frozenset({"communities", "bridges", "anchors"})
"""Reports that take longer than the others together on a large graph: made when somebody asks for them."""
_NAMED = 200  # pages of a community that are named


@dataclass(frozen=True, slots=True)
class Finding:
    """A row: its values in the order of the columns (None: there is none), and what stands below it."""

    values: tuple[Any, ...]
    places: Sequence[Place] = ()


@dataclass(frozen=True, slots=True)
class Findings:
    """A report that was made; `left_out` rows were found beyond those that are listed."""

    name: str
    rows: Sequence[Finding]
    left_out: int = 0

    @property
    def shape(self) -> Shape:
        """Its columns."""
        return SHAPES[self.name]

    def data(self, row: Finding) -> dict[str, Any]:
        """A row for programs."""
        found = dict(zip(self.shape.columns, row.values, strict=True))
        if self.shape.below == "places":
            return {**found, "places": [_place(place) for place in row.places]}
        return {**found, self.shape.below: [place.url for place in row.places]} if self.shape.below else found


def _place(place: Place) -> dict[str, Any]:
    return {
        "url": place.url,
        "class": place.kind,
        "text": place.text,
        "count": place.count,
        "target": place.target,
        "rel": place.rel,
    }


@dataclass(frozen=True, slots=True)
class Asked:
    """What a report is about: the graph, at which moment (seconds since 1970; None: now), which address (of `anchors`;
    None: all), at most how many rows of a list of the first; the archive tells which pages are documents."""

    network: Network
    reader: ArchiveReader | None = None
    at: int | None = None
    target: int | None = None
    most: int = MOST


def find(name: str, asked: Asked) -> Findings:
    """Make a report of `SHAPES`."""
    rows = list(_MAKERS[name](asked))
    left_out = max(0, len(rows) - asked.most) if name == "anchors" else 0
    return Findings(name, rows[: asked.most] if left_out else rows, left_out)


def _broken(asked: Asked) -> Iterator[Finding]:
    for one in reports.broken(asked.network, asked.at):
        yield Finding((one.url, one.status, len(one.places)), one.places)


def _orphans(asked: Asked) -> Iterator[Finding]:
    documents = _documents(asked.network, asked.reader) if asked.reader is not None else None
    for one in reports.orphans(asked.network, documents, asked.at):
        yield Finding((one.url, one.known))


def _redirects(asked: Asked) -> Iterator[Finding]:
    for one in reports.redirects(asked.network, asked.at):
        steps = tuple(Place(url, "redirect") for url in one.urls)
        yield Finding((one.urls[0], len(one.urls) - 1, one.status, one.loop, one.links), steps)


def _depth(asked: Asked) -> Iterator[Finding]:
    """The deepest first, after those that no way leads to."""
    network = asked.network
    depths, status = reports.depths(network, at=asked.at), network.status_at(asked.at)
    counts = _linked(asked)
    pages = np.flatnonzero((status >= 200) & (status < 300))
    if asked.reader is not None:
        pages = pages[_documents(network, asked.reader)[pages]]
    far = np.where(depths[pages] < 0, np.iinfo(np.int64).max, depths[pages])
    for node in pages[np.argsort(-far, kind="stable")].tolist():
        clicks = int(depths[node])
        yield Finding((network.urls[node], clicks if clicks >= 0 else None, int(counts[node])))


def _most_linked(asked: Asked) -> Iterator[Finding]:
    status = asked.network.status_at(asked.at)
    for one in reports.most_linked(asked.network, asked.most, asked.at):
        node = asked.network.find(one.url)
        known = int(status[node]) if node is not None else 0
        yield Finding((one.url, one.pages, one.hosts, known), one.places)


def _dead_ends(asked: Asked) -> Iterator[Finding]:
    found = [
        (url, node)
        for url in reports.dead_ends(asked.network, asked.at)
        if (node := asked.network.find(url)) is not None
    ]
    places = reports.linking(asked.network, [node for _, node in found], asked.at)
    for url, node in found:
        yield Finding((url, len(places.get(node, ()))), places.get(node, ()))


def _anchors(asked: Asked) -> Iterator[Finding]:
    for one in reports.anchors(asked.network, asked.target, asked.at):
        yield Finding((one.text, one.pages, one.links, one.targets), one.places)


def _reciprocal(asked: Asked) -> Iterator[Finding]:
    for one in reports.exchanges(asked.network, asked.at):
        yield Finding((one.host, one.other, one.there, one.back), one.places)


def _farms(asked: Asked) -> Iterator[Finding]:
    for one in reports.farms(asked.network, asked.at):
        hosts = tuple(Place(host) for host in one.hosts)
        yield Finding((one.hosts[0], len(one.hosts), one.inside, one.outside), hosts)


def _rot(asked: Asked) -> Iterator[Finding]:
    for end, links, dead in reports.rot(asked.network):
        if asked.at is None or end - 86399 <= asked.at:
            yield Finding((moment(end), links, dead, dead / links if links else 0.0))


def _communities(asked: Asked) -> Iterator[Finding]:
    """Communities of two pages or more; those of their pages first that matter most."""
    from app.graph.rank.communities import communities
    from app.graph.rank.pagerank import pagerank

    arcs = asked.network.arcs(at=asked.at)
    member, _ = communities(arcs)
    scores, sizes = pagerank(arcs).scores, np.bincount(member)
    order = np.lexsort((-scores, member))
    bounds = np.concatenate(([0], np.cumsum(sizes)))
    for number in np.flatnonzero(sizes > 1).tolist():
        first = order[bounds[number] : bounds[number + 1]][:_NAMED].tolist()
        urls = [asked.network.urls[node] for node in first]
        yield Finding((urls[0], int(sizes[number])), tuple(map(Place, urls)))


def _bridges(asked: Asked) -> Iterator[Finding]:
    from app.graph.rank.communities import articulation_points

    counts = _linked(asked)
    for node in articulation_points(asked.network.arcs(at=asked.at)):
        yield Finding((asked.network.urls[node], int(counts[node])))


def _linked(asked: Asked) -> npt.NDArray[np.int64]:
    """How many links lead to each address."""
    rows = reports.followed(asked.network, asked.at)
    return np.bincount(asked.network.links.target[rows], minlength=len(asked.network.keys))


def _documents(network: Network, reader: ArchiveReader) -> npt.NDArray[np.bool_]:
    """Which addresses are documents."""
    mask = np.zeros(len(network.keys), np.bool_)
    for page in reader.all_pages(kinds=("document",)):
        node = network.find(page.url)
        if node is not None:
            mask[node] = True
    return mask


_MAKERS: Mapping[str, Callable[[Asked], Iterator[Finding]]] = {
    "broken": _broken,
    "orphans": _orphans,
    "redirects": _redirects,
    "depth": _depth,
    "most-linked": _most_linked,
    "dead-ends": _dead_ends,
    "anchors": _anchors,
    "reciprocal": _reciprocal,
    "farms": _farms,
    "rot": _rot,
    "communities": _communities,
    "bridges": _bridges,
}
