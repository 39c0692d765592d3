"""What pages count for beyond what they say: the factor of their rank, for the scores of a search.

    factor = (PageRank / the least PageRank) ^ 0.25, 1 for a page that nothing links to

The text decides, links among texts that say it alike: against a page with a hundred times the rank the other one comes
first when it says the words more than three times as well. The ranks stand in `graph/ranks`, made when the graph is
merged, under its seal; pages that came since have the factor 1.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from app.graph.store.addresses import key_of
from app.graph.store.store import FOLDER, GraphWriter, kept_ranks, stamp

if TYPE_CHECKING:
    from app.archive.archive import Archive
    from app.graph.store.feeding import Fed, Progress, Question

Numbers = npt.NDArray[np.int64]
Scores = npt.NDArray[np.float64]

_POWER = 0.25


def bring_up_to_date(
    archive: Archive,
    progress: Progress | None = None,
    cancelled: Question | None = None,
    busy: Question | None = None,
) -> Fed:
    """Gather the links that are new (`feed`), and rank all pages again if the graph has changed. ArchiveLocked,
    StorageFailed."""
    from app.graph.store.feeding import feed  # a search needs neither what reads pages nor scipy

    fed = feed(archive, progress, cancelled, busy)
    if fed.merged or (fed.versions and kept_ranks(archive.path) is None):
        from app.graph.network import Network
        from app.graph.rank.pagerank import pagerank

        network = Network.of(archive.path)
        scores = pagerank(network.arcs()).scores
        place = {key: number for number, key in enumerate(network.keys)}
        with archive.reader() as reader:
            rows = reader.connection.execute("SELECT page_id, url FROM pages").fetchall()
        found = [(page, place.get(key_of(url) or "")) for page, url in rows]
        known = [(page, number) for page, number in found if number is not None]
        both = np.array(known, np.int64).reshape(-1, 2)
        both = both[np.argsort(both[:, 0])]
        file = io.BytesIO()
        np.savez(
            file, pages=both[:, 0], scores=(scores[both[:, 1]] / scores.min(initial=1.0)).astype(np.float32)
        )
        writer = GraphWriter(archive.path)
        try:
            writer.keep_ranks(file.getvalue())
        finally:
            writer.close()
    return fed


class Factors:
    """The factor of pages by their numbers in the index; read again when the graph has changed. Without a graph of this
    person all have 1."""

    def __init__(self, archive: Path) -> None:
        self._archive = archive
        self._stamp: object = None
        self._pages: Numbers = np.zeros(0, np.int64)
        self._factors: Scores = np.zeros(0)

    def __call__(self, pages: Numbers) -> Scores:
        now = stamp(self._archive)
        if now != self._stamp:
            self._stamp = now
            self._read()
        if not len(self._pages):
            return np.ones(len(pages))
        place = np.minimum(np.searchsorted(self._pages, pages), len(self._pages) - 1)
        return np.where(self._pages[place] == pages, self._factors[place], 1.0)

    def _read(self) -> None:
        self._pages, self._factors = np.zeros(0, np.int64), np.zeros(0)
        data = kept_ranks(self._archive)
        if data is not None:
            with np.load(io.BytesIO(data), allow_pickle=False) as made:
                self._pages = made["pages"]
                self._factors = made["scores"].astype(np.float64) ** _POWER


def factors(archive: Path) -> Factors | None:
    """The factors of an archive; None where it has no graph."""
    return Factors(archive) if (archive / FOLDER).is_dir() else None
