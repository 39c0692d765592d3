"""Blocks read into the index, behind the texts: every distinct block once, however many pages share it.

A block is a text with its label; its number says the label in the last four bits. Of each entry of the index, one
version is cut: the first that says it. Parts of documents that are no pages are blocks without label.

Measured on 2 580 articles in 11 batches (32 MB of text in UTF-8): 74 259 blocks, 35.5 MB of index beside the 45.4 MB of
the texts, 20 s of processor time beside 22 s. Without places of words it would be 19 MB, but four Chinese characters are
a phrase of pairs, and pages would be found whose blocks hold the pairs apart.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

import numpy as np

from app.archive import batches
from app.archive.reader import ArchiveReader
from app.errors import FormatError, StorageUnreadable
from app.search import labels
from app.search.division import Division
from app.search.store import BLOCKS, NewEntry, StoreWriter, key_of
from app.search.terms import indexed

LABEL_BITS = 4
HELD = np.dtype("<u4")
"""How the numbers of the blocks of an entry are kept."""

_LONGEST = 16 << 20  # characters of one block
_MOST_TEXT = 24 << 20  # characters of a commit
_LEFT = (
    "SELECT e.entry, min(v.serial) FROM entries e JOIN versions v ON v.batch = e.batch AND v.entry = e.entry "
    "WHERE e.batch = ? AND e.entry > ? GROUP BY e.entry ORDER BY e.entry"
)


def key(label: str, text: str) -> int:
    """By which a block is known."""
    return key_of(label, text)


def left(writer: StoreWriter) -> dict[str, list[tuple[int, int]]]:
    """Of each batch the entries whose blocks are not known, with the serial number of the version to be cut."""
    return {batch: found for batch in batches_of(writer.db) if (found := left_of(writer.db, batch))}


def behind(db: sqlite3.Connection) -> tuple[int, int]:
    """(entries whose blocks are not known, all entries) of `entries.sqlite`."""
    unknown = sum(len(left_of(db, batch)) for batch in batches_of(db))
    return unknown, int(db.execute("SELECT count(*) FROM entries").fetchone()[0])


def batches_of(db: sqlite3.Connection) -> list[str]:
    """The batches of which something is known."""
    found = db.execute("SELECT batch FROM batches ORDER BY batch").fetchall()
    return [name for (name,) in found if not name.endswith(BLOCKS)]


def left_of(db: sqlite3.Connection, batch: str) -> list[tuple[int, int]]:
    """The entries of one batch whose blocks are not known."""
    row = db.execute("SELECT upto FROM batches WHERE batch = ?", (batch + BLOCKS,)).fetchone()
    return db.execute(_LEFT, (batch, row[0] if row else -1)).fetchall()


class BlockFeeder:
    """The blocks of one batch on their way into the index, written so many seconds' worth at a time."""

    def __init__(self, writer: StoreWriter, reader: ArchiveReader, batch: str) -> None:
        self._writer, self._reader, self._batch = writer, reader, batch
        self.characters = self.distinct = 0
        self._next = writer.next_block() >> LABEL_BITS
        self._clear()

    def _clear(self) -> None:
        self._new: list[NewEntry] = []
        self._known: dict[int, int] = {}  # by key, of those that are new
        self._held: list[tuple[int, bytes]] = []
        self._size = 0

    def take(self, entry: int, serial: int) -> None:
        """Cut a version; one that cannot be read has no blocks."""
        try:
            leaves = Division(
                self._reader, self._reader.capture(batches.format_id(self._batch, serial))
            ).leaves
        except (FormatError, StorageUnreadable):
            leaves = []
        numbers = {self._number(leaf.label, leaf.text) for leaf in leaves if leaf.text}
        self._held.append((entry, np.array(sorted(numbers), HELD).tobytes()))

    def _number(self, label: str, text: str) -> int:
        by = key(label, text)
        known = self._known.get(by)
        if known is None:
            known = self._writer.block(by)
        if known is None:
            known = self._known[by] = self._next << LABEL_BITS | labels.number(label)
            self._next += 1
            text = text[:_LONGEST]
            self._size += len(text)
            self._new.append(NewEntry(known, {"main": indexed(text), "links": term_of(label)}))
        return known

    @property
    def full(self) -> bool:
        """Whether it is time to write."""
        return self._size > _MOST_TEXT

    def flush(self) -> None:
        """Write what was taken, if there is anything."""
        if self._held:
            self._writer.write_blocks(
                self._batch, self._new, self._known.items(), self._held, self._held[-1][0]
            )
            self.characters += self._size
            self.distinct += len(self._new)
            self._clear()


def term_of(label: str) -> str:
    """A label as a term of the index."""
    return f"l{labels.number(label)}"


class Counts(Protocol):
    """What is counted."""

    cut: int
    blocks: int
    block_characters: int


class Way(Protocol):
    """How far it is."""

    cancelled: Callable[[], bool]

    def step(self) -> None: ...


def feed_blocks(
    writer: StoreWriter,
    reader: ArchiveReader,
    counts: Counts,
    entries: Mapping[str, Sequence[tuple[int, int]]],
    seconds: float,
    way: Way,
) -> None:
    """Read the blocks of entries (`left`) for about so many seconds. StorageFailed."""
    began = time.monotonic()
    for batch, of_batch in entries.items():
        feeder = BlockFeeder(writer, reader, batch)
        ended = False
        for entry, serial in of_batch:
            ended = time.monotonic() - began > seconds or way.cancelled()
            if ended:
                break
            feeder.take(entry, serial)
            counts.cut += 1
            way.step()
            if feeder.full:
                feeder.flush()
        feeder.flush()
        counts.blocks += feeder.distinct
        counts.block_characters += feeder.characters
        if ended:
            break
