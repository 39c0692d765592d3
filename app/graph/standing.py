"""What links say of each page, kept for those who list and search pages: rank, links to it, clicks from home, broken links.

    factor = (PageRank / the least PageRank) ^ 0.25, 1 for a page that nothing links to

multiplies the score of a search: the text decides, links among texts that say it alike. Against a page with a hundred
times the rank the other one comes first when it says the words more than three times as well.

All of it stands in `graph/ranks`, made when the graph is merged, under its seal; pages that came since have none of it. An
index that was made anew may number its pages otherwise, so each has a checksum of its address beside it.
"""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

import numpy as np
import numpy.typing as npt

from app.graph.store.addresses import key_of
from app.graph.store.store import FOLDER, RANKS, GraphWriter, kept, known, stamp

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping

    from app.archive.archive import Archive
    from app.graph.network import Network
    from app.graph.store.feeding import Fact, Fed, Progress, Question

Numbers = npt.NDArray[np.int64]
Scores = npt.NDArray[np.float64]

NO_WAY = -1
"""Depth of a page to which no links lead from a home page."""

_POWER = 0.25
_SAMPLE = 64  # pages whose addresses tell whether the index still numbers them alike
_COLUMNS = ("pages", "marks", "scores", "shares", "bars", "links", "depths", "broken")


class Rank(NamedTuple):
    """What links say of a page: its PageRank as the `bar` from 0 to 10 and as its `share`, where all addresses together
    have as much as there are of them; how many pages link to it; clicks from the home page of its host (`NO_WAY`); how
    many addresses it links to that answer with an error."""

    bar: int
    share: float
    links: int
    depth: int
    broken: int


def bring_up_to_date(
    archive: Archive,
    progress: Progress | None = None,
    cancelled: Question | None = None,
    busy: Question | None = None,
) -> Fed:
    """Gather the links that are new (`feed`), and rank all pages again and name those without a title if the graph has
    changed. ArchiveLocked, StorageFailed."""
    from app.graph import titling
    from app.graph.store.feeding import feed  # a search needs neither what reads pages nor scipy

    fed = _with_ranks(archive, feed(archive, progress, cancelled, busy))
    titling.bring_up_to_date(archive, cancelled, busy)
    return fed


def take_over(archive: Archive, facts: Iterable[Fact], upto: Mapping[str, int]) -> Fed:
    """Make the graph of what others have worked out (`feeding.take`), and rank all pages. ArchiveLocked, StorageFailed."""
    from app.graph.store.feeding import take

    return _with_ranks(archive, take(archive, facts, upto))


def _with_ranks(archive: Archive, fed: Fed) -> Fed:
    with archive.reader() as reader:
        if fed.merged or (not _are_kept(archive.path, reader.connection) and known(archive.path)):
            from app.graph.network import Network

            data = _ranked(Network.of(archive.path), reader.connection, _read(archive.path))
            writer = GraphWriter(archive.path)
            try:
                writer.keep_ranks(data)
            finally:
                writer.close()
    return fed


