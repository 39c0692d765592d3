"""Blocks read into the index, behind the texts: every distinct block once, however many pages share it.

A block is a text with its label; its number says the label in the last four bits. Of each entry of the index, one
version is cut: the first that says it. Parts of documents that are no pages are blocks without label.

Measured on 2 580 articles in 11 batches (32 MB of text in UTF-8): 74 259 blocks, 35 MB of index beside the 45 MB of the
texts, 20 s of processor time beside 23 s. The places of words are 10 of these 35 MB; without them four Chinese
characters, which are a phrase of pairs, would be found in blocks that hold the pairs apart.
"""

from __future__ import annotations

import sqlite3
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from typing import NamedTuple, Protocol

import numpy as np

from app.archive import batches
from app.archive.documents import pages
from app.archive.pooling import Crew, prepared
from app.archive.reader import ArchiveReader
from app.blocks.compare.sides import side_of
from app.blocks.cutting.cutting import cut
from app.errors import FormatError, StorageUnreadable
from app.search.index import labels, parts
from app.search.index.division import Place, leaves_of, parts_of
from app.search.index.store import BLOCKS, NewEntry, StoreWriter, key_of
from app.search.index.terms import indexed

LABEL_BITS = 4
HELD = np.dtype("<u4")
"""How the numbers of the blocks of an entry are kept."""

_LONGEST = 16 << 20  # characters of one block
_MOST_TEXT = 16 << 20  # characters of a commit
_MOST_BLOCKS = parts.SMALL - 1000  # of a commit, and what one page has more
_FIRST_SECONDS, _MOST_SECONDS = 3.0, 10.0  # of a commit: texts that come meanwhile wait no longer
_WORTHWHILE = 100  # entries for which processes are started
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


class Sheet(NamedTuple):
    """A page to be cut."""

    body: bytes
    charset: str | None


class Piece(NamedTuple):
    """A block on its way into the index."""

    key: int
    label: str
    characters: int
    terms: str


class Counts(Protocol):
    """What is counted."""

    cut: int
    blocks: int


class Way(Protocol):
    """How far it is."""

    cancelled: Callable[[], bool]

    def step(self) -> None: ...


def feed_blocks(
    writer: StoreWriter,
    reader: ArchiveReader,
    counts: Counts,
    entries: Mapping[str, Sequence[tuple[int, int]]],
    way: Way,
) -> None:
    """Read the blocks of entries (`left`), until something new is stored, which goes first. StorageFailed."""
    every = [(batch, entry, serial) for batch, found in entries.items() for entry, serial in found]
    feeder, newest = _Feeder(writer, counts), reader.last_seq()
    with closing(_cut(reader, every)) as found_pieces:
        for batch, entry, pieces in found_pieces:
            if way.cancelled():
                break
            feeder.take(batch, entry, pieces)
            way.step()
            if feeder.empty and reader.last_seq() != newest:  # it has just written
                break
    feeder.flush()


def _cut(
    reader: ArchiveReader, every: Sequence[tuple[str, int, int]]
) -> Generator[tuple[str, int, list[Piece]], None, None]:
    """Of each entry its blocks, none of one that cannot be read. Many are cut in other processes, in their order."""
    waiting: deque[tuple[str, int]] = deque()

    def questions() -> Iterator[Sheet | list[Piece]]:
        for batch, entry, serial in every:
            waiting.append((batch, entry))
            yield _question(reader, batch, serial)

    if len(every) < _WORTHWHILE:
        for question in questions():
            yield *waiting.popleft(), _answer(question)
        return
    with Crew(load=partial(pages.prepare, reader.path)) as crew:
        for pieces in prepared(questions(), _answer, weigh=_weight, crew=crew):
            yield *waiting.popleft(), pieces


def _question(reader: ArchiveReader, batch: str, serial: int) -> Sheet | list[Piece]:
    try:
        side = side_of(reader, reader.capture(batches.format_id(batch, serial)))
        return Sheet(side.data, side.charset) if side.is_html() else _pieces(parts_of(side.document()))
    except (FormatError, StorageUnreadable):
        return []


def _answer(question: Sheet | list[Piece]) -> list[Piece]:
    if isinstance(question, Sheet):
        return _pieces(leaves_of(cut(question.body, question.charset)))
    return question


def _pieces(places: Iterable[Place]) -> list[Piece]:
    """Each different one once."""
    every = {key(place.label, place.text): place for place in places if place.text}
    return [
        Piece(by, place.label, len(place.text[:_LONGEST]), indexed(place.text[:_LONGEST]))
        for by, place in every.items()
    ]


def _weight(question: Sheet | list[Piece]) -> int:
    if isinstance(question, Sheet):
        return len(question.body)
    return sum(piece.characters for piece in question)


class _Feeder:
    """Blocks on their way into the index, written so many seconds' worth at a time."""

    def __init__(self, writer: StoreWriter, counts: Counts) -> None:
        self._writer, self._counts = writer, counts
        self._next = writer.next_block() >> LABEL_BITS
        self._seconds = _FIRST_SECONDS
        self._batch = self._folder = ""
        self._clear()

    def _clear(self) -> None:
        self._upto: dict[str, int] = {}
        self._new: list[NewEntry] = []
        self._known: dict[int, int] = {}  # by key, of those that are new
        self._held: list[tuple[int, bytes]] = []
        self._size, self._since = 0, time.monotonic()

    @property
    def empty(self) -> bool:
        """Whether everything is written that was taken."""
        return not self._held

    def take(self, batch: str, entry: int, pieces: Iterable[Piece]) -> None:
        """The blocks of an entry."""
        if batch != self._batch:
            folder = self._writer.folder_of(batch + BLOCKS, self._folder)
            if folder != self._folder:
                self.flush()
            self._batch, self._folder = batch, folder
        self._held.append((entry, np.array(sorted({*map(self._number, pieces)}), HELD).tobytes()))
        self._upto[batch] = entry
        self._counts.cut += 1
        late = time.monotonic() - self._since > self._seconds
        # parts of that many are joined in the end, larger ones stay until there are eight of them
        if late or self._size > _MOST_TEXT or len(self._new) >= _MOST_BLOCKS:
            self.flush()
            self._seconds = min(2 * self._seconds, _MOST_SECONDS)

    def _number(self, piece: Piece) -> int:
        known = self._known.get(piece.key)
        if known is None:
            known = self._writer.block(piece.key)
        if known is None:
            known = self._known[piece.key] = self._next << LABEL_BITS | labels.number(piece.label)
            self._next += 1
            self._size += piece.characters
            self._new.append(NewEntry(known, {"main": piece.terms}, (labels.number(piece.label),)))
            self._counts.blocks += 1
        return known

    def flush(self) -> None:
        """Write what was taken, if there is anything."""
        if self._held:
            self._writer.write_blocks(self._folder, self._new, self._known.items(), self._held, self._upto)
            self._clear()
