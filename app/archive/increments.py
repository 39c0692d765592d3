"""Incremental records: what a response has changed since the last one of its address, and the rules that keep each
batch whole.

`Increments` makes them for the writer, ahead of it: it reads the archive and belongs to one thread. `sketch` is the
part that costs processor time and may run in another process. A batch is whole when none of its records names one of
another batch (`anchor`, `builds_on`), and no chain of records grows longer than `FULL_EVERY`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Protocol

from app.archive import batches
from app.archive.documents.charsets import USUAL
from app.archive.documents.preparing import Increment, Prepared
from app.archive.index.indexing import Indexer, Recent, Version, shared_blocks
from app.archive.reader import ArchiveReader
from app.errors import FormatError
from app.tianwang.http import split_http
from app.tianwang.reader import RecordReader
from app.tianwang.rebuilding import BLOCKS, REBUILT, Rebuilder, is_incremental, seal_of
from app.tianwang.recipe import (
    LARGE,
    Copy,
    Recipe,
    RecipeError,
    Share,
    Step,
    Write,
    differences,
    encode_recipe,
)
from app.tianwang.record import Record
from app.tianwang.sealing import verify_data, verify_header
from app.tianwang.writer import pack

FULL_EVERY = 20
"""Captures of an address in a batch from one full record to the next, at most."""


@dataclass(frozen=True, slots=True)
class Content:
    """DATA to be written once more: `packed` and `size` as in `Prepared`, `usual` the charset usual on its site."""

    data: bytes
    packed: bytes | None
    size: int
    usual: str = ""


def anchor(indexer: Indexer, base: Version, batch: str, gone: Collection[tuple[str, int]]) -> str | None:
    """Id of a record of `batch` with the DATA of a version, which the next visit may name; None when the next one has
    to be written in full. Records in the files `gone` do not count."""
    recent = indexer.recent(base, batch, FULL_EVERY)
    if len(recent) == FULL_EVERY and not any(capture.whole for capture in recent[:-1]):
        return None
    harmed = any(where == batch for where, _ in gone)
    for capture in recent:
        if (
            capture.full
            and capture.same
            and (batch, capture.file) not in gone
            and (capture.whole or not harmed)
        ):
            return batches.format_id(batch, capture.serial)
    return None


def builds_on(
    indexer: Indexer, before: Version, batch: str, gone: Collection[tuple[str, int]]
) -> Recent | None:
    """The capture whose record the next one of a page in `batch` may build on, the last with DATA; None when the next
    one has to be written in full. `before` is any version of the page."""
    recent = indexer.recent(before, batch, FULL_EVERY)
    if not any(capture.whole for capture in recent[: FULL_EVERY - 1]) or any(
        where == batch for where, _ in gone
    ):
        return None
    return next(capture for capture in recent if capture.full)


def reread(archive: Path, indexer: Indexer, base: Version, rebuilder: Rebuilder) -> Content | None:
    """The DATA of a version from the first unharmed record of it; None without one."""
    for batch, file, offset in indexer.places_of(base):
        try:
            with RecordReader(batches.file_path(archive, batch, file)) as reader:
                record = reader.at(offset)
                if verify_data(record) is None:
                    usual = record.get(USUAL) or ""
                    if is_incremental(record):
                        data = rebuilder.data(record.detached())
                        return Content(data, None, len(data), usual)
                    stored = record.stored
                    data = record.data()
                    return Content(
                        data, b"" if record.raw("unzip-length") is None else stored, len(data), usual
                    )
        except (OSError, FormatError):
            continue
    return None


LEVEL = 3
"""Level of a page's blocks until its history speaks for another."""
MOST = 4 * 1024 * 1024
"""Bytes of a response that is looked at."""
_PACKED_LEVEL = 12
_WORTH = 0.8
"""Share of a full record from which on an incremental one is not worth its chain."""
_MORE_HEADER = 150  # bytes that the header of an incremental record has more than that of a full one
_LOOKS = 50
_REMEMBERED = 3  # versions whose changes decide about the level of the next
_TEXTS = (
    "text/",
    "application/javascript",
    "application/x-javascript",
    "application/json",
    "application/ld+json",
    "application/xml",
    "application/xhtml+xml",
    "application/rss+xml",
    "application/atom+xml",
    "image/svg+xml",
)


def may_be_incremental(media_type: str) -> bool:
    """Whether versions of this type are stored as changes where they have something in common."""
    return media_type.startswith(_TEXTS)