def _are_kept(archive: Path, index: sqlite3.Connection) -> bool:
    """Whether there are ranks with all their columns, of pages as the index numbers them. Whose they are is looked at when
    they are used."""
    try:
        with (
            (archive / FOLDER / RANKS).open("rb") as file,  # numpy leaves it open when it cannot read it
            np.load(file, allow_pickle=False) as made,
        ):
            if set(_COLUMNS) - set(made.files):
                return False
            pages, marks = made["pages"], made["marks"]
    except (OSError, ValueError, zipfile.BadZipFile, EOFError):
        return False
    for place in range(0, len(pages), max(1, len(pages) // _SAMPLE)):
        row = index.execute("SELECT url FROM pages WHERE page_id = ?", (int(pages[place]),)).fetchone()
        if row is None or mark_of(row[0]) != int(marks[place]):
            return False
    return True


def mark_of(url: str) -> int:
    """The checksum of an address."""
    return crc32(url.encode("utf-8", "surrogatepass"))


def _ranked(network: Network, index: sqlite3.Connection, former: dict[str, Numbers]) -> bytes:
    """The columns of all pages that the graph knows, in the order of their numbers. Ranks go on from the former ones."""
    from app.graph.rank.pagerank import pagerank
    from app.graph.reports import broken_links, depths, in_links

    place = {key: number for number, key in enumerate(network.keys)}
    found = [
        (page, place.get(key_of(url) or ""), mark_of(url))
        for page, url in index.execute("SELECT page_id, url FROM pages ORDER BY page_id").fetchall()
    ]
    rows = np.array([row for row in found if row[1] is not None], np.int64).reshape(-1, 3)
    nodes = rows[:, 1]
    rank = pagerank(network.arcs(), start=_former(former, rows, len(network.keys)))
    columns = {
        "pages": rows[:, 0],
        "marks": rows[:, 2].astype(np.uint32),
        "scores": (rank.scores[nodes] / rank.scores.min(initial=1.0)).astype(np.float32),
        "shares": rank.book[nodes].astype(np.float32),
        "bars": rank.bars[nodes].astype(np.int8),
        "links": in_links(network)[nodes].astype(np.int32),
        "depths": depths(network)[nodes].astype(np.int32),
        "broken": broken_links(network)[nodes].astype(np.int32),
    }
    file = io.BytesIO()
    np.savez(file, **{name: columns[name] for name in _COLUMNS})
    return file.getvalue()


def _former(former: dict[str, Numbers], rows: Numbers, size: int) -> Scores | None:
    """Ranks to go on from: those of pages (number, node, checksum) that had one; all others have the mean."""
    pages = former["pages"]
    if not len(pages) or not len(rows):
        return None
    at = np.minimum(np.searchsorted(pages, rows[:, 0]), len(pages) - 1)
    same = (pages[at] == rows[:, 0]) & (former["marks"][at] == rows[:, 2])
    start = np.ones(size)
    start[rows[same, 1]] = former["shares"][at[same]]
    return start


class Ranks:
    """The ranks of the pages of an archive as they were kept; without a graph of this person of none. They do not change
    once they are read."""

    def __init__(self, archive: Path) -> None:
        columns = _read(archive)
        self.pages: Numbers = columns["pages"]
        self.bars: Numbers = columns["bars"].astype(np.int64)
        self.links: Numbers = columns["links"].astype(np.int64)
        self.depths: Numbers = columns["depths"].astype(np.int64)
        self.broken: Numbers = columns["broken"].astype(np.int64)
        self.shares: Scores = columns["shares"].astype(np.float64)
        self._marks: Numbers = columns["marks"].astype(np.int64)

    def __len__(self) -> int:
        return len(self.pages)

    def place(self, page: int, url: str) -> int:
        """Where a page stands in the columns, -1 where it is not ranked."""
        place = int(np.searchsorted(self.pages, page))
        there = place < len(self.pages) and self.pages[place] == page and self._marks[place] == mark_of(url)
        return place if there else -1

    def of(self, page: int, url: str) -> Rank | None:
        """The rank of a page by its number and address."""
        at = self.place(page, url)
        if at < 0:
            return None
        return Rank(
            int(self.bars[at]),
            float(self.shares[at]),
            int(self.links[at]),
            int(self.depths[at]),
            int(self.broken[at]),
        )


class Importance:
    """How many times the mean of all pages of an archive a page matters by its rank, by its number and address, for crawls
    that visit such pages sooner; 1 where nothing is known. Read again when the graph has changed."""

    def __init__(self, archive: Path) -> None:
        self._archive = archive
        self._stamp: object = None
        self._ranks: Ranks | None = None
        self._mean = 1.0

    def __call__(self, page: int, url: str) -> float:
        now = stamp(self._archive)
        if self._ranks is None or now != self._stamp:
            self._stamp, self._ranks = now, Ranks(self._archive)
            self._mean = float(self._ranks.shares.mean()) if len(self._ranks) else 1.0
        place = self._ranks.place(page, url)
        return float(self._ranks.shares[place]) / self._mean if place >= 0 and self._mean > 0 else 1.0


class Factors:
    """The ranks of pages by their numbers in the index, for a search; read again when the graph has changed. Without a
    graph of this person all have the factor 1 and no rank."""

    def __init__(self, archive: Path) -> None:
        self._archive = archive
        self._stamp: object = None
        self._pages: Numbers = np.zeros(0, np.int64)
        self._factors: Scores = np.zeros(0)
        self._bars: Numbers = np.zeros(0, np.int64)
        self._shares: Scores = np.zeros(0)

    def __call__(self, pages: Numbers) -> Scores:
        """What their scores are multiplied by."""
        place, there = self._places(pages)
        return np.where(there, self._factors[place], 1.0) if len(self._pages) else np.ones(len(pages))

    def bars(self, pages: Numbers) -> Numbers:
        """Their ranks as bars from 0 to 10, -1 for those that have none."""
        place, there = self._places(pages)
        return np.where(there, self._bars[place], -1) if len(self._pages) else np.full(len(pages), -1)

    def shares(self, pages: Numbers) -> Scores:
        """How many times the average they have, 0 for those without a rank."""
        place, there = self._places(pages)
        return np.where(there, self._shares[place], 0.0) if len(self._pages) else np.zeros(len(pages))

    def _places(self, pages: Numbers) -> tuple[Numbers, npt.NDArray[np.bool_]]:
        now = stamp(self._archive)
        if now != self._stamp:
            self._stamp = now
            columns = _read(self._archive)
            self._pages, self._bars = columns["pages"], columns["bars"].astype(np.int64)
            self._factors = columns["scores"].astype(np.float64) ** _POWER
            self._shares = columns["shares"].astype(np.float64)
        if not len(self._pages):
            return np.zeros(len(pages), np.int64), np.zeros(len(pages), np.bool_)
        place = np.minimum(np.searchsorted(self._pages, pages), len(self._pages) - 1)
        return place, self._pages[place] == pages


def _read(archive: Path) -> dict[str, Numbers]:
    """The columns as they were kept; empty ones where there are none that could be used."""
    data = kept(archive, RANKS)
    if data is not None:
        with np.load(io.BytesIO(data), allow_pickle=False) as made:
            if not set(_COLUMNS) - set(made.files):
                return {name: made[name] for name in _COLUMNS}
    return {name: np.zeros(0, np.int64) for name in _COLUMNS}


def factors(archive: Path) -> Factors | None:
    """The factors of an archive; None where it has no graph."""
    return Factors(archive) if (archive / FOLDER).is_dir() else None
