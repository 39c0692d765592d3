"""One record on its own: whether it is whole, and the values that the index ought to have of it."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from app.archive import batches
from app.archive.batches import Held, damage_of
from app.archive.pooling import prepared
from app.archive.serials import Ids
from app.errors import FormatError
from app.messages import Message
from app.tianwang.http import HttpMessage, split_http
from app.tianwang.reader import RecordReader
from app.tianwang.rebuilding import Neighbours, is_incremental
from app.tianwang.record import Record
from app.tianwang.sealing import header_deviations, verify_data, verify_header

_CHAIN = 3  # records in a row that make a place behind damage trustworthy, as in the seed's recovery
_DEPTH = 16  # times that the bytes behind damage are read at most in search of a record whose checks hold
_SMALL = 1 << 20  # bytes of a file for which threads are not worth starting
_MAX_BLOCKS = 256  # of serial numbers, 32 MiB


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that is not as it should be; `id` is "" when no capture is concerned, `rule` a short stable name."""

    file: str
    offset: int
    id: str
    sentence: str
    rule: str = ""


@dataclass(slots=True)
class Checked:
    """The records gone through so far, by dialect, and their bytes."""

    dialects: Counter[str] = field(default_factory=Counter)
    bytes: int = 0

    @property
    def records(self) -> int:
        return self.dialects.total()


@dataclass(frozen=True, slots=True)
class Findings:
    """A record, its faults (offset, rule, sentence), and the response in it as the index describes it."""

    record: Record
    dialect: str
    wrong: list[tuple[int, str, str]]
    status: int = 0
    type: str = ""
    location: str = ""
    length: int = 0
    digest: bytes = b""

    @property
    def damaged(self) -> bool:
        return bool(self.wrong)


@dataclass(frozen=True, slots=True)
class Gap:
    """Bytes that are no record."""

    offset: int
    end: int
    reason: str


def examine(held: Held, *, strict: bool = False, response: bool = False) -> Findings:
    """Check one record; any thread. With `response`, also what its DATA holds."""
    wrong: list[tuple[int, str, str]] = []
    broken = verify_header(held)
    if broken:
        wrong.append((held.offset, "header-check-mismatch", Message("record-damaged", reason=broken)))
    broken = verify_data(held)
    if broken:
        rule = "digest-mismatch" if "digest" in broken else "data-does-not-inflate"
        wrong.append((held.offset, rule, Message("record-damaged", reason=broken)))
    damaged = bool(wrong)
    if not held.closed:
        wrong.append((held.end, "not-closed", Message("record-unclosed")))
    if strict:
        wrong += [(d.offset, d.rule, d.sentence) for d in header_deviations(held)]
    if not response or damaged or not held.version.startswith("1."):
        return Findings(held, held.dialect, wrong)
    return described(held, wrong, held.http())


def described(record: Record, wrong: list[tuple[int, str, str]], message: HttpMessage) -> Findings:
    """Findings with the response of a record as the index describes it."""
    body = message.body
    location = (message.header("location") or "") if 300 <= message.status < 400 else ""
    return Findings(
        record,
        record.dialect,
        wrong,
        message.status,
        message.media_type,
        location,
        len(body),
        hashlib.sha256(body).digest(),
    )


def rebuilt(found: Findings, rebuild: Callable[[Record], bytes], *, response: bool = False) -> Findings:
    """Findings on a record; those of an incremental one with the result of rebuilding it."""
    record = found.record
    if found.damaged or not is_incremental(record):
        return found
    try:
        data = rebuild(record.detached())
    except FormatError as error:
        sentence = Message("version-not-rebuilt", reason=error.rule)
        return Findings(record, found.dialect, [*found.wrong, (record.offset, "not-rebuilt", sentence)])
    return described(record, found.wrong, split_http(data)) if response else found


