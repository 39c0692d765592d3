"""Which of the records found behind damage are records of the file, and which are text inside the DATA of another.

Nothing in a record tells the two apart: a page may hold whole records with proper digests. What tells them apart is
where a row of them ends. Between true records there is nothing, so a true row goes on to the end of the file or to the
next damage; a row inside a page ends in the rest of that page, or one newline before the next true record. What was
proven before the damage gives the rest: dialect, ids and dates go on from there, and no record comes twice.
"""

from __future__ import annotations

import re
from array import array
from datetime import UTC, datetime, timedelta
from enum import Enum

from app.tianwang.recovery_probe import MARK, MAX_HEADER, Probe, Proof, carries_proof, closes, probe, proof
from app.tianwang.recovery_source import Source

ROW = 3
"""Records that must follow one another to prove each other, when they carry no proof of their own."""

_LONG_ROW = 32
"""Records that prove each other even where nothing is known of the file yet."""

_SOME = 8
"""Records after which it is known how those of a file look."""

_LOOK_AHEAD = 256 << 20  # a row that is longer than this is no page
_SLACK = timedelta(minutes=2)  # by which records may be out of the order of their dates, or more where more was seen
_REMEMBERED = 1 << 18  # headers of records already seen, 2 MiB
_HEADER_LINE = re.compile(rb"\n(?:url|origin|date|time|ip|length): ?[^\r\n]+\r?\n")
_BLANK = re.compile(rb"\n\r?\n")
_EARLIEST = datetime.min.replace(tzinfo=UTC)


class Stop(Enum):
    """What stands where a record ends."""

    RECORD = "the header of a record"
    END = "the end of the file"
    FAR = "so many records that no page holds them"
    BEYOND = "a record that would end behind the end of the file"
    DAMAGED = "a damaged header"
    FILL = "bytes that were wiped"
    NEWLINE = "an empty line, as after the text of a page"
    TEXT = "other text"


SURE = (Stop.RECORD, Stop.END)
"""What stands behind a record only if its `length` is right."""


def what_follows(source: Source, at: int) -> Stop:
    """What stands at the end of a record."""
    return following(source, at)[0]


def following(source: Source, at: int) -> tuple[Stop, Probe | None]:
    """What stands at the end of a record, and the header that was read for it."""
    if at >= source.size:
        return Stop.END, None
    header = probe(source, at, MAX_HEADER)
    return (Stop.RECORD, header) if header is not None else (_no_record(source, at), None)


def _no_record(source: Source, at: int) -> Stop:
    data = source.read(at, 512)
    if not any(data[:16]) or data[:16] == b"\xff" * len(data[:16]):
        return Stop.FILL
    if data.lstrip(b"\r").startswith((b"\n" + MARK, b"\n\r" + MARK)) or data in (b"\n", b"\r\n"):
        return Stop.NEWLINE
    alike = sum(a == b for a, b in zip(data, MARK, strict=False))
    if alike >= min(6, len(data)):
        return Stop.DAMAGED
    start = _BLANK.split(data, maxsplit=1)[0].partition(MARK)[0]
    return Stop.DAMAGED if len(_HEADER_LINE.findall(start + b"\n")) > 1 else Stop.TEXT


class Anchor:
    """What is known of the file from the records that are certainly its own."""

    def __init__(self) -> None:
        self._dialects: set[tuple[bool, ...]] = set()
        self._count = 0
        self._newest = _EARLIEST
        self.slack = _SLACK
        self._id: tuple[str, int] | None = None
        self._ids_ascend = self._all_have_ids = self._all_packed = self._ids_proven = True
        self._seen = array("q", bytes(8 * _REMEMBERED))

    def note(self, record: Probe) -> None:
        """This record is one of the file."""
        self._count += 1
        if len(self._dialects) < 64:
            self._dialects.add(_dialect(record))
        if record.date is not None:
            if record.date >= self._newest:
                self._newest = record.date
            else:
                self.slack = max(self.slack, self._newest - record.date)
        identity = record.id
        self._all_have_ids = self._all_have_ids and identity is not None
        self._all_packed = self._all_packed and (b"unzip-length" in record.fields or not record.length)
        if identity is not None:
            self._ids_ascend = self._ids_ascend and (self._id is None or identity > self._id)
            self._id = identity
            self._ids_proven = self._ids_proven and carries_proof(record)
        self.remember(record)

    def remember(self, record: Probe) -> None:
        """A record of which a second copy cannot be one of the file as well."""
        mark = hash(record.head)
        self._seen[mark % _REMEMBERED] = mark

    @property
    def empty(self) -> bool:
        """Whether nothing is known yet."""
        return not self._count

    @property
    def by_id(self) -> bool:
        """Whether ids tell the records of the file from others."""
        return self._id is not None and self._ids_ascend and self._all_have_ids

    @property
    def telling(self) -> bool:
        """Whether one record alone can be told from text in a page: by its id, or since all pages are compressed."""
        return (self.by_id and self._count >= _SOME) or (self._all_packed and self._count >= _LONG_ROW)

    def misses_proof(self, record: Probe) -> bool:
        """Whether a record has not the checksum that all others have."""
        usual = self.by_id and self._count >= _SOME and self._ids_proven
        return usual and not carries_proof(record)

    def fits(self, record: Probe) -> bool:
        """Whether a record can be the next of the file, as far as dialect, id and date tell."""
        mark = hash(record.head)
        if self._seen[mark % _REMEMBERED] == mark:
            return False
        if self.empty:
            return True
        if _dialect(record) not in self._dialects:
            return False
        if self._id is not None and self._ids_ascend:
            identity = record.id
            if identity is not None or self._all_have_ids:
                return identity is not None and identity[0] == self._id[0] and identity[1] > self._id[1]
        return record.date is not None and record.date >= self._newest - self.slack