class Division(NamedTuple):
    """A page in leaf blocks: `spans` in bytes of the body, in order; `parents` numbers the block that each lies in."""

    spans: Sequence[tuple[int, int]]
    parents: Sequence[int]


class Observation(NamedTuple):
    """The changes of a version at a level: `changed` of its `leaves` leaf blocks; the number of leaves `together` in
    the blocks one level up that hold those; the bytes of the changed ones (`size`), and of these the `new` ones."""

    level: int
    leaves: int
    changed: int
    together: int
    size: int
    new: int


class Divider(Protocol):
    """Cuts HTML pages into blocks, and knows at which level. Can be pickled."""

    def divide(self, body: bytes, charset: str | None, level: int) -> Division:
        """Never raises."""

    def next_level(self, level: int, seen: Sequence[Observation]) -> int:
        """The level for the next version of a page that has had these changes, the newest first."""


class Answer(NamedTuple):
    """A response that may become an increment; a full record would need `full` bytes for its DATA."""

    data: bytes
    type: str
    html: bool
    full: int

    @property
    def is_text(self) -> bool:
        """Whether versions of it have something in common, byte for byte; compressed ones have not."""
        if not 0 < len(self.data) <= MOST or not (self.html or may_be_incremental(self.type)):
            return False
        coding = split_http(self.data).header("content-encoding") or ""
        return coding.strip().lower() in ("", "identity")


class Task(NamedTuple):
    """`old` is the version built on, `first` the first of the chain where that is another one."""

    old: bytes
    first: bytes
    new: bytes
    html: bool
    level: int
    divider: Divider | None


class Sketch(NamedTuple):
    """Steps that make a response; a `Share` without an id means the first record of the chain."""

    steps: tuple[Step, ...]
    seen: Observation | None


Do = Callable[[Callable[[Task], Sketch], Task], Sketch]


def sketch(task: Task) -> Sketch:
    """The steps of an increment, and the changes of the page's blocks that follow from them."""
    message = split_http(task.new)
    start = len(task.new) - len(message.raw_body)
    pieces = _lines(task.new, start)
    division = None
    if task.html and task.divider is not None:
        division = task.divider.divide(message.raw_body, message.charset, task.level)
        at = start
        for begin, end in division.spans:
            pieces += ((at, start + begin), (start + begin, start + end))
            at = start + end
        pieces.append((at, len(task.new)))
    else:
        pieces.append((start, len(task.new)))
    steps = differences(task.old, task.new, pieces)
    seen = _observed(steps, division, start, task.level) if division is not None else None
    return Sketch(_from_first(steps, task.first) if task.first else steps, seen)


def _lines(data: bytes, end: int) -> list[tuple[int, int]]:
    """Spans of the lines up to `end`."""
    spans, at = [], 0
    while at < end:
        stop = data.find(b"\n", at, end) + 1 or end
        spans.append((at, stop))
        at = stop
    return spans


def _from_first(steps: Sequence[Step], first: bytes) -> tuple[Step, ...]:
    """The steps with literals taken from the first record of the chain, where it holds them."""
    made: list[Step] = []
    looks = 0
    for step in steps:
        at = -1
        if isinstance(step, Write) and len(step.data) >= LARGE and looks < _LOOKS:
            looks += 1
            at = first.find(step.data)
        made.append(Share((("", at),), len(step.data)) if at >= 0 and isinstance(step, Write) else step)
    return tuple(made)


def _observed(steps: Sequence[Step], division: Division, start: int, level: int) -> Observation:
    new: list[tuple[int, int]] = []  # spans of new bytes in the body
    at = -start
    for step in steps:
        size = len(step.data) if isinstance(step, Write) else step.length
        if not isinstance(step, Copy):
            new.append((at, at + size))
        at += size
    changed, parents, size, fresh, n = 0, set(), 0, 0, 0
    for (begin, end), parent in zip(division.spans, division.parents, strict=True):
        while n < len(new) and new[n][1] <= begin:
            n += 1
        inside, k = 0, n
        while k < len(new) and new[k][0] < end:
            inside += min(end, new[k][1]) - max(begin, new[k][0])
            k += 1
        if inside:
            changed, size, fresh = changed + 1, size + end - begin, fresh + inside
            parents.add(parent)
    together = sum(parent in parents for parent in division.parents)
    return Observation(level, len(division.spans), changed, together, size, fresh)