def examined(
    items: Iterable[Record | Gap], size: int, *, strict: bool = False, response: bool = False
) -> Iterator[Findings | Gap]:
    """Check the records of a file of `size` bytes in several threads, in their order; they are taken a few ahead."""

    def one(item: Held | Gap) -> Findings | Gap:
        return item if isinstance(item, Gap) else examine(item, strict=strict, response=response)

    held = (item if isinstance(item, Gap) else Held(item) for item in items)
    if 0 <= size < _SMALL:
        return map(one, held)
    return prepared(held, one, weigh=lambda item: 4 * item.length if isinstance(item, Record) else 0)


def verify_file(
    path: Path,
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
    *,
    strict: bool = False,
    checked: Checked | None = None,
    name: str = "",
) -> Iterator[Problem]:
    """Check the records of one Tianwang file, called `name` in problems; progress in bytes of the file on disk (done,
    of all). `checked` adds up the records. A file that cannot be read is a problem, too."""
    seen, told, name = _Ids(), checked or Checked(), name or str(path)
    neighbours = Neighbours(path)
    try:
        with RecordReader(path) as reader:
            for found in examined(walk(reader, cancelled), reader.size, strict=strict):
                if isinstance(found, Gap):
                    yield gap_problem(found, name)
                    continue
                if not reader.compression:  # to go back in a stream is to begin anew
                    found = rebuilt(found, neighbours.data)
                record = found.record
                told.dialects[found.dialect] += 1
                told.bytes = record.end
                id = record.get("id") or ""
                yield from (Problem(name, at, id, sentence, rule) for at, rule, sentence in found.wrong)
                if not found.damaged and not seen.first(id):
                    yield Problem(name, record.offset, id, Message("id-twice"), "id-twice")
                if progress:
                    progress(*reader.position)
    except OSError as error:
        yield Problem(name, 0, "", Message("file-unreadable", detail=error.strerror or error), "unreadable")


def gap_problem(gap: Gap, name: str) -> Problem:
    sentence = Message("bytes-unread", size=gap.end - gap.offset, reason=gap.reason)
    return Problem(name, gap.offset, "", sentence, "no-record")


def walk(reader: RecordReader, cancelled: Callable[[], bool] | None = None) -> Iterator[Record | Gap]:
    """All records of a file that can be found without an index, and the gaps between them."""
    at: int | None = 0
    while at is not None:
        for record in reader.from_offset(at):
            if cancelled and cancelled():
                return
            yield record
        damage = reader.tail
        if damage is None:
            return
        at = None
        if (
            not reader.compression
        ):  # damage in a compressed stream leaves nothing behind it that could be read
            at = _following(reader, damage.offset, cancelled)
        if cancelled and cancelled():
            return
        yield Gap(damage.offset, damage.offset + damage.size if at is None else at, damage.reason)


def _following(reader: RecordReader, damage: int, cancelled: Callable[[], bool] | None) -> int | None:
    """Where the next record begins, and not text in the DATA of a broken one: it has checks, and they hold; or others
    follow it without a gap, or the end of the file."""
    read = 0
    for record in reader.restarts(damage):
        if cancelled and cancelled():
            return None
        # headers made up by the thousand, each with all the rest of the file as DATA, must not make this endless
        if record.dialect in ("explorer", "incremental") and read <= _DEPTH * (
            record.offset - damage + _SMALL
        ):
            credible = record.closed and verify_header(record) is None
            if credible:
                read += record.length
                credible = damage_of(Held(record)) is None
        else:
            credible = _stands_in_a_row(reader, record)
        if credible:
            return record.offset
    return None


def _stands_in_a_row(reader: RecordReader, record: Record) -> bool:
    for _ in range(_CHAIN - 1):
        if record.end == reader.size:
            return record.closed
        try:
            record = reader.at(record.end)
        except FormatError:
            return False
    return True


class _Ids:
    """Which ids of a file have occurred, in a bounded amount of memory: beyond it they are not compared."""

    def __init__(self) -> None:
        self._met = Ids()

    def first(self, id: str) -> bool:
        """Whether an id occurs for the first time."""
        key = batches.parse_id(id)
        if key is None or (len(self._met) >= _MAX_BLOCKS and not self._met.has_block_of(*key)):
            return True
        return self._met.add(*key)