def _dialect(record: Probe) -> tuple[bool, ...]:
    names = record.names
    return record.crlf, b"time" in names, b"id" in names, b"outdegree" in names, b"unzip-length" in names


class Chain:
    """Records that follow one another without a gap."""

    __slots__ = ("count", "end", "last", "misfits", "start", "stop")

    def __init__(self, start: int) -> None:
        self.start = self.end = start
        self.count = self.misfits = 0
        """Records, and how many of the first of them go up to the last that does not fit the rest of the file."""
        self.last: Probe | None = None
        self.stop = Stop.TEXT


def chain_at(source: Source, start: int, anchor: Anchor) -> Chain:
    """The row of records that begins at `start`; reads headers only."""
    chain = Chain(start)
    serial: tuple[str, int] | None = None
    newest = None
    while True:
        found = probe(source, chain.end, MAX_HEADER) if chain.count else probe(source, start)
        if found is None or found.broken_rule:
            chain.stop = what_follows(source, chain.end) if chain.count else Stop.TEXT
            if chain.stop is Stop.RECORD:
                chain.stop = Stop.DAMAGED
            return chain
        if not closes(source, found) and found.data_end != source.size:
            beyond = found.data_end > source.size
            alike = chain.last is not None and chain.last.crlf == found.crlf
            chain.stop = Stop.BEYOND if beyond else Stop.DAMAGED if alike else Stop.TEXT
            return chain
        if not anchor.fits(found):
            chain.misfits = chain.count + 1
        if serial is not None and found.id is not None and found.id <= serial:
            chain.misfits = max(chain.misfits, chain.count)
        if newest is not None and found.date is not None and found.date < newest - anchor.slack:
            chain.misfits = max(chain.misfits, chain.count)
        serial, newest = found.id or serial, max(found.date, newest) if found.date and newest else found.date
        chain.count += 1
        chain.last, chain.end = found, min(found.end, source.size)
        if chain.end == source.size:
            chain.stop = Stop.END
            return chain
        if chain.end - start > _LOOK_AHEAD:
            chain.stop = Stop.FAR
            return chain


def own_from(source: Source, chain: Chain, anchor: Anchor, container: Probe | None) -> int:
    """How many records at the start of the row stay suspect: the rest are certainly records of the file.

    `container` is the damaged record before the row, where its header can still be read.
    """
    first, believed = chain.misfits, chain.stop in (Stop.END, Stop.FAR)
    if chain.stop in (Stop.TEXT, Stop.NEWLINE) or (chain.stop is Stop.BEYOND and _record_behind(source, chain.end)):
        return chain.count
    if first == chain.count:
        # Another file was appended: only a row that cannot be in the record before it is believed.
        apart = container is not None and chain.end > container.data_end + _LOOK_AHEAD // 4096
        return 0 if apart and believed and chain.count >= ROW else chain.count
    if not believed:
        # The row ends at damage, and so could one in a page that was hit twice.
        inside = container is not None and chain.end <= container.data_end
        if (inside or anchor.empty) and chain.count < _LONG_ROW:
            return chain.count
    if chain.count - first >= ROW:
        return first
    if (believed or anchor.telling) and _proven(source, chain, first):
        return first
    return chain.count


def _record_behind(source: Source, offset: int) -> bool:
    """Whether a whole record stands behind a header that claims the rest of the file."""
    at = source.find(MARK, offset + 1)
    while at >= 0:
        found = probe(source, at)
        if found is not None and not found.broken_rule and closes(source, found):
            return True
        at = source.find(MARK, at + 1)
    return False


def _proven(source: Source, chain: Chain, first: int) -> bool:
    """Whether the last records of a row, too few to prove each other, all prove themselves."""
    at = chain.start
    for number in range(chain.count):
        found = probe(source, at)
        if found is None or (number >= first and (found.unsound or proof(source, found)[0] is not Proof.GOOD)):
            return False
        at = found.end
    return True


def crosses(source: Source, record: Probe, beyond: int) -> bool:
    """Whether a record that begins inside `record`, or one that follows it, ends behind `beyond`, where `record` or
    one that follows that ends: then `record` does not end where it seems to."""
    seen: set[int] = set()  # rows that share their end are followed once
    at = source.find(MARK, record.data, record.end)
    while at >= 0:
        inner = probe(source, at) if at not in seen else None
        while inner is not None and inner.offset not in seen and not inner.broken_rule and closes(source, inner):
            if inner.end > beyond:
                if what_follows(source, inner.end) in SURE or proof(source, inner)[0] is Proof.GOOD:
                    return True
                break
            if len(seen) < _REMEMBERED:
                seen.add(inner.offset)
            inner = probe(source, inner.end)
        at = source.find(MARK, at + 1, record.end)
    return False


def uncrossed(source: Source, chain: Chain) -> int:
    """How many records of the row come before the first that is crossed by another row."""
    if chain.stop in SURE:
        return chain.count
    at = chain.start
    for number in range(chain.count):
        record = probe(source, at)
        if record is None or crosses(source, record, chain.end):
            return number
        at = record.end
    return chain.count