class Increments:
    """For one thread: the archive is read on the connection of `reader`. `do` has sketches made elsewhere."""

    def __init__(self, reader: ArchiveReader, divider: Divider | None = None, do: Do | None = None) -> None:
        self._reader, self._divider = reader, divider
        self._do: Do = do or (lambda make, task: make(task))
        self._indexer = Indexer(reader.connection)

    def of(self, ready: Prepared) -> Increment | None:
        """The increment of a response on the last version of its page; None when nothing is saved. Where the record has
        to be full, the increment holds the level alone, if the page has one."""
        new = ready.new
        answer = Answer(new.data, ready.type, ready.read.format == "html", len(ready.packed or new.data))
        if ready.status != 200 or not answer.is_text:
            return None
        self._indexer.forget()  # others write
        before = self._indexer.version_before(new.url, new.date)
        if before is None or before.is_like(ready):
            return None
        batch = batches.batch_of(new.date)
        last = builds_on(self._indexer, before, batch, ())
        if last is None:
            return self._handed_on(before.id)
        return self.on(batches.format_id(batch, last.serial), answer)

    def on(self, base: str, answer: Answer) -> Increment | None:
        """The increment of a response on the record with the id `base`; None when that is not whole, or nothing is
        saved."""
        chain = self._chain(base) if answer.is_text else []
        if not chain:
            return None
        try:
            old = self._reader.rebuilder.data(chain[0])
            first = chain[-1].data() if len(chain) > 1 else b""
        except FormatError:
            return None
        level = self._level(chain)
        made = self._do(sketch, Task(old, first, answer.data, answer.html, level, self._divider))
        return self._increment(answer, old, chain, made)

    def _increment(self, answer: Answer, old: bytes, chain: list[Record], made: Sketch) -> Increment | None:
        first = chain[-1].get("id") or ""
        steps = (
            Share(((first, step.places[0][1]),), step.length) if isinstance(step, Share) else step
            for step in made.steps
        )
        ids = {record.get("id") or "" for record in chain}
        batch = first.partition("-")[0]
        recipe = shared_blocks(self._reader.connection, batch, Recipe(tuple(steps)), ids)
        try:
            if self._reader.rebuilder.follow(recipe, old) != answer.data:
                return None
        except RecipeError:  # a record that it shares with is damaged
            return None
        data = encode_recipe(recipe)
        packed = pack(data, _PACKED_LEVEL)
        attributes = [(REBUILT, seal_of(answer.data))]
        if made.seen is not None:
            attributes.insert(0, (BLOCKS, " ".join(map(str, made.seen))))
        if len(packed or data) + _MORE_HEADER >= _WORTH * answer.full:
            return None
        return Increment(chain[0].get("id") or "", data, packed or b"", tuple(attributes))

    def _chain(self, id: str) -> list[Record]:
        """The record with an id and those that it builds on, down to the full one; empty when one is not whole."""
        chain: list[Record] = []
        while len(chain) < FULL_EVERY:
            try:
                record = self._reader.record_of(id)
            except (FormatError, OSError):
                return []
            if record is None or record.get("id") != id or verify_header(record) or verify_data(record):
                return []
            chain.append(record)
            if not is_incremental(record):
                return chain if record.length else []
            id = record.get("base") or ""
        return []

    def _handed_on(self, id: str) -> Increment | None:
        """The attributes that a full record takes over from the version before it."""
        try:
            record = self._reader.record_of(id)
        except (FormatError, OSError):
            return None
        if record is None or record.raw(BLOCKS) is None:
            return None
        return Increment("", b"", b"", ((BLOCKS, str(self._level([record]))),))

    def _level(self, chain: list[Record]) -> int:
        """The level for the next version."""
        seen = [found for record in chain[:_REMEMBERED] if (found := observation_of(record)) is not None]
        level = seen[0].level if seen else level_of(chain[0])
        return self._divider.next_level(level, seen) if self._divider is not None else level


def level_of(record: Record) -> int:
    """The level in a record, or the usual one."""
    told = (record.get(BLOCKS) or "").partition(" ")[0]
    return int(told) if told.isdigit() and 0 < int(told) < 10 else LEVEL


def observation_of(record: Record) -> Observation | None:
    """The changes of a version, as its record states them."""
    told = (record.get(BLOCKS) or "").split(" ")
    if len(told) != 6 or not all(one.isdigit() and len(one) < 12 for one in told):
        return None
    return Observation(level_of(record), *map(int, told[1:]))
