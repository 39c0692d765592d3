"""Which entries hold which blocks, as arrays, and the blocks that say what is sought."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import tantivy
from numpy.typing import NDArray

from app.search.entries.columns import Mask, Numbers
from app.search.index import labels
from app.search.index.blocks import HELD, LABEL_BITS, key
from app.search.index.snapshot import Snapshot, never
from app.search.index.store import SCHEMA

Scores = NDArray[np.float64]
_LABEL = (1 << LABEL_BITS) - 1
_WANTED = tantivy.Occur.Must


@dataclass(frozen=True, slots=True)
class Said:
    """Blocks by their numbers, the best first, and what their words count for; `left_out` were too many to be ranked."""

    blocks: Numbers
    scores: Scores
    left_out: int = 0


class Holding:
    """What the index knows of blocks, as it was when this was made. `size` is the number of entries.

    Numbers of blocks stand entry behind entry, as they are kept: turned round, 12 million of them (400 000 entries) took
    13 s to be read and 785 MB instead of 0.4 s and 100 MB, for 0.01 s a query in place of up to 0.4.
    """

    def __init__(self, db: sqlite3.Connection, indexes: Mapping[str, tantivy.Index], size: int) -> None:
        self._db, self.size = db, size
        self._snapshots = [Snapshot(index) for index in indexes.values()]
        rows = db.execute("SELECT entry, blocks FROM held WHERE entry < ? ORDER BY entry", (size,))
        kept, counts = bytearray(), np.zeros(size + 1, np.int64)
        for entry, blocks in rows:
            kept += blocks
            counts[entry + 1] = len(blocks) // HELD.itemsize
        self._numbers = np.frombuffer(kept, HELD)
        self._begin = np.cumsum(counts)  # of the numbers of each entry
        self._most = int(self._numbers.max(initial=0) >> LABEL_BITS) + 1  # blocks in all, from 0 on
        self._labels: NDArray[np.uint16] | None = None
        self.known = int(np.count_nonzero(counts))
        """How many entries have blocks that are known."""

    def __bool__(self) -> bool:
        return bool(len(self._numbers))

    @property
    def labels(self) -> NDArray[np.uint16]:
        """The labels of each entry's blocks, as sets."""
        if self._labels is None:
            self._labels = np.zeros(self.size, np.uint16)
            own = np.flatnonzero(self._begin[1 : self.size + 1] > self._begin[: self.size])
            if len(own):
                self._labels[own] = np.bitwise_or.reduceat(label_bits(self._numbers), self._begin[own])
        return self._labels

    def find(self, asked: tantivy.Query, wanted: int, most: int, stopped: Callable[[], bool] = never) -> Said:
        """The blocks with one of these labels that say what is asked of texts (`spoken`), at most so many a batch.
        Stopped soon after `stopped` says so."""
        if wanted != labels.EVERY:
            named = [labels.number(label) for label in labels.of_set(wanted)]
            of_label = tantivy.Query.term_set_query(SCHEMA, "links", named)
            asked = tantivy.Query.boolean_query([(_WANTED, asked), (_WANTED, of_label)])
        blocks, scores, left_out = [np.zeros(0, np.int64)], [np.zeros(0)], 0
        for snapshot in self._snapshots:
            hits = snapshot.find(asked, stopped, most=most)
            left_out += hits.left_out
            blocks.append(hits.numbers)
            scores.append(hits.scores)
        every, said = np.concatenate(blocks), np.concatenate(scores)
        known = every >> LABEL_BITS < self._most  # what was written since comes later
        every, said = every[known], said[known] * np.array(labels.WEIGHTS)[every[known] & _LABEL]
        order = np.lexsort((-said, quiet(every)))
        return Said(every[order], said[order], left_out)

    def with_labels(self, wanted: int) -> Said:
        """All blocks with one of these labels."""
        blocks = np.unique(self._numbers[(label_bits(self._numbers) & wanted) > 0]).astype(np.int64)
        return Said(blocks, np.zeros(len(blocks)))

    def number(self, label: str, text: str) -> int:
        """The number of a block, -1 for one that is not known."""
        found = self._db.execute("SELECT block FROM blocks WHERE key = ?", (key(label, text),)).fetchone()
        return int(found[0]) if found else -1

    def with_text(self, text: str) -> Numbers:
        """The blocks with a text, whatever their labels are."""
        keys = [key(label, text) for label in labels.LABELS]
        marks = ", ".join("?" * len(keys))
        found = self._db.execute(f"SELECT block FROM blocks WHERE key IN ({marks})", keys)
        return np.array([row[0] for row in found.fetchall()], np.int64)

    def of_entry(self, entry: int) -> Numbers:
        """The blocks of an entry."""
        return self._numbers[self._begin[entry] : self._begin[entry + 1]].astype(np.int64)

    def holders(self, blocks: Numbers, among: Numbers | None = None) -> tuple[Numbers, Numbers]:
        """(entries that hold blocks, and for each of them the place of its block in what was given); only `among` some
        entries, which is quicker."""
        place = np.full(self._most, -1, np.int32)
        known = np.flatnonzero(blocks >> LABEL_BITS < self._most)
        place[blocks[known] >> LABEL_BITS] = known
        if among is None:
            found = place[self._numbers >> LABEL_BITS]
            at = np.flatnonzero(found >= 0)
            return np.searchsorted(self._begin, at, "right") - 1, found[at].astype(np.int64)
        counts = self._begin[among + 1] - self._begin[among]
        entries = np.repeat(among, counts)
        first = np.repeat(self._begin[among] - (np.cumsum(counts) - counts), counts)
        found = place[self._numbers[np.arange(len(entries)) + first] >> LABEL_BITS]
        at = np.flatnonzero(found >= 0)
        return entries[at], found[at].astype(np.int64)

    def with_label(self, wanted: int) -> Mask:
        """The entries with a block of one of these labels."""
        return (self.labels & wanted) > 0


def label_of(block: int) -> str:
    """What the number of a block says."""
    return labels.LABELS[block & _LABEL]


def quiet(blocks: Numbers) -> Mask:
    """Blocks that stand behind all others, by their labels."""
    behind: Mask = np.array(labels.QUIET)[blocks & _LABEL]
    return behind


def label_bits(blocks: NDArray[np.integer[Any]]) -> NDArray[np.uint16]:
    """What the numbers of blocks say, each as a set of one."""
    return np.left_shift(np.uint16(1), (blocks & _LABEL).astype(np.uint16))


def counted_labels(sets: NDArray[np.uint16]) -> list[tuple[str, int]]:
    """Labels and in how many sets they are, the most frequent first."""
    counts = [
        (label, int(np.count_nonzero(sets >> np.uint16(place) & 1)))
        for place, label in enumerate(labels.LABELS)
    ]
    return sorted(((label, count) for label, count in counts if count), key=lambda one: -one[1])
